"""What the window tells a person for a while: a refusal, a mistake in a file, what has been done."""
from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from wc3d.errors import InputError

SECONDS = 6.0
"""A notice is shown this long, and longer the more words it has."""
READ = 0.06
"""Seconds to read a character."""
MOST = 4
LONG = 700
"""Characters of a message that are shown."""


def printable(words: str) -> str:
    """Words as they can be drawn: a file's name may hold bytes that are no text, a file what commands a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in words)


def must_be_text(path: Path) -> Path:
    """A path whose name can be drawn and typed. Raises InputError."""
    name = printable(str(path))
    if name != str(path):
        raise InputError(f"{name}: wc3d cannot read some characters in the name of this file or its folders; rename it")
    return path


@dataclass(frozen=True)
class Notice:
    """A message; `bad` ones are mistakes and refusals, told apart by a sign as well as by color."""

    words: str
    bad: bool
    until: float


class Notices:
    """The messages now shown, the newest last."""

    def __init__(self) -> None:
        self.shown: list[Notice] = []
        self._told: tuple[Notice, ...] = ()

    def say(self, words: str) -> None:
        """Tell something."""
        self._add(words, bad=False)

    def complain(self, words: object) -> None:
        """Tell of a mistake or a refusal."""
        self._add(str(words), bad=True)

    def _add(self, words: str, bad: bool) -> None:
        words = printable(words)
        words = words if len(words) <= LONG else words[: LONG - 1] + "…"
        until = time.monotonic() + SECONDS + READ * len(words)
        self.shown = [n for n in self.shown if n.words != words][-MOST + 1 :] + [Notice(words, bad, until)]

    def changed(self) -> bool:
        """Has one come or gone since this was last asked?"""
        clock = time.monotonic()
        self.shown = [n for n in self.shown if n.until > clock]
        old_notices, self._told = self._told, tuple(self.shown)
        return old_notices != self._told
