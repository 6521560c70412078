"""The window's front doors: one is opened at a screen, or at the start screen from which all the others are reached."""
from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.gc_tuning import garbage_put_off
from wc3d.errors import InputError
from wc3d.registry import judge_book, map_shelf, space_of, table_from_map

if TYPE_CHECKING:
    from wc3d._internal.progress import Progress
    from wc3d.table.table import Table
    from wc3d.table.terrain.meshes import Kept
    from wc3d.ui.judge.verdict_view import Court
    from wc3d.window.board.judge.screen import Judge
    from wc3d.window.shell.recent import FileKind
    from wc3d.window.shell.screen import Screen
    from wc3d.window.start.screen import StartScreen


def display_there() -> bool:
    """Could there be a screen to open a window on?"""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


@garbage_put_off()
def show(screen: Screen, title: str, instead: str, opened: tuple[Path, FileKind] | None = None) -> int:
    """Open the window at a screen and stay until it is closed; the file that was `opened` is remembered once there is a window.

    A broken settings file is told in the window. Raises NoGraphics where there is no screen, with the commands that do the
    same in the terminal, and InputError for a file whose name cannot be drawn.
    """
    from wc3d.panda.requirements import NoGraphics
    from wc3d.window.shell.notices import must_be_text
    from wc3d.window.shell.opening import open_window
    from wc3d.window.shell.recent import remember
    from wc3d.window.shell.settings import usual_if_broken

    settings, fault = usual_if_broken()
    must_be_text(Path(title.removeprefix("wc3d: ")))

    def begun() -> None:
        if opened is not None:
            remember(*opened)

    try:
        open_window(screen, title, begun, settings=settings, start=start_screen, complaints=[fault] if fault else [])
    except NoGraphics as error:
        raise NoGraphics(f"{error}; in the terminal, use {instead}") from None
    return 0


def start_screen() -> StartScreen:
    """The start screen, with the doors to screens that need what only the command line knows."""
    from wc3d.window.start.screen import Door, Doors, StartScreen

    return StartScreen(Doors(dispute=Door(read_file, screen_of), board=Door(read_board, workshop), new_board=new_board))


# The judge


def court(map_file: Path | None = None, game: str = "") -> Court:
    """Those who answer and write by the rules of a game, for a board that came from a map file or not."""
    from wc3d.cli.window.judge_page import write_page
    from wc3d.cli.window.save_questions import save_questions
    from wc3d.ui.judge.solve import doubt_answer, judge_question
    from wc3d.ui.judge.verdict_view import Court

    save, report = partial(save_questions, map_file=map_file), partial(write_page, map_file=map_file)
    return Court(judge_question, doubt_answer, save, report, judge_book(game))


@dataclass(frozen=True, eq=False)
class ReadFile:
    """What the judge's screen shows of a file."""

    table: Table
    map_file: Path | None
    questions: Sequence[Mapping[str, Any]]
    name: str


def read_file(progress: Progress | None, path: Path) -> ReadFile:
    """Read a question file, a report page or a map. Raises InputError."""
    from wc3d.judge.question_case import find_map, open_dispute, read_data
    from wc3d.judge.question_file import is_question_file

    if path.suffix.lower() == ".jsonl":
        raise InputError(f"{path}: the window needs one .json question file, not a .jsonl file")
    data = read_data(path)
    if not is_question_file(data):
        return ReadFile(table_from_map(data, str(path), path.parent), path, (), path.stem)
    dispute = open_dispute(path, map_shelf())
    map_entry = dispute.file.map
    map_file = find_map(map_entry, str(path), path.parent) if isinstance(map_entry, str) else None
    questions = [question for question in dispute.given.get("questions") or [dispute.given.get("question")] if question]
    return ReadFile(dispute.table, map_file, questions, dispute.file.name or path.stem)


def screen_of(read: ReadFile) -> Judge:
    """The judge's screen for a file that was read."""
    from wc3d.window.board.judge.screen import Judge

    return Judge(read.table, court(read.map_file, read.table.policy.game), read.questions, read.name)


def judge_screen(path: Path) -> Judge:
    """The judge's screen for a question file, a report page or a map. Raises InputError."""
    return screen_of(read_file(None, path))


def judge_board(table: Table, map_file: Path | None, parent: Screen) -> Judge:
    """The judge's screen for a board that is built, with the models on it, and the way back to where it is built."""
    judge = screen_of(ReadFile(table, map_file, (), map_file.stem if map_file is not None else table.name))
    judge.back = parent
    return judge


# The workshop


@dataclass(frozen=True, eq=False)
class ReadBench:
    """What the workshop begins with: a board, its map's file, meshes to be added, and the solids of those that are on it."""

    table: Table
    path: Path | None
    meshes: Sequence[Path]
    solids: Kept


def read_board(progress: Progress | None, path: Path, *more: Path) -> ReadBench:
    """Read a board, or a question file's board and models; meshes are to be added to it, or to an empty board.

    Raises InputError for a board or a question file that cannot be read; a broken mesh is told in the window.
    """
    from wc3d.judge.question_case import open_board, read_data
    from wc3d.judge.question_file import is_question_file
    from wc3d.meshes.files import KINDS, must_be_file
    from wc3d.table.table import Table
    from wc3d.table.terrain.meshes import cached_solids
    from wc3d.window.board.workshop.files import EMPTY

    boards = [file for file in (path, *more) if file.suffix.lower() not in KINDS]
    meshes = [file for file in (path, *more) if file.suffix.lower() in KINDS]
    for mesh in meshes:
        must_be_file(mesh)
    if len(boards) > 1:
        raise InputError(f"{boards[1]}: expected a mesh to add to the board {boards[0]}")
    if not boards:
        return ReadBench(Table(EMPTY, name="New board", policy=space_of()), None, meshes, {})
    table, own = open_board(boards[0], map_shelf()), not is_question_file(read_data(boards[0]))
    return ReadBench(table, boards[0] if own and boards[0].suffix.lower() == ".json" else None, meshes, cached_solids())


def workshop(bench: ReadBench) -> Screen:
    """The workshop with a board that was read."""
    from wc3d.table.terrain.meshes import cache_solids
    from wc3d.window.board.workshop.screen import Workshop

    cache_solids(bench.solids)
    return Workshop(bench.table, bench.path, bench.meshes, judge_board)


def new_board(wide: float, deep: float) -> Screen:
    """The workshop with an empty board of this size, in inches."""
    from wc3d.table.table import Table

    return workshop(ReadBench(Table((wide, deep), name="New board", policy=space_of()), None, (), {}))


def board_screen(path: Path, *more: Path) -> Screen:
    """The workshop with a board and meshes. Raises InputError."""
    return workshop(read_board(None, path, *more))
