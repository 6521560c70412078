"""`wc3d export MAP OUT`: export a board as a 3D model, as terrain to print, or as a plan."""

from __future__ import annotations

import argparse

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.errors import InputError
from wc3d.registry import map_cache

PRINTED_ENDINGS = (".stl", ".3mf")
"""The endings of files for 3D printers."""

MIN_SCALE, MAX_SCALE = 0.01, 100.0


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    board_help = "a board, a question file (with its models), or the name of an included one"
    command.add_argument("board", metavar="MAP", help=board_help)
    out_help = (
        "the file to write: a 3D model (.glb), the terrain for a 3D printer in millimeters (.stl, .3mf), "
        "or a plan at true size on pages to tape together (.pdf) or on one sheet (.svg)"
    )
    command.add_argument("out", metavar="OUT", help=out_help)
    command.add_argument(
        "--paper",
        choices=("a4", "letter"),
        default="a4",
        help="the page size of a PDF (default: a4)",
    )
    command.add_argument(
        "--dressed",
        action="store_true",
        help="with the details of the window's pictures: joints, plants and stones (.glb)",
    )
    command.add_argument(
        "--part", metavar="ID", help="only this piece of terrain, in the middle (.stl, .3mf)"
    )
    command.add_argument(
        "--scale",
        metavar="TIMES",
        type=float,
        help="times the true size, 0.01 to 100 (.stl, .3mf; default: 1)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    from wc3d.judging.dispute import open_table

    out_path = check_output_path(arguments.out, ".glb", *PRINTED_ENDINGS, ".pdf", ".svg")
    ending = out_path.suffix.lower()
    if ending not in PRINTED_ENDINGS and not arguments.part == arguments.scale is None:
        option = "--part" if arguments.part is not None else "--scale"
        raise InputError(f"{option}: only for .stl and .3mf files")
    if arguments.dressed and ending != ".glb":
        raise InputError("--dressed: only for .glb files")
    scale = 1.0 if arguments.scale is None else arguments.scale
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise InputError(
            f"--scale {scale:g}: expected a number from {MIN_SCALE:g} to {MAX_SCALE:g}"
        )
    table = open_table(
        find_shipped_or_own_file(arguments.board, ShippedKind.BOARD, ShippedKind.QUESTIONS),
        map_cache(),
    )
    if ending in PRINTED_ENDINGS:
        from wc3d.scene.print_export import export_for_printing

        print("\n".join(export_for_printing(table, out_path, scale, arguments.part)))
        return 0
    if ending != ".glb":
        from wc3d.printing.write_plan import write_plan

        print(write_plan(table, out_path, arguments.paper))
        return 0
    from wc3d.scene.glb_export import export_glb

    export_glb(table, out_path, dressed=arguments.dressed)
    print(f"wrote {out_path}: a 3D model for any GLB viewer")
    return 0
