"""The mesh files of a kit's folder, found within limits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wc3d._internal.suggestions import pluralize
from wc3d.errors import InputError
from wc3d.meshes.mesh_source import MESH_SUFFIXES, quote_words

MAX_PIECES = 500
"""Most mesh files of a kit."""

MAX_ENTRIES = 20_000
"""Most entries of all its folders that are listed."""

MAX_FOLDERS, MAX_FOLDER_DEPTH = 500, 6
"""Most folders that are listed, and most levels of them."""

MAX_NOTES = 20
"""Most notes of a folder; further notes are only counted."""

PREFERRED_SUFFIXES = (".glb", ".gltf", ".3mf", ".obj", ".ply", ".stl")
"""Formats in the order in which one of several files of a piece is chosen."""

IGNORED_FOLDERS = ("__MACOSX",)
"""Folders that other programs leave behind."""


@dataclass(frozen=True)
class KitListing:
    """The mesh files of a folder, in the order of their names, with notes on what was left out."""

    folder: Path
    files: tuple[Path, ...]
    notes: tuple[str, ...]


def scan_kit(folder: Path) -> KitListing:
    """Return the mesh files in a folder and below. Raises InputError without any.

    Links to folders are not followed. Of a piece in several formats, one file is taken.
    """
    walk = _Walk()
    paths = list(walk.walk_files(folder))
    paths, other_formats = _choose_formats(paths)
    if other_formats:
        words = pluralize(other_formats, "file")
        walk.add_note(f"{words} left out: other formats of the same pieces")
    if len(paths) > MAX_PIECES:
        words = f"{len(paths) - MAX_PIECES:,} of {len(paths):,} mesh files left out"
        walk.add_note(f"{words}: a kit has up to {MAX_PIECES:,}; move some to other folders")
        paths = paths[:MAX_PIECES]
    if not paths:
        expected = ", ".join(MESH_SUFFIXES)
        problem = f" ({walk.notes[0]})" if walk.notes else ""
        raise InputError(
            f"{folder}: found no mesh file in this folder{problem}; expected {expected}"
        )
    return KitListing(folder, tuple(paths), walk.notes)


class _Walk:
    """A walk through folders, with notes on what was left out."""

    def __init__(self) -> None:
        self._notes: list[str] = []
        self._more_notes = 0

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes, one line each, up to a limit."""
        more = (f"and {pluralize(self._more_notes, 'more note')}",) if self._more_notes else ()
        return (*self._notes, *more)

    def add_note(self, words: str) -> None:
        """Add a note."""
        if len(self._notes) < MAX_NOTES:
            self._notes.append(words)
        else:
            self._more_notes += 1

    def walk_files(self, top: Path) -> Iterator[Path]:
        """Yield the mesh files in a folder and below, sorted by name in each folder."""
        waiting = [(top, 1)]
        folders = 0
        room = MAX_ENTRIES
        linked_folders = 0
        odd_names = 0
        while waiting and room > 0 and folders < MAX_FOLDERS:
            folder, depth = waiting.pop()
            folders += 1
            try:
                with os.scandir(folder) as rows:
                    entries = list(islice(rows, room))
            except OSError as error:
                if folder == top:
                    raise InputError(f"{top}: cannot be read ({error.strerror})") from None
                self.add_note(f"{quote_words(folder.name)} cannot be read ({error.strerror})")
                continue
            room -= len(entries)
            below = []
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.startswith(".") or entry.name in IGNORED_FOLDERS:
                    continue
                path = folder / entry.name
                if _is_folder(entry):
                    if entry.is_symlink():
                        linked_folders += 1
                    elif depth < MAX_FOLDER_DEPTH:
                        below.append((path, depth + 1))
                    else:
                        self.add_note(f"{quote_words(entry.name)} left out: too many folders deep")
                elif path.suffix.lower() in MESH_SUFFIXES:
                    if not entry.name.isprintable():
                        odd_names += 1
                    elif _is_file(entry):
                        yield path
                    else:
                        words = "not a regular file, or a broken link"
                        self.add_note(f"{quote_words(entry.name)} left out: {words}")
            waiting += reversed(below)
        if waiting:
            limits = f"more than {MAX_ENTRIES:,} entries or {MAX_FOLDERS:,} folders"
            self.add_note(f"{limits}: the rest is left out")
        if linked_folders:
            self.add_note(f"{pluralize(linked_folders, 'link')} to folders left out")
        if odd_names:
            words = f"{pluralize(odd_names, 'mesh file')} left out"
            self.add_note(f"{words}: names with characters that cannot be shown; rename them")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _choose_formats(paths: list[Path]) -> tuple[list[Path], int]:
    """Return the files without those that are another format of a piece, and their number."""
    rank = {suffix: k for k, suffix in enumerate(PREFERRED_SUFFIXES)}
    best: dict[str, int] = {}
    for path in paths:
        own = rank[path.suffix.lower()]
        name = path.stem.casefold()
        best[name] = min(own, best.get(name, own))
    kept = [path for path in paths if rank[path.suffix.lower()] == best[path.stem.casefold()]]
    return kept, len(paths) - len(kept)
