"""The door through which all text passes to the terminal: no character of a file's text commands it."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

from wc3d.errors import escape_control_characters


class EscapingStream:
    """A stream that shows whatever is printed to it. Only `write_control` writes what a terminal obeys."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text as it can be seen."""
        self.stream.write(escape_control_characters(text))
        return len(text)

    def write_control(self, text: str) -> None:
        """Write a text of our own that commands the terminal."""
        self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def write_control_code(stream: Any, text: str) -> None:
    """Write what commands the terminal to a stream, if it is one of ours or not."""
    getattr(stream, "write_control", stream.write)(text)


def install_safe_streams() -> None:
    """Make what is printed fit every stream: one that is closed swallows it, one that lacks a character shows its number."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if isinstance(stream, EscapingStream):
            continue
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, EscapingStream(stream))
