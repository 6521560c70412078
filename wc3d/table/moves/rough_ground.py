"""Rough ground: find where models enter it, and its cost."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import Box, boxes_overlap, moved_disc_box
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import footprint_between
from wc3d.geometry.sweep import moved_disc_overlaps, overlap_interval
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature
from wc3d.table.moves.contacts import direction_and_distance
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import INFINITE_BOX, piece_footprint


def shorten_by_rough_ground(policy: SpacePolicy, inches: float) -> float:
    """Return the inches of a move after rough ground: less its cost, but at least its minimum."""
    return max(min(inches, policy.rough_minimum), inches - policy.rough_cost)


@memo_per_terrain(Size.SMALL)
def _rough_features(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    return tuple(f for f in features if f.kind.rough)


def rough_ground_patches(
    features: tuple[Feature, ...],
    low: float,
    high: float,
    box: Box = INFINITE_BOX,
    floor: float | None = None,
) -> Iterator[tuple[str, Section]]:
    """Yield the id and plan of every patch of rough ground in a box for a volume.

    Flat rough ground counts only under a volume that stands on it (`low` at its height). A volume
    of rough ground counts where it shares heights with the model's volume. With `floor`, all rough
    ground extends down to this height, exclusive.
    """
    for feature in _rough_features(features):
        if boxes_overlap(feature.box, box):
            for piece in feature.pieces_in_box(box):
                if piece.high - piece.low > EPSILON_IN:
                    section = footprint_between(
                        piece, (low if floor is None else floor) + EPSILON_IN, high - EPSILON_IN
                    )
                elif floor is None:
                    section = (
                        piece_footprint(piece) if abs(piece.high - low) <= EPSILON_IN else None
                    )
                else:
                    section = (
                        piece_footprint(piece)
                        if floor + EPSILON_IN < piece.high <= low + EPSILON_IN
                        else None
                    )
                if section is not None:
                    yield feature.id, section


def rough_ground_on_way(
    table: TableState, a: XY, b: XY, radius: float, z: float, height: float
) -> tuple[str, ...]:
    """Return the rough ground on a way from `a` to `b` at height `z`. Touching is not entering."""
    if a == b:
        return _rough_under(table.features, a, radius, z, height)
    return _find_entered_ground(table.features, a, b, radius, z, height)


@memo_per_terrain(Size.LARGE)
def _rough_under(
    features: tuple[Feature, ...], at: XY, radius: float, z: float, height: float
) -> tuple[str, ...]:
    """Return the rough ground under a model. Cached: every move from there needs it."""
    return _find_entered_ground(features, at, at, radius, z, height)


def _find_entered_ground(
    features: tuple[Feature, ...], a: XY, b: XY, radius: float, z: float, height: float
) -> tuple[str, ...]:
    patches = rough_ground_patches(features, z, z + height, moved_disc_box(a, b, radius))
    return tuple(
        dict.fromkeys(id for id, plan in patches if moved_disc_overlaps(a, b, radius, plan))
    )


def rough_ground_inches(
    table: TableState, a: XY, b: XY, radius: float, z: float, height: float
) -> float:
    """Return the inches from `a` to `b` at height `z` with part of the base over rough ground."""
    return sum(last - first for first, last in rough_ground_spans(table, a, b, radius, z, height))


def rough_ground_spans(
    table: TableState, a: XY, b: XY, radius: float, z: float, height: float
) -> list[tuple[float, float]]:
    """Return the spans from `a` to `b` with part of the base over rough ground, in inches."""
    way, long = direction_and_distance(a, b)
    overlaps = (
        overlap_interval(a, way, radius, plan)
        for _, plan in rough_ground_patches(
            table.features, z, z + height, moved_disc_box(a, b, radius)
        )
    )
    spans: list[tuple[float, float]] = []
    for first, last in sorted((max(0.0, s), min(long, t)) for s, t in filter(None, overlaps)):
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        elif first < last:
            spans.append((first, last))
    return spans


def reachable_length(spans: list[tuple[float, float]], inches: float, pace: float) -> float:
    """Return the length that `inches` cover if each inch within the spans costs `pace`."""
    at = 0.0
    for first, last in spans:
        if at + inches <= first:
            break
        inches = inches - (first - at)
        at = first
        if inches <= (last - at) * pace:
            return at + inches / pace
        inches = inches - (last - at) * pace
        at = last
    return at + inches


def rough_ground_under_jump(
    table: TableState,
    a: XY,
    b: XY,
    radius: float,
    z: float,
    height: float,
    clear: float | None = None,
) -> tuple[str, ...]:
    """Return the rough ground that a jump enters: less than `clear` (the policy's) inches below."""
    floor = z - (table.policy.jump_clear_of_rough if clear is None else clear)
    patches = rough_ground_patches(
        table.features, z, z + height, moved_disc_box(a, b, radius), floor
    )
    return tuple(
        dict.fromkeys(id for id, plan in patches if moved_disc_overlaps(a, b, radius, plan))
    )
