"""Every encoded ability by name, as clauses: While, When, Do."""

from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities.custom_rules import compile_clauses
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.unit_abilities import UNIT_ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import *
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Brings, ChooseRulePerAttack
from wc3d.games.neo_mechanika.rules.cards import CUSTOM_RULES

ENEMY_MODELS = Selector(side=ENEMY, kinds=UNIT_KINDS)

WEAPON_RULES: dict[str, tuple[Any, ...]] = {
    "anti_air": (While((Add("ATTACK_AD", 2),), If(at=Selector(flag="flight"))),),
    "arc_booster": (
        When(
            Moment.BEFORE_DAMAGE,
            (Boosting((Add("ARM", -1),), until="attack", who=AGAINST),),
            by=SELF,
            cost=SPIKE_COST_ARC,
        ),
    ),
    "armor_piercing": (While((Add("ARM", -1),), who=AGAINST),),
    "attack_mode_arc_blade": (ChooseRulePerAttack(("armor_piercing", "malefactor", "repulsor")),),
    "attack_mode_arclock_pistol": (ChooseRulePerAttack(("blast", "fire", "revelator")),),
    "attack_mode_protean_forge": (
        ChooseRulePerAttack(("range_extender", "armor_piercing", "strafe")),
    ),
    "carrion_ablator": (When(Moment.HIT, (PutEffect("corrosion"),), by=SELF, cost=SPIKE_COST_ARC),),
    "cleave": (
        When(
            Moment.AFTER_ATTACK,
            (AttackAgain("same", chains=False),),
            by=SELF,
            condition=If(destroyed=ENEMIES),
            may=True,
        ),
    ),
    "cortex_shock": (When(Moment.HIT, (PutEffect("system_failure"),), by=SELF),),
    "delayed_blast": (
        While((Grant("spared_by_own_blast"),)),
        When(Moment.HIT, (MoveUpTo(3),), by=SELF, may=True),
    ),
    "dislocator": (
        When(
            Moment.AFTER_ATTACK,
            (RepositionWithin(3, EventRole.TARGET),),
            by=SELF,
            of=ENEMY_MODELS,
            condition=If(hit=True),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "explosive_collapse": (
        When(
            Moment.AFTER_ATTACK,
            (Burst(4, (), 2, around=EventRole.TARGET),),
            by=SELF,
            condition=If(target_destroyed=True),
        ),
    ),
    "force_ram": (
        When(
            Moment.HIT,
            (ReplaceQuality("lock_down"), SlamAway(3, collateral=Own("POW"))),
            by=SELF,
            cost=SPIKE_COST_ARC,
        ),
    ),
    "gorge": (
        When(
            Moment.AFTER_ATTACK,
            (Heal(points=1, who=EventRole.SELF),),
            by=SELF,
            condition=If(destroyed=Selector(warrior=True)),
        ),
    ),
    "high_intensity": (While((Grant("two_pd_per_arc"),)),),
    "malefactor": (When(Moment.HIT, (ExpireCyphers(),), by=SELF),),
    "mechanical_optics": (While((Add("RNG", 4),)),),
    "null_blast": (
        When(Moment.HIT, (LoseArc(1, EventRole.TARGET, around=2),), by=SELF, cost=SPIKE_COST_ARC),
    ),
    "null_strike": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "nullifier": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "phase_trajectiles": (While((Grant("ignore_sight"), Grant("ignore_cover"))),),
    "power_attack": (
        When(
            Moment.HIT,
            (PutEffect("system_failure"),),
            by=SELF,
            of=Selector(kinds=(WARJACK,)),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "range_extender": (While((Add("RNG", 2),)),),
    "shockwave": (When(Moment.DECLARED, (BecomesSpray(),), by=SELF, cost=SPIKE_COST_ARC),),
    "singularity_collapse": (
        When(
            Moment.AFTER_ATTACK,
            (Burst(4, (), 2, around=EventRole.TARGET),),
            by=SELF,
            condition=If(target_destroyed=True),
        ),
    ),
    "siphon_power": (
        When(
            Moment.AFTER_ATTACK,
            (GainArc(1, EventRole.SELF),),
            by=Selector(me=True, charged=False),
            condition=If(destroyed=Selector(side=ENEMY, charged=True)),
            may=True,
        ),
    ),
    "stun_module": (
        When(
            Moment.HIT,
            (GiveToken(),),
            by=SELF,
            of=Selector(kinds=UNIT_KINDS, token=False),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "targeter": (When(Moment.ROLLED, (Reroll("attack"),), by=SELF, may=True),),
    "winch": (
        When(
            Moment.AFTER_ATTACK,
            (DragToward(),),
            by=SELF,
            of=ENEMY_MODELS,
            condition=If(damaged=True, no_larger=True),
            may=True,
        ),
    ),
}
"""The rules of weapons, for attacks with the weapon. The attack handles qualities such as Blast."""

CARRIED_RULES: dict[str, tuple[Any, ...]] = {
    "defense_matrix": (While((Add("DEF", 3),), If(weapon_energy=("ballistic",))),),
    "eruption": (Do((Burst(3, ("explosion",), 3),), timing="attacks", once=True),),
    "repulsor_ram": (
        When(
            Moment.AFTER_ATTACKED,
            (SlamAway(3, who=EventRole.ATTACKER, source=EventRole.SELF, collateral=Own("POW")),),
            by=ENEMIES,
            of=SELF,
            condition=If(kinds=(MELEE,), hit=True),
            cost=SPIKE_COST_ARC,
        ),
    ),
    "shield": (While((Add("ARM", 1),), stacks=True),),
}
"""The rules of weapons and equipment that work for the model that carries them."""


FURY_CLAUSES: dict[str, tuple[Any, ...]] = {
    "cryo_lock": (When(Moment.HIT, (GiveToken(),), by=SELF, condition=If(can_hurt=True)),),
    "malediction_rubric": (When(Moment.HIT, (ExpireCyphers(whole_unit=True),), by=SELF),),
    "null_collider": (When(Moment.HIT, (LoseArc(1),), by=SELF),),
    "velocity_projector": (When(Moment.HIT, (SlamAway(3, collateral=Own("POW")),), by=SELF),),
}
"""The Furies' own rules. The other Furies have only the POW and qualities on their cards."""

CYPHER_CLAUSES: dict[str, tuple[Any, ...]] = {
    "displacement_index": (Do((MoveUpTo(3, EventRole.CHOSEN, whole_unit=True),)),),
    "force_barrier": (While((Grant("cover"),)),),
    "mortality_destabilizer": (Do((ReturnModels(1, 2),)),),
    "plexus_densifier": (While((Add("ARM", 2), Add("SPD", -1))),),
    "reiteration_complex": (While((Add("MORE_RANGED", 1),)),),
    "temporal_cycle": (Do((TakeToken(EventRole.CHOSEN),)),),
    "aggression_theorem": (Do((AttackAgain("any", EventRole.CHOSEN),)),),
    "arcane_synthesis": (Do((GainArc(3, EventRole.CHOSEN, most=True),)),),
    "divination_algorithm": (While((Add("RNG", 1, RANGED), Add("POW", 1, RANGED))),),
    "encrypted_command": (Do((TakeToken(EventRole.CHOSEN),)),),
    "recall_initiative": (Do((RecallUnit(),)),),
    "revelation_matrix": (While((Grant("ignore_stealth"),)),),
    "annihilation_vector": (
        Do((MeleeStrike(Own("STR"), ("kinetic",)),)),
        When(Moment.HIT, (PutEffect("system_failure"),), by=SELF, of=Selector(kinds=(WARJACK,))),
    ),
    "ascension_catalyst": (While((Add("SPD", 2), Grant("flight"))),),
    "impulse_inducer": (Do((TakeToken(EventRole.CHOSEN),)),),
    "interdiction_protocol": (
        While((Add("DEF", 2),), who=Selector(side=FRIENDLY, warrior=True, within=5)),
    ),
    "kinetic_accelerator": (While((Add("RNG", 1, MELEE), Add("POW", 1, MELEE))),),
    "momentum_calibrator": (
        When(
            Moment.HIT,
            (SlamAway(per_strike=Own("STR"), collateral=Own("STR")),),
            by=SELF,
            of=Selector(kinds=UNIT_KINDS),
            condition=If(kinds=(MELEE,), no_larger=True),
        ),
    ),
}
"""The effects of the other Cyphers."""


Clauses = tuple[Any, ...]


class AbilityTable(dict[str, Clauses]):
    """The built-in abilities by name, and the rules that the cards in use define themselves."""

    def __missing__(self, name: str) -> Clauses:
        return compile_clauses(*CUSTOM_RULES[name])

    def get(self, name: str, default: Any = None) -> Any:
        """Return an ability's clauses, or the default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in CUSTOM_RULES


ABILITIES = AbilityTable(
    {
        **UNIT_ABILITIES,
        **WEAPON_RULES,
        **CARRIED_RULES,
        **{
            f"cypher:{name}": clauses
            for name, clauses in {**CYPHER_CLAUSES, **FURY_CLAUSES}.items()
        },
    }
)
"""Clauses by ability name; a Cypher's name is "cypher:" and its id."""

CARRIED_WEAPON_RULES = frozenset(CARRIED_RULES)
"""Weapon rules that always work for the model that carries the weapon."""

STACKING_RULES = frozenset(
    name for name, all in ABILITIES.items() if any(isinstance(c, While) and c.stacks for c in all)
)
"""Rules that add up if a model has them more than once."""


def granted_rules(ability: str) -> tuple[str, ...]:
    """Return the rules and qualities that an ability brings or chooses from."""
    return tuple(
        rule
        for c in ABILITIES.get(ability, ())
        if isinstance(c, Brings | ChooseRulePerAttack)
        for rule in c.rules
    )
