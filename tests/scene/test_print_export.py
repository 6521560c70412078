"""Terrain for 3D printers: closed solids of the true size, which any reader finds again."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import numpy as np
import pytest
import trimesh

from tests.cli.conftest import Wc3d, wc3d  # noqa: F401
from tests.shipped_boards import shipped_board
from wc3d.meshes.read_mesh import read_surface
from wc3d.registry import table_from_map
from wc3d.scene.print_export import (
    is_closed,
    make_closed_mesh,
    make_print_pieces,
    stl_bytes,
    volume_of,
)
from wc3d.table.maps.map_file import save_map
from wc3d.table.table import Table

MM = 25.4


def small_board(**more: object) -> Table:
    """A wall, a tower of two shapes that overlap, a crate, a wood and mud."""
    box = {"type": "box", "center": [10, 10], "size": [6, 1], "rotation": 30, "height": 3}
    tower = [
        {"type": "box", "center": [20, 20], "size": [4, 4], "height": 2},
        {"type": "box", "center": [20, 20], "size": [2, 2], "bottom": 1, "height": 3},
    ]
    wood = {"type": "box", "center": [5, 25], "size": [4, 4], "height": 5}
    mud = {"type": "box", "center": [25, 5], "size": [4, 4], "height": 0}
    crate = {"type": "mesh", "file": "crate.glb", "position": [15, 5, 0], "rotation": 20}
    return table_from_map(
        {
            "size": [30, 30],
            "terrain": [
                {"id": "wall", "kind": "structure", "shape": box},
                {"id": "tower", "kind": "structure", "shape": tower},
                {"id": "crate", "kind": "structure", "shape": {**crate, **more}},
                {"id": "wood", "kind": "forest", "shape": wood},
                {"id": "mud", "kind": "rough", "shape": mud},
            ],
        }
    )


def read_solids(path: Path) -> list[trimesh.Trimesh]:
    """The bodies of a file, as another program reads them."""
    if path.suffix == ".stl":
        return list(trimesh.load_mesh(path).split(only_watertight=False))
    model = ElementTree.fromstring(ZipFile(path).read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    place = {"": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}
    bodies = []
    for item in model.findall("build/item", place):
        [mesh] = model.findall(f"resources/object[@id='{item.get('objectid')}']/mesh", place)
        corners = [
            [float(v.get(axis, "")) for axis in "xyz"] for v in mesh.iterfind(".//vertex", place)
        ]
        faces = [
            [int(t.get(n, "")) for n in ("v1", "v2", "v3")]
            for t in mesh.iterfind(".//triangle", place)
        ]
        bodies += trimesh.Trimesh(corners, faces).split(only_watertight=False)
    return bodies


@pytest.mark.parametrize("ending", ["stl", "3mf"])
def test_reading_the_file_back_gives_the_same_volumes_and_sizes(
    ending: str,
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
) -> None:
    save_map(small_board(), tmp_path / "board.json")
    path = tmp_path / f"board.{ending}"
    said = wc3d("export", tmp_path / "board.json", path)
    assert said.code == 0 and said.out.splitlines()[1:] == [
        "left out: 2 areas without a solid, such as woods and rough ground"
    ]
    assert "3 pieces of terrain" in said.out and "true size" in said.out
    bodies = read_solids(path)
    assert all(body.is_watertight for body in bodies)
    volumes = [body.volume / MM**3 for body in bodies]
    assert any(math.isclose(volume, 18.0, rel_tol=1e-4) for volume in volumes)
    assert any(math.isclose(volume, 32.0 + 8.0, rel_tol=1e-4) for volume in volumes)
    extent = np.ptp(np.concatenate([body.vertices for body in bodies]), axis=0) / MM
    assert extent[2] == pytest.approx(4.0, abs=1e-3)
    own = read_surface(path)  # our own reader agrees
    assert float((own.high - own.low)[2]) == pytest.approx(4.0 * MM, abs=1e-2)


def test_one_part_stands_in_the_middle_at_its_scale(
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
) -> None:
    save_map(small_board(), tmp_path / "board.json")
    path = tmp_path / "tower.stl"
    said = wc3d("export", tmp_path / "board.json", path, "--part", "tower", "--scale", "0.5")
    assert said.code == 0 and "0.5 times the true size" in said.out
    solid = trimesh.load_mesh(path)
    assert solid.is_watertight and solid.volume / MM**3 == pytest.approx(40 / 8, rel=1e-4)
    assert solid.bounds == pytest.approx(np.array([[-1, -1, 0], [1, 1, 2]]) * MM, abs=1e-3)


def test_a_mirrored_mesh_stays_a_solid() -> None:
    [plain] = make_print_pieces(small_board(), part="crate")
    [mirrored] = make_print_pieces(small_board(mirrored=True), part="crate")
    volumes = [
        trimesh.Trimesh(piece.mesh.vertices, piece.mesh.faces).volume for piece in (plain, mirrored)
    ]
    assert volumes[0] > 0 and volumes[1] == pytest.approx(volumes[0], rel=1e-6)
    assert plain.replaced_files == ()


def test_a_mesh_with_a_hole_prints_its_collision_shape(tmp_path: Path) -> None:
    box = trimesh.creation.box((3, 3, 3))
    box.apply_translation((0, 0, 1.5))
    assert make_closed_mesh(box.triangles) is not None
    assert make_closed_mesh(box.triangles[1:]) is None
    trimesh.Trimesh(box.vertices, box.faces[1:]).export(tmp_path / "open.stl")
    shape = {"type": "mesh", "file": "open.stl", "position": [10, 10, 0]}
    data = {"size": [30, 30], "terrain": [{"id": "a", "kind": "structure", "shape": shape}]}
    [piece] = make_print_pieces(table_from_map(data, folder=tmp_path))
    assert piece.replaced_files == ("open.stl",)
    solid = trimesh.Trimesh(piece.mesh.vertices, piece.mesh.faces)
    assert solid.is_watertight and solid.volume > 0
    assert np.ptp(solid.vertices, axis=0) == pytest.approx(3 * MM, abs=0.15 * MM)


@pytest.mark.parametrize("name", ["container-yard", "old-quarter", "ravine"])
def test_every_piece_of_shipped_boards_is_closed(name: str) -> None:
    table = shipped_board(name)
    pieces = make_print_pieces(table)
    for piece in pieces:
        assert is_closed(piece.mesh.faces) and volume_of(piece.mesh) > 0, piece.feature.id
        assert piece.replaced_files == (), piece.feature.id
    again = trimesh.load_mesh(trimesh.util.wrap_as_stream(stl_bytes(pieces)), file_type="stl")
    expected = sum(volume_of(piece.mesh) for piece in pieces)
    assert again.volume == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("out.stl", "--part", "towr"), "no such terrain; did you mean tower"),
        (("out.stl", "--part", "wood"), "an area without a solid"),
        (("out.stl", "--scale", "0"), "expected a number from 0.01 to 100"),
        (("out.stl", "--scale", "nan"), "expected a number from 0.01 to 100"),
        (("out.glb", "--part", "tower"), "--part: only for .stl and .3mf files"),
        (("out.pdf", "--scale", "2"), "--scale: only for .stl and .3mf files"),
        (("out.obj",), "expected a file name that ends in .glb or .stl or .3mf"),
    ],
)
def test_what_cannot_be_printed_is_told_in_a_line(
    words: tuple[str, ...],
    expected: str,
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    save_map(small_board(), tmp_path / "board.json")
    assert expected in wc3d("export", "board.json", *words).one_line()


def test_a_board_without_solids_has_nothing_to_print(
    wc3d: Wc3d,  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / "board.json").write_text('{"size": [30, 30]}')
    said = wc3d("export", tmp_path / "board.json", tmp_path / "out.stl")
    assert "no solid terrain" in said.one_line()
