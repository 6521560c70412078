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
    MAX_SKIRT_IN,
    make_ground_patch,
    make_mesh_skirt,
)
from wc3d.scene.terrain_meshes import plan_outline
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


def test_a_soft_edge_fades_to_the_color_of_the_ground():
    patch = make_ground_patch(make_feature("p", "rough", (FIELD,), name="Mud"), GRASS)
    distance = shapely.distance(plan_outline((FIELD,)), shapely.points(patch.points[:, :2]))
    ground = np.mean(GRASS.colors[:3], axis=0)
    assert np.abs(patch.colors[distance > 0.01, :3] - ground).max() < 2
    assert np.abs(patch.colors[distance < 1e-6, :3].astype(int) - ground).max() > 8


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
