"""The size and the type of a piece of a kit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wc3d._internal.progress import Progress
from wc3d.meshes.kits.kit_file import PieceReading
from wc3d.meshes.kits.piece_types import PieceType, find_piece_type
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.surface import MeshSurface
from wc3d.meshes.to_inches import convert_to_inches


@dataclass(frozen=True)
class KitPiece:
    """A mesh file of a kit, with its size in inches as it stands on a table."""

    path: Path
    size: tuple[float, float, float]
    """Width, depth and height."""
    type: PieceType
    triangles: int
    notes: tuple[str, ...]
    """What was not read of the file."""

    @property
    def name(self) -> str:
        """The file's name without the suffix."""
        return self.path.stem


def measure_piece(path: Path, reading: PieceReading, progress: Progress | None = None) -> KitPiece:
    """Read a piece and measure it. Raises MeshError."""
    return measure_surface(read_surface(path, progress), path, reading)


def measure_surface(surface: MeshSurface, path: Path, reading: PieceReading) -> KitPiece:
    """Measure a piece that was read."""
    triangles = convert_to_inches(surface.triangles, reading.unit, reading.up, reading.scale)
    wide, deep, high = np.ptp(triangles, axis=(0, 1)).tolist()
    piece_type = find_piece_type(path.stem, triangles)
    return KitPiece(path, (wide, deep, high), piece_type, len(triangles), surface.notes)
