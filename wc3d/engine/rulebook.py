"""A game's book as players look things up in it: rules by id, rules by question, and how the program reads it."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Rulebook(Protocol):
    """A book of rules. Its entries are the game's own values; `describe` puts them in words that fit the terminal."""

    def is_id(self, text: str) -> bool:
        """Is this written as an id is? (It need not exist.)"""

    def rule(self, id: str) -> Any:
        """The rule with this id. Raises InputError, with ids that look like it."""

    def related(self, rule: Any) -> Sequence[Any]:
        """The rules that this one names, and those that name it."""

    def search(self, words: Iterable[str]) -> Sequence[Any]:
        """The rules that a question in plain words is about, best first."""

    def describe(self, rule: Any) -> str:
        """A rule over several lines: what it says, and where."""

    def contents(self) -> list[str]:
        """Every rule, section by section."""
