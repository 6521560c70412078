"""Materials: tiles without seams, that change no color as a whole, made in short steps and kept."""

import numpy as np
import pytest

from wc3d.presentation.palette import TERRAIN_LOOKS, surface_alpha
from wc3d.scene import materials
from wc3d.scene.materials import MATERIALS, make_tile, material_tiles, prepare_material_tiles


@pytest.mark.parametrize("number", range(len(MATERIALS)), ids=lambda k: MATERIALS[k].name)
def test_a_tile_has_no_seam_and_changes_no_color_as_a_whole(number):
    tile = make_tile(number).astype(float)
    assert tile.shape == (256, 256, 8)
    assert np.abs(tile[..., :3].mean(axis=(0, 1)) - 128).max() < 8
    for layer in (0, 1, 2, 3, 6):
        for axis in (0, 1):
            steps = np.abs(np.diff(tile[..., layer], axis=axis)).mean(axis=1 - axis)
            seam = np.abs(np.take(tile[..., layer], 0, axis) - np.take(tile[..., layer], -1, axis))
            assert seam.mean() <= steps.max() + 1


@pytest.mark.parametrize("number", range(len(MATERIALS)), ids=lambda k: MATERIALS[k].name)
def test_a_tile_has_a_relief_and_its_material_s_roughness(number):
    tile = make_tile(number).astype(float)
    assert tile[..., 3].std() > 4
    assert tile[..., 4:6].std() > 2
    assert np.abs(tile[..., 4:6].mean(axis=(0, 1)) - 127.5).max() < 4
    assert abs(tile[..., 6].mean() / 255 - MATERIALS[number].roughness) < 0.05
    assert tile[..., 7].max() == 255


def test_the_alpha_of_a_color_names_every_material():
    alphas = [surface_alpha(k) for k in range(len(MATERIALS))]
    assert len(MATERIALS) <= 16 and min(alphas) >= 0
    assert [int((1 - a / 255) * 16 + 0.5) for a in alphas] == [*range(len(MATERIALS))]
    assert all(look.surface < len(MATERIALS) for look in TERRAIN_LOOKS.values())


def test_tiles_are_made_in_steps_and_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("WC3D_CACHE", str(tmp_path))
    materials._tiles.clear()
    assert sum(1 for _ in prepare_material_tiles()) == len(MATERIALS) + 1
    colors, reliefs = material_tiles()
    assert colors.shape == reliefs.shape == (len(MATERIALS), 256, 256, 4)
    assert sum(1 for _ in prepare_material_tiles()) == 1
    again = material_tiles()
    assert np.array_equal(again[0], colors) and np.array_equal(again[1], reliefs)
