"""`wc3d fit FILE --split FOLDER`: write the pieces of a print plate or a scene into a folder."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError, to_one_line

if TYPE_CHECKING:
    from wc3d.meshes.kits.split_file import SplitFile
    from wc3d.meshes.surface import MeshSurface


def run_split(arguments: argparse.Namespace, surface: MeshSurface, path: Path, number: int) -> int:
    """Split a file, by one of its readings, and list the pieces."""
    from wc3d.meshes.file_readings import choose_file_reading
    from wc3d.meshes.kits.kit_file import PieceReading
    from wc3d.meshes.kits.split_file import split_file

    for option, value in (("MAP.json", arguments.map), ("--picture", arguments.picture)):
        if value is not None:
            raise InputError(f"{path}: {option} is for a file that is not split")
    reading = choose_file_reading(
        surface,
        path,
        number,
        unit=arguments.units,
        scale=arguments.scale,
        up=arguments.up,
    )
    with ProgressLine(f"splitting {path.name}", timed=True) as progress:
        split = split_file(
            path,
            Path(arguments.split),
            PieceReading(reading.unit, reading.scale, reading.up),
            progress,
        )
    print(json.dumps(_to_json(split)) if arguments.json else "\n".join(_describe(split, path)))
    return 0


def _describe(split: SplitFile, path: Path) -> list[str]:
    folder = to_one_line(str(split.folder))
    lines = [f"{path.name}: wrote {len(split.files)} pieces to {folder}"]
    for file, copies in zip(split.files, split.copies, strict=True):
        lines.append(f"  {file.name}" + (f" ({copies} copies)" if copies > 1 else ""))
    lines += [f"  note: {to_one_line(note)}" for note in split.notes]
    return [*lines, f"to place them: wc3d view {folder}"]


def _to_json(split: SplitFile) -> dict[str, object]:
    return {
        "folder": str(split.folder),
        "pieces": [
            {"file": file.name, "copies": copies}
            for file, copies in zip(split.files, split.copies, strict=True)
        ],
        "notes": split.notes,
    }
