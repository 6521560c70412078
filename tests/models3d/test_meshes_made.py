"""The meshes of models3d/ are what scripts/make_meshes.py makes, and a board can trust them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from tests.models3d.meshes import write
from tests.models3d.stone_picture import DOTS_PER_IN
from wc3d.table.terrain.mesh_solids import read_triangles

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["arch.glb", "bunker.obj", "crag.stl", "ruin.stl"]


def mesh(path: Path) -> trimesh.Trimesh:
    corners = np.round(read_triangles(path).reshape(-1, 3), 6)
    return trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=True)


def test_the_script_writes_the_same_bytes_each_time(tmp_path: Path) -> None:
    first, second = write(tmp_path / "one"), write(tmp_path / "two")
    assert [path.name for path in first] == [path.name for path in second]
    assert sorted(path.name for path in first) == NAMES
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_committed_mesh_is_the_solid_the_script_makes(tmp_path: Path, name: str) -> None:
    write(tmp_path)
    kept = mesh(ROOT / "models3d" / name)
    made = mesh(tmp_path / name)
    # Another release of the boolean engine may draw other triangles on the same faces: compare the solids.
    assert np.array_equal(kept.bounds, made.bounds)
    assert kept.volume == pytest.approx(made.volume, abs=1e-6)
    assert trimesh.boolean.intersection([kept, made], engine="manifold").volume == pytest.approx(
        made.volume, abs=1e-4
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_mesh_is_a_watertight_solid_of_few_triangles(name: str) -> None:
    solid = mesh(ROOT / "models3d" / name)
    assert solid.is_watertight and solid.is_winding_consistent and solid.volume > 0
    assert len(solid.faces) < 500
    assert solid.bounds[0][2] == 0
    assert np.array_equal(solid.vertices * 64, np.round(solid.vertices * 64))


def test_a_large_model_fits_through_the_ruins_doors_and_under_the_arch() -> None:
    ruin = mesh(ROOT / "models3d" / "ruin.stl")
    arch = mesh(ROOT / "models3d" / "arch.glb")
    for solid, at in (
        (ruin, (2.5, -3.75)),
        (ruin, (2.5, 3.75)),
        (ruin, (-2, 0)),
        (arch, (0, 0)),
        (arch, (3.0, 1)),
    ):
        model = trimesh.creation.cylinder(50 / 25.4 / 2, 2.75, sections=48)
        model.apply_translation([*at, 2.75 / 2 + 1e-3])
        assert trimesh.boolean.intersection([solid, model], engine="manifold").is_empty


def test_no_stone_of_the_arch_repeats_and_its_foot_is_dirty() -> None:
    arch: Any = trimesh.load(ROOT / "models3d" / "arch.glb", force="mesh")
    assert arch.visual.uv.min() >= 0 and arch.visual.uv.max() <= 1
    picture: Any = np.asarray(arch.visual.material.baseColorTexture.convert("L"), float)
    side = picture[: round(5.5 * DOTS_PER_IN), : 14 * DOTS_PER_IN]
    west, east = side[20:140, 5:95], side[20:140, -95:-5]
    assert abs(np.corrcoef(west.ravel(), east.ravel())[0, 1]) < 0.5
    foot, top = side[-12:, :90].mean(), side[20:90, :90].mean()
    assert foot < 0.75 * top
    assert (ROOT / "models3d" / "arch.glb").stat().st_size < 60_000
