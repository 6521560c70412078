"""Patches of ground: the area of the rules in its own color, soft edges outside, and banks of water."""

import numpy as np
import pytest
import shapely

from tests.shipped_boards import shipped_board
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS, ground_for_board
from wc3d.scene.terrain_details.ground_patches import (
    CRATER_SKIRT_IN,
    FADE_IN,
    MAX_SKIRT_IN,
    make_ground_patch,
    make_mesh_skirt,
    make_volume_patch,
)
from wc3d.scene.terrain_details.rough_ground import make_rough_details
from wc3d.scene.terrain_meshes import GROUND_LIFT_IN, plan_outline
from wc3d.table.features import make_feature
from wc3d.table.maps.map_shapes import MeshShape

GRASS = GROUNDS[0]


def flat(corners, z=0.0):
    return Prism(np.array(corners, float), Plane(z), Plane(z))


FIELD = flat([(5, 5), (15, 5), (15, 12), (5, 12)])
STREAM = flat([(0, 5), (30, 6), (30, 9), (0, 8)])


def plan_of(patch, chosen=None):
    """Return the area of a patch's triangles, or of the chosen ones."""
    faces = patch.faces if chosen is None else patch.faces[chosen]
    triangles = shapely.polygons(patch.points[faces][..., :2])
    return shapely.union_all(triangles, grid_size=1e-6)


def face_materials(patch):
    return (255 - patch.colors[patch.faces[:, 0], 3].astype(int)) // 16


@pytest.mark.parametrize("is_fine", [True, False])
@pytest.mark.parametrize(
    ("name", "piece"), [("Mud", FIELD), ("Stream", STREAM), ("Pond", Cylinder((9, 9), 4, 0, 0))]
)
def test_a_patch_covers_its_area_and_its_soft_edge_is_thin_and_near(name, piece, is_fine):
    feature = make_feature("patch", "rough", (piece,), name=name)
    patch = make_ground_patch(feature, GRASS, is_fine)
    area = plan_outline(feature.pieces)
    drawn = plan_of(patch)
    assert area.difference(drawn).area < 1e-3
    assert area.buffer(MAX_SKIRT_IN + 0.05).covers(drawn)
    assert drawn.area > area.area + 0.5
    outside = shapely.distance(area, shapely.points(patch.points[:, :2])) > 1e-3
    assert 0 < patch.points[outside, 2].max() < patch.points[~outside, 2].min()
    assert patch.points[:, 2].max() < 0.02
    assert (patch.normals[:, 2] > 0.99).all()
    assert (
        np.cross(*np.diff(patch.points[patch.faces], axis=1).swapaxes(0, 1))[:, 2] > -1e-9
    ).all()


def test_a_soft_edge_fades_to_the_ground_within_and_without_its_area():
    """The ground's own picture is tinted more and more, and the patch's own material follows."""
    patch = make_ground_patch(make_feature("p", "rough", (FIELD,), name="Mud"), GRASS)
    area = plan_outline((FIELD,))
    spots = shapely.points(patch.points[:, :2])
    away, depth = shapely.distance(area, spots), shapely.distance(area.boundary, spots)
    colors = patch.colors[:, :3].astype(int)
    share = np.abs(colors - GRASS.colors[0]).max(axis=1)
    is_ground = patch.colors[:, 3] == surface_alpha(m.GROUND)
    own = share[depth > 1.0] if (depth > 1.0).any() else share[~is_ground]
    assert share[away > 0.01].max() <= 1 and is_ground[away > 0.01].all()
    edge = is_ground & (depth < 1e-6)
    assert 0 < share[edge].max() < 0.6 * own.max()
    assert (is_ground | (depth > FADE_IN[0] - 0.05)).all()
    assert set(face_materials(patch)) == {m.GROUND, m.EARTH}


def test_no_triangle_of_a_soft_edge_reaches_along_a_whole_side():
    """Otherwise the color would change unevenly along the side."""
    patch = make_ground_patch(make_feature("p", "rough", (FIELD,), name="Mud"), GRASS)
    is_skirt = patch.points[patch.faces][..., 2].min(axis=1) < 0.01
    corners = patch.points[patch.faces[is_skirt]][..., :2]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    assert sides.max() < 1.2


def test_smoke_paints_a_border_of_stripes_within_its_area():
    piece = Prism(FIELD.points, Plane(0.0), Plane(4.0))
    dust = make_feature("dust", "obscuring", (piece,), name="Dust")
    patch = make_volume_patch(dust, GRASS)
    area = plan_outline((piece,))
    assert area.buffer(1e-4).covers(plan_of(patch).buffer(-1e-4))
    assert plan_of(patch).area == pytest.approx(area.area, rel=1e-3)
    upper = patch.points[patch.faces][..., 2].min(axis=1) > 0.013
    stripes = plan_of(patch, upper)
    depth = shapely.distance(area.boundary, shapely.points(shapely.get_coordinates(stripes)))
    assert len(shapely.get_parts(stripes)) > 30
    assert depth.min() > 0.05 and depth.max() < 0.4


@pytest.mark.parametrize(("z", "has_skirt"), [(0.0, True), (2.0, False)])
def test_the_floor_of_a_wood_fades_into_the_ground_where_it_lies_on_the_table(z, has_skirt):
    piece = Prism(FIELD.points, Plane(z), Plane(z + 4.0))
    patch = make_volume_patch(make_feature("w", "forest", (piece,)), GRASS)
    area = plan_outline((piece,))
    assert area.difference(plan_of(patch)).area < 1e-3
    away = shapely.distance(area, shapely.points(patch.points[:, :2]))
    assert (away.max() > 0.1) == has_skirt
    assert z <= patch.points[:, 2].min() and patch.points[:, 2].max() < z + 0.02
    assert set(face_materials(patch)) == {m.GROUND, m.LEAVES}


def test_water_has_a_bank_within_its_area_and_grows_darker():
    feature = make_feature("stream", "rough", (STREAM,), name="Stream")
    patch = make_ground_patch(feature, GRASS)
    area = plan_outline(feature.pieces)
    water = plan_of(patch, face_materials(patch) == m.WATER)
    assert area.covers(water.buffer(-1e-4))
    edge = shapely.distance(area.boundary, shapely.points(shapely.get_coordinates(water)))
    sides = edge[np.abs(shapely.get_coordinates(water)[:, 0] - 15) < 12]
    assert sides.min() > 0.05 and np.ptp(sides) > 0.15
    is_water = patch.colors[:, 3] == surface_alpha(m.WATER)
    depth = shapely.distance(area.boundary, shapely.points(patch.points[:, :2]))
    shallow = patch.colors[is_water & (depth < 0.4), 2].mean()
    deep = patch.colors[is_water & (depth > 1.1), 2].mean()
    assert deep < 0.85 * shallow


def test_a_patch_on_a_hill_ends_at_its_edge():
    piece = flat([(0, 0), (4, 0), (4, 4), (0, 4)], z=2.0)
    patch = make_ground_patch(make_feature("p", "rough", (piece,), name="Scree"), GRASS)
    assert plan_of(patch).area == pytest.approx(16)
    assert patch.points[:, 2].min() > 2


@pytest.mark.parametrize("turn", [0.0, 0.8])
def test_a_moved_patch_keeps_its_edge(turn):
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, s], [-s, c]])
    moved = flat(STREAM.points @ spin + (3.5, 1.25))
    before, after = (
        make_ground_patch(make_feature("a", "rough", (p,), name="Stream"), GRASS)
        for p in (STREAM, moved)
    )
    assert plan_of(before).area == pytest.approx(plan_of(after).area, rel=1e-3)


def test_thrown_earth_fades_from_a_crater_into_the_ground():
    table = shipped_board("salt-flats")
    ground = ground_for_board(table.name)
    [crater] = [f for f in table.features if f.name == "Shell hole"]
    skirt = make_mesh_skirt(crater, ground)
    area = plan_outline(p for p in crater.pieces if p.low <= 0.01)
    distance = shapely.distance(area, shapely.points(skirt.points[:, :2]))
    assert 0.5 < distance.max() < CRATER_SKIRT_IN + 0.1
    light = skirt.colors[:, :3].astype(float).mean(axis=1)
    assert light[distance > 0.4].min() > light[distance == 0].max() + 30


def test_a_mesh_of_many_pieces_has_no_soft_edge():
    """To unite hundreds of pieces takes a tenth of a second."""
    table = shipped_board("old-quarter")
    ground = ground_for_board(table.name)
    lengths = {
        feature.name: len(make_mesh_skirt(feature, ground).faces)
        for feature in table.features
        if any(isinstance(shape, MeshShape) for shape in feature.shapes)
    }
    assert lengths["Old arch"] > 20 and lengths["Shell hole, south"] > 20
    assert lengths["Ruined house, south"] == 0


def center_of(feature):
    return shapely.get_coordinates(plan_outline(feature.pieces).centroid)[0]


def test_a_flat_crater_has_an_uneven_rim_and_a_dark_bowl():
    table = shipped_board("trench-line")
    ground = ground_for_board(table.name)
    crater = next(f for f in table.features if f.name == "Crater, south")
    made = make_rough_details(crater, ground)
    away = np.hypot(*(made.points[:, :2] - center_of(crater)).T)
    is_earth = made.colors[:, 3] == surface_alpha(m.EARTH)
    rim = is_earth & (np.abs(away - 1.44) < 0.25)
    bowl = is_earth & (away < 1.0)
    light = made.colors[:, :3].astype(float).mean(axis=1)
    assert light[bowl].mean() < 0.6 * light[rim].mean()
    assert made.points[rim, 2].max() < 0.25 and np.ptp(made.points[rim, 2]) > 0.05
    assert made.points[bowl, 2].min() > GROUND_LIFT_IN and away[is_earth].max() < 2


def test_a_flat_crater_is_scorched_around():
    table = shipped_board("trench-line")
    ground = ground_for_board(table.name)
    crater = next(f for f in table.features if f.name == "Crater, south")
    patch = make_ground_patch(crater, ground)
    away = np.hypot(*(patch.points[:, :2] - center_of(crater)).T)
    assert 2.5 < away.max() < 2 + CRATER_SKIRT_IN + 0.3
    assert (patch.normals[:, 2] > 0.99).all()


def test_a_ditch_has_uneven_banks_and_a_dark_bottom_within_its_area():
    table = shipped_board("watchtowers")
    ground = ground_for_board(table.name)
    ditch = next(f for f in table.features if f.name == "Ditch, south")
    made = make_rough_details(ditch, ground)
    area = plan_outline(ditch.pieces)
    is_earth = made.colors[:, 3] == surface_alpha(m.EARTH)
    spots = shapely.points(made.points[:, :2])
    assert shapely.distance(area, spots[is_earth]).max() < 1e-6
    depth = shapely.distance(area.boundary, spots)
    bottom, bank = is_earth & (depth > 0.55), is_earth & (depth < 0.3)
    light = made.colors[:, :3].astype(float).mean(axis=1)
    assert light[bottom].mean() < 0.7 * light[bank].mean()
    assert 0.05 < made.points[bank, 2].max() < 0.15
    assert np.ptp(made.points[bank & (made.points[:, 2] > 0.03), 2]) > 0.03
