"""The chances of an attack, exactly: hitting, wounding, destroying. No dice are rolled; the pools are the game's own."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wc3d.engine.abilities import When
from wc3d.engine.dice import Die
from wc3d.engine.memo import kept
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import Borne, borne_by, of_weapon
from wc3d.games.neo_mechanika.rules.abilities.encoded_effects import EFFECTS
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts, facts_of, may_be_hurt
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import applies_to
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Reroll
from wc3d.games.neo_mechanika.rules.dice import ACTION, POWER
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    attack,
    attack_pool,
    blast_roll,
    damage_pool,
    defense_pool,
)
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import may_be_put
from wc3d.games.neo_mechanika.rules.fighting.damage import damage_facts, health, points_for
from wc3d.games.neo_mechanika.rules.frames import Attacking
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon

StrikeChances = tuple[float, ...]
"""How likely each number is, from 0 up."""

LOWERING = frozenset(effect for effect, changes in EFFECTS.items() if "ARM" in dict(changes))
"""The continuous effects that change the ARM."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What an attack may do: the chance of a hit and of destroying the target, and the damage points to be expected.

    `damage` counts no more than the target has left.
    """

    hit: float
    damage: float
    destroy: float


@lru_cache(maxsize=4096)
def ways(action: int, power: int) -> tuple[int, ...]:
    """In how many ways so many Action and Power Dice show each number of strikes, from 0 up; there are 6 to the dice in all."""
    if action > 0:
        return _with(ways(action - 1, power), ACTION)
    if power > 0:
        return _with(ways(0, power - 1), POWER)
    return (1,)


def _with(counts: tuple[int, ...], die: Die) -> tuple[int, ...]:
    """The ways with one die more."""
    sums = [0] * (len(counts) + max(die.faces))
    for face in die.faces:
        for n, count in enumerate(counts):
            sums[n + face] += count
    return tuple(sums)


@lru_cache(maxsize=4096)
def strikes(action: int, power: int) -> StrikeChances:
    """How likely each number of strikes is with so many Action and Power Dice."""
    roll_count = 6 ** (action + power)
    return tuple(count / roll_count for count in ways(action, power))


@lru_cache(maxsize=65536)
def excess(attack: tuple[int, int], defense: tuple[int, int], again: bool = False) -> StrikeChances:
    """How likely each excess is when these pools are rolled against each other; 0 is a miss (a tie misses).

    `again`: an attack that misses is rolled again, once, against the same defense.
    """
    excess_chances = [0.0] * (2 * sum(attack) + 1)
    attack_chances = strikes(*attack)
    for d, against in enumerate(strikes(*defense)):
        missed = sum(attack_chances[: d + 1])
        excess_chances[0] += against * (missed * missed if again else missed)
        for a in range(d + 1, len(attack_chances)):
            excess_chances[a - d] += against * attack_chances[a] * (1.0 + missed if again else 1.0)
    return tuple(excess_chances)


@lru_cache(maxsize=65536)
def chances(
    attack: tuple[int, int], defense: tuple[int, int], pow: int | None, power: int, arm: int, remaining: int, *,
    again: bool = False, blast: tuple[int, int] | None = None,
) -> Odds:  # fmt: skip
    """The odds of a hit and of its damage roll: POW and `power` dice and the excess, against ARM, with `remaining` damage to go.

    A `pow` of None is an attack without damage roll; an ARM of 0 is that of something which cannot be hurt. `again`: a miss
    is rolled again; `blast`: POW and ARM of the damage roll that a miss still brings.
    """
    excess_chances = excess(attack, defense, again)
    rolls = [] if pow is None else [(chance, pow, power + extra_dice, arm) for extra_dice, chance in enumerate(excess_chances) if extra_dice]
    if blast is not None:
        rolls.append((excess_chances[0], blast[0], 0, blast[1]))
    damage = destroy = 0.0
    for chance, action, dice, armour in rolls:
        if chance > 1e-9 and armour > 0:
            for strike_count, likely in enumerate(strikes(action, dice)):
                points = min(remaining, points_for(strike_count, armour))
                damage += chance * likely * points
                destroy += chance * likely * (points >= remaining)
    return Odds(1.0 - excess_chances[0], damage, destroy)


@kept
def attack_odds(state: State, attacker: str, weapon: Weapon, target: str) -> Odds:
    """The odds of an attack as things stand, if it is legal: with cover, Arc, cards and abilities; without what may be spiked."""
    return pools_odds(state, _about_to_roll(attacker, weapon, target))


@lru_cache(maxsize=4096)
def _about_to_roll(attacker: str, weapon: Weapon, target: str) -> Attacking:
    return attack(attacker, weapon, target)


def pools_odds(state: State, f: Attacking) -> Odds:
    """The odds of an attack that is about to be rolled: a reroll that costs nothing is used on a miss, a blast hurts on one.

    What else a hit may do before the damage roll (slams, Arc lost, abilities) only `outcomes` looks at.
    """
    pools, has_reroll = (attack_pool(state, f), defense_pool(state, f)), rolls_again(state, f)
    if f.weapon.pow is None:
        return chances(*pools, None, 0, 0, left(state, f.target), again=has_reroll)
    pow, power = damage_pool(state, f)
    blast = None
    if "blast" in f.weapon.qualities:
        roll = blast_roll(state, f, f.target)
        blast = roll.pow, _arm(state, f.target, damage_facts(state, roll))
    arm = _arm(_once_hit(state, f), f.target, facts_of(f))
    return chances(*pools, pow, power, arm, left(state, f.target), again=has_reroll, blast=blast)


def _arm(state: State, target: str, facts: AttackFacts) -> int:
    """The ARM against this damage; 0 for what it cannot hurt."""
    return int(stat(state, target, "ARM", facts).value) if may_be_hurt(state, target, facts) else 0


def _once_hit(state: State, f: Attacking) -> State:
    """The state with those effects on the target that a hit puts there before the damage roll and that change its ARM."""
    new = tuple(q for q in f.weapon.qualities if q in LOWERING and may_be_put(state, f.target, q))
    if not new:
        return state
    return state.with_thing(f.target, effects=(*state.thing(f.target).effects, *new))


def rolls_again(state: State, f: Attacking) -> bool:
    """May the attacker roll a miss again at no cost (Targeter)?"""
    rules = (*of_weapon(state, f.attacker, f.weapon.abilities, When), *borne_by(state, f.attacker, When))
    return any(b.clause.window is Moment.ROLLED and _is_free_reroll(state, b, f) for b in rules)


def _is_free_reroll(state: State, borne: Borne, f: Attacking) -> bool:
    return borne.clause.cost is None and Reroll("attack") in borne.clause.effects and applies_to(state, borne, f)


def left(state: State, id: str) -> int:
    """The damage points a model can still take; a void gate's Arc."""
    return state.gates[id].arc if id in state.gates else health(state, id) - state.models[id].damage
