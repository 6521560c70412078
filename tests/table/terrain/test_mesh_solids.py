"""Mesh files: what is clean is taken exactly, what is dirty is held between two solids, what is damaged is refused in a line."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.narrowed import a as as_a
from wc3d.geometry import mesh_prisms
from wc3d.geometry.array_cache import save_arrays
from wc3d.geometry.mesh_prisms import split_into_prisms
from wc3d.geometry.mesh_solids import build
from wc3d.geometry.solids import Prism
from wc3d.meshes.mesh_source import MeshError
from wc3d.table.terrain import mesh_solids, solid_cache
from wc3d.table.terrain.mesh_solids import (
    MeshImportSettings,
    is_solid_cached,
    load_mesh_solid,
    read_triangles,
)

INCH_Z_UP = MeshImportSettings(units="in", up="z")


def cube() -> trimesh.Trimesh:
    """A cube of 2" on the table."""
    return trimesh.creation.box(bounds=[[0, 0, 0], [2, 2, 2]])


def prisms(path: Path, fit: MeshImportSettings = INCH_Z_UP) -> tuple[Prism, ...]:
    """The solid of a file that is taken exactly."""
    solid = load_mesh_solid(path, fit)
    assert solid.bounds is None
    return solid.prisms


def without(mesh: trimesh.Trimesh, *faces: int) -> trimesh.Trimesh:
    """The mesh without some triangles."""
    return trimesh.Trimesh(mesh.vertices, np.delete(mesh.faces, faces, axis=0), process=False)


def flipped(mesh: trimesh.Trimesh, *faces: int) -> trimesh.Trimesh:
    """The mesh with some triangles turned over."""
    turned = mesh.faces.copy()
    turned[list(faces)] = turned[list(faces)][:, ::-1]
    return trimesh.Trimesh(mesh.vertices, turned, process=False)


@pytest.mark.parametrize("ending", ["stl", "obj", "glb", "STL"])
def test_the_three_kinds_of_file_are_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"cube.{ending}"
    cube().export(path)
    (prism,) = prisms(path)
    assert (prism.low, prism.high, prism.box) == (0, 2, (0, 0, 2, 2))


def test_ascii_stl_and_split_corners_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_text(as_a(str, cube().export(file_type="stl_ascii")))
    assert len(prisms(tmp_path / "a.stl")) == 1
    lines = [f"v {x} {y} {z}" for x, y, z in cube().triangles.reshape(-1, 3)]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(12)]
    (tmp_path / "a.obj").write_text("\n".join(lines))
    assert len(prisms(tmp_path / "a.obj")) == 1


def test_a_glb_keeps_the_places_of_its_parts(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    scene.add_geometry(cube())
    scene.add_geometry(cube(), transform=trimesh.transformations.translation_matrix([5, 0, 0]))
    scene.export(tmp_path / "two.glb")
    assert sorted(p.box[0] for p in prisms(tmp_path / "two.glb")) == [0, 5]


def test_millimeters_become_inches(tmp_path: Path) -> None:
    cube().apply_scale(25.4).export(tmp_path / "mm.stl")
    (prism,) = prisms(tmp_path / "mm.stl", MeshImportSettings(units="mm"))
    assert prism.high == 2


def test_solids_that_share_an_edge_are_fine(tmp_path: Path) -> None:
    both = trimesh.util.concatenate([cube(), cube().apply_translation([2, 2, 0])])
    both.export(tmp_path / "edge.stl")
    assert len(prisms(tmp_path / "edge.stl")) == 2


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "m.stl"
    cube().export(path)
    assert prisms(path)[0].high == 2
    assert prisms(path) is prisms(path)
    trimesh.creation.icosphere(0).export(path)
    assert prisms(path)[0].high < 2


def test_a_glb_is_in_meters_with_y_up_as_its_standard_says(tmp_path: Path) -> None:
    box = trimesh.creation.box(bounds=[[0, 0, -0.0508], [0.0254, 0.0762, 0]])
    box.export(tmp_path / "box.glb")
    (prism,) = prisms(tmp_path / "box.glb", MeshImportSettings())
    assert np.allclose((*prism.box, prism.low, prism.high), (0, 0, 1, 2, 0, 3), atol=1e-5)


def test_a_solid_inside_out_is_turned(tmp_path: Path) -> None:
    flipped(cube(), *range(12)).export(tmp_path / "out.stl")
    (prism,) = prisms(tmp_path / "out.stl")
    assert (prism.low, prism.high) == (0, 2)


@pytest.mark.parametrize(
    "mesh", [without(cube(), 3), flipped(cube(), 3)], ids=["open", "disagreeing"]
)
def test_a_dirty_mesh_is_held_between_two_solids(tmp_path: Path, mesh: trimesh.Trimesh) -> None:
    mesh.export(tmp_path / "dirty.stl")
    solid = load_mesh_solid(tmp_path / "dirty.stl", MeshImportSettings(tolerance=0.05))
    assert solid.bounds is not None
    inner, outer = solid.bounds.inner[-1], solid.bounds.outer
    assert 1.8 < inner.corners.max() < 2.0 <= outer.corners.max() < 2.1
    assert -0.1 < outer.corners.min() <= 0.0 < inner.corners.min() < 0.2


def test_a_mesh_that_took_long_is_kept_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(cube(), 3).export(tmp_path / "a.stl")
    made = load_mesh_solid(tmp_path / "a.stl", MeshImportSettings(tolerance=0.06)).bounds
    shutil.copy(tmp_path / "a.stl", tmp_path / "b.stl")
    monkeypatch.setattr(build, "build_mesh_solids", lambda *_: pytest.fail("it is made again"))
    again = load_mesh_solid(tmp_path / "b.stl", MeshImportSettings(tolerance=0.06)).bounds
    assert made is not None and again is not None and made is not again
    assert all(np.array_equal(a, b) for a, b in zip(made.outer, again.outer, strict=True))


def wedge(path: Path) -> Path:
    """A file with a wedge: an exact solid with a sloping top."""
    corners = [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]]
    trimesh.convex.convex_hull(np.array(corners, float)).export(path)
    return path


def in_numbers(prisms: tuple[Prism, ...]) -> list[tuple[object, ...]]:
    """Prisms as numbers that can be compared."""
    return [(p.points.tolist(), p.bottom, p.top) for p in prisms]


def test_an_exact_solid_is_kept_in_the_users_cache_and_one_that_is_damaged_there_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solid_cache, "cache_folder", lambda: tmp_path)
    made = in_numbers(prisms(wedge(tmp_path / "a.stl")))
    worked = list[trimesh.Trimesh]()
    (kept,) = tmp_path.glob("exact-*.npz")

    def counted(mesh: trimesh.Trimesh) -> tuple[Prism, ...]:
        worked.append(mesh)
        return split_into_prisms(mesh)

    monkeypatch.setattr(mesh_prisms, "split_into_prisms", counted)
    assert in_numbers(prisms(wedge(tmp_path / "b.stl"))) == made and worked == []
    assert any(not plane.is_level for _, *planes in made for plane in as_a(list, planes)), (
        "a slope was kept"
    )
    for number, spoil in enumerate(
        (
            lambda: kept.write_bytes(kept.read_bytes()[:300]),
            lambda: save_arrays(
                {
                    "corners": np.zeros((3, 2)),
                    "counts": np.array([4]),
                    "planes": np.zeros((1, 2, 3)),
                },
                kept,
            ),
            lambda: save_arrays({"corners": np.zeros((4, 2))}, kept),
        ),
        1,
    ):
        spoil()
        assert (
            in_numbers(prisms(wedge(tmp_path / f"c{number}.stl"))) == made and len(worked) == number
        )
    monkeypatch.setattr(solid_cache, "hash_solid_code", lambda: "other code")
    assert in_numbers(prisms(wedge(tmp_path / "d.stl"))) == made and len(worked) == 4


def test_that_a_small_mesh_has_no_exact_solid_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.stl", "b.stl"):
        without(cube(), 3).export(tmp_path / name)
    assert load_mesh_solid(tmp_path / "a.stl").bounds is not None
    monkeypatch.setattr(
        mesh_solids, "build_prisms", lambda _: pytest.fail("it is looked for again")
    )
    assert load_mesh_solid(tmp_path / "b.stl").bounds is not None


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.stl", b"", "is empty"),
        ("a.stl", b"solid x\nendsolid x\n", "no triangles"),
        ("a.stl", cube().export(file_type="stl")[:500], r"a\.stl"),
        ("a.glb", b"glTF not really", r"a\.glb"),
        ("a.obj", b"v 0 0 0\nf 1 2 9\n", r"a\.obj"),
        ("a.txt", b"ply\n", "expected a mesh file that wc3d can read"),
    ],
)
def test_broken_files_are_refused_in_one_line(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(MeshError, match=words) as caught:
        load_mesh_solid(path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_gone_is_told_by_name(tmp_path):
    for read in (read_triangles, load_mesh_solid):
        with pytest.raises(MeshError, match=r"gone\.stl:? cannot be read \(No such file"):
            read(tmp_path / "gone.stl")
    assert not is_solid_cached(tmp_path / "gone.stl")


@pytest.mark.parametrize(
    ("size", "problem"),
    [
        ((1e-40, 1e-40, 1e-40), r"is 1e-40 inches across, too small for terrain"),
        ((4e-5, 4e-5, 4e-5), r"is 4e-05 inches across, too small for terrain \(at least 0.0001"),
        ((2.0, 2e-5, 2e-5), r"is 2 inches long but too thin for terrain"),
        ((1e-9, 2.0, 2e-5), r"is 2 inches long but too thin for terrain"),
    ],
)
def test_a_mesh_without_a_solid_of_any_size_is_refused(
    tmp_path: Path, size: tuple[float, float, float], problem: str
) -> None:
    corners = cube().triangles / 2.0 * size
    data = np.zeros(len(corners), "V12, (3,3)<f4, V2")
    data["f1"] = corners
    path = tmp_path / "tiny.stl"
    path.write_bytes(bytes(80) + len(corners).to_bytes(4, "little") + data.tobytes())
    with pytest.raises(MeshError, match=rf"^tiny\.stl {problem}.*: set its units or scale$"):
        load_mesh_solid(path, INCH_Z_UP)
