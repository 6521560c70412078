"""Paragraphs that fit the terminal, and names one after the other."""
from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable

NARROWEST, WIDEST = 40, 110
"""Characters of a line: no terminal is taken to be narrower, and none is filled wider."""


def wrap(text: str, indent: str = "  ", more: str = "  ") -> str:
    """A paragraph that fits the terminal."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False, break_long_words=False
    )


def join_names(names: Iterable[str]) -> str:
    """Names one after the other, each once; a comma may be in a name ("Voss, Justicar")."""
    once = dict.fromkeys(names)
    return ("; " if any("," in name for name in once) else ", ").join(once)
