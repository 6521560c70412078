"""Settle how a kit is read: once for its folder, by the evidence of all its files together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wc3d._internal.progress import Progress
from wc3d.errors import InputError
from wc3d.meshes.kits.kit_file import (
    KIT_FILE_NAME,
    PieceReading,
    load_kit_file,
    save_kit_file,
)
from wc3d.meshes.kits.kit_readings import KitReading, propose_kit_readings
from wc3d.meshes.kits.scan_folder import scan_kit
from wc3d.meshes.mesh_source import MeshError, ReadingStoppedError
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.readings import FileEvidence, gather_evidence
from wc3d.meshes.units import Unit, Up

MAX_SAMPLED_FILES, MAX_OPENED_FILES = 16, 40
"""Most files of a format whose evidence counts, and that are read to get it."""

MAX_SAMPLED_BYTES = 30_000_000
"""Most bytes of a file that is read for evidence, unless all are larger."""


@dataclass(frozen=True)
class Kit:
    """The mesh files of a folder and how they are read."""

    folder: Path
    files: tuple[Path, ...]
    readings: Mapping[str, PieceReading]
    """The reading of each format, by its suffix."""
    proposals: Mapping[str, tuple[KitReading, ...]]
    """The likely readings of each format that was settled now, the most likely first."""
    kit_file: Path | None
    """The file that remembers the readings; None if none could be written."""
    notes: tuple[str, ...]
    """What was left out, a line each."""

    def reading_of(self, path: Path) -> PieceReading:
        """Return how a file of the kit is read."""
        return self.readings[path.suffix.lower()]


def settle_kit(
    folder: Path,
    *,
    unit: Unit | None = None,
    scale: float | None = None,
    up: Up | None = None,
    number: int | None = None,
    progress: Progress | None = None,
) -> Kit:
    """Return the kit in a folder, and remember how it is read.

    `number` takes another of the proposals, from 1. A `unit`, `scale`, `up` or `number` replaces
    what is remembered. Raises InputError without a readable mesh file.
    """
    listing = scan_kit(folder)
    remembered, kit_file = load_kit_file(folder)
    is_forced = any(value is not None for value in (unit, scale, up, number))
    notes = list(listing.notes)
    readings: dict[str, PieceReading] = {} if is_forced else dict(remembered)
    proposals = {}
    broken: set[Path] = set()
    files_by_suffix: dict[str, list[Path]] = {}
    for path in listing.files:
        files_by_suffix.setdefault(path.suffix.lower(), []).append(path)
    for suffix, files in files_by_suffix.items():
        if suffix in readings:
            continue
        evidence, problems = _gather(files, progress)
        notes += [f"left out: {error}" for error in problems.values()]
        broken.update(problems)
        if evidence:
            proposals[suffix] = propose_kit_readings(evidence, unit=unit, scale=scale, up=up)
            readings[suffix] = _choose(proposals[suffix], number, suffix).reading
    usable = tuple(
        path for path in listing.files if path.suffix.lower() in readings and path not in broken
    )
    if not usable:
        raise InputError(f"{folder}: none of its mesh files can be read ({notes[-1]})")
    if proposals:
        kit_file = save_kit_file(folder, {**remembered, **readings})
        if kit_file is None:
            notes.append(f"{KIT_FILE_NAME} could not be written, so the answer is not remembered")
    return Kit(folder, usable, readings, proposals, kit_file, tuple(notes))


def _choose(proposals: Sequence[KitReading], number: int | None, suffix: str) -> KitReading:
    if number is None:
        return proposals[0]
    if not 1 <= number <= len(proposals):
        kind = suffix[1:].upper()
        raise InputError(
            f"there is no reading {number} of the {kind} files; expected a number from 1 to {len(proposals)}"
        )
    return proposals[number - 1]


def _gather(
    files: Sequence[Path], progress: Progress | None
) -> tuple[list[FileEvidence], dict[Path, MeshError]]:
    """Return the evidence of a sample of the files, and the errors of those that are broken."""
    small = [path for path in files if _size_bytes(path) <= MAX_SAMPLED_BYTES] or list(files)
    step = max(1, len(small) // MAX_SAMPLED_FILES)
    order = [small[k] for start in range(step) for k in range(start, len(small), step)]
    evidence: list[FileEvidence] = []
    problems: dict[Path, MeshError] = {}
    opened = order[:MAX_OPENED_FILES]
    for count, path in enumerate(opened):
        if len(evidence) == MAX_SAMPLED_FILES:
            break
        if progress is not None and not progress(count, min(len(opened), MAX_SAMPLED_FILES)):
            raise ReadingStoppedError(f"{path.name}: reading was canceled")
        try:
            evidence.append(gather_evidence(read_surface(path), path.stem))
        except ReadingStoppedError:
            raise
        except MeshError as error:
            problems[path] = error
    return evidence, problems


def _size_bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
