"""A line-based list builder for the terminal, which also works with pipes."""

from __future__ import annotations

import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from wc3d.cli.output.colors import print_styled
from wc3d.cli.output.new_files import free_path_beside
from wc3d.cli.output.prompt import PromptInput, QuitError
from wc3d.cli.output.prompt_completion import PromptCompletions
from wc3d.cli.play.terminal_session import parse_count
from wc3d.engine.name_matching import match_name
from wc3d.engine.text import wrap_paragraph
from wc3d.errors import InputError

ListT = TypeVar("ListT")
"""An immutable list of a game. A change returns a new list."""

NAME_AND_COUNT_PATTERN = re.compile(r"(.*\S)\s+x\s*(\d+)")
"""A name and a count, as in `hunter x2`."""

MAX_NAME_CHARS = 100
"""The maximum length of a list's name in characters."""

YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no")

COMMAND_ALIASES = {"exit": "quit", "?": "help", "take": "add", "drop": "remove", "delete": "remove"}
"""Aliases of commands."""


def ask_faction(typed: PromptInput, factions: Mapping[str, str], called: str) -> str:
    """Prompt for a faction's name or number until it is valid. Raises QuitError at the end of the
    input.

    `called`: the game's word for it, "Faction" or "faction".
    """
    for i, name in enumerate(factions.values(), 1):
        print(f"  {i} {name}")
    while True:
        line = typed.read_line(
            "Faction: ",
            PromptCompletions(
                (name.lower() for name in factions.values()), lambda order: factions.values()
            ),
        )
        if line.isdecimal() and 1 <= int(line) <= len(factions):
            return list(factions)[int(line) - 1]
        try:
            return match_name(line, factions, called)
        except InputError as error:
            print(error)


def split_count(rest: str) -> tuple[str, int]:
    """Split a text into a name and its count. Raises InputError for an invalid number."""
    match = NAME_AND_COUNT_PATTERN.fullmatch(rest)
    return (match[1], parse_count(match[2])) if match else (rest, 1)


def print_wrapped(lines: Iterable[str]) -> None:
    """Print lines, each wrapped."""
    for line in lines:
        print(wrap_paragraph(line, "", "       "))
    sys.stdout.flush()


class ListBuilder(ABC, Generic[ListT]):
    """A terminal builder of the list `built`. If `opened`, `save` may overwrite `path`."""

    list_noun: str
    """The game's word for such a list."""

    command_forms: Mapping[str, str]
    """The syntax of commands with more than one word."""

    command_aliases: Mapping[str, str] = COMMAND_ALIASES
    """Aliases of commands."""

    numbering_hint: str
    """The hint that names the commands which print numbered lists."""

    help_text: str
    """The text of `help`."""

    def __init__(self, built: ListT, typed: PromptInput, path: Path, opened: bool = False) -> None:
        self.current = self.saved = built
        self.typed_input = typed
        self.path = path
        self.writable_paths = {path} if opened else set()
        self.undo_stack: list[ListT] = []
        self.numbered_orders: list[str] = []

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[Any, str], None]]:
        """The commands and their functions: the `SHARED_COMMANDS` and the game's own."""

    @abstractmethod
    def print_introduction(self) -> None:
        """Print the text before the first prompt."""

    @abstractmethod
    def completions(self, order: str) -> Iterable[str]:
        """Return the names that can follow a command, for completion with Tab."""

    @abstractmethod
    def with_name(self, name: str) -> ListT:
        """Return the list with another name."""

    @abstractmethod
    def write(self, path: Path) -> None:
        """Write the list to a file, complete or not. Raises InputError if it cannot be written."""

    @abstractmethod
    def file_text(self) -> str:
        """Return the text of the list's file."""

    @abstractmethod
    def print_summary(self) -> None:
        """Print the summary that follows each change."""

    @abstractmethod
    def incomplete_note(self) -> str:
        """Return a note about a saved list's gaps. Raises InputError if it cannot be saved."""

    def run_prompt(self) -> None:
        """Prompt until the player leaves, then save or offer to. Raises InputError."""
        try:
            self.print_introduction()
            while True:
                try:
                    self.run_order(
                        self.typed_input.read_line(
                            "> ", PromptCompletions(self.commands, self.completions)
                        )
                    )
                except InputError as error:
                    print_styled(wrap_paragraph(str(error), "", "       "), "red")
        except QuitError:
            self._save_unsaved()
        except KeyboardInterrupt:
            print()
            self._save_unsaved()
            raise

    def _save_unsaved(self) -> None:
        """Write unsaved changes to a separate file; or print them and raise InputError."""
        if self.current == self.saved:
            return
        path = free_path_beside(self.path)
        try:
            self.write(path)
        except InputError:
            print(self.file_text(), end="")
            raise
        print(f"Your changes are saved in {path}")

    def run_order(self, line: str) -> None:
        """Run a typed command. Raises InputError if that is impossible."""
        word, _, rest = line.partition(" ")
        word = self.command_aliases.get(word.lower(), word.lower())
        rest = rest.strip()
        if not line:
            return
        if line.isdecimal():
            self.run_numbered_order(int(line))
        elif word in self.command_forms and not rest:
            raise InputError(f"incomplete command; type: {self.command_forms[word]}")
        elif word in self.commands:
            self.commands[word](self, rest)
        else:
            raise InputError(f"unknown command {word!r}; type help for a list")

    def run_numbered_order(self, choice: int) -> str:
        """Run a numbered command and return its text. Raises InputError."""
        if not self.numbered_orders:
            raise InputError(f"there is no numbered list to choose from; {self.numbering_hint}")
        if not 1 <= choice <= len(self.numbered_orders):
            raise InputError(f"expected a number from 1 to {len(self.numbered_orders)}")
        order = self.numbered_orders[choice - 1]
        self.run_order(order)
        return order

    def print_numbered_order(self, order: str, words: str) -> None:
        """Print a command with its number."""
        self.numbered_orders.append(order)
        first, *rest = wrap_paragraph(
            f"{len(self.numbered_orders)} {words}", "    ", "        "
        ).split("\n")
        sign = first.split()[0]
        print_styled(f"    {sign}", "cyan", "\n".join((first.removeprefix(f"    {sign}"), *rest)))

    def print_illegal_option(self, name: str, reason: object) -> None:
        """Print an option that the list cannot have, with the reason."""
        print(wrap_paragraph(f"- {name}: {reason}", "    ", "        "))

    def apply_change(self, new_list: ListT, message: str) -> None:
        """Change the list and print its summary."""
        self.undo_stack.append(self.current)
        self.current = new_list
        print_wrapped([message])
        self.print_summary()

    def rename(self, rest: str) -> None:
        """Name the list."""
        if len(rest) > MAX_NAME_CHARS or not rest.isprintable():
            raise InputError(f"expected a name of up to {MAX_NAME_CHARS} printable characters")
        self.apply_change(self.with_name(rest), f"Renamed to {rest}")

    def undo(self, rest: str) -> None:
        """Undo the last changes."""
        count = parse_count(rest) if rest else 1
        if count > len(self.undo_stack):
            raise InputError(
                f"there {'is' if len(self.undo_stack) == 1 else 'are'} {_count_changes(len(self.undo_stack))} to undo"
            )
        self.numbered_orders = []  # the numbered choices may change
        self.current = self.undo_stack[-count]
        del self.undo_stack[-count:]
        print(f"{_count_changes(count).capitalize()} undone")
        self.print_summary()

    def save(self, rest: str) -> None:
        """Write the list; ask before overwriting another file. Raises InputError."""
        path = Path(rest) if rest else self.path
        if os.path.isdir(path) or not rest.isprintable():
            raise InputError(f"{rest!r}: expected a file name")
        lacks = self.incomplete_note()
        question = f"{path} already exists. Overwrite it? (yes or no) "
        if (
            os.path.exists(path)
            and path not in self.writable_paths
            and self.typed_input.read_line(question).lower() not in YES_WORDS
        ):
            print("Not saved")
            return
        self.write(path)
        self.saved = self.current
        self.path = path
        self.writable_paths.add(path)
        print(f"The {self.list_noun} is saved in {path}{lacks}")

    def print_help(self, rest: str) -> None:
        """Print the commands."""
        print(self.help_text)

    def quit_builder(self, rest: str) -> None:
        """Leave, after a question about unsaved changes."""
        if self.current != self.saved:
            answer = self.typed_input.read_line(
                f"Save in {self.path}? (yes, no to discard the changes, or Enter to keep editing) "
            ).lower()
            if answer in YES_WORDS:
                self.save("")
            if answer in NO_WORDS:
                self.current = self.saved
        if self.current == self.saved:
            raise QuitError


SHARED_COMMANDS: dict[str, Callable[[Any, str], None]] = {
    "name": ListBuilder.rename,
    "undo": ListBuilder.undo,
    "save": ListBuilder.save,
    "help": ListBuilder.print_help,
    "quit": ListBuilder.quit_builder,
}
"""The commands of every game's builder."""


def _count_changes(count: int) -> str:
    return f"{count or 'no'} change{'' if count == 1 else 's'}"
