"""Lines and circles of the plan: every crossing lies on both, and none is missed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wc3d.geometry.distance import point_to_segment
from wc3d.geometry.intersections import (
    intersect_circles,
    intersect_line_circle,
    intersect_lines,
    nearest_point_on_segment,
    offset_outline,
)

NUMBER = st.floats(-20, 20).map(lambda v: round(v, 3))
PLACE = st.tuples(NUMBER, NUMBER)
RADIUS = st.floats(0.1, 15).map(lambda v: round(v, 3))


def off_line(
    point: tuple[float, float], line: tuple[tuple[float, float], tuple[float, float]]
) -> float:
    """How far a point is from an endless line."""
    (ax, ay), (bx, by) = line
    return abs((point[0] - ax) * (by - ay) - (point[1] - ay) * (bx - ax)) / math.hypot(
        bx - ax, by - ay
    )


def test_two_lines_cross_in_one_point_and_parallels_in_none() -> None:
    assert list(intersect_lines(((0, 0), (4, 4)), ((0, 4), (1, 3)))) == [pytest.approx((2, 2))]
    assert list(intersect_lines(((0, 0), (4, 0)), ((0, 1), (4, 1)))) == []


def test_a_line_meets_a_circle_in_two_points_a_tangent_twice_in_one_and_a_far_one_never() -> None:
    assert sorted(intersect_line_circle(((-9, 0), (9, 0)), ((0, 0), 5))) == [
        pytest.approx((-5, 0)),
        pytest.approx((5, 0)),
    ]
    assert (
        list(intersect_line_circle(((-9, 5), (9, 5)), ((0, 0), 5))) == [pytest.approx((0, 5))] * 2
    )
    assert list(intersect_line_circle(((-9, 5.01), (9, 5.01)), ((0, 0), 5))) == []


def test_two_circles_meet_in_two_points_or_never() -> None:
    assert sorted(intersect_circles(((0, 0), 5), ((6, 0), 5))) == [
        pytest.approx((3, -4)),
        pytest.approx((3, 4)),
    ]
    assert (
        list(intersect_circles(((0, 0), 1), ((6, 0), 1)))
        == list(intersect_circles(((0, 0), 5), ((0, 0), 5)))
        == []
    )


@given(PLACE, PLACE, PLACE, RADIUS)
def test_crossings_lie_on_both(
    a: tuple[float, float], b: tuple[float, float], center: tuple[float, float], r: float
) -> None:
    if math.dist(a, b) > 0.01:
        for point in intersect_line_circle((a, b), (center, r)):
            assert (
                math.dist(point, center) == pytest.approx(r, abs=1e-4)
                and off_line(point, (a, b)) < 1e-6
            )
        assert math.dist(nearest_point_on_segment(center, a, b), center) == pytest.approx(
            point_to_segment(center, a, b), abs=1e-9
        )
    for point in intersect_circles((a, r), (center, 3.0)):
        assert math.dist(point, a) == pytest.approx(r, abs=1e-3) and math.dist(
            point, center
        ) == pytest.approx(3.0, abs=1e-3)


def test_the_sides_of_a_section_moved_outward_and_inward() -> None:
    square = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)])
    lines, circles = offset_outline(square, 1.0)
    assert lines[0] == ((0.0, -1.0), (4.0, -1.0)) and circles == [
        ((x, y), 1.0) for x, y in square.tolist()
    ]
    assert offset_outline(square, -1.0)[0][0] == ((0.0, 1.0), (4.0, 1.0))
    assert offset_outline(((2.0, 2.0), 3.0), -1.0) == ([], [((2.0, 2.0), 2.0)])
    assert offset_outline(((2.0, 2.0), 3.0), -4.0) == ([], [((2.0, 2.0), 0.0)])
