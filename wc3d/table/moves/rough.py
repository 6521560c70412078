"""Rough ground: what enters it and what that costs (p. 44-45)."""
from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.geometry.distance import XY
from wc3d.geometry.solids import Piece, section_between
from wc3d.geometry.sweep import sweeps
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.moves.contacts import boxes_meet, swept_box
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.standing import Box, Section, footprint

EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)


def shortened(policy: SpacePolicy, inches: float) -> float:
    """What rough ground leaves of a move: 2" less, but no less than 1"; less than 1" is not shortened (p. 44)."""
    return max(min(inches, policy.rough_minimum), inches - policy.rough_cost)


def rough_ground(table: Table, low: float, high: float, near: Box = EVERYWHERE) -> Iterator[tuple[str, Section]]:
    """Every patch of rough ground within a box (id and plan) that a volume between two heights is in where it overlaps the plan.

    Flat rough ground only where the volume stands on it (`low` at its height); a volume of rough ground wherever the
    two have heights in common.
    """
    for feature in table.features:
        if feature.kind.rough:
            for piece in (p for p in feature.pieces if boxes_meet(p.box, near)):
                section = _level_plan(piece, low) if _flat(piece) else section_between(piece, low + EQUAL, high - EQUAL)
                if section is not None:
                    yield feature.id, section


def _flat(piece: Piece) -> bool:
    return piece.high - piece.low <= EQUAL


def _level_plan(piece: Piece, z: float) -> Section | None:
    return footprint(piece) if abs(piece.high - z) <= EQUAL else None


def rough_walked(table: Table, a: XY, b: XY, radius: float, z: float, height: float) -> tuple[str, ...]:
    """The rough ground a model enters, or is in, on its way from a to b at height z. To touch is not to enter."""
    near = rough_ground(table, z, z + height, swept_box(a, b, radius))
    return tuple(dict.fromkeys(id for id, plan in near if sweeps(a, b, radius, plan)))


def rough_jumped(
    table: Table, a: XY, b: XY, radius: float, z: float, height: float, clear: float | None = None
) -> tuple[str, ...]:
    """The rough ground a jump at height z enters: all of it but what lies `clear` (the policy's) inches or more below."""
    floor = z - (table.policy.jump_clear_of_rough if clear is None else clear)
    entered, near = [], swept_box(a, b, radius)
    for feature in table.features:
        if feature.kind.rough:
            for piece in (p for p in feature.pieces if boxes_meet(p.box, near)):
                if _flat(piece):
                    plan = footprint(piece) if floor + EQUAL < piece.high <= z + EQUAL else None
                else:
                    plan = section_between(piece, floor + EQUAL, z + height - EQUAL)
                if plan is not None and sweeps(a, b, radius, plan):
                    entered.append(feature.id)
    return tuple(dict.fromkeys(entered))
