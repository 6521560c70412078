"""Plates of sculpted stones that are too uneven for a floor, and the unevenness that is proposed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.meshes import kit_pieces as kit
from tests.meshes.kit_pieces import Triangles
from tests.meshes.written_meshes import write_mesh
from wc3d.meshes.read_mesh import read_surface
from wc3d.registry import space_policy_of
from wc3d.table.maps.mesh_import import MeshImport, import_mesh
from wc3d.table.maps.mesh_import_text import describe_mesh_import
from wc3d.table.maps.rough_plates import find_rough_plate

STONES, SIDE_IN = 12, 6.0


def stone_plate(rough: float, seed: int = 1) -> Triangles:
    """A plate of square stones whose tops differ in height, in inches."""
    random = np.random.default_rng(seed)
    stones = random.uniform(0, rough, (STONES, STONES))
    heights = np.repeat(np.repeat(stones, 4, axis=0), 4, axis=1)
    line = np.linspace(0, SIDE_IN, 4 * STONES)
    x, y = np.meshgrid(line, line, indexing="ij")
    return kit.close_down(np.stack([x, y, 1.0 + heights], axis=-1))


def fit(path: Path, uneven: float | None = None) -> MeshImport:
    return import_mesh(read_surface(path), path, space_policy_of(), uneven=uneven)


def test_a_rough_plate_gets_the_unevenness_that_makes_it_a_floor(tmp_path: Path) -> None:
    path = write_mesh(tmp_path / "plate.stl", stone_plate(0.25) * 25.4)
    rough = fit(path)
    assert rough.levels == () and rough.rough_plate is not None
    needed = rough.rough_plate.needed
    assert 0.24 <= needed <= 0.3
    words = (
        f'  note: the ground at about 1.1" is uneven by more than 0.1"; '
        f"--uneven {needed:g} makes it one floor"
    )
    assert words in describe_mesh_import(rough)
    even = fit(path, needed)
    assert len(even.levels) == 1 and even.levels[0] == pytest.approx(1.25, abs=0.01)
    assert even.rough_plate is None


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rough", [0.14, 0.2, 0.25])
def test_what_is_needed_is_measured(rough: float, seed: int) -> None:
    plate = find_rough_plate(stone_plate(rough, seed), [])
    assert plate is not None
    assert rough - 0.02 <= plate.needed <= rough + 0.05
    assert plate.height == pytest.approx(1.0 + rough / 2, abs=0.05)


def test_what_is_level_sloped_or_wild_needs_nothing() -> None:
    assert find_rough_plate(stone_plate(0.06), []) is None
    assert find_rough_plate(stone_plate(0.6), []) is None
    assert find_rough_plate(stone_plate(0.2), [1.15]) is None, "it has a floor"
    assert find_rough_plate(stone_plate(0.2), [1.15, 1.05]) is not None, "it is split in two"
    for triangles in (kit.hill(), kit.rough_ground(8, 8, 2, 0.25), kit.tower(), kit.rock()):
        assert find_rough_plate(triangles, []) is None
    line = np.linspace(0, 6, 40)
    x, y = np.meshgrid(line, line, indexing="ij")
    assert find_rough_plate(kit.close_down(np.stack([x, y, 0.5 + x / 8], axis=-1)), []) is None
    assert find_rough_plate(kit.box((0, 0, 0), (90, 90, 1)), []) is None
    assert find_rough_plate(kit.box((0, 0, 0), (0.1, 0.1, 0.1)), []) is None
