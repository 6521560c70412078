"""Boards of other programs: what they hold is placed as there, and what a board cannot hold is told."""

from __future__ import annotations

import base64
import gzip
import json
import math
import struct
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import trimesh

from tests.cli.conftest import Wc3d, wc3d  # noqa: F401
from wc3d.board_import.import_file import import_board, map_of
from wc3d.board_import.talespire import MAX_SLAB_BYTES
from wc3d.cli.board.check import check_file
from wc3d.errors import InputError
from wc3d.registry import load_map, table_from_map
from wc3d.table.table import Table

KIND = UUID("8f742f8b-53ba-4d19-9d7b-07c1a2c33c11")


# Files of the other programs


def slab(assets: list[tuple[float, float, float, int]], creatures: int = 0, **more: Any) -> bytes:
    """A slab with assets of one kind: x, height, z in tiles, and turns of 15 degrees."""
    numbers = [
        round(x * 100) | round(y * 100) << 18 | round(z * 100) << 36 | turn << 54
        for x, y, z, turn in assets
    ]
    header = struct.pack(
        "<IHHH", more.get("magic", 0xD1CEFACE), more.get("version", 2), 1, creatures
    )
    kind = struct.pack("<16sHH", KIND.bytes_le, more.get("count", len(assets)), 0)
    content = header + kind + struct.pack(f"<{len(numbers)}Q", *numbers)
    return b"```" + base64.b64encode(gzip.compress(content, mtime=0)) + b"```\n"


def pose(x: float, y: float, z: float, turn: float = 0.0, scale: float = 1.0) -> dict[str, float]:
    """A transform of Tabletop Simulator: y is up."""
    sizes = {f"scale{axis}": scale for axis in "XYZ"}
    return {"posX": x, "posY": y, "posZ": z, "rotX": 0, "rotY": turn, "rotZ": 0, **sizes}


def model(address: str, transform: dict[str, float], **more: Any) -> dict[str, Any]:
    """A custom model of Tabletop Simulator."""
    mesh = {"MeshURL": address}
    return {"Name": "Custom_Model", "Transform": transform, "CustomMesh": mesh, **more}


def save(*objects: dict[str, Any]) -> dict[str, Any]:
    """A save of Tabletop Simulator."""
    return {"SaveName": "Club board", "ObjectStates": list(objects)}


def wall(x0: float, y0: float, x1: float, y1: float, **more: Any) -> dict[str, Any]:
    """A wall of Foundry, in pixels; y goes down."""
    return {"c": [x0, y0, x1, y1], "move": 20, "sight": 20, "door": 0, "ds": 0, **more}


def scene(*walls: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A scene of Foundry: 30 by 20 squares of 100 pixels."""
    grid = {"size": 100, "distance": 5, "units": "ft"}
    base = {"name": "Cellar", "width": 3000, "height": 2000, "padding": 0, "grid": grid}
    return {**base, "walls": list(walls), **more}


def put(path: Path, data: Any) -> Path:
    """Write a file."""
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def read(path: Path, **options: Any) -> tuple[Table, list[str]]:
    """The table of a file, and the report on it."""
    board = import_board(path, **options)
    return table_from_map(map_of(board, path.parent), folder=path.parent), board.report_lines()


def write_wedge(path: Path) -> None:
    """A model with a long side to the east and its height to the north: no turn leaves it the same."""
    parts = [trimesh.creation.box((4, 1, 1)), trimesh.creation.box((1, 3, 1))]
    parts[0].apply_translation((2, 0.5, 0.5))  # x from 0 to 4, y up
    parts[1].apply_translation((0.5, 1.5, 0.5))
    trimesh.util.concatenate(parts).export(path)


# TaleSpire


def test_a_slab_becomes_boxes_at_their_places(tmp_path: Path) -> None:
    assets = [(0.0, 0.0, 0.0, 0), (3.5, 0.0, 2.0, 6), (3.5, 1.0, 2.0, 2)]
    path = put(tmp_path / "inn.slab", slab(assets, creatures=2))
    table, told = read(path)
    assert table.size == (9.0, 7.0) and table.name == "inn"
    first, second, third = table.features
    assert first.box == pytest.approx((2.25, 2.0, 3.25, 3.0)) and first.kind.value == "obstacle"
    assert second.box == pytest.approx((5.75, 4.0, 6.75, 5.0))
    assert (third.low, third.high) == (1.0, 2.0) and third.kind.value == "structure"
    turns = [feature.shapes[0].rotation for feature in table.features]
    assert turns == [0.0, 270.0, 330.0]  # clockwise there, counter-clockwise here
    assert any('a box of 1" x 1" x 1" stands for each of 3 assets' in line for line in told)
    assert "left out: 2 creatures" in told


def test_a_slab_takes_a_scale_and_a_size_of_its_boxes(tmp_path: Path) -> None:
    path = put(tmp_path / "inn.txt", slab([(0.0, 0.0, 0.0, 0), (10.0, 0.0, 0.0, 0)]))
    table, _ = read(path, scale=1.5, block=(1.5, 1.0, 2.0))
    first, second = table.features
    assert second.box[0] - first.box[0] == pytest.approx(15.0)
    assert first.box[2] - first.box[0] == pytest.approx(1.5) and first.high == 2.0


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (slab([(0, 0, 0, 0)], version=1), "version 1 of the slab format; expected version 2"),
        (slab([(0, 0, 0, 0)], magic=7), "expected a TaleSpire slab, found other data"),
        (slab([(0, 0, 0, 0)], count=9), "its end is missing"),
        (slab([(0, 0, 0, 0)], count=65535), "has 65,535 assets; expected up to 2,000"),
        (slab([]), "the slab has no assets"),
        (slab([(0, 0, 0, 0)])[:40], "damaged|base64"),
        (b"H4sI" + b"?" * 40, "expected a TaleSpire slab, which is base64 text"),
        (b"H4sI" + b"A" * 80, "damaged"),
        (base64.b64encode(gzip.compress(b"", mtime=0)), "its end is missing"),
        (
            base64.b64encode(gzip.compress(bytes(50_000_000), mtime=0)),
            f"unpacks to more than {MAX_SLAB_BYTES / 1e6:g} MB",
        ),
    ],
)
def test_a_broken_slab_is_refused_in_a_line(tmp_path: Path, data: bytes, expected: str) -> None:
    path = put(tmp_path / "inn.slab", data)
    with pytest.raises(InputError, match=expected) as caught:
        import_board(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


# Tabletop Simulator


def test_models_beside_a_save_stand_as_there(tmp_path: Path) -> None:
    write_wedge(tmp_path / "wedge.obj")
    address = "http://cloud.example/ugc/1/wedge.obj"
    path = put(
        tmp_path / "save.json",
        save(
            model(address, pose(0, 1, 0), Nickname="Wall"),
            model(address, pose(10, 1, 0, turn=90), Nickname="Turned"),
            model(address, pose(0, 1, 10, scale=2.0)),
        ),
    )
    table, told = read(path)
    plain, turned, large = table.features
    assert plain.name == "Wall" and (plain.low, plain.high) == pytest.approx((0.0, 3.0))
    # the game mirrors the file's x axis: its long side points west, and a quarter clockwise, north
    assert plain.box[2] - plain.box[0] == pytest.approx(4.0, abs=1e-3)
    assert turned.box[3] - turned.box[1] == pytest.approx(4.0, abs=1e-3)
    origin = plain.box[2]
    assert turned.box[0] <= origin + 10.0 <= turned.box[2] + 1e-3
    assert large.high == pytest.approx(6.0, abs=1e-3)
    assert large.box[1] - plain.box[1] == pytest.approx(9.0, abs=1.01)
    assert told[0] == "Club board: 3 pieces of terrain"


def test_models_are_found_locally_and_never_fetched(tmp_path: Path) -> None:
    folder = tmp_path / "Models"
    folder.mkdir()
    box = trimesh.creation.box((2, 2, 2))
    box.export(tmp_path / "here.obj")
    box.export(folder / "httpcloudexampleugc12.obj")
    (tmp_path / "secret.txt").write_text("words")
    path = put(
        tmp_path / "save.json",
        save(
            model((tmp_path / "here.obj").as_uri(), pose(0, 0, 0)),
            model("http://cloud.example/ugc/1/2", pose(5, 0, 0)),
            model("http://cloud.example/elsewhere.obj", pose(9, 0, 0)),
            model("file://server/share/here2.obj", pose(9, 0, 0)),
            model((tmp_path / "secret.txt").as_uri(), pose(9, 0, 0)),
            model("http://[broken", pose(9, 0, 0)),
            {"Name": "Custom_Model", "Transform": pose(0, 0, 0)},
        ),
    )
    table, told = read(path)
    assert len(table.features) == 2
    assert "left out: 5 models whose file is neither local nor beside the save" in told


def test_blocks_attached_objects_and_the_rest(tmp_path: Path) -> None:
    child = {"Name": "BlockSquare", "Transform": pose(2, 1, 0)}
    tower = {"Name": "BlockSquare", "Transform": pose(0, 0.5, 0, 90, 2.0), "ChildObjects": [child]}
    leaning = {"Name": "BlockRectangle", "Transform": {**pose(8, 0, 0), "rotX": 30}}
    bag = {"Name": "Bag", "Transform": pose(0, 0, 0), "ContainedObjects": [child, child]}
    others = [{"Name": name} for name in ("Custom_Assetbundle", "Card", "Card", "Odd\u202ename")]
    path = put(tmp_path / "save.json", save(tower, leaning, bag, *others))
    table, told = read(path)
    cube, attached, flat = table.features
    assert cube.box[2] - cube.box[0] == pytest.approx(2.0) and cube.high - cube.low == 2.0
    # two units along the parent's x, which points south after a quarter clockwise, doubled by its scale
    assert cube.box[1] - attached.box[3] == pytest.approx(2.0)
    assert attached.low - cube.low == pytest.approx(2.0)
    assert flat.box[2] - flat.box[0] == pytest.approx(2.0)
    assert any("leans; it is placed upright" in line for line in told)
    assert {
        "left out: 1 asset bundles, which only Unity reads",
        "left out: 1 bags with their content",
        "left out: 2 objects inside bags and decks",
        "left out: 2 cards",
    } <= set(told)
    assert all(line.isprintable() for line in told)


def nested(depth: int) -> dict[str, Any]:
    """Objects attached to objects."""
    data: dict[str, Any] = {"Name": "BlockSquare"}
    for _ in range(depth):
        data = {"Name": "BlockSquare", "ChildObjects": [data]}
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (save(), "no model or block that a board could hold"),
        (save({"Name": "Card"}), "left out: 1 cards"),
        (save(nested(9)), "nested more than 8 deep"),
        (save(*[{"Name": "Card"}] * 20_001), "expected up to 20,000 entries"),
        (save(*[{"Name": "BlockSquare"}] * 2_001), "more than 2,000 models and blocks"),
        (
            save({"Name": "BlockSquare", "Transform": pose(math.nan, 0, 0)}),
            r"ObjectStates\[0\].Transform.posX: expected a number",
        ),
        (
            save({"Name": "BlockSquare", "Transform": pose(1e300, 0, 0)}),
            r"ObjectStates\[0\].Transform.posX: expected a number",
        ),
        (
            save(
                {"Name": "BlockSquare", "Transform": pose(0, 0, 0)},
                {"Name": "BlockSquare", "Transform": pose(9_000, 0, 0)},
            ),
            "no table is larger than 600",
        ),
        ({"ObjectStates": 5}, "ObjectStates: expected a list"),
        ({"ObjectStates": [5]}, r"ObjectStates\[0\]: expected an object"),
        (save({"Name": "BlockSquare", "Transform": []}), "Transform: expected an object"),
        (save({"Name": ["x"], "Transform": {}}), "left out: 1 objects of the kind"),
    ],
)
def test_a_broken_save_is_refused_in_a_line(tmp_path: Path, data: Any, expected: str) -> None:
    path = put(tmp_path / "save.json", data)
    with pytest.raises(InputError, match=expected) as caught:
        import_board(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


def test_a_broken_model_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text("v 1 2\nf 1 2 3\n")
    path = put(tmp_path / "save.json", save(model("a.obj", pose(0, 0, 0))))
    with pytest.raises(InputError) as caught:
        import_board(path)
    assert "\n" not in str(caught.value)


# Foundry


def test_walls_stand_where_the_scene_has_them(tmp_path: Path) -> None:
    path = put(
        tmp_path / "scene.json",
        scene(wall(500, 300, 1500, 300), wall(1500, 300, 1500, 900, sight=0)),
    )
    table, told = read(path)
    assert table.size == (30.0, 20.0) and table.name == "Cellar"
    walls, windows = table.features
    assert walls.box == pytest.approx((5.0, 17.0 - 0.125, 15.0, 17.0 + 0.125))
    assert (walls.low, walls.high) == (0.0, 3.0) and walls.blocks_sight and not walls.standable
    assert windows.box == pytest.approx((15 - 0.125, 11.0, 15 + 0.125, 17.0))
    assert not windows.blocks_sight
    assert any('0.25" thick and 3" high' in line for line in told)


def test_doors_are_closed_or_open(tmp_path: Path) -> None:
    path = put(
        tmp_path / "scene.json",
        scene(
            wall(500, 300, 1500, 300),
            wall(1500, 300, 1700, 300, door=1, ds=0),
            wall(1700, 300, 1900, 300, door=1, ds=1),
            wall(500, 300, 500, 500, door=2, ds=2),
            wall(0, 0, 900, 0, move=0),
            wall(9, 9, 9, 9),
        ),
    )
    table, told = read(path, wall_height=2.0)
    names = [feature.name for feature in table.features]
    assert names == ["Walls 1", "Door 1", "Secret door 3"]
    assert [(part.name, part.state) for part in table.parts] == [
        ("Door 1", "closed"),
        ("Secret door 3", "closed"),
        ("Door 2", "open"),
    ]
    door, secret = table.features[1:]
    assert door.box == pytest.approx((15.0, 16.875, 17.0, 17.125)) and door.high == 2.0
    assert secret.box[3] == pytest.approx(17.0 - 0.125)  # it ends at the face of the wall
    assert {
        "left out: 1 walls that models pass, such as curtains",
        "left out: 1 walls without a length",
    } <= set(told)


def test_padding_levels_heights_and_regions(tmp_path: Path) -> None:
    tall = {"wall-height": {"bottom": 5, "top": 15}}
    regions = [
        {
            "name": "Water",
            "shapes": [{"type": "rectangle", "x": 800, "y": 600, "width": 200, "height": 100}],
        },
        {
            "name": "Pit",
            "shapes": [
                {"type": "ellipse", "x": 1600, "y": 1100, "radiusX": 200, "radiusY": 100},
                {"type": "polygon", "points": [800, 600, 900, 600, 900, 700]},
                {"type": "polygon", "points": [800, 600, 900, 600, 900, 700], "hole": True},
                {"type": "star"},
            ],
        },
    ]
    levels = [
        {"_id": "a", "elevation": {"bottom": 0, "top": 10}},
        {"_id": "b", "elevation": {"bottom": 10, "top": 20}},
    ]
    path = put(
        tmp_path / "scene.json",
        scene(
            wall(800, 600, 900, 600, flags=tall),
            wall(800, 600, 800, 900, levels=["b"]),
            padding=0.25,
            regions=regions,
            levels=levels,
            tiles=[{}, {}],
            tokens=[{}],
        ),
    )
    table, told = read(path)
    walls, water, pit = table.features
    assert table.size == (30.0, 20.0)
    first, second = walls.shapes
    # padded by a quarter: 800 pixels of columns and 500 of rows
    assert (first.center, first.bottom, first.height) == ((0.5625, 19.0), 1.0, 2.0)
    assert (second.center, second.bottom, second.height) == ((0.125, 17.5), 2.0, 3.0)
    assert water.box == pytest.approx((0.0, 18.0, 2.0, 19.0)) and water.kind.value == "rough"
    assert pit.box[2] == pytest.approx(10.0)
    assert any("2 levels" in line for line in told)
    assert {
        "left out: 2 tiles (pictures)",
        "left out: 1 tokens",
        "left out: 1 holes of regions",
    } <= set(told)


def test_what_lies_beyond_the_scene_ends_at_its_edge(tmp_path: Path) -> None:
    """The walls of a scene reach into its padding; a board ends at the table's edge."""
    bow = {"type": "polygon", "points": [0, 0, 500, 500, 500, 0, 0, 500]}
    wide = {"type": "rectangle", "x": -500, "y": -500, "width": 1000, "height": 1000}
    path = put(
        tmp_path / "scene.json",
        scene(
            wall(-400, 500, 400, 500),
            wall(2500, 0, 3500, 0),
            wall(-500, -100, 500, -100),
            wall(0, 0, 0, 2000),
            regions=[{"name": "Mud", "shapes": [bow, wide]}],
        ),
    )
    table, told = read(path)
    walls, mud = table.features
    assert len(walls.shapes) == 3 and "left out: 1 walls beyond the edge of the scene" in told
    assert walls.box == pytest.approx((0.0, 0.125, 29.875, 20.0))
    assert mud.box == pytest.approx((0.0, 15.0, 5.0, 20.0))
    assert "left out: 1 shapes of regions without a simple outline on the table" in told
    (tmp_path / "board.json").write_text(json.dumps(map_of(import_board(path), tmp_path)))
    assert [str(finding) for finding in check_file(tmp_path / "board.json")] == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (scene(), "no walls and no regions"),
        (scene(wall(0, 0, math.nan, 9)), r"walls\[0\].c: expected a number"),
        (scene({"c": [1, 2, 3]}), r"walls\[0\].c: expected four numbers"),
        (scene({"c": "abcd"}), "c: expected a list"),
        (scene(7), r"walls\[0\]: expected an object"),  # type: ignore[arg-type]
        (scene(wall(0, 0, 1, 1), width=1e300), "scene.width: expected a number"),
        (scene(wall(0, 0, 1, 1), grid={"size": 0}), "grid of positive size"),
        (scene(wall(0, 0, 900, 0), width=900_000), "no table is larger than 600"),
        (scene(*[wall(0, 0, 900, 0)] * 20_001), "walls: expected up to 20,000 entries"),
        (scene(wall(0, 0, 900, 0), regions=[{"shapes": {}}]), "shapes: expected a list"),
    ],
)
def test_a_broken_scene_is_refused_in_a_line(tmp_path: Path, data: Any, expected: str) -> None:
    path = put(tmp_path / "scene.json", data)
    with pytest.raises(InputError, match=expected) as caught:
        import_board(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


# The command


def test_the_command_writes_a_board_and_tells_what_is_missing(
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    write_wedge(folder / "wedge.obj")
    put(folder / "club.json", save(model("wedge.obj", pose(0, 0, 0)), {"Name": "Card"}))
    monkeypatch.chdir(tmp_path)
    said = wc3d("board", "import", "saves/club.json")
    assert said.code == 0, said.err
    assert "left out: 1 cards" in said.out and "wrote club.board.json" in said.out
    data = json.loads((tmp_path / "club.board.json").read_text())
    assert data["terrain"][0]["shape"]["file"] == "saves/wedge.obj"
    assert load_map(tmp_path / "club.board.json").features[0].high == pytest.approx(3.0)
    assert "already exists" in wc3d("board", "import", "saves/club.json").one_line()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("gone.json",), "no such file"),
        (("words.json",), "expected a Tabletop Simulator save, a TaleSpire slab or a Foundry"),
        (("noise.json",), "text"),
        (("deep.json",), "nested too deeply"),
        (("scene.json", "--scale", "nan"), "--scale nan: expected a number from 0.01 to 100"),
        (("scene.json", "--wall-height", "0"), "--wall-height 0: expected"),
        (("scene.json", "--block", "1", "1", "-1"), "--block -1: expected"),
        (("scene.json", "out.txt"), "ends in .json"),
    ],
)
def test_what_cannot_be_imported_is_told_in_a_line(
    words: tuple[str, ...],
    expected: str,
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "words.json", {"a": 1})
    put(tmp_path / "noise.json", bytes(range(256)))
    put(tmp_path / "deep.json", b"[" * 100_000)
    put(tmp_path / "scene.json", scene(wall(0, 0, 900, 0)))
    assert expected in wc3d("board", "import", *words).one_line()
