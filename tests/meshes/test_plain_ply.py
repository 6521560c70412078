"""Bare triangles go into a PLY file and come out of it to the last bit, in their order."""

import numpy as np
import pytest

from wc3d.meshes.ply import triangles_to_ply
from wc3d.meshes.read_mesh import read_surface


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_triangles_come_back_to_the_last_bit(tmp_path, kind):
    rng = np.random.default_rng(1)
    corners = rng.normal(size=(200, 3)).astype(kind).astype(float)
    triangles = corners[rng.permuted(np.tile(np.arange(200), (500, 1)), axis=1)[:, :3]]
    data = triangles_to_ply(triangles)
    (tmp_path / "bare.ply").write_bytes(data)
    assert np.array_equal(read_surface(tmp_path / "bare.ply").triangles, triangles)
    assert len(data) < 300 + 200 * 3 * np.dtype(kind).itemsize + 500 * 13
