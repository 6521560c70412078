"""The vertical cut is exact: heights, distances, slopes, holes, and what it must leave out."""

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

from tests.narrowed import there
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.vertical_section import (
    cut_along,
    cut_piece,
    cut_triangles_along,
    footprint_chord,
    segment_parts_inside,
)

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]])


def box(x0: float, y0: float, x1: float, y1: float, low: float, high: float) -> Prism:
    return Prism(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), Plane(low), Plane(high))


def test_a_box_is_cut_where_the_line_crosses_it():
    outline = there(cut_piece(box(2, 0, 5, 4, 1, 3), (0, 1), (10, 1)))
    assert outline.tolist() == [[2, 1], [5, 1], [5, 3], [2, 3]]


def test_a_slope_is_cut_along_its_fall():
    ramp = Prism(SQUARE, Plane(0.0), Plane(0.0, slope_x=0.5))
    assert cut_piece(ramp, (-1, 1), (5, 1)) == pytest.approx(
        np.array([(1, 0), (5, 0), (5, 2), (1, 0)])
    )


def test_a_cylinder_is_cut_by_its_chord_not_by_facets():
    silo = Cylinder((0.0, 0.0), 2.0, 0.0, 5.0)
    outline = there(cut_piece(silo, (-3, 1.2), (3, 1.2)))
    assert outline[:, 0].min() == pytest.approx(3 - 1.6, abs=1e-12) and outline[
        :, 0
    ].max() == pytest.approx(3 + 1.6, abs=1e-12)


@pytest.mark.parametrize(
    "line", [((-1, 2), (9, 2)), ((4, -1), (4, 3)), ((-2, 2), (2, 6)), ((5, 0), (9, 0))]
)
def test_a_line_that_only_touches_or_misses_cuts_nothing(line):
    assert footprint_chord(box(0, 0, 4, 2, 0, 1), *line) is None
    assert footprint_chord(Cylinder((2.0, 0.0), 2.0, 0.0, 1.0), (0, 2), (9, 2)) is None


def test_the_cut_ends_with_the_segment():
    assert footprint_chord(box(0, 0, 4, 2, 0, 1), (1, 1), (3, 1)) == (0.0, 2.0)


def test_touching_pieces_of_a_feature_become_one_outline_and_a_window_stays_open():
    wall = [
        box(0, 0, 1, 1, 0, 4),
        box(1, 0, 2, 1, 0, 1),
        box(1, 0, 2, 1, 2, 4),
        box(2, 0, 3, 1, 0, 4),
    ]
    area = cut_along(wall, [(-1, 0.5), (5, 0.5)])
    assert (
        len(area.geoms) == 1
        and len(area.geoms[0].interiors) == 1
        and area.area == pytest.approx(11)
    )


def test_flat_ground_has_no_area():
    assert cut_along([box(0, 0, 4, 2, 0, 0)], [(-1, 1), (9, 1)]).is_empty
    assert there(cut_piece(box(0, 0, 4, 2, 0, 0), (-1, 1), (9, 1)))[:, 0].max() == 5


def test_a_path_is_unrolled():
    pieces = [box(2, -1, 3, 1, 0, 1), box(4, 2, 6, 3, 0, 2)]
    area = cut_along(pieces, [(0, 0), (5, 0), (5, 4)])
    assert [part.bounds for part in area.geoms] == [(2, 0, 3, 1), (7, 0, 8, 2)]


def test_stretches_of_a_line_inside():
    area = cut_along([box(2, -1, 4, 1, 0, 1)], [(0, 0), (10, 0)])
    assert segment_parts_inside(area, (0, 0.5), (10, 0.5)) == [pytest.approx((0.2, 0.4))]
    assert segment_parts_inside(area, (0, 1.5), (10, 1.5)) == []


@given(st.floats(0, 6.3), st.floats(-3, 3), st.floats(0.2, 3))
def test_every_point_of_the_chord_lies_in_the_footprint(angle, aside, size):
    way = np.array([np.cos(angle), np.sin(angle)])
    start = -10 * way + aside * np.array([-way[1], way[0]])
    end = start + 20 * way
    for piece in (box(-size, -1, size, 1, 0, 1), Cylinder((0.0, 0.0), size, 0.0, 1.0)):
        inside = footprint_chord(piece, tuple(start), tuple(end))
        if inside is None:
            continue
        for distance in inside:
            x, y = start + way * distance
            if isinstance(piece, Cylinder):
                assert np.hypot(x, y) <= size + 1e-9
            else:
                assert abs(x) <= size + 1e-9 and abs(y) <= 1 + 1e-9


def test_triangles_are_cut_along_a_path_from_leg_to_leg_and_no_farther():
    """A block from (2, 0) to (5, 4), 1 to 3 high, cut along y = 1, then along x = 4."""
    block = np.array(trimesh.creation.box(bounds=[(2, 0, 1), (5, 4, 3)]).triangles)
    segments = cut_triangles_along(block, [(0, 1), (4, 1), (4, 2.5)])
    lengths = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    assert segments[..., 0].min() == pytest.approx(2) and segments[..., 0].max() == pytest.approx(
        5.5
    )
    walls = lengths[np.ptp(segments[..., 0], axis=1) < 1e-9].sum()
    assert walls == pytest.approx(2), "the one wall that the path goes through"
    floors = lengths[np.ptp(segments[..., 1], axis=1) < 1e-9].sum()
    assert floors == pytest.approx(2 * (2 + 1.5)), "its top and its underside"
    assert len(cut_triangles_along(block, [(0, 9), (9, 9)])) == 0
