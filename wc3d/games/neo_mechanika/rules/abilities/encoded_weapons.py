"""The rules of weapons, as values. A weapon's rule works only for attacks with that weapon; a carried one for its bearer."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import *

ENEMY_MODELS = Selector(side=ENEMY, kinds=UNIT_KINDS)

WEAPON_RULES: dict[str, tuple[Any, ...]] = {
    "anti_air": (While((Add("ATTACK_AD", 2),), If(at=Selector(flag="flight"))),),
    "arc_booster": (
        When(Moment.BEFORE_DAMAGE, (Boosting((Add("ARM", -1),), until="attack", who=AGAINST),), by=SELF, cost=SPIKE_COST_ARC),
    ),
    "armor_piercing": (While((Add("ARM", -1),), who=AGAINST),),
    "attack_mode_arc_blade": (OneOf(("armor_piercing", "malefactor", "repulsor")),),
    "attack_mode_arclock_pistol": (OneOf(("blast", "fire", "revelator")),),
    "attack_mode_protean_forge": (OneOf(("range_extender", "armor_piercing", "strafe")),),
    "carrion_ablator": (When(Moment.HIT, (PutEffect("corrosion"),), by=SELF, cost=SPIKE_COST_ARC),),
    "cleave": (
        When(Moment.AFTER_ATTACK, (AttackAgain("same", chains=False),), by=SELF, condition=If(destroyed=ENEMIES), may=True),
    ),
    "cortex_shock": (When(Moment.HIT, (PutEffect("system_failure"),), by=SELF),),
    "delayed_blast": (
        While((Grant("spared_by_own_blast"),)),
        When(Moment.HIT, (MoveUpTo(3),), by=SELF, may=True),
    ),
    "dislocator": (
        When(
            Moment.AFTER_ATTACK, (RepositionWithin(3, Who.TARGET),), by=SELF, of=ENEMY_MODELS, condition=If(hit=True),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "explosive_collapse": (
        When(Moment.AFTER_ATTACK, (Burst(4, (), 2, around=Who.TARGET),), by=SELF, condition=If(target_destroyed=True)),
    ),
    "force_ram": (
        When(Moment.HIT, (ReplaceQuality("lock_down"), SlamAway(3, collateral=Own("POW"))), by=SELF, cost=SPIKE_COST_ARC),
    ),
    "gorge": (
        When(Moment.AFTER_ATTACK, (Heal(points=1, who=Who.SELF),), by=SELF, condition=If(destroyed=Selector(warrior=True))),
    ),
    "high_intensity": (While((Grant("two_pd_per_arc"),)),),
    "malefactor": (When(Moment.HIT, (ExpireCyphers(),), by=SELF),),
    "mechanical_optics": (While((Add("RNG", 4),)),),
    "null_blast": (When(Moment.HIT, (LoseArc(1, Who.TARGET, around=2),), by=SELF, cost=SPIKE_COST_ARC),),
    "null_strike": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "nullifier": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "phase_trajectiles": (While((Grant("ignore_sight"), Grant("ignore_cover"))),),
    "power_attack": (When(Moment.HIT, (PutEffect("system_failure"),), by=SELF, of=Selector(kinds=(WARJACK,)), cost=SPIKE_COST_ARC),),
    "range_extender": (While((Add("RNG", 2),)),),
    "shockwave": (When(Moment.DECLARED, (BecomesSpray(),), by=SELF, cost=SPIKE_COST_ARC),),
    "singularity_collapse": (
        When(Moment.AFTER_ATTACK, (Burst(4, (), 2, around=Who.TARGET),), by=SELF, condition=If(target_destroyed=True)),
    ),
    "siphon_power": (
        When(
            Moment.AFTER_ATTACK, (GainArc(1, Who.SELF),), by=Selector(me=True, charged=False),
            condition=If(destroyed=Selector(side=ENEMY, charged=True)), may=True,
        ),
    ),
    "stun_module": (When(Moment.HIT, (GiveToken(),), by=SELF, of=Selector(kinds=UNIT_KINDS, token=False), cost=SPIKE_COST_ARC),),
    "targeter": (When(Moment.ROLLED, (Reroll("attack"),), by=SELF, may=True),),
    "winch": (
        When(
            Moment.AFTER_ATTACK, (DragToward(),), by=SELF, of=ENEMY_MODELS, condition=If(damaged=True, no_larger=True), may=True,
        ),
    ),
}
"""The rules of weapons, for attacks with the weapon. (Qualities, such as Blast, the attack itself knows.)"""

CARRIED_RULES: dict[str, tuple[Any, ...]] = {
    "defense_matrix": (While((Add("DEF", 3),), If(weapon_energy=("ballistic",))),),
    "eruption": (Do((Burst(3, ("explosion",), 3),), timing="attacks", once=True),),
    "repulsor_ram": (
        When(
            Moment.AFTER_ATTACKED, (SlamAway(3, who=Who.ATTACKER, source=Who.SELF, collateral=Own("POW")),),
            by=ENEMIES, of=SELF, condition=If(kinds=(MELEE,), hit=True), cost=SPIKE_COST_ARC,
        ),
    ),
    "shield": (While((Add("ARM", 1),), stacks=True),),
}
"""The rules of weapons and equipment that work for the model that carries them."""
