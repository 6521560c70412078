"""Line input at a prompt: with editing, history and Tab at a terminal, plain from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.prompt_completion import PromptCompletions
from wc3d.engine.dice import DiceError, Roll, check_faces, describe_dice
from wc3d.errors import InputError

MAX_LINE_CHARS = 4000
"""The maximum characters of an input line, near Python's limit for the digits of a number."""


class QuitError(Exception):
    """The players leave, or the input ends."""


class PromptInput:
    """A reader of input lines. It echoes lines from a pipe so that the output is complete."""

    def __init__(self) -> None:
        self.terminal = sys.stdin is not None and sys.stdin.isatty()
        self.editor = load_readline() if self.terminal else None

    def read_line(self, prompt: str, sayable: PromptCompletions | None = None) -> str:
        """Return the next line. Tab and history offer `sayable` lines. Raises QuitError."""
        try:
            if self.terminal:
                return self._read_edited(prompt, sayable)
            print(prompt, end="", flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except EOFError:
            line = ""
        except UnicodeDecodeError:
            raise InputError("the input is not UTF-8 text") from None
        if not line:
            print()
            raise QuitError
        if len(line) > MAX_LINE_CHARS:
            print()
            raise InputError(f"expected a line of up to {MAX_LINE_CHARS} characters")
        print(line.rstrip("\n"))
        return line.strip()

    def _read_edited(self, prompt: str, sayable: PromptCompletions | None) -> str:
        """Return a line edited at the terminal."""
        if self.editor is not None:
            self.editor.set_completer(_make_completer(self.editor, sayable))
        line = input(prompt).strip()[:MAX_LINE_CHARS]
        last = self.editor.get_current_history_length() if self.editor is not None else 0
        if (
            self.editor is not None
            and sayable is not None
            and line
            and line != (self.editor.get_history_item(last) or "")
        ):
            self.editor.add_history(line)
        return line

    def clear_history(self) -> None:
        """Clear the input history, because another person uses the terminal now."""
        if self.editor is not None:
            self.editor.clear_history()

    def read_dice(self, roll: Roll) -> Sequence[int]:
        """Prompt for faces on the table until they fit the roll. Raises QuitError."""
        while True:
            text = self.read_line(
                f"Roll {describe_dice(roll.dice)} for player {roll.player} ({roll.why}): "
            ).replace(",", " ")
            digits = text.split() if " " in text or len(roll.dice) == 1 else list(text)
            if not all(digit.isdecimal() for digit in digits):
                print(f"expected {pluralize(len(roll.dice), 'number')}, one for each die")
                continue
            try:
                return check_faces(roll, [int(digit) for digit in digits])
            except DiceError as error:
                print(error)


def load_readline() -> Any:
    """Return the configured `readline` module, or None if this Python does not have it."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims(" \t\n")
    by_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if by_libedit else "tab: complete")
    return readline


def _make_completer(editor: Any, sayable: PromptCompletions | None) -> Any:
    """Return readline's completer, which adds a space after a single match."""
    offers: list[str] = []

    def offer(prefix: str, number: int) -> str | None:
        if number == 0:
            line_start = editor.get_line_buffer()[: editor.get_begidx()]
            offers[:] = sayable.complete_word(line_start, prefix) if sayable is not None else []
            if len(offers) == 1:
                offers[0] += " "
        return offers[number] if number < len(offers) else None

    return offer
