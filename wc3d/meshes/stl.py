"""STL files, binary and text."""
from __future__ import annotations

import codecs

import numpy as np

from wc3d.meshes.files import Source
from wc3d.meshes.surface import Patch, Triangles
from wc3d.meshes.words import stretches

HEADER = 84
"""Bytes before the first triangle: words, then how many triangles there are."""

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


def read_stl(source: Source) -> list[Patch]:
    """The triangles of an STL file. Raises MeshError for one that is damaged."""
    data = source.data
    room = (len(data) - HEADER) // _RECORD.itemsize
    told = int.from_bytes(data[HEADER - 4 : HEADER], "little")
    if not (room == told and len(data) >= HEADER) and _is_text(data):
        return [Patch(_text(source))]
    if len(data) < HEADER:
        raise source.wrong("", f"ends after {len(data)} bytes, expected an STL file's {HEADER} and its triangles")
    if room != told:
        place = f"byte {HEADER - 4}"
        raise source.wrong(place, f"expected {told:,} triangles as it says there, it has room for {room:,}: export it again")
    source.refuse_many(told)
    records = np.frombuffer(data, _RECORD, count=told, offset=HEADER)
    return [Patch(records["corners"].astype(np.float64))]


def _is_text(data: bytes) -> bool:
    return data[:200].lstrip(codecs.BOM_UTF8 + b" \t\r\n").lower().startswith(b"solid") and b"\0" not in data[:1000]


def _text(source: Source) -> Triangles:
    """The triangles of the text form: between `outer loop` and `endloop` stand three lines `vertex x y z`."""
    found, corners, closed, ended = [np.zeros((0, 3))], 0, 0, False
    for lines in stretches(source):
        vertex, end = lines.beginning(b"vertex"), lines.beginning(b"endloop")
        numbers, counts = lines.numbers(vertex)
        if (counts != 3).any():
            raise source.wrong(f"line {lines.number[vertex][counts != 3][0]}", "expected vertex and three numbers")
        loops = corners + np.cumsum(vertex)[end]
        expected = 3 * (closed + 1 + np.arange(len(loops)))
        if (loops != expected).any():
            raise source.wrong(f"line {lines.number[end][loops != expected][0]}", "expected a loop of three corners")
        corners += len(counts)
        closed += len(loops)
        source.refuse_many(corners // 3)
        found.append(numbers.reshape(-1, 3))
        if len(lines.number):
            ended = bool(lines.beginning(b"endsolid", b"end")[-1])
    if corners != 3 * closed or not ended:
        raise source.wrong("", "ends before its endsolid: damaged, export it again")
    return np.concatenate(found).reshape(-1, 3, 3)
