"""The Cyphers, as values: what a card does at once (Do), while it lies there (While), or when something happens (When)."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import *

FURY_CLAUSES: dict[str, tuple[Any, ...]] = {
    "cryo_lock": (When(Moment.HIT, (GiveToken(),), by=SELF, condition=If(can_hurt=True)),),
    "malediction_rubric": (When(Moment.HIT, (ExpireCyphers(whole_unit=True),), by=SELF),),
    "null_collider": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "velocity_projector": (When(Moment.HIT, (SlamAway(3, collateral=Own("POW")),), by=SELF),),
}
"""The Furies' own rules, for the attack made with the card. The others are no more than the POW and qualities on the card."""

CYPHER_CLAUSES: dict[str, tuple[Any, ...]] = {
    "displacement_index": (Do((MoveUpTo(3, Who.CHOSEN, whole_unit=True),)),),
    "force_barrier": (While((Grant("cover"),)),),
    "mortality_destabilizer": (Do((ReturnModels(1, 2),)),),
    "plexus_densifier": (While((Add("ARM", 2), Add("SPD", -1))),),
    "reiteration_complex": (While((Add("MORE_RANGED", 1),)),),
    "temporal_cycle": (Do((TakeToken(Who.CHOSEN),)),),
    "aggression_theorem": (Do((AttackAgain("any", Who.CHOSEN),)),),
    "arcane_synthesis": (Do((GainArc(3, Who.CHOSEN, most=True),)),),
    "divination_algorithm": (While((Add("RNG", 1, RANGED), Add("POW", 1, RANGED))),),
    "encrypted_command": (Do((TakeToken(Who.CHOSEN),)),),
    "recall_initiative": (Do((RecallUnit(),)),),
    "revelation_matrix": (While((Grant("ignore_stealth"),)),),
    "annihilation_vector": (
        Do((MeleeStrike(Own("STR"), ("kinetic",)),)),
        When(Moment.HIT, (PutEffect("system_failure"),), by=SELF, of=Selector(kinds=(WARJACK,))),
    ),
    "ascension_catalyst": (While((Add("SPD", 2), Grant("flight"))),),
    "impulse_inducer": (Do((TakeToken(Who.CHOSEN),)),),
    "interdiction_protocol": (While((Add("DEF", 2),), who=Selector(side=FRIENDLY, warrior=True, within=5)),),
    "kinetic_accelerator": (While((Add("RNG", 1, MELEE), Add("POW", 1, MELEE))),),
    "momentum_calibrator": (
        When(
            Moment.HIT, (SlamAway(per_strike=Own("STR"), collateral=Own("STR")),), by=SELF, of=Selector(kinds=UNIT_KINDS),
            condition=If(kinds=(MELEE,), no_larger=True),
        ),
    ),
}
"""What the other Cyphers do."""
