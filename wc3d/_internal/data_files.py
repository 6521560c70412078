"""The boards, question files and meshes that come with the program: where they lie, and how a name finds them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError

DATA_FOLDER_NAME = "_data"
"""The folder of the package in which a wheel holds `maps` and `models3d`."""

MAX_NAME_CHARS = 60
"""Characters: nothing longer is compared with the names of shipped files."""

MAX_LISTED_NAMES = 20
"""So many names at most are listed in a message about an unknown one."""


class ShippedKind(StrEnum):
    """The kinds of shipped files that have names."""

    BOARD = "board"
    QUESTIONS = "question file"
    MESH = "mesh"


_FOLDERS = {
    ShippedKind.BOARD: ("maps", "maps/book"),
    ShippedKind.QUESTIONS: ("maps/questions",),
    ShippedKind.MESH: ("models3d",),
}
"""The folders of each kind; a name is looked up in this order."""


class UnknownFileError(InputError):
    """A name that no file has, neither in the working folder nor among the shipped files."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.reason = reason


@cache
def data_folder() -> Path:
    """Return the folder that holds `maps` and `models3d`.

    A wheel holds them as package data. Only a package without them can be a checkout: there they lie beside it. Raises
    InputError when neither is the case.
    """
    package = Path(str(files("wc3d")))
    if (package / DATA_FOLDER_NAME).is_dir():
        return package / DATA_FOLDER_NAME
    checkout = package.resolve().parent
    if not (checkout / "maps" / "book").is_dir():
        raise InputError(f"{package}: the boards and meshes of wc3d are missing; reinstall wc3d")
    return checkout


def shipped_folder(folder: str) -> Path:
    """Return the folder "maps" or "models3d" of this program."""
    return data_folder() / folder


@cache
def shipped_files(kind: ShippedKind) -> Mapping[str, Path]:
    """Return the shipped files of a kind by name: a file's name without its ending."""
    paths = (
        path for folder in _FOLDERS[kind] for path in sorted(shipped_folder(folder).glob("*.*"))
    )
    by_name: dict[str, Path] = {}
    for path in paths:
        if path.is_file() and not path.name.startswith("."):
            by_name.setdefault(path.stem, path)
    return MappingProxyType(by_name)


def find_shipped_or_own_file(name: str | Path, *kinds: ShippedKind) -> Path:
    """Return the path of the file that `name` means: a path, or the name of a shipped file of one of these kinds.

    A name is a single word such as "ravine" or "ravine.json". A file of that name in the working folder comes first. Raises
    UnknownFileError, with suggestions, for a word that names no file.
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
    if os.path.exists(path):  # a folder or a device: whoever reads it refuses it
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
        f"no such file, and wc3d includes no {' or '.join(kinds)} of this name{suggestion}",
    )
