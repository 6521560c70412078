"""`wc3d board new`: write a random board with its figures."""

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


def parse_size(text: str) -> XY:
    """Parse the size of a board in inches. Raises ArgumentTypeError."""
    match = SIZE_PATTERN.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size such as 48 or 44x60")
    return float(match[1]), float(match[2] or match[1])


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    return run_new(arguments)


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


def write_board(data: dict[str, Any], path: Path) -> None:
    """Write the map of a board to a file. Raises InputError."""
    write_output(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def _file_part(seed: str) -> str:
    """Return a seed as part of a file name. Raises InputError for a seed without letters."""
    words = "-".join(re.findall(r"[A-Za-z0-9]+", seed))
    if not words:
        raise InputError(f"--seed {seed}: expected letters or digits; or name the file: OUT.json")
    return words
