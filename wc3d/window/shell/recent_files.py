"""What the window remembers from one day to the next: the files opened last, and whether the tour was shown."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from wc3d._internal.atomic_write import free_file, write_atomic
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import StrictModel, read_text
from wc3d.window.shell.notices import make_printable
from wc3d.window.shell.settings import settings_folder

MAX_RECENT_FILES = 8
RecentFileKind = Literal["game", "replay", "dispute", "board"]


class RecentFile(StrictModel):
    """A file that was opened, and as what."""

    path: Annotated[str, Field(max_length=4096)]
    kind: RecentFileKind

    @property
    def exists(self) -> bool:
        """Is it still there?"""
        return os.path.isfile(self.path)


class WindowMemory(StrictModel):
    """All that is remembered; the newest file comes first."""

    files: Annotated[tuple[RecentFile, ...], Field(max_length=MAX_RECENT_FILES)] = ()
    toured: bool = False


def load_memory(path: Path | None = None) -> WindowMemory:
    """What is remembered; nothing where there is no such file, or one that is not ours to read."""
    try:
        return WindowMemory.model_validate(json.loads(read_text(path or _file_path())))
    except (InputError, ValueError, RecursionError, ValidationError):
        return WindowMemory()


def remember_file(file: str | Path, kind: RecentFileKind, path: Path | None = None) -> None:
    """Put a file first among those opened; one whose name is no text is not kept."""
    record, whole = load_memory(path), os.path.abspath(file)
    if make_printable(whole) != whole:
        return
    other_files = tuple(f for f in record.files if f.path != whole)
    _write_record(
        record.model_copy(
            update={"files": (RecentFile(path=whole, kind=kind), *other_files)[:MAX_RECENT_FILES]}
        ),
        path,
    )


def new_game_path() -> Path:
    """Return a file that does not exist yet for a new game: in the working folder, or among the settings.

    Raises OSError where no folder can be made.
    """
    working_folder = Path.cwd()
    can_write = os.access(working_folder, os.W_OK) and make_printable(str(working_folder)) == str(
        working_folder
    )
    target_folder = working_folder if can_write else settings_folder() / "games"
    target_folder.mkdir(parents=True, exist_ok=True)
    return free_file("game", ".jsonl", target_folder)


def remember_replay(file: str | Path) -> None:
    """Put a saved game that is watched first among the files opened."""
    remember_file(file, "replay")


def forget_file(file: str, path: Path | None = None) -> None:
    """Drop a file that is gone."""
    record = load_memory(path)
    _write_record(
        record.model_copy(update={"files": tuple(f for f in record.files if f.path != file)}), path
    )


def remember_tour(path: Path | None = None) -> None:
    """The tour has been shown."""
    _write_record(load_memory(path).model_copy(update={"toured": True}), path)


def _file_path() -> Path:
    return settings_folder() / "window.json"


def _write_record(record: WindowMemory, path: Path | None) -> None:
    """Write it, where that can be done: nobody is bothered because a list of files cannot be kept."""
    path = path or _file_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, json.dumps(record.model_dump(mode="json"), indent=1) + "\n")
    except (OSError, ValueError):
        return
