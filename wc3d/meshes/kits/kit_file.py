"""The file that remembers how the mesh files of a kit are read: `wc3d-kit.toml` in its folder.

It has a table for each format. If the folder cannot be written, the file is in the user's settings
folder.

    [glb]
    units = "m"
    scale = 0.01786
    up = "y"
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.user_folders import settings_folder
from wc3d.errors import InputError, read_bounded_file
from wc3d.meshes.mesh_source import MESH_SUFFIXES, quote_words
from wc3d.meshes.units import UNIT_NAMES, UP_AXES, Unit, Up

KIT_FILE_NAME = "wc3d-kit.toml"
"""Name of the file in the kit's folder."""

MAX_KIT_FILE_BYTES = 100_000
"""Most bytes of the file."""

MAX_PARENT_FOLDERS = 6
"""Most folders above a file in which the kit's file is searched."""

MAX_SCALE = 1e6
"""Largest scale, and the inverse of the smallest."""

HEADING = """\
# How wc3d reads the mesh files of this folder. Change it, or delete this file to settle it again.
"""


class PieceReading(NamedTuple):
    """The units, the scale and the upward axis of mesh files."""

    unit: Unit
    scale: float
    up: Up


KitReadings = Mapping[str, PieceReading]
"""The reading of each format, by its suffix such as ".glb"."""


def load_kit_file(folder: Path) -> tuple[dict[str, PieceReading], Path | None]:
    """Return what is remembered about a kit's folder, and in which file; ({}, None) for nothing.

    Raises InputError for an invalid file.
    """
    for path in (folder / KIT_FILE_NAME, _fallback_path(folder)):
        if os.path.lexists(path):
            return _parse(path), path
    return {}, None


def save_kit_file(folder: Path, readings: KitReadings) -> Path | None:
    """Remember how a kit is read. Return the path of the file, or None if none can be written."""
    tables = [
        f'[{suffix[1:]}]\nunits = "{reading.unit}"\nscale = {float(reading.scale)!r}\nup = "{reading.up}"\n'
        for suffix, reading in sorted(readings.items())
    ]
    text = "\n".join([HEADING, *tables])
    for path in (folder / KIT_FILE_NAME, _fallback_path(folder)):
        with contextlib.suppress(OSError):
            if path.parent != folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, text)
            return path
    return None


def find_kit_reading(path: Path) -> PieceReading | None:
    """Return how the kit of a file is read, if a folder above it remembers that.

    Raises InputError for an invalid kit's file.
    """
    for folder in list(path.parents)[:MAX_PARENT_FOLDERS]:
        readings, _ = load_kit_file(folder)
        if path.suffix.lower() in readings:
            return readings[path.suffix.lower()]
    return None


def _fallback_path(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return settings_folder() / "kits" / f"{name}.toml"


def _parse(path: Path) -> dict[str, PieceReading]:
    data = read_bounded_file(path, MAX_KIT_FILE_BYTES, "a kit's file")
    try:
        tables = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: expected TOML: {error}") from None
    readings = {}
    for name, table in tables.items():
        suffix = f".{name}"
        if suffix not in MESH_SUFFIXES:
            expected = ", ".join(known[1:] for known in MESH_SUFFIXES)
            raise InputError(f"{path}: {quote_words(name)}: expected a format: {expected}")
        if not isinstance(table, dict):
            raise InputError(f"{path}: {name}: expected a table with units, scale and up")
        readings[suffix] = _parse_reading(path, name, table)
    return readings


def _parse_reading(path: Path, name: str, table: dict[str, Any]) -> PieceReading:
    for key in table:
        if key not in ("units", "scale", "up"):
            raise InputError(
                f"{path}: {name}.{quote_words(key)}: expected only units, scale and up"
            )
    unit = table.get("units")
    if unit not in UNIT_NAMES:
        raise InputError(f"{path}: {name}.units: expected one of {', '.join(UNIT_NAMES)}")
    up = table.get("up")
    if up not in UP_AXES:
        raise InputError(f"{path}: {name}.up: expected one of {', '.join(UP_AXES)}")
    scale = table.get("scale", 1.0)
    is_number = isinstance(scale, int | float) and not isinstance(scale, bool)
    if not (is_number and math.isfinite(scale) and 1 / MAX_SCALE <= scale <= MAX_SCALE):
        raise InputError(
            f"{path}: {name}.scale: expected a number from {1 / MAX_SCALE:g} to {MAX_SCALE:g}"
        )
    return PieceReading(unit, float(scale), up)
