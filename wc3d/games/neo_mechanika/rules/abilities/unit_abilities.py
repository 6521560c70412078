"""The abilities of units and cortexes, as values. cards/abilities.toml has their printed texts.

An ability for charged units (p. 27) works only while its unit has Arc. The card says so, not these
clauses.
"""

from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import *

FRIENDS_IN_10 = Selector(side=FRIENDLY, kinds=UNIT_KINDS, within=10)
SPECIAL_ACTION = "special action"
AT_WARJACKS = If(at=Selector(side=ENEMY, kinds=(WARJACK,)))

# Advantages (p. 26) and abilities that work all the time or while charged
LASTING_ABILITIES: dict[str, tuple[Any, ...]] = {
    "compound_armor": (While((Add("ARM", 1),), If(energy=("explosion",))),),
    "flight": (While((Grant("flight"),)),),
    "pathfinder": (While((Grant("pathfinder"),)),),
    "revelator": (While((Grant("ignore_stealth"),), If(kinds=(RANGED,))),),
    "stealth": (While((Grant("stealth"),)),),
    "weapon_expert": (While((Grant("every_weapon"),)),),
    "adrenalizer": (
        While(
            (Add("ARM", 1), Grant("no_effects")),
            who=Selector(side=FRIENDLY, warrior=True, within=5, others=True),
        ),
    ),
    "aegis_field": (While((Grant("cover"),)),),
    "advanced_optics": (While((Add("RNG", 2, RANGED),)),),
    "arc_disruptor": (While((Add("DEFENCE_PD", 2),), If(kinds=(FURY,)), who=OWN_UNIT),),
    "arc_field": (While((Add("ARM", PerArc(1)),), If(kinds=(FURY, RANGED))),),
    "arcantrik_amplifier": (While((Add("FURY_RNG", 5),)),),
    "arcantrik_turbine": (While((Add("SPD", PerArc(1)),)),),
    "bomber": (
        While((Add("ATTACK_AD", 1),), If(weapon_energy=("explosion",))),
        When(
            Moment.AFTER_ATTACK,
            (MoveUpTo(2),),
            by=Selector(me=True, flag="flight"),
            condition=If(weapon_energy=("explosion",)),
            may=True,
        ),
    ),
    "dynamic_accelerator": (While((Grant("pathfinder"),)),),
    "entropic_field": (While((Add("DEF", 3),), If(kinds=(FURY,))),),
    "environmental_suit": (
        While((Grant("no_effect:corrosion"), Grant("no_effect:fire"))),
        While((Grant("no_damage"),), If(energy=("cold", "corrosion", "fire"))),
    ),
    "flight_pack": (While((Add("SPD", 3), Grant("flight"))),),
    "force_field": (While((Grant("cover"),), who=OWN_UNIT),),
    "force_projector": (While((Add("RNG", PerArc(1), MELEE),)),),
    "gate_jammer": (While((Grant("gate_jammer"),)),),
    "gladiator": (
        While(
            (Add("ATTACK_PD", 2),), If(kinds=(MELEE,), at=Selector(side=ENEMY, kinds=(WARJACK,)))
        ),
    ),
    "kinetic_field": (While((Grant("cover"),), who=Selector(side=FRIENDLY, within=5)),),
    "living_terror": (While((Add("DEF", 2),), If(kinds=(MELEE,), by=Selector(warrior=True))),),
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
    "spotlight": (While((Deny("stealth"),), who=Selector(side=ENEMY, within=10)),),
    "structural_analyzer": (While((Add("POW", 1, MELEE),)),),
    "thrusters": (While((Grant("pathfinder"), Add("DEF", PerArc(1)))),),
    **{
        f"arc_relay_{n}": (While((Grant("arc_relay"), Add("FURY_RNG", n))),)
        for n in (10, 12, 13, 14)
    },
}

# Abilities that the owner uses in the unit's own activation
ACTIVATED_ABILITIES: dict[str, tuple[Any, ...]] = {
    "jack_hunter": (
        Do(
            (Boosting((Add("ATTACK_AD", 3),), condition=AT_WARJACKS),),
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "alien_artifacts": (Brings(("penumbral_agitator", "quantum_harmonizer", "shadow_conductor")),),
    "penumbral_agitator": (Do((DiscardFromHand(),), once=True, shares="alien_artifacts"),),
    "quantum_harmonizer": (
        Do(
            (Heal(1, each=Selector(side=FRIENDLY, kinds=UNIT_KINDS, within=5)),),
            once=True,
            shares="alien_artifacts",
        ),
    ),
    "shadow_conductor": (
        Do(
            (RepositionWithin(2, of=EventRole.CHOSEN),),
            target=Selector(side=FRIENDLY, others=True),
            once=True,
            shares="alien_artifacts",
            beside=True,
        ),
    ),
    "command_interface_paladin": (
        Do(
            (TakeToken(EventRole.CHOSEN),),
            cost=SPIKE_COST_ARC,
            target=Selector(side=FRIENDLY, kinds=(SQUAD,), within=10, tag="paladin", token=True),
        ),
    ),
    "divination_lock": (
        Do(
            (Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),),
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "hunter_killer_salvo": (
        Do(
            (Boosting((Grant("ignore_sight"), Grant("ignore_cover"))),),
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "jump_jets": (
        Do((Boosting((Add("SPD", 3), Grant("flight"))),), cost=SPIKE_COST_ARC, once=True),
    ),
    "jump_start": (
        Do(
            (TakeToken(EventRole.CHOSEN),),
            cost=SPIKE_COST_ARC,
            target=Selector(side=FRIENDLY, kinds=(WARJACK,), within=10, token=True),
        ),
    ),
    "maelstrom_activator": (
        Do((AttackAgain("each"),), cost=SPIKE_COST_ARC, once=True, timing="after attacks"),
    ),
    "oracle_targeting_array": (
        Do(
            (Boosting((Grant("ignore_cover"), Grant("ignore_stealth"))),),
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "phase_sequencer": (Do((Boosting((Grant("through"),)),), cost=SPIKE_COST_ARC, once=True),),
    "phase_stalker": (Do((MoveUpTo(3), AttackAgain("any")), cost=SPIKE_COST_ARC, once=True),),
    "power_focus": (
        Do(
            (Boosting((Add("ATTACK_PD", 3), Grant("one_weapon"), Grant("rerolls_attacks"))),),
            cost=SPIKE_COST_ARC,
            once=True,
            timing="before attacks",
        ),
        When(
            Moment.ROLLED,
            (Reroll("attack"),),
            by=Selector(me=True, flag="rerolls_attacks"),
            may=True,
        ),
    ),
    "realignment_codex": (
        Do(
            (GainArc(3, EventRole.CHOSEN, most=True),),
            target=FRIENDS_IN_10,
            cost=SPIKE_COST_ARC,
            once=True,
        ),
        Do(
            (LoseArc(3, EventRole.CHOSEN, most=True),),
            target=FRIENDS_IN_10,
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "repair": (
        Do(
            (Heal(3),),
            target=Selector(side=FRIENDLY, kinds=UNIT_KINDS, within=1, others=True),
            timing=SPECIAL_ACTION,
        ),
    ),
    "resurrection_protocol": (
        Do(
            (ReturnModels(2, 2),),
            cost=SPIKE_COST_ARC,
            target=Selector(side=FRIENDLY, kinds=(SQUAD,), within=10),
        ),
    ),
    "slip_displacer": (Do((MoveUpTo(3, whole_unit=True),), cost=SPIKE_COST_ARC, once=True),),
    "thanotech_reclaimer": (Do((CardFromDiscard(),), cost=SPIKE_COST_ARC),),
    "tune_up": (
        Do(
            (EndEffects(), PutEffect("tune_up", EventRole.CHOSEN)),
            target=Selector(side=FRIENDLY, kinds=(WARJACK,), within=1, others=True),
            timing=SPECIAL_ACTION,
        ),
    ),
    "void_disruptor": (
        Do(
            (LoseArc(1, each=Selector(side=ENEMY, kinds=UNIT_KINDS, within=5)),),
            cost=SPIKE_COST_ARC,
            once=True,
        ),
    ),
    "void_phaser": (
        Do(
            (RepositionWithin(3, EventRole.CHOSEN, whole_unit=True),),
            cost=SPIKE_COST_ARC,
            target=Selector(side=FRIENDLY, kinds=UNIT_KINDS, within=5),
        ),
    ),
}

# Abilities that react to events
REACTION_ABILITIES: dict[str, tuple[Any, ...]] = {
    "afterburner": (
        When(
            Moment.ACTIVATION_START,
            (Boosting((Times("SPD", 3), Grant("no_attacks"))),),
            by=SELF,
            cost=SPIKE_COST_ARC,
        ),
    ),
    "apotropaic_reactor": (
        When(
            Moment.CARD_EXPIRING,
            (KeepCypher(),),
            by=ENEMIES,
            of=OWN_UNIT,
            cost=SPIKE_COST_ARC,
            whole_unit=True,
        ),
    ),
    "arc_amplifier": (
        When(
            Moment.ACTIVATION_START,
            (GainArc(1, EventRole.ACTIVATED),),
            by=Selector(side=FRIENDLY, within=10, others=True),
            may=True,
        ),
    ),
    "arc_capacitor": (
        When(
            Moment.AFTER_FURY,
            (GainArc(1, EventRole.SELF),),
            by=Selector(me=True, charged=False),
            may=True,
        ),
    ),
    "arcanum_module": (
        When(
            Moment.CARD_PLAYED,
            (GainArc(1, EventRole.SELF),),
            of=Selector(own_unit=True, charged=False),
            may=True,
            whole_unit=True,
        ),
        When(
            Moment.AFTER_ATTACKED,
            (GainArc(1, EventRole.SELF),),
            by=ENEMIES,
            condition=If(kinds=(FURY,), aimed=Selector(own_unit=True, charged=False)),
            may=True,
            whole_unit=True,
        ),
    ),
    "arc_exchange": (
        When(
            Moment.ACTIVATION_START,
            (GainArc(1, EventRole.SELF),),
            by=Selector(me=True, charged=False),
            may=True,
        ),
        When(
            Moment.ACTIVATION_END,
            (LoseArc(3, EventRole.SELF, most=True),),
            by=Selector(me=True, charged=True),
            may=True,
        ),
    ),
    "battle_cruiser": (
        When(Moment.AFTER_ATTACK, (MoveUpTo(1),), by=SELF, condition=If(kinds=(RANGED,)), may=True),
    ),
    "disruption_engine": (When(Moment.HIT, (ExpireCyphers(),), by=SELF, cost=SPIKE_COST_ARC),),
    "dominion_converter": (
        When(
            Moment.AFTER_ATTACKED,
            (GainArc(1, EventRole.SELF),),
            by=ENEMIES,
            of=SELF,
            condition=If(hit=True),
            may=True,
        ),
    ),
    "eclipse_drive": (
        When(Moment.ACTIVATION_END, (NoToken(),), by=SELF, cost=SPIKE_COST_ARC, whole_unit=True),
    ),
    "fire_and_displace": (
        When(Moment.AFTER_ATTACK, (MoveUpTo(3),), by=SELF, condition=If(kinds=(RANGED,)), may=True),
    ),
    "force_barrier_spike": (
        When(Moment.WOUNDED, (LessDamage(),), of=SELF, cost=SPIKE_COST_ARC, again=True),
    ),
    "fury_reciprocator": (When(Moment.AFTER_FURY, (ReturnCard(),), by=SELF, cost=SPIKE_COST_ARC),),
    "guardian": (
        When(
            Moment.SOMEONE_HIT,
            (HitInstead(),),
            by=ENEMIES,
            of=Selector(side=FRIENDLY, within=5, others=True),
            condition=If(targeted=True),
            may=True,
        ),
    ),
    "havoc_engine": (
        When(
            Moment.AFTER_ATTACK,
            (AttackAgain("unused"),),
            by=SELF,
            condition=If(destroyed=ENEMIES, in_activation=True),
            may=True,
        ),
    ),
    "heightened_reflexes": (
        When(Moment.AFTER_ATTACKED, (MoveUpTo(3),), condition=If(aimed=SELF), may=True),
    ),
    "impulse_reactor": (
        When(
            Moment.TURN_START,
            (TakeToken(EventRole.SELF),),
            by=Selector(me=True, token=True),
            may=True,
        ),
    ),
    "impulse_reciprocator": (
        When(
            Moment.HIT,
            (Boosting((Grant("strikes_back"),), until="attack"),),
            by=ENEMIES,
            of=SELF,
            condition=If(targeted=True),
            cost=SPIKE_COST_ARC,
        ),
        When(
            Moment.AFTER_ATTACKED, (AttackAgain("any"),), of=Selector(me=True, flag="strikes_back")
        ),
    ),
    "intercept_driver": (
        When(
            Moment.SOMEONE_HIT,
            (HitInstead(),),
            by=ENEMIES,
            of=Selector(side=FRIENDLY, within=5, others=True),
            condition=If(targeted=True),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "psycho_reactor": (
        When(
            Moment.ROLLED,
            (Reroll("attack"),),
            by=SELF,
            condition=If(kinds=(FURY,)),
            cost=SPIKE_COST_ARC,
        ),
        When(
            Moment.DAMAGE_ROLLED,
            (Reroll("damage"),),
            by=SELF,
            condition=If(kinds=(FURY,)),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "refractor_field": (When(Moment.ROLLED, (Reroll("defence"),), of=SELF, cost=SPIKE_COST_ARC),),
    "relentless": (
        When(
            Moment.AFTER_ATTACK,
            (MoveUpTo(2),),
            by=SELF,
            condition=If(kinds=(MELEE,), destroyed=ENEMIES),
            may=True,
        ),
    ),
    "riposte": (
        When(
            Moment.AFTER_ATTACKED,
            (AttackAgain("any", at=EventRole.ATTACKER),),
            by=ENEMIES,
            of=SELF,
            condition=If(kinds=(MELEE,), missed=True),
            may=True,
        ),
    ),
    "sidestep": (
        When(Moment.AFTER_ATTACK, (MoveUpTo(1),), by=SELF, condition=If(hit=True), may=True),
    ),
    "slip_field": (
        When(Moment.AFTER_ATTACKED, (MoveUpTo(3),), condition=If(aimed=SELF), may=True),
    ),
    "void_jumper": (
        When(
            Moment.SOMEONE_HIT,
            (Negate(), RepositionWithin(8)),
            by=ENEMIES,
            of=SELF,
            cost=SPIKE_COST_ARC,
        ),
    ),
    "void_shifter": (
        While((Add("ARM", 1),)),
        When(
            Moment.AFTER_ATTACKED,
            (RepositionWithin(2),),
            by=ENEMIES,
            of=SELF,
            condition=If(hit=True),
            may=True,
        ),
    ),
    "void_spiral": (
        When(
            Moment.AFTER_ATTACKED,
            (RepositionWithin(2),),
            by=ENEMIES,
            of=SELF,
            condition=If(hit=True),
            may=True,
        ),
    ),
}

UNIT_ABILITIES: dict[str, tuple[Any, ...]] = {
    **LASTING_ABILITIES,
    **ACTIVATED_ABILITIES,
    **REACTION_ABILITIES,
}
"""The abilities of units, cortexes and attachments."""
