"""Broken walls: frames in windows, loose bricks, and the corbels and slits of towers."""

import numpy as np
import pytest
import shapely

from tests.scene.test_terrain_details import WALL_WITH_WINDOW, make_block
from wc3d.geometry.solids import Cylinder
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_details.surface_plants import make_surface_details
from wc3d.scene.terrain_details.wall_ruins import (
    CORBEL_REACH_IN,
    MAX_RUBBLE_HEIGHT_IN,
    MAX_RUBBLE_REACH_IN,
    MAX_TOP_STONE_IN,
    SLIT_RGB,
)
from wc3d.table.features import make_feature

CITY = next(ground for ground in GROUNDS if ground.name == "city")


def ruins(pieces, name, ladders=(), seed="w"):
    feature = make_feature(seed, "structure", pieces, name=name)
    return make_surface_details(feature, CITY, [], True, ladders)


def faces_look_out(made):
    a, b, c = np.moveaxis(made.points[made.faces], 1, 0)
    return ((np.cross(b - a, c - a) * made.normals[made.faces[:, 0]]).sum(axis=1) >= 0).all()


def test_a_window_has_a_frame_that_leaves_most_of_it_open():
    made = [ruins(WALL_WITH_WINDOW, "House", seed=f"w{k}") for k in range(8)]
    frames = [mesh.points[mesh.colors[:, 3] == surface_alpha(m.PLANKS)] for mesh in made]
    framed = [points for points in frames if len(points)]
    assert len(framed) >= 5
    for points in framed:
        assert points.min(axis=0) == pytest.approx((2, 0.18, 1), abs=0.02)
        assert points.max(axis=0) == pytest.approx((4, 0.32, 2.2), abs=0.02)
    assert len({len(points) for points in framed}) > 1  # some bars are broken
    mesh = made[int(np.argmax([len(points) for points in frames]))]
    is_frame = mesh.colors[mesh.faces[:, 0], 3] == surface_alpha(m.PLANKS)
    front = mesh.points[mesh.faces[is_frame]][..., (0, 2)]
    area = shapely.union_all(shapely.buffer(shapely.polygons(front), 0), grid_size=1e-6).area
    assert 0.1 < area / (2 * 1.2) < 0.35
    assert all(faces_look_out(mesh) for mesh in made)


def test_bricks_lie_on_a_wall_and_at_its_foot_but_not_at_a_ladder():
    wall = (make_block(0, 0, 0, 14, 0.5, 3),)
    plan = shapely.box(0, 0, 14, 0.5)
    made = ruins(wall, "House wall")
    high = made.points[:, 2] > 2.5
    assert high.any() and made.points[:, 2].max() <= 3 + MAX_TOP_STONE_IN
    low = made.points[~high]
    assert len(low) and low[:, 2].max() <= MAX_RUBBLE_HEIGHT_IN + 1e-9
    reach = shapely.distance(plan, shapely.points(low[:, :2]))
    assert 0.2 < reach.max() < MAX_RUBBLE_REACH_IN + 0.2
    ladders = [(float(x), -0.1, 0.5) for x in range(15)]
    free = ruins(wall, "House wall", ladders).points
    south = free[(free[:, 1] < -0.1) & (free[:, 2] < 1)]
    assert not len(south) or south[:, 1].max() < -0.3


def test_a_tower_has_corbels_below_its_top_and_slits():
    tower = (Cylinder((5.0, 5.0), 3.0, 0.0, 3.0),)
    made = ruins(tower, "Round keep")
    away = np.hypot(*(made.points[:, :2] - 5).T)
    assert 3.05 < away.max() < 3 + CORBEL_REACH_IN + 0.02
    top = away > 3.07
    assert made.points[top, 2].min() > 2.5 and made.points[:, 2].max() < 3.01
    is_slit = (made.colors[:, :3] < np.array(SLIT_RGB) + 8).all(axis=1)
    assert 0.3 < np.ptp(made.points[is_slit, 2]) < 0.6
    assert faces_look_out(made)
    low = ruins((Cylinder((5.0, 5.0), 3.0, 0.0, 1.0),), "Round keep")
    assert not len(low.faces)


@pytest.mark.parametrize("is_fine", [True, False])
def test_the_upper_floor_of_a_ruin_has_boards(is_fine):
    """Its walls may be broken off at a slope."""
    house = (
        make_block(0, 0, 0, 8, 0.5, 6, slope=0.3),
        make_block(0, 5.5, 0, 8, 0.5, 3),
        make_block(0, 0.5, 3, 8, 5.5, 0.5),
    )
    feature = make_feature("h", "structure", house, name="Ruined house")
    made = make_surface_details(feature, CITY, [], is_fine)
    is_board = made.colors[:, 3] == surface_alpha(m.PLANKS)
    boards = made.points[is_board]
    assert len(boards) > 300
    assert boards[:, 2].min() > 3.4 and boards[:, 2].max() < 3.55
    assert np.ptp(boards[:, 0]) > 7.5 and np.ptp(boards[:, 1]) > 5
