"""The steps of a path: on foot (or wing), by ladder or by jump (contract: `move`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wc3d.errors import InputError


@dataclass(frozen=True, slots=True)
class Walk:
    """Go straight to a point. `z`: the height where a flier must land or a walker must get."""

    to: tuple[float, float]
    z: float | None = None


@dataclass(frozen=True, slots=True)
class Climb:
    """Take a ladder to a place near it on another level; without z, at its opposite end."""

    ladder: str
    to: tuple[float, float]
    z: float | None = None


@dataclass(frozen=True, slots=True)
class Leap:
    """Jump straight and level to a point."""

    to: tuple[float, float]


Step = Walk | Climb | Leap | Sequence[float] | Mapping[str, Any]
"""A step from a caller: `[x, y]`, `{"ladder": id, "to": [x, y, z]}`, `{"jump": [x, y]}`, or an
instance of these classes.
"""


def read_step(step: Step, place: str = "path") -> Walk | Climb | Leap:
    """Parse a step. Raises InputError naming its place."""
    if isinstance(step, Walk | Climb | Leap):
        return step
    if isinstance(step, Mapping):
        if set(step) == {"jump"}:
            x, y, z = _read_point(step["jump"], place + ".jump")
            return Leap((x, y))
        if set(step) == {"ladder", "to"}:
            x, y, z = _read_point(step["to"], place + ".to")
            return Climb(str(step["ladder"]), (x, y), z)
        raise InputError(
            f'{place}: expected [x, y], {{"ladder": id, "to": [x, y, z]}} or {{"jump": [x, y]}}'
        )
    x, y, z = _read_point(step, place)
    return Walk((x, y), z)


def _read_point(value: Any, place: str) -> tuple[float, float, float | None]:
    numbers = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
    fine = all(
        isinstance(n, int | float) and not isinstance(n, bool) and math.isfinite(n) for n in numbers
    )
    if len(numbers) not in (2, 3) or not fine:
        raise InputError(f"{place}: expected a point of two or three numbers")
    return float(numbers[0]), float(numbers[1]), float(numbers[2]) if len(numbers) == 3 else None
