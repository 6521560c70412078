"""Grounds: what a board's name says it is made of; detail that tiles; what lies about stands in nobody's way."""

from dataclasses import replace

import numpy as np
import pytest

from wc3d.scene import textures
from wc3d.scene.ground_textures import (
    DETAIL_TILE_PX,
    GROUNDS,
    ground_for_board,
    make_detail_tile,
    scatter_decoration,
)
from wc3d.scene.textures import mat_map


@pytest.mark.parametrize(
    ("name", "ground"),
    [
        ("Salt flats", "salt"),
        ("Ravine crossing", "desert"),
        ("The old quarter", "city"),
        ("Container yard", "station deck"),
        ("Pinewood", "forest floor"),
        ("Terraced woods", "grassland"),
        ("Watchtowers", "grassland"),
        ("Trench line", "mud"),
        ("Snow pass", "snow"),
        ("", "grassland"),
        ("Narrow nowhere", "grassland"),
    ],
)
def test_a_name_says_what_a_board_is_made_of(name, ground):
    assert ground_for_board(name).name == ground


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: ground.name)
def test_detail_tiles_and_changes_no_ground_as_a_whole(ground):
    tile = make_detail_tile(ground.name).astype(float)
    assert (
        tile.shape == (DETAIL_TILE_PX, DETAIL_TILE_PX)
        and 110 < tile.mean() < 140
        and tile.std() > 5
    )
    inside = np.abs(np.diff(tile, axis=0)).mean()
    assert np.abs(tile[0] - tile[-1]).mean() < 3 * inside + 12


def test_no_two_grounds_are_alike():
    colors = [mat_map((30, 30), ground).reshape(-1, 3).mean(axis=0) for ground in GROUNDS]
    assert all(
        np.abs(one - other).max() > 8 for k, one in enumerate(colors) for other in colors[:k]
    )


def test_what_lies_about_is_low_and_only_where_nothing_stands():
    heights = np.zeros((60, 60))
    heights[:30] = 2.0
    found = scatter_decoration(GROUNDS[0], (30.0, 30.0), heights)
    points = np.concatenate([mesh.vertices for mesh, _ in found])
    assert points[:, 1].min() > 14.6 and points[:, 2].min() > -0.1 and points[:, 2].max() < 0.3
    again = scatter_decoration(GROUNDS[0], (30.0, 30.0), heights)
    assert all(
        np.array_equal(a.vertices, b.vertices) for (a, _), (b, _) in zip(found, again, strict=True)
    )


def test_what_is_painted_is_made_once_on_a_computer_and_anew_where_it_is_another_or_damaged(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(textures, "cache_folder", lambda: tmp_path)
    made: list[int] = []

    def make():
        made.append(len(made))
        return np.full((2, 3, 3), made[-1], np.uint8)

    first = textures.cached_map("mat", ((30, 30), GROUNDS[0]), make)
    assert np.array_equal(
        textures.cached_map("mat", ((30, 30), GROUNDS[0]), make), first
    ) and made == [0]
    assert textures.cached_map("mat", ((30, 30), GROUNDS[1]), make).max() == 1
    for file in tmp_path.iterdir():
        file.write_bytes(b"PK oops")
    assert textures.cached_map("mat", ((30, 30), GROUNDS[0]), make).max() == 2
    steps = [
        len([*textures.prepare_ground_noises(size, GROUNDS[0])]) for size in ((30, 30), (31, 30))
    ]
    assert steps[0] < steps[1]  # the noises of a mat that is kept are not needed


def test_what_is_kept_of_the_ground_is_what_is_made_of_it_now():
    for ground in GROUNDS:
        assert np.array_equal(textures.detail_tile_map(ground.name), make_detail_tile(ground.name))
    assert np.array_equal(
        mat_map((30, 30), GROUNDS[0]), textures._make_ruled_map((30, 30), GROUNDS[0])
    )


def test_salt_is_cracked_into_plates_and_a_forest_floor_is_strewn_with_leaves():
    """Cracks are thin and dark; leaves are bright spots on a darker floor."""
    salt = make_detail_tile("salt").astype(int)
    cracks = salt < 80
    assert 0.01 < cracks.mean() < 0.15
    assert all(cracks[:, x].any() for x in range(0, 512, 64))
    floor = make_detail_tile("forest floor").astype(int)
    leaves = floor > np.median(floor) + 20
    assert 0.1 < leaves.mean() < 0.5


def test_dunes_shade_a_ground_in_waves():
    salt = next(ground for ground in GROUNDS if ground.name == "salt")
    dunes = textures.ground_map(salt) / textures.ground_map(replace(salt, dunes=0.0))
    assert 0.05 < np.ptp(dunes) < 0.5 and dunes.std() > 0.01
    assert abs(dunes.mean() - 1) < 0.05
