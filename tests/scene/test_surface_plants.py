"""What grows on solids: low tufts and pebbles on hills, leaves on hedges, and hanging grass."""

import numpy as np
import pytest
import shapely

from tests.scene.test_terrain_details import check_within, details, make_block
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_details.layers import make_layers
from wc3d.scene.terrain_details.soil_stones import make_soil_stones
from wc3d.scene.terrain_details.surface_plants import MAX_HEIGHT_IN, make_surface_plants
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, wall_style
from wc3d.table.features import make_feature

GRASS = GROUNDS[0]
HILL = (make_block(0, 0, 0, 10, 8, 2), make_block(2, 2, 2, 4, 4, 1))
HEDGE = (make_block(0, 0, 0, 5, 0.5, 1),)


def hill(ground_name="grassland", is_fine=True):
    ground = next(ground for ground in GROUNDS if ground.name == ground_name)
    feature = make_feature("hill", "structure", HILL, name="Hill")
    return details(feature, ground, is_fine)[0], ground


@pytest.mark.parametrize("is_fine", [True, False])
@pytest.mark.parametrize("name", ["grassland", "mud", "desert", "snow", "salt"])
def test_the_tops_of_a_hill_show_the_ground_of_the_board(name, is_fine):
    """Their color leaves the mat's image as it is, so that the ground continues on the hill."""
    body, ground = hill(name, is_fine)
    check_within(HILL, body.points)
    is_level = (body.normals[:, 2] > 0.999) & np.isin(np.round(body.points[:, 2], 2), (2, 3))
    ground_alpha = surface_alpha(m.GROUND)
    inner = is_level & (body.points[:, 2] > 1.99)
    assert (body.colors[inner, 3] == ground_alpha).mean() > 0.9
    chosen = inner & (body.colors[:, 3] == ground_alpha)
    assert np.abs(body.colors[chosen, :3].astype(int) - ground.colors[0]).max() <= 1


def test_ground_hangs_over_a_hill_with_few_triangles():
    body, _ = hill(is_fine=False)
    is_hanging = (body.colors[:, 3] == surface_alpha(m.GROUND)) & (np.abs(body.normals[:, 2]) < 0.3)
    assert 1.6 < body.points[is_hanging, 2].min() < 1.9
    bare = (body.colors[:, 3] == surface_alpha(m.EARTH)) & (np.abs(body.normals[:, 2]) < 0.3)
    assert body.points[bare, 2].min() == 0


def test_streets_and_decks_do_not_cover_hills():
    body, _ = hill("city")
    assert not (body.colors[:, 3] == surface_alpha(m.GROUND)).any()


def test_grass_hangs_over_the_edge_of_a_hill_to_different_depths():
    body, _ = hill()
    is_hanging = (body.colors[:, 3] == surface_alpha(m.GROUND)) & (body.points[:, 1] < 0.01)
    low = body.points[is_hanging & (body.points[:, 2] < 1.96), 2]
    assert len(low) > 40 and low.min() < 1.8 and np.ptp(low) > 0.15
    assert low.min() > 1.0


def test_tufts_and_pebbles_lie_on_the_tops_alone_and_away_from_models():
    feature = make_feature("hill", "structure", HILL, name="Hill")
    things = make_surface_plants(feature, GRASS, [])
    assert len(things.faces) > 150
    levels = np.where(things.points[:, 2] > 2.9, 3.0, 2.0)
    height = things.points[:, 2] - levels
    assert height.min() >= -1e-9 and height.max() <= MAX_HEIGHT_IN + 1e-9
    lower = shapely.box(0, 0, 10, 8).difference(shapely.box(2, 2, 6, 6)).buffer(0.1)
    spots = shapely.points(things.points[levels == 2.0, :2])
    assert shapely.contains(lower, spots).all()
    free = make_surface_plants(feature, GRASS, [(8.0, 6.0, 1.5)])
    away = np.hypot(things.points[:, 0] - 8, things.points[:, 1] - 6)
    assert (away < 1.2).any()
    assert np.hypot(free.points[:, 0] - 8, free.points[:, 1] - 6).min() > 1.2


def test_leaves_stand_out_of_a_hedge_by_less_than_the_tolerance():
    feature = make_feature("hedge", "obstacle", HEDGE, name="Field hedge")
    leaves = make_surface_plants(feature, GRASS, [])
    assert len(leaves.faces) > 300
    low, high = np.array((0, 0, 0)), np.array((5, 0.5, 1))
    outside = np.maximum(low - leaves.points, leaves.points - high).max(axis=1)
    assert 0.02 < outside.max() < MAX_INSET_IN + 0.045
    assert leaves.points[:, 2].max() <= 1 + MAX_INSET_IN


def test_walls_have_no_plants():
    feature = make_feature("wall", "obstacle", HEDGE, name="Wall")
    assert not len(make_surface_plants(feature, GRASS, []).faces)


def test_stones_show_in_the_sides_of_a_hill_within_its_solid():
    layers = make_layers(HILL)
    earth = wall_style(make_feature("hill", "structure", HILL, name="Hill"), GRASS)
    stones = make_soil_stones(layers, earth, GRASS, 3)
    check_within(HILL, stones.points)
    assert len(stones.faces) > 100
    a, b, c = np.moveaxis(stones.points[stones.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    assert ((normals * stones.normals[stones.faces[:, 0]]).sum(axis=1) > 0).all()  # they face out
    rock = wall_style(make_feature("rock", "structure", HILL, name="Rock"), GRASS)
    assert not len(make_soil_stones(layers, rock, GRASS, 3).faces)
