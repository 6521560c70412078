"""PLY files: text, and binary in either byte order.

The reader supports `vertex` corners, `face` polygons and `tristrips`, with colors and texture
coordinates. Comments, `obj_info` and normals are metadata. Other elements and properties, and
bytes after the last element, are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.text_files import read_text_head
from wc3d.meshes.mesh_source import (
    CORNERS_LIMIT,
    TRIANGLES_LIMIT,
    MeshError,
    MeshSource,
    quote_words,
)
from wc3d.meshes.surface import Colors, Material, TrianglePatch, Triangles, Uv, group_by_key
from wc3d.meshes.text_lines import IndexArray, read_stretches
from wc3d.meshes.textures import read_sibling_texture
from wc3d.meshes.triangulate import triangulate_faces


def triangles_to_ply(triangles: Triangles) -> bytes:
    """Return triangles (n, 3, 3) as a PLY file, in single precision if that is exact."""
    corners = np.ascontiguousarray(triangles.reshape(-1, 3))
    corners = corners + 0.0  # no negative zeros
    _, first, inverse = np.unique(
        corners.view("V24").reshape(-1), return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    points = corners[first[order]]
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    single = bool((points.astype(np.float32) == points).all())
    faces = np.zeros(len(triangles), [("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, rank[inverse.reshape(-1)].reshape(-1, 3)
    kind = "float" if single else "double"
    head = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty {kind} x\nproperty {kind} y\n"
        f"property {kind} z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    return head.encode() + points.astype("<f4" if single else "<f8").tobytes() + faces.tobytes()


HEADER_LIMIT = 100_000
"""Most bytes of a header."""

TEXTURES_LIMIT = 100
"""Most textures of a file."""

_KINDS = {
    "char": "i1",
    "int8": "i1",
    "uchar": "u1",
    "uint8": "u1",
    "short": "i2",
    "int16": "i2",
    "ushort": "u2",
    "uint16": "u2",
    "int": "i4",
    "int32": "i4",
    "uint": "u4",
    "uint32": "u4",
    "float": "f4",
    "float32": "f4",
    "double": "f8",
    "float64": "f8",
}

_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}

_LISTS = ("vertex_indices", "vertex_index")
_COLORS = (
    "red",
    "green",
    "blue",
    "alpha",
    "diffuse_red",
    "diffuse_green",
    "diffuse_blue",
    "diffuse_alpha",
)
_NORMALS = ("nx", "ny", "nz")
_READ = {
    "vertex": {"x", "y", "z", "s", "t", "u", "v", "texture_u", "texture_v", *_COLORS, *_NORMALS},
    "face": {*_LISTS, "texcoord", "texnumber", *_COLORS, *_NORMALS},
    "tristrips": {*_LISTS},
}
"""The supported properties of each element; normals are metadata."""

_STEP = 1 << 14
"""Rows with lists between two progress reports."""


@dataclass
class _Property:
    name: str
    kind: str
    count: str = ""
    """The number type of a list's length."""


@dataclass
class _Element:
    name: str
    rows: int
    properties: list[_Property] = field(default_factory=list)


@dataclass
class _Header:
    order: str
    elements: list[_Element]
    textures: list[str]
    length: int
    lines: int


PlyColumns = dict[str, NDArray[Any]]
"""An element's values by property name: lists as flat values, and their lengths under "name#"."""


def read_ply(source: MeshSource) -> list[TrianglePatch]:
    """Return a PLY file's triangles. Raises MeshError for a damaged file or a point cloud."""
    header = _read_header(source)
    elements = _read_text(source, header) if not header.order else _read_binary(source, header)
    _skip_other_parts(source, header)
    vertex, face, strips = (elements.get(name, {}) for name in ("vertex", "face", "tristrips"))
    if not {"x", "y", "z"} <= vertex.keys():
        raise source.make_error(
            "header", 'expected an element "vertex" with the properties x, y and z'
        )
    patches = []
    for columns, (corners, counts) in (
        (face, _list_corners(face)),
        ({}, _strip_triangles(source, *_list_corners(strips))),
    ):
        if len(corners):
            patches += _patches(source, header, vertex, columns, corners, counts)
    if not patches:
        raise source.make_error(
            "", "contains no faces; export it as a triangle mesh, not as points"
        )
    return patches


def _patches(
    source: MeshSource,
    header: _Header,
    vertex: PlyColumns,
    face: PlyColumns,
    corners: IndexArray,
    counts: IndexArray,
) -> list[TrianglePatch]:
    """Return the triangles of faces, grouped by texture."""
    points = np.column_stack([vertex[axis].astype(np.float64) for axis in "xyz"])
    wrong = (corners < 0) | (corners >= len(points))
    bad = np.bincount(np.repeat(np.arange(len(counts)), counts), wrong, len(counts)) > 0
    if wrong.any() and not source.can_leave_out(bad):
        at = np.searchsorted(np.cumsum(counts), np.argmax(wrong), side="right")
        name = corners[np.argmax(wrong)]
        point_count = len(points)
        raise source.make_error(
            f"face {at + 1:,}",
            f"uses vertex {name}, but the file has only {point_count:,} vertices (numbered from 0)",
        )
    corners = np.where(wrong, 0, corners)
    if len(points):
        triangles, owner = triangulate_faces(source, points[corners], counts)
    else:
        triangles = np.zeros((0, 3), dtype=np.int64)
        owner = np.zeros(0, dtype=np.int64)
    triangles = triangles[~bad[owner]]
    owner = owner[~bad[owner]]
    own = corners[triangles]
    colors = _colors(vertex)
    if colors is not None:
        colors = colors[own]
    elif (flat := _colors(face)) is not None:
        colors = np.repeat(flat[owner][:, None], 3, axis=1)
    whole = TrianglePatch(points[own], _uv(vertex, own, face, counts, triangles), colors)
    return list(_split_by_texture(source, header.textures, whole, face.get("texnumber"), owner))


def _skip_other_parts(source: MeshSource, header: _Header) -> None:
    """Count the elements and properties that are not read."""
    for element in header.elements:
        read = _READ.get(element.name)
        if read is None:
            source.count_skipped("elements", element.name, element.rows)
            continue
        lists = [p.name for p in element.properties if p.name in _LISTS]
        for p in element.properties:
            if p.name not in read or p.name in lists[1:]:
                source.count_skipped("properties", f"{element.name}.{p.name}", element.rows)


def _list_corners(columns: PlyColumns) -> tuple[IndexArray, IndexArray]:
    """Return the flat corners of an element's lists and the lists' lengths, empty without lists."""
    for name in _LISTS:
        if f"{name}#" in columns:
            return columns[name].astype(np.int64), columns[f"{name}#"]
    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)


def _strip_triangles(
    source: MeshSource, row: IndexArray, counts: IndexArray
) -> tuple[IndexArray, IndexArray]:
    """Split strips into triangles of three consecutive corners; a negative number ends a strip."""
    source.refuse_too_many(len(row) // 4)
    row = np.insert(row, np.cumsum(counts), -1)
    places = np.arange(len(row))
    ended = np.maximum.accumulate(np.where(row < 0, places, -1)) if len(row) else places
    triangles = np.column_stack([row[:-2], row[1:-1], row[2:]])
    odd = (places - ended)[:-2] % 2 == 0
    triangles[odd] = triangles[odd][:, [1, 0, 2]]
    triangles = triangles[(triangles >= 0).all(axis=1)]
    source.refuse_too_many(len(triangles))
    return triangles.reshape(-1), np.full(len(triangles), 3)


def _split_by_texture(
    source: MeshSource,
    names: Sequence[str],
    whole: TrianglePatch,
    number: NDArray[Any] | None,
    owner: IndexArray,
) -> Iterator[TrianglePatch]:
    """Yield the triangles of each texture, if there are textures."""
    textures = [
        read_sibling_texture(source, name)
        for name in names[: TEXTURES_LIMIT if number is not None else 1]
    ]
    texture_numbers = (
        np.zeros(len(owner), dtype=np.int64) if number is None else number.astype(np.int64)[owner]
    )
    for i, indices in group_by_key(
        np.where((texture_numbers >= 0) & (texture_numbers < len(textures)), texture_numbers, -1)
    ):
        texture = textures[i] if i >= 0 else None
        material = (
            Material(texture=texture) if texture is not None or whole.colors is not None else None
        )
        yield replace(whole.select(indices), material=material)


def _read_header(source: MeshSource) -> _Header:
    if not source.data.startswith(b"ply"):
        raise source.make_error("byte 0", 'expected "ply" at the beginning; this is not a PLY file')
    head = read_text_head(source.data, "end_header", HEADER_LIMIT)
    if head is None:
        raise source.make_error("header", "damaged: ends before end_header; export it again")
    order = None
    elements = []
    textures = []
    for number, line in enumerate(head.lines[:-1], 1):
        match line.split():
            case ["format", ("ascii" | "binary_little_endian" | "binary_big_endian") as word, *_]:
                order = _ORDERS[word]
            case ["element", name, rows] if rows.isascii() and rows.isdigit() and len(rows) < 16:
                elements.append(_Element(name, int(rows)))
            case ["property", "list", count, kind, name] if (
                elements and _KINDS.get(count, "f")[0] != "f" and kind in _KINDS
            ):
                elements[-1].properties.append(_Property(name, _KINDS[kind], _KINDS[count]))
            case ["property", kind, name] if elements and kind in _KINDS:
                elements[-1].properties.append(_Property(name, _KINDS[kind]))
            case ["comment", word, *_] if word.lower() == "texturefile":
                textures.append(
                    line.split(None, 2)[2].strip() if len(line.split(None, 2)) > 2 else ""
                )
            case ["ply" | "comment" | "obj_info", *_] | []:
                pass
            case _:
                raise source.make_error(
                    f"line {number}",
                    f"expected format, element or property, found {quote_words(line)}",
                )
    if order is None:
        raise source.make_error(
            "header", "expected the format ascii, binary_little_endian or binary_big_endian"
        )
    _check_header(source, elements)
    return _Header(
        order, elements, [name for name in textures if name], head.length, len(head.lines)
    )


def _check_header(source: MeshSource, elements: list[_Element]) -> None:
    """Raise MeshError for duplicate names or too many rows."""
    if len({element.name for element in elements}) < len(elements):
        raise source.make_error("header", "an element is listed twice")
    for element in elements:
        if len({p.name for p in element.properties}) < len(element.properties):
            raise source.make_error(
                "header", f"a property of element {quote_words(element.name)} is listed twice"
            )
        limit = TRIANGLES_LIMIT if any(p.count for p in element.properties) else CORNERS_LIMIT
        if element.rows > limit:
            words = f"element {quote_words(element.name)} has {element.rows:,} rows, more than the limit of {limit:,}; simplify the mesh"
            raise source.make_error("header", words)


class _Text:
    """The body of a text file: its flat numbers and their lines."""

    def __init__(self, source: MeshSource, header: _Header) -> None:
        self.source = source
        self.at = 0
        source.data = source.data[header.length :]
        numbers = [np.zeros(0)]
        counts = [np.zeros(0, dtype=np.int64)]
        lines = [np.zeros(0, dtype=np.int64)]
        for chunk in read_stretches(source, header.lines + 1):
            numbers.append(chunk.parse_all_numbers())
            counts.append(chunk.word_counts)
            lines.append(chunk.number)
        self.numbers, self.counts, self.lines = (
            np.concatenate(numbers),
            np.concatenate(counts),
            np.concatenate(lines),
        )
        """All numbers, and for each line with numbers their count and the line number."""
        self.end = len(self.numbers)

    def width(self, kind: str) -> int:
        """Return the size of a number in the body."""
        return 1

    def stored_length(self, at: int, kind: str) -> int:
        """Return the stored length of a list; an invalid length exceeds the body."""
        number = self.numbers[at] if at < self.end else -1.0
        return int(number) if 0 <= number <= self.end else self.end + 1

    def values(self, places: IndexArray, kind: str) -> NDArray[Any]:
        """Return the numbers at these places of the body."""
        numbers = self.numbers[places]
        if kind[0] == "f":
            return numbers
        if not (np.abs(numbers) < 1 << 53).all():
            raise self.source.make_error("", "expected whole numbers, as the header says")
        return numbers.astype(np.int64)


class _Binary:
    """The body of a binary file: numbers of several sizes."""

    def __init__(self, source: MeshSource, header: _Header) -> None:
        self.source = source
        self.at = header.length
        self.order = header.order
        self.end = len(source.data)
        self._bytes = np.frombuffer(source.data, np.uint8)
        self._first: Literal["little", "big"] = "little" if self.order == "<" else "big"

    def width(self, kind: str) -> int:
        """Return the size of a number in the body."""
        return int(kind[1])

    def stored_length(self, at: int, kind: str) -> int:
        """Return the stored length of a list."""
        return int.from_bytes(self.source.data[at : at + int(kind[1])], self._first)

    def values(self, places: IndexArray, kind: str) -> NDArray[Any]:
        """Return the numbers at these places of the body."""
        size = int(kind[1])
        columns = [self._bytes[places + i] for i in range(size)]
        return np.ascontiguousarray(np.column_stack(columns)).view(self.order + kind).reshape(-1)


def _read_binary(source: MeshSource, header: _Header) -> dict[str, PlyColumns]:
    """Return the elements of a binary file."""
    body = _Binary(source, header)
    elements = {
        element.name: _read_element(body, element, _find_lengths(body, element))
        for element in header.elements
    }
    source.count_skipped("bytes after the last element", count=len(source.data[body.at :].strip()))
    return elements


def _read_text(source: MeshSource, header: _Header) -> dict[str, PlyColumns]:
    """Return the elements of a text file, whose rows are lines.

    A file whose rows are split or joined is also read if its count of numbers matches the header.
    Raises MeshError otherwise.
    """
    body = _Text(source, header)
    rows = sum(element.rows for element in header.elements if element.properties)
    if len(body.counts) >= rows:
        elements: dict[str, PlyColumns] = {}
        try:
            line = 0
            for element in header.elements:
                elements[element.name] = _read_element(
                    body, element, _lengths_by_line(body, element, line)
                )
                line += element.rows if element.properties else 0
        except MeshError:
            if len(body.counts) == rows:
                raise
            body.at = 0
        else:
            source.count_skipped("lines after the last element", count=len(body.counts) - rows)
            return elements
    elements = {
        element.name: _read_element(body, element, _find_lengths(body, element))
        for element in header.elements
    }
    if body.at != body.end:
        words = f"expected {rows:,} lines of {body.at:,} numbers as the header says, found {len(body.counts):,} of {body.end:,}"
        raise source.make_error("", words)
    return elements


def _lengths_by_line(body: _Text, element: _Element, first: int) -> list[IndexArray]:
    """Return the number of values of each property in each row.

    The rows are lines from `first` on. Raises MeshError for a line with more or fewer values.
    """
    if not element.properties:
        return []
    lines = slice(first, first + element.rows)
    counts = body.counts[lines]
    starts = body.at + np.cumsum(counts) - counts
    value_counts = np.zeros(element.rows, dtype=np.int64)
    lengths = []
    for p in element.properties:
        length = np.ones(element.rows, dtype=np.int64)
        if p.count:
            list_sizes = (
                body.numbers[np.minimum(starts + value_counts, body.end - 1)]
                if body.end
                else np.zeros(element.rows)
            )
            length = np.where(
                (list_sizes >= 0) & (list_sizes <= body.end), list_sizes, body.end + 1
            ).astype(np.int64)
        lengths.append(length)
        value_counts = np.minimum(value_counts + length + bool(p.count), body.end + 1)
    wrong = np.flatnonzero(value_counts != counts)
    if len(wrong):
        row = int(wrong[0])
        place = (
            f"line {body.lines[lines][row]}, element {quote_words(element.name)}, row {row + 1:,}"
        )
        if value_counts[row] > counts[row]:
            raise body.source.make_error(
                place,
                f"the row reaches beyond the end of its line, which has {counts[row]:,} values",
            )
        raise body.source.make_error(
            place,
            f"expected {value_counts[row]:,} values as the header says, found {counts[row]:,}",
        )
    return lengths


def _read_element(body: _Text | _Binary, element: _Element, lengths: Sequence[Any]) -> PlyColumns:
    """Return the rows of the next element, with the given number of values per property."""
    widths = [body.width(p.kind) for p in element.properties]
    heads = [body.width(p.count) if p.count else 0 for p in element.properties]
    longs = [np.broadcast_to(np.asarray(long, dtype=np.int64), element.rows) for long in lengths]
    sizes = [head + width * long for head, width, long in zip(heads, widths, longs, strict=True)]
    row = np.sum(sizes, axis=0) if sizes else np.zeros(element.rows, dtype=np.int64)
    at = body.at + np.cumsum(row) - row
    if body.at + row.sum() > body.end:
        raise body.source.make_error(
            f"element {quote_words(element.name)}",
            "damaged: the file ends before the last row of this element; export it again",
        )
    body.at += int(row.sum())
    columns: PlyColumns = {}
    for p, head, width, long, size in zip(
        element.properties, heads, widths, longs, sizes, strict=True
    ):
        within = np.arange(long.sum()) - np.repeat(np.cumsum(long) - long, long)
        columns[p.name] = body.values(np.repeat(at + head, long) + width * within, p.kind)
        if p.count:
            columns[f"{p.name}#"] = long
        at = at + size
    return columns


def _find_lengths(body: _Text | _Binary, element: _Element) -> Sequence[Any]:
    """Return the number of values of each property: once if all rows are equal, else per row."""
    return _equal_row_lengths(body, element) or _lengths_row_by_row(body, element)


def _equal_row_lengths(body: _Text | _Binary, element: _Element) -> list[int]:
    """Return each property's number of values if all rows match the first; else an empty list."""
    at = body.at
    lengths = []
    places = []
    for p in element.properties:
        if p.count:
            places.append((at - body.at, p.count))
            lengths.append(body.stored_length(at, p.count))
            at += body.width(p.count)
        else:
            lengths.append(1)
        at += body.width(p.kind) * lengths[-1]
    step = at - body.at
    rows = element.rows
    if body.at + step * rows > body.end:
        return []
    list_lengths = [
        length for p, length in zip(element.properties, lengths, strict=True) if p.count
    ]
    for (place, kind), length in zip(places, list_lengths, strict=True):
        if (body.values(body.at + place + step * np.arange(rows), kind) != length).any():
            return []
    return lengths


def _lengths_row_by_row(body: _Text | _Binary, element: _Element) -> list[list[int]]:
    """Return each property's number of values in each row. Raises MeshError for a cut-off file."""
    at = body.at
    end = body.end
    lengths: list[list[int]] = [[] for _ in element.properties]
    shape = [
        (p.count, body.width(p.count) if p.count else 0, body.width(p.kind))
        for p in element.properties
    ]
    if not any(p.count for p in element.properties):
        return [[1] * element.rows for _ in shape]
    for row in range(element.rows):
        if row % _STEP == 0:
            body.source.report_progress(at, max(end, 1))
        for long, (kind, head, width) in zip(lengths, shape, strict=True):
            long.append(body.stored_length(at, kind) if kind else 1)
            at += head + width * long[-1]
        if at > end:
            place = f"element {quote_words(element.name)}, row {row + 1:,}"
            raise body.source.make_error(
                place, "damaged: the row reaches beyond the end of the file; export it again"
            )
    return lengths


def _colors(columns: PlyColumns) -> Colors | None:
    """Return the red, green, blue and opacity of each row, if present."""
    prefix = next((before for before in ("", "diffuse_") if f"{before}red" in columns), "")
    names = [
        prefix + name for name in ("red", "green", "blue", "alpha") if prefix + name in columns
    ]
    if names[:3] != [prefix + name for name in ("red", "green", "blue")]:
        return None
    colors = np.full((len(columns[names[0]]), 4), 255, dtype=np.uint8)
    for i, name in enumerate(names):
        values = np.nan_to_num(columns[name].astype(np.float64))
        of_one = columns[name].dtype.kind == "f" and values.size and values.max() <= 1
        colors[:, i] = np.clip(np.rint(values * (255 if of_one else 1)), 0, 255)
    return colors


def _uv(
    vertex: PlyColumns, own: IndexArray, face: PlyColumns, counts: IndexArray, triangles: IndexArray
) -> Uv | None:
    """Return the texture coordinates of the faces' corners, else of the points."""
    if "texcoord" in face and np.array_equal(face.get("texcoord#", np.zeros(0)), 2 * counts):
        return face["texcoord"].reshape(-1, 2).astype(np.float32)[triangles]
    for u, v in (("s", "t"), ("u", "v"), ("texture_u", "texture_v")):
        if {u, v} <= vertex.keys():
            return np.column_stack([vertex[u], vertex[v]]).astype(np.float32)[own]
    return None
