"""Paths of the boards, question files and meshes that come with the program."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from wc3d._internal.memo import Size, memo_per_process
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError

DATA_FOLDER_NAME = "_data"
"""The package folder that holds `maps` and `models3d` in a wheel."""

MAX_NAME_CHARS = 60
"""Longest name, in characters, that is compared with the names of shipped files."""

MAX_LISTED_NAMES = 20
"""Names listed in a message about an unknown name."""


class ShippedKind(StrEnum):
    """A kind of shipped file that can be named."""

    BOARD = "board"
    QUESTIONS = "question file"
    MESH = "mesh"


_FOLDERS = {
    ShippedKind.BOARD: ("maps", "maps/book"),
    ShippedKind.QUESTIONS: ("maps/questions",),
    ShippedKind.MESH: ("models3d",),
}
"""The folders of each kind, in lookup order."""


class UnknownFileError(InputError):
    """A name that matches no file in the working folder or among the shipped files."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.reason = reason


@memo_per_process(Size.FEW)
def data_folder() -> Path:
    """Return the folder that holds `maps` and `models3d`.

    A wheel holds both as package data. In a checkout they are next to the package. Raises
    InputError if neither exists.
    """
    package = Path(str(files("wc3d")))
    if (package / DATA_FOLDER_NAME).is_dir():
        return package / DATA_FOLDER_NAME
    checkout = package.resolve().parent
    if not (checkout / "maps" / "book").is_dir():
        raise InputError(f"{package}: the boards and meshes of wc3d are missing; reinstall wc3d")
    return checkout


def shipped_folder(folder: str) -> Path:
    """Return the shipped folder "maps" or "models3d"."""
    return data_folder() / folder


def shipped_files(kind: ShippedKind) -> Mapping[str, Path]:
    """Return the shipped files of a kind by name (the file name without its ending)."""
    paths = (
        path for folder in _FOLDERS[kind] for path in sorted(shipped_folder(folder).glob("*.*"))
    )
    by_name: dict[str, Path] = {}
    for path in paths:
        if path.is_file() and not path.name.startswith("."):
            by_name.setdefault(path.stem, path)
    return MappingProxyType(by_name)


def find_shipped_or_own_file(name: str | Path, *kinds: ShippedKind) -> Path:
    """Return the path for `name`: a path, or the name of a shipped file of one of these kinds.

    A name is a single word such as "ravine" or "ravine.json". A file in the working folder has
    priority. Raises UnknownFileError, with suggestions, for a name that matches no file.
    """
    path = Path(name)
    if str(name) != path.name or os.path.isfile(path):
        return path
    names: dict[str, Path] = {}
    for kind in kinds:
        names = {**shipped_files(kind), **names}
    match = names.get(path.name) or next(
        (file for file in names.values() if file.name == path.name), None
    )
    if match is not None:
        return Path(match.name) if os.path.isfile(match.name) else match
    if os.path.exists(path):  # may be a folder or a device: the reader rejects those
        return path
    if len(path.name) > MAX_NAME_CHARS or not path.name.isprintable():
        return path
    suggestion = suggest_similar(path.stem.lower(), names)
    if path.suffix and not suggestion:
        return path
    if not suggestion and len(names) <= MAX_LISTED_NAMES:
        suggestion = f"; the names are {', '.join(names)}"
    raise UnknownFileError(
        path.name,
        f"no such file, and wc3d includes no {' or '.join(kinds)} with this name{suggestion}",
    )
