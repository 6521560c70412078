"""Mesh files and the files that they reference, limited in size and to the mesh file's folder."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped_folder
from wc3d._internal.progress import Progress
from wc3d._internal.suggestions import pluralize
from wc3d._internal.text_files import recode_to_utf8
from wc3d.errors import InputError, to_one_line
from wc3d.meshes.surface import ObjectPath
from wc3d.meshes.units import Unit

MESH_SUFFIXES = (".stl", ".obj", ".glb", ".gltf", ".ply", ".3mf")
"""Suffixes of supported mesh files."""

MAX_FILE_BYTES = 200_000_000
"""Most bytes of a mesh file with all its referenced files."""

TEXT_SUFFIXES = (".stl", ".obj", ".ply")
"""Formats that may be text, with twice the size limit: a million triangles take up to 300 MB."""

TRIANGLES_LIMIT = 2_000_000
"""Most triangles of a file, including copies."""

CORNERS_LIMIT = 3 * TRIANGLES_LIMIT
"""Most corners that a file may list."""

MAX_BROKEN_SHARE = 0.01
"""Share of broken triangles above which a file is rejected."""

NOTES_LIMIT = 20
"""Most notes stored per file; further notes are only counted."""

MAX_NAMES_SHOWN, MAX_NAMES_COUNTED = 8, 1_000
"""Names of skipped items of one kind that a note lists, and that are counted separately."""

MAX_SCENE_PIECES = 20_000
"""Most pieces of a scene, including copies."""

MAX_NAME_CHARS, MAX_NAMED_FILES = 1_000, 1_000
"""Most characters of a referenced file's name, and most such names stored."""

MAX_LISTED_FILES = 100_000
"""Most files of a folder that are searched for a name in other letter case."""

MAX_QUOTED_CHARS = 60
"""Characters of a file's own text that a message quotes."""

_OUTSIDE_PATH = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|[/\\]")
"""The start of a reference that leaves the folder: a URL, a drive or a root."""

_OTHER_FILE_TYPES = {
    b"version https://git-lfs": "is only a Git LFS pointer: fetch the file with git lfs pull",
    b"<!doctype html": "is a web page: download the file itself",
    b"<html": "is a web page: download the file itself",
    b"\x1f\x8b": "is packed (gzip): unpack it",
    b"pk\x03\x04": "is an archive (zip): unpack it",
    b"7z\xbc\xaf": "is an archive (7z): unpack it",
    b"rar!": "is an archive (RAR): unpack it",
}
"""First bytes, in lower case, of files often saved instead of a mesh, with their description."""


class MeshError(InputError):
    """An unusable mesh file, with a one-line message: the file, the place, what was expected."""

    def __init__(self, message: str) -> None:
        super().__init__(to_one_line(Exception(message))[:600])


class ReadingStoppedError(MeshError):
    """The caller canceled the reading of a mesh."""


def refuse_missing_file(path: Path) -> None:
    """Raise InputError if a mesh file is missing, or is a folder, pipe or device."""
    if path.is_dir():
        raise InputError(f"{path}: expected a mesh file, not a folder")
    if not path.is_file():
        is_there = os.path.exists(path)
        raise InputError(
            f"{path}: {'expected a file, not a pipe or a device' if is_there else 'no such file'}"
        )


def find_mesh_file(file: str, folder: Path | None = None) -> Path:
    """Return the path of a mesh file in the map's folder, ./models3d/ or the shipped models3d/."""
    places = [folder or Path(), Path("models3d"), shipped_folder("models3d")]
    for place in places:
        try:
            if (place / file).is_file():
                return (place / file).resolve()
        except (OSError, ValueError):
            break
    raise MeshError(f'found no mesh file "{file}" next to the board file or in models3d/')


def hash_file(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal. Raises MeshError for an unreadable file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise MeshError(f"{path}: cannot be read ({error.strerror or error})") from None


def quote_words(words: object) -> str:
    """Quote text of a file in a message: shortened, without terminal control characters."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    return (
        '"'
        + to_one_line(
            Exception(
                text if len(text) <= MAX_QUOTED_CHARS else text[: MAX_QUOTED_CHARS - 3] + "..."
            )
        )
        + '"'
    )


def _describe_skipped(kind: str, names: Counter[str]) -> str:
    """Return a note on unread items of one kind, the most frequent names first."""
    listed = [f"{name} ({count:,})" for name, count in names.most_common(MAX_NAMES_SHOWN) if name]
    if not listed:
        return f"not read: {kind} ({names.total():,})"
    hidden_count = len(names) - MAX_NAMES_SHOWN
    suffix = f" and {hidden_count:,} more" if hidden_count > 0 else ""
    return f"not read: {kind} {', '.join(listed)}{suffix}"


class SiblingFiles:
    """The files in a mesh file's folder and below, by the references that the mesh uses."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.folder = path.resolve().parent
        self._names: dict[Path, dict[str, str]] = {}

    def sibling_path(self, reference: str) -> Path:
        """Return the path for a reference. Raises MeshError if the path leaves the folder."""
        plain = unquote(reference) if "%" in reference else reference
        parts = [part for part in re.split(r"[/\\]", plain) if part not in ("", ".")]
        is_outside = bool(_OUTSIDE_PATH.match(plain)) or ".." in parts
        elsewhere = MeshError(
            f"{self.name}: {quote_words(reference)}: wc3d does not read files outside the folder of the mesh file"
        )
        if "\0" in plain or len(plain) > MAX_NAME_CHARS or (is_outside and "://" in plain):
            raise elsewhere
        try:
            path = None if is_outside else self.find_any_case(parts)
            if path is None:  # many references have the path on the writer's computer
                literally = re.split(r"[/\\]", reference)[
                    -1:
                ]  # some files are saved under their URL-quoted name
                path = (
                    self.find_any_case(parts[-1:])
                    or ("%" in reference and self.find_any_case(literally))
                    or None
                )
            if path is None and not is_outside:
                path = self.folder.joinpath(*parts)
        except (OSError, ValueError, RuntimeError):
            raise MeshError(f"{self.name}: {quote_words(reference)}: no such file") from None
        if path is None or not path.is_relative_to(self.folder):
            raise elsewhere
        return path

    def hash_sibling(self, reference: str) -> str:
        """Return the SHA-256 of a referenced file, or "" for an unreadable file."""
        try:
            return hash_file(self.sibling_path(reference))
        except MeshError:
            return ""

    def find_any_case(self, parts: Sequence[str]) -> Path | None:
        """Return a file in the folder or below, ignoring letter case, or None.

        A link that leaves the folder is returned but not followed further. Raises OSError.
        """
        path = self.folder
        for part in parts:
            if not (path / part).exists():
                alike = self._list_names(path).get(_fold_name(part))
                if alike is None:
                    return None
                part = alike
            path = (path / part).resolve()
            if not path.is_relative_to(self.folder):
                return path
        return path if path.is_file() else None

    def _list_names(self, folder: Path) -> dict[str, str]:
        """Return a folder's names by their folded form; the first of equal names counts."""
        if folder not in self._names:
            with os.scandir(folder) as entries:
                names = sorted(entry.name for entry in islice(entries, MAX_LISTED_FILES))
            self._names[folder] = {_fold_name(name): name for name in reversed(names)}
        return self._names[folder]


def _fold_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


class MeshSource:
    """A mesh file while it is read: its bytes, its referenced files, and the progress."""

    def __init__(
        self, path: Path, progress: Progress | None = None, *, with_objects: bool = False
    ) -> None:
        self.path = path
        self.name = path.name
        self.progress = progress
        self.with_objects = with_objects
        """Whether the reader tells the object of each triangle."""
        self.object_paths: list[ObjectPath] = []
        self.neighbors = SiblingFiles(path)
        self._notes: dict[str, None] = {}
        self._more_notes = 0
        self._skipped: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.named: dict[str, str] = {}
        """Hashes of the referenced files that were read, "" for files not read."""
        self.unit: Unit | None = None
        self.producer = ""
        """What the file says about the program that wrote it."""
        kind = path.suffix.lower()
        self.room_for_images = MAX_FILE_BYTES
        self._left = MAX_FILE_BYTES * (2 if kind in TEXT_SUFFIXES else 1)
        self.data = self._read(path, self.name, self._left)
        beginning = self.data[:100].lower().lstrip()
        if kind in (".obj", ".gltf", ".ply"):
            self.data = recode_to_utf8(self.data)
        if not self.data:
            raise MeshError(f"{self.name}: the file is empty; export it again")
        for sign, words in _OTHER_FILE_TYPES.items():
            if beginning.startswith(sign) and not (kind == ".3mf" and sign.startswith(b"pk")):
                raise MeshError(f"{self.name} {words}")

    def make_error(self, place: str, expected: str) -> MeshError:
        """Return the error for a fault at a place in the file."""
        return MeshError(
            f"{self.name}: {place}: {expected}" if place else f"{self.name}: {expected}"
        )

    def add_note(self, words: str) -> None:
        """Add a note about an omitted part."""
        words = to_one_line(Exception(words))[:400]
        if words in self._notes:
            return
        if len(self._notes) < NOTES_LIMIT:
            self._notes[words] = None
        else:
            self._more_notes += 1

    def count_skipped(self, kind: str, name: str | bytes = "", count: int = 1) -> None:
        """Count unread items of a kind, by their name in the file."""
        if count <= 0:
            return
        names = self._skipped[kind]
        text = quote_words(name) if name else ""
        names[text if text in names or len(names) < MAX_NAMES_COUNTED else "others"] += count

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes about omitted or unread parts, one line each."""
        skipped = tuple(_describe_skipped(kind, names) for kind, names in self._skipped.items())
        overflow = (f"and {pluralize(self._more_notes, 'more note')}",) if self._more_notes else ()
        return (*self._notes, *overflow, *skipped)

    def can_leave_out(self, wrong: NDArray[np.bool_]) -> bool:
        """Return whether few enough faces have invalid corners to be omitted; if so, add a note."""
        is_tolerable = int(wrong.sum()) <= MAX_BROKEN_SHARE * len(wrong)
        if is_tolerable:
            self.add_note(
                f"left out: {pluralize(int(wrong.sum()), 'face')} with vertices that do not exist"
            )
        return is_tolerable

    def add_object(self, path: ObjectPath) -> int:
        """Add an object with its names, and return its number."""
        self.object_paths.append(path)
        return len(self.object_paths) - 1

    def report_progress(self, count: int, total: int) -> None:
        """Report progress. Raises ReadingStoppedError if the caller cancels."""
        if self.progress is not None and not self.progress(count, total):
            raise ReadingStoppedError(f"{self.name}: reading was canceled")

    def refuse_too_many(self, triangles: int) -> None:
        """Raise MeshError for more triangles than the limit."""
        if triangles > TRIANGLES_LIMIT:
            raise self.make_error(
                "",
                f"has {triangles:,} triangles, more than the limit of {TRIANGLES_LIMIT:,}; simplify the mesh (Blender: Decimate modifier)",
            )

    def read_sibling(self, reference: str, limit: int = MAX_FILE_BYTES) -> bytes:
        """Return the bytes of a referenced file in the folder or below. Raises MeshError."""
        is_recorded = len(reference) <= MAX_NAME_CHARS and len(self.named) < MAX_NAMED_FILES
        if is_recorded:
            self.named[reference] = ""
        data = self._read(
            self.neighbors.sibling_path(reference),
            f"{self.name}: {quote_words(reference)} next to it",
            limit,
        )
        if is_recorded:
            self.named[reference] = hashlib.sha256(data).hexdigest()
        return data

    def read_renamed_sibling(
        self, reference: str, cause: MeshError, suffix: str, limit: int, size: int | None = None
    ) -> bytes:
        """Return a file with the mesh file's own name and `suffix`, in place of a missing file.

        If `size` is given, the file must have that size. Raises `cause` if there is no such file.
        """
        own = self.path.resolve().with_suffix(suffix)
        try:
            path = self.neighbors.find_any_case([own.name])
            if (
                path is None
                or not path.is_relative_to(own.parent)
                or (size is not None and path.stat().st_size != size)
            ):
                raise cause
        except OSError:
            raise cause from None
        data = self._read(path, f"{self.name}: {quote_words(path.name)} next to it", limit)
        self.add_note(f"{quote_words(reference)} is missing; read {quote_words(path.name)} instead")
        return data

    def _read(self, path: Path, name: str, limit: int) -> bytes:
        limit = min(limit, self._left)
        try:
            state = path.stat()
            if not stat.S_ISREG(state.st_mode):
                raise MeshError(f"{name}: expected a file, not a folder, pipe or device")
            if state.st_size > limit:
                raise MeshError(
                    f"{name}: larger than {limit / 1e6:g} MB, the limit for this file; simplify the mesh (Blender: Decimate modifier)"
                )
            with path.open("rb") as file:
                data = file.read(limit + 1)
        except (OSError, ValueError) as error:
            raise MeshError(
                f"{name}: cannot be read ({getattr(error, 'strerror', None) or error})"
            ) from None
        if len(data) > limit:
            raise MeshError(f"{name}: larger than {limit / 1e6:g} MB, the limit for this file")
        self._left -= len(data)
        return data
