"""Persistent window state: recent files, and whether the tour was shown."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from wc3d._internal.atomic_write import free_file, write_atomic
from wc3d._internal.user_folders import settings_folder
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import StrictModel, read_text
from wc3d.window.shell.notices import make_printable

MAX_RECENT_FILES = 8
MAX_FOLDERS = 50
RecentFileKind = Literal["game", "replay", "dispute", "board"]


class RecentFile(StrictModel):
    """A recently opened file and its kind."""

    path: Annotated[str, Field(max_length=4096)]
    kind: RecentFileKind

    @property
    def exists(self) -> bool:
        """Return whether the file exists."""
        return os.path.isfile(self.path)


class WindowMemory(StrictModel):
    """The persistent window state, newest file first."""

    files: Annotated[tuple[RecentFile, ...], Field(max_length=MAX_RECENT_FILES)] = ()
    toured: bool = False
    folders: Annotated[dict[str, str], Field(max_length=MAX_FOLDERS)] = {}  # noqa: RUF012
    """The folder of the last file by the subject of its dialog."""


def load_memory(path: Path | None = None) -> WindowMemory:
    """Load the window state; empty if the file is missing or unreadable."""
    try:
        return WindowMemory.model_validate(json.loads(read_text(path or _file_path())))
    except (InputError, ValueError, RecursionError, ValidationError):
        return WindowMemory()


def remember_file(file: str | Path, kind: RecentFileKind, path: Path | None = None) -> None:
    """Move a file to the top of the recent files, unless its name is not valid text."""
    record = load_memory(path)
    whole = os.path.abspath(file)
    if make_printable(whole) != whole:
        return
    other_files = tuple(f for f in record.files if f.path != whole)
    _write_memory(
        record.model_copy(
            update={"files": (RecentFile(path=whole, kind=kind), *other_files)[:MAX_RECENT_FILES]}
        ),
        path,
    )


def new_game_path() -> Path:
    """Return an unused path for a new game, in the working or settings folder. Raises OSError."""
    working_folder = Path.cwd()
    can_write = os.access(working_folder, os.W_OK) and make_printable(str(working_folder)) == str(
        working_folder
    )
    target_folder = working_folder if can_write else settings_folder() / "games"
    target_folder.mkdir(parents=True, exist_ok=True)
    return free_file("game", ".jsonl", target_folder)


def remember_replay(file: str | Path) -> None:
    """Move a replay to the top of the recent files."""
    remember_file(file, "replay")


def forget_file(file: str, path: Path | None = None) -> None:
    """Remove a missing file from the recent files."""
    record = load_memory(path)
    _write_memory(
        record.model_copy(update={"files": tuple(f for f in record.files if f.path != file)}), path
    )


def remember_folder(subject: str, folder: Path, path: Path | None = None) -> None:
    """Record the folder of a file that was chosen in a dialog."""
    record = load_memory(path)
    _write_memory(
        record.model_copy(update={"folders": {**record.folders, subject: str(folder)}}), path
    )


def remembered_folder(subject: str, path: Path | None = None) -> Path | None:
    """Return the folder that was last chosen in a dialog with a subject, if it still exists."""
    folder = load_memory(path).folders.get(subject)
    return Path(folder) if folder is not None and os.path.isdir(folder) else None


def remember_tour(path: Path | None = None) -> None:
    """Record that the tour was shown."""
    _write_memory(load_memory(path).model_copy(update={"toured": True}), path)


def _file_path() -> Path:
    return settings_folder() / "window.json"


def _write_memory(record: WindowMemory, path: Path | None) -> None:
    """Write the window state, ignoring write errors."""
    path = path or _file_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, json.dumps(record.model_dump(mode="json"), indent=1) + "\n")
    except (OSError, ValueError):
        return
