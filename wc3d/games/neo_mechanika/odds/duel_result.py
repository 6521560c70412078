"""Compute a duel's result: exact chances of hits, damage, destruction and lasting effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from wc3d.engine.dice import Roll
from wc3d.games.neo_mechanika.odds.dice_pools import DicePool, current_pools
from wc3d.games.neo_mechanika.odds.duel import Duel
from wc3d.games.neo_mechanika.odds.outcomes import AttackOutcome, enumerate_outcomes
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.state import State

Distribution = tuple[Fraction, ...]
"""The chance of each number, from 0 up; the chances add up to 1."""


@dataclass(frozen=True, repr=False)
class Result:
    """The exact chances of one or several attacks. All chances are fractions.

    - `hit`: the chance that at least one attack hits. `expected_hits`: the mean number of hits.
    - `hits[n]`: the chance of exactly n hits. `damage[n]`: the chance of exactly n damage points.
    - `destroyed`: the chance that the target, or the entire squad, is destroyed.
    - `fallen[n]`: for a squad, the chance that exactly n models are destroyed.
    - `health`: the target's damage points before the attack. Damage above them is not counted.
    - `effects`: the chance of each effect. `mean_lost_arc`: the target's mean loss of Arc.
    - `unfinished_chance`: the chance that the target survives and an attack could not be made.
    - `pools`: the dice, each with its receipt.

    >>> chances = wc3d.odds("dusk wolf", "rail gun", "marauder")
    >>> sum(chances.damage) == 1 and chances.at_least(1) <= chances.hit
    True
    """

    attacks: int
    health: int
    hits: Distribution
    damage: Distribution
    destroyed: Fraction
    mean_lost_arc: Fraction
    effects: dict[str, Fraction]
    unfinished_chance: Fraction
    pools: tuple[DicePool, ...]
    fallen: Distribution = ()

    def __repr__(self) -> str:
        hit, destroyed, damage = (
            float(n) for n in (self.hit, self.destroyed, self.expected_damage)
        )
        return f"<Odds: hits {hit:.1%}, destroyed {destroyed:.1%}, {damage:.3f} of {self.health} damage on average>"

    @property
    def hit(self) -> Fraction:
        """Return the chance that at least one attack hits."""
        return 1 - self.hits[0]

    @property
    def expected_hits(self) -> Fraction:
        """Return the mean number of hits."""
        return mean_value(self.hits)

    @property
    def expected_damage(self) -> Fraction:
        """Return the mean damage, without points above `health`."""
        return mean_value(self.damage)

    def at_least(self, points: int) -> Fraction:
        """Return the chance of `points` damage points or more."""
        return sum(self.damage[points:], Fraction(0))


def mean_value(chances: Distribution) -> Fraction:
    """Return the mean of a distribution."""
    return sum((n * chance for n, chance in enumerate(chances)), Fraction(0))


def compute_result(duel: Duel, tick: Callable[[int], object] = lambda rolls: None) -> Result:
    """Return the exact result of a duel. `tick` receives the number of rolls examined."""
    pools: dict[str, DicePool] = {}
    rolls = 0

    def watch(state: State, roll: Roll) -> None:
        nonlocal rolls
        rolls += 1
        tick(rolls)
        for pool in current_pools(state, duel.first_attack.target):
            pools.setdefault(pool.name, pool)

    ends = enumerate_outcomes(duel.state, duel.attacks, duel.policy.choose, watch, duel.aim_at_next)
    return _summarize(duel, ends, tuple(pools.values()))


def _summarize(duel: Duel, ends: list[AttackOutcome], pools: tuple[DicePool, ...]) -> Result:
    target = duel.first_attack.target
    targets = duel.targets
    attacks = len(duel.attacks)
    initial_health = sum(remaining_health(duel.state, id) for id in targets)

    def suffered(end: AttackOutcome) -> int:
        return initial_health - sum(
            remaining_health(end.state, id) for id in targets if end.state.is_on_table(id)
        )

    def fallen(end: AttackOutcome) -> int:
        return sum(not end.state.is_on_table(id) for id in targets)

    survivor_endings = [e for e in ends if any(map(e.state.is_on_table, targets))]
    old = set(duel.state.model_or_gate(target).effects)
    lasting = survivor_endings if len(targets) == 1 else []
    new = sorted(
        {effect for e in lasting for effect in e.state.model_or_gate(target).effects} - old
    )
    arc = duel.state.arc_on(target) if target in duel.state.models else 0
    return Result(
        attacks,
        initial_health,
        _build_distribution(((e.hits, e.chance) for e in ends), attacks),
        _build_distribution(((max(0, suffered(e)), e.chance) for e in ends), initial_health),
        1 - _sum_chances(survivor_endings),
        sum(
            (
                (arc - _sum_remaining_arc(e.state, targets)) * e.chance
                for e in survivor_endings
                if arc
            ),
            Fraction(0),
        )
        / (_sum_chances(survivor_endings) or 1),
        {
            effect: _sum_chances(
                e for e in survivor_endings if effect in e.state.model_or_gate(target).effects
            )
            for effect in new
        },
        _sum_chances(e for e in survivor_endings if e.attacks_made < attacks),
        pools,
        _build_distribution(((fallen(e), e.chance) for e in ends), len(targets))
        if len(targets) > 1
        else (),
    )


def _sum_remaining_arc(state: State, targets: Iterable[str]) -> int:
    """Return the Arc of the attacked unit, on its remaining models."""
    return next(state.arc_on(id) for id in targets if state.is_on_table(id))


def _sum_chances(ends: Iterable[AttackOutcome]) -> Fraction:
    return sum((e.chance for e in ends), Fraction(0))


def _build_distribution(numbers: Iterable[tuple[int, Fraction]], maximum: int) -> Distribution:
    chances = [Fraction(0)] * (maximum + 1)
    for n, chance in numbers:
        chances[n] += chance
    return tuple(chances)
