"""Background tasks of the palette: settle a kit, and look at its pieces."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wc3d._internal.progress import Progress
from wc3d._internal.user_folders import settings_folder
from wc3d.meshes.kits.kit_file import PieceReading
from wc3d.meshes.kits.measure_piece import KitPiece, measure_surface
from wc3d.meshes.kits.settle import Kit, settle_kit
from wc3d.meshes.kits.split_file import free_folder, split_file
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.printing.canvas import Bitmap
from wc3d.scene.mesh_simplification import simplify_quickly
from wc3d.scene.piece_thumbnail import draw_thumbnail
from wc3d.table.table import Table
from wc3d.window.board.workshop.background_tasks import MeshMeasurements
from wc3d.workers.table_worker import Question

THUMBNAIL_PX = 152
"""Side of a thumbnail in pixels, twice its side in the palette."""


@dataclass(frozen=True, eq=False)
class PalettePiece:
    """A piece of a kit with its thumbnail."""

    piece: KitPiece
    thumbnail: Bitmap
    measurements: MeshMeasurements


@dataclass(frozen=True)
class BrokenPiece:
    """A file of a kit that cannot be read, with the reason in a line."""

    path: Path
    reason: str


def open_kit(table: Table, question: Question, progress: Progress) -> Kit:
    """Settle the kit in a folder. Raises InputError."""
    return settle_kit(Path(question["folder"]), number=question["number"], progress=progress)


def split_into_kit(table: Table, question: Question, progress: Progress) -> Path:
    """Split a mesh file into a folder beside it, else in the user's settings. Return the folder.

    Raises InputError.
    """
    path = Path(question["path"])
    place = path.parent if os.access(path.parent, os.W_OK) else settings_folder() / "pieces"
    folder = free_folder(place / path.name)
    return split_file(path, folder, PieceReading(*question["reading"]), progress).folder


def look_at_pieces(
    table: Table, question: Question, progress: Progress
) -> list[PalettePiece | BrokenPiece]:
    """Measure and draw pieces; `pieces` lists their paths and readings."""
    results: list[PalettePiece | BrokenPiece] = []
    for number, (path, reading) in enumerate(question["pieces"]):
        progress(number, len(question["pieces"]))
        try:
            results.append(_look_at_piece(Path(path), PieceReading(*reading)))
        except MeshError as error:
            results.append(BrokenPiece(Path(path), str(error)))
    return results


def _look_at_piece(path: Path, reading: PieceReading) -> PalettePiece:
    surface = read_surface(path)
    triangles = convert_to_inches(surface.triangles, reading.unit, reading.up, reading.scale)
    pixels = draw_thumbnail(surface, triangles, THUMBNAIL_PX)
    x0, y0, z0 = surface.low.tolist()
    x1, y1, z1 = surface.high.tolist()
    preview = np.asarray(simplify_quickly(surface.triangles))
    measurements = MeshMeasurements(
        path, (x0, y0, z0), (x1, y1, z1), len(surface.triangles), (), preview
    )
    return PalettePiece(
        measure_surface(surface, path, reading),
        Bitmap(THUMBNAIL_PX, THUMBNAIL_PX, pixels.tobytes()),
        measurements,
    )
