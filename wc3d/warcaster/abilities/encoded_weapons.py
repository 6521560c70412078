"""The rules of weapons, as values. A weapon's rule works only for attacks with that weapon; a carried one for its bearer."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.warcaster.abilities.words import (
    AGAINST,
    ENEMIES,
    ENEMY,
    MELEE,
    SELF,
    WARJACK,
    Add,
    AttackAgain,
    BecomesSpray,
    Boosting,
    Burst,
    DragToward,
    ExpireCyphers,
    GainArc,
    GiveToken,
    Grant,
    Heal,
    If,
    LoseArc,
    MoveUpTo,
    NoDamageRoll,
    OneOf,
    Own,
    PutEffect,
    ReplaceQuality,
    RepositionWithin,
    Reroll,
    Role,
    SlamAway,
    Sort,
    Spike,
    Window,
)

WEAPONS: dict[str, tuple[Any, ...]] = {
    "anti_air": (While((Add("ATTACK_AD", 2),), If(by=SELF, at=Sort(flag="flight"))),),
    "arc_booster": (
        When(
            Window.BEFORE_DAMAGE, (Boosting((Add("ARM", -1),), until="attack", who=AGAINST),), by=SELF, cost=Spike(),
            limit="attack",
        ),
    ),
    "armor_piercing": (While((Add("ARM", -1),), who=AGAINST),),
    "attack_mode_arc_blade": (OneOf(("armor_piercing", "malefactor", "repulsor")),),
    "attack_mode_arclock_pistol": (OneOf(("blast", "fire", "revelator")),),
    "attack_mode_protean_forge": (OneOf(("range_extender", "armor_piercing", "strafe")),),
    "carrion_ablator": (When(Window.HIT, (PutEffect("corrosion"),), by=SELF, cost=Spike(), limit="attack"),),
    "cleave": (
        When(Window.AFTER_ATTACK, (AttackAgain("same", chains=False),), by=SELF, condition=If(destroyed=ENEMIES), may=True),
    ),
    "cortex_shock": (When(Window.HIT, (PutEffect("system_failure"),), by=SELF, condition=If(charged=True)),),
    "delayed_blast": (
        While((Grant("spared_by_own_blast"),), If(by=SELF)),
        When(Window.BEFORE_DAMAGE, (MoveUpTo(3),), by=SELF, may=True, limit="attack"),
    ),
    "dislocator": (
        When(
            Window.AFTER_ATTACK, (RepositionWithin(3, Role.TARGET, by="bearer"),), by=SELF, of=ENEMIES,
            condition=If(hit=True), cost=Spike(), limit="attack",
        ),
    ),
    "explosive_collapse": (
        When(
            Window.AFTER_ATTACK, (Burst(4, ("explosion",), 2, around=Role.TARGET),), by=SELF,
            condition=If(target_destroyed=True), limit="attack",
        ),
    ),
    "singularity_collapse": (
        When(
            Window.AFTER_ATTACK, (Burst(4, (), 2, around=Role.TARGET),), by=SELF,
            condition=If(target_destroyed=True), limit="attack",
        ),
    ),
    "force_ram": (
        When(
            Window.HIT, (ReplaceQuality("lock_down"), SlamAway(3, collateral=Own("POW"))), by=SELF, cost=Spike(),
            limit="attack",
        ),
    ),
    "gorge": (
        When(Window.AFTER_ATTACK, (Heal(0, Role.SELF, 1),), by=SELF, condition=If(destroyed=Sort(warrior=True)), limit="attack"),
    ),
    "high_intensity": (While((Grant("two_pd_per_arc"),), If(by=SELF)),),
    "malefactor": (When(Window.HIT, (ExpireCyphers(),), by=SELF),),
    "mechanical_optics": (While((Add("RNG", 4),), If(charged=True)),),
    "null_blast": (
        When(Window.HIT, (LoseArc(1, Role.TARGET, around=2),), by=SELF, cost=Spike(), limit="attack"),
    ),
    "null_strike": (When(Window.HIT, (LoseArc(1),), by=SELF),),
    "nullifier": (When(Window.HIT, (NoDamageRoll(), LoseArc(1)), by=SELF),),
    "phase_trajectiles": (While((Grant("ignore_sight"), Grant("ignore_cover"))),),
    "power_attack": (
        When(
            Window.HIT, (PutEffect("system_failure"),), by=SELF, of=Sort(kinds=(WARJACK,)), cost=Spike(), limit="attack",
        ),
    ),
    "range_extender": (While((Add("RNG", 2),)),),
    "shockwave": (When(Window.DECLARED, (BecomesSpray(),), by=SELF, cost=Spike(), limit="attack"),),
    "siphon_power": (
        When(
            Window.AFTER_ATTACK, (GainArc(1, Role.SELF, empty=True),), by=SELF, may=True, limit="attack",
            condition=If(destroyed=ENEMIES, attack_was_charged=True),
        ),
    ),
    "stun_module": (When(Window.HIT, (GiveToken(),), by=SELF, cost=Spike(), limit="attack"),),
    "targeter": (When(Window.ROLLED, (Reroll("attack"),), by=SELF, may=True, limit="attack"),),
    "winch": (
        When(
            Window.AFTER_ATTACK, (DragToward(),), by=SELF, of=ENEMIES, may=True, limit="attack",
            condition=If(damaged=True, base="no larger"),
        ),
    ),
    # Qualities that a mode of attack may bring; as qualities of a weapon the attack itself knows them.
    "spray": (),
    "blast": (),
    "fire": (),
    "repulsor": (),
    "strafe": (),
}
"""The rules of weapons, for attacks with the weapon."""

CARRIED_RULES: dict[str, tuple[Any, ...]] = {
    "defense_matrix": (While((Add("DEF", 3),), If(weapon_energy=("ballistic",))),),
    "eruption": (Do((Burst(3, ("explosion",), 3),), timing="attacks", limit="activation"),),
    "repulsor_ram": (
        When(
            Window.AFTER_ATTACKED, (SlamAway(3, who=Role.ATTACKER, source=Role.SELF, collateral=Own("POW")),),
            by=Sort(side=ENEMY), of=SELF, condition=If(kinds=(MELEE,), hit=True), cost=Spike(),
        ),
    ),
    "shield": (While((Add("ARM", 1),)),),
}
"""The rules of weapons that work for the model that carries them."""

