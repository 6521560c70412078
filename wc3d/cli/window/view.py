"""`wc3d view MAP_OR_MESH...`: view and edit a board in a window, with meshes added to it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file

if TYPE_CHECKING:
    from wc3d.cli.window.screens import EditorInput
    from wc3d.window.shell.screen import Screen
    from wc3d.workers.reading_thread import ReadingThread

QUICK_READING_S = 1.0
"""Time in which most boards are read, in seconds; a slower board opens the window first."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    board_help = "a board, a question file, or mesh files or a folder of them to put on an empty "
    board_help += "board; or the name of an included one"
    command.add_argument("board", metavar="MAP_OR_MESH", help=board_help)
    command.add_argument(
        "more", metavar="MESH", nargs="*", help="more mesh files for the same board"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the window until it is closed. It shows a bar while a large board is read."""
    from wc3d.cli.window.screens import board_editor_screen, read_editor_input, run_window
    from wc3d.workers.reading_thread import ReadingThread

    path = _find(arguments.board, ShippedKind.BOARD, ShippedKind.QUESTIONS, ShippedKind.MESH)
    more = [_find(mesh, ShippedKind.MESH) for mesh in arguments.more]
    reading = ReadingThread(lambda: read_editor_input(None, path, *more))
    if not reading.wait(QUICK_READING_S):
        return _run_while_reading(path, reading)
    screen = board_editor_screen(reading.result())
    return run_window(screen, f"wc3d: {path.name}", _commands_instead(path), (path, "board"))


def _find(name: str, *kinds: ShippedKind) -> Path:
    """Return the path of a file or of a kit's folder. Raises InputError."""
    return Path(name) if os.path.isdir(name) else find_shipped_or_own_file(name, *kinds)


def _run_while_reading(path: Path, reading: ReadingThread[EditorInput]) -> int:
    """Run the window from the time that the board is still being read. Raises InputError."""
    from wc3d.cli.window.screens import board_editor_screen, run_window
    from wc3d.window.shell.window_memory import remember_file
    from wc3d.window.start.loading_screen import LoadingScreen

    def show_board(bench: EditorInput) -> Screen:
        remember_file(path, "board")
        return board_editor_screen(bench)

    screen = LoadingScreen(f"Loading {path.name}", reading, show_board)
    code = run_window(screen, f"wc3d: {path.name}", _commands_instead(path))
    if screen.failure is not None:
        raise screen.failure
    return code


def _commands_instead(path: Path) -> str:
    if path.is_dir():
        return f"wc3d fit {path}"
    return f"wc3d check {path}, wc3d export {path} OUT.glb"
