"""The palette of a kit: its pieces, a search, and the piece that the next click places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from wc3d.geometry.points import XY
from wc3d.meshes.kits.kit_file import PieceReading
from wc3d.meshes.kits.kit_readings import KitReading
from wc3d.meshes.kits.piece_types import PIECE_TYPES, PieceType
from wc3d.meshes.kits.settle import Kit
from wc3d.window.board.workshop.kit_tasks import BrokenPiece, PalettePiece
from wc3d.window.board.workshop.mesh_placement import MeshDraft

PIECES_PER_JOB = 6
"""Pieces that a background job looks at."""

MAX_LISTED_PROBLEMS = 12
"""Most files that cannot be read that the palette lists."""


@dataclass
class KitPalette:
    """The pieces of a kit in the editor."""

    kit: Kit
    pieces: dict[Path, PalettePiece] = field(default_factory=dict)
    broken: dict[Path, str] = field(default_factory=dict)
    search: str = ""
    type_filter: PieceType | None = None

    @property
    def name(self) -> str:
        """The name of the kit's folder."""
        return self.kit.folder.resolve().name or str(self.kit.folder)

    def batches(self) -> list[list[tuple[str, PieceReading]]]:
        """Return the files to look at in each background job, with their readings."""
        files = [(str(path), self.kit.reading_of(path)) for path in self.kit.files]
        return [files[k : k + PIECES_PER_JOB] for k in range(0, len(files), PIECES_PER_JOB)]

    def add_results(self, results: list[PalettePiece | BrokenPiece]) -> None:
        """Add the results of a background job."""
        for result in results:
            if isinstance(result, BrokenPiece):
                self.broken[result.path] = result.reason
            else:
                self.pieces[result.piece.path] = result

    def type_counts(self) -> dict[PieceType, int]:
        """Return how many pieces there are of each type."""
        counts = Counter(entry.piece.type for entry in self.pieces.values())
        return {name: counts[name] for name in PIECE_TYPES if counts[name]}

    def visible_pieces(self) -> list[PalettePiece]:
        """Return the pieces that match the search and the type, in the order of the files."""
        words = self.search.casefold().split()
        return [
            self.pieces[path]
            for path in self.kit.files
            if path in self.pieces
            and self.type_filter in (None, self.pieces[path].piece.type)
            and all(self._matches(self.pieces[path], word) for word in words)
        ]

    def _matches(self, entry: PalettePiece, word: str) -> bool:
        """Return whether a word is in a piece's name, its folder or its type."""
        own = entry.piece.path
        inner = own.relative_to(self.kit.folder) if own.is_relative_to(self.kit.folder) else own
        return word in str(inner).casefold() or word in entry.piece.type

    def problems(self) -> list[str]:
        """Return what was left out, a line each, up to a limit."""
        lines = [*self.kit.notes, *self.broken.values()]
        hidden = len(lines) - MAX_LISTED_PROBLEMS
        return lines[:MAX_LISTED_PROBLEMS] + ([f"and {hidden:,} more"] if hidden > 0 else [])

    def other_readings(self) -> list[tuple[int, KitReading, float]]:
        """Return the other likely readings: number, reading, and how much larger it is."""
        for suffix, proposals in self.kit.proposals.items():
            current = next(
                (p for p in proposals if p.reading == self.kit.readings[suffix]), proposals[0]
            )
            return [
                (number, other, other.inches_per_unit / current.inches_per_unit)
                for number, other in enumerate(proposals, 1)
                if other is not current
            ]
        return []

    def take(self, entry: PalettePiece, at: XY) -> CarriedPiece:
        """Return a piece to place."""
        reading = self.kit.reading_of(entry.piece.path)
        mesh = MeshDraft(entry.measurements, at, reading.unit, reading.up, reading.scale)
        return CarriedPiece(entry, mesh)


@dataclass
class CarriedPiece:
    """The piece that follows the mouse until it is placed; each click places a copy."""

    entry: PalettePiece
    mesh: MeshDraft

    @property
    def name(self) -> str:
        """The piece's name."""
        return self.entry.piece.name

    @property
    def key(self) -> object:
        """What the picture of the piece depends on."""
        return self.mesh.path, self.mesh.at, self.mesh.rotation
