"""`wc3d board new` and `wc3d board import`: write a random board, or one of another program."""

from __future__ import annotations

import argparse
import json
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.atomic_write import check_output_path, write_output
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError
from wc3d.registry import space_policy_of

if TYPE_CHECKING:
    from wc3d.geometry.points import XY

STYLE_NAMES = ("city", "ruins", "industrial", "wilds")
"""The styles of random boards, listed here because `wc3d.board_generator` imports slowly."""

SIZE_PATTERN = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)(?:x([0-9]{1,3}(?:\.[0-9]{1,2})?))?")
"""The syntax of a size: 48 or 44x60."""

DEFAULT_SIZE = "48"

MIN_LENGTH_IN, MAX_LENGTH_IN = 0.01, 100.0
"""The limits of lengths that options of an import set. Inches."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of each action."""
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
    new_help = "write a random board: fair to both sides, playable, and the same for the same seed"
    new = actions.add_parser("new", help=new_help, description=f"{new_help.capitalize()}.")
    out_help = "the file to write (default: STYLE-SIZE-SEED.json)"
    new.add_argument("out", metavar="OUT.json", nargs="?", help=out_help)
    new.add_argument(
        "--style", choices=STYLE_NAMES, default="city", help="the style (default: %(default)s)"
    )
    size_help = 'the sides in inches, 30 to 60: 48, or 44x60 for 44" wide and 60" deep (default: %(default)s)'
    new.add_argument("--size", metavar="N", type=parse_size, default=DEFAULT_SIZE, help=size_help)
    new.add_argument("--seed", metavar="N", help="the seed of the board (default: random)")
    _add_import_arguments(actions)


def _add_import_arguments(actions: Any) -> None:
    """Declare the arguments of `wc3d board import`."""
    import_help = "import a Tabletop Simulator save, a TaleSpire slab or a Foundry VTT scene; nothing is fetched"
    command = actions.add_parser(
        "import", help=import_help, description=f"{import_help[0].upper()}{import_help[1:]}."
    )
    command.add_argument("file", metavar="FILE", help="the save, the pasted slab, or the scene")
    out_help = "the file to write (default: FILE.board.json in the working folder)"
    command.add_argument("out", metavar="OUT.json", nargs="?", help=out_help)
    scale_help = "the inches of a unit, a tile or a square of the other program (default: 1)"
    command.add_argument("--scale", metavar="INCHES", type=float, default=1.0, help=scale_help)
    height_help = "the height of Foundry's walls in inches (default: 3)"
    command.add_argument(
        "--wall-height", metavar="INCHES", type=float, default=3.0, help=height_help
    )
    block_help = (
        "the box for an asset of TaleSpire, in inches: width, depth, height (default: 1 1 1)"
    )
    command.add_argument(
        "--block",
        metavar=("W", "D", "H"),
        nargs=3,
        type=float,
        default=(1.0, 1.0, 1.0),
        help=block_help,
    )


def parse_size(text: str) -> XY:
    """Parse the size of a board in inches. Raises ArgumentTypeError."""
    match = SIZE_PATTERN.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size such as 48 or 44x60")
    return float(match[1]), float(match[2] or match[1])


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    return run_new(arguments) if arguments.action == "new" else run_import(arguments)


def run_new(arguments: argparse.Namespace) -> int:
    """Write a random board and print its figures."""
    from wc3d.board_generator.generate import generate_board

    seed = str(secrets.randbelow(10**6)) if arguments.seed is None else arguments.seed
    side = "x".join(dict.fromkeys(f"{side:g}" for side in arguments.size))
    name = arguments.out or f"{arguments.style}-{side}-{_file_part(seed)}.json"
    path = require_new_path(str(check_output_path(name, ".json")))
    with ProgressLine("building a random board") as progress:
        board = generate_board(arguments.style, arguments.size, seed, space_policy_of(), progress)
    write_board(board.map, path)
    print("\n".join(board.summary_lines()))
    print(f"wrote {path}; to look at it: wc3d view {path}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    """Write the board of another program, and print what was left out."""
    from wc3d.board_import.import_file import import_board, map_of
    from wc3d.table.maps.map_file import table_from_map

    for option, value in (
        ("--scale", arguments.scale),
        ("--wall-height", arguments.wall_height),
        *(("--block", side) for side in arguments.block),
    ):
        if not MIN_LENGTH_IN <= value <= MAX_LENGTH_IN:
            raise InputError(
                f"{option} {value:g}: expected a number from {MIN_LENGTH_IN:g} to {MAX_LENGTH_IN:g}"
            )
    source = Path(arguments.file)
    name = arguments.out or f"{source.stem}.board.json"
    path = require_new_path(str(check_output_path(name, ".json")))
    wide, deep, high = arguments.block
    board = import_board(source, arguments.scale, arguments.wall_height, (wide, deep, high))
    data = map_of(board, path.parent)
    with ProgressLine("reading the models") as progress:
        progress(0, 0)
        table_from_map(data, space_policy_of(), str(source), path.parent, should_warn=False)
    write_board(data, path)
    print("\n".join(board.report_lines()))
    print(f"wrote {path}; to check it: wc3d check {path}; to look at it: wc3d view {path}")
    return 0


def write_board(data: dict[str, Any], path: Path) -> None:
    """Write the map of a board to a file. Raises InputError."""
    write_output(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def _file_part(seed: str) -> str:
    """Return a seed as part of a file name. Raises InputError for a seed without letters."""
    words = "-".join(re.findall(r"[A-Za-z0-9]+", seed))
    if not words:
        raise InputError(f"--seed {seed}: expected letters or digits; or name the file: OUT.json")
    return words
