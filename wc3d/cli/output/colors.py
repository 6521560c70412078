"""Colors at a terminal that has them, and none elsewhere; they never say anything that the words do not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from wc3d.cli.output.safe_terminal import escape_control_characters, write_control_code
from wc3d.engine.wrap_text import split_details

STYLE_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36, "bold": 1, "dim": 2}
"""What a terminal is told for each style (ECMA-48)."""


def has_colors(stream: Any) -> bool:
    """Is it a terminal that shows colors, and does its user want them? (NO_COLOR: none; https://no-color.org)"""
    kind = os.environ.get("TERM", "windows" if os.name == "nt" else "dumb")
    return bool(stream.isatty()) and kind != "dumb" and not os.environ.get("NO_COLOR")


def print_styled(text: str, style: str, rest: str = "", to: TextIO | None = None) -> None:
    """Print a line: a text in a style where the stream has styles, and the `rest` plainly after it."""
    stream = to or sys.stdout
    if not text or not has_colors(stream):
        print(f"{text}{rest}", file=stream)
        return
    write_control_code(
        stream, f"\033[{STYLE_CODES[style]}m{escape_control_characters(text)}\033[0m"
    )
    print(rest, file=stream)


def tell_log(lines: Iterable[str]) -> None:
    """Print lines of a log. Where the output has styles, the numbers and the page of each line are dim."""
    for line in lines:
        words, details = split_details(line)
        print(words, end="")
        print_styled(details, "dim")
