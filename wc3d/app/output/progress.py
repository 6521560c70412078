"""How far a long answer is, on a terminal's standard error only."""
from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

from wc3d.app.output.streams import control, visible

QUIET_FOR = 0.3
"""Seconds: what is done sooner shows nothing."""

EVERY = 0.1
"""Seconds between two looks at the clock's news."""


class ProgressLine:
    """One line that is written over and wiped at the end. Nothing at all where standard error is no terminal.

    `beside_output`: answers are printed meanwhile, so nothing either where they go to the terminal too.
    """

    def __init__(self, what: str, stream: TextIO | None = None, beside_output: bool = False) -> None:
        self.what = what
        self.stream = stream or sys.stderr
        self.shows = self.stream.isatty() and not (beside_output and sys.stdout.isatty())
        self.started = time.monotonic()
        self.last = self.started + QUIET_FOR - EVERY
        self.width = 0

    def __call__(self, done: int, total: int) -> bool:
        """Show how much is done. Always says to go on: Ctrl-C stops."""
        now = time.monotonic()
        if self.shows and now - self.last >= EVERY:
            self.last = now
            text = self.text(done, total)
            control(self.stream, "\r" + visible(text).ljust(self.width))
            self.stream.flush()
            self.width = len(text)
        return True

    def text(self, done: int, total: int) -> str:
        """What the line says."""
        return f"{self.what}: {done} of {total}" if total else f"{self.what}: {done}"

    def wipe(self) -> None:
        """Take the line away, so that something else can be written in its place."""
        if self.width:
            control(self.stream, "\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.wipe()
