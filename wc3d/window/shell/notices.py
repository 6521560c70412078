"""What the window tells a person for a while: a refusal, a mistake in a file, what has been done."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from wc3d.errors import InputError

MIN_NOTICE_S = 6.0
"""A notice is shown this long, and longer the more words it has."""
SECONDS_PER_CHARACTER = 0.06
"""Seconds to read a character."""
MAX_NOTICES = 4
MAX_MESSAGE_CHARS = 700
"""Characters of a message that are shown."""


def make_printable(words: str) -> str:
    """Words as they can be drawn: a file's name may hold bytes that are no text, a file what commands a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in words)


def require_printable_path(path: Path) -> Path:
    """A path whose name can be drawn and typed. Raises InputError."""
    name = make_printable(str(path))
    if name != str(path):
        raise InputError(
            f"{name}: wc3d cannot read some characters in the name of this file or its folders; rename it"
        )
    return path


@dataclass(frozen=True)
class Notice:
    """A message; `bad` ones are mistakes and refusals, told apart by a sign as well as by color."""

    words: str
    is_error: bool
    expires_at: float


class Notices:
    """The messages now shown, the newest last."""

    def __init__(self) -> None:
        self.visible_notices: list[Notice] = []
        self._told: tuple[Notice, ...] = ()

    def show_message(self, words: str) -> None:
        """Tell something."""
        self._add(words, bad=False)

    def show_error(self, words: object) -> None:
        """Tell of a mistake or a refusal."""
        self._add(str(words), bad=True)

    def _add(self, words: str, bad: bool) -> None:
        words = make_printable(words)
        words = words if len(words) <= MAX_MESSAGE_CHARS else words[: MAX_MESSAGE_CHARS - 1] + "…"
        until = time.monotonic() + MIN_NOTICE_S + SECONDS_PER_CHARACTER * len(words)
        self.visible_notices = [n for n in self.visible_notices if n.words != words][
            -MAX_NOTICES + 1 :
        ] + [Notice(words, bad, until)]

    def take_changed_flag(self) -> bool:
        """Has one come or gone since this was last asked?"""
        clock = time.monotonic()
        self.visible_notices = [n for n in self.visible_notices if n.expires_at > clock]
        old_notices, self._told = self._told, tuple(self.visible_notices)
        return old_notices != self._told
