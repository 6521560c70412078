"""Units and the upward axis, guessed from what is in the file, with the reason in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.meshes.making import CUBE, Gltf, cube_gltf, obj, read, same, stl
from wc3d.meshes.guess_units import convert_to_inches, guess_scale, guess_units, guess_up
from wc3d.meshes.surface import MeshSurface


def box(x: float, y: float, z: float) -> np.ndarray:
    """The triangles of a block."""
    return np.asarray(trimesh.creation.box((x, y, z)).triangles)


def of(tmp_path: Path, triangles: np.ndarray, name: str = "a.stl") -> MeshSurface:
    """A file of these triangles, read."""
    points = triangles.reshape(-1, 3)
    faces = np.arange(len(points)).reshape(-1, 3) + 1
    return read(tmp_path / name, stl(triangles) if name.endswith("stl") else obj(points, faces))


@pytest.mark.parametrize(
    ("size", "unit", "word"),
    [
        ((110, 110, 240), "mm", "240 across is 9.45 inches"),
        ((26, 4, 50), "mm", "1.97 inches"),
        ((300, 20, 80), "mm", "terrain"),
        ((1219, 1219, 150), "mm", "a whole table"),
        ((1200, 1200, 90), "mm", "table"),
        ((48, 48, 6), "in", "a whole table"),
        ((36, 36, 12), "in", "table"),
        ((72, 48, 5), "in", "table"),
        ((48, 48, 40), "mm", "48 across is 1.89 inches"),
        ((48, 20, 3), "mm", ""),
        ((1.22, 1.22, 0.1), "m", "like a whole table"),
        ((1.34, 1, 1.35), "in", "1.35 across, like"),
        ((8, 10, 4), "in", "10 across"),
        ((0.11, 0.1, 0.24), "m", "9.45 inches"),
    ],
)
def test_units_are_guessed_from_the_size(
    tmp_path: Path, size: tuple[float, float, float], unit: str, word: str
) -> None:
    guessed, why = guess_units(of(tmp_path, box(*size)))
    assert (guessed, word in why) == (unit, True), why


def test_a_glb_is_in_meters_and_y_up(tmp_path: Path) -> None:
    surface = read(tmp_path / "a.glb", cube_gltf().glb())
    assert guess_units(surface) == ("m", "as the glTF standard says; 3 across is 118 inches")
    assert guess_up(surface) == ("y", "y, as the file format says")


@pytest.mark.parametrize(
    ("times", "unit", "scale"), [(5, "cm", 1.0), (100, "mm", 1.0), (7_000, "mm", 0.058)]
)
def test_a_glb_larger_than_any_table_is_not_in_meters(
    tmp_path: Path, times: float, unit: str, scale: float
) -> None:
    surface = read(tmp_path / "a.glb", cube_gltf(scale=[times] * 3).glb())
    guessed, why = guess_units(surface)
    assert (guessed, guess_scale(3 * times, guessed)) == (unit, scale)
    assert "the glTF standard says meters, but" in why and "inches is too large for terrain" in why


def test_what_has_room_on_a_table_is_as_large_as_it_says(tmp_path: Path) -> None:
    for times in (0.01, 1, 4.9):
        surface = read(tmp_path / "a.glb", cube_gltf(scale=[times] * 3).glb())
        assert (guess_units(surface)[0], guess_scale(3 * times, "m")) == ("m", 1.0)


def house() -> np.ndarray:
    """A house with a pointed roof."""
    roof = trimesh.creation.cone(60, 40, sections=4)
    return np.concatenate([box(80, 60, 50) + [0, 0, 25], roof.triangles + [0, 0, 50]])


def gantry() -> np.ndarray:
    """A deck on four feet."""
    feet = [box(4, 4, 40) + [x, y, 20] for x in (-38, 38) for y in (-18, 18)]
    return np.concatenate([*feet, box(80, 40, 3) + [0, 0, 41.5]])


@pytest.mark.parametrize("name", ["a.stl", "a.obj"])
def test_up_is_where_it_lies_flat(tmp_path: Path, name: str) -> None:
    lying = house()[..., [0, 2, 1]] * [1, 1, -1]
    for given, up in (
        (house(), "z"),
        (lying, "y"),
        (gantry(), "z"),
        (CUBE, "z"),
        (house()[..., [1, 0, 2]], "z"),
    ):
        guessed, why = guess_up(of(tmp_path, given, name))
        assert (guessed, why[0]) == (up, up)


def test_a_standard_is_followed_and_what_speaks_against_it_is_told(tmp_path: Path) -> None:
    lying = house()[..., [0, 2, 1]] * [1, 1, -1]
    for given, but in ((lying, ""), (house(), " (the mesh would stand flatter with z up)")):
        made = Gltf()
        made.node(mesh=made.mesh(given.reshape(-1, 3), None))
        surface = read(tmp_path / "a.glb", made.glb())
        assert guess_up(surface) == ("y", f"y, as the file format says{but}")


def test_where_nothing_stands_squarely_it_says_so(tmp_path: Path) -> None:
    ball = np.asarray(trimesh.creation.icosphere(subdivisions=2, radius=30).triangles)
    assert guess_up(of(tmp_path, ball)) == (
        "z",
        "z, as in most such files; the mesh does not stand flat with y up or z up",
    )
    assert (
        "z: the mesh stands flatter than with y up (scores " in guess_up(of(tmp_path, house()))[1]
    )


def test_flat_and_open_things_have_an_up_too(tmp_path: Path) -> None:
    assert guess_up(of(tmp_path, box(20, 20, 1)[:2]))[0] in ("y", "z")


def test_inches() -> None:
    assert same(convert_to_inches(CUBE, "mm", "z", 25.4), CUBE)
    assert same(
        convert_to_inches(CUBE * 0.0254, "m", "y"),
        np.stack([CUBE[..., 0], -CUBE[..., 2], CUBE[..., 1]], axis=-1),
    )
    assert same(convert_to_inches(CUBE, "cm", "z", 2.54), CUBE)


def test_what_lies_too_far_off_for_any_map_is_read_nearer_to_its_origin() -> None:
    assert same(
        convert_to_inches(CUBE + [10_600, -10_602, 9_000], "in", "z"),
        CUBE + [10_600, -10_602, 9_000],
    )
    assert same(
        convert_to_inches(CUBE + [10_601, -10_603, 9_000], "in", "z"), CUBE + [-399, 397, 9_000]
    )
    far = convert_to_inches(25.4 * CUBE + [5e5, 0, 4.2e6], "mm", "z")
    assert np.allclose(far - far[0, 0], CUBE - CUBE[0, 0])
    assert np.abs(far).max() < 600
