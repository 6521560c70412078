"""The rules' solids as they are drawn: one holds the file, the other lies within it, and what is marked is off by so much."""

import numpy as np
import pytest
import trimesh

from tests.screens.measured import measured
from wc3d.geometry.solids import Prism
from wc3d.scene import mesh_looks
from wc3d.scene.collision_display import MARK_LIFT_IN, make_collision_solids
from wc3d.table.terrain.mesh_solids import MeshImportSettings, load_mesh_solid, make_mesh_key


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(mesh_looks, "_looks", {})


def inside(prisms, point):
    """Is a point in one of the prisms? (other code than that which marks)"""
    for prism in prisms:
        corners = prism.points
        ahead = np.roll(corners, -1, axis=0) - corners
        off = point[:2] - corners
        if (
            prism.low <= point[2] <= prism.high
            and (ahead[:, 0] * off[:, 1] - ahead[:, 1] * off[:, 0] >= -1e-9).all()
        ):
            return True
    return False


def test_what_is_marked_is_where_the_outer_solid_reaches_too_far(tmp_path):
    whole = trimesh.creation.icosphere(4, 1.5)
    whole.export(tmp_path / "ball.stl")
    key = make_mesh_key(tmp_path / "ball.stl", MeshImportSettings("in", "z", 1.0, 0.1))
    made = make_collision_solids(key)
    assert (made.outer.bounds[0] <= whole.bounds[0] + 1e-6).all() and (
        made.outer.bounds[1] >= whole.bounds[1] - 1e-6
    ).all()
    assert (np.linalg.norm(made.inner.vertices, axis=1) <= 1.5 + 1e-6).all() and measured(
        made.inner
    ).volume > 0.5 * whole.volume
    assert made.tolerance_in == 0.1 < made.max_excess_in and made.max_gap_in > 0.0
    prisms = [
        piece
        for piece in load_mesh_solid(key.path, key.settings).prisms
        if isinstance(piece, Prism)
    ]
    rng = np.random.default_rng(2)
    marked = (
        made.excess_surface.triangles.mean(axis=1) - made.excess_surface.face_normals * MARK_LIFT_IN
    )
    normals = made.excess_surface.face_normals
    assert 0 < measured(made.excess_surface).area < 0.9 * whole.area
    for row in rng.choice(len(marked), 60):
        assert inside(prisms, marked[row] + normals[row] * made.tolerance_in * 0.99)


def test_of_an_exact_mesh_nothing_is_marked(tmp_path):
    trimesh.creation.box((2, 3, 1)).export(tmp_path / "box.stl")
    made = make_collision_solids(make_mesh_key(tmp_path / "box.stl", MeshImportSettings("in", "z")))
    assert measured(made.outer).volume == pytest.approx(6.0) == measured(made.inner).volume
    assert (
        not len(made.excess_surface.faces)
        and not len(made.gap_surface.faces)
        and made.max_excess_in == made.max_gap_in == 0.0
    )
