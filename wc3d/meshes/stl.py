"""STL files, binary and text.

The reader supports corners only. Names, the binary header, normals and text outside `solid ...
endsolid` are metadata. Attributes of binary triangles (colors in some programs) and other text
lines are reported.
"""

from __future__ import annotations

import re

import numpy as np

from wc3d._internal.text_files import recode_to_utf8
from wc3d.meshes.mesh_source import MAX_NAME_CHARS, MAX_SCENE_PIECES, MeshSource
from wc3d.meshes.surface import ObjectName, ObjectNumbers, TrianglePatch, Triangles
from wc3d.meshes.text_lines import LineMask, TextLines, read_stretches
from wc3d.meshes.triangulate import triangulate_faces

HEADER_BYTES = 84
"""Bytes before the first triangle: text, then the number of triangles."""

UNKNOWN_COUNT = 0xFFFFFFFF
"""A placeholder for the number of triangles, written before they were counted; zero is another."""

MAX_LIKELY_COORDINATE = 1e7
"""Largest plausible coordinate, in units, in a file with a wrong number of triangles."""

MAX_ONE_LINE_BYTES = 30_000_000
"""Most bytes of a text whose triangles are not on lines of their own."""

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])

_BEGINNING = 1_000
"""Bytes that are inspected to recognize text."""

_NOT_WORDS = re.compile(rb"[^\t\r\n -~]")
_KEYWORD = re.compile(rb"(?i)[ \t]+(?=(?:outer|vertex|endloop|endfacet|facet|endsolid)\b)")
_NAME = re.compile(
    rb"(?mi)(?:^[ \t]*solid\b|\bendsolid\b)(?:(?!\bfacet[ \t]+(?:normal|outer)\b)[^\r\n])*"
)
"""The start or end of a solid up to its next facet: its name may contain keywords."""

_TRIANGLE_WORDS = (b"facet", b"outer", b"vertex", b"endloop")
_OTHER_WORDS = (b"endfacet", b"solid", b"endsolid", b"end")


def read_stl(source: MeshSource) -> list[TrianglePatch]:
    """Return an STL file's triangles. Raises MeshError for a damaged file."""
    data = source.data
    room = (len(data) - HEADER_BYTES) // _RECORD.itemsize
    header_count = int.from_bytes(data[HEADER_BYTES - 4 : HEADER_BYTES], "little")
    if not (room == header_count and len(data) >= HEADER_BYTES):
        text = recode_to_utf8(data)
        if _is_text(text):
            source.data = text
            return [_read_text(source)]
    if len(data) < HEADER_BYTES:
        raise source.make_error(
            "",
            f"expected a header of {HEADER_BYTES} bytes, but the file ends after {len(data)} bytes; export it again",
        )
    if room != header_count and not _NOT_WORDS.search(data[:_BEGINNING]):
        raise source.make_error(
            "", "expected an STL file, found text without triangles; export it again"
        )
    records = np.frombuffer(data, _RECORD, count=room, offset=HEADER_BYTES)
    count = (
        header_count
        if room == header_count
        else _count_triangles(source, records["corners"], header_count)
    )
    source.refuse_too_many(count)
    if room == header_count and (extra_bytes := len(data) - HEADER_BYTES - room * _RECORD.itemsize):
        source.add_note(f"{extra_bytes:,} bytes after the triangles left out")
    attributes = int(np.count_nonzero(records["more"][:count]))
    source.count_skipped("attributes of triangles (colors, for some programs)", count=attributes)
    return [TrianglePatch(records["corners"][:count].astype(np.float64))]


def _count_triangles(source: MeshSource, corners: Triangles, header_count: int) -> int:
    """Return the number of triangles if the header's number does not match the file size.

    Data after the stated triangles counts as triangles if all its numbers are similar to theirs.
    Other data (such as text) is omitted. Raises MeshError for a cut-off file.
    """
    room = len(corners)
    expected_count = header_count if header_count != UNKNOWN_COUNT else 0
    whole = (len(source.data) - HEADER_BYTES) % _RECORD.itemsize == 0
    likely = np.asarray((np.abs(corners) <= MAX_LIKELY_COORDINATE).all(axis=(1, 2)))
    if expected_count < room and likely[:expected_count].all():
        if whole and likely.all() and corners[expected_count:].any():
            source.add_note(
                f"the header says {header_count:,} triangles, but the file has {room:,}"
            )
            return room
        if expected_count:
            source.add_note(
                f"{len(source.data) - HEADER_BYTES - expected_count * _RECORD.itemsize:,} bytes after the triangles left out"
            )
            return expected_count
    place = f"byte {HEADER_BYTES - 4}"
    raise source.make_error(
        place,
        f"expected {header_count:,} triangles as the header says, but the file has room for {room:,}; export it again",
    )


def _is_text(data: bytes) -> bool:
    beginning = data[:_BEGINNING].lower()
    solid = beginning[:200].lstrip(b" \t\r\n").startswith(b"solid")
    return (
        solid or re.search(rb"\bfacet\s+normal\b", beginning) is not None
    ) and b"\0" not in beginning


def _read_text(source: MeshSource) -> TrianglePatch:
    """Return the triangles of the text form, with `vertex x y z` lines in each `outer loop`."""
    if (first := source.data.find(b"\0")) >= 0:
        source.add_note(
            f"left out: bytes that are not text, from byte {first:,} (perhaps another file)"
        )
    if len(source.data) <= MAX_ONE_LINE_BYTES:
        source.data = _split_keywords(source.data)
    point_groups = [np.zeros((0, 3))]
    counted = [np.zeros(0, dtype=np.int64)]
    corners = 0
    last = 0
    whole = True
    closed = False
    depth = 0
    solids = _NamedSolids()
    for lines in read_stretches(source):
        vertex = lines.lines_beginning(b"vertex")
        end = lines.lines_beginning(b"endloop")
        numbers, counts = lines.parse_numbers(vertex)
        if (counts != 3).any():
            raise source.make_error(
                f"line {lines.number[vertex][counts != 3][0]}",
                "expected vertex and three numbers, for example vertex 0 0 1",
            )
        loops = np.diff(corners + np.cumsum(vertex)[end], prepend=last)
        if (loops < 3).any():
            raise source.make_error(
                f"line {lines.number[end][loops < 3][0]}",
                "expected three vertices in each outer loop",
            )
        corners += len(counts)
        last += int(loops.sum())
        source.refuse_too_many(corners // 3)
        point_groups.append(numbers.reshape(-1, 3))
        counted.append(loops)
        if source.with_objects:
            solids.read(lines, end)
        depth = _skip_other_lines(source, lines, depth)
        if len(lines.number):
            whole = not lines.lines_beginning(*_TRIANGLE_WORDS)[-1]
            closed |= bool(lines.lines_beginning(b"endsolid", b"end").any())
    if corners != last or not whole:
        raise source.make_error("", "damaged: ends within a triangle; export it again")
    if not closed:
        source.add_note("ends without endsolid: if the file was cut off, export it again")
    points = np.concatenate(point_groups)
    sizes = np.concatenate(counted)
    objects = solids.add_objects(source) if source.with_objects else None
    if (sizes == 3).all():
        return TrianglePatch(points.reshape(-1, 3, 3), objects=objects)
    corners_of_triangles, owner = triangulate_faces(source, points, sizes)
    return TrianglePatch(
        points[corners_of_triangles], objects=None if objects is None else objects[owner]
    )


class _NamedSolids:
    """The solids of a text file with their names, and the solid of each facet."""

    def __init__(self) -> None:
        self.names = [b""]
        self._numbers = [np.zeros(0, dtype=np.int32)]
        self._last = 0

    def read(self, lines: TextLines, facet: LineMask) -> None:
        """Read a block of lines; `facet` are the lines that end a facet."""
        begins = lines.lines_beginning(b"solid")
        numbers = self._last + np.cumsum(begins)
        if len(self.names) <= MAX_SCENE_PIECES:
            self.names += [name[:MAX_NAME_CHARS] for _, name in lines.remainders(begins)]
        self._numbers.append(numbers[facet].astype(np.int32))
        self._last = int(numbers[-1]) if len(numbers) else self._last

    def add_objects(self, source: MeshSource) -> ObjectNumbers | None:
        """Add the solids to the file's objects, and return the solid of each facet."""
        if self._last >= MAX_SCENE_PIECES:
            return None
        for number, name in enumerate(self.names):
            source.add_object((ObjectName(name.decode("utf-8", "replace"), number),))
        return np.concatenate(self._numbers)


def _split_keywords(data: bytes) -> bytes:
    """Return a text with each keyword on a line of its own."""
    beginning = _NAME.sub(b"", data[: 4 * _BEGINNING])
    if not re.search(rb"(?i)vertex[^\r\n]*vertex", beginning):
        return data
    parts = []
    end = 0
    for name in _NAME.finditer(data):
        parts += [_KEYWORD.sub(b"\n", data[end : name.start()]), b"\n", name[0], b"\n"]
        end = name.end()
    return b"".join([*parts, _KEYWORD.sub(b"\n", data[end:])])


def _skip_other_lines(source: MeshSource, lines: TextLines, depth: int) -> int:
    """Count unread lines within solids. Return the number of open solids after these lines."""
    begins = lines.lines_beginning(b"solid").astype(np.int64)
    ends = lines.lines_beginning(b"endsolid").astype(np.int64)
    depths = depth + np.cumsum(begins - ends)
    unread_mask = ~lines.lines_beginning(*_TRIANGLE_WORDS, *_OTHER_WORDS) & (depths > 0)
    for word, count in lines.first_words(unread_mask):
        source.count_skipped("lines", word, count)
    return int(depths[-1]) if len(depths) else depth
