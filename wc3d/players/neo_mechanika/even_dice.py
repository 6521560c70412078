"""Dice for looking ahead: each shows each face as often as it should, but a handful of them never strays far from the mean.

Of dice thrown together the first shows something from the lowest part of its faces, the last from the highest: what a few
such throws bring on average is near to what very many bring. What a throw shows hangs on what it is for: where the same attack
is made in two games played on from one position, sooner in one than in the other, it has the same luck in both.
"""
from __future__ import annotations

from wc3d.engine.dice import DrawnDice, Roll, SeededDice

FINE = 1 << 16
"""Into so many parts a draw is cut."""


class EvenDice(DrawnDice):
    """Dice from a seed, thrown evenly. The order of cards is by chance."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.thrown: list[tuple[int, str]] = []

    def draw(self, number: int, sides: int) -> int:
        """A number below `sides`."""
        return SeededDice(self.seed).draw(number, sides)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """What each die shows: dice of a kind share the faces between them. How often the like was thrown before counts."""
        what = (roll.player, roll.why)
        part = SeededDice(f"{self.seed}/{what}").draw(self.thrown.count(what), FINE) / FINE
        self.thrown.append(what)
        counts = {die: roll.dice.count(die) for die in roll.dice}
        seen = dict.fromkeys(counts, 0)
        shown = []
        for die in roll.dice:
            share = (seen[die] + part) / counts[die]
            seen[die] += 1
            shown.append(sorted(die.faces)[int(share * len(die.faces))])
        return tuple(shown)
