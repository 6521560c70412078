"""Exact decomposition of polygons into few convex polygons: no corner is added or moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from wc3d.geometry.solids import Points

STRAIGHT_TOLERANCE_IN = 1e-9
"""Distance in inches from the line through its neighbors within which a corner is dropped."""

SAME_POINT_IN = 1e-6
"""Distance in inches within which two corners are equal."""

MIN_NOTCH_IN = 1e-5
"""Depth in inches up to which a right turn may come from rounding."""

MIN_AREA_SQ_IN = 1e-9
"""Smallest area of a valid polygon, in square inches."""


class FootprintError(ValueError):
    """Points that do not outline a simple polygon; the message says why."""


def signed_area(points: Points) -> float:
    """Return the area enclosed by a ring (n, 2), positive if counter-clockwise."""
    x, y = (points[1:] - points[0]).T  # relative to the first point, whose own terms are 0
    return float(x[:-1] @ y[1:] - y[:-1] @ x[1:]) / 2


def normalize_ring(points: ArrayLike) -> Points:
    """Return points as a simple counter-clockwise ring (n, 2) without straight corners.

    Raises FootprintError for fewer than three points, NaN, repeated points, crossing sides and
    zero area.
    """
    ring = np.asarray(points, dtype=float)
    if ring.ndim != 2 or ring.shape[1] != 2:
        raise FootprintError("expected a list of points [x, y]")
    if len(ring) < 3:
        raise FootprintError(f"a polygon needs at least 3 points, found {len(ring)}")
    if not np.isfinite(ring).all():
        raise FootprintError("expected finite numbers as coordinates")
    _refuse_repeats(ring)
    polygon = shapely.Polygon(ring)
    area = signed_area(ring)
    if (
        abs(area) < MIN_AREA_SQ_IN
        and shapely.minimum_rotated_rectangle(polygon).area < MIN_AREA_SQ_IN
    ):
        raise FootprintError("the points are on one line, so the polygon has no area")
    if not polygon.is_valid:
        place = shapely.is_valid_reason(polygon)
        raise FootprintError(
            f"the outline crosses or touches itself near {place[place.find('[') :]}"
        )
    if abs(area) < MIN_AREA_SQ_IN:
        raise FootprintError("the polygon has no area")
    return remove_straight_corners(ring if area > 0 else ring[::-1])


def _refuse_repeats(ring: Points) -> None:
    """Raise FootprintError if two points of the ring are equal."""
    order = np.lexsort((ring[:, 1], ring[:, 0]))
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            if ring[b, 0] - ring[a, 0] > SAME_POINT_IN:
                break
            if abs(ring[b, 1] - ring[a, 1]) <= SAME_POINT_IN:
                first, last = sorted((int(a), int(b)))
                if first == 0 and last == len(ring) - 1:
                    raise FootprintError("the last point repeats the first; leave it out")
                raise FootprintError(f"points {first} and {last} are the same")


def remove_straight_corners(ring: Points, tolerance: float = STRAIGHT_TOLERANCE_IN) -> Points:
    """Return the ring without the corners on straight sides.

    Every dropped corner is within `tolerance` of the side that replaces it, even after many drops,
    so a finely divided arc keeps its shape.
    """
    indices = list(range(len(ring)))
    changed = True
    while changed and len(indices) > 3:
        changed = False
        for i in range(len(indices) - 1, -1, -1):
            a, b, c = (indices[j % len(indices)] for j in (i - 1, i, i + 1))
            if (
                len(indices) > 3
                and _distance_to_line(ring[a], ring[b], ring[c]) <= tolerance
                and _is_side(ring, a, c, tolerance)
            ):
                del indices[i]
                changed = True
    return ring[indices]


def _is_side(ring: Points, first: int, last: int, tolerance: float) -> bool:
    """Return whether all corners between two corners are within `tolerance` of their line."""
    between = np.arange(first + 1, last if last > first else last + len(ring)) % len(ring)
    if len(between) < 2:
        return True  # the caller has measured this corner
    along = ring[last] - ring[first]
    to = ring[between] - ring[first]
    length = math.hypot(*along)
    offsets = to[:, 0] * along[1] - to[:, 1] * along[0] if length > 0.0 else np.hypot(*to.T)
    return bool(np.abs(offsets).max() <= tolerance * (length or 1.0))


def _distance_to_line(a: Points, b: Points, c: Points) -> float:
    """Return the distance of b from the line through a and c."""
    (ax, ay), (bx, by), (cx, cy) = a.tolist(), b.tolist(), c.tolist()
    length = math.hypot(cx - ax, cy - ay)
    if length == 0.0:
        return math.hypot(bx - ax, by - ay)
    return abs((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / length


def split_into_convex(points: ArrayLike, holes: Sequence[ArrayLike] = ()) -> tuple[Points, ...]:
    """Split the simple polygon `points` minus `holes` into few convex counter-clockwise polygons.

    Every corner of a part is a corner of the input. Raises FootprintError for an input that is not
    simple.
    """
    polygon = shapely.Polygon(normalize_ring(points), [normalize_ring(hole) for hole in holes])
    if not polygon.is_valid:
        raise FootprintError("a hole crosses the outline or another hole")
    return split_polygon_into_convex(polygon)


def split_polygon_into_convex(
    polygon: shapely.Polygon, straight: float = STRAIGHT_TOLERANCE_IN
) -> tuple[Points, ...]:
    """Split a valid shapely polygon into convex parts, like `split_into_convex`.

    Merges the triangles of a constrained Delaunay triangulation while the result is convex. Drops
    corners within `straight` of the line through their neighbors. Raises FootprintError for a
    polygon that is too thin to split.
    """
    if not polygon.interiors:
        ring = np.asarray(polygon.exterior.coords)[:-1]
        ring = ring if signed_area(ring) > 0 else ring[::-1]
        if _is_convex(ring, straight):
            return (_convex_ring(ring, straight),)
    triangles = [np.asarray(t.exterior.coords)[:3] for t in _triangulate(polygon).geoms]
    index: dict[tuple[float, float], int] = {}
    rings: list[list[int]] = []
    for triangle in triangles:
        ccw_triangle = triangle if signed_area(triangle) > 0 else triangle[::-1]
        rings.append([index.setdefault((float(x), float(y)), len(index)) for x, y in ccw_triangle])
    corners = np.array(list(index))
    tries = (
        _merge_triangles(corners, rings, longest_first, straight) for longest_first in (True, False)
    )
    best = min(tries, key=len)
    return tuple(_convex_ring(corners[ring], straight) for ring in best)


def _convex_ring(ring: Points, straight: float) -> Points:
    """Return a ring that `_is_convex` accepts as a convex polygon without straight corners."""
    if len(ring) > 3 and _find_right_turns(ring).any():
        hull = np.asarray(shapely.convex_hull(shapely.Polygon(ring)).exterior.coords)[:-1]
        ring = hull if signed_area(hull) > 0 else hull[::-1]
    return remove_straight_corners(ring, straight)


def _find_right_turns(ring: Points) -> NDArray[np.bool_]:
    """Return whether each corner of a counter-clockwise ring turns right."""
    next_edges = np.roll(ring, -1, axis=0) - ring
    previous_edges = np.roll(next_edges, 1, axis=0)
    turns: NDArray[np.bool_] = (
        previous_edges[:, 0] * next_edges[:, 1] < previous_edges[:, 1] * next_edges[:, 0]
    )
    return turns


def _triangulate(polygon: shapely.Polygon) -> shapely.GeometryCollection:
    try:
        return shapely.constrained_delaunay_triangles(polygon)
    except shapely.errors.GEOSException:  # GEOS fails on outlines that almost touch themselves
        raise FootprintError("the outline almost touches itself; move its points apart") from None


def _merge_triangles(
    corners: Points, triangles: list[list[int]], longest_first: bool, straight: float
) -> list[list[int]]:
    """Remove each diagonal whose removal leaves a convex polygon (Hertel and Mehlhorn)."""
    rings: dict[int, list[int]] = dict(enumerate(triangles))
    owner = {(ring[i - 1], ring[i]): n for n, ring in rings.items() for i in range(len(ring))}
    diagonals = [(a, b) for a, b in owner if a < b and (b, a) in owner]
    diagonals.sort(
        key=lambda e: float(np.hypot(*(corners[e[0]] - corners[e[1]]))), reverse=longest_first
    )
    for a, b in diagonals:
        left, right = owner[a, b], owner[b, a]
        ring = _join_rings(rings[left], rings[right], a, b)
        if left == right or not _is_convex(corners[ring], straight):
            continue
        rings[left] = ring
        del rings[right]
        for i in range(len(ring)):
            owner[ring[i - 1], ring[i]] = left
    return list(rings.values())


def _join_rings(left: list[int], right: list[int], a: int, b: int) -> list[int]:
    """Join two rings that share the side a-b (a to b in `left`, b to a in `right`)."""
    i, j = left.index(b), right.index(a)
    return left[i:] + left[:i] + (right[j:] + right[:j])[1:-1]


def _is_convex(ring: Points, straight: float = STRAIGHT_TOLERANCE_IN) -> bool:
    """Return whether a ring never turns right and winds around once.

    Two parts that share a side and also meet in a corner form a ring that turns left throughout,
    but winds around twice. Many small right turns may add up to a hollow, so each corner must also
    be within `straight` of the convex hull.
    """
    corners = ring.tolist()
    total_turn = 0.0
    turns_right = False
    ax, ay = corners[-2]
    bx, by = corners[-1]
    for cx, cy in corners:
        ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
        turn = ux * vy - uy * vx
        if turn < -straight * math.hypot(cx - ax, cy - ay):
            return False
        turns_right |= turn < 0.0
        total_turn += math.atan2(turn, ux * vx + uy * vy)
        ax, ay, bx, by = bx, by, cx, cy
    if abs(total_turn - math.tau) >= 1.0:
        return False
    return not turns_right or _is_near_hull(ring, straight)


def _is_near_hull(ring: Points, straight: float) -> bool:
    """Return whether every corner of a ring is within `straight` of the ring's convex hull."""
    hull = shapely.convex_hull(shapely.Polygon(ring))
    return bool(shapely.distance(hull.boundary, shapely.points(ring)).max() <= straight)


def min_convex_parts(polygon: shapely.Polygon) -> float:
    """Return a lower bound of the number of convex parts of a polygon.

    A cut removes up to two right turns, or joins a hole to the outside. Notches less deep than
    MIN_NOTCH_IN do not count.
    """
    rights = 0
    oriented_polygon = shapely.orient_polygons(
        polygon
    )  # the polygon is to the left of its outline and its holes
    for ring in (oriented_polygon.exterior, *oriented_polygon.interiors):
        points = np.asarray(ring.coords)
        along = points[1:] - points[:-1]
        previous_edges = np.concatenate([along[-1:], along[:-1]])
        turn = previous_edges[:, 0] * along[:, 1] - previous_edges[:, 1] * along[:, 0]
        rights += int((turn < -MIN_NOTCH_IN * np.hypot(*(previous_edges + along).T)).sum())
    return 1 + rights / 2 - len(polygon.interiors)
