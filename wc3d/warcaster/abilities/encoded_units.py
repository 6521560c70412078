"""The abilities of units and cortexes, as values. What each says in words stands on its card (cards/abilities.toml).

An ability whose card says that it is one for charged units (p. 27) works only as long as its unit has Arc: that is not
repeated here.
"""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.warcaster.abilities.words import (
    ENEMIES,
    ENEMY,
    FRIENDLY,
    FURY,
    MELEE,
    OF_UNITS,
    OWN_UNIT,
    RANGED,
    SELF,
    SPIKE,
    SQUAD,
    WARJACK,
    Add,
    AtLeast,
    AttackAgain,
    Boosting,
    CardFromDiscard,
    Deny,
    EndEffects,
    GainArc,
    Grant,
    Heal,
    HitInstead,
    If,
    LoseArc,
    MoveUpTo,
    Negate,
    PerArc,
    PerUnit,
    PutEffect,
    RepositionWithin,
    Reroll,
    ReturnCard,
    ReturnModels,
    Role,
    Sort,
    TakeToken,
    Times,
    Window,
)

SPECIAL = "special action"
AT_WARJACKS = If(at=Sort(side=ENEMY, kinds=(WARJACK,)))

# Advantages (p. 26) and what works all the time or while charged.
LASTING: dict[str, tuple[Any, ...]] = {
    "compound_armor": (While((Add("ARM", 1),), If(energy=("explosion",))),),
    "flight": (While((Grant("flight"),)),),
    "pathfinder": (While((Grant("pathfinder"),)),),
    "revelator": (While((Grant("ignore_stealth"),), If(kinds=(RANGED,))),),
    "stealth": (While((Grant("stealth"),)),),
    "weapon_expert": (While((Grant("every_weapon"),)),),
    "adrenalizer": (
        While((Add("ARM", 1), Grant("no_effects")), who=Sort(side=FRIENDLY, warrior=True, within=5, others=True)),
    ),
    "advanced_optics": (While((Add("RNG", 2, RANGED),)),),
    "arc_field": (While((Add("ARM", PerArc(1)),), If(kinds=(FURY, RANGED))),),
    "arcantrik_amplifier": (While((Add("FURY_RNG", 5),)),),
    "arcantrik_turbine": (While((Add("SPD", PerArc(1)),)),),
    "bomber": (
        While((Add("ATTACK_AD", 1),), If(weapon_energy=("explosion",))),
        When(
            Window.AFTER_ATTACK, (MoveUpTo(2),), by=Sort(me=True, flag="flight"), condition=If(weapon_energy=("explosion",)),
            may=True,
        ),
    ),
    "dynamic_accelerator": (While((Grant("pathfinder"),)),),
    "entropic_field": (While((Add("DEF", 3),), If(kinds=(FURY,))),),
    "force_field": (While((Grant("cover"),), who=OWN_UNIT),),
    "force_projector": (While((Add("RNG", PerArc(1), MELEE),)),),
    "gate_jammer": (While((Grant("gate_jammer"),)),),
    "kinetic_field": (While((Grant("cover"),), who=Sort(side=FRIENDLY, within=5)),),
    "mimetic_cloak": (While((Grant("stealth"),)),),
    "neural_net": (While((Add("DEF", PerUnit(1, 5, 3)),)),),
    "neural_web": (While((Add("MAT", PerUnit(1, 5)),)),),
    "psycho_relay": (While((AtLeast("HAND", 6),)),),
    "rapid_strike": (While((Add("MORE_MELEE", 1),)),),
    "reflex_accelerator": (While((Grant("every_weapon"),)),),
    "servo_booster": (While((Add("STR", PerArc(1)), Add("POW", PerArc(1), MELEE))),),
    "smart_lock": (While((Grant("ignore_cover"),), If(kinds=(RANGED,))),),
    "spider": (While((Grant("no_fall_damage"),)),),
    "spotlight": (While((Deny("stealth"),), who=Sort(side=ENEMY, within=10)),),
    "structural_analyzer": (While((Add("POW", 1, MELEE),)),),
    "thrusters": (While((Grant("pathfinder"), Add("DEF", PerArc(1)))),),
    **{f"arc_relay_{n}": (While((Grant("arc_relay"), Add("FURY_RNG", n))),) for n in (10, 12, 13)},
}

# What the owner does in the unit's own activation.
ON_PURPOSE: dict[str, tuple[Any, ...]] = {
    "jack_hunter": (Do((Boosting((Add("ATTACK_AD", 3),), condition=AT_WARJACKS),), cost=SPIKE, once=True),),
    "command_interface_paladin": (
        Do(
            (TakeToken(Role.CHOSEN),), cost=SPIKE,
            target=Sort(side=FRIENDLY, kinds=(SQUAD,), within=10, tag="paladin", token=True),
        ),
    ),
    "divination_lock": (Do((Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),), cost=SPIKE, once=True),),
    "hunter_killer_salvo": (Do((Boosting((Grant("ignore_sight"), Grant("ignore_cover"))),), cost=SPIKE, once=True),),
    "jump_jets": (Do((Boosting((Add("SPD", 3), Grant("flight"))),), cost=SPIKE, once=True),),
    "jump_start": (
        Do((TakeToken(Role.CHOSEN),), cost=SPIKE, target=Sort(side=FRIENDLY, kinds=(WARJACK,), within=10, token=True)),
    ),
    "maelstrom_activator": (Do((AttackAgain("each"),), cost=SPIKE, once=True, timing="after attacks"),),
    "oracle_targeting_array": (Do((Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),), cost=SPIKE, once=True),),
    "phase_sequencer": (Do((Boosting((Grant("through"),)),), cost=SPIKE, once=True),),
    "phase_stalker": (Do((MoveUpTo(3), AttackAgain("any")), cost=SPIKE, once=True),),
    "realignment_codex": (
        Do((GainArc(3, Role.CHOSEN, most=True),), target=Sort(side=FRIENDLY, kinds=OF_UNITS, within=10), cost=SPIKE, once=True),
        Do((LoseArc(3, Role.CHOSEN, most=True),), target=Sort(side=FRIENDLY, kinds=OF_UNITS, within=10), cost=SPIKE, once=True),
    ),
    "repair": (Do((Heal(3),), target=Sort(side=FRIENDLY, kinds=OF_UNITS, within=1, others=True), timing=SPECIAL),),
    "resurrection_protocol": (
        Do((ReturnModels(2, 2),), cost=SPIKE, target=Sort(side=FRIENDLY, kinds=(SQUAD,), within=10)),
    ),
    "slip_displacer": (Do((MoveUpTo(3, whole_unit=True),), cost=SPIKE, once=True),),
    "thanotech_reclaimer": (Do((CardFromDiscard(),), cost=SPIKE),),
    "tune_up": (
        Do(
            (EndEffects(), PutEffect("tune_up", Role.CHOSEN)),
            target=Sort(side=FRIENDLY, kinds=(WARJACK,), within=1, others=True), timing=SPECIAL,
        ),
    ),
}

# What happens, or may happen, when something else does.
REACTIONS: dict[str, tuple[Any, ...]] = {
    "afterburner": (
        When(Window.ACTIVATION_START, (Boosting((Times("SPD", 3), Grant("no_attacks"))),), by=SELF, cost=SPIKE),
    ),
    "arc_exchange": (
        When(Window.ACTIVATION_START, (GainArc(1, Role.SELF),), by=Sort(me=True, charged=False), may=True),
        When(Window.ACTIVATION_END, (LoseArc(3, Role.SELF, most=True),), by=Sort(me=True, charged=True), may=True),
    ),
    "battle_cruiser": (When(Window.AFTER_ATTACK, (MoveUpTo(1),), by=SELF, condition=If(kinds=(RANGED,)), may=True),),
    "fire_and_displace": (When(Window.AFTER_ATTACK, (MoveUpTo(3),), by=SELF, condition=If(kinds=(RANGED,)), may=True),),
    "fury_reciprocator": (When(Window.AFTER_FURY, (ReturnCard(),), by=SELF, cost=SPIKE),),
    "heightened_reflexes": (When(Window.AFTER_ATTACKED, (MoveUpTo(3),), condition=If(aimed=SELF), may=True),),
    "impulse_reactor": (When(Window.TURN_START, (TakeToken(Role.SELF),), by=Sort(me=True, token=True), may=True),),
    "impulse_reciprocator": (
        When(
            Window.HIT, (Boosting((Grant("strikes_back"),), until="attack"),), by=ENEMIES, of=SELF,
            condition=If(targeted=True), cost=SPIKE,
        ),
        When(Window.AFTER_ATTACKED, (AttackAgain("any"),), of=Sort(me=True, flag="strikes_back")),
    ),
    "intercept_driver": (
        When(
            Window.SOMEONE_HIT, (HitInstead(),), by=ENEMIES, of=Sort(side=FRIENDLY, within=5, others=True),
            condition=If(targeted=True), cost=SPIKE,
        ),
    ),
    "refractor_field": (When(Window.ROLLED, (Reroll("defence"),), of=SELF, cost=SPIKE),),
    "relentless": (
        When(Window.AFTER_ATTACK, (MoveUpTo(2),), by=SELF, condition=If(kinds=(MELEE,), destroyed=ENEMIES), may=True),
    ),
    "slip_field": (When(Window.AFTER_ATTACKED, (MoveUpTo(3),), condition=If(aimed=SELF), may=True),),
    "void_jumper": (When(Window.SOMEONE_HIT, (Negate(), RepositionWithin(8)), by=ENEMIES, of=SELF, cost=SPIKE),),
    "void_shifter": (
        While((Add("ARM", 1),)),
        When(Window.AFTER_ATTACKED, (RepositionWithin(2),), by=ENEMIES, of=SELF, condition=If(hit=True), may=True),
    ),
}

UNITS: dict[str, tuple[Any, ...]] = {**LASTING, **ON_PURPOSE, **REACTIONS}
"""The abilities of units, cortexes and attachments."""
