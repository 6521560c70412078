"""Where a ladder, stairs or an elevator may be entered and left: on every level it passes near enough (p. 45)."""

from __future__ import annotations

from wc3d.errors import InputError
from wc3d.geometry.distance import point_to_section
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import Ladder, TableState
from wc3d.table.terrain.standing_places import table_levels


def ladder_reaches(ladder: Ladder, z: float) -> bool:
    """Does it pass this height, its ends among them?"""
    return ladder.bottom - EPSILON_IN <= z <= ladder.top + EPSILON_IN


def ladder_heights(table: TableState, ladder: Ladder) -> tuple[float, ...]:
    """The heights at which it may lead somewhere, its ends first: levels part of which lies near enough to it."""
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
    """Where it leads from a height when no other is named: from the top down to its foot, else up to its top."""
    return ladder.bottom if abs(z - ladder.top) <= EPSILON_IN else ladder.top


def find_ladder(table: TableState, id: str) -> Ladder:
    """The ladder of that id. Raises InputError if it is not on the table."""
    match = next((ladder for ladder in table.ladders if ladder.id == id), None)
    if match is None:
        raise InputError(f"ladder {id!r}: not on this board")
    return match
