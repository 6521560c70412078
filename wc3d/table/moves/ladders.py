"""Where a ladder, stairs or an elevator may be entered and left: on every level it passes near enough (p. 45)."""
from __future__ import annotations

from wc3d.errors import InputError
from wc3d.geometry.distance import gap
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.table_state import Ladder, Layout
from wc3d.table.terrain.standing import levels


def serves(ladder: Ladder, z: float) -> bool:
    """Does it pass this height, its ends among them?"""
    return ladder.bottom - EQUAL <= z <= ladder.top + EQUAL


def heights_served(table: Layout, ladder: Ladder) -> tuple[float, ...]:
    """The heights at which it may lead somewhere, its ends first: levels part of which lies near enough to it."""
    within = table.policy.ladder_within + EQUAL
    between = (level for level in levels(table) if ladder.bottom + EQUAL < level.height < ladder.top - EQUAL)
    heights = [level.height for level in between if any(gap(ladder.at, shape) <= within for shape in level.shapes)]
    return ladder.bottom, ladder.top, *heights


def other_end(ladder: Ladder, z: float) -> float:
    """Where it leads from a height when no other is named: from the top down to its foot, else up to its top."""
    return ladder.bottom if abs(z - ladder.top) <= EQUAL else ladder.top


def find_ladder(table: Layout, id: str) -> Ladder:
    """The ladder of that id. Raises InputError if it is not on the table."""
    match = next((ladder for ladder in table.ladders if ladder.id == id), None)
    if match is None:
        raise InputError(f"ladder {id!r}: not on this board")
    return match
