"""Vertical sections of solids along a line in plan.

The first coordinate is the distance along the line in plan, the second the height, both in inches.
Outlines are exact for the convex pieces (no sampling, no facets on a cylinder).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon, union_all

from wc3d.geometry.solids import Cylinder, Piece, Points, Prism
from wc3d.geometry.tolerances import EPSILON_IN

Triangles = NDArray[np.float64]
PlanPoint = tuple[float, float]


def footprint_chord(piece: Piece, start: PlanPoint, end: PlanPoint) -> tuple[float, float] | None:
    """Return the distances from `start` at which a segment enters and leaves a piece's footprint.

    Returns None if the segment misses or only touches it.
    """
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= EPSILON_IN:
        return None
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    if isinstance(piece, Cylinder):
        return _disc_chord(piece, start, along, length)
    return _polygon_chord(piece.points, start, along, length)


def _disc_chord(
    piece: Cylinder, start: PlanPoint, along: PlanPoint, length: float
) -> tuple[float, float] | None:
    to_x, to_y = piece.center[0] - start[0], piece.center[1] - start[1]
    middle = to_x * along[0] + to_y * along[1]
    aside = to_x * along[1] - to_y * along[0]
    if abs(aside) >= piece.radius:
        return None
    half = sqrt(piece.radius**2 - aside**2)
    enter = max(0.0, middle - half)
    leave = min(length, middle + half)
    return (enter, leave) if leave > enter else None


def _polygon_chord(
    points: Points, start: PlanPoint, along: PlanPoint, length: float
) -> tuple[float, float] | None:
    edges = np.roll(points, -1, axis=0) - points
    inward = np.column_stack([-edges[:, 1], edges[:, 0]])
    offset = (inward * (np.array(start) - points)).sum(axis=1)
    slope = inward @ np.array(along)
    enter = 0.0
    leave = length
    for value, rate in zip(offset, slope, strict=True):
        if abs(rate) <= 1e-15 * (abs(value) + 1.0):
            if value <= 0.0:
                return None
        elif rate > 0.0:
            enter = max(enter, -value / rate)
        else:
            leave = min(leave, -value / rate)
    return (float(enter), float(leave)) if leave > enter else None


def cut_piece(piece: Piece, start: PlanPoint, end: PlanPoint) -> Points | None:
    """Return a piece's section as a convex polygon (n, 2) of (distance, height), or None.

    A piece without height (flat ground) becomes a polygon without area: two points there and back.
    """
    span = footprint_chord(piece, start, end)
    if span is None:
        return None
    enter, leave = span
    if isinstance(piece, Cylinder):
        low = (piece.low, piece.low)
        high = (piece.high, piece.high)
    else:
        at = [_plan_point(start, end, distance) for distance in span]
        low = (piece.bottom.height(*at[0]), piece.bottom.height(*at[1]))
        high = (piece.top.height(*at[0]), piece.top.height(*at[1]))
    return np.array([(enter, low[0]), (leave, low[1]), (leave, high[1]), (enter, high[0])])


def _plan_point(start: PlanPoint, end: PlanPoint, distance: float) -> PlanPoint:
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def cut_along(pieces: Sequence[Piece], path: Sequence[PlanPoint]) -> MultiPolygon:
    """Return the section along a polyline, unrolled: distances continue from leg to leg."""
    outlines = []
    distance = 0.0
    for start, end in pairwise(path):
        for piece in pieces:
            outline = cut_piece(piece, start, end)
            if outline is not None:
                outlines.append(outline + np.array([distance, 0.0]))
        distance += hypot(end[0] - start[0], end[1] - start[1])
    solid = [polygon for outline in outlines if (polygon := Polygon(outline)).area > 0.0]
    whole = union_all(solid)
    parts = [whole] if isinstance(whole, Polygon) else getattr(whole, "geoms", [])
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and not part.is_empty])


def surface_crossing(triangles: Triangles, sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the segments (m, 2, 3) where triangles (n, 3, 3) cross a surface.

    `sides` (n, 3) is each corner's signed distance. Only triangles with corners on both sides
    cross the surface.
    """
    is_above = sides > 0.0
    crossed = is_above.any(axis=1) & ~is_above.all(axis=1)
    corners = triangles[crossed]
    sides = sides[crossed]
    is_above = is_above[crossed]
    lone = np.where(is_above.sum(axis=1) == 1, is_above.argmax(axis=1), (~is_above).argmax(axis=1))
    rows = np.arange(len(corners))
    ends = []
    for step in (1, 2):
        partner = (lone + step) % 3
        share = (sides[rows, lone] / (sides[rows, lone] - sides[rows, partner]))[:, None]
        ends.append(corners[rows, lone] + share * (corners[rows, partner] - corners[rows, lone]))
    return np.stack(ends, axis=1)


def cut_triangles_along(triangles: Triangles, path: Sequence[PlanPoint]) -> NDArray[np.float64]:
    """Cut triangles (n, 3, 3) along a polyline into segments (m, 2, 2) of distance and height."""
    parts = [np.zeros((0, 2, 2))]
    distance = 0.0
    for start, end in pairwise(path):
        length = hypot(end[0] - start[0], end[1] - start[1])
        if length <= EPSILON_IN:
            continue
        ahead = np.array([end[0] - start[0], end[1] - start[1]]) / length
        flat = triangles[..., :2] - np.array(start)
        cuts = surface_crossing(triangles, flat[..., 0] * ahead[1] - flat[..., 1] * ahead[0])
        along = (cuts[..., :2] - np.array(start)) @ ahead
        is_inside = (along.max(axis=1) > 0.0) & (along.min(axis=1) < length)
        parts.append(
            _trim_segments(np.stack([along[is_inside], cuts[is_inside, :, 2]], axis=2), length)
            + [distance, 0.0]
        )
        distance += length
    return np.concatenate(parts)


def _trim_segments(segments: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    """Trim segments (n, 2, 2) to distances from 0 to `length`, which they all overlap or touch."""
    start = segments[:, :1]
    way = segments[:, 1:] - segments[:, :1]
    flat = np.abs(way[..., 0]) < 1e-12
    shares = (np.clip(segments[..., 0], 0.0, length) - start[..., 0]) / np.where(
        flat, 1.0, way[..., 0]
    )
    shares = np.where(flat, [0.0, 1.0], shares)
    return np.asarray(start + shares[..., None] * way)


def segment_parts_inside(
    area: MultiPolygon, start: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return the parts of a segment of the section inside `area`, as shares 0 to 1."""
    overlap = LineString([start, end]).intersection(area)
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= EPSILON_IN or overlap.is_empty:
        return []
    parts = [
        part for part in getattr(overlap, "geoms", [overlap]) if part.geom_type == "LineString"
    ]
    shares = [
        sorted(
            hypot(x - start[0], z - start[1]) / length for x, z in (part.coords[0], part.coords[-1])
        )
        for part in parts
    ]
    return sorted((low, high) for low, high in shares if high - low > EPSILON_IN)


def prism_corners(piece: Prism) -> Points:
    """Return a prism's corners (2n, 3): the bottom counter-clockwise from above, then the top."""
    bottom = np.column_stack([piece.points, piece.bottom.heights(piece.points)])
    top = np.column_stack([piece.points, piece.top.heights(piece.points)])
    return np.vstack([bottom, top])
