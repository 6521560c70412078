"""The terrain kit: what scripts/make_terrain_kit.py makes is what lies in models3d/, and a board can be built of it."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from terrain_kit import textures
from terrain_kit.kit import FOLDER, PIECES, made, main
from terrain_kit.piece import INCH

OTHERS = {"arch.glb", "bunker.obj", "crag.stl", "ruin.stl"}

LEVELS = {
    "ruin-corner": (3.5,),
    "ruin-tower": (3.5, 7.0),
    "gantry": (3.5,),
    "gantry-bridge": (3.5,),
    "comms-tower": (3.5,),
    "lookout": (3.5,),
    "tank": (3.5,),
    "container": (2.75,),
    "container-open": (3.125,),
    "crate": (1.75,),
    "crate-stack": (1.5, 3.0),
    "supply-pod": (1.5,),
}
"""Where bases stand: a large one takes 3 square inches."""

TYPES = {5126: "<f4", 5125: "<u4", 5123: "<u2", 5121: "u1"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


@dataclass(frozen=True)
class Kept:
    """A GLB file taken apart by the format's own words."""

    document: dict[str, Any]
    body: bytes

    @classmethod
    def of(cls, data: bytes) -> Kept:
        assert data[:4] == b"glTF" and int.from_bytes(data[8:12], "little") == len(data)
        end = 20 + int.from_bytes(data[12:16], "little")
        return cls(json.loads(data[20:end]), data[end + 8 :])

    def view(self, i: int) -> bytes:
        view = self.document["bufferViews"][i]
        return self.body[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]

    def numbers(self, i: int) -> NDArray[Any]:
        accessor = self.document["accessors"][i]
        flat = np.frombuffer(self.view(accessor["bufferView"]), TYPES[accessor["componentType"]])
        return flat.reshape(accessor["count"], WIDTHS[accessor["type"]])

    def pixels(self) -> NDArray[np.uint8]:
        return np.asarray(
            Image.open(io.BytesIO(self.view(self.document["images"][0]["bufferView"]))).convert(
                "RGB"
            )
        )

    def triangles(self) -> NDArray[np.float64]:
        """Corners (n, 3, 3) in inches, z up."""
        x, y, z = (self.numbers(0).astype(float) / INCH).T
        return np.column_stack([x, -z, y])[self.numbers(3).reshape(-1)].reshape(-1, 3, 3)


@cache
def kept(name: str) -> Kept:
    return Kept.of((FOLDER / f"{name}.glb").read_bytes())


def test_the_folder_holds_every_piece_and_the_whole_is_light() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert files == OTHERS | {f"{name}.glb" for name in PIECES}
    assert sum((FOLDER / f"{name}.glb").stat().st_size for name in PIECES) < 6_000_000


@pytest.mark.parametrize("name", ["crate", "rocks-low", "barricade-bags"])
def test_the_script_makes_the_piece_that_is_kept(name: str) -> None:
    first = made(name)
    assert first == made(name)
    new, old = Kept.of(first), kept(name)
    assert all(new.view(i) == old.view(i) for i in range(4))
    assert np.array_equal(
        new.pixels(), old.pixels()
    )  # another release of zlib may pack the same picture otherwise


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PIECES))
def test_every_piece_that_is_kept_is_the_one_made(name: str) -> None:
    new, old = Kept.of(made(name)), kept(name)
    assert all(new.view(i) == old.view(i) for i in range(4))
    assert np.array_equal(new.pixels(), old.pixels())


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_piece_is_made_of_closed_solids_about_its_middle(name: str) -> None:
    triangles = kept(name).triangles()
    assert len(triangles) < 10_000
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    assert low[2] == 0
    assert np.abs(low + high)[:2].max() < 0.01
    assert (high - low).max() < 12
    corners = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    sides = np.concatenate([corners, corners[:, (1, 2, 0)]]).reshape(2, -1).T
    there, count = np.unique(sides, axis=0, return_counts=True)
    back, other = np.unique(sides[:, ::-1], axis=0, return_counts=True)
    assert np.array_equal(there, back) and np.array_equal(count, other)
    assert (np.cross(triangles[:, 1], triangles[:, 2]) * triangles[:, 0]).sum() > 0


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_piece_has_its_colors_and_its_texture(name: str) -> None:
    piece = kept(name)
    places = piece.numbers(1)
    colors = piece.numbers(2)
    assert len(np.unique(colors[:, :3], axis=0)) > 50
    height, width = piece.pixels().shape[:2]
    assert {height, width} <= {256, 512}
    assert len(np.unique(places, axis=0)) > 100


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_a_floor_is_level_and_has_room_for_a_base(name: str) -> None:
    triangles = kept(name).triangles()
    for height in LEVELS[name]:
        on = (np.abs(triangles[..., 2] - height) < 0.02).all(axis=1)
        u, v = triangles[on, 1] - triangles[on, 0], triangles[on, 2] - triangles[on, 0]
        area = np.clip(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], 0, None).sum() / 2
        assert area > 2, f"{name} at {height}"


def test_a_piece_that_is_not_there_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["castle", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "no piece is named castle" in capsys.readouterr().err


def test_the_number_on_a_container_reads_from_both_sides() -> None:
    """The plates show their own tile, in the second row of the picture, from left to right."""
    piece = kept("container")
    index = piece.numbers(3).reshape(-1)
    places = piece.numbers(1).astype(float)[index].reshape(-1, 3, 2) / 65535
    corners = piece.triangles()
    is_plate = (places[..., 1] > 0.5).all(axis=1)
    assert is_plate.sum() >= 4
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    for side in (-1, 1):
        is_outside = (corners[..., 1].mean(axis=1) * side > 0) & (normals[:, 1] * side > 0.1)
        chosen = is_plate & is_outside
        x, across = corners[chosen][..., 0].ravel(), places[chosen][..., 0].ravel()
        assert np.corrcoef(x, across)[0, 1] * side < -0.9
    tile = piece.pixels()[256:352, :160].astype(int)
    assert (tile.max(axis=2) < 70).mean() > 0.1 and (tile.min(axis=2) > 150).mean() > 0.3


def test_rust_runs_down_from_spots_on_metal() -> None:
    spots = np.zeros((textures.PERIOD, textures.PERIOD))
    spots[100, 50] = 1.0
    runs = textures.streaks(spots, 20)
    assert runs[100, 50] == 1.0 and 0 < runs[85, 50] < runs[95, 50] < 1.0
    assert not runs[101:, :].any() and not runs[:, 51].any()
