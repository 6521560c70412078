"""The progress of lessons: `lessons.json` in the settings folder. The games are ordinary saves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from wc3d._internal.atomic_write import free_file, write_atomic
from wc3d._internal.user_folders import settings_folder
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import FileError, Id, StrictModel, read_json, validation_faults


class SavedLesson(StrictModel):
    """A lesson that was begun: the file of its game, and how far it has come.

    `finished` are the steps that were read or skipped, `completed` counts all completed steps.
    """

    game: Id
    lesson: Id
    file: Annotated[str, Field(max_length=4096)]
    finished: Annotated[tuple[Id, ...], Field(max_length=1000)] = ()
    completed: Annotated[int, Field(strict=True, ge=0, le=1000)] = 0


class LessonMemory(StrictModel):
    """The content of the file."""

    wc3d: Literal["lessons"] = "lessons"
    version: Literal[1] = 1
    lessons: Annotated[tuple[SavedLesson, ...], Field(max_length=1000)] = ()


def load_saved_lessons() -> tuple[SavedLesson, ...]:
    """Return the lessons that were begun. Raises InputError for a damaged file."""
    path = _memory_path()
    if not path.exists():
        return ()
    data = read_json(path)
    try:
        return LessonMemory.model_validate(data).lessons
    except ValidationError as error:
        raise FileError(str(path), validation_faults(error, data)[:1]) from None


def write_saved_lesson(saved: SavedLesson) -> None:
    """Write the progress of a lesson. Replaces a damaged file. Raises OSError."""
    try:
        known = load_saved_lessons()
    except InputError:
        known = ()
    others = (s for s in known if (s.game, s.lesson) != (saved.game, saved.lesson))
    path = _memory_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    memory = LessonMemory(lessons=(*others, saved))
    write_atomic(path, json.dumps(memory.model_dump(mode="json"), indent=1) + "\n")


def new_lesson_path(game: str, lesson: str) -> Path:
    """Return an unused path for the game of a lesson. Raises OSError."""
    folder = settings_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return free_file(f"{game}-{lesson}", ".jsonl", folder)


def _memory_path() -> Path:
    return settings_folder() / "lessons.json"
