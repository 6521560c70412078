"""Outlines keep what they must hold, whatever the library that cuts and simplifies them makes of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import shapely

from tests.fuzz.spoiled_solids import united
from tests.geometry.mesh_solids.held import hold
from tests.geometry.mesh_solids.test_odd_surfaces import TOWER
from wc3d.geometry.mesh_solids.bit_masks import empty_mask
from wc3d.geometry.mesh_solids.data import unpack_prisms
from wc3d.geometry.mesh_solids.outlines import (
    inner_outlines,
    outer_outlines,
    split_covering,
    split_inside,
)

RING = shapely.Point(0, 0).buffer(300.0).difference(shapely.Point(0, 0).buffer(250.0))


def area(rings: list[np.ndarray]) -> float:
    return float(sum(shapely.Polygon(r).area for r in rings))


def fail(*_: object) -> None:
    raise shapely.errors.GEOSException("IllegalStateException: Unable to find a convex corner")


def fail_if_large(outline: shapely.Polygon) -> shapely.Geometry:
    return fail() if outline.area > 9_000 else CUT(outline)


CUT = shapely.constrained_delaunay_triangles


def test_what_cannot_be_cut_up_is_halved_until_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapely, "constrained_delaunay_triangles", fail_if_large)
    assert split_inside(RING) == [], "an inner solid does without"
    cover = split_covering(RING)
    assert len(cover) > 8 and area(cover) == pytest.approx(RING.area, rel=1e-9)
    assert RING.difference(shapely.union_all([shapely.Polygon(r) for r in cover])).area < 1e-6


def test_of_what_never_can_small_hulls_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapely, "constrained_delaunay_triangles", fail)
    cover = split_covering(RING)
    whole = shapely.union_all([shapely.Polygon(r) for r in cover])
    assert RING.difference(whole).area < 1e-6
    assert whole.area < 1.2 * RING.area, "its middle stays free"
    assert all(shapely.Polygon(r).exterior.is_ccw for r in cover)


@pytest.mark.parametrize("broken", [fail, fail_if_large])
def test_an_outer_solid_that_cannot_be_cut_up_still_holds_the_file(
    broken: Callable[..., shapely.Geometry], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = hold(united(TOWER, 0.5)).enclosure
    monkeypatch.setattr(shapely, "constrained_delaunay_triangles", broken)
    made = hold(united(TOWER, 0.5)).enclosure
    corners = united(TOWER, 0.1).reshape(-1, 3)
    for each in (usual, made):
        pieces = [(shapely.Polygon(p.points), p.low, p.high) for p in unpack_prisms(each.outer)]
        held = np.zeros(len(corners), dtype=bool)
        for plan, low, high in pieces:
            level = (corners[:, 2] >= low - 1e-6) & (corners[:, 2] <= high + 1e-6)
            held |= level & shapely.intersects_xy(plan, *corners[:, :2].T)
        assert held.all()


def ragged(chance: np.random.Generator) -> np.ndarray:
    """Cells along crooked lines, as thin walls leave them."""
    cells = np.zeros((160, 200), dtype=bool)
    for _ in range(12):
        x, y = chance.uniform(20, 140, 2)
        for _ in range(250):
            x, y = np.clip([x, y] + chance.normal(size=2) * 1.5, 12, [185, 145])
            cells[int(y) : int(y) + 2, int(x) : int(x) + 2] = True
    return cells


def as_mask(cells: np.ndarray) -> np.ndarray:
    mask = empty_mask(*cells.shape)
    for row, column in np.argwhere(cells).tolist():
        mask[row, column // 64] |= np.uint64(1) << np.uint64(column % 64)
    return mask


@pytest.mark.parametrize(
    ("seed", "give"), [(6, 4), (7, 4), (10, 2), (12, 8), (39, 4), (1, 8), (2, 2)]
)
def test_simplified_they_hold_every_cell_or_none_beyond(seed: int, give: int) -> None:
    cells = ragged(np.random.default_rng(seed))
    y, x = np.nonzero(cells)
    around = shapely.union_all(outer_outlines(as_mask(cells), give))
    assert shapely.contains_xy(around, x + 0.5, y + 0.5).all()
    inside = inner_outlines(as_mask(~cells), (give, 2, 1))
    assert not any(shapely.contains_xy(p, x + 0.5, y + 0.5).any() for p in inside)
    assert sum(p.area for p in inside) > 0.3 * (~cells).sum()


def test_a_triangulation_that_loses_some_of_it_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def most(outline: shapely.Polygon) -> shapely.Geometry:
        return shapely.geometrycollections(list(CUT(outline).geoms)[1:])

    monkeypatch.setattr(shapely, "constrained_delaunay_triangles", most)
    assert split_inside(RING) == []
