"""The user's miniatures: a decorative mesh file for a unit, on its base and as large as fits its
volume.

They are in one folder by figure name: neo_mechanika/dusk_wolf.stl, or dusk_wolf.stl for any game.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wc3d._internal.atomic_write import open_atomic
from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.mesh_source import MESH_SUFFIXES, MeshError
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.surface import SurfacePart
from wc3d.scene.figures import BASE_HEIGHT_IN
from wc3d.scene.mesh_looks import make_surface_look
from wc3d.scene.mesh_simplification import simplify_quickly
from wc3d.scene.terrain_meshes import PlacedMeshLook
from wc3d.table.terrain.mesh_solids import MeshImportSettings, MeshKey

PRIMED_RGB = (176, 174, 170)
"""The color of a miniature without colors of its own."""
MAX_REACH_FACTOR = 1.3
"""The maximum extent of a miniature, as a multiple of its base's radius."""
MAX_FILE_BYTES = 80_000_000
"""The maximum size of a file in bytes."""
SIMPLIFY_ABOVE_TRIANGLES, SIMPLIFIED_TRIANGLES = 40_000, 24_000
"""The triangles above which an untextured mesh is simplified for speed, and the target number."""
FOOT_SHARE = 0.2
"""The bottom share of a miniature's height that is centered on the base."""


class Miniature(NamedTuple):
    """A drawable miniature, or its file's fault in one line."""

    placed_look: PlacedMeshLook | None
    fault: str = ""


_folder: list[Path] = []


def set_miniature_folder(folder: Path | None) -> None:
    """Set the folder of miniatures; None disables them."""
    _folder[:] = [] if folder is None else [folder]


def miniature_path(figure_name: str) -> Path | None:
    """Return the file for a figure's name, or None."""
    if not _folder or not figure_name:
        return None
    names = (figure_name, figure_name.rpartition("/")[2])
    return next(
        (
            path
            for name in names
            for kind in MESH_SUFFIXES
            if (path := _folder[0] / f"{name}{kind}").is_file()
        ),
        None,
    )


def install_miniature(figure_name: str, path: Path) -> Path:
    """Copy a file to the place of a figure's miniature, replacing the old file.

    Raises OSError, or MeshError if it is not a mesh or too large. Then the old file stays.
    """
    if (size := path.stat().st_size) > MAX_FILE_BYTES:
        raise MeshError(_size_message(path, size))
    read_surface(path)
    if not _folder:
        raise OSError("no folder for miniatures is set")
    place = _folder[0] / f"{figure_name}{path.suffix.lower()}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as file, open_atomic(place) as target:
        shutil.copyfileobj(file, target)
    for kind in MESH_SUFFIXES:
        if (old := _folder[0] / f"{figure_name}{kind}") != place:
            old.unlink(missing_ok=True)
    return place


def _size_message(path: Path, size: int) -> str:
    return f"{path}: the file has {size:,} bytes; a miniature may have at most {MAX_FILE_BYTES:,}"


def load_miniature(path: Path, radius: float, height: float) -> Miniature:
    """Load a miniature for a base of this radius and a volume of this height."""
    try:
        stat = path.stat()
    except OSError as error:
        return Miniature(None, f"{path}: {error.strerror}")
    return _load_miniature(path, stat.st_mtime_ns, stat.st_size, radius, height)


@memo_per_process(Size.SMALL)
def _load_miniature(path: Path, changed: int, size: int, radius: float, height: float) -> Miniature:
    try:
        if size > MAX_FILE_BYTES:
            return Miniature(None, _size_message(path, size))
        surface = read_surface(path)
        reading = propose_file_readings(surface, path, subject="figure")[0]
        settings = MeshImportSettings(reading.unit, reading.up, reading.scale)
        key = MeshKey(path, changed, size, settings)
        if len(surface.triangles) > SIMPLIFY_ABOVE_TRIANGLES and not any(
            part.material and part.material.texture for part in surface.parts
        ):
            triangles = simplify_quickly(surface.triangles, SIMPLIFIED_TRIANGLES)
            surface = replace(
                surface,
                triangles=triangles,
                parts=(SurfacePart(0, len(triangles), None, None, None),),
            )
        look = make_surface_look(surface, path, key.settings)
    except (MeshError, OSError) as error:
        return Miniature(None, str(error))
    points = np.concatenate([skin.points for skin in look.detail_levels[0]]).astype(float)
    low, high = points[:, 2].min(), points[:, 2].max()
    feet = points[points[:, 2] <= low + FOOT_SHARE * (high - low)]
    middle = (feet.min(axis=0) + feet.max(axis=0)) / 2
    reach = float(np.hypot(*(points[:, :2] - middle[:2]).T).max())
    scale = min(
        MAX_REACH_FACTOR * radius / max(reach, 1e-9),
        (height - BASE_HEIGHT_IN) / max(high - low, 1e-9),
    )
    matrix = np.diag([scale, scale, scale, 1.0])
    matrix[:3, 3] = (-middle[0] * scale, -middle[1] * scale, BASE_HEIGHT_IN - low * scale)
    return Miniature(PlacedMeshLook(key, look, matrix))
