"""A list of what one brings to a game, built in the terminal line by line, so that it works with pipes, too."""
from __future__ import annotations

import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from wc3d.cli.output.colors import tell
from wc3d.cli.output.completion import Sayable
from wc3d.cli.output.new_files import unsaved_file
from wc3d.cli.output.prompt import LeftError, TypedInput
from wc3d.cli.play.terminal_session import number
from wc3d.engine.name_matching import find
from wc3d.engine.wrap_text import wrap
from wc3d.errors import InputError

Built = TypeVar("Built")
"""A list as its game has it: a value, of which a change makes another."""

TIMES = re.compile(r"(.*\S)\s+x\s*(\d+)")
"""`hunter x2`: a name and how often."""

NAME_LENGTH = 100
"""Characters of a list's name, at most."""

YES, NO = ("y", "yes"), ("n", "no")

ALSO = {"exit": "quit", "?": "help", "take": "add", "drop": "remove", "delete": "remove"}
"""Other words for the same."""


def ask_faction(typed: TypedInput, factions: Mapping[str, str], called: str) -> str:
    """The faction that a player names or numbers; asked until it is one. Raises LeftError at the end of what is typed.

    `called`: what the game calls it, "Faction" or "faction".
    """
    for i, name in enumerate(factions.values(), 1):
        print(f"  {i} {name}")
    while True:
        line = typed.line("Faction: ", Sayable((name.lower() for name in factions.values()), lambda order: factions.values()))
        if line.isdecimal() and 1 <= int(line) <= len(factions):
            return list(factions)[int(line) - 1]
        try:
            return find(line, factions, called)
        except InputError as error:
            print(error)


def split_times(rest: str) -> tuple[str, int]:
    """A name, and how often it is asked for. Raises InputError for a number that is none."""
    match = TIMES.fullmatch(rest)
    return (match[1], number(match[2])) if match else (rest, 1)


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines, each wrapped."""
    for line in lines:
        print(wrap(line, "", "       "))
    sys.stdout.flush()


class ListBuilder(ABC, Generic[Built]):
    """A list being built: `built` is what it is now. `opened`: `path` is the file it came from, which `save` may write over."""

    what: str
    """What such a list is called in this game."""

    forms: Mapping[str, str]
    """How the orders are typed that need more than one word."""

    also: Mapping[str, str] = ALSO
    """Other words for the same."""

    numbered: str
    """What brings numbers to choose from, told where there are none."""

    def __init__(self, built: Built, typed: TypedInput, path: Path, opened: bool = False) -> None:
        self.built = self.saved = built
        self.typed, self.path = typed, path
        self.own = {path} if opened else set()
        self.before: list[Built] = []
        self.listed: list[str] = []

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[Any, str], None]]:
        """What can be typed, and what it does."""

    @abstractmethod
    def begin(self) -> None:
        """What is told before anything is asked."""

    @abstractmethod
    def nameable(self, order: str) -> Iterable[str]:
        """What may be named after an order, for whoever completes it with Tab."""

    @abstractmethod
    def named(self, name: str) -> Built:
        """The list with another name."""

    @abstractmethod
    def write(self, path: Path) -> None:
        """Write the list to a file, finished or not. Raises InputError if it cannot be written."""

    @abstractmethod
    def text(self) -> str:
        """What such a file would hold."""

    @abstractmethod
    def stands(self) -> None:
        """How the list stands, told after each change."""

    @abstractmethod
    def missing_to_save(self) -> str:
        """What is added, once it is saved, about what it lacks. Raises InputError where it may not be saved as it is."""

    def build(self) -> None:
        """Ask until the player leaves; what is not saved then is asked about or kept. Raises InputError if it cannot be."""
        try:
            self.begin()
            while True:
                try:
                    self.answer(self.typed.line("> ", Sayable(self.commands, self.nameable)))
                except InputError as error:
                    tell(wrap(str(error), "", "       "), "red")
        except LeftError:
            self._keep_unsaved()
        except KeyboardInterrupt:
            print()
            self._keep_unsaved()
            raise

    def _keep_unsaved(self) -> None:
        """What was not saved is written to a file of its own; if that fails it is printed. Raises InputError then."""
        if self.built == self.saved:
            return
        path = unsaved_file(self.path)
        try:
            self.write(path)
        except InputError:
            print(self.text(), end="")
            raise
        print(f"Your unsaved changes are in {path}")

    def answer(self, line: str) -> None:
        """Do what is typed. Raises InputError for what cannot be done."""
        word, _, rest = line.partition(" ")
        word, rest = self.also.get(word.lower(), word.lower()), rest.strip()
        if not line:
            return
        if line.isdecimal():
            self.choose(int(line))
        elif word in self.forms and not rest:
            raise InputError(f"expected {self.forms[word]}")
        elif word in self.commands:
            self.commands[word](self, rest)
        else:
            raise InputError(f"unknown command {word!r}; type help for a list")

    def choose(self, choice: int) -> str:
        """Do what is listed under a number; what that was. Raises InputError."""
        if not self.listed:
            raise InputError(f"there is no numbered list now: {self.numbered}")
        if not 1 <= choice <= len(self.listed):
            raise InputError(f"expected a number from 1 to {len(self.listed)}")
        order = self.listed[choice - 1]
        self.answer(order)
        return order

    def number(self, order: str, words: str) -> None:
        """List something that a number does."""
        self.listed.append(order)
        first, *rest = wrap(f"{len(self.listed)} {words}", "    ", "        ").split("\n")
        sign = first.split()[0]
        tell(f"    {sign}", "cyan", "\n".join((first.removeprefix(f"    {sign}"), *rest)))

    def set(self, new_list: Built, message: str) -> None:
        """Change the list, and tell how it stands."""
        self.before.append(self.built)
        self.built = new_list
        tell_lines([message])
        self.stands()

    def rename(self, rest: str) -> None:
        """Name the list."""
        if len(rest) > NAME_LENGTH or not rest.isprintable():
            raise InputError(f"expected a name of at most {NAME_LENGTH} printable characters")
        self.set(self.named(rest), f"renamed to {rest}")

    def undo(self, rest: str) -> None:
        """Take back the last changes."""
        count = number(rest) if rest else 1
        if count > len(self.before):
            raise InputError(f"there {'is' if len(self.before) == 1 else 'are'} {_changes(len(self.before))} to undo")
        self.listed = []  # what is listed may be otherwise now
        self.built = self.before[-count]
        del self.before[-count:]
        print(f"undid {_changes(count)}")
        self.stands()

    def save(self, rest: str) -> None:
        """Write the list; over another file only if the player says so. Raises InputError if it cannot be written."""
        path = Path(rest) if rest else self.path
        if os.path.isdir(path) or not rest.isprintable():
            raise InputError(f"{rest!r}: expected a file name")
        lacks = self.missing_to_save()
        question = f"{path}: this file exists. Overwrite it? (yes or no) "
        if os.path.exists(path) and path not in self.own and self.typed.line(question).lower() not in YES:
            print("not saved")
            return
        self.write(path)
        self.saved, self.path = self.built, path
        self.own.add(path)
        print(f"The {self.what} is saved in {path}{lacks}")

    def leave(self, rest: str) -> None:
        """Leave; what is not saved is asked about."""
        if self.built != self.saved:
            answer = self.typed.line(f"Save to {self.path}? (yes; no: discard the changes; anything else: keep editing) ").lower()
            if answer in YES:
                self.save("")
            if answer in NO:
                self.built = self.saved
        if self.built == self.saved:
            raise LeftError


def _changes(count: int) -> str:
    return f"{count or 'no'} change{'' if count == 1 else 's'}"
