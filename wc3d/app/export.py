"""`wc3d export MAP OUT.glb`: a board and the models on it as a GLB file, for any other viewer."""
from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("board", metavar="MAP", help="a map, or a question file: its map with its models")
    command.add_argument("out", metavar="OUT.glb", help="the file to write")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    from wc3d.app.disputes import MapShelf, open_board
    from wc3d.app.files import check_output

    out = check_output(arguments.out, ".glb")
    table = open_board(Path(arguments.board), MapShelf())
    from wc3d.view.export import export_glb

    export_glb(table, out)
    return 0
