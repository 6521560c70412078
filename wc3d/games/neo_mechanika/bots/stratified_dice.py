"""Dice for looking ahead: each shows each face as often as it should, but a handful of them never strays far from the mean.

Of dice thrown together the first shows something from the lowest part of its faces, the last from the highest: what a few
such throws bring on average is near to what very many bring.
"""

from __future__ import annotations

from wc3d.engine.dice import CounterBasedDice, Roll

DRAW_RESOLUTION = 1 << 16
"""Into so many parts a draw is cut."""


class StratifiedDice(CounterBasedDice):
    """Dice from a seed, thrown evenly. The order of cards is by chance."""

    def __init__(self, draws: CounterBasedDice) -> None:
        self.draws = draws

    def draw(self, number: int, sides: int) -> int:
        """A number below `sides`."""
        return self.draws.draw(number, sides)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """What each die shows: dice of a kind share the faces between them."""
        part = self.draw(number, DRAW_RESOLUTION) / DRAW_RESOLUTION
        counts = {die: roll.dice.count(die) for die in roll.dice}
        index_by_die = dict.fromkeys(counts, 0)
        values = []
        for die in roll.dice:
            share = (index_by_die[die] + part) / counts[die]
            index_by_die[die] += 1
            values.append(sorted(die.faces)[int(share * len(die.faces))])
        return tuple(values)
