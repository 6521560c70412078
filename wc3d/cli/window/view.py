"""`wc3d view MAP_OR_MESH...`: view and edit a board in a window, with meshes added to it."""

from __future__ import annotations

import argparse

from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    board_help = "a board, a question file, or mesh files to put on an empty board; or the "
    board_help += "name of an included one"
    command.add_argument("board", metavar="MAP_OR_MESH", help=board_help)
    command.add_argument(
        "more", metavar="MESH", nargs="*", help="more mesh files for the same board"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the window until it is closed."""
    from wc3d.cli.window.screens import open_board_screen, run_window

    path = find_shipped_or_own_file(
        arguments.board, ShippedKind.BOARD, ShippedKind.QUESTIONS, ShippedKind.MESH
    )
    screen = open_board_screen(
        path, *(find_shipped_or_own_file(mesh, ShippedKind.MESH) for mesh in arguments.more)
    )
    return run_window(
        screen,
        f"wc3d: {path.name}",
        f"wc3d check {path}, wc3d export {path} OUT.glb",
        (path, "board"),
    )
