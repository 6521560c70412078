"""Decode Draco and meshopt data of glTF files with the libraries of the extra `wc3d[meshes]`.

Both libraries are compiled code that allocates memory for the sizes in the data. These sizes are
therefore checked first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.gltf_schema import MeshoptUse
from wc3d.meshes.mesh_source import (
    CORNERS_LIMIT,
    MAX_FILE_BYTES,
    TRIANGLES_LIMIT,
    MeshError,
    MeshSource,
)

INSTALL_HINT = 'pip install "wc3d[meshes]"'

MAX_ITEMS_PER_BYTE, MIN_ITEMS_CHECKED = 200, 1_000
"""Most faces or corners per byte of Draco data, and the count below which this is not checked."""

MAX_METADATA_DEPTH = 16
"""Most levels of nested metadata in Draco data."""

_DRACO_MESH = 1
_EDGEBREAKER = 1
_HAS_METADATA = 0x8000


class DracoMesh(NamedTuple):
    """A decoded mesh: face corners (n, 3), and attributes by Draco id with a row per corner."""

    faces: NDArray[np.int64]
    attributes: dict[int, NDArray[Any]]


def decode_draco(source: MeshSource, place: str, data: bytes) -> DracoMesh:
    """Return a decoded Draco mesh. Raises MeshError for damaged data or a missing library."""
    try:
        import DracoPy
    except ImportError:
        raise _missing_library_error(source, place, "Draco") from None
    damaged = source.make_error(place, "damaged Draco data; export it again")
    try:
        faces, corners = _draco_counts(data)
    except (IndexError, ValueError):
        raise damaged from None
    limit = MIN_ITEMS_CHECKED + MAX_ITEMS_PER_BYTE * len(data)
    if faces > min(TRIANGLES_LIMIT, limit) or corners > min(CORNERS_LIMIT, limit):
        raise source.make_error(
            place,
            f"the Draco data lists {faces:,} faces and {corners:,} vertices, which is too many, or it is damaged",
        )
    try:
        mesh = DracoPy.decode(data)
        triangles = np.asarray(mesh.faces, dtype=np.int64).reshape(-1, 3)
        attributes = {
            int(attribute["unique_id"]): np.asarray(attribute["data"])
            for attribute in mesh.attributes
        }
    except MemoryError:
        raise
    except Exception:  # the library raises many kinds of exceptions
        raise damaged from None
    return DracoMesh(
        triangles, {id: rows.reshape(len(rows), -1) for id, rows in attributes.items()}
    )


def _draco_counts(data: bytes) -> tuple[int, int]:
    """Return the numbers of faces and corners in the header of Draco data.

    Raises IndexError or ValueError for data that is not a mesh in the form that glTF allows
    (version 2.2).
    """
    if data[:5] != b"DRACO" or (data[5], data[6]) != (2, 2) or data[7] != _DRACO_MESH:
        raise ValueError("expected a Draco mesh of version 2.2")
    method = data[8]
    flags = data[9] | data[10] << 8
    at = 11
    if flags & _HAS_METADATA:
        at = _skip_metadata(data, at)
    if method == _EDGEBREAKER:
        corners, at = _read_varint(data, at + 1)
        faces, at = _read_varint(data, at)
    else:
        faces, at = _read_varint(data, at)
        corners, at = _read_varint(data, at)
    return faces, corners


def _skip_metadata(data: bytes, at: int) -> int:
    count, at = _read_varint(data, at)
    for _ in range(count):
        _, at = _read_varint(data, at)
        at = _skip_entries(data, at, 0)
    return _skip_entries(data, at, 0)


def _skip_entries(data: bytes, at: int, depth: int) -> int:
    if depth > MAX_METADATA_DEPTH:
        raise ValueError("the Draco metadata is nested too deeply")
    count, at = _read_varint(data, at)
    for _ in range(count):
        at += 1 + data[at]
        size, at = _read_varint(data, at)
        at += size
    count, at = _read_varint(data, at)
    for _ in range(count):
        at = _skip_entries(data, at + 1 + data[at], depth + 1)
    return at


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a little-endian base-128 number and the position after it."""
    number = 0
    for shift in range(0, 35, 7):
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError("damaged Draco data: an integer has no last byte")


def decode_meshopt(
    source: MeshSource, place: str, use: MeshoptUse, data: bytes, size: int
) -> bytes:
    """Return the `size` bytes of a bufferView that is compressed with meshopt.

    Raises MeshError for damaged data or a missing library.
    """
    try:
        import meshopt
    except ImportError:
        raise _missing_library_error(source, place, "meshopt") from None
    if use.count * use.byte_stride != size or size > MAX_FILE_BYTES:
        words = f"expected {size:,} bytes (the limit is {MAX_FILE_BYTES:,}), found {use.count:,} rows of {use.byte_stride:,} bytes"
        raise source.make_error(place, words)
    if len(data) != use.byte_length:
        raise source.make_error(
            place, f"damaged: reaches beyond buffers[{use.buffer}]; export it again"
        )
    if not use.count:
        return b""
    try:
        return meshopt.decode_gltf_buffer(
            bytes(data), use.count, use.byte_stride, use.mode, use.filter
        ).tobytes()
    except MemoryError:
        raise
    except Exception:  # the library raises many kinds of exceptions
        raise source.make_error(place, "damaged meshopt data; export it again") from None


def _missing_library_error(source: MeshSource, place: str, way: str) -> MeshError:
    return source.make_error(
        place, f"compressed with {way}; to read it, run: {INSTALL_HINT}, or export it uncompressed"
    )
