"""Overlap depth or distance of two convex solids, for board checks and not for rules."""

from __future__ import annotations

import numpy as np

from wc3d.geometry.solids import Cylinder, Piece, Points, Prism

CYLINDER_SIDES = 64
"""Sides of the inner prism that replaces a cylinder next to a sloped solid."""


def penetration_depth(a: Piece, b: Piece) -> float:
    """Return the overlap depth of two solids in inches: 0 if they touch, negative if apart.

    Between level solids, it is the smaller overlap of plan and height. With sloped solids, it is
    the radius of the largest ball in both. Apart, the value never exceeds the true distance.
    """
    if a.is_level and b.is_level:
        return min(_plan_overlap(a, b), min(a.high, b.high) - max(a.low, b.low))
    from scipy.optimize import linprog  # slow import

    normals, limits = (
        np.concatenate(pair) for pair in zip(_half_spaces(a), _half_spaces(b), strict=True)
    )
    # the center (x, y, z) and radius of the largest ball inside every half-space normal . p <=
    # limit
    rows = np.column_stack([normals, np.ones(len(normals))])
    best = linprog([0, 0, 0, -1], A_ub=rows, b_ub=limits, bounds=[(None, None)] * 4, method="highs")
    return float(best.x[3]) if best.status == 0 else -np.inf


def _plan_overlap(a: Piece, b: Piece) -> float:
    """Return the overlap of two footprints in the direction of least overlap."""
    if isinstance(a, Cylinder) and isinstance(b, Cylinder):
        return (
            a.radius
            + b.radius
            - float(np.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]))
        )
    if isinstance(a, Prism) and isinstance(b, Prism):
        return min(
            _overlap_along_normals(a.points, b.points), _overlap_along_normals(b.points, a.points)
        )
    prism, disc = (a, b) if isinstance(a, Prism) else (b, a)
    assert isinstance(prism, Prism) and isinstance(disc, Cylinder)
    center = np.array(disc.center)
    across = _overlap_along_normals(prism.points, center[None])
    if across >= 0:
        return across + disc.radius
    return disc.radius - _distance_to_sides(prism.points, center)


def _normals(points: Points) -> Points:
    """Return the outward unit normals of a counter-clockwise polygon's sides."""
    along = np.roll(points, -1, axis=0) - points
    return (
        np.column_stack([along[:, 1], -along[:, 0]]) / np.hypot(along[:, 0], along[:, 1])[:, None]
    )


def _overlap_along_normals(points: Points, other_points: Points) -> float:
    """Return the smallest overlap of a polygon with points along its sides' outward normals."""
    normals = _normals(points)
    reach = (normals * points).sum(axis=1)
    return float((reach - (normals @ other_points.T).min(axis=1)).min())


def _distance_to_sides(points: Points, at: Points) -> float:
    """Return the distance of a point from the nearest side of a polygon."""
    along = np.roll(points, -1, axis=0) - points
    share = np.clip(((at - points) * along).sum(axis=1) / (along**2).sum(axis=1), 0, 1)
    return float(np.hypot(*(points + share[:, None] * along - at).T).min())


def _half_spaces(piece: Piece) -> tuple[Points, Points]:
    """Return a solid as half-spaces normal . p <= limit with unit normals."""
    if isinstance(piece, Cylinder):
        angles = np.arange(CYLINDER_SIDES) * (2 * np.pi / CYLINDER_SIDES)
        points = np.array(piece.center) + piece.radius * np.column_stack(
            [np.cos(angles), np.sin(angles)]
        )
        tops = [(1.0, piece.high, 0.0, 0.0), (-1.0, piece.low, 0.0, 0.0)]
    else:
        points = piece.points
        tops = [
            (w, p.at, p.slope_x, p.slope_y) for w, p in ((1.0, piece.top), (-1.0, piece.bottom))
        ]
    sides = _normals(points)
    normals = [np.column_stack([sides, np.zeros(len(sides))])]
    limits = [(sides * points).sum(axis=1)]
    for way, at, slope_x, slope_y in tops:
        length = float(np.sqrt(1 + slope_x**2 + slope_y**2))
        normals.append(np.array([[-slope_x, -slope_y, 1.0]]) * way / length)
        limits.append(np.array([at * way / length]))
    return np.concatenate(normals), np.concatenate(limits)
