"""Colors for terminals that support them. The text alone has all the information."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from wc3d.cli.output.safe_terminal import escape_control_characters, write_control_code
from wc3d.engine.text import split_details

STYLE_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36, "bold": 1, "dim": 2}
"""The terminal code of each style (ECMA-48)."""


def has_colors(stream: Any) -> bool:
    """Return whether the stream is a color terminal, without NO_COLOR (https://no-color.org)."""
    kind = os.environ.get("TERM", "windows" if os.name == "nt" else "dumb")
    return bool(stream.isatty()) and kind != "dumb" and not os.environ.get("NO_COLOR")


def print_styled(text: str, style: str, rest: str = "", to: TextIO | None = None) -> None:
    """Print a line: a text in a style if the stream supports styles, then the plain `rest`."""
    stream = to or sys.stdout
    if not text or not has_colors(stream):
        print(f"{text}{rest}", file=stream)
        return
    write_control_code(
        stream, f"\033[{STYLE_CODES[style]}m{escape_control_characters(text)}\033[0m"
    )
    print(rest, file=stream)


def print_log(lines: Iterable[str]) -> None:
    """Print log lines, with the numbers and page of each line dim if styles are supported."""
    for line in lines:
        words, details = split_details(line)
        print(words, end="")
        print_styled(details, "dim")
