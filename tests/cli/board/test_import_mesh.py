"""`wc3d fit`: what a mesh file would be as terrain, and a map with it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from tests.cli.at_a_terminal import terminal
from tests.cli.conftest import Wc3d
from tests.geometry.mesh_solids.test_close_scans import without


@pytest.fixture
def shed(tmp_path: Path) -> Path:
    """An open shed of 80 by 60 by 50 mm without a bottom, with a flat roof; its corners begin far from its origin."""
    outer = trimesh.creation.box(bounds=[[100, 0, 7], [180, 60, 57]])
    room = trimesh.creation.box(bounds=[[105, 5, 0], [175, 55, 52]])
    mesh = trimesh.boolean.difference([outer, room], engine="manifold")
    keep = mesh.triangles_center[:, 2] > 7.001
    path = tmp_path / "My shed (1).stl"
    trimesh.Trimesh(mesh.vertices, mesh.faces[keep], process=False).export(path)
    return path


def test_it_tells_what_it_found_and_writes_a_map_that_can_be_judged(
    wc3d: Wc3d, shed: Path, tmp_path: Path
) -> None:
    said = wc3d("fit", shed, tmp_path / "shed.json")
    assert (said.code, said.err) == (0, "")
    for words in (
        "2 shells",
        "8 open edges",
        "millimeters",
        "up: z",
        '3.15" wide, 2.362" deep, 1.969" high',
        '1.969"',
    ):
        assert words in said.out
    board = json.loads((tmp_path / "shed.json").read_text())
    shape = board["terrain"][0]["shape"]
    assert (shape["file"], shape["units"], board["terrain"][0]["id"]) == (
        "My shed (1).stl",
        "mm",
        "my-shed-1",
    )
    assert shape["position"][2] == pytest.approx(-7 / 25.4, abs=1e-3)
    x, y = (side / 2 for side in board["size"])
    across = wc3d(
        "los",
        tmp_path / "shed.json",
        "--from",
        f"small@{x},1",
        "--to",
        f"small@{x},{2 * y - 1}",
        "--json",
    )
    assert json.loads(across.out)["answers"][0]["verdict"] == "blocked"
    assert wc3d("check", tmp_path / "shed.json").code == 0


def test_what_is_said_of_it_is_not_guessed(wc3d: Wc3d, shed: Path) -> None:
    given = (
        "--units",
        "cm",
        "--up",
        "y",
        "--scale",
        0.1,
        "--rotate",
        90,
        "--mirror",
        "--tolerance",
        0.05,
    )
    found = json.loads(wc3d("fit", shed, "--json", *given).out)
    assert found["size"] == pytest.approx([80 / 25.4, 50 / 25.4, 60 / 25.4], abs=1e-6)
    shape = found["map"]["terrain"][0]["shape"]
    assert {k: shape[k] for k in ("units", "up", "scale", "rotation", "mirrored", "tolerance")} == {
        "units": "cm",
        "up": "y",
        "scale": 0.1,
        "rotation": 90,
        "mirrored": True,
        "tolerance": 0.05,
    }


@pytest.mark.parametrize(
    ("times", "moved", "size", "words"),
    [
        (100, 0, 3.937, 'units: millimeters (3.94" high suits a wall)'),
        (1e5, 0, 2.4, "units: scaled to the usual size of a wall"),
        (0.1, 4e3, 3.9, "units: meters, as modeled (glTF files are in meters"),
    ],
)
def test_what_is_huge_or_far_from_its_origin_goes_onto_a_table(
    wc3d: Wc3d, tmp_path: Path, times: float, moved: float, size: float, words: str
) -> None:
    wall = trimesh.creation.box(extents=[times, times, 0.1 * times])
    wall.apply_translation([moved, 0, moved])
    wall.export(tmp_path / "wall.glb")
    said = wc3d("fit", tmp_path / "wall.glb", tmp_path / "wall.json")
    assert (said.code, said.err) == (0, "")
    assert words in said.out and f"size: {size}" in said.out
    x, y = (side / 2 for side in json.loads((tmp_path / "wall.json").read_text())["size"])
    for side, verdict in ((0, "blocked"), (x - 1, "clear")):
        across = wc3d(
            "los",
            tmp_path / "wall.json",
            "--from",
            f"small@{x + side},1",
            "--to",
            f"small@{x + side},{2 * y - 1}",
            "--json",
        )
        assert json.loads(across.out)["answers"][0]["verdict"] == verdict


def test_what_is_said_to_be_larger_than_any_table_is_refused(wc3d: Wc3d, shed: Path) -> None:
    said = wc3d("fit", shed, "--units", "m")
    assert said.code == 0 and "scaled by 0.015 to fit a table" in said.out
    said = wc3d("fit", shed, "--units", "m", "--scale", 1)
    assert said.code == 2
    assert (
        'would be 3,150" wide and 2,362" deep, but no table is larger than 600"; set its units or its scale'
        in said.err
    )


def test_a_clean_small_mesh_is_taken_exactly(wc3d: Wc3d, tmp_path: Path) -> None:
    trimesh.creation.box(extents=[3, 2, 1]).export(tmp_path / "box.stl")
    said = wc3d("fit", tmp_path / "box.stl")
    assert "closed surface" in said.out and "exact collision shape: 1 convex piece" in said.out


def test_a_ledge_too_narrow_for_any_base_is_no_place_to_stand(wc3d: Wc3d, tmp_path: Path) -> None:
    low = trimesh.creation.box(bounds=[[0, 0, 0], [8, 1, 2]])
    tall = trimesh.creation.box(bounds=[[0, 1, 0], [8, 3, 4]])
    trimesh.boolean.union([low, tall], engine="manifold").export(tmp_path / "steps.stl")
    assert (
        'floors at: 4"\n' in wc3d("fit", tmp_path / "steps.stl", "--units", "in", "--up", "z").out
    )
    low.export(tmp_path / "wall.stl")
    assert (
        "floors: none where a base fits"
        in wc3d("fit", tmp_path / "wall.stl", "--units", "in", "--up", "z").out
    )


@pytest.mark.parametrize(
    ("height", "kind", "floors"),
    [
        (0.75, "obstacle", "floors: none, because a piece this low is an obstacle"),
        (1.0, "structure", 'floors at: 1"'),
    ],
)
def test_the_written_board_passes_check_at_any_height(
    wc3d: Wc3d, tmp_path: Path, height: float, kind: str, floors: str
) -> None:
    trimesh.creation.box(extents=[4, 4, height]).export(tmp_path / "block.stl")
    output = wc3d(
        "fit", tmp_path / "block.stl", tmp_path / "block.json", "--units", "in", "--up", "z"
    ).out
    assert floors in output
    assert json.loads((tmp_path / "block.json").read_text())["terrain"][0]["kind"] == kind
    checked = wc3d("check", tmp_path / "block.json")
    assert (checked.code, checked.out) == (0, "1 file checked, no findings\n")


def test_a_floor_is_named_only_where_check_finds_room_for_a_base(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    """The floor is wide enough, but a grid of posts leaves no room."""
    floor = trimesh.creation.box(extents=[6, 6, 0.1])
    posts = [trimesh.creation.box(extents=[0.1, 0.1, 2]) for _ in range(100)]
    for number, post in enumerate(posts):
        post.apply_translation([0.6 * (number % 10) - 2.7, 0.6 * (number // 10) - 2.7, 1.0])
    path = tmp_path / "posts.stl"
    trimesh.boolean.union([floor, *posts], engine="manifold").export(path)
    output = wc3d("fit", path, tmp_path / "posts.json", "--units", "in", "--up", "z").out
    assert "floors: none where a base fits" in output
    assert "no base fits anywhere on it" in wc3d("check", tmp_path / "posts.json").out


@pytest.mark.parametrize(
    ("size", "options", "is_hinted"),
    [
        ((5, 5, 0.7), (), True),
        ((1.5, 1.5, 3), (), True),
        ((5, 5, 1.2), (), False),
        ((5, 5, 0.7), ("--scale", 1.1), False),
    ],
)
def test_a_piece_smaller_than_a_model_gets_a_hint(
    wc3d: Wc3d,
    tmp_path: Path,
    size: tuple[float, float, float],
    options: tuple[object, ...],
    is_hinted: bool,
) -> None:
    trimesh.creation.box(extents=size).export(tmp_path / "low.stl")
    output = wc3d("fit", tmp_path / "low.stl", "--units", "in", "--up", "z", *options).out
    assert ("if it should be larger, give --scale or --units" in output) == is_hinted


def test_triangles_that_face_the_wrong_way_are_no_holes(wc3d: Wc3d, tmp_path: Path) -> None:
    ball = trimesh.creation.icosphere(subdivisions=3, radius=2.0)
    faces = ball.faces.copy()
    faces[::3] = faces[::3, ::-1]
    trimesh.Trimesh(ball.vertices, faces, process=False).export(tmp_path / "ball.stl")
    said = wc3d("fit", tmp_path / "ball.stl", "--units", "in")
    assert "closed surface" in said.out and "open" not in said.out
    assert 'floors: none where a base fits ("levels" in the board file' in said.out


def test_sections_are_drawn(wc3d: Wc3d, shed: Path, tmp_path: Path) -> None:
    assert wc3d("fit", shed, "--picture", tmp_path / "cut.png").code == 0
    pixels = np.asarray(Image.open(tmp_path / "cut.png").convert("RGB"))
    colors = {tuple(c) for c in pixels.reshape(-1, 3)[::7].tolist()}
    assert len(colors) > 3 and pixels.shape[0] > 800


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gone.stl",), "gone.stl: no such file"),
        (("bad.stl",), "bad.stl"),
        (("note.txt",), "note.txt: expected a mesh file that wc3d can read"),
        (("ok.stl", "--tolerance", "0"), "--tolerance 0: expected a number from 0.005 to 1"),
        (("ok.stl", "--scale", "nan"), "--scale nan: expected"),
        (("ok.stl", "out.txt"), "out.txt"),
    ],
)
def test_a_mistake_is_one_line(
    wc3d: Wc3d, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.stl").write_bytes(b"solid \x1b[31m\nfacet normal zero\n")
    Path("note.txt").write_text("no mesh")
    trimesh.creation.box(extents=[3, 2, 1]).export("ok.stl")
    said = wc3d("fit", *words)
    assert said.code == 2 and said.out == ""
    assert told in said.err and said.err.count("\n") == 1 and "\x1b" not in said.err


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        (1.0, None),
        (8.0, "tall for terrain"),
        (0.25, "small for terrain"),
        (30.0, "larger than a table"),
    ],
)
def test_a_size_that_terrain_seldom_has_is_doubted(
    wc3d: Wc3d, tmp_path: Path, scale: float, words: str | None
) -> None:
    trimesh.creation.box(extents=[3.0 * scale, 3.0 * scale, 3.0 * scale]).export(tmp_path / "b.stl")
    said = wc3d("fit", tmp_path / "b.stl", "--units", "in")
    assert ("note:" not in said.out) if words is None else (words in said.out)


def test_places_to_look_at_are_told_in_inches(wc3d: Wc3d, tmp_path: Path) -> None:
    trimesh.creation.box(extents=[24, 24, 24]).export(tmp_path / "b.stl")
    said = wc3d("fit", tmp_path / "b.stl", "--units", "in")
    assert 'look at x 18.00", y 18.00", z 24.00": 24" is tall' in said.out


@pytest.mark.rule("NM-SIL-156")
@pytest.mark.rule("WM-RUL-157")
def test_a_scan_of_a_table_is_told_as_one_and_its_rim_is_no_hole(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    ground = without((4, 4, 0.5, 0.6), (11.5, 12.0, 1.5, 0.7))
    trimesh.Trimesh(**trimesh.triangles.to_kwargs(ground)).export(tmp_path / "scan.stl")
    said = wc3d("fit", tmp_path / "scan.stl", "--units", "in", "--tolerance", 0.1)
    assert (
        "scanned ground: counts as solid from its rim down to the table; 1 hole closed; 1 hole in a side left open"
        in said.out
    )
    assert said.out.count("open edges, ") == 1 and "look at x 17" in said.out
    trimesh.Trimesh(**trimesh.triangles.to_kwargs(without((4, 4, 0.5, 0.6)))).export(
        tmp_path / "scan.stl"
    )
    said = wc3d("fit", tmp_path / "scan.stl", "--units", "in", "--tolerance", 0.1)
    assert "look at" not in said.out and "besides" not in said.out


def test_a_mesh_so_open_that_nothing_of_it_is_solid_is_told_as_that(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    mesh = trimesh.creation.box(extents=[3, 3, 2]).subdivide().subdivide()
    x, y, z = np.abs(mesh.triangles_center).T
    open_on_four_sides = mesh.faces[(z > 0.99) | ((x > 1.1) & (y > 1.1))]
    trimesh.Trimesh(mesh.vertices, open_on_four_sides, process=False).export(
        tmp_path / "pavilion.stl"
    )
    said = wc3d("fit", tmp_path / "pavilion.stl", "--units", "in")
    assert "no part is certainly solid" in said.out and "counts as solid" not in said.out


@pytest.fixture
def block(tmp_path: Path) -> Path:
    """A block of 4 by 2 by 3, which an OBJ file may mean in meters or in inches."""
    trimesh.creation.box(extents=[4, 2, 3]).export(tmp_path / "block.obj")
    return tmp_path / "block.obj"


def test_readings_that_are_close_are_listed_and_chosen_by_number(
    wc3d: Wc3d, block: Path, tmp_path: Path
) -> None:
    said = wc3d("fit", block)
    assert said.code == 0
    assert "two readings are about equally likely; choose one:\n  or --as 2: " in said.out
    assert "--as 2: meters of the real thing, at 1:56, z up" in said.out
    assert '    1.75"    1               2               3\n' in said.out
    readings = json.loads(wc3d("fit", block, "--json").out)["readings"]
    [number] = [k for k, r in enumerate(readings, 1) if (r["label"], r["up"]) == ("inches", "z")]
    said = wc3d("fit", block, tmp_path / "block.json", "--as", number)
    assert "units: inches (" in said.out and 'size: 4" wide, 2" deep, 3" high' in said.out
    assert f"--as {number}:" not in said.out and "--as 1:" in said.out
    shape = json.loads((tmp_path / "block.json").read_text())["terrain"][0]["shape"]
    assert (shape["units"], shape["up"], "scale" in shape) == ("in", "z", False)


@pytest.mark.parametrize("number", [0, 9, -1])
def test_a_reading_that_is_not_there_is_refused(wc3d: Wc3d, block: Path, number: int) -> None:
    said = wc3d("fit", block, "--as", number)
    assert (said.code, said.out) == (2, "")
    assert (
        said.err
        == f"wc3d: block.obj: there is no reading {number}; expected a number from 1 to 5\n"
    )


def test_a_clear_reading_is_taken_and_others_are_told(wc3d: Wc3d, shed: Path) -> None:
    said = wc3d("fit", shed)
    assert "other readings, less likely:\n  --as 2: " in said.out
    assert "equally" not in said.out
    assert "units: millimeters (STL files usually mean that" in said.out
    assert "up: z (STL files usually have z up; it stands firmly; it is open below)" in said.out


@pytest.mark.parametrize("up", ["x", "-x", "-y", "-z"])
def test_any_axis_may_point_up(wc3d: Wc3d, block: Path, tmp_path: Path, up: str) -> None:
    said = wc3d("fit", block, tmp_path / "b.json", "--units", "in", f"--up={up}")
    size = {"x": (3, 2, 4), "y": (4, 3, 2), "z": (4, 2, 3)}[up[-1]]
    x, y, z = size
    assert f'size: {x}" wide, {y}" deep, {z}" high' in said.out
    assert f"up: {up} (as you set)" in said.out
    assert json.loads((tmp_path / "b.json").read_text())["terrain"][0]["shape"]["up"] == up
    assert wc3d("check", tmp_path / "b.json").code == 0


def test_a_terminal_asks_when_two_readings_are_close(block: Path) -> None:
    with terminal("fit", str(block), folder=block.parent) as screen:
        shown = screen.until("Number, 1 to 5 (Enter: 1): ")
        assert "two readings are about equally likely" in shown and "  2: " in shown
        screen.press("7\r")
        screen.until("Number, 1 to 5 (Enter: 1): ")
        screen.press("2\r")
        shown = screen.until("prepared in")
        assert "up: z" in shown and 'size: 2.812" wide, 1.406" deep, 2.109" high' in shown
