"""A mesh to be placed stands where the mouse has it, however far from its own origin its file has it."""

import numpy as np
import pytest
import trimesh

from wc3d.table.terrain.mesh_solids import read_triangles
from wc3d.window.board.workshop.background_tasks import NO_TABLE, measure_mesh
from wc3d.window.board.workshop.mesh_placement import MeshDraft


@pytest.mark.parametrize("up", ["y", "z"])
@pytest.mark.parametrize("away", [(0, 0, 0), (70, -20, 300), (400_000, -7_000_000, 300_000)])
def test_it_stands_with_its_middle_over_a_point_and_its_bottom_on_the_floor(tmp_path, away, up):
    box = trimesh.creation.box((60, 40, 20))
    box.apply_translation(away)
    path = tmp_path / "box.obj"
    box.export(path)
    measured = measure_mesh(NO_TABLE, {"path": str(path)}, lambda done, total: True)
    asked = MeshDraft(measured, (10.0, 8.0), "mm", up)
    shape = asked.make_shape(asked.at, 1.5)
    for triangles in (read_triangles(path, asked.fit), asked.placed_triangles()):
        placed = triangles.reshape(-1, 3) + shape.position
        low, high = placed.min(axis=0), placed.max(axis=0)
        assert np.allclose(
            [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]], [10, 8, 1.5], atol=1e-3
        )
        assert np.allclose(high - low, np.array(asked.size), atol=1e-3)
    assert max(map(abs, shape.position)) <= 10_000
