"""A terminal for tests: the command at a real pseudo-terminal, what it shows, and keys pressed."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals here (Windows)")

ROOT = Path(__file__).resolve().parents[2]
UP = "\x1b[A"
TAB = "\t"
CTRL_A = "\x01"


class Terminal:
    """What runs at it writes to `shown`."""

    def __init__(self, keys: int) -> None:
        self.keys = keys
        self.shown = ""
        self.read = 0

    def press(self, keys: str) -> None:
        """Press keys; "\\r" is Enter."""
        os.write(self.keys, keys.encode())

    def until(self, text: str, seconds: float = 60.0) -> str:
        """What is shown up to a text that was not read yet. Fails if it does not come."""
        end = time.monotonic() + seconds
        while text not in self.shown[self.read :]:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.keys], [], [], left)[0]:
                raise AssertionError(f"{text!r} was not shown: {self.shown[self.read :]!r}")
            try:
                found = os.read(self.keys, 65536)
            except OSError:  # the command has ended
                found = b""
            if not found:
                raise AssertionError(
                    f"{text!r} was not shown before the end: {self.shown[self.read :]!r}"
                )
            self.shown += found.decode("utf-8", "replace")
        begun = self.read
        self.read = self.shown.index(text, begun) + len(text)
        return self.shown[begun : self.read]


@contextmanager
def terminal(
    *words: str, folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """The command wc3d with these words, run in a folder at a terminal of its own."""
    process, keys = pty.fork()
    if process == 0:
        os.chdir(folder)
        unset = {"NO_COLOR", "COLUMNS", "LINES"}
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        own = {**kept, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **(environment or {})}
        os.execvpe(sys.executable, [sys.executable, "-m", "wc3d", *words], own)
    try:
        yield Terminal(keys)
    finally:
        os.close(keys)
        os.waitpid(process, 0)
