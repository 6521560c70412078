"""The window's screens that commands open, including the start screen with all others."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.gc_tuning import postpone_gc
from wc3d.errors import InputError
from wc3d.registry import load_judge_book, map_cache, space_policy_of, table_from_map

if TYPE_CHECKING:
    from wc3d._internal.progress import Progress
    from wc3d.table.table import Table
    from wc3d.table.terrain.mesh_solids import SolidCache
    from wc3d.ui.judge.verdict_view import JudgeServices
    from wc3d.window.board.board_exchange import BoardHolder
    from wc3d.window.board.judge.controller import JudgeController
    from wc3d.window.board.judge.screen import JudgeScreen
    from wc3d.window.board.workshop.screen import EditorScreen
    from wc3d.window.shell.screen import Screen
    from wc3d.window.shell.window_memory import RecentFileKind
    from wc3d.window.start.screen import StartScreen


RANDOM_SIDE_IN = 48.0
"""The usual side of a random board. Inches."""


def has_display() -> bool:
    """Return whether a display for a window may be available."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


@postpone_gc()
def run_window(
    screen: Screen, title: str, instead: str, opened: tuple[Path, RecentFileKind] | None = None
) -> int:
    """Run the window at a screen until it is closed; add `opened` to the recent files once the
    window opens.

    The window reports a broken settings file. Raises NoGraphicsError without a display, with the
    equivalent terminal commands (`instead`), and InputError for a file name that cannot be drawn.
    """
    from wc3d.panda.requirements import NoGraphicsError
    from wc3d.window.shell.notices import require_printable_path
    from wc3d.window.shell.run_window import open_window
    from wc3d.window.shell.settings import load_settings_or_default
    from wc3d.window.shell.window_memory import remember_file

    settings, fault = load_settings_or_default()
    require_printable_path(Path(title.removeprefix("wc3d: ")))

    def begun() -> None:
        if opened is not None:
            remember_file(*opened)

    try:
        open_window(
            screen,
            title,
            begun,
            settings=settings,
            start=make_start_screen,
            judge=judge_screen_for_position,
            complaints=[fault] if fault else [],
        )
    except NoGraphicsError as error:
        raise NoGraphicsError(f"{error}; in the terminal, use {instead}") from None
    return 0


def make_start_screen() -> StartScreen:
    """Return the start screen, with openers for screens that need the command line's code."""
    from wc3d.window.start.screen import FileOpener, FileOpeners, StartScreen

    return StartScreen(
        FileOpeners(
            dispute=FileOpener(read_judge_input, judge_screen_for),
            board=FileOpener(read_editor_input, board_editor_screen),
            make_new_board_screen=new_board_screen,
            make_new_dispute_screen=new_dispute_screen,
            make_random_board_screen=random_board_screen,
        )
    )


# Judge


def make_judge_services(map_file: Path | None = None, game: str = "") -> JudgeServices:
    """Return the functions that answer, save and report by a game's rules, for a board."""
    from wc3d.cli.window.save_questions import save_questions
    from wc3d.cli.window.save_report import write_judge_report
    from wc3d.ui.judge.solve import solve_doubt, solve_question
    from wc3d.ui.judge.verdict_view import JudgeServices

    save = partial(save_questions, map_file=map_file)
    report = partial(write_judge_report, map_file=map_file)
    return JudgeServices(solve_question, solve_doubt, save, report, load_judge_book(game))


@dataclass(frozen=True, eq=False)
class JudgeInput:
    """The content of a file for the judge's screen."""

    table: Table
    map_file: Path | None
    questions: Sequence[Mapping[str, Any]]
    name: str


def read_judge_input(progress: Progress | None, path: Path, game: str = "") -> JudgeInput:
    """Read a question file, a report page, or a map for a game. Raises InputError."""
    from wc3d.judging.dispute import find_map_file, open_dispute, read_json_or_report
    from wc3d.judging.question_file import is_question_file

    if path.suffix.lower() == ".jsonl":
        raise InputError(f"{path}: the window needs one .json question file, not a .jsonl file")
    data = read_json_or_report(path)
    if not is_question_file(data):
        return JudgeInput(table_from_map(data, str(path), path.parent, game), path, (), path.stem)
    dispute = open_dispute(path, map_cache())
    map_entry = dispute.file.map
    map_file = (
        find_map_file(map_entry, str(path), path.parent) if isinstance(map_entry, str) else None
    )
    questions = [
        question
        for question in dispute.given.get("questions") or [dispute.given.get("question")]
        if question
    ]
    return JudgeInput(dispute.table, map_file, questions, dispute.file.name or path.stem)


def judge_screen_for(read: JudgeInput) -> JudgeScreen:
    """Return the judge's screen for a file's content."""
    from wc3d.window.board.judge.screen import JudgeScreen

    judge = JudgeScreen(
        read.table,
        make_judge_services(read.map_file, read.table.policy.game),
        read.questions,
        read.name,
    )
    judge.board_folder = read.map_file.parent if read.map_file is not None else None
    judge.make_editor = partial(editor_for_judge, map_file=read.map_file)
    return judge


def new_dispute_screen(wide: float, deep: float, game: str = "") -> JudgeScreen:
    """Return the judge's screen with an empty table of this size in inches, for a game."""
    from wc3d.table.table import Table

    table = Table((wide, deep), name="Dispute", policy=space_policy_of(game))
    return judge_screen_for(JudgeInput(table, None, (), "Dispute"))


def open_judge_screen(path: Path) -> JudgeScreen:
    """Return the judge's screen for a question file, a report page or a map. Raises InputError."""
    return judge_screen_for(read_judge_input(None, path))


def judge_screen_for_board(table: Table, map_file: Path | None, parent: BoardHolder) -> JudgeScreen:
    """Return the judge's screen for a board in the editor, with the way back to `parent`."""
    judge = judge_screen_for(
        JudgeInput(table, map_file, (), map_file.stem if map_file is not None else table.name)
    )
    judge.previous_screen = parent
    return judge


def judge_screen_for_position(table: Table, parent: Screen) -> Screen:
    """Return the judge's screen for a game's position, with the way back to the game."""
    from wc3d.window.shell.screen import PositionHolder

    judge = judge_screen_for(JudgeInput(table, None, (), "Position"))
    judge.make_editor = None
    if isinstance(parent, PositionHolder):
        judge.previous_screen = parent
    return judge


def editor_for_judge(
    table: Table, judge: JudgeController, map_file: Path | None = None
) -> EditorScreen:
    """Return the board editor for a dispute's board, with the way back to the dispute."""
    from wc3d.window.board.workshop.screen import EditorScreen

    editor = EditorScreen(judge.filed_table, map_file, (), judge_screen_for_board)
    editor.judge_screen = judge
    return editor


# Board editor


@dataclass(frozen=True, eq=False)
class EditorInput:
    """The board editor's input: a board, its map's file, meshes and kits' folders to add, and its
    meshes' solids.
    """

    table: Table
    path: Path | None
    meshes: Sequence[Path]
    solids: SolidCache


def read_editor_input(progress: Progress | None, path: Path, *more: Path) -> EditorInput:
    """Read a board, or a question file's board and models. Meshes are added to it or to an empty
    board.

    Raises InputError for a board or a question file that cannot be read, and for a folder without
    meshes. The window reports a broken mesh.
    """
    from wc3d.judging.dispute import open_table, read_json_or_report
    from wc3d.judging.question_file import is_question_file
    from wc3d.meshes.kits.scan_folder import scan_kit
    from wc3d.meshes.mesh_source import MESH_SUFFIXES, refuse_missing_file
    from wc3d.table.table import Table
    from wc3d.table.terrain.mesh_solids import cached_solids
    from wc3d.window.board.workshop.files import NEW_BOARD_SIZE_IN

    meshes = [
        file for file in (path, *more) if file.is_dir() or file.suffix.lower() in MESH_SUFFIXES
    ]
    boards = [file for file in (path, *more) if file not in meshes]
    for mesh in meshes:
        if mesh.is_dir():
            scan_kit(mesh)
        else:
            refuse_missing_file(mesh)
    if len(boards) > 1:
        raise InputError(f"{boards[1]}: expected a mesh to add to the board {boards[0]}")
    if not boards:
        return EditorInput(
            Table(NEW_BOARD_SIZE_IN, name="New board", policy=space_policy_of()), None, meshes, {}
        )
    table = open_table(boards[0], map_cache())
    own = not is_question_file(read_json_or_report(boards[0]))
    return EditorInput(
        table,
        boards[0] if own and boards[0].suffix.lower() == ".json" else None,
        meshes,
        cached_solids(),
    )


def board_editor_screen(bench: EditorInput) -> Screen:
    """Return the board editor with its input."""
    from wc3d.table.terrain.mesh_solids import add_cached_solids
    from wc3d.window.board.workshop.screen import EditorScreen

    add_cached_solids(bench.solids)
    return EditorScreen(bench.table, bench.path, bench.meshes, judge_screen_for_board)


def new_board_screen(wide: float, deep: float) -> Screen:
    """Return the board editor with an empty board of this size in inches."""
    from wc3d.table.table import Table

    return board_editor_screen(
        EditorInput(Table((wide, deep), name="New board", policy=space_policy_of()), None, (), {})
    )


def random_board_screen() -> Screen:
    """Return the board editor with the form of a random board."""
    from wc3d.table.table import Table
    from wc3d.window.board.workshop.files import NewBoardForm
    from wc3d.window.board.workshop.screen import EditorScreen

    table = Table((RANDOM_SIDE_IN, RANDOM_SIDE_IN), name="New board", policy=space_policy_of())
    screen = EditorScreen(table, judge=judge_screen_for_board)
    screen.files.current_dialog = NewBoardForm(RANDOM_SIDE_IN, RANDOM_SIDE_IN)
    return screen
