"""Temporary messages: errors and completed actions."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from wc3d.errors import InputError

MIN_NOTICE_S = 6.0
"""Minimum display time in seconds; longer messages stay longer."""
SECONDS_PER_CHARACTER = 0.06
"""Reading time per character, in seconds."""
MAX_NOTICES = 4
MAX_MESSAGE_CHARS = 700
"""Maximum displayed length of a message."""


def make_printable(words: str) -> str:
    """Replace undecodable bytes and control characters in a text."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in words)


def require_printable_path(path: Path) -> Path:
    """Return a path whose name can be displayed and typed. Raises InputError."""
    name = make_printable(str(path))
    if name != str(path):
        raise InputError(
            f"{name}: wc3d cannot read some characters in the name of this file or its folders; rename it"
        )
    return path


@dataclass(frozen=True)
class Notice:
    """A message; `is_error` marks an error with an icon and a color."""

    words: str
    is_error: bool
    expires_at: float


class Notices:
    """The visible messages, newest last."""

    def __init__(self) -> None:
        self.visible_notices: list[Notice] = []
        self.is_waiting = False
        """Whether the notices wait for the end of a dialog, which has taken their place."""
        self._told: tuple[Notice, ...] = ()
        self._checked_at = time.monotonic()

    def show_message(self, words: str) -> None:
        """Show a message."""
        self._add(words, bad=False)

    def show_error(self, words: object) -> None:
        """Show an error."""
        self._add(str(words), bad=True)

    def _add(self, words: str, bad: bool) -> None:
        words = make_printable(words)
        words = words if len(words) <= MAX_MESSAGE_CHARS else words[: MAX_MESSAGE_CHARS - 1] + "…"
        until = time.monotonic() + MIN_NOTICE_S + SECONDS_PER_CHARACTER * len(words)
        self.visible_notices = [n for n in self.visible_notices if n.words != words][
            -MAX_NOTICES + 1 :
        ] + [Notice(words, bad, until)]

    def take_changed_flag(self) -> bool:
        """Return and clear whether the visible messages changed since the last call."""
        clock = time.monotonic()
        delay = clock - self._checked_at if self.is_waiting else 0.0
        self._checked_at = clock
        self.visible_notices = [
            replace(notice, expires_at=notice.expires_at + delay)
            for notice in self.visible_notices
            if notice.expires_at + delay > clock
        ]
        old_notices = self._told
        self._told = tuple(self.visible_notices)
        return [_content(n) for n in old_notices] != [_content(n) for n in self._told]


def _content(notice: Notice) -> tuple[str, bool]:
    return notice.words, notice.is_error
