"""Plan sections of solids between two heights, for models that move level; cached by height."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import Box, boxes_overlap, moved_disc_box
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism, footprint_between
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import MAX_SINGLE_BOX_TESTS, Feature, Kind

SQUARE_SIZE_IN = 6.0
"""The size of the squares by which obstacles are cached. Inches."""

UNLIMITED_HEIGHT_IN = 1e6
"""The height of a solid of impassable terrain, which stops models at any height above its bottom.
"""


def extend_upward(piece: Piece) -> Piece:
    """Return a piece of impassable terrain extended to everything above its bottom."""
    if isinstance(piece, Cylinder):
        return replace(piece, high=max(piece.high, UNLIMITED_HEIGHT_IN))
    return Prism(piece.points, piece.bottom, Plane(max(piece.high, UNLIMITED_HEIGHT_IN)))


ObstacleSlice = tuple[Feature, Piece, Section, Box]
"""A solid's part between two heights: the feature, its piece, the section, the piece's bounds."""


@memo_per_terrain(Size.LARGE)
def _plans(
    features: tuple[Feature, ...], low: float, high: float
) -> tuple[ObstacleSlice | Feature, ...]:
    """Return the slices of solids between two heights, and large features unsliced."""
    plans: list[ObstacleSlice | Feature] = []
    for feature in (f for f in features if f.solid):
        if len(feature.pieces) > MAX_SINGLE_BOX_TESTS:
            plans.append(feature)
            continue
        plans += [
            (feature, piece, plan, piece.box)
            for piece, plan in _parts(feature, feature.pieces, low, high)
        ]
    return tuple(plans)


@memo_per_terrain(Size.HUGE)
def _plans_in_squares(
    features: tuple[Feature, ...], low: float, high: float, squares: Box
) -> tuple[ObstacleSlice | Feature, ...]:
    """Return the slices in a range of squares: the first and last numbers along and across."""
    x0, y0, x1, y1 = squares
    around = (
        x0 * SQUARE_SIZE_IN,
        y0 * SQUARE_SIZE_IN,
        (x1 + 1.0) * SQUARE_SIZE_IN,
        (y1 + 1.0) * SQUARE_SIZE_IN,
    )
    return tuple(
        p
        for p in _plans(features, low, high)
        if boxes_overlap(p.box if isinstance(p, Feature) else p[3], around)
    )


def _parts(
    feature: Feature, pieces: Iterable[Piece], low: float, high: float
) -> Iterator[tuple[Piece, Section]]:
    endless = feature.kind is Kind.IMPASSABLE
    for piece in pieces:
        plan = footprint_between(extend_upward(piece) if endless else piece, low, high)
        if plan is not None:
            yield piece, plan


def select_obstacles(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """Return the features that are obstacles."""
    return tuple(f for f in features if f.kind is Kind.OBSTACLE)


def slices_in_lane(
    features: tuple[Feature, ...], a: XY, b: XY, radius: float, low: float, high: float
) -> Iterator[tuple[Feature, Piece, Section]]:
    """Yield every slice between two heights that a disc moved from `a` to `b` may meet or touch."""
    if not features:
        return
    x0, y0, x1, y1 = lane = moved_disc_box(a, b, radius)
    way_x, way_y = b[0] - a[0], b[1] - a[1]
    wide = (radius + EPSILON_IN) * math.hypot(way_x, way_y)
    aslant = wide > 0.0 and way_x != 0.0 and way_y != 0.0
    for entry in _plans_in_squares(
        features,
        low,
        high,
        (x0 // SQUARE_SIZE_IN, y0 // SQUARE_SIZE_IN, x1 // SQUARE_SIZE_IN, y1 // SQUARE_SIZE_IN),
    ):
        if isinstance(entry, Feature):
            if boxes_overlap(entry.box, lane):
                bottom = -math.inf if entry.kind is Kind.IMPASSABLE else low
                for piece, plan in _parts(
                    entry, entry.pieces_in_lane(a, b, radius, bottom, high), low, high
                ):
                    yield entry, piece, plan
            continue
        feature, piece, plan, (p0, q0, p1, q1) = entry
        if p0 < x1 and x0 < p1 and q0 < y1 and y0 < q1:
            if aslant:
                aside = ((p0 + p1) / 2 - a[0]) * way_y - ((q0 + q1) / 2 - a[1]) * way_x
                if abs(aside) > (p1 - p0) / 2 * abs(way_y) + (q1 - q0) / 2 * abs(way_x) + wide:
                    continue
            yield feature, piece, plan
