"""Solids grown for proofs: their tolerance, and separation tests without a search."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.solids import Cylinder, Piece, Points
from wc3d.geometry.tolerances import (
    CHAMFER_IN,
    MIN_THICKNESS_IN,
    MITER_LIMIT_IN,
    PROOF_GROWTH_ASIDE_IN,
    PROOF_GROWTH_HEIGHT_IN,
    SIGHT_TOLERANCE_IN,
)


def inflate_polygon(
    points: Points, edge: float, limit: float, chamfer: float
) -> tuple[Points, Points]:
    """Offset a convex polygon outward by `edge`, and cut corners beyond `limit` at `chamfer`.

    Returns the grown polygon and the matching original corners (twice for a cut corner), both (m,
    2).
    """
    from wc3d.geometry.sight_search.grow_footprints import grow_ring

    x, y = np.ascontiguousarray(points.T)
    ring = grow_ring(x, y, edge, limit, chamfer)
    return ring[0].T, ring[2].T


def proof_tolerance(piece: Piece) -> float:
    """Return the tolerance, in inches, that a proof with the grown `piece` certifies.

    This is how far the grown solid reaches beyond `piece`. The grown solid is convex, so the
    largest distance is at a corner.
    """
    if isinstance(piece, Cylinder) or piece.is_level:
        return SIGHT_TOLERANCE_IN
    ring, _ = inflate_polygon(piece.points, PROOF_GROWTH_ASIDE_IN, MITER_LIMIT_IN, CHAMFER_IN)
    corners = []
    for i, (x, y) in enumerate(ring.tolist()):
        for plane, cap, sign in ((piece.top, piece.high, 1.0), (piece.bottom, piece.low, -1.0)):
            z = plane.height(x, y)
            corners.append((x, y, sign * min(sign * z, sign * cap) + sign * PROOF_GROWTH_HEIGHT_IN))
            u, v = ring[(i + 1) % len(ring)].tolist()
            next_z = plane.height(u, v)
            if (z - cap) * (next_z - cap) < 0.0:  # where the side's edge reaches the cap
                t = (cap - z) / (next_z - z)
                corners.append(
                    (x + t * (u - x), y + t * (v - y), cap + sign * PROOF_GROWTH_HEIGHT_IN)
                )
    return max(SIGHT_TOLERANCE_IN, max(segment_to_piece(c, c, piece) for c in corners))


def is_one_above_other(a: Cylinder, b: Cylinder) -> bool:
    """Return whether one volume is entirely above the other, with overlapping footprints."""
    separation = max(a.low, b.low) - min(a.high, b.high)
    return separation > MIN_THICKNESS_IN and math.dist(a.center, b.center) < a.radius + b.radius


def is_separated(a: Cylinder, b: Cylinder, pieces: Sequence[Piece]) -> bool:
    """Return whether grown solids separate two volumes of which one is entirely above the other.

    Solids separate the volumes if their plans, at some height between the volumes, cover all
    crossings of lines at that height. False does not mean that a line is open: this is not a
    search.
    """
    lower, upper = (a, b) if a.high < b.low else (b, a)
    filled = ((*_solid_span(p), p) for p in pieces)
    level = [(max(lower.high, bottom), min(upper.low, top), p) for bottom, top, p in filled]
    level = [(bottom, top, p) for bottom, top, p in level if top - bottom > MIN_THICKNESS_IN]
    for height in {(bottom + top) / 2 for bottom, top, _ in level}:
        plans = [_plan(p) for bottom, top, p in level if bottom < height < top]
        footprints = shapely.buffer(
            plans, PROOF_GROWTH_ASIDE_IN, join_style="mitre", mitre_limit=math.sqrt(2.0)
        )
        if shapely.union_all(footprints).covers(_crossing_region(lower, upper, height)):
            return True
    return False


def _crossing_region(lower: Cylinder, upper: Cylinder, height: float) -> shapely.Geometry:
    """Return a region with all crossings of lines between two volumes at a height between them."""
    discs = []
    # the lowest and highest part below that height
    for low, high in (
        (lower.high, upper.high),
        (lower.low, upper.low),
    ):
        part = (height - low) / (high - low)
        x, y, radius = (
            (1.0 - part) * u + part * o
            for u, o in zip(_disc_values(lower), _disc_values(upper), strict=True)
        )
        discs.append(
            _disc_polygon(
                Cylinder((x, y), radius, height, height),
                1.0 / math.cos(math.pi / (4 * QUARTER_CIRCLE_CORNERS)),
            )
        )
    return shapely.union_all(discs).convex_hull


def _disc_values(disc: Cylinder) -> tuple[float, float, float]:
    return *disc.center, disc.radius


def _solid_span(piece: Piece) -> tuple[float, float]:
    """Return the heights between which a solid fills its whole footprint.

    For a steep solid, the first height may be the greater.
    """
    if isinstance(piece, Cylinder) or piece.is_level:
        return piece.low, piece.high
    return float(piece.bottom.heights(piece.points).max()), float(
        piece.top.heights(piece.points).min()
    )


QUARTER_CIRCLE_CORNERS = 64
"""Corners per quarter circle of a disc's polygon."""


def _disc_polygon(disc: Cylinder, wider: float = 1.0) -> shapely.Polygon:
    """Return a polygon inside a disc, scaled by `wider`."""
    return shapely.Point(disc.center).buffer(disc.radius * wider, quad_segs=QUARTER_CIRCLE_CORNERS)


def _plan(piece: Piece) -> shapely.Polygon:
    return _disc_polygon(piece) if isinstance(piece, Cylinder) else shapely.Polygon(piece.points)
