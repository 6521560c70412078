"""Ladders, stairs and elevators: models enter and leave on any level near enough (p. 45)."""

from __future__ import annotations

from wc3d.errors import InputError
from wc3d.geometry.distance import point_to_section
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import Ladder, TableState
from wc3d.table.terrain.standing_places import table_levels


def ladder_reaches(ladder: Ladder, z: float) -> bool:
    """Return whether the ladder passes this height, including its ends."""
    return ladder.bottom - EPSILON_IN <= z <= ladder.top + EPSILON_IN


def ladder_heights(table: TableState, ladder: Ladder) -> tuple[float, ...]:
    """Return the heights of levels partly near enough to the ladder, its ends first."""
    within = table.policy.ladder_within + EPSILON_IN
    between = (
        level
        for level in table_levels(table)
        if ladder.bottom + EPSILON_IN < level.height < ladder.top - EPSILON_IN
    )
    heights = [
        level.height
        for level in between
        if any(point_to_section(ladder.at, shape) <= within for shape in level.shapes)
    ]
    return ladder.bottom, ladder.top, *heights


def opposite_height(ladder: Ladder, z: float) -> float:
    """Return the default destination from a height: from the top the foot, else the top."""
    return ladder.bottom if abs(z - ladder.top) <= EPSILON_IN else ladder.top


def find_ladder(table: TableState, id: str) -> Ladder:
    """Return the ladder of that id. Raises InputError if it is not on the table."""
    match = next((ladder for ladder in table.ladders if ladder.id == id), None)
    if match is None:
        raise InputError(f"there is no ladder {id!r} on this board")
    return match
