"""Spelling: suggestions for unknown words, and plurals."""
from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(id: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown id: the known ones that look like it."""
    found = get_close_matches(str(id), list(known), 3)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def pluralize(count: int, noun: str) -> str:
    """Return a count with its noun: "1 action", "2 actions"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
