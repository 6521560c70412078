"""`wc3d export MAP OUT.glb`: export a board with its models as a GLB file or a printable plan."""

from __future__ import annotations

import argparse

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.registry import map_cache


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    board_help = "a board, a question file (with its models), or the name of an included one"
    command.add_argument("board", metavar="MAP", help=board_help)
    out_help = "the file to write: a 3D model (.glb), or a plan at true size on pages to tape together (.pdf) or on one sheet (.svg)"
    command.add_argument("out", metavar="OUT.glb", help=out_help)
    command.add_argument(
        "--paper",
        choices=("a4", "letter"),
        default="a4",
        help="the page size of a PDF (default: a4)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    from wc3d.judge.dispute import open_table

    out_path = check_output_path(arguments.out, ".glb", ".pdf", ".svg")
    table = open_table(
        find_shipped_or_own_file(arguments.board, ShippedKind.BOARD, ShippedKind.QUESTIONS),
        map_cache(),
    )
    if out_path.suffix.lower() != ".glb":
        from wc3d.printing.write_plan import write_plan

        print(write_plan(table, out_path, arguments.paper))
        return 0
    from wc3d.scene.glb_export import export_glb

    export_glb(table, out_path)
    print(f"wrote {out_path}: a 3D model for any GLB viewer")
    return 0
