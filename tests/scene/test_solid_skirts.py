"""The ground along solids: dirt that fades into the ground, and fallen pieces near the wall."""

import numpy as np
import pytest
import shapely

from tests.shipped_boards import shipped_board
from wc3d.geometry.solids import Plane, Prism
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS, ground_for_board
from wc3d.scene.terrain_details.ground_patches import is_crater, make_mesh_skirt
from wc3d.scene.terrain_details.solid_skirts import (
    CHIP_REACH_IN,
    FAR_IN,
    make_mesh_dirt,
    make_solid_skirt,
)
from wc3d.scene.terrain_details.wall_styles import MAX_INSET_IN
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import make_feature
from wc3d.table.maps.map_shapes import MeshShape

SIZE = (30.0, 30.0)


def make_wall(x, y, z=0.0, kind="structure", name="Wall"):
    corners = np.array([(x, y), (x + 6, y), (x + 6, y + 0.5), (x, y + 0.5)], float)
    return make_feature("w", kind, (Prism(corners, Plane(z), Plane(z + 2)),), name=name)


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: ground.name)
@pytest.mark.parametrize("is_fine", [True, False])
def test_dirt_is_dark_at_a_wall_and_fades_into_the_ground(ground, is_fine):
    wall = make_wall(10, 10)
    skirt = make_solid_skirt(wall, ground, SIZE, is_fine)
    is_dirt = skirt.colors[:, 3] == surface_alpha(m.GROUND)
    away = shapely.distance(plan_outline(wall.pieces), shapely.points(skirt.points[:, :2]))
    light = skirt.colors[:, :3].astype(float).mean(axis=1)
    own = np.mean(ground.colors[0])
    assert light[is_dirt & (away < 1e-6)].mean() < 0.75 * own
    assert light[is_dirt & (away > 0.6)].mean() > 0.9 * own
    assert away[is_dirt].max() < FAR_IN[1] + 0.2
    assert skirt.points[is_dirt, 2].max() < 0.02
    assert (~is_dirt).any() and away[~is_dirt].max() < CHIP_REACH_IN + 0.4
    assert skirt.points[:, 2].max() < 0.12  # a base is as high


def test_the_ground_under_a_wall_is_covered_to_its_inset_side():
    wall = make_wall(10, 10)
    skirt = make_solid_skirt(wall, GROUNDS[0], SIZE)
    away = shapely.distance(plan_outline(wall.pieces).boundary, shapely.points(skirt.points[:, :2]))
    inside = shapely.contains_xy(plan_outline(wall.pieces), *skirt.points[:, :2].T)
    assert away[inside].max() == pytest.approx(MAX_INSET_IN, abs=1e-4)


def test_nothing_lies_beside_the_table():
    skirt = make_solid_skirt(make_wall(0, 0), GROUNDS[0], SIZE)
    assert len(skirt.faces) and skirt.points[:, :2].min() > -1e-6


def test_walls_above_the_table_and_what_is_not_solid_have_no_skirt():
    for wall in (make_wall(9, 9, z=1.0), make_wall(9, 9, kind="rough")):
        assert not len(make_solid_skirt(wall, GROUNDS[0], SIZE).faces)


@pytest.mark.parametrize("name", ["crossroads", "ravine", "terraced-woods", "watchtowers"])
def test_skirts_have_few_triangles_with_few_details(name):
    table = shipped_board(name)
    ground = ground_for_board(table.name)
    counts = [
        sum(len(make_solid_skirt(f, ground, table.size, fine).faces) for f in table.features)
        for fine in (False, True)
    ]
    assert 0 < counts[0] < 2600 and counts[0] < 0.5 * counts[1]


def test_dirt_lies_around_mesh_files_and_earth_around_craters():
    table = shipped_board("salt-flats")
    ground = ground_for_board(table.name)
    tank = next(
        f
        for f in table.features
        if any(s.file == "tank.glb" for s in f.shapes if isinstance(s, MeshShape))
    )
    crater = next(f for f in table.features if is_crater(f))
    dirt = make_mesh_dirt(tank, ground, table.size)
    plan = plan_outline(piece for piece in tank.pieces if piece.low <= 0.01)
    away = shapely.distance(plan, shapely.points(dirt.points[:, :2]))
    light = dirt.colors[:, :3].astype(float).mean(axis=1)
    assert light[away < 0.01].mean() < 0.8 * light[away > 0.5].mean()
    earth = make_mesh_dirt(crater, ground, table.size)
    assert np.array_equal(earth.points, make_mesh_skirt(crater, ground).points)
