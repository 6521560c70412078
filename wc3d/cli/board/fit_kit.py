"""`wc3d fit FOLDER`: settle how the mesh files of a kit are read, and list them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError, to_one_line
from wc3d.meshes.units import INCHES_PER_UNIT, UNIT_NAMES

if TYPE_CHECKING:
    from wc3d.meshes.kits.kit_readings import KitReading
    from wc3d.meshes.kits.measure_piece import KitPiece
    from wc3d.meshes.kits.settle import Kit

MAX_MEASURED_BYTES = 1_000_000_000
"""Bytes of a kit's files after which the rest is listed without a size."""

MAX_LISTED_NOTES = 60
"""Most notes that are listed."""

ONE_FILE_OPTIONS = ("map", "picture", "rotate", "mirror", "tolerance", "uneven", "face", "split")
"""Options that only make sense for one file."""


def run_kit(arguments: argparse.Namespace, folder: Path) -> int:
    """Settle a kit, and print its reading and its pieces."""
    from wc3d.meshes.kits.settle import settle_kit

    for option in ONE_FILE_OPTIONS:
        if getattr(arguments, option, None) not in (None, False, 0.0):
            name = "MAP.json" if option == "map" else f"--{option}"
            raise InputError(f"{folder}: {name} is for one mesh file, not for a folder")
    with ProgressLine(f"reading {folder.name}", timed=True) as progress:
        kit = settle_kit(
            folder,
            unit=arguments.units,
            scale=arguments.scale,
            up=arguments.up,
            number=arguments.number,
            progress=progress,
        )
    with ProgressLine(f"measuring {folder.name}", timed=True) as progress:
        pieces, problems = _measure(kit, progress)
    notes = [*kit.notes, *problems]
    if arguments.json:
        print(json.dumps(_to_json(kit, pieces, notes)))
    else:
        print("\n".join([*_describe(kit, pieces), *_describe_notes(notes)]))
    return 0


def _measure(kit: Kit, progress: ProgressLine) -> tuple[list[KitPiece], list[str]]:
    """Return the pieces that can be read, and a line for each other file."""
    from wc3d.meshes.kits.measure_piece import measure_piece
    from wc3d.meshes.mesh_source import MeshError

    pieces = []
    problems = []
    room = MAX_MEASURED_BYTES
    for number, path in enumerate(kit.files):
        progress(number, len(kit.files))
        try:
            room -= path.stat().st_size
            if room < 0:
                count = len(kit.files) - number
                problems.append(f"{count:,} more files not measured: the kit is larger than 1 GB")
                break
            pieces.append(measure_piece(path, kit.reading_of(path)))
        except MeshError as error:
            problems.append(f"left out: {error}")
        except OSError as error:
            problems.append(f"left out: {path.name}: cannot be read ({error.strerror})")
    return pieces, problems


def _describe(kit: Kit, pieces: list[KitPiece]) -> list[str]:
    """Return the readings, where they are remembered, and the pieces."""
    from wc3d._internal.suggestions import pluralize
    from wc3d.meshes.kits.kit_readings import are_kit_readings_close

    lines = [f"{to_one_line(str(kit.folder))}: {pluralize(len(pieces), 'piece')}"]
    for suffix, reading in kit.readings.items():
        if all(path.suffix.lower() != suffix for path in kit.files):
            continue
        proposals = kit.proposals.get(suffix, ())
        chosen = next((p for p in proposals if p.reading == reading), None)
        by_scale = UNIT_NAMES[reading.unit]
        if reading.scale != 1.0:
            by_scale += f" times {reading.scale:g}"
        words = chosen.label if chosen is not None else by_scale
        source = "the evidence of all files together" if proposals else "as remembered"
        lines.append(f"  {suffix[1:].upper()}: {words}, {reading.up} up ({source})")
        others = [p for p in proposals if p is not chosen]
        if others:
            is_close = are_kit_readings_close(proposals)
            lines.append(f"    {'about as likely' if is_close else 'other readings, less likely'}:")
        lines += [
            f"    --as {proposals.index(other) + 1}: {_describe_other(other, pieces, reading)}"
            for other in others
        ]
    if kit.kit_file is not None:
        lines.append(f"  remembered in {to_one_line(str(kit.kit_file))}")
    width = max((len(piece.path.name) for piece in pieces), default=0)
    for piece in pieces:
        wide, deep, high = piece.size
        size = f'{wide:.3g}" wide, {deep:.3g}" deep, {high:.3g}" high'
        lines.append(f"  {piece.path.name:{min(width, 40)}}  {piece.type:9}  {size}")
    return lines


def _describe_other(other: KitReading, pieces: list[KitPiece], current: object) -> str:
    """Return another reading with how large it makes the pieces."""
    from wc3d.meshes.kits.kit_file import PieceReading

    words = f"{other.label}, {other.reading.up} up"
    if not pieces or not isinstance(current, PieceReading):
        return words
    own = INCHES_PER_UNIT[other.reading.unit] * other.reading.scale
    factor = own / (INCHES_PER_UNIT[current.unit] * current.scale)
    return f"{words}: {factor:.3g} times as large"


def _describe_notes(notes: list[str]) -> list[str]:
    lines = [f"  note: {to_one_line(note)}" for note in notes[:MAX_LISTED_NOTES]]
    hidden = len(notes) - MAX_LISTED_NOTES
    return [*lines, f"  note: and {hidden:,} more"] if hidden > 0 else lines


def _to_json(kit: Kit, pieces: list[KitPiece], notes: list[str]) -> dict[str, object]:
    return {
        "folder": str(kit.folder),
        "readings": {
            suffix[1:]: {"units": reading.unit, "scale": reading.scale, "up": reading.up}
            for suffix, reading in kit.readings.items()
        },
        "remembered_in": None if kit.kit_file is None else str(kit.kit_file),
        "pieces": [
            {
                "file": str(piece.path.relative_to(kit.folder)),
                "type": piece.type,
                "size": [round(side, 6) for side in piece.size],
                "triangles": piece.triangles,
            }
            for piece in pieces
        ],
        "notes": notes,
    }
