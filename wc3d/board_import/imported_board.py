"""A board read from another program, and what its readers share: checked values and placing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.errors import InputError
from wc3d.table.maps.map_file import FEATURES_LIMIT, MAX_TABLE_SIZE_IN
from wc3d.table.maps.strict_json import MAX_COORDINATE_IN

DIGITS = 4
"""The decimal places of positions and sizes on an imported board. Inches."""

MARGIN_IN = 2.0
"""The width of empty table around the terrain of a program without a table's edge. Inches."""

MIN_SIDE_IN = 6.0
"""The shortest side of an imported board. Inches."""

MAX_NAME_CHARS = 60
OBSTACLE_HEIGHT_IN = 1.0
"""Lower solids are obstacles, others structures. Inches."""


@dataclass
class ImportedBoard:
    """The terrain of a board, in inches with z up. `notes` say what was left out or changed."""

    name: str
    terrain: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    size: tuple[float, float] | None = None
    """The size of the table; None if it follows from the terrain."""

    def add(self, id: str, name: str, kind: str, shape: Any, **more: Any) -> None:
        """Add a feature. Raises InputError if there are too many."""
        if len(self.terrain) >= FEATURES_LIMIT:
            raise InputError(
                f"more than {FEATURES_LIMIT:,} pieces of terrain; import a smaller part"
            )
        entry = {"id": id, "name": clean_name(name) or id, "kind": kind, "shape": shape}
        self.terrain.append(entry | more)

    def report_lines(self) -> list[str]:
        """Return what was read, changed and left out, line by line."""
        lines = [f"{self.name}: {pluralize(len(self.terrain), 'piece')} of terrain"]
        lines += [f"note: {note}" for note in dict.fromkeys(self.notes)]
        lines += [f"left out: {count:,} {what}" for what, count in sorted(self.left_out.items())]
        return lines


@dataclass(frozen=True)
class Extent:
    """The bounds of a piece in inches, before the board is moved onto its table."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]


def fit_table(extents: list[Extent]) -> tuple[tuple[float, float], tuple[float, float, float]]:
    """Return the size of a table around pieces, and the move that puts them onto it.

    The lowest piece stands on the table. Raises InputError for a board larger than any table.
    """
    low = [min(extent.low[axis] for extent in extents) for axis in range(3)]
    high = [max(extent.high[axis] for extent in extents) for axis in range(2)]
    spans = [end - start for start, end in zip(low, high, strict=False)]
    if max(spans) + 2 * MARGIN_IN > MAX_TABLE_SIZE_IN:
        raise InputError(
            f'the terrain is {spans[0]:,.0f}" wide and {spans[1]:,.0f}" deep, but no table is larger than '
            f'{MAX_TABLE_SIZE_IN:g}"; set --scale'
        )
    wide, deep = (float(math.ceil(max(MIN_SIDE_IN, span + 2 * MARGIN_IN))) for span in spans)
    move = (
        wide / 2 - (low[0] + high[0]) / 2,
        deep / 2 - (low[1] + high[1]) / 2,
        -low[2],
    )
    return (wide, deep), move


def kind_for_height(height: float) -> str:
    """Return the kind of a solid that stands on the table."""
    return "obstacle" if height <= OBSTACLE_HEIGHT_IN + 1e-6 else "structure"


def rounded(value: float) -> float:
    """Return a length for the map file."""
    return round(value, DIGITS) + 0.0


def clean_name(value: Any) -> str:
    """Return a name of the file with printable characters only, shortened."""
    words = "".join(c if c.isprintable() else " " for c in str(value or ""))
    return " ".join(words.split())[:MAX_NAME_CHARS]


def read_number(
    data: Mapping[str, Any],
    key: str,
    place: str,
    default: float | None = None,
    most: float = MAX_COORDINATE_IN,
) -> float:
    """Return a finite number of an object. Raises InputError with its place."""
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{place}.{key}: expected a number")
    if not -most <= value <= most:  # also rejects NaN
        raise InputError(f"{place}.{key}: expected a number from {-most:g} to {most:g}")
    return float(value)


def read_object(data: Any, place: str) -> Mapping[str, Any]:
    """Return a value as an object. Raises InputError with its place."""
    if not isinstance(data, dict):
        raise InputError(f"{place}: expected an object")
    return data


def read_list(data: Mapping[str, Any], key: str, place: str, most: int) -> list[Any]:
    """Return a list of an object, empty if it is missing. Raises InputError with its place."""
    value = data.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{place}{key}: expected a list")
    if len(value) > most:
        raise InputError(f"{place}{key}: expected up to {most:,} entries, found {len(value):,}")
    return value
