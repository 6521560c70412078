"""Mesh files as their programs really write them, against the letter of their formats: each is the block all the same."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.meshes.making import (
    CUBE,
    CUBE_FACES,
    CUBE_POINTS,
    CUBE_QUADS,
    cube_gltf,
    obj,
    png,
    put,
    read,
    same,
    stl,
    stl_text,
)
from wc3d.meshes import obj as obj_file
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface

HALVES = CUBE_POINTS + 0.5

TEXTS: dict[str, tuple[bytes | str, str]] = {
    "no end.stl": (
        stl_text(end=""),
        "ends without endsolid: if the file was cut off, export it again",
    ),
    "words behind.stl": (stl_text() + "\n\nmade by hand\n", ""),
    "several.stl": (stl_text(CUBE[:5]) + stl_text(CUBE[5:]), ""),
    "remark first.stl": ("# by hand\n" + stl_text(), ""),
    "one line.stl": (stl_text().replace("\n", " "), ""),
    "a line for each.stl": (
        "\n".join(" ".join(part.split()) + " endfacet" for part in stl_text().split("endfacet")),
        "",
    ),
    "sixteen bits.stl": (stl_text().encode("utf-16"), ""),
    "four corners.stl": (
        "solid\n"
        + "".join(
            "facet\nouter loop\n"
            + "".join(f"vertex {x} {y} {z}\n" for x, y, z in CUBE_POINTS[quad])
            + "endloop\nendfacet\n"
            for quad in CUBE_QUADS
        )
        + "endsolid\n",
        "",
    ),
    "sixteen bits.obj": (obj().encode("utf-16"), ""),
    "folder at the end.obj": ("# C:\\models\\\n" + obj(), ""),
    "library at the end.obj": ("mtllib models\\\n" + obj(), "materials left out"),
    "count of none.stl": (stl(told=0), "the header says 0 triangles, but the file has 12"),
    "count of fewer.stl": (stl(told=11), "the header says 11 triangles, but the file has 12"),
    "count not made.stl": (
        stl(told=0xFFFFFFFF),
        "the header says 4,294,967,295 triangles, but the file has 12",
    ),
    "words behind the last.stl": (
        stl(more=b"made by a program " * 9),
        "162 bytes after the triangles left out",
    ),
    "zeros behind the last.stl": (stl(more=bytes(100)), "100 bytes after the triangles left out"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_programs_write_is_read(tmp_path: Path, name: str) -> None:
    data, note = TEXTS[name]
    surface = read(tmp_path / name, data)
    assert same(surface.triangles, CUBE)
    assert len(surface.notes) == bool(note)
    assert note in "".join(surface.notes)


@pytest.mark.parametrize("name", ["a.stl", "a.obj"])
def test_a_comma_stands_for_the_point_where_there_is_none(tmp_path: Path, name: str) -> None:
    text = stl_text(HALVES[CUBE_FACES]) if name == "a.stl" else obj(HALVES)
    assert same(read(tmp_path / name, text.replace(".", ",")).triangles, CUBE + 0.5)
    with pytest.raises(MeshError, match='expected a number, found "1\\.5,2"'):
        read(tmp_path / name, text.replace(" 1.5", " 1.5,2"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n",
            "only a Git LFS pointer",
        ),
        (b"\n<!DOCTYPE html>\n<html>", "is a web page: download the file itself"),
        (gzip.compress(stl(), mtime=0), "packed .gzip.: unpack it"),
        (b"PK\x03\x04 and so on", "is an archive .zip.: unpack it"),
    ],
)
@pytest.mark.parametrize("name", ["a.stl", "a.obj", "a.ply", "a.glb", "a.gltf"])
def test_what_is_saved_in_its_place_is_told(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    with pytest.raises(MeshError, match=words):
        read(tmp_path / name, data)


@pytest.mark.parametrize(
    ("library", "image", "there"),
    [
        ("C:\\art\\a.mtl", "D:\\art\\wall.png", "wall.png"),
        ("A.MTL", "Skins\\Wall.PNG", "skins/wall.png"),
        ("./a.mtl", "skins/wall.png", "wall.png"),
        ("other.mtl a.mtl", "-bm 0.3 w\u00e4ll.png", "wa\u0308ll.png"),
        ("a.mtl", "../skins/wall.png", "wall.png"),
        ("a.mtl", "skins/old%20wall.png", "old%20wall.png"),
    ],
)
def test_materials_are_found_beside_it_whatever_folder_and_capitals_it_says(
    tmp_path: Path, library: str, image: str, there: str
) -> None:
    put(tmp_path / "a.mtl", f"newmtl b\nmap_Kd {image}\n")
    (tmp_path / there).parent.mkdir(exist_ok=True)
    put(tmp_path / there, png(4, 4))
    surface = read(tmp_path / "a.obj", f"mtllib {library}\nusemtl b\n" + obj())
    (part,) = surface.parts
    assert (
        part.material is not None
        and part.material.texture is not None
        and part.material.texture.size == (4, 4)
    )
    assert surface.notes == ()


def test_nothing_is_looked_for_where_a_link_leads_out(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    put(tmp_path / "out" / "a.mtl", "newmtl b\n")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "out")
    surface = read(tmp_path / "in" / "a.obj", "mtllib folder/A.MTL\nusemtl b\n" + obj())
    assert surface.parts[0].material is None
    assert "outside the folder" in surface.notes[0]


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "TGA", "BMP", "WEBP", "JPEG"])
def test_images_of_every_kind_are_taken(tmp_path: Path, kind: str) -> None:
    Image.new("RGB", (4, 4), (9, 9, 9)).save(tmp_path / "wall", kind)
    put(tmp_path / "a.mtl", "newmtl b\nmap_Kd wall\n")
    surface = read(tmp_path / "a.obj", "mtllib a.mtl\nusemtl b\n" + obj())
    assert surface.parts[0].material is not None and surface.parts[0].material.texture is not None


def test_a_material_for_each_face_is_read(tmp_path: Path) -> None:
    put(tmp_path / "a.mtl", "newmtl 0\nKd 1 0 0\nnewmtl 1\nKd 0 1 0\n")
    lines = [
        f"usemtl {k % 2}\nf {a} {b} {c}"
        for k, (a, b, c) in enumerate((CUBE_FACES + 1).tolist() * 9_000)
    ]
    surface = read(tmp_path / "a.obj", "mtllib a.mtl\n" + obj(faces=[]) + "\n".join(lines))
    assert [part.stop - part.start for part in surface.parts] == [54_000, 54_000]
    assert same(surface.triangles[:6], CUBE[::2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(obj_file, "CHOICES_LIMIT", 100)
        with pytest.raises(MeshError, match="changes the material more than 100 times"):
            read_surface(tmp_path / "a.obj")


def test_a_name_in_the_letters_of_windows_is_found(tmp_path: Path) -> None:
    put(tmp_path / "a.mtl", "newmtl M\u00f6rtel\nKd 1 0 0\n".encode())
    surface = read(
        tmp_path / "a.obj", "mtllib a.mtl\nusemtl M\u00f6rtel\n".encode("cp1252") + obj().encode()
    )
    assert surface.parts[0].material is not None and surface.parts[0].material.color == (1, 0, 0, 1)


def test_triangles_that_are_no_numbers_are_not_those_of_a_file_that_counts_wrongly(
    tmp_path: Path,
) -> None:
    noise = np.random.default_rng(1).bytes(5_000)
    with pytest.raises(
        MeshError, match="expected 3 triangles as the header says, but the file has room for"
    ):
        read(tmp_path / "a.stl", bytes(80) + (3).to_bytes(4, "little") + noise)
    with pytest.raises(
        MeshError, match="expected 14 triangles as the header says, but the file has room for 12"
    ):
        read(tmp_path / "a.stl", stl(told=14))


POINTS = "ply\nformat ascii 1.0\n{more}element vertex {n}\nproperty float x\nproperty float y\nproperty float z\n"


def test_strips_of_a_ply_are_triangles(tmp_path: Path) -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1], [-1, 3, 0.0]])
    text = (
        POINTS.format(more="", n=5)
        + "element tristrips 2\nproperty list int int vertex_indices\nend_header\n"
    )
    text += "".join(f"{x} {y} {z}\n" for x, y, z in corners) + "9 0 1 2 3 -1 0 2 4 1\n3 4 3 2\n"
    expected = corners[[[0, 1, 2], [2, 1, 3], [0, 2, 4], [4, 2, 1], [4, 3, 2]]]
    assert same(read(tmp_path / "a.ply", text).triangles, expected)
    with pytest.raises(MeshError, match="uses vertex 4, but the file has only 4"):
        read(tmp_path / "a.ply", text.replace("vertex 5", "vertex 4").replace("-1.0 3.0 0.0\n", ""))


def test_a_ply_may_have_several_textures_and_colors_by_another_name(tmp_path: Path) -> None:
    for name, size in (("one.png", 2), ("two.png", 4)):
        put(tmp_path / name, png(size, size))
    colors = "".join(f"property uchar diffuse_{name}\n" for name in ("red", "green", "blue"))
    text = (
        POINTS.format(more="comment TextureFile one.png\ncomment TextureFile two.png\n", n=3)
        + colors
    )
    text += "element face 3\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty int texnumber\n"
    text += "end_header\n0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n"
    text += "".join(f"3 0 1 2 6 0 0 1 0 0 1 {number}\n" for number in (1, 0, 7))
    without, one, two = read(tmp_path / "a.ply", text).parts
    assert without.material is not None and without.material.texture is None
    for part, size in ((one, 2), (two, 4)):
        assert (
            part.material is not None
            and part.material.texture is not None
            and part.material.texture.size == (size, size)
        )
        assert part.uv is not None and part.uv.tolist() == [[[0, 0], [1, 0], [0, 1]]]
        assert part.colors is not None and part.colors[0, 1].tolist() == [0, 255, 0, 255]


@pytest.mark.parametrize("words", ["d 0", "Tr 1.0", "d 1\nTr 1.0"])
def test_what_stops_sight_is_not_invisible(tmp_path: Path, words: str) -> None:
    put(tmp_path / "a.mtl", f"newmtl a\nKd 1 0 0\n{words}\n")
    (part,) = read(tmp_path / "a.obj", "mtllib a.mtl\nusemtl a\n" + obj()).parts
    assert part.material is not None and (part.material.color, part.material.alpha) == (
        (1, 0, 0, 1),
        "opaque",
    )
    made = cube_gltf()
    made.json["materials"] = [
        {"alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 0]}}
    ]
    made.json["meshes"][0]["primitives"][0]["material"] = 0
    (part,) = read(tmp_path / "a.glb", made.glb()).parts
    assert part.material is not None and part.material.color[3] == 1


def test_a_mesh_that_was_renamed_finds_its_materials_and_its_numbers(tmp_path: Path) -> None:
    put(tmp_path / "My Wall.mtl", "newmtl a\nKd 1 0 0\n")
    surface = read(tmp_path / "my wall.obj", "mtllib scene.mtl\nusemtl a\n" + obj())
    assert surface.parts[0].material is not None and surface.parts[0].material.color == (1, 0, 0, 1)
    assert surface.notes == ('"scene.mtl" is missing; read "My Wall.mtl" instead',)
    made = cube_gltf()
    put(tmp_path / "my wall.bin", made.bytes)
    put(tmp_path / "other.bin", made.bytes)
    surface = read(tmp_path / "my wall.gltf", made.gltf("scene.bin"))
    assert same(surface.triangles, CUBE)
    assert surface.notes == ('"scene.bin" is missing; read "my wall.bin" instead',)
    put(tmp_path / "my wall.bin", made.bytes + b"0")  # another's
    with pytest.raises(MeshError, match="cannot be read"):
        read(tmp_path / "my wall.gltf", made.gltf("scene.bin"))
    (tmp_path / "in").mkdir()
    (tmp_path / "my wall.bin").write_bytes(made.bytes)
    (tmp_path / "in" / "my wall.bin").symlink_to(tmp_path / "my wall.bin")
    with pytest.raises(MeshError, match="No such file"):
        read(tmp_path / "in" / "my wall.gltf", made.gltf("scene.bin"))
