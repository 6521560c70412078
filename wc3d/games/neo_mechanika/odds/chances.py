"""Compute the exact chances of an attack (hit, damage, destruction) from the game's dice pools."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d._internal.memo import Size, memo_on_state, memo_per_process
from wc3d.engine.abilities import When
from wc3d.engine.dice import Die
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import (
    BorneClause,
    clauses_borne_by,
    weapon_clauses,
)
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import EFFECT_MODIFIERS
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    AttackFacts,
    can_be_damaged,
    facts_of_attack,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import is_triggered_by_attack
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Reroll
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    attack_pool,
    damage_pool,
    defense_pool,
    make_attack,
    make_blast_roll,
)
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import can_put_effect
from wc3d.games.neo_mechanika.rules.fighting.damage import (
    compute_damage_points,
    damage_facts,
    remaining_health,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon

StrikeChances = tuple[float, ...]
"""The chance of each number of strikes, from 0 up."""

ARM_CHANGING_EFFECTS = frozenset(
    effect for effect, changes in EFFECT_MODIFIERS.items() if "ARM" in dict(changes)
)
"""The continuous effects that change the ARM."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an attack: the chances to hit and to destroy the target, and the mean damage
    points.

    `damage` does not count points above what the target has left.
    """

    hit: float
    damage: float
    destroy: float


def count_strikes(action: int, power: int) -> tuple[int, ...]:
    """Count the dice results with each number of strikes, from 0 up, out of 6 ** dice."""
    if action > 0:
        return _add_die(count_strikes(action - 1, power), ACTION_DIE)
    if power > 0:
        return _add_die(count_strikes(0, power - 1), POWER_DIE)
    return (1,)


def _add_die(counts: tuple[int, ...], die: Die) -> tuple[int, ...]:
    """Return the counts with one more die."""
    sums = [0] * (len(counts) + max(die.faces))
    for face in die.faces:
        for n, count in enumerate(counts):
            sums[n + face] += count
    return tuple(sums)


@memo_per_process(Size.LARGE)
def find_strike_chances(action: int, power: int) -> StrikeChances:
    """Return the chance of each number of strikes for some Action and Power Dice."""
    roll_count = 6 ** (action + power)
    return tuple(count / roll_count for count in count_strikes(action, power))


def find_excess_chances(
    attack: tuple[int, int], defense: tuple[int, int], again: bool = False
) -> StrikeChances:
    """Return the chance of each number of excess strikes of one pool against another; 0 is a miss
    (ties miss).

    With `again`, a missed attack is rerolled once against the same defense.
    """
    excess_chances = [0.0] * (2 * sum(attack) + 1)
    attack_chances = find_strike_chances(*attack)
    for d, against in enumerate(find_strike_chances(*defense)):
        missed = sum(attack_chances[: d + 1])
        excess_chances[0] += against * (missed * missed if again else missed)
        for a in range(d + 1, len(attack_chances)):
            excess_chances[a - d] += against * attack_chances[a] * (1.0 + missed if again else 1.0)
    return tuple(excess_chances)


@memo_per_process(Size.HUGE)
def compute_attack_odds(
    attack: tuple[int, int],
    defense: tuple[int, int],
    pow: int | None,
    power: int,
    arm: int,
    remaining: int,
    *,
    again: bool = False,
    blast: tuple[int, int] | None = None,
) -> Odds:
    """Return the odds of an attack and its damage roll against `arm`, for a target with
    `remaining` damage points.

    The damage roll is `pow`, `power` dice and the excess. A `pow` of None makes no damage roll. An
    `arm` of 0 cannot be damaged. `again` rerolls a miss. `blast` is the POW and ARM of the damage
    roll on a miss.
    """
    excess_chances = find_excess_chances(attack, defense, again)
    rolls = (
        []
        if pow is None
        else [
            (chance, pow, power + extra_dice, arm)
            for extra_dice, chance in enumerate(excess_chances)
            if extra_dice
        ]
    )
    if blast is not None:
        rolls.append((excess_chances[0], blast[0], 0, blast[1]))
    damage = destroy = 0.0
    for chance, action, dice, armour in rolls:
        if chance > 1e-9 and armour > 0:
            for strike_count, likely in enumerate(find_strike_chances(action, dice)):
                points = min(remaining, compute_damage_points(strike_count, armour))
                damage += chance * likely * points
                destroy += chance * likely * (points >= remaining)
    return Odds(1.0 - excess_chances[0], damage, destroy)


@memo_on_state
def attack_odds(state: State, attacker: str, weapon: Weapon, target: str) -> Odds:
    """Return a legal attack's odds with cover, Arc, cards and abilities, without new spikes."""
    return odds_before_roll(state, _start_attack(attacker, weapon, target))


@memo_per_process(Size.HUGE)
def _start_attack(attacker: str, weapon: Weapon, target: str) -> Attacking:
    return make_attack(attacker, weapon, target)


def odds_before_roll(state: State, f: Attacking) -> Odds:
    """Return the odds of an attack before its roll, with free rerolls and blast damage on a miss.

    Other effects of a hit before the damage roll (slams, lost Arc, abilities) are only in
    `outcomes`.
    """
    pools = (attack_pool(state, f), defense_pool(state, f))
    has_reroll = can_reroll_miss(state, f)
    if f.weapon.pow is None:
        return compute_attack_odds(
            *pools, None, 0, 0, remaining_health(state, f.target), again=has_reroll
        )
    pow, power = damage_pool(state, f)
    blast = None
    if "blast" in f.weapon.qualities:
        roll = make_blast_roll(state, f, f.target)
        blast = roll.pow, _find_arm(state, f.target, damage_facts(state, roll))
    arm = _find_arm(_apply_hit_effects(state, f), f.target, facts_of_attack(f))
    return compute_attack_odds(
        *pools, pow, power, arm, remaining_health(state, f.target), again=has_reroll, blast=blast
    )


def _find_arm(state: State, target: str, facts: AttackFacts) -> int:
    """Return the ARM against this damage; 0 if the target cannot be damaged."""
    return (
        int(current_stat(state, target, "ARM", facts).value)
        if can_be_damaged(state, target, facts)
        else 0
    )


def _apply_hit_effects(state: State, f: Attacking) -> State:
    """Return the state with the ARM-changing effects that a hit puts on before the damage roll."""
    new = tuple(
        q
        for q in f.weapon.qualities
        if q in ARM_CHANGING_EFFECTS and can_put_effect(state, f.target, q)
    )
    if not new:
        return state
    return state.with_model_or_gate(
        f.target, effects=(*state.model_or_gate(f.target).effects, *new)
    )


def can_reroll_miss(state: State, f: Attacking) -> bool:
    """Return whether the attacker can reroll a miss for free (Targeter)."""
    rules = (
        *weapon_clauses(state, f.attacker, f.weapon.abilities, When),
        *clauses_borne_by(state, f.attacker, When),
    )
    return any(b.clause.window is Moment.ROLLED and _is_free_reroll(state, b, f) for b in rules)


def _is_free_reroll(state: State, borne: BorneClause, f: Attacking) -> bool:
    return (
        borne.clause.cost is None
        and Reroll("attack") in borne.clause.effects
        and is_triggered_by_attack(state, borne, f)
    )
