"""Safe output to the terminal: control characters in text are escaped."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

from wc3d.errors import escape_control_characters


class EscapingStream:
    """A stream that escapes printed text. Only `write_control` sends control codes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text with its control characters escaped."""
        self.stream.write(escape_control_characters(text))
        return len(text)

    def write_control(self, text: str) -> None:
        """Write control codes of this program to the terminal."""
        self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def write_control_code(stream: Any, text: str) -> None:
    """Write control codes to a stream, whether or not it is an EscapingStream."""
    getattr(stream, "write_control", stream.write)(text)


def install_safe_streams() -> None:
    """Discard text to a closed stream, and escape characters that a stream does not support."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if isinstance(stream, EscapingStream):
            continue
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, EscapingStream(stream))
