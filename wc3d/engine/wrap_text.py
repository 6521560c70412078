"""Text that people read: paragraphs that fit the terminal, lists of names, and the details of a line of the log."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable

MIN_LINE_CHARS, MAX_LINE_CHARS = 40, 110
"""Characters of a line: no terminal is taken to be narrower, and none is filled wider."""
DETAIL_SEPARATOR = " · "
"""The separator in a line of the log: what happened stands before it, the numbers that explain it after it."""
QUIET = re.compile(rf"(?P<what>.*?)(?P<details>{DETAIL_SEPARATOR}.*| \([^()]*\))?", re.DOTALL)
"""A line of the log: what happened, then the details from the separator or from the last brackets on."""


def wrap_paragraph(text: str, indent: str = "  ", more: str = "  ") -> str:
    """A paragraph that fits the terminal."""
    width = max(MIN_LINE_CHARS, min(MAX_LINE_CHARS, shutil.get_terminal_size().columns))
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=more,
        break_on_hyphens=False,
        break_long_words=False,
    )


def join_names(names: Iterable[str]) -> str:
    """Names one after the other, each once; a comma may be in a name ("Voss, Justicar")."""
    unique_names = dict.fromkeys(names)
    return ("; " if any("," in name for name in unique_names) else ", ").join(unique_names)


def add_details(text: str, *numbers: str) -> str:
    """Return what happened and the numbers that explain it: "Dusk Wolf moves 3\" · now at (12, 9)"."""
    explaining = "; ".join(number for number in numbers if number)
    return f"{text}{DETAIL_SEPARATOR}{explaining}" if explaining else text


def split_details(line: str) -> tuple[str, str]:
    """Return a line of the log in two parts: what happened, and the numbers and the page that are shown more quietly.

    The parts are the whole line; the second one begins with a space, or is empty.
    """
    parts = QUIET.fullmatch(line)
    assert parts is not None
    return parts["what"], parts["details"] or ""
