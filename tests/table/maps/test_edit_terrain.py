"""Terrain edited: what is made, moved, turned and scaled is what a map file of the same numbers holds."""

import pytest
import trimesh

from wc3d.registry import load_map, table_from_map
from wc3d.table.maps.edit_terrain import (
    TerrainEditError,
    bounding_box,
    build_feature,
    feature_rotation,
    feature_shapes,
    flag_overrides,
    floor_height,
    make_ladder,
    make_unused_id,
    move_feature,
    pivot_point,
    put_feature,
    put_ladder,
    rebuild_feature,
    remove_element,
    resize_table,
    scale_feature,
    turn_shape,
)
from wc3d.table.maps.map_file import map_data, save_map
from wc3d.table.maps.map_shapes import BoxShape, MeshShape
from wc3d.table.table_state import Ladder, hash_terrain

BOARD = {
    "name": "Yard",
    "size": [30, 30],
    "terrain": [
        {
            "id": "hall",
            "name": "Hall",
            "kind": "structure",
            "shape": {
                "type": "box",
                "center": [10, 10],
                "size": [6, 4],
                "rotation": 30,
                "height": 3,
            },
        },
        {
            "id": "wood",
            "kind": "forest",
            "shape": {"type": "prism", "points": [[20, 3], [26, 4], [23, 9]], "height": 4},
        },
        {
            "id": "silo",
            "kind": "structure",
            "shape": {"type": "cylinder", "center": [22, 22], "radius": 2, "height": 5},
        },
        {
            "id": "house",
            "kind": "structure",
            "standable": False,
            "shape": [
                {"type": "box", "center": [6, 24], "size": [6, 0.5], "height": 4},
                {"type": "box", "center": [3.25, 26], "size": [0.5, 3.5], "height": 4},
            ],
        },
        {
            "id": "block",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "block.stl", "position": [14, 20, 0]},
        },
    ],
    "ladders": [{"id": "rungs", "at": [22, 19.7], "top": 5}],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards")
    block = trimesh.creation.box(extents=(2, 3, 2))
    block.apply_translation((1, 0, 1))
    block.export(path / "block.stl")
    return path


@pytest.fixture(scope="module")
def table(folder):
    return table_from_map(BOARD, folder=folder)


def turned(feature, degrees, folder):
    """The feature turned about its anchor."""
    x, y, _ = pivot_point(feature)
    return rebuild_feature(
        feature,
        folder,
        shapes=tuple(turn_shape(s, degrees, (x, y)) for s in feature_shapes(feature)),
    )


def again(table, folder):
    """The table as anybody reads it who gets its file."""
    save_map(table, folder / "saved.json")
    return load_map(folder / "saved.json")


@pytest.mark.parametrize("id", ["hall", "wood", "silo", "house", "block"])
@pytest.mark.parametrize(
    "change",
    [
        lambda f, folder: move_feature(f, (1.1, -0.7, 0.3), folder),
        lambda f, folder: turned(f, 77.7, folder),
        lambda f, folder: scale_feature(f, 1.37, folder),
        lambda f, folder: scale_feature(
            turned(move_feature(f, (0.1, 0.2, 0.0), folder), 10.0, folder), 0.9, folder
        ),
    ],
)
def test_what_is_saved_is_what_is_shown(table, folder, id, change):
    new = change(table.feature(id), folder)
    edited = put_feature(table, new, instead=id)
    assert map_data(edited) != map_data(table) or id == "silo", (
        "a cylinder that is turned is the same"
    )
    assert hash_terrain(again(edited, folder)) == hash_terrain(edited)


@pytest.mark.parametrize("id", ["hall", "wood", "silo", "house", "block"])
def test_a_move_and_a_turn_keep_the_size(table, folder, id):
    feature = table.feature(id)
    there = move_feature(feature, (2.5, -1.0, 0.5), folder)
    assert bounding_box(there).low == pytest.approx(
        [a + b for a, b in zip(bounding_box(feature).low, (2.5, -1.0, 0.5), strict=True)]
    )
    assert bounding_box(there).size == pytest.approx(bounding_box(feature).size)
    back = turned(turned(feature, 33.0, folder), -33.0, folder)
    assert bounding_box(back).low == pytest.approx(bounding_box(feature).low, abs=1e-5)
    assert pivot_point(turned(feature, 70.0, folder)) == pytest.approx(
        pivot_point(feature), abs=1e-5
    )


def test_a_mesh_far_from_its_own_origin_stays_where_it_is_when_it_is_turned_and_scaled(
    table, folder
):
    box = trimesh.creation.box((2, 4, 1))
    box.apply_translation((150, -80, 30))
    box.export(folder / "far.stl")
    far = build_feature(
        {"id": "far", "kind": "structure"},
        [MeshShape(type="mesh", file="far.stl", position=(-135, 100, -29.5))],
        folder,
    )
    assert pivot_point(far) == (15, 20, 0)
    now = far
    for _ in range(24):
        now = turned(now, 15.0, folder)
    assert pivot_point(now) == pytest.approx((15, 20, 0), abs=1e-5) and now.shapes[0].rotation == 0
    larger = scale_feature(turned(far, 90.0, folder), 3.0, folder)
    assert pivot_point(larger) == pytest.approx((15, 20, 0), abs=1e-5) and bounding_box(
        larger
    ).size == pytest.approx((12, 6, 3))


def test_scale_is_seen_from_the_anchor(table, folder):
    silo = scale_feature(table.feature("silo"), 2.0, folder)
    assert silo.shapes[0].center == (22, 22) and silo.shapes[0].radius == 4 and silo.high == 10
    block = scale_feature(table.feature("block"), 0.5, folder)
    assert (
        block.shapes[0].scale == 0.5
        and bounding_box(block).size == pytest.approx((1, 1.5, 1))
        and pivot_point(block) == (15, 20, 0)
    )
    house = scale_feature(table.feature("house"), 2.0, folder)
    assert bounding_box(house).size[0] == pytest.approx(
        2 * bounding_box(table.feature("house")).size[0]
    )
    with pytest.raises(TerrainEditError, match="scale"):
        scale_feature(table.feature("silo"), 0.0, folder)


def test_flags_follow_the_kind_unless_agreed_otherwise(table, folder):
    hall = table.feature("hall")
    wood = rebuild_feature(hall, folder, kind="forest")
    assert not wood.blocks_sight and not wood.standable and flag_overrides(wood) == {}
    closed = rebuild_feature(hall, folder, standable=False)
    assert flag_overrides(closed) == {"standable": False}
    assert flag_overrides(rebuild_feature(closed, folder, name="Shut hall")) == {"standable": False}
    assert flag_overrides(rebuild_feature(closed, folder, standable=None)) == {}
    assert not rebuild_feature(table.feature("house"), folder, kind="obstacle").standable


def test_ids_are_one_of_a_kind(table, folder):
    assert make_unused_id(table, "hall") == "hall-2" and make_unused_id(table, "new") == "new"
    two = put_feature(table, rebuild_feature(table.feature("hall"), folder, id="hall-2"))
    assert make_unused_id(two, "hall-2") == "hall-3" and two.feature("hall-2").name == "Hall"
    with pytest.raises(TerrainEditError, match="already in use"):
        put_feature(
            table, rebuild_feature(table.feature("hall"), folder, id="rungs"), instead="hall"
        )
    with pytest.raises(TerrainEditError, match="already in use"):
        put_ladder(table, Ladder("silo", (1, 1), 0, 1))
    assert [f.id for f in remove_element(table, "silo").features] == [
        "hall",
        "wood",
        "house",
        "block",
    ]
    assert remove_element(table, "rungs").ladders == ()


def test_what_would_be_no_terrain_is_refused_in_one_line(table, folder):
    box = BoxShape(type="box", center=(1, 1), size=(1, 1), height=1)
    for data, words in (
        ({"id": "", "kind": "structure"}, "id"),
        ({"id": "a", "kind": "lava"}, "kind"),
    ):
        with pytest.raises(TerrainEditError, match=words) as error:
            build_feature(data, [box], folder)
        assert "\n" not in str(error.value)
    with pytest.raises(TerrainEditError, match="top"):
        put_ladder(table, Ladder("a", (1, 1), 2, 2))
    with pytest.raises(TerrainEditError, match="size"):
        resize_table(table, (0.5, 30), "Yard")
    assert resize_table(table, (24, 36), "Yard").size == (24, 36)


def test_floors_and_ladders_find_the_levels(table):
    assert (
        floor_height(table, (22, 22)) == 5
        and floor_height(table, (22, 22), but="silo") == 0
        and floor_height(table, (1, 1)) == 0
    )
    ladder = make_ladder(table, (22, 24.5))
    assert (ladder.bottom, ladder.top) == (0, 5) and ladder.id == "ladder"
    with pytest.raises(TerrainEditError, match="no floor"):
        make_ladder(table, (1, 1))


def test_rotation_is_told_where_the_file_has_one(table):
    told = [feature_rotation(f) for f in table.features]
    assert told == [30, None, None, None, 0]
    assert (
        map_data(table)["terrain"][0]["shape"]["rotation"] == 30
        and len(feature_shapes(table.feature("house"))) == 2
    )
