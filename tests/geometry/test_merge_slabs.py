"""Plates put together: the same solid in fewer pieces, with its cracks and holes as they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import Delaunay

from wc3d.geometry import merge_slabs
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.geometry.visibility import Occluder, Occluders, SightResult

A, B = Cylinder((0.2, 0.1), 0.6, 0.0, 1.75), Cylinder((-0.3, 0.4), 0.6, 2.5, 4.25)


def tiles(seed: int, corners: int, thickness: tuple[float, ...] = (0.2,)) -> list[Prism]:
    """A square floor, its top at 2.5", in random triangles of some thickness."""
    rng = np.random.default_rng(seed)
    points = np.concatenate(
        [rng.uniform(-4, 4, (corners, 2)), [[-6, -6], [6, -6], [6, 6], [-6, 6]]]
    )
    out = []
    for triangle in (points[t] for t in Delaunay(points).simplices):
        u, v = triangle[1] - triangle[0], triangle[2] - triangle[0]
        ring = triangle if u[0] * v[1] > u[1] * v[0] else triangle[::-1]
        out.append(Prism(ring.copy(), Plane(2.5 - float(rng.choice(thickness))), Plane(2.5)))
    return out


def put_together(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces alone; each is made of pieces that overlap or touch it."""
    found = merge_slabs.merge_slabs(pieces)
    assert all(piece is pieces[of[0]] for piece, of in found if len(of) == 1)
    return [piece for piece, _ in found]


def volume(pieces: list[Piece]) -> float:
    return sum(
        shapely.Polygon(p.points).area * (p.high - p.low) for p in pieces if isinstance(p, Prism)
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**31), st.integers(2, 12))
def test_a_floor_of_one_thickness_becomes_one_plate_and_lets_nothing_through(
    seed: int, corners: int
) -> None:
    floor = tiles(seed, corners)
    assert len(put_together(floor)) <= 2  # one, unless a corner is a hair off the line
    assert volume(put_together(floor)) == pytest.approx(144 * 0.2, rel=1e-4)
    answer, _, cells = Occluders(Occluder((p,)) for p in floor).find_open_line(A, B)
    assert answer is SightResult.BLOCKED and cells < 2000


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**31), st.integers(2, 10))
def test_a_floor_of_several_thicknesses_lets_nothing_through(seed: int, corners: int) -> None:
    floor = tiles(seed, corners, (0.05, 0.2, 0.5))
    assert Occluders(Occluder((p,)) for p in floor).find_open_line(A, B)[0] is SightResult.BLOCKED


def test_plates_whose_union_cannot_be_cut_up_stay_as_they_are() -> None:
    floor = tiles(
        11135075, 6, (0.05, 0.2, 0.5)
    )  # GEOS finds no convex corner on one slab's outline
    assert put_together(floor) == floor
    assert Occluders(Occluder((p,)) for p in floor).find_open_line(A, B)[0] is SightResult.BLOCKED


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**31), st.integers(2, 12))
def test_a_plate_left_out_stays_a_hole(seed: int, corners: int) -> None:
    floor = tiles(seed, corners)
    hole = min(floor, key=lambda p: float(np.hypot(*p.points.mean(axis=0))))
    rest = [p for p in floor if p is not hole]
    together = [p for p in put_together(rest) if isinstance(p, Prism)]
    assert volume(list(together)) == pytest.approx(volume(list(rest)), rel=1e-4)
    open_ = shapely.Polygon(hole.points).buffer(-1e-4)
    assert all(shapely.Polygon(p.points).intersection(open_).area < 1e-6 for p in together)


def test_what_stands_on_the_table_slopes_or_is_alone_is_left_as_it_is() -> None:
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    pieces: list[Piece] = [
        Prism(ring, Plane(0.0), Plane(2.0)),
        Prism(ring + [1.0, 0.0], Plane(0.0), Plane(2.0)),
        Prism(ring, Plane(3.0), Plane(4.0, 0.1)),
        Prism(ring + [5.0, 0.0], Plane(3.0), Plane(4.0)),
        Cylinder((0.5, 0.5), 0.5, 3.0, 4.0),
    ]
    assert put_together(pieces) == pieces
