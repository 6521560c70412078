"""Format text for people: wrapped paragraphs, lists of names, and details of log lines."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable

MIN_LINE_CHARS, MAX_LINE_CHARS = 40, 110
"""The range of line lengths in characters, for any width of the terminal."""
DETAIL_SEPARATOR = " · "
"""The separator in a log line between the event and its numbers."""
QUIET = re.compile(rf"(?P<what>.*?)(?P<details>{DETAIL_SEPARATOR}.*| \([^()]*\))?", re.DOTALL)
"""A log line: the event, then the details from the separator or from the last brackets on."""


def wrap_paragraph(text: str, indent: str = "  ", more: str = "  ") -> str:
    """Return a paragraph wrapped for the terminal."""
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
    """Return a list of names without repeats; a name may contain a comma ("Voss, Justicar")."""
    unique_names = dict.fromkeys(names)
    return ("; " if any("," in name for name in unique_names) else ", ").join(unique_names)


def join_words(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "A, B and C"."""
    *first_words, last = list(words) or [""]
    return f"{', '.join(first_words)} and {last}" if first_words else last


def capitalize(text: str) -> str:
    """Return a text with a capital first letter; the others stay."""
    return text[:1].upper() + text[1:]


def add_details(text: str, *numbers: str) -> str:
    """Return a log line from an event and its numbers: "Dusk Wolf moves 3" · now at (12, 9)"."""
    explaining = "; ".join(number for number in numbers if number)
    return f"{text}{DETAIL_SEPARATOR}{explaining}" if explaining else text


def split_details(line: str) -> tuple[str, str]:
    """Return a log line in two parts: the event, and the details that are shown more quietly.

    The second part begins with a space, or is empty. Both together are the line.
    """
    parts = QUIET.fullmatch(line)
    assert parts is not None
    return parts["what"], parts["details"] or ""
