"""Map files: every shape, every default, every mistake with its place, and the way back to a file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.narrowed import a as as_a
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.convex_parts import signed_area
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.registry import load_map, table_from_map
from wc3d.table.features import Kind, make_feature
from wc3d.table.maps.map_file import MapError, map_data, map_schema, read_map, save_map
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

BOX = {
    "type": "box",
    "center": [12, 15],
    "size": [6, 0.5],
    "rotation": 30,
    "bottom": 0,
    "height": 2.0,
}
PRISM = {"type": "prism", "points": [[3, 3], [9, 4], [7, 9]], "bottom": 0, "height": 4}
SILO = {"type": "cylinder", "center": [22, 20], "radius": 2, "bottom": 0, "height": 5}
RIDGE: dict[str, Any] = {
    "name": "Ridge crossing",
    "size": [30, 30],
    "terrain": [
        {"id": "wall-1", "name": "Broken wall", "kind": "structure", "shape": BOX},
        {"id": "wood", "kind": "forest", "shape": PRISM},
        {"id": "silo", "kind": "structure", "shape": SILO},
        {
            "id": "ruin",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "ruin.stl", "position": [20, 8, 0], "rotation": 90},
        },
    ],
    "ladders": [{"id": "rungs", "at": [20, 20], "bottom": 0, "top": 5}],
}


def one(shape: Any, kind: str = "structure", **more: Any) -> dict[str, Any]:
    """A map with one feature."""
    return {"size": [30, 30], "terrain": [{"id": "a", "kind": kind, "shape": shape, **more}]}


def faults(data: Any, folder: Path | None = None) -> list[str]:
    """Every fault of a map, as text."""
    with pytest.raises(MapError) as caught:
        table_from_map(data, "map", folder)
    assert "\n" not in str(caught.value)
    return [str(f) for f in caught.value.faults]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a mesh: an L-shaped building 4" by 4", 3" tall."""
    parts = [
        trimesh.creation.box(bounds=b) for b in ([[0, 0, 0], [4, 1, 3]], [[0, 0, 0], [1, 4, 3]])
    ]
    trimesh.boolean.union(parts).export(tmp_path / "ruin.stl")
    return tmp_path


def test_every_shape_of_the_contract_is_read(folder: Path) -> None:
    (folder / "ridge.json").write_text(json.dumps(RIDGE))
    table = load_map(folder / "ridge.json")
    assert (table.name, table.size) == ("Ridge crossing", (30, 30))
    assert [f.id for f in table.features] == ["wall-1", "wood", "silo", "ruin"]
    assert [f.name for f in table.features][:2] == ["Broken wall", "wood"]
    assert table.ladders == (Ladder("rungs", (20, 20), 0, 5),)
    assert table.feature("silo").pieces == (Cylinder((22, 20), 2, 0, 5),)
    ruin = shapely.union_all(
        [shapely.Polygon(as_a(Prism, p).points) for p in table.feature("ruin").pieces]
    )
    assert ruin.bounds == pytest.approx((16, 8, 20, 12))
    assert ruin.area == pytest.approx(7)


def test_a_box_turns_counter_clockwise_about_its_center() -> None:
    (piece,) = table_from_map(one(BOX)).feature("a").pieces
    assert isinstance(piece, Prism)
    assert signed_area(piece.points) == pytest.approx(3)
    far = piece.points[piece.points[:, 0].argmax()]
    along = np.array([math.cos(math.pi / 6), math.sin(math.pi / 6)])
    assert (far - [12, 15]) @ along == pytest.approx(3)
    assert (piece.bottom, piece.top) == (Plane(0), Plane(2))


@pytest.mark.parametrize("quarter", [90, 180, 270, -90, 360])
def test_a_quarter_turn_is_exact(quarter: int) -> None:
    (piece,) = table_from_map(one({**BOX, "rotation": quarter})).feature("a").pieces
    assert set(np.abs(as_a(Prism, piece).points - [12, 15]).ravel().tolist()) == {3.0, 0.25}


def test_a_prism_may_be_non_convex_and_run_either_way() -> None:
    ring = [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]
    for points in (ring, ring[::-1]):
        pieces = (
            table_from_map(one({"type": "prism", "points": points, "height": 2}))
            .feature("a")
            .pieces
        )
        assert len(pieces) == 2
        assert sum(float(signed_area(as_a(Prism, p).points)) for p in pieces) == pytest.approx(7)


def test_several_shapes_are_one_feature() -> None:
    table = table_from_map(one([BOX, SILO]))
    assert len(table.feature("a").pieces) == 2
    assert len(table.feature("a").shapes) == 2


@pytest.mark.rule("NM-SET-01")
def test_defaults_and_overrides() -> None:
    plain = table_from_map(
        one({"type": "box", "center": [5, 5], "size": [2, 2], "height": 1}, "obstacle")
    ).feature("a")
    assert (plain.low, plain.high, plain.blocks_sight, plain.cover, plain.standable) == (
        0,
        1,
        True,
        True,
        False,
    )
    said = {"blocks_sight": False, "cover": False, "standable": True}
    other = table_from_map(
        one({"type": "box", "center": [5, 5], "size": [2, 2], "height": 1}, "obstacle", **said)
    ).feature("a")
    assert (other.blocks_sight, other.cover, other.standable) == (False, False, True)


def test_flat_ground_has_no_height() -> None:
    flat = table_from_map(one({**SILO, "height": 0}, "rough")).feature("a")
    assert flat.low == flat.high == 0
    assert not flat.cover


def test_a_mesh_is_scaled_then_turned_then_moved(folder: Path) -> None:
    mesh = {
        "type": "mesh",
        "file": "ruin.stl",
        "position": [10, 10, 1],
        "rotation": 180,
        "scale": 0.5,
    }
    made = table_from_map(one(mesh), folder=folder).feature("a")
    assert (made.low, made.high) == (1, 2.5)
    plans = [shapely.Polygon(as_a(Prism, p).points) for p in made.pieces]
    assert shapely.union_all(plans).bounds == pytest.approx((8, 8, 10, 10))


def test_a_sloped_mesh_keeps_its_slope_when_turned_and_moved(tmp_path: Path) -> None:
    corners = np.array([[0, 0, 0], [4, 0, 0], [0, 2, 0], [4, 2, 0], [4, 0, 2], [4, 2, 2]])
    trimesh.convex.convex_hull(corners).export(tmp_path / "ramp.stl")
    for degrees in (0, 30, 90, 200):
        mesh = {"type": "mesh", "file": "ramp.stl", "position": [10, 10, 3], "rotation": degrees}
        piece = as_a(Prism, *table_from_map(one(mesh), folder=tmp_path).feature("a").pieces)
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for x, y, z in ((0, 0, 0), (4, 0, 2), (2, 1, 1)):
            assert piece.top.height(10 + c * x - s * y, 10 + s * x + c * y) == pytest.approx(3 + z)
        assert piece.bottom.is_level and piece.bottom.at == 3


def test_meshes_are_looked_up_next_to_the_map_then_in_models3d(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mesh = one({"type": "mesh", "file": "ruin.stl", "position": [20, 8, 0]})
    elsewhere = folder / "elsewhere"
    (elsewhere / "models3d").mkdir(parents=True)
    trimesh.creation.box(extents=[1, 1, 1]).export(elsewhere / "models3d" / "ruin.stl")
    monkeypatch.chdir(elsewhere)
    assert table_from_map(mesh, folder=folder).feature("a").high == 3
    assert table_from_map(mesh, folder=elsewhere).feature("a").high == 0.5


BAD: list[tuple[Any, list[str]]] = [
    ([], ["expected an object, found []"]),
    (None, ["expected an object, found null"]),
    ({}, ["size: missing"]),
    ({"size": [30]}, ["size[1]: missing"]),
    ({"size": [30, 30, 30]}, ["size: expected up to 2 entries, found 3"]),
    ({"size": [30, -1]}, ["size[1]: expected at least 1, found -1"]),
    ({"size": [30, "30"]}, ['size[1]: expected a number, found "30"']),
    ({"size": [30, True]}, ["size[1]: expected a number, found true"]),
    ({"size": [30, math.nan]}, ["size[1]: expected a finite number"]),
    ({"size": [30, math.inf]}, ["size[1]: expected a finite number"]),
    ({"size": [30, 1e9]}, ["size[1]: expected a number up to 600, found 1000000000.0"]),
    ({"size": [30, 30], "terain": []}, ["terain: unknown key"]),
    ({"size": [30, 30], "terrain": {}}, ["terrain: expected a list, found {}"]),
    ({"size": [30, 30], "terrain": [7]}, ["terrain[0]: expected an object, found 7"]),
    (
        one(BOX, "castle"),
        [
            "terrain[0].kind: expected one of 'rough', 'obscuring', 'forest', 'obstacle', 'structure' or"
        ],
    ),
    (one(BOX, "objective"), ["terrain[0].kind: expected one of"]),
    (
        one({"type": "ball"}),
        [
            "terrain[0].shape: type: expected one of 'box', 'prism', 'cylinder', 'mesh', found \"ball\""
        ],
    ),
    (one({}), ['terrain[0].shape: missing "type"']),
    (one([]), ["terrain[0].shape: must not be empty"]),
    (
        one([BOX, {**SILO, "radius": 0}]),
        ["terrain[0].shape[1].radius: expected a positive number (at least 0.0001), found 0"],
    ),
    (one({k: v for k, v in BOX.items() if k != "height"}), ["terrain[0].shape.height: missing"]),
    (one({**BOX, "height": -1}), ["terrain[0].shape.height: expected at least 0, found -1"]),
    (one({**BOX, "heigth": 1}), ["terrain[0].shape.heigth: unknown key"]),
    (
        one({**BOX, "size": [6, -0.5]}),
        ["terrain[0].shape.size[1]: expected a positive number (at least 0.0001), found -0.5"],
    ),
    (
        one({**BOX, "center": [1e300, 0]}),
        ["terrain[0].shape.center[0]: expected a number up to 10000, found 1e+300"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 1]]}),
        ["terrain[0].shape.points: expected at least 3 entries, found 2"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 1], [1, 0], [0, 1]]}),
        ["terrain[0].shape.points: the outline crosses or touches itself"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 1], [2, 2]]}),
        ["terrain[0].shape.points: the points are on one line"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 0], [1, 0], [0, 1]]}),
        ["terrain[0].shape.points: points 1 and 2 are the same"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 0], [0, math.nan]]}),
        ["terrain[0].shape.points[2][1]: expected a finite number"],
    ),
    (
        one({**PRISM, "points": [[0, 0], [1, 0], [0, 1], 5]}),
        ["terrain[0].shape.points[3]: expected a list, found 5"],
    ),
    (one(BOX, cover=1), ["terrain[0].cover: expected true or false, found 1"]),
    (one(BOX, cover=None), ["terrain[0].cover: expected true or false, found null"]),
    (one(BOX, name=3), ["terrain[0].name: expected text, found 3"]),
    (
        {"size": [9, 9], "terrain": [{"id": "", "kind": "rough", "shape": SILO}]},
        ["terrain[0].id: must not be empty"],
    ),
    (
        {"size": [9, 9], "terrain": [{"id": "a\nb", "kind": "rough", "shape": SILO}]},
        ["terrain[0].id: expected printable text"],
    ),
    (
        {"size": [9, 9], "terrain": [{"id": "a", "kind": "rough", "shape": SILO}] * 2},
        ['terrain[1].id: "a" is already the id of terrain[0]'],
    ),
    (
        {"size": [9, 9], "ladders": [{"id": "l", "at": [1, 1], "bottom": 2, "top": 2}]},
        ["ladders[0].top: expected a height above the bottom (2), found 2"],
    ),
    (
        one({"type": "mesh", "file": "no.stl", "position": [0, 0, 0]}),
        ['terrain[0].shape.file: found no mesh file "no.stl" next to the'],
    ),
    (
        one({"type": "mesh", "file": "no.stl", "position": [0, 0]}),
        ["terrain[0].shape.position[2]: missing"],
    ),
]


@pytest.mark.parametrize(("data", "expected"), BAD)
def test_every_mistake_is_told_with_its_place(
    data: Any, expected: list[str], tmp_path: Path
) -> None:
    told = faults(data, tmp_path)
    assert len(told) == len(expected)
    for text, start in zip(told, expected, strict=True):
        assert text.startswith(start)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    bad = {
        "size": [30, 30],
        "note": "x",
        "terrain": [
            {"id": "a", "kind": "forest", "shape": {**SILO, "radius": -1}},
            {
                "id": "b",
                "kind": "forest",
                "shape": {"type": "mesh", "file": "no.obj", "position": [0, 0, 0]},
            },
            {"id": "b", "kind": "forest", "shape": SILO},
        ],
        "ladders": [{"id": "l", "at": [1, 1], "bottom": 2, "top": 1}],
    }
    told = faults(bad, tmp_path)
    places = [t.split(":")[0] for t in told]
    assert sorted(places) == [
        "ladders[0].top",
        "note",
        "terrain[0].shape.radius",
        "terrain[1].shape.file",
        "terrain[2].id",
    ]
    reading = read_map(bad, SPACE, tmp_path)
    assert [e.place for e in reading.entries] == ["terrain[2]"]


def test_a_long_list_of_mistakes_is_cut_in_the_one_line() -> None:
    with pytest.raises(MapError) as caught:
        table_from_map({"size": [30, 30], "terrain": [{}] * 20})
    assert len(caught.value.faults) == 60
    assert str(caught.value).endswith("; and 52 more")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b'{\n "size": [30,]}', "line 2 column"),
        (b"{'size': 1}", "line 1 column 2: invalid JSON"),
        (b"{\xff\xfe}", "line 1: invalid UTF-8"),
        (b"\xff\xfe{}", "line 1 column 1: invalid JSON"),  # a Chinese letter in UTF-16
        (b"\xff\xfe{\0}", "line 1: invalid UTF-16"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"size": [30, 30], "size": [40, 40]}', "size: given twice"),
        (
            b'{"size": [30, 30], "terrain": [{"id": "a", "id": "b"}]}',
            r"terrain\[0\].id: given twice",
        ),
        (b'{"size": [30, NaN]}', r"size\[1\]: expected a finite number"),
        (b'{"size": [30, 1e999]}', r"size\[1\]: expected a finite number"),
        (b'{"size": [30, ' + b"9" * 5000 + b"]}", "."),
        (b" " * 8_000_001, "larger than 8 MB"),
    ],
)
def test_what_is_no_json_is_refused_in_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(content)
    with pytest.raises(MapError, match=words) as caught:
        load_map(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(b"\xef\xbb\xbf" + b'{"size": [30, 30]}')
    assert load_map(path).size == (30, 30)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no\.json: no such file"):
        load_map(tmp_path / "no.json")
    with pytest.raises(InputError, match="not a folder"):
        load_map(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        load_map("a\0b")


def test_the_schema_names_every_shape_and_refuses_unknown_keys() -> None:
    schema = map_schema()
    assert {"BoxShape", "PrismShape", "CylinderShape", "MeshShape"} <= schema["$defs"].keys()
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["size"]
    assert schema["$defs"]["FeatureModel"]["properties"]["cover"] == {
        "title": "Cover",
        "type": "boolean",
    }
    assert json.loads(json.dumps(schema)) == schema


numbers = st.integers(-200, 2000).map(lambda n: n / 16)
sizes = st.integers(1, 400).map(lambda n: n / 16)
heights = st.integers(0, 80).map(lambda n: n / 8)
shapes = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("box"),
            "center": st.tuples(numbers, numbers).map(list),
            "size": st.tuples(sizes, sizes).map(list),
            "height": heights,
        },
        optional={"rotation": numbers, "bottom": heights},
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("cylinder"),
            "center": st.tuples(numbers, numbers).map(list),
            "radius": sizes,
            "height": heights,
        },
        optional={"bottom": heights},
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("prism"),
            "points": st.sampled_from([PRISM["points"], [[0, 0], [4, 0], [4, 4], [2, 1]]]),
            "height": heights,
        }
    ),
)
printed = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), max_size=8)
terrain = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from([k.value for k in Kind if k is not Kind.OBJECTIVE]),
            "shape": st.one_of(shapes, st.lists(shapes, min_size=1, max_size=3)),
        },
        optional={key: st.booleans() for key in ("blocks_sight", "cover", "standable")}
        | {"name": printed},
    ),
    max_size=4,
)


@given(terrain, st.integers(16, 600).map(lambda n: n / 8))
@settings(max_examples=60, deadline=None)
def test_a_map_survives_the_way_to_a_file_and_back(
    terrain: list[dict[str, Any]], width: float
) -> None:
    listed = [{"id": f"f{i}", **each} for i, each in enumerate(terrain)]
    rungs = [{"id": "r", "at": [1, 2], "top": 3}]
    table = table_from_map(
        {"name": "näme", "size": [width, 40], "terrain": listed, "ladders": rungs}
    )
    again = table_from_map(json.loads(json.dumps(map_data(table))))
    assert map_data(again) == map_data(table)
    assert again.ladders == table.ladders
    for a, b in zip(table.features, again.features, strict=True):
        assert (a.id, a.name, a.kind, a.blocks_sight, a.cover, a.standable) == (
            b.id,
            b.name,
            b.kind,
            b.blocks_sight,
            b.cover,
            b.standable,
        )
        assert a.shapes == b.shapes
        assert [p.box for p in a.pieces] == [p.box for p in b.pieces]


def test_a_saved_map_finds_its_mesh_again_from_elsewhere(folder: Path) -> None:
    table = table_from_map(RIDGE, folder=folder)
    (folder / "deep").mkdir()
    save_map(table, folder / "here.json")
    save_map(table, folder / "deep" / "there.json")
    assert (
        json.loads((folder / "here.json").read_text())["terrain"][3]["shape"]["file"] == "ruin.stl"
    )
    assert (
        json.loads((folder / "deep" / "there.json").read_text())["terrain"][3]["shape"]["file"]
        == "../ruin.stl"
    )
    assert len(load_map(folder / "deep" / "there.json").feature("ruin").pieces) == 2
    assert [p.name for p in folder.iterdir() if p.name.endswith(".part")] == []


def test_a_feature_made_in_code_is_saved_as_prisms_and_cylinders() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    made = make_feature(
        "a", "structure", (Prism(square, Plane(0), Plane(2)), Cylinder((3, 3), 1, 0, 2))
    )
    again = table_from_map(map_data(Table((9, 9), (made,), policy=SPACE))).feature("a")
    assert [p.box for p in again.pieces] == [p.box for p in made.pieces]
    sloped = make_feature("s", "structure", (Prism(square, Plane(0), Plane(2, 0.5)),))
    with pytest.raises(MapError, match="cannot describe sloped faces"):
        map_data(Table((9, 9), (sloped,), policy=SPACE))


def test_a_map_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="cannot be written"):
        save_map(Table((9, 9), policy=SPACE), tmp_path / "no" / "m.json")
