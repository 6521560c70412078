"""Polygons as convex parts: exact, few, and strict about what a polygon is."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from wc3d.geometry.convex_parts import (
    FootprintError,
    normalize_ring,
    remove_straight_corners,
    signed_area,
    split_into_convex,
    split_polygon_into_convex,
)

L_SHAPE = [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]
SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]


def assert_parts(parts: tuple, polygon: shapely.Polygon) -> None:
    """The parts are convex, counter-clockwise, disjoint, and fill the polygon with its own corners."""
    corners = {tuple(c) for c in shapely.get_coordinates(polygon).tolist()}
    for part in parts:
        assert signed_area(part) > 0
        assert shapely.Polygon(part).convex_hull.area == pytest.approx(signed_area(part), abs=1e-7)
        assert {tuple(c) for c in part.tolist()} <= corners
    assert sum(signed_area(p) for p in parts) == pytest.approx(polygon.area, abs=1e-6)
    union = shapely.union_all([shapely.Polygon(p) for p in parts])
    assert union.symmetric_difference(polygon).area == pytest.approx(0, abs=1e-6)


def test_a_convex_polygon_is_one_part_whichever_way_it_runs() -> None:
    for ring in (SQUARE, SQUARE[::-1]):
        (part,) = split_into_convex(ring)
        assert signed_area(part) == 16


def test_corners_on_a_straight_side_are_dropped() -> None:
    (part,) = split_into_convex([[0, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, 1]])
    assert len(part) == 4


def test_an_l_shape_is_two_parts() -> None:
    parts = split_into_convex(L_SHAPE)
    assert len(parts) == 2
    assert_parts(parts, shapely.Polygon(L_SHAPE))


def test_a_square_ring_is_four_parts() -> None:
    hole = [[1, 1], [3, 1], [3, 3], [1, 3]]
    parts = split_into_convex(SQUARE, [hole])
    assert len(parts) == 4
    assert_parts(parts, shapely.Polygon(SQUARE, [hole]))


@pytest.mark.parametrize(
    ("ring", "words"),
    [
        ([[0, 0], [1, 1]], "at least 3 points"),
        ([[0, 0], [1, 1], [1, 0], [0, 1]], "crosses or touches itself near"),
        ([[0, 0], [2, 0], [2, 2], [1, 0], [0, 2]], "crosses or touches itself near"),
        ([[0, 0], [1, 1], [2, 2]], "no area"),
        ([[0, 0], [1, 0], [2, 0], [1, 0]], "are the same"),
        ([[0, 0], [1, 0], [1, 1], [0, 0]], "last point repeats the first"),
        ([[0, 0], [1, 0], [1, 0], [0, 1]], "points 1 and 2 are the same"),
        ([[0, 0], [1, 0], [float("nan"), 1]], "finite"),
        ([[0, 0], [1, 0], [float("inf"), 1]], "finite"),
        ([0, 1, 2], "list of points"),
    ],
)
def test_what_is_no_simple_polygon_is_refused(ring: list, words: str) -> None:
    with pytest.raises(FootprintError, match=words):
        normalize_ring(ring)


def test_a_hole_across_the_outline_is_refused() -> None:
    with pytest.raises(FootprintError, match="hole"):
        split_into_convex(SQUARE, [[[3, 1], [5, 1], [5, 3], [3, 3]]])


def test_only_straight_corners_go() -> None:
    ring = np.array([[0.0, 0.0], [1.0, 1e-3], [2.0, 0.0], [1.0, 2.0]])
    assert len(remove_straight_corners(ring)) == 4
    assert len(remove_straight_corners(ring, 2e-3)) == 3


def test_many_corners_that_are_almost_straight_make_no_straight_side() -> None:
    angles = np.linspace(0, np.pi / 2, 2000)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    kept = shapely.Polygon(remove_straight_corners(ring, 5e-6))
    assert len(kept.exterior.coords) < 300
    assert shapely.hausdorff_distance(kept.boundary, shapely.Polygon(ring).boundary) <= 5e-6


def test_a_hollow_of_many_small_turns_is_not_convex() -> None:
    angles = np.linspace(0, np.pi / 2, 2000)
    hollow = shapely.Polygon(
        [(2, 2), *np.column_stack([np.sin(angles), np.cos(angles)])[::-1].tolist()]
    )
    parts = split_polygon_into_convex(hollow, 5e-6)
    assert all(
        shapely.Polygon(p).convex_hull.area == pytest.approx(signed_area(p), abs=1e-12)
        for p in parts
    )
    assert sum(map(signed_area, parts)) == pytest.approx(hollow.area, abs=2e-5)


@st.composite
def star_polygons(draw: st.DrawFn) -> np.ndarray:
    """Simple polygons about the origin: a distance for each of a number of directions."""
    radii = draw(st.lists(st.integers(5, 100), min_size=5, max_size=24))
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * np.array(radii)[:, None] / 10


@given(star_polygons())
@settings(max_examples=100, deadline=None)
def test_any_simple_polygon_is_the_union_of_its_parts(ring: np.ndarray) -> None:
    parts = split_into_convex(ring)
    assert_parts(parts, shapely.Polygon(ring))
    assert len(parts) <= len(ring) - 2


def test_a_comb_needs_about_one_part_a_tooth() -> None:
    teeth = 12
    ring = [[0, 0], [2 * teeth - 1, 0]]
    for i in reversed(range(teeth)):
        ring += (
            [[2 * i + 1, 3], [2 * i, 3]]
            if i == 0
            else [[2 * i + 1, 3], [2 * i, 3], [2 * i, 1], [2 * i - 1, 1]]
        )
    parts = split_into_convex(ring)
    assert_parts(parts, shapely.Polygon(ring))
    assert len(parts) <= 2 * teeth


@pytest.mark.parametrize("near", [0.0, -1e-7])
def test_a_hole_that_touches_the_outline_in_a_corner_stays_open(near: float) -> None:
    """Its parts meet in that corner from both sides; put together they would turn left all the way, twice around."""
    square = [(6.0, -6.0), (6.0, 6.0), (-6.0, 6.0), (-6.0, -6.0)]
    hole = [(3.685, -0.852), (0.479, 1.435), (-6.0, -6.0)]
    polygon = shapely.Polygon(square).difference(
        shapely.Polygon(hole).buffer(near, join_style="mitre")
    )
    parts = [shapely.Polygon(part) for part in split_polygon_into_convex(polygon)]
    assert all(
        part.is_valid and part.convex_hull.area == pytest.approx(part.area) for part in parts
    )
    assert shapely.union_all(parts).symmetric_difference(polygon).area < 1e-9
