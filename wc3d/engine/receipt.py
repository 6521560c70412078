"""A number with its receipt: multiply, add, floor at 1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A line of a receipt: the `source` of a change, its amount, and whether it multiplies."""

    source: str
    amount: float
    is_multiplier: bool = False

    def __str__(self) -> str:
        return (
            f"x{self.amount:g} {self.source}"
            if self.is_multiplier
            else f"{self.amount:+g} {self.source}"
        )


@dataclass(frozen=True, slots=True)
class Receipt:
    """A number and its derivation from a `base` value with its `source` ("on the card")."""

    name: str
    base: float
    lines: tuple[ReceiptLine, ...] = ()
    floor: float | None = 1
    is_whole: bool = True
    source: str = ""

    @property
    def value(self) -> float:
        """The result: multipliers, then additions, then the floor; whole numbers round up."""
        if (
            not self.lines
            and isinstance(self.base, int)
            and (self.floor is None or self.base >= self.floor)
        ):
            return self.base  # most numbers have no changes
        whole = self._whole_value()
        if whole is not None:
            return whole
        total = Fraction(str(self.base))
        for line in self.lines:
            if line.is_multiplier:
                total *= Fraction(str(line.amount))
        total += sum(
            (Fraction(str(line.amount)) for line in self.lines if not line.is_multiplier),
            Fraction(0),
        )
        if self.is_whole:
            total = Fraction(math.ceil(total))
        number = float(total) if self.floor is None else max(self.floor, float(total))
        return int(number) if number == int(number) else number

    def _whole_value(self) -> int | None:
        """Return the value if all numbers are whole, the usual case; else None."""
        total = int(self.base)
        if total != self.base:
            return None
        added = 0
        for line in self.lines:
            number = int(line.amount)
            if number != line.amount:
                return None
            total, added = (
                (total * number, added) if line.is_multiplier else (total, added + number)
            )
        total += added
        if self.floor is None or total >= self.floor:
            return total
        return int(self.floor) if self.floor == int(self.floor) else None

    def __str__(self) -> str:
        lines = "".join(f", {line}" for line in self.lines)
        low = (
            f" (never below {self.floor:g})"
            if self.floor is not None and self.lines and self.value == self.floor
            else ""
        )
        source = f" {self.source}" if self.source else ""
        return f"{self.name} {self.value:g} = {self.base:g}{source}{lines}{low}"
