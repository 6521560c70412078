"""Of placed meshes only what comes near two volumes is looked at, and it stands where the mesh does."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
import trimesh
from shapely import affinity

from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import MeshSolids
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.sight_search.cell_sections import NO_GROWTH
from wc3d.geometry.sight_search.mesh_rows import OccluderMeshes
from wc3d.geometry.sight_search.vertical_slice import BOX, COUNT, HIGH, LOW, START
from wc3d.geometry.sight_search.workspace import TerrainArrays
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluders

AROUND = Cylinder((5.0, 5.0), 12.0, -1.0, 9.0), Cylinder((5.5, 5.0), 12.0, -1.0, 9.0)
"""Volumes that everything lies between."""


@pytest.fixture(scope="module")
def bend() -> MeshSolids:
    """Two walls at a right angle, one longer than the other, so that no turn and no mirror maps them onto themselves."""
    boxes = [
        trimesh.creation.box(bounds=np.array(b))
        for b in ([[0, 0, 0], [4, 0.4, 2]], [[0, 0, 0], [0.4, 2, 3]])
    ]
    return build_mesh_solids(np.concatenate([box.triangles for box in boxes]), 0.03)


def pieces(
    meshes: OccluderMeshes, a: Cylinder, b: Cylinder, level: int = 2
) -> tuple[TerrainArrays, int]:
    """What of the meshes comes near two volumes, and how many pieces they have."""
    return meshes.add_solids(
        Occluders(())._terrain, level, a, b, meshes.meshes_near_hull(a, b, ()), 0.0
    )


def rings(terrain: TerrainArrays) -> list[np.ndarray]:
    """The footprints of some pieces as they are."""
    spans = [(row[START], row[START] + row[COUNT]) for row in terrain.kinds]
    return [terrain.corners[NO_GROWTH, :, first:last].T for first, last in spans]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_pieces_stand_where_their_mesh_does(bend: MeshSolids, turn: float, mirrored: bool) -> None:
    c, s = np.cos(turn), np.sin(turn)
    terrain, total = pieces(
        OccluderMeshes([(0, PlacedMesh(bend, (5.0, 6.0, 0.5), c, s, mirrored))]), *AROUND
    )
    inner = bend.inner[2]
    assert len(terrain.kinds) == total == len(inner.counts)
    own = np.split(inner.corners, np.cumsum(inner.counts)[:-1])
    sign = -1.0 if mirrored else 1.0
    for ring, row, before, heights in zip(
        rings(terrain), terrain.reals, own, inner.heights, strict=True
    ):
        expected = affinity.affine_transform(
            shapely.Polygon(before), [sign * c, -s, sign * s, c, 5.0, 6.0]
        )
        found = shapely.Polygon(ring)
        assert found.exterior.is_ccw
        assert expected.symmetric_difference(found).area < 1e-9
        assert row[BOX : BOX + 4] == pytest.approx(expected.bounds)
        assert (row[LOW], row[HIGH]) == pytest.approx(heights + 0.5)


def test_pieces_beside_the_way_are_left_out(bend: MeshSolids) -> None:
    meshes = OccluderMeshes([(0, PlacedMesh(bend, (0.0, 0.0, 0.0)))])
    a, b = Cylinder((3.0, -2.0), 0.3, 0.0, 1.5), Cylinder((3.0, 2.0), 0.3, 0.0, 1.5)
    terrain, total = pieces(meshes, a, b)
    way = shapely.LineString([a.center, b.center]).buffer(0.3)
    near = [shapely.Polygon(ring).intersects(way) for ring in rings(terrain)]
    assert any(near)
    everything, _ = pieces(meshes, *AROUND)
    assert sum(near) == sum(shapely.Polygon(ring).intersects(way) for ring in rings(everything))
    assert len(terrain.kinds) < total
