"""Decode the compressed data of glTF files, Draco and meshopt, by the libraries of the extra `wc3d[meshes]`.

Both libraries are compiled code that allocates what the data says. So the sizes that the data says are checked first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.files import CORNERS_LIMIT, FILE_LIMIT, TRIANGLES_LIMIT, MeshError, Source
from wc3d.meshes.gltf_model import MeshoptUse

EXTRA = 'pip install "wc3d[meshes]"'

DENSEST, FEWEST = 200, 1_000
"""Draco packs no more faces or corners into a byte than this, besides the first few: more is damage."""

METADATA_DEPTH = 16
"""Metadata within metadata of Draco data."""

_DRACO_MESH, _EDGEBREAKER, _HAS_METADATA = 1, 1, 0x8000


class DracoMesh(NamedTuple):
    """A decoded mesh: the corners of its faces (n, 3), and its attributes by their Draco ids, a row for each corner."""

    faces: NDArray[np.int64]
    attributes: dict[int, NDArray[Any]]


def decode_draco(source: Source, place: str, data: bytes) -> DracoMesh:
    """Return a mesh that is compressed with Draco. Raises MeshError for damaged data, and where the library is missing."""
    try:
        import DracoPy
    except ImportError:
        raise _missing(source, place, "Draco") from None
    damaged = source.wrong(place, "damaged Draco data: export it again")
    try:
        faces, corners = _draco_counts(data)
    except (IndexError, ValueError):
        raise damaged from None
    limit = FEWEST + DENSEST * len(data)
    if faces > min(TRIANGLES_LIMIT, limit) or corners > min(CORNERS_LIMIT, limit):
        raise source.wrong(place, f"Draco data of {faces:,} faces and {corners:,} vertices: too many, or damaged")
    try:
        mesh = DracoPy.decode(data)
        triangles = np.asarray(mesh.faces, dtype=np.int64).reshape(-1, 3)
        attributes = {int(attribute["unique_id"]): np.asarray(attribute["data"]) for attribute in mesh.attributes}
    except MemoryError:
        raise
    except Exception:  # the library raises many kinds
        raise damaged from None
    return DracoMesh(triangles, {id: rows.reshape(len(rows), -1) for id, rows in attributes.items()})


def _draco_counts(data: bytes) -> tuple[int, int]:
    """Return how many faces and corners Draco data says that it has.

    Raises IndexError or ValueError for what is not the data of a mesh in the form that glTF allows (version 2.2).
    """
    if data[:5] != b"DRACO" or (data[5], data[6]) != (2, 2) or data[7] != _DRACO_MESH:
        raise ValueError("expected a Draco mesh of version 2.2")
    method, flags, at = data[8], data[9] | data[10] << 8, 11
    if flags & _HAS_METADATA:
        at = _after_metadata(data, at)
    if method == _EDGEBREAKER:
        corners, at = _varint(data, at + 1)
        faces, at = _varint(data, at)
    else:
        faces, at = _varint(data, at)
        corners, at = _varint(data, at)
    return faces, corners


def _after_metadata(data: bytes, at: int) -> int:
    count, at = _varint(data, at)
    for _ in range(count):
        _, at = _varint(data, at)
        at = _after_entries(data, at, 0)
    return _after_entries(data, at, 0)


def _after_entries(data: bytes, at: int, depth: int) -> int:
    if depth > METADATA_DEPTH:
        raise ValueError("metadata is nested too deeply")
    count, at = _varint(data, at)
    for _ in range(count):
        at += 1 + data[at]
        size, at = _varint(data, at)
        at += size
    count, at = _varint(data, at)
    for _ in range(count):
        at = _after_entries(data, at + 1 + data[at], depth + 1)
    return at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number stored in groups of seven bits, the lowest first, and the place behind it."""
    number = 0
    for shift in range(0, 35, 7):
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError("a number has too many bytes")


def decode_meshopt(source: Source, place: str, use: MeshoptUse, data: bytes, size: int) -> bytes:
    """Return the `size` bytes of a bufferView that is compressed with meshopt.

    Raises MeshError for damaged data, and where the library is missing.
    """
    try:
        import meshopt
    except ImportError:
        raise _missing(source, place, "meshopt") from None
    if use.count * use.byte_stride != size or size > FILE_LIMIT:
        words = f"expected {use.count:,} rows of {use.byte_stride:,} bytes in {size:,} bytes, at most {FILE_LIMIT:,}"
        raise source.wrong(place, words)
    if len(data) != use.byte_length:
        raise source.wrong(place, f"damaged: reaches beyond buffers[{use.buffer}]")
    if not use.count:
        return b""
    try:
        return meshopt.decode_gltf_buffer(bytes(data), use.count, use.byte_stride, use.mode, use.filter).tobytes()
    except MemoryError:
        raise
    except Exception:  # the library raises many kinds
        raise source.wrong(place, "damaged meshopt data: export it again") from None


def _missing(source: Source, place: str, way: str) -> MeshError:
    return source.wrong(place, f"compressed with {way}: to read it, {EXTRA}; or export it uncompressed")
