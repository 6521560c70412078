"""Rough ground: what enters it and what that costs."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wc3d.geometry.boxes import Box, boxes_meet, swept_box
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import section_between
from wc3d.geometry.sweep import overlap, sweeps
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.features import Feature
from wc3d.table.memo import of_terrain
from wc3d.table.moves.contacts import direction
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table_state import Layout
from wc3d.table.terrain.standing import EVERYWHERE, footprint


def shorten(policy: SpacePolicy, inches: float) -> float:
    """What rough ground leaves of a move: less by the policy's cost, but no less than its minimum."""
    return max(min(inches, policy.rough_minimum), inches - policy.rough_cost)


@of_terrain
@lru_cache(maxsize=64)
def _rough(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    return tuple(f for f in features if f.kind.rough)


def rough_ground(
    features: tuple[Feature, ...], low: float, high: float, box: Box = EVERYWHERE, floor: float | None = None
) -> Iterator[tuple[str, Section]]:
    """Every patch of rough ground within a box (id and plan) that a volume between two heights is in where it overlaps the plan.

    Flat rough ground only where the volume stands on it (`low` at its height); a volume of rough ground wherever the
    two have heights in common. `floor`: all of it counts down to this height (without it).
    """
    for feature in _rough(features):
        if boxes_meet(feature.box, box):
            for piece in feature.pieces_near(box):
                if piece.high - piece.low > EQUAL:
                    section = section_between(piece, (low if floor is None else floor) + EQUAL, high - EQUAL)
                elif floor is None:
                    section = footprint(piece) if abs(piece.high - low) <= EQUAL else None
                else:
                    section = footprint(piece) if floor + EQUAL < piece.high <= low + EQUAL else None
                if section is not None:
                    yield feature.id, section


def rough_on_way(table: Layout, a: XY, b: XY, radius: float, z: float, height: float) -> tuple[str, ...]:
    """The rough ground a model enters, or is in, on its way from a to b at height z. To touch is not to enter."""
    if a == b:
        return _rough_under(table.features, a, radius, z, height)
    return _entered(table.features, a, b, radius, z, height)


@of_terrain
@lru_cache(maxsize=4096)
def _rough_under(features: tuple[Feature, ...], at: XY, radius: float, z: float, height: float) -> tuple[str, ...]:
    """The rough ground that a model is in where it stands: asked of every move that begins there."""
    return _entered(features, at, at, radius, z, height)


def _entered(features: tuple[Feature, ...], a: XY, b: XY, radius: float, z: float, height: float) -> tuple[str, ...]:
    patches = rough_ground(features, z, z + height, swept_box(a, b, radius))
    return tuple(dict.fromkeys(id for id, plan in patches if sweeps(a, b, radius, plan)))


def rough_inches(table: Layout, a: XY, b: XY, radius: float, z: float, height: float) -> float:
    """How many inches of the way from a to b at height z part of the base is over rough ground."""
    return sum(last - first for first, last in rough_spans(table, a, b, radius, z, height))


def rough_spans(table: Layout, a: XY, b: XY, radius: float, z: float, height: float) -> list[tuple[float, float]]:
    """The parts of the way from a to b, in inches from a, on which part of the base is over rough ground."""
    way, long = direction(a, b)
    overlaps = (overlap(a, way, radius, plan) for _, plan in rough_ground(table.features, z, z + height, swept_box(a, b, radius)))
    spans: list[tuple[float, float]] = []
    for first, last in sorted((max(0.0, s), min(long, t)) for s, t in filter(None, overlaps)):
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        elif first < last:
            spans.append((first, last))
    return spans


def carry(spans: list[tuple[float, float]], inches: float, pace: float) -> float:
    """How far so many inches carry where each inch within the spans counts `pace`."""
    at = 0.0
    for first, last in spans:
        if at + inches <= first:
            break
        inches, at = inches - (first - at), first
        if inches <= (last - at) * pace:
            return at + inches / pace
        inches, at = inches - (last - at) * pace, last
    return at + inches


def rough_under_jump(
    table: Layout, a: XY, b: XY, radius: float, z: float, height: float, clear: float | None = None
) -> tuple[str, ...]:
    """The rough ground a jump at height z enters: all of it but what lies `clear` (the policy's) inches or more below."""
    floor = z - (table.policy.jump_clear_of_rough if clear is None else clear)
    patches = rough_ground(table.features, z, z + height, swept_box(a, b, radius), floor)
    return tuple(dict.fromkeys(id for id, plan in patches if sweeps(a, b, radius, plan)))
