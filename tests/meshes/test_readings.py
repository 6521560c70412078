"""The size and the upward axis that mesh files are read with, on sixty files whose size is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tests.meshes import kit_pieces as kit
from tests.meshes.kit_pieces import Triangles, box, house, round_post, tower
from tests.meshes.written_meshes import lay_down, write_mesh
from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.meshes.file_readings import find_siblings, propose_file_readings
from wc3d.meshes.known_things import sizes_in_name, things_in_name
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.meshes.producers import find_habits, read_producer
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.readings import Reading, are_close, propose_readings
from wc3d.meshes.surface import MeshSurface, SurfacePart
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.meshes.units import FORMAT_UNITS_AND_UP, UP_AXES, Up
from wc3d.table.maps.reading_sketch import draw_readings

MM, CM, M, IN = 1 / 25.4, 1 / 2.54, 1000 / 25.4, 1.0
FULL = 1 / 56
"""The scale of 28 to 32 mm figures."""
KIT = M * FULL * 10
"""Inches of a unit in a kit at 1:10."""
CAD = "STL Exported by Open CASCADE Technology [dev.opencascade.org]"
BLENDER_STL = "Exported from Blender-4.0.1"
BLENDER_OBJ = "Blender 3.6.5"
BLENDER_GLB = "Khronos glTF Blender I/O v3.6.27"
SKETCHFAB = "Sketchfab-12.66.0"


class Sample(NamedTuple):
    """A file: its name, what stands on the table, inches of a unit, the axis up, words of the program."""

    name: str
    build: Callable[[], Triangles]
    inches: float = MM
    up: Up = "z"
    producer: str = ""
    unit: str = ""


SAMPLES = [
    Sample("house.stl", house),
    Sample("cottage_v2.stl", lambda: house(5, 3.5, 2.6, 4.4), producer=BLENDER_STL),
    Sample("ruined-wall.stl", lambda: kit.wall_with_door(6, 3)),
    Sample("watchtower.stl", tower, producer=CAD),
    Sample("tower_tall.stl", lambda: tower(3.5, 2.8, 3)),
    Sample("door-36x6.5x60mm.stl", lambda: box((0, 0, 0), (36 * MM, 6.5 * MM, 60 * MM))),
    Sample("barrel-15mm.stl", lambda: round_post(6 * MM, 15 * MM)),
    Sample("tile-48x48x6mm.stl", lambda: box((0, 0, 0), (48 * MM, 48 * MM, 6 * MM))),
    Sample("floor.2x2.stl", lambda: kit.rough_ground(2, 2, 0.27, 0.1, 0.22), producer=BLENDER_STL),
    Sample("crate.stl", lambda: box((0, 0, 0), (0.8, 0.8, 0.8))),
    Sample("pine_tree.stl", kit.pine),
    Sample("statue.stl", kit.statue),
    Sample("stairs.stl", kit.stairs, producer=CAD),
    Sample("ladder.stl", kit.ladder, producer=CAD),
    Sample("bridge.stl", kit.bridge),
    Sample("hill.stl", kit.hill),
    Sample("container.stl", lambda: box((0, 0, 0), (6, 2.4, 2.6)), producer=CAD),
    Sample("barricade.stl", kit.fence),
    Sample("plate_1.stl", kit.print_plate),
    Sample("column.stl", lambda: round_post(0.3, 2.6)),
    Sample("bunker.stl", kit.bunker, producer=CAD),
    Sample("lamp.stl", kit.street_lamp),
    Sample("part_07.stl", lambda: box((0, 0, 0), (0.7, 0.5, 0.3))),
    Sample("boulder.stl", kit.rock),
    Sample("gameboard.stl", lambda: kit.rough_ground(24, 24, 2, 0.8)),
    Sample("piece.stl", lambda: house(4, 4, 3, 4.5)),
    Sample("cottage.stl", house, up="y"),
    Sample("statue_of_a_king.stl", kit.statue, up="y"),
    Sample("keep.stl", tower, up="x"),
    Sample("lodge.stl", house, up="x"),
    Sample("crag.stl", lambda: kit.rough_ground(12, 10, 4, 0.5), IN),
    Sample("wall-6in.stl", lambda: box((0, 0, 0), (6, 0.5, 3)), IN),
    Sample("old_tower.stl", tower, M),
    Sample("church.stl", lambda: house(12, 7, 5, 9), M * FULL),
    Sample("warehouse.stl", lambda: house(14, 9, 4, 6), MM * FULL),
    Sample("house_1.obj", house, M * FULL, "y", BLENDER_OBJ),
    Sample("Wall.obj", lambda: kit.wall_with_door(2.8, 2.1, 0.2, 1.5, 0.8), M * FULL, "y"),
    Sample("doorway.obj", lambda: kit.wall_with_door(3, 3), M * FULL, "y", BLENDER_OBJ),
    Sample("tinker.obj", kit.bunker, MM, "z", "Object Export From Tinkercad Server 2015"),
    Sample("barn.obj", house, FULL, "y", "File units = inches"),
    Sample(
        "inn.obj",
        house,
        CM * FULL,
        "y",
        "This file uses centimeters as units for non-parametric coordinates.",
    ),
    Sample("bunker_b.obj", kit.bunker, MM, "z", "OpenSCAD obj exporter"),
    Sample("PineTree_3.obj", kit.pine, M * FULL, "y", BLENDER_OBJ),
    Sample("Barrel.obj", lambda: round_post(0.25, 0.7), M * FULL, "y", BLENDER_OBJ),
    Sample("Rock_2.obj", kit.rock, M * FULL, "y", BLENDER_OBJ),
    Sample("house-14.9m.glb", lambda: house(10.5, 6.3, 4, 5.6, 1.5), M * FULL, "y"),
    Sample("building-small-a.glb", kit.block_house, KIT, "y", "UnityGLTF"),
    Sample("tree-tile.glb", lambda: kit.pine(4.2), KIT, "y", "UnityGLTF"),
    Sample("road-straight.glb", lambda: box((0, 0, 0), (7, 7, 0.14)), KIT, "y", "UnityGLTF"),
    Sample("wall_doorway.glb", lambda: kit.wall_with_door(2.8, 2.8), M * FULL, "y", BLENDER_GLB),
    Sample("medieval_tavern.glb", lambda: house(9, 7, 4, 7, 1.5), M * FULL, "y", SKETCHFAB),
    Sample("Barrel_A.glb", lambda: round_post(0.3, 0.8), M * FULL, "y", BLENDER_GLB),
    Sample("rocks.glb", lambda: kit.rock(1.7), M * FULL, "y", BLENDER_GLB),
    Sample("printed-tower.glb", tower, MM, "y"),
    Sample("SM_House_01.glb", house, CM * FULL, "y"),
    Sample("my-ruin.glb", lambda: kit.wall_with_door(6, 4), M, "y"),
    Sample("car_sedan.glb", kit.car, M * FULL, "y", SKETCHFAB),
    Sample("street_lamp.glb", kit.street_lamp, M * FULL, "y", BLENDER_GLB),
    Sample("scan_of_a_hill.ply", lambda: kit.rough_ground(9, 7, 2, 0.4), M),
    Sample("boulder_scan.ply", kit.rock, MM),
    Sample("house.3mf", house),
    Sample("barrel.3mf", lambda: round_post(0.3, 0.75)),
    Sample("floor_tile.3mf", lambda: box((0, 0, 0), (3, 3, 0.2)), IN, unit="inch"),
]

MAX_SIZE_ERROR = 0.1
MAX_SILENT_FACTOR = 3.0
MIN_RIGHT = len(SAMPLES) - 3


def read_sample(folder: Path, sample: Sample) -> tuple[tuple[Reading, ...], np.ndarray]:
    """The readings of a file, which is alone in its folder, and the true size in inches."""
    standing = sample.build()
    triangles = lay_down(standing, sample.up) / sample.inches
    own = folder / sample.name.replace(".", "-")
    own.mkdir()
    path = write_mesh(own / sample.name, triangles, sample.producer, sample.unit)
    return propose_file_readings(read_surface(path), path), np.ptp(standing, axis=(0, 1))


def is_right(reading: Reading, size: np.ndarray, up: Up) -> bool:
    return reading.up == up and bool(
        (np.abs(np.array(reading.size) / size - 1) <= MAX_SIZE_ERROR).all()
    )


def test_pieces_of_known_size_come_in_right_without_a_word(tmp_path: Path) -> None:
    wrong = {}
    for sample in SAMPLES:
        readings, size = read_sample(tmp_path, sample)
        factor = max(readings[0].size) / max(size)
        assert are_close(readings) or 1 / MAX_SILENT_FACTOR < factor < MAX_SILENT_FACTOR, sample
        if are_close(readings) or not is_right(readings[0], size, sample.up):
            wrong[sample.name] = (readings[0].label, readings[0].up, readings[0].size, tuple(size))
        assert any(is_right(reading, size, sample.up) for reading in readings), sample.name
    assert len(SAMPLES) >= 60
    assert len(SAMPLES) - len(wrong) >= MIN_RIGHT, wrong


def surface_of(triangles: Triangles, kind: str, producer: str = "") -> MeshSurface:
    part = SurfacePart(0, len(triangles), None, None, None)
    return MeshSurface(triangles, (part,), kind, None, 0, 0, (), (), producer)


@pytest.mark.parametrize(
    ("kind", "name", "build", "up"),
    [
        ("glb", "house", house, "y"),
        ("stl", "house", house, "z"),
        ("stl", "piece", lambda: box((0, 0, 0), (3, 2, 1)), "z"),
        ("obj", "wall", lambda: kit.wall_with_door(4, 3), "y"),
        ("ply", "thing", lambda: box((0, 0, 0), (3, 2, 1)), "z"),
    ],
)
def test_a_slightly_larger_file_is_read_alike_or_asked_about(
    kind: str, name: str, build: Callable[[], Triangles], up: Up
) -> None:
    """From a thousandth of an inch to a kilometer, a step of 1 % at each of many sizes."""
    triangles = lay_down(build(), up)
    jumps = 0
    for times in np.exp(np.arange(np.log(1e-3), np.log(4e4), 0.06)):
        before, after = (
            propose_readings(surface_of(triangles * size, kind), name)
            for size in (times, 1.01 * times)
        )
        factor = max(after[0].size) / max(before[0].size)
        if 1 / 1.011 <= factor <= 1.011 * 1.011 and before[0].up == after[0].up:
            continue
        jumps += 1
        assert are_close(before) and are_close(after), (times, before[0].label, after[0].label)
    assert jumps < 14


def test_a_house_is_as_large_at_14_9_as_at_15_0_meters() -> None:
    block = lay_down(box((0, 0, 0), (14.9, 9, 8)), "y")
    sizes = []
    for times in (1.0, 15 / 14.9, 25 / 14.9):
        best, *_ = propose_readings(surface_of(block * times, "glb"), "house")
        assert (best.unit, best.scale, best.up) == ("m", 0.017857, "y")
        sizes.append(best.size[0] / times)
    assert sizes == pytest.approx([sizes[0]] * 3)
    assert sizes[0] == pytest.approx(14.9 * M / 56, rel=1e-4)


@pytest.mark.parametrize("up", list(UP_AXES))
def test_what_stands_on_any_side_is_stood_up(up: Up) -> None:
    standing = tower()
    surface = surface_of(lay_down(standing, up) * 25.4, "stl")
    readings = propose_readings(surface, "tower")
    assert readings[0].up == up
    turned = convert_to_inches(surface.triangles, readings[0].unit, up)
    assert np.allclose(turned, standing)
    told = propose_readings(surface, "tower", up="z")
    assert {reading.up for reading in told} == {"z"}


@pytest.mark.parametrize("up", list(UP_AXES))
def test_each_way_up_turns_and_never_mirrors(up: Up) -> None:
    corners = np.eye(3)[None]
    assert np.linalg.det(convert_to_inches(corners, "in", up)[0]) == pytest.approx(1.0)
    axis = "xyz".index(up[-1])
    top = np.zeros((1, 3, 3))
    top[..., axis] = -2.0 if up[0] == "-" else 2.0
    assert np.allclose(convert_to_inches(top, "in", up), [0, 0, 2])


def test_what_the_user_says_is_not_guessed() -> None:
    surface = surface_of(house() * 25.4, "stl")
    [only] = {(r.unit, r.scale) for r in propose_readings(surface, "house", unit="cm")}
    assert only == ("cm", 1.0)
    doubled = propose_readings(surface, "house", scale=2.0)
    assert (doubled[0].unit, doubled[0].scale) == ("mm", 2.0)
    assert doubled[0].size == pytest.approx((12, 8, 10), rel=1e-3)
    large = surface_of(lay_down(house(), "y"), "glb")
    assert {r.unit for r in propose_readings(large, "x", scale=0.5)} == {"m"}


def test_a_declared_unit_counts(tmp_path: Path) -> None:
    for unit, inches in (("millimeter", MM), ("inch", 1.0), ("centimeter", CM)):
        path = write_mesh(tmp_path / f"{unit}.3mf", house() / inches, unit=unit)
        best = propose_file_readings(read_surface(path), path)[0]
        assert (best.size_why.split(";")[0], best.up) == ("as the file says", "z")
        assert best.size == pytest.approx((6, 4, 5), rel=1e-3)


def test_the_other_pieces_of_a_kit_decide(tmp_path: Path) -> None:
    """A block of 3 units alone could be 2 or 20 inches long; beside trees and houses it is clear."""
    block = lay_down(box((0, 0, 0), (3, 2, 1)), "y")
    alone = propose_readings(surface_of(block, "glb"), "thing")
    path = write_mesh(tmp_path / "thing.glb", block)
    for name, build in (("house", house), ("tower", tower), ("pine", kit.pine), ("inn", house)):
        write_mesh(tmp_path / f"{name}.glb", lay_down(build(), "y") / KIT)
    surface = read_surface(path)
    assert [sibling.name for sibling in find_siblings(path, "")] == [
        "house",
        "inn",
        "pine",
        "tower",
    ]
    beside = propose_file_readings(surface, path)

    def lead(readings: Sequence[Reading]) -> float:
        """How much likelier a kit is than full size."""
        scores = {round(r.scale, 4): r.score for r in reversed(readings)}
        return scores[0.1786] - scores[0.0179]

    assert lead(beside) > lead(alone) + 1.0
    write_mesh(tmp_path / "other__tree.glb", lay_down(kit.pine(), "y"))
    write_mesh(tmp_path / "tree.glb", lay_down(kit.pine(), "y"), "another program")
    (tmp_path / "broken.glb").write_bytes(b"glTF\2\0\0\0\xff\xff\xff\xff")
    (tmp_path / "listed.glb").write_bytes(b"glTF" + bytes(8) + b"\2\0\0\0JSON[]")
    (tmp_path / "folder.glb").mkdir()
    names = [sibling.name for sibling in find_siblings(path, "")]
    assert names == ["house", "inn", "pine", "tower"]


def test_our_own_pieces_keep_their_size() -> None:
    for path in shipped_files(ShippedKind.MESH).values():
        if path.suffix not in MESH_SUFFIXES:
            continue
        best, *_ = propose_file_readings(read_surface(path), path)
        unit, up = FORMAT_UNITS_AND_UP.get(path.suffix, ("in", "z"))
        assert (best.unit, best.scale, best.up) == (unit, 1.0, up), path.name
        assert best.size_why == best.up_why == "it comes with wc3d"


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("door-36x6.5x60mm", ["36 x 6.5 x 60 mm"]),
        ("barrel_15mm_v2", ["15 mm"]),
        ("wall 6in", ["6 in"]),
        ("hill-20cm-by-30cm", ["20 cm", "30 cm"]),
        ("house28", []),
        ("4main", []),
        ("0mm", []),
    ],
)
def test_sizes_in_a_name(name: str, sizes: list[str]) -> None:
    assert [size.words for size in sizes_in_name(name)] == sizes


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("medicationforall_cqterrain__ladder", ["ladder"]),
        ("SM_Farmhouse_03", ["house"]),
        ("pineTrees", ["tree"]),
        ("bunker_small_custom_door", ["door", "bunker"]),
        ("model", []),
        ("scandal", []),
    ],
)
def test_things_in_a_name(name: str, things: list[str]) -> None:
    assert [thing.name for thing in things_in_name(name)] == things


@pytest.mark.parametrize(
    ("kind", "data", "producer", "name"),
    [
        (".stl", b"Exported from Blender-4.0.1" + bytes(60), "Exported from Blender-4.0.1", None),
        (".stl", b"solid OpenSCAD_Model\n facet", "solid OpenSCAD_Model", "OpenSCAD"),
        (".obj", b"# File units = inches\nv 1 2 3", "File units = inches", "SketchUp"),
        (".ply", b"ply\ncomment made by X\nend_header\n", "made by X", None),
        (".glb", b'{"asset":{"generator":"UnityGLTF"}}', "UnityGLTF", "a game kit"),
        (".3mf", b"", "", None),
        (".obj", b"# \x1b[31mred\xff\n", "[31mred\ufffd", None),
    ],
)
def test_what_a_file_says_about_its_program(
    kind: str, data: bytes, producer: str, name: str | None
) -> None:
    assert read_producer(kind, data) == producer
    habits = find_habits(producer)
    assert (habits and habits.name) == name


def test_reasons_are_told() -> None:
    best = propose_readings(surface_of(tower() * 25.4, "stl", CAD), "watchtower")[0]
    assert best.label == "millimeters"
    for words in (
        "files of a CAD program usually mean that",
        '6.9" high suits a tower',
        'its doors are 1.9" high',
        'its floors are 3" apart',
    ):
        assert words in best.size_why
    for words in ("usually have z up", "it stands firmly", "its doors stand", "a tower stands"):
        assert words in best.up_why


@pytest.mark.parametrize("kind", ["stl", "obj", "glb", "gltf", "ply", "3mf"])
@pytest.mark.parametrize("times", [1e-12, 1e-3, 1.0, 1e5])
def test_any_mesh_has_a_reading_that_fits_a_table(kind: str, times: float) -> None:
    flat = box((0, 0, 0), (3, 2, 1))[:2]
    line = np.array([[[0.0, 0, 0], [1, 0, 0], [2, 0, 0.0]]])
    for triangles in (flat, line, kit.rock(), box((0, 0, 0), (3, 2, 1)) + 1e6):
        readings = propose_readings(surface_of(triangles * times, kind), "x")
        assert 0.05 < max(readings[0].size) < 120, (kind, times, readings[0])
        assert all(np.isfinite(reading.score) for reading in readings)


def test_readings_are_drawn_beside_a_model() -> None:
    surface = surface_of(house() * 25.4, "stl")
    readings = propose_readings(surface, "x")
    lines = draw_readings(surface.triangles, readings)
    assert lines[-1].split() == ['1.75"', "1", "2", "3"][: 1 + min(3, len(readings))]
    assert any("/#\\" in line for line in lines) and max(map(len, lines)) < 100
    rows = [line for line in lines[:-1] if "#" in line[10:35]]
    assert len(rows) == round(readings[0].height / 0.5)
    huge = surface_of(lay_down(house(), "y") * 3, "glb")
    drawn = draw_readings(huge.triangles, propose_readings(huge, "x", unit="in"))
    assert len(drawn) <= 11 and not any("^" in line or ">" in line for line in drawn)
