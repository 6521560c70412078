"""The window's front doors: one is opened at a screen, or at the start screen from which all the others are reached."""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wc3d.progress import Progress
    from wc3d.table.table import Table
    from wc3d.table.terrain.meshes import Kept
    from wc3d.view.start.screen import Doors, StartScreen
    from wc3d.view.window.recent import FileKind
    from wc3d.view.window.screen import Screen


def display_there() -> bool:
    """Could there be a screen to open a window on?"""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


def show(screen: Screen, title: str, instead: str, opened: tuple[Path, FileKind] | None = None) -> int:
    """Open the window at a screen and stay until it is closed; the file that was `opened` is remembered once there is a window.

    A broken settings file is told in the window. Raises NoGraphics where there is no screen, with the commands that do the
    same in the terminal, and InputError for a file whose name cannot be drawn.
    """
    from wc3d.view import NoGraphics
    from wc3d.view.window.notices import must_be_text
    from wc3d.view.window.opening import open_window
    from wc3d.view.window.recent import remember
    from wc3d.view.window.settings import usual_if_broken

    settings, fault = usual_if_broken()
    must_be_text(Path(title.removeprefix("wc3d: ")))

    def begun() -> None:
        if opened is not None:
            remember(*opened)

    try:
        open_window(screen, title, begun, settings=settings, start=start_screen, complaints=[fault] if fault else [])
    except NoGraphics as error:
        raise NoGraphics(f"{error}; in the terminal: {instead}") from None
    return 0


def start_screen() -> StartScreen:
    """The start screen."""
    from wc3d.view.start.screen import StartScreen

    return StartScreen(doors())


def doors() -> Doors:
    """The screens that need what only the command line knows."""
    from wc3d.app.judge.window import read_file, screen_of
    from wc3d.view.start.screen import Door, Doors

    return Doors(dispute=Door(read_file, screen_of), board=Door(read_board, workshop))


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
    from wc3d.errors import InputError
    from wc3d.games import space_of
    from wc3d.judge.question_case import MapShelf, open_board, read_data
    from wc3d.judge.question_file import is_question_file
    from wc3d.table.table import Table
    from wc3d.table.terrain.meshes import KINDS, cached_solids
    from wc3d.view.board.workshop.files import EMPTY

    boards = [given for given in (path, *more) if given.suffix.lower() not in KINDS]
    meshes = [given for given in (path, *more) if given.suffix.lower() in KINDS]
    missing = next((mesh for mesh in meshes if not mesh.is_file()), None)
    if missing is not None:
        raise InputError(f"{missing}: no such file")
    if len(boards) > 1:
        raise InputError(f"{boards[1]}: expected one board, and meshes to add to it; {boards[0]} is a board already")
    if not boards:
        return ReadBench(Table(EMPTY, name="New board", policy=space_of()), None, meshes, {})
    table, own = open_board(boards[0], MapShelf(space_of())), not is_question_file(read_data(boards[0]))
    return ReadBench(table, boards[0] if own and boards[0].suffix.lower() == ".json" else None, meshes, cached_solids())


def workshop(bench: ReadBench) -> Screen:
    """The workshop with a board that was read."""
    from wc3d.table.terrain.meshes import cache_solids
    from wc3d.view.board.workshop.screen import Workshop

    cache_solids(bench.solids)
    return Workshop(bench.table, bench.path, bench.meshes)


def board_screen(path: Path, *more: Path) -> Screen:
    """The workshop with a board and meshes. Raises InputError."""
    return workshop(read_board(None, path, *more))
