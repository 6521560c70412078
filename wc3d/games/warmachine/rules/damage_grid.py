"""The damage grid of a warjack as plain values: six columns of boxes, their systems, and damage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.memo import Size, memo_per_process
from wc3d.errors import InputError

GRID_SIZE = 6
"""The number of columns and rows of a grid. A d6 chooses the column (WM-DJA-01)."""

NO_BOX = "x"
BLANK = "."
HULL = "hull"
"""The system of all blank boxes (WM-DJA-05)."""

FATAL_SYSTEMS = 3
"""The number of disabled systems, including the hull, that disables a warjack (WM-DJA-14)."""

Box = tuple[int, int]
"""A box by column and row, both 1 to 6. Columns count from the left, rows from the top."""


@dataclass(frozen=True)
class DamageGrid:
    """A printed damage grid and its marked boxes.

    `rows` are six texts of six characters, the top row first: `x` no box, `.` a hull box, a
    capital letter a box of that system. `disabled` lists the disabled systems in order of their
    loss.
    """

    rows: tuple[str, ...]
    marked: frozenset[Box] = frozenset()
    disabled: tuple[str, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes, column by column from the left, each column from its top."""
        return tuple(_parse_boxes(self.rows))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, including the hull, in the order of their boxes."""
        return tuple(_group_by_system(self.rows))

    def system_at(self, box: Box) -> str:
        """Return the system of a box: its letter, or "hull" for a blank box (WM-DJA-05)."""
        return _parse_boxes(self.rows)[box]

    def system_boxes(self, system: str) -> tuple[Box, ...]:
        """Return the boxes of a system."""
        return _group_by_system(self.rows).get(system, ())

    def is_disabled(self, system: str) -> bool:
        """Return whether the grid has the system and all its boxes are marked (WM-DJA-06)."""
        own = self.system_boxes(system)
        return bool(own) and self.marked.issuperset(own)

    @property
    def remaining_boxes(self) -> int:
        """The number of unmarked boxes."""
        return len(self.boxes) - len(self.marked)

    @property
    def is_down(self) -> bool:
        """Return whether the warjack is disabled or has no unmarked box (WM-DJA-14, WM-DJA-16)."""
        return len(self.disabled) >= FATAL_SYSTEMS or not self.remaining_boxes

    def next_box(self, column: int) -> Box | None:
        """Return the box that the next point in a column marks, or None if all boxes are marked.

        It is the topmost unmarked box of the column (WM-DJA-02). If the column is full, the next
        column to the right follows, and column 1 after column 6 (WM-DJA-03, WM-DJA-04). A column
        without boxes counts as full (WM-RUL-93).
        """
        printed = _parse_boxes(self.rows)
        for k in range(GRID_SIZE):
            next_column = (column - 1 + k) % GRID_SIZE + 1
            for row in range(1, GRID_SIZE + 1):
                if (next_column, row) in printed and (next_column, row) not in self.marked:
                    return next_column, row
        return None

    def with_marked(self, box: Box) -> DamageGrid:
        """Return the grid with another box marked; this may disable its system (WM-DJA-06)."""
        grid = replace(self, marked=self.marked | {box})
        system = self.system_at(box)
        if system not in self.disabled and grid.is_disabled(system):
            grid = replace(grid, disabled=(*self.disabled, system))
        return grid

    def with_cleared(self, box: Box) -> DamageGrid:
        """Return the grid with a box cleared. Its system works again."""
        working = tuple(system for system in self.disabled if system != self.system_at(box))
        return replace(self, marked=self.marked - {box}, disabled=working)


@memo_per_process(Size.LARGE)
def mark_boxes(grid: DamageGrid, boxes: tuple[Box, ...]) -> DamageGrid:
    """Return a grid with these boxes also marked, in order."""
    for box in boxes:
        grid = grid.with_marked(box)
    return grid


@memo_per_process(Size.SMALL)
def _parse_boxes(rows: tuple[str, ...]) -> Mapping[Box, str]:
    """Return the system of every box, column by column from the left, each column from its top."""
    places = (
        (column, row) for column in range(1, GRID_SIZE + 1) for row in range(1, GRID_SIZE + 1)
    )
    letters = {(column, row): rows[row - 1][column - 1] for column, row in places}
    return {
        box: HULL if letter == BLANK else letter
        for box, letter in letters.items()
        if letter != NO_BOX
    }


@memo_per_process(Size.SMALL)
def _group_by_system(rows: tuple[str, ...]) -> Mapping[str, tuple[Box, ...]]:
    """Return the boxes of every system of a grid."""
    systems: dict[str, tuple[Box, ...]] = {}
    for box, system in _parse_boxes(rows).items():
        systems[system] = (*systems.get(system, ()), box)
    return systems


@dataclass(frozen=True)
class GridDamage:
    """The result of damage: boxes in order, the new grid, and whether the warjack is removed.

    `dropped` is the number of points left over at its removal (WM-RUL-94).
    """

    boxes: tuple[Box, ...]
    grid: DamageGrid
    removed: bool
    dropped: int
    rules: ClassVar[tuple[str, ...]] = (
        "WM-DJA-01",
        "WM-DJA-02",
        "WM-DJA-03",
        "WM-DJA-04",
        "WM-DJA-05",
        "WM-DJA-06",
        "WM-DJA-14",
        "WM-DJA-15",
        "WM-DJA-16",
        "WM-RUL-93",
        "WM-RUL-94",
        "WM-RUL-125",
    )

    @property
    def disabled(self) -> tuple[str, ...]:
        """The disabled systems in order of their loss, including those lost before (WM-RUL-125)."""
        return self.grid.disabled


def parse_grid(rows: Sequence[str], marked: Iterable[Box] = ()) -> DamageGrid:
    """Return a card's grid with some boxes marked in order. Raises InputError if invalid."""
    if len(rows) != GRID_SIZE or any(len(row) != GRID_SIZE for row in rows):
        raise InputError(f"a damage grid needs {GRID_SIZE} rows of {GRID_SIZE} characters")
    for number, row in enumerate(rows, 1):
        for letter in row:
            if letter not in (NO_BOX, BLANK) and not ("A" <= letter <= "Z"):
                raise InputError(
                    f"row {number} of the damage grid: expected only x, . and capital letters, found {letter!r}"
                )
    grid = DamageGrid(tuple(rows))
    for box in marked:
        if box not in grid.boxes:
            raise InputError(f"the damage grid has no box in column {box[0]}, row {box[1]}")
        grid = grid.with_marked(box)
    return grid


def mark_damage(grid: DamageGrid, column: int, points: int, *, stays: bool = False) -> GridDamage:
    """Apply damage points to a grid, starting in a column rolled on a d6 (WM-DJA-01).

    Every point marks one box, until the third system is disabled or no box remains; further points
    are dropped (WM-DJA-15, WM-DJA-16, WM-RUL-94). With `stays`, a disabled warjack remains and
    damage continues to the last box (WM-RUL-98).
    """
    boxes: list[Box] = []
    while len(boxes) < points and not _is_removed(grid, stays):
        box = grid.next_box(column)
        if box is None:
            break
        grid = grid.with_marked(box)
        boxes.append(box)
        column = box[0]
    return GridDamage(tuple(boxes), grid, _is_removed(grid, stays), points - len(boxes))


def _is_removed(grid: DamageGrid, stays: bool) -> bool:
    return not grid.remaining_boxes if stays else grid.is_down
