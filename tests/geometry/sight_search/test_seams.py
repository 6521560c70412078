"""Mesh pieces that stand side by side or on one another hide what is behind their joints."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
import trimesh

from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import MeshSolids
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.sight_search.mesh_rows import OccluderMeshes
from wc3d.geometry.sight_search.seams import MAX_SEAM_GAP_IN, SeamSide, find_seam_fills
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluder, Occluders, SightResult

TURNS = [0.0, 0.4, 1.2]


@pytest.fixture(scope="module")
def wall() -> MeshSolids:
    """A wall 2" long, 0.4" thick and 2.5" tall."""
    return build_mesh_solids(
        trimesh.creation.box(bounds=np.array([[0, 0, 0], [2, 0.4, 2.5]])).triangles, 0.03
    )


def row(wall: MeshSolids, gap: float, turn: float) -> Occluders:
    """Four walls in a row, the gap in the middle of it at the origin."""
    c, s = math.cos(turn), math.sin(turn)
    steps = (-4.0, -2.0, gap, 2.0 + gap)
    return Occluders(Occluder((), mesh=PlacedMesh(wall, (x * c, x * s, 0.0), c, s)) for x in steps)


def across(turn: float, low: float = 0.0) -> tuple[Cylinder, Cylinder]:
    """Two models that face each other through the gap."""
    c, s = math.cos(turn), math.sin(turn)
    return tuple(Cylinder((-y * s, y * c), 0.59, low, low + 1.75) for y in (-3.0, 3.0))  # type: ignore[return-value]


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("gap", [0.0, 0.001, 0.01, MAX_SEAM_GAP_IN])
def test_walls_that_were_pushed_together_hide_what_is_behind_the_joint(
    wall: MeshSolids, gap: float, turn: float
) -> None:
    assert row(wall, gap, turn).find_open_line(*across(turn))[0] is SightResult.BLOCKED


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("gap", [MAX_SEAM_GAP_IN + 2 * 0.028, 0.12, 0.3])
def test_a_wider_gap_is_seen_through(wall: MeshSolids, gap: float, turn: float) -> None:
    assert row(wall, gap, turn).find_open_line(*across(turn))[0] is SightResult.CLEAR


@pytest.mark.parametrize(
    ("gap", "answer"),
    [(0.0, SightResult.BLOCKED), (0.02, SightResult.BLOCKED), (0.12, SightResult.CLEAR)],
)
def test_storeys_that_stand_on_one_another(
    wall: MeshSolids, gap: float, answer: SightResult
) -> None:
    walls = [PlacedMesh(wall, (x, 0.0, z)) for x in (-2.0, 0.0) for z in (0.0, 2.5 + gap)]
    found = Occluders(Occluder((), mesh=mesh) for mesh in walls).find_open_line(
        *across(0.0, low=1.5)
    )[0]
    assert found is answer


def test_what_closes_a_joint_is_no_wider_than_the_walls(wall: MeshSolids) -> None:
    beside = Cylinder((-1.0, 0.46), 0.05, 0.0, 1.0), Cylinder((1.0, 0.46), 0.05, 0.0, 1.0)
    line = row(wall, 0.0, 0.0).find_open_line(*beside)
    assert line[0] is SightResult.CLEAR


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turn", TURNS)
def test_a_line_through_a_joint_is_told_from_one_beside_it(
    wall: MeshSolids, turn: float, mirrored: bool
) -> None:
    c, s = math.cos(turn), math.sin(turn)
    steps = (0.0, 2.0) if mirrored else (-2.0, 0.0)
    meshes = OccluderMeshes(
        [(i, PlacedMesh(wall, (x * c, x * s, 0.0), c, s, mirrored)) for i, x in enumerate(steps)]
    )

    def passes(along: float, height: float) -> bool:
        ends = [(along * c - y * s, along * s + y * c, height) for y in (-1.0, 1.4)]
        return meshes.passes_seam((ends[0], ends[1]), np.array([0, 1]), 0.001)

    assert passes(0.0, 1.0)
    assert not passes(0.0, 2.6)
    assert not passes(0.2, 1.0)


@pytest.mark.parametrize(
    ("reaches", "closings"), [(-0.02, 1), (0.0, 1), (0.005, 1), (0.02, 0), (0.5, 0)]
)
def test_what_reaches_deep_into_one_another_needs_no_closing(reaches: float, closings: int) -> None:
    plans = shapely.box(-2.0, 0.0, reaches, 0.4), shapely.box(0.0, 0.1, 2.0, 0.5)
    one, other = (SeamSide(np.array([plan]), np.array([[0.0, 2.0]])) for plan in plans)
    assert len(find_seam_fills(one, other, 0.09, 0.06)) == closings
