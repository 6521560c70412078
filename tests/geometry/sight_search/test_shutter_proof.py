"""Surfaces that shut every line without being solid: sheets, open walls, gaps. Attacked by segments in plain numpy."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from tests.fuzz.segments import Floats, clearance, crossed, points_in
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import unpack_prisms
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.mesh_solids.surface_topology import number_shared_edges
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluder, Occluders, SightResult
from wc3d.table.maps.map_shapes import cosine_and_sine, place_prism

WEST = Cylinder((0.0, 0.0), 0.6, 0.0, 1.75)
EAST = Cylinder((8.0, 0.7), 0.8, 0.0, 2.25)


def wall(
    columns: int = 8,
    rows: int = 5,
    *,
    low: float = 0.0,
    without: tuple[tuple[int, int], ...] = (),
    wave: float = 0.4,
) -> Floats:
    """A wavy sheet without thickness across the way, 6" wide and 3" high, in cells of two triangles."""
    y, z = np.meshgrid(
        np.linspace(-3.0, 3.0, columns + 1), np.linspace(low, 3.0, rows + 1), indexing="ij"
    )
    corners = np.stack([4.0 + wave * np.sin(1.7 * y + z), y, z], axis=-1)
    found = []
    for i in range(columns):
        for j in range(rows):
            if (i, j) not in without:
                a = corners[i, j]
                b = corners[i + 1, j]
                c = corners[i + 1, j + 1]
                d = corners[i, j + 1]
                found += [[a, b, c], [a, c, d]]
    return np.array(found)


def box(x: float, z: float = 0.0) -> Floats:
    """A wall 0.5" thick and 1" high across the way."""
    made = trimesh.creation.box((0.5, 6.0, 1.0))
    made.apply_translation((x, 0.0, z + 0.5))
    return np.asarray(made.triangles)


def among(*files: Floats, degrees: float = 0.0, mirrored: bool = False) -> Occluders:
    """Meshes on a table as the search knows them."""
    occluders = []
    for triangles in files:
        made = build_mesh_solids(triangles, 0.03)
        held = tuple(
            place_prism(p, degrees, (0.0, 0.0, 0.0), mirrored) for p in unpack_prisms(made.outer)
        )
        occluders.append(
            Occluder(
                held,
                mesh=PlacedMesh(made, (0.0, 0.0, 0.0), *cosine_and_sine(degrees), mirrored, held),
            )
        )
    return Occluders(occluders)


def answer(*files: Floats) -> SightResult:
    """What is found between west and east."""
    return among(*files).find_open_line(WEST, EAST)[0]


def test_a_sheet_without_thickness_shuts_every_line():
    assert not len(build_mesh_solids(wall(), 0.03).inner[-1].counts)  # no solid does
    assert answer(wall()) is SightResult.BLOCKED
    flat = wall(1, 1, wave=0.0)
    assert answer(flat) is answer(flat[:, ::-1]) is SightResult.BLOCKED
    assert (
        answer(np.concatenate([flat, flat[:, ::-1]])) is SightResult.BLOCKED
    )  # a sheet that shows both its sides


@pytest.mark.parametrize("cell", [(4, 1), (4, 2), (3, 1)])
def test_a_sheet_with_a_hole_does_not(cell):
    assert answer(wall(without=(cell,))) is SightResult.CLEAR


def test_sheets_that_do_not_meet_leave_a_line():
    left, right = wall(without=tuple((i, j) for i in range(4, 8) for j in range(5))), wall()[40:]
    assert answer(np.concatenate([left, right])) is SightResult.BLOCKED
    assert (
        answer(np.concatenate([left - [0.0, 0.02, 0.0], right + [0.0, 0.02, 0.0]]))
        is not SightResult.BLOCKED
    )
    assert answer(wall()[:-2]) is SightResult.BLOCKED  # a corner far from every line is gone
    assert answer(wall()[: 5 * 8]) is SightResult.CLEAR  # half of it


def test_what_hangs_less_than_a_twentieth_of_an_inch_above_the_table_rests_on_it():
    assert answer(wall(low=0.04)) is SightResult.BLOCKED
    assert (
        answer(wall(low=0.2)) is not SightResult.BLOCKED
    )  # a slit that only lines along the table pass
    assert answer(wall(low=0.6)) is SightResult.CLEAR


def test_solids_that_overlap_by_a_hair_shut_what_each_leaves():
    low, high = box(3.0), box(5.0, 0.2)
    lintel = trimesh.creation.box((0.5, 6.0, 4.0))
    lintel.apply_translation((5.0, 0.0, 3.1))
    shut = np.concatenate([high, lintel.triangles])
    assert answer(low, shut) is SightResult.BLOCKED
    assert answer(high) is SightResult.CLEAR


def test_walls_that_touch_along_an_upright_edge_leave_nothing_between_them():
    left = trimesh.creation.box(bounds=[[3.5, -5.0, 0.0], [4.0, 0.0, 3.0]]).triangles
    right = np.asarray(trimesh.creation.box(bounds=[[4.0, 0.0, 0.0], [4.5, 5.0, 3.0]]).triangles)
    assert answer(np.concatenate([left, right])) is SightResult.BLOCKED
    assert answer(np.concatenate([left, right + [0.0, 0.01, 0.0]])) is SightResult.CLEAR


def test_no_segment_passes_where_a_torn_sheet_was_said_to_block():
    chance = np.random.default_rng(12)
    blocked = 0
    for _ in range(16):
        torn = tuple(
            (int(i), int(j))
            for i, j in zip(chance.integers(8, size=2), chance.integers(5, size=2), strict=True)
        )
        low = float(chance.choice([0.0, 0.04]))
        wave = float(chance.uniform(0, 0.6))
        file = wall(without=torn[: int(chance.integers(3))], low=low, wave=wave)
        degrees = float(chance.uniform(0, 360))
        mirrored = bool(chance.random() < 0.5)
        a, b = (
            Cylinder((x + chance.normal(), chance.normal()), 0.6, 0.0, 1.75) for x in (0.0, 8.0)
        )
        cosine, sine = cosine_and_sine(degrees)
        sign = -1.0 if mirrored else 1.0
        turned = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        there = file * [sign, 1.0, 1.0] @ turned
        a, b = (
            Cylinder(
                tuple((np.array([sign * v.center[0], v.center[1], 0.0]) @ turned)[:2].tolist()),
                v.radius,
                v.low,
                v.high,
            )
            for v in (a, b)
        )
        found, line, _ = among(file, degrees=degrees, mirrored=mirrored).find_open_line(a, b)
        if found is SightResult.CLEAR:
            assert line is not None
            assert not crossed(there, *(np.array(end) for end in line)).any()
        if found is SightResult.BLOCKED:
            blocked += 1
            for p, q in zip(
                points_in(a, 800, chance, 0.0501), points_in(b, 800, chance, 0.0501), strict=True
            ):
                if not crossed(there, p, q).any():
                    assert clearance(there, p, q) < 0.0013
    assert blocked >= 4


def test_edges_are_shared_or_are_the_rim():
    closed = box(0.0)
    numbers = number_shared_edges(closed)
    assert numbers.min() == 0
    assert (np.bincount(numbers.ravel()) == 2).all()
    assert (number_shared_edges(closed[1:]) == -1).sum() == 3
    twice = np.concatenate(
        [closed, closed[:, ::-1]]
    )  # a solid that shows both sides everywhere: one of each is kept
    assert ((number_shared_edges(twice) == -2).all(axis=1)).sum() == 12
    stacked = np.concatenate(
        [closed, [0.0, 0.0, 2.0] + closed * [1.0, 1.0, -1.0]]
    )  # where they touch they cancel out
    assert ((number_shared_edges(stacked) == -2).all(axis=1)).sum() == 4
    assert (number_shared_edges(stacked) == -1).sum() == 0
