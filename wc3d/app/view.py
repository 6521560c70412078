"""`wc3d view MAP_OR_QUESTIONS`: the board in a window."""
from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("board", metavar="MAP_OR_QUESTIONS", help="a map, or a question file: its map with its models")


def run(arguments: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    from wc3d.app.window import board_screen, show

    path = Path(arguments.board)
    screen = board_screen(path)
    return show(screen, f"wc3d: {path.name}", f"wc3d check {path}, wc3d export {path} OUT.glb", (path, "board"))
