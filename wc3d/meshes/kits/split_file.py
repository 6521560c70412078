"""Write the pieces of a file into a folder, as a kit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wc3d._internal.atomic_write import write_output
from wc3d._internal.progress import Progress, scale_progress
from wc3d.errors import InputError
from wc3d.meshes.kits.kit_file import PieceReading, save_kit_file
from wc3d.meshes.kits.split_mesh import split_mesh
from wc3d.meshes.kits.write_piece import make_glb
from wc3d.meshes.mesh_source import ReadingStoppedError
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.to_inches import convert_to_inches

PIECE_READING = PieceReading("m", 1.0, "y")
"""How the written pieces are read: at their size on the table."""

MAX_STEM_CHARS = 60
"""Most characters of a piece's file name without the suffix."""

RESERVED_NAMES = {"con", "prn", "aux", "nul"}
"""Names that Windows does not allow for files."""


@dataclass(frozen=True)
class SplitFile:
    """The files of the pieces of a mesh file."""

    folder: Path
    files: tuple[Path, ...]
    copies: tuple[int, ...]
    """How often each piece is in the file."""
    notes: tuple[str, ...]


def split_file(
    path: Path, folder: Path, reading: PieceReading, progress: Progress | None = None
) -> SplitFile:
    """Split a mesh file into GLB files in a new or empty folder.

    Raises InputError for a file of one piece, or a folder with files. Nothing is written then.
    """
    check_empty_folder(folder)
    surface = read_surface(path, scale_progress(progress, 0.0, 0.5), with_objects=True)
    triangles = convert_to_inches(surface.triangles, reading.unit, reading.up, reading.scale)
    pieces, notes = split_mesh(surface, triangles, path.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created ({error.strerror})") from None
    files = []
    stems = _file_stems((piece.name for piece in pieces), path.stem)
    for number, (piece, stem) in enumerate(zip(pieces, stems, strict=True)):
        if progress is not None and not progress(500 + 500 * number // len(pieces), 1000):
            raise ReadingStoppedError(f"{path.name}: splitting was canceled")
        files.append(folder / f"{stem}.glb")
        write_output(files[-1], make_glb(surface, triangles, piece.triangles))
    save_kit_file(folder, {".glb": PIECE_READING})
    copies = tuple(piece.copies for piece in pieces)
    return SplitFile(folder, tuple(files), copies, (*surface.notes, *notes))


def check_empty_folder(folder: Path) -> None:
    """Raise InputError if a path is a file or a folder with files."""
    try:
        if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{folder}: already exists; expected the name of a new folder")
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror})") from None


def free_folder(path: Path) -> Path:
    """Return an unused name for a folder with the pieces of a file, next to it."""
    for number in range(1, 10_000):
        folder = path.with_name(f"{path.stem}-pieces{'' if number == 1 else f'-{number}'}")
        if not os.path.lexists(folder):
            return folder
    raise InputError(f"{path}: there are too many folders with its pieces")


def _file_stems(names: Iterable[str], usual: str) -> list[str]:
    """Return file names without a suffix for pieces: safe on all systems, and unique."""
    stems: list[str] = []
    used: set[str] = set()
    for number, name in enumerate(names, 1):
        stem = _to_stem(name) or f"{_to_stem(usual) or 'mesh'}-{number}"
        unique = stem
        copy = 2
        while unique in used:
            unique = f"{stem}-{copy}"
            copy += 1
        used.add(unique)
        stems.append(unique)
    return stems


def _to_stem(name: str) -> str:
    plain = "".join(c if c.isalnum() else " " for c in name.casefold())
    stem = "-".join(plain.split())[:MAX_STEM_CHARS].strip("-")
    return f"{stem}-piece" if stem in RESERVED_NAMES else stem
