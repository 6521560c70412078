"""Shortest distances, against closed forms and against points drawn at random (which can only be farther)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from wc3d.geometry.distance import (
    disc_to_disc,
    disc_to_piece,
    point_to_section,
    segment_to_piece,
    segment_to_section,
)
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
CUBE = Prism(SQUARE, Plane(0.0), Plane(4.0))
WEDGE = Prism(SQUARE, Plane(0.0), Plane(0.0, 1.0))


@pytest.mark.parametrize(
    ("point", "expected"),
    [((2, 2), -2.0), ((1, 2), -1.0), ((5, 2), 1.0), ((7, 8), 5.0), ((4, 1), 0.0), ((-3, -4), 5.0)],
)
def test_a_point_s_gap_to_a_polygon_is_negative_inside(point: tuple, expected: float) -> None:
    assert point_to_section(point, SQUARE) == pytest.approx(expected)


def test_a_sliver_without_width_has_no_inside() -> None:
    sliver = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 1e-16], [0.0, 1e-16]])
    assert point_to_section((9, 0), sliver) == pytest.approx(5) and point_to_section(
        (2, 1), sliver
    ) == pytest.approx(1)
    assert segment_to_section((9, 0), (12, 0), sliver) == pytest.approx(5)
    thin = Prism(SQUARE, Plane(0.0), Plane(0.0, 1.0))  # its section at height 4 is one edge
    for turn in np.linspace(0, 6, 40):
        c, s = np.cos(turn), np.sin(turn)
        points = SQUARE @ np.array([[c, s], [-s, c]])
        turned = Prism(points, Plane(0.0), Plane(0.0, c, s))
        far = np.array([4.0, 9.0]) @ np.array([[c, s], [-s, c]])
        assert disc_to_piece((float(far[0]), float(far[1]), 4.0), 1.0, turned) == pytest.approx(4)
    assert disc_to_piece((4.0, 9.0, 4.0), 1.0, thin) == pytest.approx(4)


def test_gaps_to_discs_and_between_discs() -> None:
    assert point_to_section((3, 4), ((0, 0), 2)) == pytest.approx(3)
    assert disc_to_disc((0, 0, 0), 1, (6, 0, 3), 1) == pytest.approx(5)
    assert disc_to_disc((0, 0, 0), 1, (1, 0, 3), 1) == pytest.approx(3)


def test_a_segment_s_gap_to_a_section() -> None:
    assert segment_to_section((-1, 5), (5, 5), SQUARE) == pytest.approx(1)
    assert segment_to_section((-1, 2), (5, 2), SQUARE) <= 0
    assert segment_to_section((5, -5), (5, 10), SQUARE) == pytest.approx(1)
    assert segment_to_section((-2, 0), (0, -2), SQUARE) == pytest.approx(math.sqrt(2))
    assert segment_to_section((-5, 3), (5, 3), ((0, 0), 2)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((-1, 2, 2), (5, 2, 2), 0.0),
        ((-1, 2, 5), (5, 2, 5), 1.0),
        ((6, 2, 6), (6, 2, 9), math.hypot(2, 2)),
        ((5, -3, 5), (5, 9, 5), math.sqrt(2)),
        ((7, 8, 4), (9, 12, 9), 5.0),
        ((2, 2, 2), (2, 2, 2), 0.0),
        ((2, 2, 7), (2, 2, 7), 3.0),
        ((2, 2, -7), (2.5, 2, -1), 1.0),
    ],
)
def test_a_segment_s_distance_to_a_cube(a: tuple, b: tuple, expected: float) -> None:
    assert segment_to_piece(a, b, CUBE) == pytest.approx(expected, abs=1e-12)
    assert segment_to_piece(b, a, CUBE) == pytest.approx(expected, abs=1e-12)


def test_a_segment_s_distance_to_a_slope_and_a_cylinder() -> None:
    assert segment_to_piece((1, 2, 3), (1, 2, 5), WEDGE) == pytest.approx(2 / math.sqrt(2))
    assert segment_to_piece((0, 2, 2), (2, 2, 4), WEDGE) == pytest.approx(
        math.sqrt(2)
    )  # along the slope
    tower = Cylinder((0.0, 0.0), 1.0, 0.0, 3.0)
    assert segment_to_piece((-5, 2, 1), (5, 2, 1), tower) == pytest.approx(1)
    assert segment_to_piece((-5, 0, 4), (5, 0, 4), tower) == pytest.approx(1)
    assert segment_to_piece((-5, 0, 1), (5, 0, 1), tower) == 0
    assert segment_to_piece((4, 0, 7), (9, 0, 7), tower) == pytest.approx(5)


def test_a_disc_s_distance_to_solids() -> None:
    assert disc_to_piece((8, 2, 2), 1, CUBE) == pytest.approx(3)
    assert disc_to_piece((8, 2, 8), 1, CUBE) == pytest.approx(5)
    assert disc_to_piece((2, 2, 9), 1, CUBE) == pytest.approx(5)
    assert disc_to_piece((4.5, 2, 2), 1, CUBE) == 0
    assert disc_to_piece((3, 2, 3), 0.5, WEDGE) == 0
    assert disc_to_piece((1, 2, 5), 0.5, WEDGE) == pytest.approx(3.5 / math.sqrt(2))


def random_pieces(count: int) -> list[Piece]:
    """Convex solids of all three sorts."""
    rng = np.random.default_rng(7)
    found: list[Piece] = []
    for i in range(count):
        turns = np.sort(rng.uniform(0, 2 * np.pi, 5))
        points = rng.uniform(-1, 1, 2) + np.column_stack(
            [np.cos(turns), np.sin(turns)]
        ) * rng.uniform(0.5, 2)
        area = np.cross(np.append(points[1] - points[0], 0), np.append(points[2] - points[0], 0))[2]
        if i % 3 == 0 or area <= 0.05:
            found.append(
                Cylinder(
                    (float(points[0][0]), float(points[0][1])),
                    float(rng.uniform(0.3, 2)),
                    0.0,
                    float(rng.uniform(0.5, 3)),
                )
            )
            continue
        slope = rng.uniform(-0.6, 0.6, 4) * (i % 3 == 1)
        bottom = Plane(0.0, slope[0], slope[1])
        tilted = Plane(0.0, slope[2], slope[3])
        lift = float((bottom.heights(points) - tilted.heights(points)).max())
        found.append(Prism(points, bottom, Plane(lift + rng.uniform(0.1, 2), slope[2], slope[3])))
    return found


def closest_by_search(piece: Piece, a: np.ndarray, b: np.ndarray, radius: float) -> float:
    """The same distance by a general convex optimizer: from a segment (radius 0) or a level disc (a = b)."""

    def rows(v: np.ndarray) -> list[float]:
        x, y, z = v[:3]
        if isinstance(piece, Cylinder):
            return [
                piece.radius**2 - (x - piece.center[0]) ** 2 - (y - piece.center[1]) ** 2,
                z - piece.low,
                piece.high - z,
            ]
        sides = []
        for p, q in zip(piece.points, np.roll(piece.points, -1, axis=0), strict=True):
            sides.append((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]))
        return [*sides, z - piece.bottom.height(x, y), piece.top.height(x, y) - z]

    def cost(v: np.ndarray) -> float:
        near = a + v[3] * (b - a) + np.array([v[4], v[5], 0.0])
        return float(((v[:3] - near) ** 2).sum())

    inside = np.append(
        piece.center if isinstance(piece, Cylinder) else piece.points.mean(axis=0), 0
    )
    middle = (
        (piece.low + piece.high) / 2
        if isinstance(piece, Cylinder)
        else (piece.bottom.height(*inside[:2]) + piece.top.height(*inside[:2])) / 2
    )
    limits = [
        {
            "type": "ineq",
            "fun": lambda v: np.array(
                [*rows(v), v[3], 1 - v[3], radius**2 - v[4] ** 2 - v[5] ** 2]
            ),
        }
    ]
    best = math.inf
    for share in (0.1, 0.5, 0.9):
        start = np.array([inside[0], inside[1], middle, share, 0.0, 0.0])
        found = minimize(
            cost, start, constraints=limits, method="SLSQP", options={"maxiter": 500, "ftol": 1e-15}
        )
        if np.min(limits[0]["fun"](found.x)) > -1e-6:  # type: ignore[operator]
            best = min(best, math.sqrt(max(0.0, found.fun)))
    return best


@pytest.mark.slow
def test_distances_agree_with_a_general_optimizer() -> None:
    rng = np.random.default_rng(3)
    for piece in random_pieces(6):
        a, b = rng.uniform(-4, 4, 3), rng.uniform(-4, 4, 3)
        exact = segment_to_piece(tuple(a), tuple(b), piece)
        assert exact == pytest.approx(closest_by_search(piece, a, b, 0.0), abs=2e-3)
        assert exact <= closest_by_search(piece, a, b, 0.0) + 1e-6
        disc = disc_to_piece(tuple(a), 0.7, piece)
        assert disc == pytest.approx(closest_by_search(piece, a, a, 0.7), abs=2e-3)
        assert disc <= closest_by_search(piece, a, a, 0.7) + 1e-6
