"""Draco and meshopt in GLB files: decoded by the libraries of an extra, refused in a line where these are missing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.meshes.making import CUBE, CUBE_FACES, CUBE_POINTS, Gltf, read, same
from wc3d.meshes.mesh_source import MeshError


def draco_glb(data: bytes, corners: int = 8, faces: int = 12, mode: int = 4) -> bytes:
    """A GLB whose one primitive is Draco data of so many corners and faces."""
    made = Gltf()
    view = made.view(data)
    made.json["accessors"] = [
        {"componentType": 5126, "count": corners, "type": "VEC3"},
        {"componentType": 5125, "count": 3 * faces, "type": "SCALAR"},
    ]
    use = {"bufferView": view, "attributes": {"POSITION": 0}}
    primitive = {"attributes": {"POSITION": 0}, "indices": 1, "mode": mode}
    made.json["meshes"] = [
        {"primitives": [primitive | {"extensions": {"KHR_draco_mesh_compression": use}}]}
    ]
    made.json["extensionsRequired"] = made.json["extensionsUsed"] = ["KHR_draco_mesh_compression"]
    made.node(mesh=0)
    return made.glb()


def draco(**options: Any) -> bytes:
    """The block as Draco data."""
    library = pytest.importorskip("DracoPy")
    return bytes(
        library.encode(CUBE_POINTS.astype(np.float32), CUBE_FACES.astype(np.uint32), **options)
    )


@pytest.mark.parametrize("options", [{}, {"preserve_order": True}, {"create_metadata": True}])
def test_draco_is_read(tmp_path: Path, options: dict[str, Any]) -> None:
    surface = read(tmp_path / "a.glb", draco_glb(draco(**options)))
    assert same(surface.triangles, CUBE, 3)
    assert surface.notes == ()


def test_draco_beside_plain_data_needs_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    made = Gltf()
    made.node(mesh=made.mesh())
    made.json["meshes"][0]["primitives"][0]["extensions"] = {
        "KHR_draco_mesh_compression": {"bufferView": 0}
    }
    assert same(read(tmp_path / "a.glb", made.glb()).triangles, CUBE)


def test_required_draco_that_no_primitive_uses_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    made = Gltf()
    made.node(mesh=made.mesh())
    made.json["extensionsRequired"] = made.json["extensionsUsed"] = ["KHR_draco_mesh_compression"]
    surface = read(tmp_path / "a.glb", made.glb())
    assert same(surface.triangles, CUBE) and surface.notes == ()


def test_draco_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    words = r'a\.glb: bufferViews\[0\]: compressed with Draco; to read it, run: pip install "wc3d\[meshes\]", or export it un'
    with pytest.raises(MeshError, match=words):
        read(tmp_path / "a.glb", draco_glb(b"DRACO"))


def test_damaged_draco_is_refused_and_never_allocates_what_it_says(tmp_path: Path) -> None:
    whole = draco()
    for wrong in (b"", whole[:20], whole[:-9], b"\0" * 90, whole[:4] + b"A" + whole[5:]):
        with pytest.raises(
            MeshError, match=r"a\.glb: .*Draco data|its scene contains no triangles"
        ):
            read(tmp_path / "a.glb", draco_glb(wrong))
    huge = whole[:11] + b"\0\xff\xff\xff\xff\x0f\xff\xff\xff\xff\x0f" + whole[14:]
    with pytest.raises(
        MeshError,
        match=r"Draco data lists 4,294,967,295 faces and 4,294,967,295 vertices, which is too many",
    ):
        read(tmp_path / "a.glb", draco_glb(huge))
    with pytest.raises(
        MeshError, match=r"the Draco data does not match accessors\[0\] \(POSITION\)"
    ):
        read(tmp_path / "a.glb", draco_glb(whole, corners=9))


def meshopt_glb(name: str = "EXT_meshopt_compression", **changes: Any) -> bytes:
    """A GLB of the block whose corners and indices are meshopt data."""
    library = pytest.importorskip("meshopt")
    made = Gltf()
    points = CUBE_POINTS.astype("<f4")
    indices = CUBE_FACES.reshape(-1).astype("<u4")
    encoded = [
        library.encode_gltf_buffer(points, "ATTRIBUTES"),
        library.encode_gltf_buffer(indices, "TRIANGLES"),
    ]
    for data, rows, stride, mode in zip(
        encoded, (8, 36), (12, 4), ("ATTRIBUTES", "TRIANGLES"), strict=True
    ):
        offset = made.view(data)
        use = {
            "buffer": 0,
            "byteOffset": made.json["bufferViews"][offset]["byteOffset"],
            "byteLength": len(data),
        }
        use |= {"byteStride": stride, "count": rows, "mode": mode} | changes
        made.json["bufferViews"][offset] = {
            "buffer": 1,
            "byteLength": rows * stride,
            "extensions": {name: use},
        }
    made.json["accessors"] = [
        {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5125, "count": 36, "type": "SCALAR"},
    ]
    made.json["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}]
    made.json["extensionsRequired"] = made.json["extensionsUsed"] = [name]
    made.json["buffers"] = [{"byteLength": len(made.bytes)}, {"byteLength": 240}]
    made.node(mesh=0)
    return made.glb()


@pytest.mark.parametrize("name", ["EXT_meshopt_compression", "KHR_meshopt_compression"])
def test_meshopt_is_read(tmp_path: Path, name: str) -> None:
    surface = read(tmp_path / "a.glb", meshopt_glb(name))
    assert same(surface.triangles, CUBE)
    assert surface.notes == ()


def test_meshopt_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = meshopt_glb()
    monkeypatch.setitem(sys.modules, "meshopt", None)
    with pytest.raises(
        MeshError,
        match=r'compressed with meshopt; to read it, run: pip install "wc3d\[meshes\]", or export',
    ):
        read(tmp_path / "a.glb", data)


@pytest.mark.parametrize(
    "changes",
    [
        {"count": 1 << 39},
        {"byteStride": 7},
        {"mode": "OTHER"},
        {"filter": "OTHER"},
        {"byteLength": 5},
        {"byteLength": 10**9},
        {"byteOffset": 10**9},
        {"buffer": 7},
        {"buffer": 1},
    ],
)
def test_damaged_meshopt_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(MeshError, match=r"a\.glb: (bufferViews|buffers)\[\d\]: ") as caught:
        read(tmp_path / "a.glb", meshopt_glb(**changes))
    assert str(caught.value).isprintable()
