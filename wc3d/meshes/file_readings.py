"""Readings of a mesh file at its place: with its name and the other files of its folder.

A kit is made at one scale, so the extents of its other pieces are evidence of it. They are found
without reading these files.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped_folder
from wc3d.meshes.kits.kit_file import KIT_FILE_NAME, find_kit_reading
from wc3d.meshes.known_things import COLLECTION_MARK
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.producers import read_producer
from wc3d.meshes.readings import Reading, Sibling, propose_readings
from wc3d.meshes.surface import MeshSurface
from wc3d.meshes.units import FORMAT_UNITS_AND_UP, Unit, Up

SHIPPED_REASON = "it comes with wc3d"

MAX_SIBLINGS, MAX_LOOKS = 6, 12
"""Most files of a folder that count, and that are opened."""

MAX_FOLDER_ENTRIES = 2_000
"""Most entries of a folder that are listed."""

MAX_LOOK_BYTES = 400_000
"""Most bytes of a file that are looked at."""

LOOK_ERRORS = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RecursionError,
    struct.error,
)
"""Errors of damaged files, which are no evidence."""

KIT_SCORE = 10.0
"""How much more likely than all others the reading is that a kit's folder remembers."""

KIT_WHY = f"as {KIT_FILE_NAME} says"
"""Reason of that reading."""

GLB_MAGIC = b"glTF"
STL_HEADER_BYTES, STL_RECORD_BYTES = 84, 50

_VERTEX = re.compile(rb"(?m)^v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)")

Box = NDArray[np.float64]


def propose_file_readings(
    surface: MeshSurface,
    path: Path,
    *,
    unit: Unit | None = None,
    scale: float | None = None,
    up: Up | None = None,
    subject: str = "",
) -> tuple[Reading, ...]:
    """Return the likely readings of a file, the most likely first; at least one.

    `subject` names a known thing, such as "figure", in place of the file's name. A `unit`, `scale`
    or `up` that the user set leaves only readings that agree. What the folder of a kit remembers
    comes first. The pieces that come with wc3d are
    read in the units and with the axis of their format.
    """
    path = path.resolve()
    name = subject or path.stem
    if path.parent == shipped_folder("models3d").resolve():
        usual_unit, usual_up = FORMAT_UNITS_AND_UP.get(path.suffix.lower(), ("in", "z"))
        own_unit = usual_unit if unit is None and scale is None else unit
        readings = propose_readings(surface, name, unit=own_unit, scale=scale, up=up or usual_up)
        return tuple(
            replace(
                reading,
                size_why=reading.size_why if unit is not None else SHIPPED_REASON,
                up_why=reading.up_why if up is not None else SHIPPED_REASON,
            )
            for reading in readings
        )
    siblings = () if subject else find_siblings(path, surface.producer)
    readings = propose_readings(surface, name, siblings, unit=unit, scale=scale, up=up)
    if subject or not (unit is None and scale is None and up is None):
        return readings
    own = find_kit_reading(path)
    if own is None:
        return readings
    first = propose_readings(surface, name, unit=own.unit, scale=own.scale, up=own.up)[0]
    others = (reading for reading in readings if reading.differs_from(first))
    score = readings[0].score + KIT_SCORE
    return (replace(first, score=score, size_why=KIT_WHY, up_why=KIT_WHY), *others)


def choose_file_reading(
    surface: MeshSurface,
    path: Path,
    number: int,
    *,
    unit: Unit | None = None,
    scale: float | None = None,
    up: Up | None = None,
) -> Reading:
    """Return the likely reading of this number, from 1. Raises MeshError for another number."""
    readings = propose_file_readings(surface, path, unit=unit, scale=scale, up=up)
    if not 1 <= number <= len(readings):
        raise MeshError(
            f"{path.name}: there is no reading {number}; expected a number from 1 to {len(readings)}"
        )
    return readings[number - 1]


def find_siblings(path: Path, producer: str) -> tuple[Sibling, ...]:
    """Return files like this one in its folder: of the same kind, collection and program."""
    kind = path.suffix.lower()
    collection = _collection(path.name)
    try:
        with os.scandir(path.parent) as entries:
            names = sorted(entry.name for entry in islice(entries, MAX_FOLDER_ENTRIES))
    except OSError:
        return ()
    others = [
        name
        for name in names
        if name != path.name
        and Path(name).suffix.lower() == kind
        and _collection(name) == collection
    ]
    step = max(1, len(others) // MAX_SIBLINGS)
    siblings: list[Sibling] = []
    for name in others[::step][:MAX_LOOKS]:
        if len(siblings) == MAX_SIBLINGS:
            break
        with contextlib.suppress(*LOOK_ERRORS):
            size = _look(path.parent / name, kind, producer)
            if size is not None:
                siblings.append(Sibling(Path(name).stem, size))
    return tuple(siblings)


def _collection(name: str) -> str:
    head, mark, _ = name.partition(COLLECTION_MARK)
    return head if mark else ""


def _look(path: Path, kind: str, producer: str) -> tuple[float, float, float] | None:
    """Return the extent of a file, or None if another program wrote it or it is not clear."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        data = file.read(MAX_LOOK_BYTES)
    if read_producer(kind, data) != producer:
        return None
    if kind == ".glb" and data[:4] == GLB_MAGIC:
        length = struct.unpack_from("<I", data, 12)[0]
        corners = _gltf_corners(json.loads(data[20 : 20 + length]))
    elif kind == ".gltf":
        corners = _gltf_corners(json.loads(data))
    elif kind == ".stl":
        corners = _stl_corners(data, path.stat().st_size)
    elif kind == ".obj":
        corners = np.array(_VERTEX.findall(data), dtype=np.float64)
    else:
        return None
    if corners is None or not len(corners) or not np.isfinite(corners).all():
        return None
    x, y, z = np.ptp(corners, axis=0).tolist()
    return (x, y, z) if max(x, y, z) > 0.0 else None


def _gltf_corners(document: Any) -> Box | None:
    """Return the extreme corners of a glTF file whose nodes only move their meshes."""
    if any(node.keys() & {"matrix", "scale", "rotation"} for node in document.get("nodes", ())):
        return None
    numbers = {
        primitive["attributes"]["POSITION"]
        for mesh in document["meshes"]
        for primitive in mesh["primitives"]
    }
    accessors = [document["accessors"][number] for number in numbers]
    corners = [accessor[name] for accessor in accessors for name in ("min", "max")]
    return np.array(corners, dtype=np.float64).reshape(-1, 3)


def _stl_corners(data: bytes, size: int) -> Box | None:
    """Return the first corners of a binary STL file."""
    count = int.from_bytes(data[80:STL_HEADER_BYTES], "little")
    if size != STL_HEADER_BYTES + STL_RECORD_BYTES * count:
        return None
    whole = (len(data) - STL_HEADER_BYTES) // STL_RECORD_BYTES
    records = np.frombuffer(
        data, np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("more", "<u2")]), whole, 84
    )
    return records["corners"].astype(np.float64).reshape(-1, 3)
