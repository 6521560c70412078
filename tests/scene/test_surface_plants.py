"""What is on solids: tufts, pebbles, leaves, hanging turf, rocks on cliffs, and boards in trenches."""

import numpy as np
import pytest
import shapely

from tests.scene.test_terrain_details import (
    WALL_WITH_WINDOW,
    check_within,
    details,
    make_block,
    moved,
)
from tests.shipped_boards import shipped_board
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS, ground_for_board
from wc3d.scene.ladders import FREE_RADIUS_IN, ladder_circles
from wc3d.scene.terrain_details.face_rocks import (
    MAX_ROCK_REACH_IN,
    MAX_ROCK_RISE_IN,
    MAX_SCREE_REACH_IN,
    make_face_rocks,
)
from wc3d.scene.terrain_details.layers import make_layers
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_details.revetments import (
    POST_REACH_IN,
    POST_RISE_IN,
    make_revetment,
)
from wc3d.scene.terrain_details.rim_turf import (
    MAX_TURF_DEPTH_IN,
    MAX_TURF_REACH_IN,
    MAX_TURF_RISE_IN,
    make_rim_turf,
)
from wc3d.scene.terrain_details.sandbag_rows import MAX_RISE_IN
from wc3d.scene.terrain_details.soil_stones import make_soil_stones
from wc3d.scene.terrain_details.surface_plants import (
    MAX_HEIGHT_IN,
    make_surface_details,
    make_tufts_and_pebbles,
)
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN, wall_style
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import make_feature

GRASS = GROUNDS[0]
HILL = (make_block(0, 0, 0, 10, 8, 2), make_block(2, 2, 2, 4, 4, 1))
HEDGE = (make_block(0, 0, 0, 5, 0.5, 1),)
GROUND_ALPHA = surface_alpha(m.GROUND)


def style_of(name, ground):
    return wall_style(make_feature(name, "structure", HILL, name=name), ground)


def place_things(feature, keep_free):
    frame = local_frame(feature.pieces)
    layers = make_layers([frame.localize(piece) for piece in feature.pieces])
    style = wall_style(feature, GRASS)
    return make_tufts_and_pebbles(layers, style, GRASS, 3, frame, keep_free).placed(frame)


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


@pytest.mark.parametrize("name", ["Hill", "Cliff"])
@pytest.mark.parametrize("is_fine", [True, False])
def test_turf_hangs_over_an_edge_by_different_lengths(name, is_fine):
    """It hides no base on the top, and the solid's straight edge is not its outline."""
    style = style_of(name, GRASS)
    turf = make_rim_turf(make_layers(HILL), style, GRASS, 3, is_fine)
    skin = turf.points[np.unique(turf.faces[turf.colors[turf.faces[:, 0], 3] == GROUND_ALPHA])]
    above = np.where(skin[:, 2] > 2.4, skin[:, 2] - 3, skin[:, 2] - 2)
    assert above.max() <= MAX_TURF_RISE_IN + 1e-9 and above.min() >= -MAX_TURF_DEPTH_IN - 1e-9
    front = skin[(skin[:, 1] < 0) & (skin[:, 0] > 1) & (skin[:, 0] < 9)]
    assert len(front) > (20 if is_fine else 3)
    assert 0.05 < -front[:, 1].min() <= MAX_TURF_REACH_IN + 1e-9
    assert np.ptp(front[:, 1]) > 0.04 and np.ptp(front[:, 2]) > 0.1


def test_rock_stands_out_of_a_cliff_but_not_behind_a_ladder():
    layers = make_layers((make_block(0, 0, 0, 12, 8, 4),))
    style = style_of("Cliff", GRASS)
    far = np.array([(1e6, 1e6, 0.0)])
    rocks = make_face_rocks(layers, style, GRASS, 3, far)
    assert 300 < len(rocks.faces) < 6000
    assert rocks.points[:, 2].min() >= 0 and rocks.points[:, 2].max() <= 4 + MAX_ROCK_RISE_IN
    reach = shapely.distance(shapely.box(0, 0, 12, 8), shapely.points(rocks.points[:, :2]))
    assert reach.max() < MAX_SCREE_REACH_IN + 0.1
    assert 0.1 < reach[rocks.points[:, 2] > 0.5].max() < 1.6 * MAX_ROCK_REACH_IN
    ladder = (6.0, 0.0, 0.5)
    free = make_face_rocks(layers, style, GRASS, 3, np.array([ladder])).points
    away = np.hypot(*(free[free[:, 2] > 0.25, :2] - ladder[:2]).T)
    assert away.min() > 0.45
    assert not len(make_face_rocks(layers, style_of("Hill", GRASS), GRASS, 3, far).faces)


@pytest.mark.parametrize("is_fine", [True, False])
def test_boards_hold_the_banks_of_trenches_beside_their_ladders(is_fine):
    table = shipped_board("trench-line")
    mud = ground_for_board(table.name)
    circles = np.array(ladder_circles(table.ladders))
    banks = [f for f in table.features if wall_style(f, mud).name == "earth"]
    assert len(banks) == 6
    for bank in banks:
        style = wall_style(bank, mud)
        made = make_revetment(make_layers(bank.pieces), style, mud, 3, circles, is_fine)
        assert len(made.faces) > (150 if is_fine else 20)
        plan = plan_outline(bank.pieces)
        reach = shapely.distance(plan, shapely.points(made.points[:, :2]))
        assert 0.05 < reach.max() < POST_REACH_IN + 0.06
        assert made.points[:, 2].max() <= bank.high + POST_RISE_IN + 0.05
        a, b, c = np.moveaxis(made.points[made.faces], 1, 0)
        middles = (a + b + c)[:, :2] / 3
        away = np.hypot(*np.moveaxis(middles[:, None] - circles[:, :2], 2, 0))
        assert away.min() > 0.6 * FREE_RADIUS_IN
    grass_bank = make_revetment(make_layers(HILL), style_of("Hill", GRASS), GRASS, 3, circles)
    assert not len(grass_bank.faces)


def test_tufts_and_pebbles_lie_on_the_tops_alone_and_away_from_models():
    feature = make_feature("hill", "structure", HILL, name="Hill")
    things = place_things(feature, [])
    assert len(things.faces) > 150
    levels = np.where(things.points[:, 2] > 2.9, 3.0, 2.0)
    height = things.points[:, 2] - levels
    assert height.min() >= -1e-9 and height.max() <= MAX_HEIGHT_IN + 1e-9
    lower = shapely.box(0, 0, 10, 8).difference(shapely.box(2, 2, 6, 6)).buffer(0.1)
    spots = shapely.points(things.points[levels == 2.0, :2])
    assert shapely.contains(lower, spots).all()
    free = place_things(feature, [(8.0, 6.0, 1.5)])
    away = np.hypot(things.points[:, 0] - 8, things.points[:, 1] - 6)
    assert (away < 1.2).any()
    assert np.hypot(free.points[:, 0] - 8, free.points[:, 1] - 6).min() > 1.2


def test_leaves_stand_out_of_a_hedge_by_less_than_the_tolerance():
    feature = make_feature("hedge", "obstacle", HEDGE, name="Field hedge")
    leaves = make_surface_details(feature, GRASS, [])
    assert len(leaves.faces) > 300
    low, high = np.array((0, 0, 0)), np.array((5, 0.5, 1))
    outside = np.maximum(low - leaves.points, leaves.points - high).max(axis=1)
    assert 0.02 < outside.max() < MAX_INSET_IN + 0.045
    assert leaves.points[:, 2].max() <= 1 + MAX_INSET_IN


def reach_out_of(polygon, points):
    return shapely.distance(polygon, shapely.points(points[:, :2]))


def test_a_bridge_has_a_deck_of_planks_and_ropes_only_if_it_is_one_of_ropes():
    """The planks are thin: a base of a model on the deck hides them."""
    pieces = (make_block(0, 0, 4, 3, 8, 0.5),)
    plan = shapely.box(0, 0, 3, 8)
    plain, roped = (
        make_surface_details(make_feature("b", "structure", pieces, name=name), GRASS, [])
        for name in ("Plank bridge", "Rope bridge")
    )
    assert len(plain.faces) > 300
    assert 4.5 < plain.points[:, 2].max() < 4.55
    assert 0.03 < reach_out_of(plan, plain.points).max() < 0.13
    assert 5 < roped.points[:, 2].max() < 5.4
    inside = shapely.contains(plan.buffer(-0.2), shapely.points(roped.points[:, :2]))
    assert roped.points[inside, 2].max() < 4.55  # the ropes are at the edges alone


def test_posts_of_a_tower_have_braces_below_its_floor():
    posts = [make_block(x, y, 0, 0.5, 0.5, 4) for x in (0, 3.5) for y in (0, 3.5)]
    tower = (*posts, make_block(0, 0, 4, 4, 4, 0.5))
    feature = make_feature("t", "structure", tower, name="Timber tower")
    made = make_surface_details(feature, GRASS, [])
    plan = shapely.union_all(
        [shapely.box(x, y, x + 0.5, y + 0.5) for x in (0, 3.5) for y in (0, 3.5)]
    )
    below = made.points[made.points[:, 2] < 4.09]  # joists begin above
    below = below[shapely.contains(shapely.box(0, 0, 4, 4), shapely.points(below[:, :2]))]
    out = reach_out_of(plan, below)
    assert 0.5 < out.max() < 0.9
    assert below[out > 0.1, 2].min() > 3  # a model below the floor has room
    a, b, c = np.moveaxis(made.points[made.faces], 1, 0)
    facing = (np.cross(b - a, c - a) * made.normals[made.faces[:, 0]]).sum(axis=1)
    assert (facing >= 0).all()


def test_sandbags_bulge_out_of_their_wall_and_hide_it():
    wall = (make_block(0, 0, 0, 4, 0.5, 0.75),)
    feature = make_feature("s", "obstacle", wall, name="Sandbags")
    bags = make_surface_details(feature, GRASS, [])
    assert len(bags.faces) == 44 * 22  # 7 bags in a row, and 8 with two short ones in every other
    low, high = bags.points.min(axis=0), bags.points.max(axis=0)
    assert (low > (-0.1, -0.1, -1e-9)).all() and (
        high < (4.1, 0.6, 0.75 + MAX_RISE_IN + 1e-9)
    ).all()
    assert low[1] < -0.02 and high[1] > 0.52
    a, b, c = np.moveaxis(bags.points[bags.faces], 1, 0)
    assert ((np.cross(b - a, c - a) * bags.normals[bags.faces[:, 0]]).sum(axis=1) > 0).all()
    body = details(feature, GRASS)[0]
    check_within(wall, body.points)
    assert body.colors[:, :3].mean() < 0.7 * bags.colors[:, :3].mean()


def test_a_fence_ends_in_points_of_different_heights():
    fence = make_feature("f", "obstacle", (make_block(0, 0, 0, 4, 0.25, 1),), name="Fence")
    tips = make_surface_details(fence, GRASS, [])
    tops = tips.points[tips.points[:, 2] > 1, 2]
    assert 1.06 < tops.max() <= 1.11 and np.ptp(tops) > 0.04
    assert not len(make_surface_details(fence, GRASS, [], is_fine=False).faces)


def test_walls_have_no_plants():
    feature = make_feature("wall", "obstacle", HEDGE, name="Wall")
    made = make_surface_details(feature, GRASS, [])
    plants = [surface_alpha(material) for material in (m.GRASS, m.GROUND, m.LEAVES)]
    assert not np.isin(made.colors[:, 3], plants).any()


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


@pytest.mark.parametrize("name", ["ravine", "terraced-woods", "trench-line", "watchtowers"])
def test_with_few_triangles_less_is_outside_of_solids(name):
    table = shipped_board(name)
    ground = ground_for_board(table.name)
    few, many = (
        sum(
            len(make_surface_details(f, ground, [], is_fine).faces)
            for f in table.features
            if f.kind.solid and not f.water
        )
        for is_fine in (False, True)
    )
    assert 500 < few < 0.35 * many and few < 6000


@pytest.mark.parametrize("name", ["Hill", "Cliff", "Fence", "Sandbags", "House wall", "Keep"])
def test_what_is_outside_of_a_solid_moves_with_it(name):
    feature = make_feature("f", "structure", (make_block(0, 0, 0, 6, 0.6, 3),), name=name)
    shift = np.array([3.217, -1.583])
    c, s = np.cos(0.7), np.sin(0.7)
    spin = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    ladder = np.array((2.0, -0.1))
    turned = tuple((ladder @ spin[:2, :2] + shift).tolist())
    before = make_surface_details(feature, GRASS, [], True, [(2.0, -0.1, 0.5), (90, 90, 0.5)])
    after = make_surface_details(moved(feature, 0.7, shift), GRASS, [], True, [(*turned, 0.5)])
    assert len(before.faces) > 50
    assert np.array_equal(before.colors, after.colors)
    assert np.abs(before.points @ spin + (*shift, 0) - after.points).max() < 1e-3


def test_a_rail_has_uprights_but_the_parts_of_a_wall_around_a_window_have_none():
    rail = make_feature("r", "obstacle", (make_block(0, 0, 0, 6, 0.25, 0.8),), name="Rail")
    barn = make_feature("b", "structure", WALL_WITH_WINDOW, name="Barn wall")
    assert len(make_surface_details(rail, GRASS, []).faces) >= 100
    assert not len(make_surface_details(barn, GRASS, []).faces)
