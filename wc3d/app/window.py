"""The window's front doors: one is opened at a screen, or at the start screen from which all the others are reached."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wc3d.view.recent import FileKind
    from wc3d.view.screens.screen import Screen
    from wc3d.view.screens.start import Doors, Start


def display_there() -> bool:
    """Could there be a screen to open a window on?"""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


def show(screen: Screen, title: str, instead: str, opened: tuple[Path, FileKind] | None = None) -> int:
    """Open the window at a screen and stay until it is closed; the file that was `opened` is remembered.

    A broken settings file is told in the window. Raises NoGraphics where there is no screen, with the commands that do the
    same in the terminal.
    """
    from wc3d.view import NoGraphics
    from wc3d.view.recent import remember
    from wc3d.view.settings import usual_if_broken
    from wc3d.view.window import open_window

    settings, fault = usual_if_broken()
    if opened is not None and display_there():
        remember(*opened)
    try:
        open_window(screen, title, settings=settings, start=start_screen, complaints=[fault] if fault else [])
    except NoGraphics as error:
        raise NoGraphics(f"{error}; in the terminal: {instead}") from None
    return 0


def start_screen() -> Start:
    """The start screen."""
    from wc3d.view.screens.start import Start

    return Start(doors())


def doors() -> Doors:
    """The screens that need what only the command line knows."""
    from wc3d.app.judge_window import judge_screen
    from wc3d.view.screens.start import Doors

    return Doors(dispute=judge_screen, board=board_screen)


def board_screen(path: Path) -> Screen:
    """The screen of a board, or of a question file with its models. Raises InputError."""
    from wc3d.app.disputes import MapShelf, open_board
    from wc3d.view.screens.preview import Preview

    return Preview(open_board(path, MapShelf()))
