"""glTF: scenes with their transforms and copies, compact numbers, looks, and everything that such a file can have wrong."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from trimesh.transformations import quaternion_about_axis

from tests.meshes.making import CUBE, CUBE_FACES, CUBE_POINTS, Gltf, cube_gltf, png, put, read, same
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface

HALF = [0, 0, 2**-0.5, 2**-0.5]
"""A quarter turn about z, as x, y, z, w."""


def turned(triangles: np.ndarray) -> np.ndarray:
    """A quarter turn about z."""
    return np.stack([-triangles[..., 1], triangles[..., 0], triangles[..., 2]], axis=-1)


def test_nodes_move_turn_and_scale_what_is_in_them(tmp_path: Path) -> None:
    made = Gltf()
    mesh = made.mesh()
    within = made.node(mesh=mesh, translation=[1, 0, 0], scale=[2, 2, 2])
    made.node(children=[within], rotation=HALF, translation=[0, 0, 5])
    matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1]
    made.node(mesh=mesh, matrix=matrix)
    surface = read(tmp_path / "a.glb", made.glb())
    assert same(
        surface.triangles,
        np.concatenate([turned(2 * CUBE + [1, 0, 0]) + [0, 0, 5], CUBE + [10, 20, 30]]),
    )


def test_a_mirror_leaves_the_outside_outside(tmp_path: Path) -> None:
    surface = read(tmp_path / "a.glb", cube_gltf(scale=[-1, 1, 1]).glb())
    assert same(surface.triangles, (CUBE * [-1, 1, 1])[:, ::-1])
    assert trimesh.Trimesh(
        **trimesh.triangles.to_kwargs(surface.triangles)
    ).volume == pytest.approx(6)


def test_only_the_scene_to_be_shown_is_read(tmp_path: Path) -> None:
    made = Gltf()
    mesh = made.mesh()
    one = made.node(mesh=mesh)
    other = made.node(mesh=mesh, translation=[9, 0, 0])
    made.json |= {"scenes": [{"nodes": [one]}, {"nodes": [other]}], "scene": 1}
    assert same(read(tmp_path / "a.glb", made.glb()).triangles, CUBE + [9, 0, 0])


def test_copies_are_placed(tmp_path: Path) -> None:
    made = Gltf()
    places = {
        "TRANSLATION": made.accessor([[0, 0, 0], [5, 0, 0]]),
        "ROTATION": made.accessor([[0, 0, 0, 1], HALF]),
    }
    made.node(mesh=made.mesh(), extensions={"EXT_mesh_gpu_instancing": {"attributes": places}})
    assert same(
        read(tmp_path / "a.glb", made.glb()).triangles,
        np.concatenate([CUBE, turned(CUBE) + [5, 0, 0]]),
    )


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(5, [[0, 1, 2], [2, 1, 3], [2, 3, 4]]), (6, [[0, 1, 2], [0, 2, 3], [0, 3, 4]])],
)
def test_strips_and_fans_are_triangles(tmp_path: Path, mode: int, expected: Any) -> None:
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 1], [0, 1, 2], [-1, 1, 0.0]])
    made = Gltf()
    made.node(mesh=made.mesh(points, None, mode=mode))
    assert same(read(tmp_path / "a.glb", made.glb()).triangles, points[expected])


def test_compact_and_sparse_numbers(tmp_path: Path) -> None:
    made = Gltf()
    where = made.view(np.array([7], "<u2").tobytes())
    values = made.view(np.array([[9, 9, 9]], "<f4").tobytes())
    sparse = {
        "count": 1,
        "indices": {"bufferView": where, "componentType": 5123},
        "values": {"bufferView": values},
    }
    mesh = made.mesh()
    made.json["accessors"][made.json["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"]][
        "sparse"
    ] = sparse
    made.node(mesh=mesh)
    short = np.column_stack([CUBE_POINTS, np.zeros(8)]) * 10922
    row = made.view(short.astype("<i2").tobytes(), byteStride=8)
    made.json["accessors"].append(
        {"bufferView": row, "componentType": 5122, "count": 8, "type": "VEC3", "normalized": True}
    )
    position = len(made.json["accessors"]) - 1
    primitive = {
        "attributes": {"POSITION": position},
        "indices": made.accessor(CUBE_FACES.reshape(-1), "u1"),
    }
    made.json["meshes"].append({"primitives": [primitive]})
    made.node(mesh=1, scale=[3, 3, 3], translation=[50, 0, 0])
    moved = CUBE_POINTS.copy()
    moved[7] = 9
    assert same(
        read(tmp_path / "a.glb", made.glb()).triangles,
        np.concatenate([moved[CUBE_FACES], CUBE + [50, 0, 0]]),
        3,
    )


def test_trimesh_scenes_are_read_as_trimesh_reads_them(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    for k in range(5):
        turn = trimesh.transformations.quaternion_matrix(quaternion_about_axis(k, [1, 2, k]))
        turn[:3, 3] = [k, 2 * k, 0]
        scene.add_geometry(trimesh.creation.cylinder(1, 2), transform=turn)
    for name in ("scene.glb", "scene.ply"):
        (scene if name.endswith("glb") else scene.to_mesh()).export(tmp_path / name)
        assert same(read_surface(tmp_path / name).triangles, scene.to_mesh().triangles, 3)


def test_looks_of_a_glb(tmp_path: Path) -> None:
    made = Gltf()
    made.json["images"] = [{"bufferView": made.view(png(5, 4)), "mimeType": "image/png"}]
    move = {"offset": [0.5, 0], "scale": [0.5, 1]}
    use = {"index": 0, "extensions": {"KHR_texture_transform": move}}
    look = {"pbrMetallicRoughness": {"baseColorTexture": use}, "alphaMode": "MASK"}
    made.json |= {"textures": [{"source": 0}], "materials": [look]}
    uv = made.accessor(np.ones((8, 2)))
    colors = made.accessor(np.full((8, 4), 55), "u1", normalized=True)
    made.node(mesh=made.mesh(attributes={"TEXCOORD_0": uv, "COLOR_0": colors}, material=0))
    (part,) = read(tmp_path / "a.glb", made.glb()).parts
    assert (
        part.material is not None
        and part.material.texture is not None
        and part.uv is not None
        and part.colors is not None
    )
    assert (part.material.alpha, part.material.cutoff, part.material.texture.size) == (
        "mask",
        0.5,
        (5, 4),
    )
    assert np.array_equal(part.uv[0, 0], [1, 0])
    assert part.colors[0, 0].tolist() == [
        128,
        128,
        128,
        55,
    ]  # light of 55 looks like 128 on a screen; opacity is as it is


def test_data_in_the_address(tmp_path: Path) -> None:
    made = cube_gltf()
    inline = "data:application/octet-stream;base64," + base64.b64encode(made.bytes).decode()
    assert same(read(tmp_path / "a.gltf", made.gltf(inline)).triangles, CUBE)


# --- as programs write it


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (lambda d: d["buffers"][0].update(byteLength=999), ""),
        (lambda d: d["bufferViews"][0].update(byteStride=0), ""),
        (lambda d: d["nodes"][0].update(scale=None, children=None), ""),
        (lambda d: d.update(scenes=[{"nodes": [0]}], scene=7), ""),
        (
            lambda d: d.update(scenes=[{}], scene=0),
            "the scene is empty, so everything in the file is read",
        ),
        (
            lambda d: d.update(nodes=[{"mesh": 0}, {"children": [0]}], scenes=[{"nodes": [0, 1]}]),
            "",
        ),
        (
            lambda d: d["meshes"][0]["primitives"][0].update(material=3),
            "materials[3] does not exist; left out",
        ),
        (
            lambda d: d["meshes"][0]["primitives"][0].update(material=-1),
            "materials[-1] does not exist; left out",
        ),
        (
            lambda d: d.update(materials=[{"alphaMode": "ADD"}]),
            "materials[0] is not as expected; left out",
        ),
        (
            lambda d: d.update(
                materials=[{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0]}}]
            ),
            "materials[0] is not",
        ),
        (
            lambda d: d.update(
                materials={"a": {}}, textures=[{"source": "a"}], images=[{"uri": 7}]
            ),
            "images[0] is not",
        ),
        (
            lambda d: d["meshes"][0]["primitives"].append(
                {"attributes": {"NORMAL": 0}, "indices": 1}
            ),
            "",
        ),
        (
            lambda d: d["bufferViews"][0].update(
                extensions={"EXT_meshopt_compression": {"buffer": 1}}
            ),
            "",
        ),
    ],
)
def test_what_is_clear_against_the_letter_is_read(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], note: str
) -> None:
    surface = read(tmp_path / "a.glb", changed(change))
    assert same(surface.triangles, CUBE)
    assert (note in "".join(surface.notes)) and len(surface.notes) >= bool(note)


def chunks(text: bytes, own: bytes, told: int | None = None) -> bytes:
    """A GLB of these chunks as they are, which says that it has so many bytes."""
    parts = struct.pack("<II", len(text), 0x4E4F534A) + text
    parts += bytes(-len(parts) % 4) + struct.pack("<II", len(own), 0x004E4942) + own
    return b"glTF" + struct.pack("<II", 2, 12 + len(parts) if told is None else told) + parts


def test_chunks_as_programs_write_them(tmp_path: Path) -> None:
    made = cube_gltf()
    text = json.dumps(
        {**made.json, "buffers": [{"byteLength": len(made.bytes)}], "extras": "M\u00f6rtel"},
        ensure_ascii=False,
    )
    for words in (text.encode(), text.encode("cp1252")):
        for filling in (
            bytes(1 + -len(words) % 4),
            bytes(-len(words) % 4),
            b"",
            b" ",
            b"  ",
            b"   ",
        ):
            for told in (None, 0, 1 << 30):
                assert same(
                    read(tmp_path / "a.glb", chunks(words + filling, made.bytes, told)).triangles,
                    CUBE,
                )


def test_joints_carry_corners_and_other_shapes_are_added(tmp_path: Path) -> None:
    made = Gltf()
    joints = made.accessor(np.repeat([[0, 1, 0, 0]], 8, axis=0), "u1")
    weights = made.accessor(np.repeat([[0.5, 0.5, 0, 0]], 8, axis=0))
    mesh = made.mesh(attributes={"JOINTS_0": joints, "WEIGHTS_0": weights})
    made.json["accessors"].append(
        {
            "bufferView": made.view(
                np.tile(np.diag([100.0, 100, 100, 1]), (2, 1)).astype("<f4").tobytes()
            ),
            "componentType": 5126,
            "count": 2,
            "type": "MAT4",
        }
    )
    made.json["skins"] = [{"joints": [0, 1], "inverseBindMatrices": 4}]
    made.node()
    made.node(translation=[400, 0, 0])
    made.node(
        mesh=mesh, skin=0, translation=[9, 9, 9]
    )  # where the mesh's own node is does not matter
    made.node(children=[0, 1, 2], scale=[0.01, 0.01, 0.01])
    assert same(read(tmp_path / "a.glb", made.glb()).triangles, CUBE + [2, 0, 0])
    made.json["skins"][0]["joints"] = [0]
    surface = read(tmp_path / "a.glb", made.glb())
    assert "joints left out" in surface.notes[0]
    primitive = made.json["meshes"][0]["primitives"][0]
    del primitive["attributes"]["JOINTS_0"]
    primitive["targets"] = [
        {"POSITION": made.accessor(CUBE_POINTS)},
        {"POSITION": made.accessor(np.ones((8, 3)))},
    ]
    made.json |= {"nodes": [{"mesh": 0}, {"mesh": 0, "weights": [0, 4]}]}
    made.json["meshes"][0]["weights"] = [2, 0]
    assert same(
        read(tmp_path / "a.glb", made.glb()).triangles, np.concatenate([3 * CUBE, CUBE + 4])
    )


# --- refused


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A block's GLB after a change of its JSON."""
    made = cube_gltf()
    made.json["buffers"] = [{"byteLength": len(made.bytes)}]
    change(made.json)
    return made.glb()


def wide(document: dict[str, Any]) -> None:
    """A mesh in more places than are read."""
    document["nodes"] = [{"mesh": 0}] * 21_000


def thick(document: dict[str, Any]) -> None:
    """A mesh of many primitives, in many places: a bomb."""
    document["meshes"][0]["primitives"] *= 5_000
    document["nodes"] = [{"mesh": 0}] * 50_000


def second(document: dict[str, Any]) -> None:
    """A buffer without an address that is not the first."""
    document["buffers"] *= 2
    document["bufferViews"][0]["buffer"] = 1


def around(document: dict[str, Any]) -> None:
    """Nodes within one another."""
    document |= {
        "nodes": [{"children": [1]}, {"children": [0], "mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }


def deep(document: dict[str, Any]) -> None:
    """Nodes within nodes."""
    document["nodes"] = [{"children": [i + 1]} for i in range(5_000)] + [{"mesh": 0}]


DAMAGED: dict[str, tuple[bytes, str]] = {
    "short": (cube_gltf().glb()[:9], "ends within its header"),
    "cut": (cube_gltf().glb()[:-20], r"byte 8: expected 636 bytes, found 616"),
    "cut chunk": (cube_gltf().glb(told=100)[:100], "expected a chunk of"),
    "no chunk": (cube_gltf().glb(told=12)[:12], "expected a JSON chunk"),
    "old": (cube_gltf().glb(version=1), "expected glTF version 2, found "),
    "no json": (b"{nonsense", "JSON: invalid JSON"),
    "deep json": (b"[" * 100_000, "JSON: invalid JSON"),
    "long json": (b'{"nodes":[' + b"{}," * 1_000_000, "more than 2,000,000 entries"),
    "many nodes": (
        b'{"nodes":[' + b"{}," * 100_000 + b"{}]}",
        "nodes: list should have at most 100000 items",
    ),
    "index": (
        changed(lambda d: d["accessors"][1].update(bufferView=0)),
        r"accessors\[1\]: uses vertex .* there are only 8",
    ),
    "negative": (
        changed(lambda d: d["accessors"][1].update(count=-1)),
        r"accessors\[1\]\.count: input should be greater",
    ),
    "word": (
        changed(lambda d: d["accessors"][1].update(count="many\x1b[31m")),
        r"\.count: input .* a valid integer",
    ),
    "beyond": (
        changed(lambda d: d["accessors"][0].update(count=9)),
        r"accessors\[0\]: damaged: reaches beyond bufferViews\[0\]",
    ),
    "far beyond": (
        changed(lambda d: d["accessors"][0].update(byteOffset=1 << 39)),
        r"reaches beyond bufferViews\[0\]",
    ),
    "view beyond": (
        changed(lambda d: d["bufferViews"][1].update(byteLength=900)),
        r"bufferViews\[1\]: damaged: ends at byte 996",
    ),
    "many": (
        changed(lambda d: d["accessors"][1].update(count=1 << 39)),
        r"accessors\[1\]: has 549,755,813,888 values, more than",
    ),
    "of zeros": (
        changed(lambda d: d["accessors"][1].update(count=300_000, bufferView=None)),
        "no triangle has an area",
    ),
    "no view": (
        changed(lambda d: d["accessors"][1].update(bufferView=7)),
        r"bufferViews\[7\]: does not exist; number of bufferViews in the file: 2",
    ),
    "no mesh": (changed(lambda d: d["nodes"][0].update(mesh=3)), r"meshes\[3\]: does not exist"),
    "no buffer": (changed(lambda d: d.update(buffers=[])), r"buffers\[0\]: does not exist"),
    "first": (changed(lambda d: d.update(meshes={"a": {}})), "expected glTF version 2, found "),
    "second buffer": (changed(second), "expected a URI"),
    "round": (changed(around), "scene twice"),
    "twice": (
        changed(lambda d: d.update(nodes=[{"children": [1, 1]}, {"mesh": 0}])),
        r"nodes\[1\]: this node is in the scene twice",
    ),
    "nowhere": (
        changed(lambda d: d.update(nodes=[{"children": [0], "mesh": 0}])),
        "the scene contains no triangles",
    ),
    "deep": (changed(deep), "more than 256 levels deep"),
    "wide": (changed(wide), "the scene has more than 20,000 meshes"),
    "thick": (changed(thick), "has more than 20,000 meshes|more than 2,000,000"),
    "points": (
        changed(lambda d: d["meshes"][0]["primitives"][0].update(mode=0)),
        "contains no triangles",
    ),
    "nothing": (b"{}", "contains no triangles"),
    "flat corners": (
        changed(lambda d: d["accessors"][0].update(type="VEC2")),
        r"three numbers \(VEC3\), found VEC2",
    ),
    "infinite": (
        changed(lambda d: d["nodes"][0].update(translation=[1e300, 0, 0])),
        "12 of its 12 triangles have coordinates",
    ),
    "matrix": (
        changed(
            lambda d: d["nodes"][0].update(
                matrix=[1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
            )
        ),
        r"nodes\[0\]\.matrix: expected 0, 0, 0, 1 as the last row",
    ),
    "key twice": (b'{"nodes": [{}], "nodes": []}', '"nodes" is given twice in an object'),
    "not finite": (
        changed(lambda d: d["nodes"][0].update(scale=[float("nan"), 0, 0])),
        "finite number",
    ),
    "draco": (
        changed(
            lambda d: (
                d["meshes"][0]["primitives"][0].update(
                    extensions={"KHR_draco_mesh_compression": {"bufferView": 0}}
                )
                or d["accessors"][0].pop("bufferView")
            )
        ),
        r"bufferViews\[0\]: damaged Draco data",
    ),
    "meshopt": (
        changed(
            lambda d: d["bufferViews"][0].update(
                extensions={"EXT_meshopt_compression": {"buffer": 0}}
            )
        ),
        r"bufferViews\[0\]: expected 96 bytes .*found 0 rows of 0 bytes",
    ),
}


@pytest.mark.parametrize("stated", [2**32 - 1, 5_000, 12, 0])
def test_a_header_with_another_length_is_noted(tmp_path: Path, stated: int) -> None:
    data = cube_gltf().glb(told=stated)
    surface = read(tmp_path / "a.glb", data)
    assert same(surface.triangles, CUBE)
    assert surface.notes == (
        f"its header states {stated:,} bytes, but it has {len(data):,}: read whole",
    )
    assert read(tmp_path / "b.glb", cube_gltf().glb()).notes == ()


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_glb_is_refused_in_a_line(tmp_path: Path, name: str) -> None:
    data, words = DAMAGED[name]
    with pytest.raises(MeshError, match=words) as caught:
        read(tmp_path / "a.glb", data)
    assert str(caught.value).startswith("a.glb")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("http://127.0.0.1/own.bin", "outside the folder"),
        ("file:///etc/hostname", "outside the folder"),
        ("/etc/hostname", "outside the folder"),
        ("C:\\own.bin", "outside the folder"),
        ("\\\\there\\own.bin", "outside the folder"),
        ("../own.bin", "outside the folder"),
        ("in/..%2f../own.bin", "outside the folder"),
        ("in\\..\\..\\own.bin", "outside the folder"),
        ("link.bin", "outside the folder"),
        ("folder/own.bin", "outside the folder"),
        ("gone\x1b[31m.bin", r"next to it: cannot be read \(No such file"),
        ("in", "expected a file, not a folder"),
        ("data:nonsense", "expected data:"),
        ("data:;base64,!!!!", "expected data in base64"),
        ("a" * 2000, "outside the folder|cannot be"),
        ("own%00.bin", "outside the folder"),
        (None, "expected a URI"),
    ],
)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, uri: str | None, words: str) -> None:
    made = cube_gltf()
    folder = tmp_path / "in"
    (folder / "in").mkdir(parents=True)
    put(tmp_path / "own.bin", made.bytes)
    (folder / "link.bin").symlink_to(tmp_path / "own.bin")
    (folder / "folder").symlink_to(tmp_path)
    with pytest.raises(MeshError, match=words) as caught:
        read(folder / "a.gltf", made.gltf(uri))
    assert str(caught.value).startswith("a.gltf: ")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ({"uri": "gone.png"}, "No such file"),
        ({"uri": "../skin.png"}, "outside the folder"),
        ({"uri": "http://a/skin.png"}, "outside the folder"),
        ({"uri": "a.gltf"}, "not an image that wc3d can read"),
        ({}, "expected a URI"),
        ({"bufferView": 99}, "does not exist"),
        ({"uri": "huge.png"}, "pixels, left out"),
        ({"uri": "broad.png"}, "pixels, left out"),
    ],
)
def test_a_texture_that_cannot_be_had_is_left_out_and_told(
    tmp_path: Path, image: dict[str, Any], words: str
) -> None:
    put(tmp_path / "skin.png", png())
    made = cube_gltf()
    made.json |= {"images": [image], "textures": [{"source": 0}]}
    made.json["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    made.json["meshes"][0]["primitives"][0]["material"] = 0
    (tmp_path / "in").mkdir()
    put(tmp_path / "in" / "huge.png", png(told=(100_000, 100_000)))
    put(tmp_path / "in" / "broad.png", png(told=(12_000, 11_000)))
    surface = read(
        tmp_path / "in" / "a.gltf",
        made.gltf("data:;base64," + base64.b64encode(made.bytes).decode()),
    )
    assert same(surface.triangles, CUBE)
    (note,) = surface.notes
    assert words in note and note.isprintable()
    assert json.dumps(note)
