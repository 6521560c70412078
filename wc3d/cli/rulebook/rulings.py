"""`wc3d rulings blast`: print the values for points that the book leaves open, with options."""

from __future__ import annotations

import argparse

from wc3d.cli.shared_arguments import add_game_argument
from wc3d.registry import describe_rulings


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="list only rulings that contain these words, or the ruling with this id, such as SIL-73",
    )
    command.add_argument(
        "--all",
        action="store_true",
        help="print each ruling's name, value, full text, reason and page",
    )
    add_game_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the matching rulings. Return exit code 1 if there are none."""
    lines = describe_rulings(arguments.game, arguments.words, arguments.all)
    print(
        "\n".join(lines) or f"no ruling found for {' '.join(arguments.words)}".removesuffix(" for ")
    )
    return 0 if lines else 1
