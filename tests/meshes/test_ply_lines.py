"""PLY as text: a row is a line, however lines end, and rows of another length are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.meshes.making import CUBE, CUBE_FACES, CUBE_POINTS, ply, read, same
from wc3d.meshes.mesh_source import MeshError

HEAD_END = b"end_header\n"


@pytest.mark.parametrize("ends", [b"\r", b"\r\n", b"\n\r"])
@pytest.mark.parametrize("order", ["ascii", "binary_little_endian", "binary_big_endian"])
def test_each_line_end_is_read(tmp_path: Path, order: str, ends: bytes) -> None:
    head, _, body = ply(order).partition(HEAD_END)
    data = (head + HEAD_END).replace(b"\n", ends) + (
        body.replace(b"\n", ends) if order == "ascii" else body
    )
    surface = read(tmp_path / "a.ply", data)
    assert same(surface.triangles, CUBE)
    assert surface.notes == ()


@pytest.mark.parametrize("first", [10.0, 13.0])
def test_a_binary_body_may_begin_with_a_line_end(tmp_path: Path, first: float) -> None:
    kind = np.dtype("u1")
    head = (
        "ply\rformat binary_little_endian 1.0\relement vertex 3\rproperty uchar x\rproperty uchar y\rproperty uchar z\r"
        "element face 1\rproperty list uchar uchar vertex_indices\rend_header\r"
    )
    points = np.array([[first, 0, 0], [0, first, 0], [0, 0, first]])
    data = head.encode() + points.astype(kind).tobytes() + bytes([3, 0, 1, 2])
    assert same(read(tmp_path / "a.ply", data).triangles, points[None])


def test_rows_of_more_values_than_the_header_says_are_refused(tmp_path: Path) -> None:
    points = np.arange(3_000.0).reshape(-1, 3) % 7
    head, _, body = ply("ascii", points, np.arange(999).reshape(-1, 3)).partition(HEAD_END)
    rows = body.decode().splitlines()
    more = [f"{row} 1 2 3" if i < len(points) else row for i, row in enumerate(rows)]
    with pytest.raises(
        MeshError,
        match=r'line 11, element "vertex", row 1: expected 3 values as the header says, found 6',
    ):
        read(tmp_path / "a.ply", head + HEAD_END + "\n".join(more).encode())
    more = [f"{row} 0.5" if i == len(rows) - 1 else row for i, row in enumerate(rows)]
    with pytest.raises(
        MeshError,
        match=r'line 1343, element "face", row 333: expected 4 values as the header says, found 5',
    ):
        read(tmp_path / "a.ply", head + HEAD_END + "\n".join(more).encode())


def test_a_row_of_fewer_values_is_refused(tmp_path: Path) -> None:
    text = ply().replace(b"0.0 2.0 0.0\n", b"0.0 2.0\n")
    with pytest.raises(
        MeshError, match=r"row 3: the row reaches beyond the end of its line, which has 2 values"
    ):
        read(tmp_path / "a.ply", text)


def test_broken_and_joined_lines_are_read_if_nothing_is_left_over(tmp_path: Path) -> None:
    head, _, body = ply().partition(HEAD_END)
    for between in (b" ", b"\n"):
        assert same(
            read(tmp_path / "a.ply", head + HEAD_END + between.join(body.split())).triangles, CUBE
        )
        with pytest.raises(
            MeshError,
            match=r"expected .* lines of .* numbers as the header says, found|expected .* values",
        ):
            read(tmp_path / "a.ply", head + HEAD_END + between.join([*body.split(), b"7"]))


def test_lines_behind_the_last_element_are_told(tmp_path: Path) -> None:
    surface = read(tmp_path / "a.ply", ply() + b"1 2 3\n4 5\n")
    assert same(surface.triangles, CUBE)
    assert surface.notes == ("not read: lines after the last element (2)",)
    surface = read(tmp_path / "a.ply", ply("binary_little_endian") + b"more")
    assert surface.notes == ("not read: bytes after the last element (4)",)


def test_faces_and_strips_of_one_file_are_both_read(tmp_path: Path) -> None:
    strips = b"element tristrips 1\nproperty list int int vertex_indices\n"
    head, _, body = ply(faces=CUBE_FACES[:10]).partition(HEAD_END)
    surface = read(tmp_path / "a.ply", head + strips + HEAD_END + body + b"4 1 5 3 7\n")
    strip = CUBE_POINTS[[[1, 5, 3], [3, 5, 7]]]
    assert same(surface.triangles, np.concatenate([CUBE[:10], strip]))
    assert surface.notes == ()
