"""Thumbnails of mesh files: their shape, their colors and their background."""

import numpy as np

from tests.meshes.kit_pieces import box, house
from tests.meshes.written_meshes import write_mesh
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.surface import Material, MeshSurface, SurfacePart
from wc3d.scene.piece_thumbnail import BACKGROUND, draw_thumbnail


def drawn(pixels):
    return (np.abs(pixels.astype(float) - BACKGROUND) > 12).any(axis=2)


def test_a_piece_fills_the_picture_and_looks_the_same_each_time(tmp_path):
    surface = read_surface(write_mesh(tmp_path / "house.stl", house()))
    pixels = draw_thumbnail(surface, surface.triangles, 96)
    assert pixels.shape == (96, 96, 3) and pixels.dtype == np.uint8
    columns = np.flatnonzero(drawn(pixels).any(axis=0))
    assert columns[0] < 10 and columns[-1] > 85
    assert 0.25 < drawn(pixels).mean() < 0.8
    assert (pixels == draw_thumbnail(surface, surface.triangles, 96)).all()


def test_a_tall_piece_is_taller_than_wide_and_has_its_color():
    triangles = box((0, 0, 0), (1, 1, 5))
    red = SurfacePart(0, len(triangles), None, None, Material(color=(1.0, 0.0, 0.0, 1.0)))
    surface = MeshSurface(triangles, (red,), "glb", "m", 0, 0, ())
    pixels = draw_thumbnail(surface, triangles, 96)
    mask = drawn(pixels)
    assert mask.any(axis=1).sum() > 2 * mask.any(axis=0).sum()
    assert (pixels[mask][:, 0] > 2.0 * pixels[mask][:, 1]).mean() > 0.9
