"""What to look at on a mesh, and where: holes, hollows, solids far beyond the file, an odd size."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import MeshSolids
from wc3d.geometry.mesh_solids.surface_topology import find_shells_and_holes
from wc3d.table.terrain.mesh_warnings import MeshWarning, find_mesh_warnings


def box(low: tuple[float, ...], high: tuple[float, ...]) -> trimesh.Trimesh:
    return trimesh.creation.box(bounds=[low, high]).subdivide().subdivide()


def without(mesh: trimesh.Trimesh, gone: np.ndarray) -> np.ndarray:
    """A mesh's triangles without some."""
    return np.asarray(mesh.triangles[~gone])


def warnings_of(triangles: np.ndarray, enclosure: MeshSolids | None) -> tuple[MeshWarning, ...]:
    """What there is to look at on a mesh."""
    return find_mesh_warnings(triangles, enclosure, find_shells_and_holes(triangles)[1])


def test_a_sound_mesh_of_a_usual_size_has_none() -> None:
    triangles = np.asarray(box((0, 0, 0), (4, 3, 2)).triangles)
    assert warnings_of(triangles, build_mesh_solids(triangles, 0.03)) == ()


def test_each_hole_is_told_at_its_rim_the_largest_first() -> None:
    mesh = box((0, 0, 0), (4, 4, 4))
    x, y, z = mesh.triangles_center.T
    small = np.flatnonzero((z > 3.999) & (x > 3) & (y > 3))[:1]
    gone = z < 0.001
    gone[small] = True
    first, second = warnings_of(without(mesh, gone), None)
    assert (first.label, second.label) == ("open", "open")
    assert first.words == '16 open edges, 5.7" across' and first.at[2] == 0
    assert min(first.at[0], first.at[1], 4 - first.at[0], 4 - first.at[1]) == 0
    assert second.words.startswith("3 open edges") and second.at[2] == 4 and min(second.at[:2]) >= 3


def test_many_small_holes_are_told_together() -> None:
    mesh = box((0, 0, 0), (0.5, 4, 4)).subdivide()
    gone = np.zeros(len(mesh.triangles), dtype=bool)
    gone[:400:40] = True
    found = warnings_of(without(mesh, gone), None)
    assert len(found) == 7 and found[-1].words == "3 more holes, one here"


def test_a_hollow_that_may_be_solid_is_marked_in_it() -> None:
    mesh = box((0, 0, 0), (0.5, 4, 4))
    middle = mesh.triangles_center[:, 0]
    open_on_two_sides = without(mesh, (middle < 0.001) | (middle > 0.499))
    lids = [
        trimesh.creation.box(bounds=[[x, -0.3, -0.3], [x + 0.02, 4.3, 4.3]]).triangles
        for x in (-0.021, 0.501)
    ]
    cracked = np.concatenate([open_on_two_sides, *lids])
    enclosure = build_mesh_solids(cracked, 0.1)
    assert enclosure.doubtful == 1
    [hollow] = [w for w in warnings_of(cracked, enclosure) if w.label == "hollow"]
    assert (
        0 < hollow.at[0] < 0.5
        and all(0 < v < 4 for v in hollow.at)
        and "may be solid or not" in hollow.words
    )


def test_with_a_coarse_tolerance_it_is_told_where_the_solid_reaches_far_beyond() -> None:
    triangles = np.asarray(trimesh.creation.icosphere(subdivisions=4, radius=3).triangles)
    fine, coarse = (
        warnings_of(triangles, build_mesh_solids(triangles, tolerance)) for tolerance in (0.03, 0.5)
    )
    assert fine == ()
    [beyond] = coarse
    assert beyond.label == "beyond" and np.linalg.norm(beyond.at) > 3.25


@pytest.mark.parametrize(
    ("factor", "words"),
    [(0.1, "small for terrain"), (10, "tall for terrain"), (30, "larger than a table"), (1, None)],
)
def test_an_odd_size_is_told_at_its_top(factor: float, words: str | None) -> None:
    triangles = np.asarray(box((0, 0, 0), (4, 3, 2)).triangles) * factor
    found = warnings_of(triangles, None)
    assert len(found) == (words is not None)
    assert all(
        w.at[2] == 2 * factor and w.label == "scale" and str(words) in w.words for w in found
    )
