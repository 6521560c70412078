"""The solids of the included boards' meshes come with the program, and are those that it builds."""

from __future__ import annotations

from pathlib import Path

import make_mesh_solids
import numpy as np
import pytest

from wc3d._internal.data_files import shipped_folder
from wc3d.geometry.array_cache import load_arrays
from wc3d.geometry.mesh_solids import build
from wc3d.table.terrain import mesh_solids
from wc3d.table.terrain.mesh_solids import MeshImportSettings, load_mesh_solid
from wc3d.table.terrain.solid_cache import SHIPPED_FOLDER

FOLDER = shipped_folder(SHIPPED_FOLDER)


def check_rebuilt(names: set[str], folder: Path) -> None:
    """Check that the shipped files of these meshes hold what the program builds now."""
    for name, fit, triangles in make_mesh_solids.find_meshes():
        if not names or name in names:
            make_mesh_solids.write_solids(fit, triangles, folder)
    rebuilt = sorted(folder.glob("*.npz"))
    assert rebuilt
    for path in rebuilt:
        shipped, made = load_arrays(FOLDER / path.name), load_arrays(path)
        assert shipped.keys() == made.keys()
        for key, array in made.items():
            np.testing.assert_array_equal(shipped[key], array, f"{path.name}: {key}")


def test_every_mesh_of_an_included_board_has_a_shipped_solid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mesh_solids, "_cache", {})
    monkeypatch.setattr(mesh_solids, "MAX_CACHED_MESHES", 1)  # as after many other boards
    wanted: set[str] = set()
    for name, fit, triangles in make_mesh_solids.find_meshes():
        names = set(make_mesh_solids.list_names(fit, triangles))
        assert any((FOLDER / wanted_name).exists() for wanted_name in names), name
        wanted |= names
    assert {path.name for path in FOLDER.iterdir()} <= wanted, "run scripts/make_mesh_solids.py"


def test_shipped_solids_of_small_meshes_are_those_that_are_built(tmp_path: Path) -> None:
    check_rebuilt({"crate.glb", "supply-pod.glb", "rocks-low.glb", "ruin.stl"}, tmp_path)


@pytest.mark.slow
def test_all_shipped_solids_are_those_that_are_built(tmp_path: Path) -> None:
    check_rebuilt(set(), tmp_path)


def test_a_shipped_solid_is_loaded_whole_without_building(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shipped_folder("models3d") / "supply-pod.glb"
    fit = MeshImportSettings(scale=1.0)
    monkeypatch.setattr(mesh_solids, "_cache", {})
    monkeypatch.setenv("WC3D_CACHE", str(tmp_path))
    triangles = mesh_solids.read_triangles(path, fit)
    built = build.build_mesh_solids(triangles, fit.tolerance, None, fit.unevenness)
    monkeypatch.setattr(build, "build_mesh_solids", lambda *_: pytest.fail("it is built again"))
    shipped = load_mesh_solid(path, fit).bounds
    assert shipped is not None and not list(tmp_path.rglob("*.npz"))
    for mine, own in zip(shipped.tree, built.tree, strict=True):
        np.testing.assert_array_equal(mine, own)
    assert shipped.own_triangles == built.own_triangles and shipped.parts == built.parts


def test_a_damaged_shipped_solid_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shipped_folder("models3d") / "crate.glb"
    monkeypatch.setattr(mesh_solids, "_cache", {})
    monkeypatch.setenv("WC3D_CACHE", str(tmp_path / "cache"))
    whole = load_mesh_solid(path)
    (tmp_path / "shipped").mkdir()
    for shipped in FOLDER.iterdir():
        (tmp_path / "shipped" / shipped.name).write_bytes(shipped.read_bytes()[:200])
    monkeypatch.setattr(
        "wc3d.table.terrain.solid_cache.shipped_folder", lambda _: tmp_path / "shipped"
    )
    monkeypatch.setattr(mesh_solids, "_cache", {})
    again = load_mesh_solid(path)
    assert len(list((tmp_path / "cache").rglob("*.npz"))) >= 1
    assert len(again.prisms) == len(whole.prisms)
    for mine, own in zip(again.prisms, whole.prisms, strict=True):
        np.testing.assert_array_equal(mine.points, own.points)
