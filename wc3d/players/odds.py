"""The chances of an attack, exactly: hitting, wounding, destroying. No dice are rolled; the pools are the game's own."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wc3d.engine.dice import Die
from wc3d.warcaster.abilities.stats import stat
from wc3d.warcaster.dice import ACTION, POWER
from wc3d.warcaster.fighting.attack import Attacking, attack, attack_pool, case_of, damage_pool, defence_pool
from wc3d.warcaster.fighting.damage import health, may_be_hurt, points_for
from wc3d.warcaster.fighting.weapons import Weapon
from wc3d.warcaster.state import State

Chances = tuple[float, ...]
"""How likely each number is, from 0 up."""


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
def strikes(action: int, power: int) -> Chances:
    """How likely each number of strikes is with so many Action and Power Dice."""
    all = 6 ** (action + power)
    return tuple(count / all for count in ways(action, power))


@lru_cache(maxsize=65536)
def excess(attack: tuple[int, int], defence: tuple[int, int]) -> Chances:
    """How likely each excess is when these pools are rolled against each other; 0 is a miss (a tie misses)."""
    over = [0.0] * (2 * sum(attack) + 1)
    for a, chance in enumerate(strikes(*attack)):
        for d, against in enumerate(strikes(*defence)):
            over[max(0, a - d)] += chance * against
    return tuple(over)


@lru_cache(maxsize=65536)
def chances(attack: tuple[int, int], defence: tuple[int, int], pow: int | None, power: int, arm: int, left: int) -> Odds:
    """The odds of a hit and of its damage roll: POW and `power` dice and the excess, against ARM, with `left` damage to go.

    A `pow` of None is an attack without damage roll; an ARM of 0 is that of something which cannot be hurt.
    """
    over = excess(attack, defence)
    hit = 1.0 - over[0]
    if pow is None or arm <= 0:
        return Odds(hit, 0.0, 0.0)
    damage = destroy = 0.0
    for more, chance in enumerate(over[1:], 1):
        if chance > 1e-9:
            for rolled, likely in enumerate(strikes(pow, power + more)):
                points = min(left, points_for(rolled, arm))
                damage += chance * likely * points
                destroy += chance * likely * (points >= left)
    return Odds(hit, damage, destroy)


def attack_odds(state: State, attacker: str, weapon: Weapon, target: str) -> Odds:
    """The odds of an attack as things stand, if it is legal: with cover, Arc, cards and abilities; without what may be spiked."""
    return pools_odds(state, attack(attacker, weapon, target))


def pools_odds(state: State, f: Attacking) -> Odds:
    """The odds of an attack that is about to be rolled."""
    case = case_of(f)
    arm = int(stat(state, f.target, "ARM", case).value) if may_be_hurt(state, f.target, case) else 0
    pow, power = damage_pool(state, f) if f.weapon.pow is not None else (None, 0)
    return chances(attack_pool(state, f), defence_pool(state, f), pow, power, arm, left(state, f.target))


def left(state: State, id: str) -> int:
    """The damage points a model can still take; a void gate's Arc."""
    return state.gates[id].arc if id in state.gates else health(state, id) - state.models[id].damage
