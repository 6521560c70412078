"""Dirty files are read; only what is damaged, huge or no surface is refused, in one line that a terminal can print."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from tests.meshes.making import (
    CUBE,
    CUBE_FACES,
    CUBE_POINTS,
    Gltf,
    obj,
    ply,
    put,
    read,
    same,
    stl,
    stl_text,
)
from tests.meshes.test_three_mf import mesh, packed, plain
from wc3d.meshes import mesh_source
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface

NAN = float("nan")
INF = float("inf")


def dirty() -> tuple[np.ndarray, np.ndarray]:
    """A surface that is open, flipped and doubled, with two triangles that have no area; and what is to be left of it."""
    kept = np.concatenate([CUBE[:9], CUBE[3:5, ::-1], CUBE[:2], CUBE[:3] + 0.5])
    line = [[[0, 0, 0], [1, 1, 1], [2, 2, 2]], [[5, 5, 5], [5, 5, 5], [1, 0, 0]]]
    return np.concatenate([kept[:4], line, kept[4:]]), kept


def as_obj(triangles: np.ndarray) -> str:
    return obj(triangles.reshape(-1, 3), np.arange(len(triangles) * 3).reshape(-1, 3) + 1)


def as_ply(order: str, triangles: np.ndarray) -> bytes:
    return ply(order, triangles.reshape(-1, 3), np.arange(len(triangles) * 3).reshape(-1, 3))


def each(triangles: np.ndarray) -> dict[str, bytes | str]:
    """A surface in every format that is simple."""
    return {
        "a.stl": stl(triangles),
        "b.stl": stl_text(triangles),
        "a.obj": as_obj(triangles),
        "a.ply": as_ply("ascii", triangles),
        "b.ply": as_ply("binary_big_endian", triangles),
    }


@pytest.mark.parametrize("name", each(CUBE))
def test_a_dirty_surface_is_read_as_it_is(tmp_path: Path, name: str) -> None:
    given, kept = dirty()
    surface = read(tmp_path / name, each(given)[name])
    assert same(surface.triangles, kept)
    assert (surface.degenerate, surface.broken) == (2, 0)


@pytest.mark.parametrize("name", each(CUBE))
def test_few_broken_corners_are_left_out_many_are_refused(tmp_path: Path, name: str) -> None:
    many = np.concatenate([CUBE + [k, 0, 0] for k in range(40)])
    broken = many.copy()
    broken[7, 1, 2], broken[300, 0, 0], broken[301, 2, 1] = NAN, -INF, 3e30
    surface = read(tmp_path / name, each(broken)[name])
    assert surface.broken == 3
    assert same(surface.triangles, np.delete(many, [7, 300, 301], axis=0))
    broken[:100, 0, 0] = NAN
    with pytest.raises(
        MeshError, match=r"102 of its 480 triangles have coordinates that are not finite numbers"
    ):
        read(tmp_path / name, each(broken)[name])


@pytest.mark.parametrize("name", each(CUBE))
def test_coordinates_that_are_finite_but_too_large_are_called_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        MeshError, match=r"have coordinates beyond 1,000,000,000,000 units: export it again"
    ):
        read(tmp_path / name, each(CUBE * 1e30)[name])


def test_a_mesh_whose_areas_vanish_is_called_too_small(tmp_path: Path) -> None:
    with pytest.raises(MeshError, match="is far too small for terrain: export it larger"):
        read(tmp_path / "a.obj", as_obj(CUBE * 1e-200))


@pytest.mark.parametrize("name", ["a.obj", "a.ply", "b.ply", "a.glb", "a.3mf"])
def test_few_faces_that_name_no_corner_are_left_out_many_are_refused(
    tmp_path: Path, name: str
) -> None:
    points = np.concatenate([CUBE_POINTS + [k, 0, 0] for k in range(40)])
    faces = np.concatenate([CUBE_FACES + 8 * k for k in range(40)])
    named = faces.copy()
    named[[7, 300, 301], 1] = 1_000
    surface = read(tmp_path / name, as_file(name, points, named))
    assert same(surface.triangles, points[np.delete(faces, [7, 300, 301], axis=0)])
    assert surface.notes == ("left out: 3 faces with vertices that do not exist",)
    named[:9, 1] = 1_000
    with pytest.raises(MeshError, match=r"uses vert"):
        read(tmp_path / name, as_file(name, points, named))


def as_file(name: str, points: np.ndarray, faces: np.ndarray) -> bytes | str:
    """Faces that name corners, which count from 0, in some format."""
    if name == "a.glb":
        made = Gltf()
        made.node(mesh=made.mesh(points, faces))
        return made.glb()
    if name == "a.3mf":
        return packed(main=plain(mesh(faces, corners=points)))
    return (
        obj(points, faces + 1)
        if name == "a.obj"
        else ply("ascii" if name == "a.ply" else "binary_big_endian", points, faces)
    )


def test_numbers_that_are_none_as_some_programs_write_them(tmp_path: Path) -> None:
    points = np.concatenate([CUBE_POINTS + [k, 0, 0] for k in range(40)])
    text = obj(points, np.concatenate([CUBE_FACES + 1 + 8 * k for k in range(40)]))
    for word in ("-1.#IND", "nan", "-nan(ind)", "1e999", "-Infinity"):
        surface = read(tmp_path / "a.obj", f"{text}v 0 {word} 0\nf 1 2 -1\n")
        assert (surface.broken, len(surface.triangles)) == (1, 480)


def test_faces_of_many_corners_are_cut_within_themselves(tmp_path: Path) -> None:
    arrow = [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
    ]  # hollow: a fan from its first corner would cover what it does not
    comb = [(x, y) for i in range(30) for x, y in ((2 * i, 0), (2 * i + 1, 5))] + [
        (59, -1),
        (0, -1),
    ]
    ring = [
        (0, 0),
        (9, 0),
        (9, 9),
        (0, 9),
        (0, 0),
        (3, 3),
        (3, 6),
        (6, 6),
        (6, 3),
        (3, 3),
    ]  # a hole, reached along a slit
    for outline, area in ((arrow, 10.0), (comb, None), (ring, 72.0)):
        points = np.column_stack([np.array(outline, dtype=float), np.arange(len(outline)) * 0.0])[
            :, [2, 0, 1]
        ]
        x, y = np.array(outline, dtype=float).T
        expected = abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
        assert area is None or expected == area
        for way in (1, -1):
            surface = read(tmp_path / "a.obj", obj(points, [np.arange(1, len(points) + 1)[::way]]))
            a, b, c = surface.triangles.transpose(1, 0, 2)
            areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
            assert areas.sum() == pytest.approx(expected)
            assert (
                np.cross(b - a, c - a)[:, 0]
                * way
                * np.sign((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())
                > 0
            ).all()


def test_many_hollow_faces_are_quick_and_a_bomb_of_them_is_refused(tmp_path: Path) -> None:
    angle = np.linspace(0, 2 * np.pi, 20_000, endpoint=False)
    radius = np.where(np.arange(20_000) % 2, 1.0, 0.5)
    star = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle])
    with pytest.raises(MeshError, match="too many concave faces"):
        read(tmp_path / "a.obj", obj(star, [np.arange(1, 20_001)]))
    dart = np.array([[0, 0, 0], [2, 0, 0], [0.5, 0.5, 0], [0, 2, 0], [0.4, 0.4, 0.0]])
    points = np.concatenate([dart + [3 * k, 0, 0] for k in range(2_000)])
    assert (
        len(read(tmp_path / "a.obj", obj(points, np.arange(1, 10_001).reshape(-1, 5))).triangles)
        == 6_000
    )


HEAD = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
LIST = "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
CORNERS = "0 0 0\n1 0 0\n0 1 0\n"

REFUSED: dict[str, tuple[str, bytes | str, str]] = {
    "no such format": (
        "a.fbx",
        b"Kaydara",
        r"a\.fbx: expected a mesh file that wc3d can read \(\.stl, .*, \.3mf\)",
    ),
    "empty": ("a.stl", b"", r"a\.stl: the file is empty"),
    "short": ("a.stl", b"abc", "ends after 3 bytes"),
    "nothing": ("a.stl", stl(np.zeros((0, 3, 3))), "contains no triangles"),
    "no area": ("a.stl", stl(np.ones((5, 3, 3))), "no triangle has an area"),
    "cut": (
        "a.stl",
        stl()[:-60],
        "expected 12 triangles as the header says, but the file has room for 10",
    ),
    "too many told": ("a.stl", stl(told=4_000_000_000), "expected 4,000,000,000 triangles"),
    "text cut": ("a.stl", stl_text()[:900], "ends within a triangle|expected"),
    "text cut between": (
        "a.stl",
        stl_text(end="").rpartition("  endfacet")[0],
        "ends within a triangle",
    ),
    "text short loop": (
        "a.stl",
        stl_text().replace("      vertex 0 0 0\n", "", 1),
        "line 6: expected three vertices",
    ),
    "text vertex": (
        "a.stl",
        stl_text().replace("vertex 0 0 0", "vertex 0 0", 1),
        "line 4: expected vertex",
    ),
    "text word": (
        "a.stl",
        stl_text().replace("vertex 0 0 0", "vertex 0 one\x1b[31m 0", 1),
        r'line 4: .* found "one\?\[31m"',
    ),
    "text garbage": ("a.stl", "solid " + "word " * 1000, "contains no triangles"),
    "other text": (
        "a.stl",
        "only words\n" * 20,
        r"a\.stl: expected an STL file, found text without triangles",
    ),
    "no corner": (
        "a.obj",
        obj(faces=[[1, 2, 3], [1, 2, 9]]),
        "line 10: the face uses vertex 9, but there are only 8",
    ),
    "no corner before": ("a.obj", obj(faces=[[-9, 2, 3]]), "line 9: the face uses vertex 0"),
    "corner 0": ("a.obj", obj(faces=[[0, 2, 3]]), "line 9: the face uses vertex 0"),
    "no corners": ("a.obj", "f 1 2 3\n", "line 1: the face uses vertex 1, but there are none"),
    "huge corner": ("a.obj", obj(faces=[[1, 2, 10**30]]), "line 9: the face uses vertex"),
    "control character": ("a.obj", "v 1 2 3\nv\x01\nf 1 1 1\n", "a.obj"),
    "half corner": ("a.obj", obj(faces=[[1, 2, 2.5]]), 'line 9: expected a number, found "2.5"'),
    "word corner": (
        "a.obj",
        obj(faces=[[1, 2, "three\x07"]]),
        r'line 9: expected a number, found "three\?"',
    ),
    "no faces": ("a.obj", obj(faces=[]), "contains no faces"),
    "a photo": ("a.obj", b"\x89PNG\r\n\x1a\n\0\0\0", "contains no faces"),
    "short corner": ("a.obj", "v 1 2\n" + obj(), "line 1: expected v and three numbers"),
    "long line": (
        "a.obj",
        b"# long\nv " + b"1 " * 3_000_000 + b"\n" + obj().encode(),
        "line 2: this line is longer than 1,000,000 characters",
    ),
    "no ply": ("a.ply", b"play", 'expected "ply"'),
    "ply without end": ("a.ply", HEAD, "ends before end_header"),
    "ply word": (
        "a.ply",
        HEAD + "property colour\x1b[2J red\n" + LIST,
        r"line 7: expected format, element or property, found",
    ),
    "ply order": ("a.ply", HEAD.replace("ascii", "middle") + LIST, "line 2: expected format"),
    "ply without order": (
        "a.ply",
        HEAD.replace("format ascii 1.0\n", "") + LIST,
        "expected the format ascii",
    ),
    "ply without z": (
        "a.ply",
        HEAD.replace("float z", "float w") + LIST + CORNERS + "3 0 1 2\n",
        "with the properties x, y and z",
    ),
    "ply of points": (
        "a.ply",
        HEAD + "end_header\n" + CORNERS,
        "contains no faces; export it as a triangle mesh, not as points",
    ),
    "ply corner": (
        "a.ply",
        HEAD + LIST + CORNERS + "3 0 1 3\n",
        r"face 1: uses vertex 3, but the file has only 3 vertices \(numbered from 0\)",
    ),
    "ply negative": ("a.ply", HEAD + LIST + CORNERS + "3 0 1 -1\n", "face 1: uses vertex -1"),
    "ply whole": ("a.ply", HEAD + LIST + CORNERS + "3 0 1 nan\n", "expected whole numbers"),
    "ply list": (
        "a.ply",
        HEAD + LIST + CORNERS + "99 0 1 2\n",
        "row 1: the row reaches beyond the end",
    ),
    "ply cut": (
        "a.ply",
        HEAD + LIST + "0 0 0\n1 0",
        "the file ends before the last row|beyond the end",
    ),
    "ply letters": ("a.ply", HEAD + LIST + "0 0 0\n1 oh 0\n", 'expected a number, found "oh"'),
    "ply many": (
        "a.ply",
        ply(told=4_000_000_000),
        ".face. has 4,000,000,000 rows, more than the limit of 2,000,000",
    ),
    "ply many points": (
        "a.ply",
        HEAD.replace("vertex 3", "vertex 999999999999") + LIST,
        "more than the limit of 6,000,000; simplify",
    ),
    "ply more": (
        "a.ply",
        ply("binary_little_endian", told=13),
        "reaches beyond the end|ends before the last row",
    ),
    "ply binary cut": (
        "a.ply",
        ply("binary_little_endian")[:-5],
        "reaches beyond the end|ends before the last row",
    ),
    "ply of nothing": (
        "a.ply",
        HEAD + "element nothing 999999999999\n" + LIST,
        ".nothing. has 999,999,999,999 rows, more",
    ),
    "ply twice": ("a.ply", HEAD + "property float x\n" + LIST, "is listed twice"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_damaged_or_no_surface_is_refused_in_a_line(tmp_path: Path, name: str) -> None:
    file, data, words = REFUSED[name]
    with pytest.raises(MeshError, match=words) as caught:
        read(tmp_path / file, data)
    assert str(caught.value).startswith(file)
    assert str(caught.value).isprintable()


def test_a_name_says_nothing_to_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(MeshError) as caught:
        read(tmp_path / "a\x1b[31m.stl", b"abc")
    assert str(caught.value).isprintable()


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = each(np.concatenate([CUBE, CUBE + 1]))
    monkeypatch.setattr(mesh_source, "TRIANGLES_LIMIT", 20)
    for name, data in given.items():
        with pytest.raises(
            MeshError, match=rf"{name}: has 24 triangles, more than the limit of 20; simplify"
        ):
            read(tmp_path / name, data)
    monkeypatch.setattr(mesh_source, "MAX_FILE_BYTES", 100)
    for name, limit in (("a.stl", r"0\.0002"), ("a.glb", r"0\.0001")):
        with pytest.raises(MeshError, match=rf"{name}: larger than {limit} MB"):
            read(tmp_path / name, given["a.stl"])


def test_only_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.stl")
    (tmp_path / "b.stl").mkdir()
    for name, words in (
        ("a.stl", "expected a file, not a folder"),
        ("b.stl", "expected a file, not a folder"),
        ("c.stl", r"cannot be read \(No such file"),
    ):
        with pytest.raises(MeshError, match=words):
            read_surface(tmp_path / name)


@pytest.mark.parametrize(
    "library", ["gone.mtl", "../out.mtl", "/etc/passwd", "http://there/a.mtl", "C:\\a.mtl"]
)
def test_materials_that_cannot_be_had_are_left_out_and_told(tmp_path: Path, library: str) -> None:
    (tmp_path / "in").mkdir()
    put(tmp_path / "out.mtl", "newmtl a\n")
    surface = read(tmp_path / "in" / "a.obj", f"mtllib {library}\nusemtl a\n" + obj())
    assert same(surface.triangles, CUBE)
    assert surface.notes[0].startswith("materials left out: a.obj: ")
    assert surface.parts[0].material is None


def test_materials_may_be_nonsense(tmp_path: Path) -> None:
    put(
        tmp_path / "a.mtl",
        b"newmtl a\nKd x y z\nd\nmap_Kd \nmap_Kd ../../skin.png\nKd 1\nTr 0.5\nnewmtl\nKd 1 2\n\xff\xfe\x00",
    )
    surface = read(tmp_path / "a.obj", "mtllib a.mtl\nusemtl a\n" + obj())
    (part,) = surface.parts
    assert part.material is not None and part.material.color == (1, 1, 1, 0.5)
    assert any("expected numbers after kd" in note for note in surface.notes)
    assert any("outside the folder" in note for note in surface.notes)
