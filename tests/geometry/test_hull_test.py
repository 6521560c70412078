"""Does a solid meet the convex hull of two upright cylinders?"""

from __future__ import annotations

import numpy as np
import pytest

from tests.geometry.test_distance import random_pieces
from wc3d.geometry.hull_test import hull_intersects
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism

A, B = Cylinder((0.0, 0.0), 0.5, 0.0, 2.0), Cylinder((10.0, 0.0), 1.0, 0.0, 3.0)


def wall(x: float, y: float, width: float, depth: float, low: float, high: float) -> Prism:
    """A box by its south-west corner."""
    points = np.array([[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]])
    return Prism(points, Plane(low), Plane(high))


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (wall(4, -1, 1, 2, 0, 1), True),
        (wall(4, -9, 1, 18, 0, 0.01), True),
        (
            wall(4, -9, 1, 18, 2 + 5.5 / 9.5, 4),
            False,
        ),  # the rear rim of the second's top reaches farthest back
        (wall(4, -9, 1, 18, 2 + 5.5 / 9.5 - 1e-4, 4), True),
        (wall(-2, -9, 1.5, 18, 0, 4), False),  # touches the first cylinder from behind
        (wall(-2, -9, 1.501, 18, 0, 4), True),
        (wall(-1, 1.0001, 12, 2, 0, 4), False),
        (wall(-1, 1, 12, 2, 0, 4), False),
        (wall(-1, 0.9999, 12, 2, 0, 4), True),
        (Cylinder((5.0, 2.5), 2.0, 0.0, 1.0), True),
        (Cylinder((5.0, 4.0), 2.0, 0.0, 1.0), False),
        (Cylinder((5.0, 0.0), 2.0, 2 + 7.5 / 9.5, 4.0), False),
        (Cylinder((5.0, 0.0), 2.0, 2 + 7.5 / 9.5 - 1e-4, 4.0), True),
        (Cylinder((0.0, 0.0), 0.1, 2 + 0.6 / 9.5, 4.0), False),
        (Cylinder((0.0, 0.0), 0.1, 2.0, 4.0), True),
    ],
)
def test_walls_near_the_hull(piece: Piece, expected: bool) -> None:
    assert hull_intersects(A, B, piece) is expected
    assert hull_intersects(B, A, piece) is expected


def test_the_side_of_the_lane_is_a_common_tangent() -> None:
    normal = np.array([-0.05, np.sqrt(1 - 0.05**2)])
    along = np.array([normal[1], -normal[0]])
    for off, expected in ((1e-4, False), (0.0, False), (-1e-4, True)):
        corner = normal * (0.5 + off)
        points = np.array(
            [corner + along * s + normal * t for s, t in ((3, 0), (4, 0), (4, 1), (3, 1))]
        )
        assert hull_intersects(A, B, Prism(points, Plane(0.0), Plane(1.0))) is expected


def test_a_slope_that_dips_under_the_hull() -> None:
    first, second = Cylinder((0.0, 0.0), 0.5, 4.0, 5.0), Cylinder((10.0, 0.0), 0.5, 4.0, 5.0)
    footprint = np.array([[2.0, -3.0], [8.0, -3.0], [8.0, 3.0], [2.0, 3.0]])
    # the top is at 4 where y = -0.5: beside the lane for a top that falls northward
    assert not hull_intersects(first, second, Prism(footprint, Plane(0.0), Plane(3.5, 0.0, -1.0)))
    assert hull_intersects(first, second, Prism(footprint, Plane(0.0), Plane(3.5001, 0.0, -1.0)))


def test_points_of_the_hull_found_in_a_solid_prove_it() -> None:
    rng = np.random.default_rng(11)
    count = [0, 0]
    for piece in random_pieces(240):
        first, second = (
            Cylinder((float(x), float(y)), float(r), float(z), float(z + h))
            for x, y, r, z, h in zip(
                *rng.uniform([-5, -5, 0.3, -1, 0.5], [5, 5, 1, 3, 2.5], (2, 5)).T, strict=True
            )
        )
        share = rng.uniform(0, 1, (4000, 1))
        points = points_in(first, rng) * (1 - share) + points_in(second, rng) * share
        meets = hull_intersects(first, second, piece)
        assert meets is hull_intersects(second, first, piece)
        count[meets] += 1
        if not meets:
            assert not inside(piece, points).any()
    assert min(count) > 20


def points_in(cylinder: Cylinder, rng: np.random.Generator) -> np.ndarray:
    """Random points of a cylinder."""
    turn = rng.uniform(0, 2 * np.pi, 4000)
    far = cylinder.radius * np.sqrt(rng.uniform(0, 1, 4000))
    z = rng.uniform(cylinder.low, cylinder.high, 4000)
    return np.column_stack(
        [cylinder.center[0] + far * np.cos(turn), cylinder.center[1] + far * np.sin(turn), z]
    )


def inside(piece: Piece, points: np.ndarray) -> np.ndarray:
    """Which points lie in a solid, by more than a hair?"""
    flat = points[:, :2]
    z = points[:, 2]
    if isinstance(piece, Cylinder):
        return (
            (np.hypot(*(flat - np.array(piece.center)).T) < piece.radius - 1e-5)
            & (z > piece.low + 1e-5)
            & (z < piece.high - 1e-5)
        )
    found = (z > piece.bottom.heights(flat) + 1e-5) & (z < piece.top.heights(flat) - 1e-5)
    for p, q in zip(piece.points, np.roll(piece.points, -1, axis=0), strict=True):
        found &= (q[0] - p[0]) * (flat[:, 1] - p[1]) - (q[1] - p[1]) * (flat[:, 0] - p[0]) > 1e-5
    return found
