"""The Cyphers, as values: what a card does at once (Do), while it lies there (While), or when something happens (When)."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.warcaster.abilities.words import (
    FRIENDLY,
    MELEE,
    RANGED,
    SELF,
    WARJACK,
    Add,
    AttackAgain,
    ExpireCyphers,
    GainArc,
    GiveToken,
    Grant,
    If,
    LoseArc,
    MeleeStrike,
    MoveUpTo,
    NoDamageRoll,
    Own,
    PutEffect,
    RecallUnit,
    ReturnModels,
    Role,
    SlamAway,
    Sort,
    TakeToken,
    Window,
)

FURIES: dict[str, tuple[Any, ...]] = {
    "cryo_lock": (When(Window.HIT, (NoDamageRoll(), GiveToken()), by=SELF),),
    "instability_equation": (),
    "malediction_rubric": (When(Window.HIT, (ExpireCyphers(),), by=SELF),),
    "null_collider": (When(Window.HIT, (LoseArc(1),), by=SELF),),
    "pyrokinetic_surge": (),
    "velocity_projector": (When(Window.HIT, (SlamAway(3, collateral=Own("POW")),), by=SELF),),
}
"""The Furies' own rules, for the attack made with the card (a quality such as Blast stands on the card)."""

CYPHERS: dict[str, tuple[Any, ...]] = {
    "displacement_index": (Do((MoveUpTo(3, Role.CHOSEN),)),),
    "force_barrier": (While((Grant("cover"),)),),
    "mortality_destabilizer": (Do((ReturnModels(1),)),),
    "plexus_densifier": (While((Add("ARM", 2), Add("SPD", -1))),),
    "reiteration_complex": (While((Add("MORE_RANGED", 1),)),),
    "temporal_cycle": (Do((TakeToken(Role.CHOSEN),)),),
    "aggression_theorem": (Do((AttackAgain("any"),)),),
    "arcane_synthesis": (Do((GainArc(3, Role.CHOSEN, most=True),)),),
    "divination_algorithm": (While((Add("RNG", 1, RANGED), Add("POW", 1, RANGED))),),
    "encrypted_command": (Do((TakeToken(Role.CHOSEN),)),),
    "recall_initiative": (Do((RecallUnit(),)),),
    "revelation_matrix": (While((Grant("ignore_stealth"),)),),
    "annihilation_vector": (
        Do((MeleeStrike(Own("STR"), ("kinetic",)),)),
        When(Window.HIT, (PutEffect("system_failure"),), by=SELF, of=Sort(kinds=(WARJACK,))),
    ),
    "ascension_catalyst": (While((Add("SPD", 2), Grant("flight"))),),
    "impulse_inducer": (Do((TakeToken(Role.CHOSEN),)),),
    "interdiction_protocol": (While((Add("DEF", 2),), who=Sort(side=FRIENDLY, warrior=True, within=5)),),
    "kinetic_accelerator": (While((Add("RNG", 1, MELEE), Add("POW", 1, MELEE))),),
    "momentum_calibrator": (
        When(
            Window.HIT, (SlamAway(per_strike=Own("STR"), collateral=Own("STR")),), by=SELF,
            condition=If(kinds=(MELEE,), base="no larger"),
        ),
    ),
}
"""What the other Cyphers do."""
