"""Stratified dice for simulations: every face is equally likely, but the mean of a roll varies less.

In a roll of several dice the first die takes the lowest part of its faces and the last die the
highest. A few rolls therefore have a mean near the long-run mean.
"""

from __future__ import annotations

from wc3d.engine.dice import CounterBasedDice, Roll

DRAW_RESOLUTION = 1 << 16
"""The number of parts into which a draw is divided."""


class StratifiedDice(CounterBasedDice):
    """Stratified dice from a seed. Cards are still shuffled at random."""

    def __init__(self, draws: CounterBasedDice) -> None:
        self.draws = draws

    def draw(self, number: int, sides: int) -> int:
        """Return a number below `sides`."""
        return self.draws.draw(number, sides)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the value of each die; dice of a kind divide the faces between them."""
        part = self.draw(number, DRAW_RESOLUTION) / DRAW_RESOLUTION
        counts = {die: roll.dice.count(die) for die in roll.dice}
        index_by_die = dict.fromkeys(counts, 0)
        values = []
        for die in roll.dice:
            share = (index_by_die[die] + part) / counts[die]
            index_by_die[die] += 1
            values.append(sorted(die.faces)[int(share * len(die.faces))])
        return tuple(values)
