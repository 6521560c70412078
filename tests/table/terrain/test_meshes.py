"""Mesh files: what bounds a solid is read, what does not is refused with what to do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.narrowed import a as as_a
from wc3d.meshes.files import MeshError
from wc3d.table.terrain import meshes
from wc3d.table.terrain.meshes import is_cached, mesh_prisms, read_mesh


def cube() -> trimesh.Trimesh:
    """A cube of 2" on the table."""
    return trimesh.creation.box(bounds=[[0, 0, 0], [2, 2, 2]])


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
    (prism,) = mesh_prisms(path)
    assert (prism.low, prism.high, prism.box) == (0, 2, (0, 0, 2, 2))


def test_ascii_stl_and_split_corners_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_text(as_a(str, cube().export(file_type="stl_ascii")))
    assert len(mesh_prisms(tmp_path / "a.stl")) == 1
    lines = [f"v {x} {y} {z}" for x, y, z in cube().triangles.reshape(-1, 3)]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(12)]
    (tmp_path / "a.obj").write_text("\n".join(lines))
    assert len(mesh_prisms(tmp_path / "a.obj")) == 1


def test_a_glb_keeps_the_places_of_its_parts(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    scene.add_geometry(cube())
    scene.add_geometry(cube(), transform=trimesh.transformations.translation_matrix([5, 0, 0]))
    scene.export(tmp_path / "two.glb")
    assert sorted(p.box[0] for p in mesh_prisms(tmp_path / "two.glb")) == [0, 5]


def test_millimeters_become_inches(tmp_path: Path) -> None:
    cube().apply_scale(25.4).export(tmp_path / "mm.stl")
    (prism,) = mesh_prisms(tmp_path / "mm.stl", scale=1 / 25.4)
    assert prism.high == 2


def test_solids_that_share_an_edge_are_fine(tmp_path: Path) -> None:
    both = trimesh.util.concatenate([cube(), cube().apply_translation([2, 2, 0])])
    both.export(tmp_path / "edge.stl")
    assert len(mesh_prisms(tmp_path / "edge.stl")) == 2


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "m.stl"
    cube().export(path)
    assert mesh_prisms(path)[0].high == 2
    assert mesh_prisms(path) is mesh_prisms(path)
    trimesh.creation.icosphere(0).export(path)
    assert mesh_prisms(path)[0].high < 2


@pytest.mark.parametrize(
    ("mesh", "words"),
    [
        (without(cube(), 3), r"not watertight: open at 3 edges, one near \(.*\).*Fill Holes"),
        (flipped(cube(), 3), r"flipped faces: they disagree at 3 edges.*Recalculate Outside"),
        (flipped(cube(), *range(12)), "inside out, its faces point inward: flip them"),
        (trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 1]], process=False), "no volume"),
    ],
)
def test_what_bounds_no_solid_is_refused_with_what_to_do(tmp_path: Path, mesh: trimesh.Trimesh, words: str) -> None:
    mesh.export(tmp_path / "bad.stl")
    with pytest.raises(MeshError, match=words) as caught:
        read_mesh(tmp_path / "bad.stl")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.stl", b"", "is empty"),
        ("a.stl", b"solid x\nendsolid x\n", "no triangles"),
        ("a.stl", b"\x00" * 90, "cannot be read as STL|no triangles"),
        ("a.stl", b"\x07" * 200, "cannot be read as STL|no triangles"),
        ("a.stl", cube().export(file_type="stl")[:500], "cannot be read as STL|not watertight"),
        ("a.glb", cube().export(file_type="glb")[:300], "cannot be read as GLB"),
        ("a.glb", b"glTF not really", "cannot be read as GLB"),
        ("a.obj", b"hello\n", "cannot be read as OBJ|no triangles"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 nan\nf 1 2 3\n", "finite"),
        ("a.obj", b"v 0 0 0\nf 1 2 9\n", "cannot be read as OBJ"),
        ("a.ply", b"ply\n", "no mesh file that is read"),
    ],
)
def test_broken_files_are_refused_in_one_line(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(MeshError, match=words) as caught:
        read_mesh(path)
    assert "\n" not in str(caught.value)


def test_huge_meshes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.stl"
    trimesh.creation.icosphere(6).export(path)
    with pytest.raises(MeshError, match=r"a\.stl has 81,920 triangles, at most .* simplify"):
        mesh_prisms(path)
    monkeypatch.setattr(meshes, "FILE_LIMIT", 1000)
    with pytest.raises(MeshError, match="has more than"):
        read_mesh(path)


def test_a_file_that_is_gone_is_told_by_name(tmp_path):
    for read in (read_mesh, mesh_prisms):
        with pytest.raises(MeshError, match=r"gone\.stl: cannot be read \(No such file"):
            read(tmp_path / "gone.stl")
    assert not is_cached(tmp_path / "gone.stl", 1.0)
