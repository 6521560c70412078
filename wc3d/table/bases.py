"""Round bases: how wide they are, and how tall the volume is that stands on them."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MILLIMETERS_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class BaseSize:
    """A round base: its diameter in millimeters, and the height of the volume that stands on it in inches."""

    name: str
    diameter_mm: float
    height: float

    @property
    def radius(self) -> float:
        """Half the diameter, in inches."""
        return self.diameter_mm / 2 / MILLIMETERS_PER_INCH


BASES: Mapping[str, BaseSize] = {
    base.name: base for base in (BaseSize("small", 30, 1.75), BaseSize("medium", 40, 2.25), BaseSize("large", 50, 2.75))
}
"""The usual bases, by the names that files use. The space policy of a game may have others."""
