"""Miniatures of one's own: a mesh file for a unit, stood on its base as large as fits its volume. Decoration, as all figures.

They lie in one folder, by their mould's name: neo_mechanika/dusk_wolf.stl, or dusk_wolf.stl for whichever game.
"""
from __future__ import annotations

import shutil
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wc3d._internal.atomic_write import written_whole
from wc3d.meshes.files import KINDS, MeshError
from wc3d.meshes.guesses import guess_units, guess_up
from wc3d.meshes.reading import read_surface
from wc3d.meshes.surface import Part
from wc3d.scene.coarsening import few_triangles
from wc3d.scene.figures import FEET
from wc3d.scene.looks import look_of_surface
from wc3d.scene.terrain_meshes import PlacedLook
from wc3d.table.terrain.meshes import MeshFit, MeshKey

PRIMED = (176, 174, 170)
"""What one is painted that has no colors of its own."""
OVER = 1.3
"""So many times as far from the middle as its base it may reach."""
LARGEST = 80_000_000
"""Bytes of a file."""
FINEST, FEWER = 40_000, 24_000
"""Triangles: one of more than so many and without textures is drawn with fewer, so that nobody waits for it."""
STANDS = 0.2
"""It stands with the middle of so much of it, from below, in the middle of its base."""


class Miniature(NamedTuple):
    """One that can be drawn, or what is wrong with its file, in a line."""

    placed: PlacedLook | None
    fault: str = ""


_folder: list[Path] = []


def use_folder(folder: Path | None) -> None:
    """Look for miniatures there; None: have none."""
    _folder[:] = [] if folder is None else [folder]


def file_of(mould: str) -> Path | None:
    """The file for a mould, or None."""
    if not _folder or not mould:
        return None
    names = (mould, mould.rpartition("/")[2])
    return next((path for name in names for kind in KINDS if (path := _folder[0] / f"{name}{kind}").is_file()), None)


def adopt(mould: str, path: Path) -> Path:
    """Copy a file to where the mould's is looked for, in place of another. Raises OSError, or MeshError if it is no mesh or too
    large to be shown; then the other one stays."""
    if (size := path.stat().st_size) > LARGEST:
        raise MeshError(_too_large(path, size))
    read_surface(path)
    if not _folder:
        raise OSError("there is no folder for miniatures")
    place = _folder[0] / f"{mould}{path.suffix.lower()}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as file, written_whole(place) as target:
        shutil.copyfileobj(file, target)
    for kind in KINDS:
        if (old := _folder[0] / f"{mould}{kind}") != place:
            old.unlink(missing_ok=True)
    return place


def _too_large(path: Path, size: int) -> str:
    return f"{path}: the file has {size:,} bytes; a miniature may have at most {LARGEST:,}"


def miniature(path: Path, radius: float, height: float) -> Miniature:
    """A file's miniature for a base of that radius and a volume of that height."""
    try:
        stat = path.stat()
    except OSError as error:
        return Miniature(None, f"{path}: {error.strerror}")
    return _made(path, stat.st_mtime_ns, stat.st_size, radius, height)


@lru_cache(maxsize=64)
def _made(path: Path, changed: int, size: int, radius: float, height: float) -> Miniature:
    try:
        if size > LARGEST:
            return Miniature(None, _too_large(path, size))
        surface = read_surface(path)
        key = MeshKey(path, changed, size, MeshFit(guess_units(surface)[0], guess_up(surface)[0]))
        if len(surface.triangles) > FINEST and not any(part.material and part.material.texture for part in surface.parts):
            triangles = few_triangles(surface.triangles, FEWER)
            surface = replace(surface, triangles=triangles, parts=(Part(0, len(triangles), None, None, None),))
        look = look_of_surface(surface, path, key.fit)
    except (MeshError, OSError) as error:
        return Miniature(None, str(error))
    points = np.concatenate([skin.points for skin in look.forms[0]]).astype(float)
    low, high = points[:, 2].min(), points[:, 2].max()
    feet = points[points[:, 2] <= low + STANDS * (high - low)]
    middle = (feet.min(axis=0) + feet.max(axis=0)) / 2
    reach = float(np.hypot(*(points[:, :2] - middle[:2]).T).max())
    scale = min(OVER * radius / max(reach, 1e-9), (height - FEET) / max(high - low, 1e-9))
    matrix = np.diag([scale, scale, scale, 1.0])
    matrix[:3, 3] = (-middle[0] * scale, -middle[1] * scale, FEET - low * scale)
    return Miniature(PlacedLook(key, look, matrix))
