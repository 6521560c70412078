"""The abilities of units and cortexes, as values. What each says in words stands on its card (cards/abilities.toml)."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.warcaster.abilities.words import (
    ENEMIES,
    ENEMY,
    FRIENDLY,
    FURY,
    MELEE,
    OWN_UNIT,
    RANGED,
    SELF,
    SQUAD,
    WARJACK,
    Add,
    AtLeast,
    AttackAgain,
    Boosting,
    CardFromDiscard,
    Deny,
    EndEffects,
    ExpireCyphers,
    GainArc,
    Grant,
    Heal,
    HitInstead,
    If,
    KeepCard,
    LessDamage,
    LoseArc,
    LoseArcNear,
    MoveUpTo,
    Negate,
    NoToken,
    PerArc,
    PerUnit,
    PutEffect,
    RepositionWithin,
    Reroll,
    ReturnCard,
    ReturnModels,
    Role,
    Sort,
    Spike,
    SpyAndDiscard,
    TakeToken,
    Times,
    Window,
)

ACTIVATION = "activation"
SPECIAL = "special action"
FRIEND_NEAR_5 = Sort(side=FRIENDLY, within=5, others=True)

# Advantages (p. 26) and what works all the time or while charged.
ALWAYS: dict[str, tuple[Any, ...]] = {
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
    "aegis_field": (While((Grant("cover"),)),),
    "arc_disruptor": (While((Add("DEFENCE_PD", 2),), If(kinds=(FURY,))),),
    "arc_field": (While((Add("ARM", PerArc(1)),), If(kinds=(FURY, RANGED))),),
    "arcantrik_amplifier": (While((Add("FURY_RNG", 5),)),),
    "arcantrik_turbine": (While((Add("SPD", PerArc(1)),)),),
    "bomber": (
        While((Add("ATTACK_AD", 1),), If(weapon_energy=("explosion",), by=SELF)),
        When(
            Window.AFTER_ATTACK, (MoveUpTo(2),), by=Sort(me=True, flag="flight"),
            condition=If(weapon_energy=("explosion",)), may=True,
        ),
    ),
    "dynamic_accelerator": (While((Grant("pathfinder"),)),),
    "entropic_field": (While((Add("DEF", 3),), If(kinds=(FURY,))),),
    "environmental_suit": (
        While((
            Grant("immune:cold"), Grant("immune:corrosion"), Grant("immune:fire"),
            Grant("no_effect:corrosion"), Grant("no_effect:fire"),
        )),
    ),
    "flight_pack": (While((Add("SPD", 3), Grant("flight"))),),
    "force_field": (While((Grant("cover"),), who=OWN_UNIT),),
    "force_projector": (While((Add("RNG", PerArc(1), MELEE),)),),
    "gate_jammer": (While((Grant("gate_jammer"),)),),
    "gladiator": (While((Add("ATTACK_PD", 2),), If(kinds=(MELEE,), by=SELF, at=Sort(side=ENEMY, kinds=(WARJACK,)))),),
    "kinetic_field": (While((Grant("cover"),), who=Sort(side=FRIENDLY, within=5)),),
    "living_terror": (While((Add("DEF", 2),), If(kinds=(MELEE,), by=Sort(side=ENEMY, warrior=True))),),
    "mimetic_cloak": (While((Grant("stealth"),)),),
    "neural_net": (While((Add("DEF", PerUnit(1, 5, 3)),)),),
    "neural_web": (While((Add("MAT", PerUnit(1, 5)),)),),
    "phase_aligner": (While((Grant("ignore_sight"),), If(kinds=(FURY,))),),
    "psycho_relay": (While((AtLeast("HAND", 6),)),),
    "quantum_anchor": (While((Grant("no_slam"), Grant("no_enemy_reposition"))),),
    "range_amplifier": (While((Add("RNG", PerArc(1), RANGED),)),),
    "rapid_strike": (While((Add("MORE_MELEE", 1),)),),
    "reflex_accelerator": (While((Grant("every_weapon"),)),),
    "servo_booster": (While((Add("STR", PerArc(1)), Add("POW", PerArc(1), MELEE))),),
    "smart_lock": (While((Grant("ignore_cover"),), If(kinds=(RANGED,))),),
    "spider": (While((Grant("no_fall_damage"),)),),
    "spotlight": (While((Deny("stealth"),), who=Sort(side=ENEMY, within=10)),),
    "structural_analyzer": (While((Add("POW", 1, MELEE),)),),
    "thrusters": (While((Grant("pathfinder"), Add("DEF", PerArc(1)))),),
    **{f"arc_relay_{n}": (While((Grant("arc_relay"), Add("FURY_RNG", n))),) for n in (10, 12, 13, 14)},
}

# What the owner does in the unit's own activation.
ON_PURPOSE: dict[str, tuple[Any, ...]] = {
    "jack_hunter": (
        Do(
            (Boosting((Add("ATTACK_AD", 3),), condition=If(by=SELF, at=Sort(side=ENEMY, kinds=(WARJACK,)))),),
            cost=Spike(), limit=ACTIVATION,
        ),
    ),
    "afterburner": (
        When(
            Window.ACTIVATION_START, (Boosting((Times("SPD", 3), Grant("no_attacks"))),), by=SELF, cost=Spike(), limit=ACTIVATION,
        ),
    ),
    "command_interface_paladin": (
        Do(
            (TakeToken(Role.CHOSEN),), cost=Spike(),
            target=Sort(side=FRIENDLY, kinds=(SQUAD,), within=10, tag="paladin", token=True),
        ),
    ),
    "divination_lock": (
        Do((Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),), cost=Spike(), limit=ACTIVATION),
    ),
    "hunter_killer_salvo": (
        Do((Boosting((Grant("ignore_sight"), Grant("ignore_cover"))),), cost=Spike(), limit=ACTIVATION),
    ),
    "jump_jets": (Do((Boosting((Add("SPD", 3), Grant("flight"))),), cost=Spike(), limit=ACTIVATION),),
    "jump_start": (
        Do((TakeToken(Role.CHOSEN),), cost=Spike(), target=Sort(side=FRIENDLY, kinds=(WARJACK,), within=10, token=True)),
    ),
    "maelstrom_activator": (
        Do(
            (Boosting((Grant("every_weapon"), Add("MORE_EACH", 1))),), cost=Spike(), limit=ACTIVATION, timing="after attacks",
        ),
    ),
    "oracle_targeting_array": (
        Do((Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),), cost=Spike(), limit=ACTIVATION),
    ),
    "penumbral_agitator": (Do((SpyAndDiscard(),), limit="artifacts"),),
    "quantum_harmonizer": (Do((Heal(1, around=Sort(side=FRIENDLY, within=5)),), limit="artifacts"),),
    "shadow_conductor": (
        Do((RepositionWithin(2, Role.SELF, near="chosen"),), target=Sort(side=FRIENDLY, others=True), limit="artifacts"),
    ),
    "phase_sequencer": (Do((Boosting((Grant("through"),)),), cost=Spike(), limit=ACTIVATION),),
    "phase_stalker": (Do((MoveUpTo(3), AttackAgain("any")), cost=Spike(), limit=ACTIVATION),),
    "power_focus": (
        Do(
            (Boosting((Add("ATTACK_PD", 3), Grant("one_weapon"), Grant("reroll_attack"))),),
            cost=Spike(), limit=ACTIVATION, timing="before attacks",
        ),
    ),
    "realignment_codex": (
        Do((GainArc(3, Role.CHOSEN, most=True),), target=Sort(side=FRIENDLY, within=10), cost=Spike(), limit=ACTIVATION),
        Do((LoseArc(3, Role.CHOSEN, most=True),), target=Sort(side=FRIENDLY, within=10), cost=Spike(), limit=ACTIVATION),
    ),
    "repair": (Do((Heal(3),), target=Sort(side=FRIENDLY, within=1, others=True), timing=SPECIAL),),
    "resurrection_protocol": (
        Do((ReturnModels(2),), cost=Spike(), target=Sort(side=FRIENDLY, kinds=(SQUAD,), within=10, attachment=False)),
    ),
    "slip_displacer": (Do((MoveUpTo(3),), cost=Spike(), limit=ACTIVATION),),
    "thanotech_reclaimer": (Do((CardFromDiscard(),), cost=Spike()),),
    "tune_up": (
        Do(
            (EndEffects(Role.CHOSEN), PutEffect("tune_up", Role.CHOSEN)),
            target=Sort(side=FRIENDLY, kinds=(WARJACK,), within=1, others=True), timing=SPECIAL,
        ),
    ),
    "void_disruptor": (
        Do((LoseArcNear(Sort(side=ENEMY, within=5, kinds=(WARJACK, SQUAD, "solo"))),), cost=Spike(), limit=ACTIVATION),
    ),
    "void_phaser": (
        Do((RepositionWithin(3, Role.CHOSEN, whole_unit=True),), cost=Spike(), target=Sort(side=FRIENDLY, within=5)),
    ),
}

# What happens, or may happen, when something else does.
REACTIONS: dict[str, tuple[Any, ...]] = {
    "apotropaic_reactor": (When(Window.CARD_EXPIRING, (KeepCard(),), of=OWN_UNIT, cost=Spike()),),
    "arc_amplifier": (
        When(
            Window.FRIEND_ACTIVATES, (GainArc(1, Role.CHOSEN),), may=True,
            by=Sort(side=FRIENDLY, within=10, others=True),
        ),
    ),
    "arc_capacitor": (When(Window.AFTER_FURY, (GainArc(1, Role.SELF, empty=True),), by=SELF, may=True),),
    "arc_exchange": (
        When(Window.ACTIVATION_START, (GainArc(1, Role.SELF, empty=True),), by=SELF, may=True),
        When(Window.ACTIVATION_END, (LoseArc(3, Role.SELF, most=True),), by=Sort(me=True, charged=True), may=True),
    ),
    "arcanum_module": (
        When(Window.CARD_PLAYED, (GainArc(1, Role.SELF, empty=True),), of=OWN_UNIT, may=True),
        When(Window.AFTER_ATTACKED, (GainArc(1, Role.SELF, empty=True),), of=SELF, condition=If(kinds=(FURY,)), may=True),
    ),
    "battle_cruiser": (When(Window.AFTER_ATTACK, (MoveUpTo(1),), by=SELF, condition=If(kinds=(RANGED,)), may=True),),
    "disruption_engine": (When(Window.HIT, (ExpireCyphers(),), by=SELF, cost=Spike()),),
    "dominion_converter": (
        When(Window.AFTER_ATTACKED, (GainArc(1, Role.SELF),), by=ENEMIES, of=SELF, condition=If(hit=True), may=True),
    ),
    "eclipse_drive": (When(Window.ACTIVATION_END, (NoToken(),), by=SELF, cost=Spike()),),
    "fire_and_displace": (When(Window.AFTER_ATTACK, (MoveUpTo(3),), by=SELF, condition=If(kinds=(RANGED,)), may=True),),
    "force_barrier_spike": (When(Window.WOUNDED, (LessDamage(),), of=SELF, cost=Spike(some=True)),),
    "fury_reciprocator": (When(Window.AFTER_FURY, (ReturnCard(),), by=SELF, cost=Spike()),),
    "guardian": (When(Window.FRIEND_HIT, (HitInstead(),), by=ENEMIES, of=FRIEND_NEAR_5, may=True),),
    "havoc_engine": (
        When(
            Window.AFTER_ATTACK, (AttackAgain("different"),), by=SELF,
            condition=If(destroyed=ENEMIES, in_activation=True), may=True,
        ),
    ),
    "heightened_reflexes": (When(Window.AFTER_ATTACKED, (MoveUpTo(3),), of=SELF, condition=If(targeted=True), may=True),),
    "impulse_reactor": (When(Window.TURN_START, (TakeToken(Role.SELF),), by=Sort(me=True, token=True), may=True),),
    "impulse_reciprocator": (
        When(
            Window.AFTER_ATTACKED, (AttackAgain("any"),), by=ENEMIES, of=SELF,
            condition=If(hit=True, targeted=True), cost=Spike(),
        ),
    ),
    "intercept_driver": (When(Window.FRIEND_HIT, (HitInstead(),), by=ENEMIES, of=FRIEND_NEAR_5, cost=Spike()),),
    "psycho_reactor": (
        When(Window.ROLLED, (Reroll("attack"),), by=SELF, condition=If(kinds=(FURY,)), cost=Spike(), limit="attack"),
        When(Window.DAMAGE_ROLLED, (Reroll("damage"),), by=SELF, condition=If(kinds=(FURY,)), cost=Spike(), limit="attack"),
    ),
    "refractor_field": (When(Window.ROLLED, (Reroll("defence"),), of=SELF, cost=Spike()),),
    "relentless": (
        When(Window.AFTER_ATTACK, (MoveUpTo(2),), by=SELF, condition=If(kinds=(MELEE,), destroyed=ENEMIES), may=True),
    ),
    "riposte": (
        When(
            Window.AFTER_ATTACKED, (AttackAgain("any", at=Role.ATTACKER),), of=SELF,
            condition=If(kinds=(MELEE,), hit=False), may=True,
        ),
    ),
    "sidestep": (When(Window.AFTER_ATTACK, (MoveUpTo(1),), by=SELF, condition=If(hit=True), may=True),),
    "slip_field": (When(Window.AFTER_ATTACKED, (MoveUpTo(3),), of=SELF, condition=If(targeted=True), may=True),),
    "void_jumper": (
        When(Window.FRIEND_HIT, (Negate(), RepositionWithin(8)), by=ENEMIES, of=SELF, cost=Spike()),
    ),
    "void_shifter": (
        While((Add("ARM", 1),)),
        When(Window.AFTER_ATTACKED, (RepositionWithin(2),), by=ENEMIES, of=SELF, condition=If(hit=True), may=True),
    ),
    "void_spiral": (
        When(Window.AFTER_ATTACKED, (RepositionWithin(2),), by=ENEMIES, of=SELF, condition=If(hit=True), may=True),
    ),
}

UNITS: dict[str, tuple[Any, ...]] = {**ALWAYS, **ON_PURPOSE, **REACTIONS}
"""The abilities of units, cortexes and attachments."""
