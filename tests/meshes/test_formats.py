"""Every format says the same: read by us as written by hand, and as trimesh writes and reads it."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.meshes.making import (
    CUBE,
    CUBE_POINTS,
    CUBE_QUADS,
    Gltf,
    cube_gltf,
    obj,
    ply,
    png,
    put,
    read,
    same,
    stl,
    stl_text,
)
from wc3d.meshes import text_lines
from wc3d.meshes.mesh_source import MeshError, ReadingStoppedError, hash_file
from wc3d.meshes.read_mesh import read_surface

BY_HAND: dict[str, bytes | str] = {
    "binary.stl": stl(),
    "text.stl": stl_text(),
    "shouted.STL": stl_text().upper().replace("\n", "\r\n"),
    "returns.stl": stl_text().replace("\n", "\r"),
    "plain.obj": obj(),
    "quads.obj": obj(faces=np.array(CUBE_QUADS) + 1),
    "backward.obj": obj(faces=np.array(CUBE_QUADS) - 8),
    "slashes.obj": "vt 0 0\n" * 8
    + obj(faces=[[f"{c + 1}/{c + 1}/" for c in face] for face in CUBE_QUADS]),
    "normals.obj": obj(faces=[[f"{c + 1}//{c + 1}" for c in face] for face in CUBE_QUADS]),
    "mixed.obj": obj(
        faces=[[f"{c + 1}//1" if c % 2 else c + 1 for c in face] for face in CUBE_QUADS]
    ),
    "remarks.obj": "# made\no block\n"
    + obj().replace("v 0 0 0", "  v 0 0 0 # the first\t").replace("f ", "s off\nf "),
    "broken lines.obj": obj().replace("v 0 0 3", "v 0 \\\n 0 3"),
    "text.ply": ply(),
    "little.ply": ply("binary_little_endian"),
    "big.ply": ply("binary_big_endian"),
    "quads.ply": ply(faces=CUBE_QUADS),
    "quads little.ply": ply("binary_little_endian", faces=CUBE_QUADS),
    "mixed.ply": ply("binary_big_endian", faces=[*CUBE_QUADS[:5], [1, 5, 7], [1, 7, 3]]),
    "mixed text.ply": ply(faces=[*CUBE_QUADS[:5], [1, 5, 7], [1, 7, 3]]),
    "mark.obj": "\ufeff" + obj(),
    "mark.stl": "\ufeff" + stl_text(),
    "block.glb": cube_gltf().glb(),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_block_written_by_hand_is_the_block(tmp_path: Path, name: str) -> None:
    surface = read(tmp_path / name, BY_HAND[name])
    assert same(surface.triangles, CUBE)
    assert (surface.degenerate, surface.broken, surface.notes) == (0, 0, ())
    assert surface.format == name.rpartition(".")[2].lower()
    assert surface.unit == ("m" if name.endswith("glb") else None)
    assert surface.triangles.dtype == np.float64
    assert [*surface.low, *surface.high] == [0, 0, 0, 1, 2, 3]


@pytest.mark.parametrize("stretch", [1, 30, 97, 200])
@pytest.mark.parametrize("name", [name for name, data in BY_HAND.items() if isinstance(data, str)])
def test_a_text_in_many_stretches_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, stretch: int
) -> None:
    monkeypatch.setattr(text_lines, "STRETCH_BYTES", stretch)
    assert same(read(tmp_path / name, BY_HAND[name]).triangles, CUBE)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ball.stl", {}),
        ("ball.stl", {"file_type": "stl_ascii"}),
        ("ball.obj", {}),
        ("ball.glb", {}),
        ("ball.ply", {}),
        ("ball.ply", {"encoding": "ascii"}),
    ],
)
def test_what_trimesh_writes_is_read_as_trimesh_reads_it(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    ball = trimesh.creation.icosphere(3, radius=7.3)
    ball.visual.vertex_colors = np.random.default_rng(1).integers(0, 256, (len(ball.vertices), 4))
    ball.export(tmp_path / name, **options)
    theirs = trimesh.load_scene(tmp_path / name, process=False).to_mesh()
    assert same(read_surface(tmp_path / name).triangles, theirs.triangles)


def test_a_gltf_is_read_with_its_bytes_and_its_image_beside_it(tmp_path: Path) -> None:
    made = Gltf()
    look = {"baseColorTexture": {"index": 0}, "baseColorFactor": [1, 0.2140411, 0, 0.5]}
    made.json["materials"] = [{"pbrMetallicRoughness": look}]
    made.json |= {"textures": [{"source": 0}], "images": [{"uri": "a%20skin.png"}]}
    uv = made.accessor(np.linspace(0, 1, 16).reshape(8, 2))
    made.node(mesh=made.mesh(attributes={"TEXCOORD_0": uv}, material=0))
    put(tmp_path / "own.bin", made.bytes)
    put(tmp_path / "a skin.png", png())
    surface = read(tmp_path / "block.gltf", made.gltf("own.bin"))
    assert same(surface.triangles, CUBE)
    (part,) = surface.parts
    assert part.material is not None and part.material.texture is not None and part.uv is not None
    assert (part.material.texture.mime, part.material.texture.size) == ("image/png", (2, 3))
    assert part.material.texture.data == png()
    assert np.allclose(part.material.color, [1, 0.5, 0, 1], atol=0.01)
    assert np.allclose(
        part.uv[0, 0], [0, 14 / 15]
    )  # it has (0, 1 / 15), counted from the upper left


@pytest.mark.parametrize("name", ["block.stl", "block.obj", "block.ply", "block.glb"])
def test_reading_tells_how_far_it_is_and_stops_when_nobody_waits(tmp_path: Path, name: str) -> None:
    data: bytes | str = BY_HAND[
        {"block.stl": "text.stl", "block.obj": "plain.obj", "block.ply": "text.ply"}.get(name, name)
    ]
    told = []

    def progress(done: int, total: int) -> bool:
        told.append((done, total))
        return False

    with pytest.raises(ReadingStoppedError, match=f"^{name}: reading was canceled$"):
        read_surface(put(tmp_path / name, data), progress)
    assert len(told) == 1
    assert all(0 <= done <= total for done, total in told)
    read_surface(tmp_path / name, lambda done, total: not progress(done, total))
    assert told[-1][0] == told[-1][1]


@pytest.mark.slow
def test_a_million_triangles_are_read_in_a_moment(tmp_path: Path) -> None:
    many = np.random.default_rng(0).random((1_000_000, 3, 3))
    path = put(tmp_path / "many.stl", stl(many))
    began = time.perf_counter()
    surface = read_surface(path)
    assert len(surface.triangles) == 1_000_000
    assert time.perf_counter() - began < 4  # about a second on a quiet machine


def test_a_file_is_known_by_its_hash(tmp_path: Path) -> None:
    assert (
        hash_file(put(tmp_path / "a", b"abc"))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    with pytest.raises(MeshError, match=r"gone: cannot be read \(No such file"):
        hash_file(tmp_path / "gone")


def test_colors_of_corners_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    surface = read(path, "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 0.5\nf 1 2 3\n")
    assert surface.parts[0].colors is not None
    assert surface.parts[0].colors.tolist() == [
        [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 128, 255]]
    ]
    head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    face = "element face 1\nproperty list uchar int vertex_index\nend_header\n"
    uchar = "".join(f"property uchar {name}\n" for name in ("red", "green", "blue"))
    surface = read(
        tmp_path / "a.ply", f"{head}{uchar}{face}0 0 0 1 1 0\n1 0 0 0 1 0\n0 1 0 1 0 0\n3 0 1 2\n"
    )
    assert surface.parts[0].colors is not None
    assert surface.parts[0].colors.tolist() == [[[1, 1, 0, 255], [0, 1, 0, 255], [1, 0, 0, 255]]]


def test_an_obj_brings_its_materials(tmp_path: Path) -> None:
    brick_lines = "newmtl Brick #2\nKd 0.5 0.25 0\nmap_Kd -s 1 1 1 -o 0 0 wall one.png\n"
    put(tmp_path / "a.mtl", brick_lines + "newmtl glass\nKd 0 0 1\nd 0.25\n")
    put(tmp_path / "wall one.png", png(4, 4))
    faces = "usemtl Brick #2\nf 1/1 2/2 3/3\nusemtl glass\nf 2 3 4\nf 5 6 7\n"
    text = "mtllib a.mtl\nvt 0 0\nvt 1 0\nvt 0 1\n" + obj(faces=[]) + faces
    surface = read(tmp_path / "a.obj", text)
    brick, glass = surface.parts
    assert (
        brick.material is not None
        and brick.material.texture is not None
        and glass.material is not None
    )
    assert brick.material.texture.size == (4, 4)
    assert brick.uv is not None and brick.uv.tolist() == [[[0, 0], [1, 0], [0, 1]]]
    assert brick.material.color == (1, 1, 1, 1)
    assert (glass.material.color, glass.material.alpha, glass.uv) == (
        (0, 0, 1, 0.25),
        "blend",
        None,
    )
    assert np.array_equal(
        surface.triangles[glass.start : glass.stop], CUBE_POINTS[[[1, 2, 3], [4, 5, 6]]]
    )
    assert surface.notes == ()


def test_what_is_missing_of_a_look_is_white_and_at_the_origin(tmp_path: Path) -> None:
    text = "v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 0 0 nan\nvt 0.5 0.5\nf 1/1 2 3/9\n"
    (part,) = read(tmp_path / "a.obj", text).parts
    assert part.uv is not None and part.uv.tolist() == [[[0.5, 0.5], [0, 0], [0, 0]]]
    assert part.colors is not None and part.colors[0].tolist() == [
        [255, 0, 0, 255],
        [255] * 4,
        [255] * 4,
    ]
