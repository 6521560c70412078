"""`wc3d view MAP_OR_QUESTIONS`: the board in a window."""
from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("board", metavar="MAP_OR_QUESTIONS", help="a map, or a question file: its map with its models")


def run(arguments: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    from wc3d.app.disputes import MapShelf, open_board

    table = open_board(Path(arguments.board), MapShelf())
    from wc3d.view.screens.preview import Preview
    from wc3d.view.window import open_window

    open_window(Preview(table), table.name or "wc3d")
    return 0
