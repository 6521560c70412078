"""Trim on walls: sills, lintels, stains, bare bricks at corners, and braces of what carries floors."""

import numpy as np
import pytest
import shapely

from tests.scene.test_terrain_details import WALL_WITH_WINDOW, check_within, details, make_block
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_details.layers import make_layers
from wc3d.scene.terrain_details.wall_styles import (
    BOARDS,
    MASONRY,
    PLASTER,
    SUPPORT,
    is_support,
)
from wc3d.scene.terrain_details.wall_trim import BRICK_RGB, make_wall_trim
from wc3d.table.features import make_feature

CITY = next(ground for ground in GROUNDS if ground.name == "city")


def trim(pieces, style, seed=1):
    made = make_wall_trim(make_layers(pieces), style, seed)
    if len(made.faces):
        check_within(pieces, made.points)
    return made


def at_heights(arrays, low, high):
    """Return whether each triangle lies between two heights."""
    z = arrays.points[arrays.faces][..., 2]
    return (z.min(axis=1) > low) & (z.max(axis=1) < high)


def test_a_window_has_a_sill_and_a_lintel_on_both_sides_and_stains_below():
    made = trim(WALL_WITH_WINDOW, MASONRY)
    is_stone = (made.colors[:, 3] == surface_alpha(m.CONCRETE))[made.faces[:, 0]]
    for low, high in ((0.85, 1.01), (2.2, 2.4)):  # the opening is 1 to 2.2 high
        spots = made.points[made.faces[is_stone & at_heights(made, low, high)]].reshape(-1, 3)
        assert spots[:, 0].min() == pytest.approx(1.9) and spots[:, 0].max() == pytest.approx(4.1)
        assert {"south" if y < 0.25 else "north" for y in spots[:, 1]} == {"south", "north"}
    stains = made.points[made.faces[~is_stone]].reshape(-1, 3)
    assert stains[:, 2].max() <= 1.0 and stains[:, 2].min() < 0.7


def test_a_wall_without_an_opening_has_no_sill():
    assert not len(trim((make_block(0, 0, 0, 6, 0.5, 3),), MASONRY).faces)
    steps = (make_block(0, 0, 0, 6, 0.5, 1), make_block(0, 0, 1, 3, 0.5, 1))
    assert not len(trim(steps, MASONRY).faces)


def test_bricks_show_at_corners_of_plaster_alone():
    wall = (make_block(0, 0, 0, 6, 0.5, 3),)
    made = trim(wall, PLASTER)
    ratio = made.colors[:, :3] / np.maximum(made.colors[:, :1], 1)
    bricks = np.abs(ratio - np.array(BRICK_RGB) / BRICK_RGB[0]).max(axis=1) < 0.02
    assert bricks.sum() > 100
    corners = shapely.MultiPoint([(0, 0), (6, 0), (6, 0.5), (0, 0.5)])
    assert shapely.distance(corners, shapely.points(made.points[:, :2])).max() < 1.2
    assert not len(trim(wall, MASONRY).faces)


POSTS = tuple(make_block(x, y, 0, 0.5, 0.5, 4) for x in (0, 3.5) for y in (0, 3.5))
FLOOR = make_block(0, 0, 4, 4, 4, 0.5)
NARROW = (make_block(0, 0, 0, 0.5, 3, 3), make_block(5.5, 0, 0, 0.5, 3, 3))
DECK = make_block(0, 0, 3, 6, 3, 0.5)


def test_what_carries_a_floor_of_boards_has_upright_timbers_and_braces():
    posts, walls = make_layers((*POSTS, FLOOR)), make_layers((*NARROW, DECK))
    assert [is_support(layer, BOARDS) for layer in posts] == [True, False]
    assert [is_support(layer, BOARDS) for layer in walls] == [True, False]
    assert not is_support(posts[0], MASONRY)
    assert not is_support(make_layers((make_block(0, 0, 0, 4, 0.5, 3),))[0], BOARDS)  # a wall
    assert not len(trim((*POSTS, FLOOR), BOARDS).faces)  # too narrow for braces
    made = trim((*NARROW, DECK), BOARDS)
    a, b, _ = np.moveaxis(made.points[made.faces], 1, 0)
    slanting = np.abs((b - a)[:, 1]) * np.abs((b - a)[:, 2]) > 1.0
    assert len(made.faces) == 4 * 24 and slanting.any()
    assert made.points[:, 2].max() < 3
    body, _ = details(make_feature("t", "structure", (*POSTS, FLOOR), name="Catwalk"), CITY)
    upright = (np.abs(body.normals[:, 2]) < 0.3)[body.faces].all(axis=1)
    chosen = body.faces[upright & at_heights(body, -0.01, 3.97)]
    assert len(chosen) and set(body.colors[chosen, 3].ravel()) == {surface_alpha(SUPPORT.side)}


def test_walls_have_no_upright_joints_but_their_copings_have():
    wall = make_feature("w", "structure", (make_block(0, 0, 0, 12, 0.5, 3),), name="Wall")
    body, _ = details(wall, CITY)
    south = body.points[(body.points[:, 1] < 0.06) & (np.abs(body.points[:, 0] - 6) < 5)]
    side = south[(south[:, 2] > 0.25) & (south[:, 2] < 2.82)]
    coping = south[np.abs(south[:, 2] - (3 - MASONRY.coping)) < 0.005]
    assert len(side) and np.ptp(side[side[:, 1] > 0.034, 1]) < 0.005
    assert coping[:, 1].min() < 0.001 and coping[:, 1].max() > 0.04
