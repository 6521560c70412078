"""Look up the rules of a book by id, by name, and by plain-language question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from wc3d.engine.question_search import QuestionSearch
from wc3d.errors import InputError


class HasRuleId(Protocol):
    """An object with the id of a rule."""

    @property
    def id(self) -> str:
        """The id."""


EntryT = TypeVar("EntryT", bound=HasRuleId)


class RuleIndex(Generic[EntryT]):
    """The entries of a book by id.

    `id_pattern` matches an id as typed, `full` converts the match to the book's form, and
    `example` is an example. `entry_text` returns the text of an entry that may name other entries.
    """

    def __init__(
        self,
        entries: Callable[[], Mapping[str, EntryT]],
        id_pattern: re.Pattern[str],
        full: Callable[[re.Match[str]], str],
        entry_text: Callable[[EntryT], str],
        example: str,
    ) -> None:
        self._entries, self._written, self._full, self._told, self._example = (
            entries,
            id_pattern,
            full,
            entry_text,
            example,
        )
        self._within = re.compile(rf"(?<![\w-])(?:{id_pattern.pattern})(?!\w)", id_pattern.flags)

    def is_id(self, text: str) -> bool:
        """Return whether a text has the form of an id, existing or not."""
        return self._written.fullmatch(text.strip()) is not None

    def full_id(self, id: str) -> str:
        """Return an id in the book's form, if it looks like one."""
        match = self._written.fullmatch(id.strip())
        return id.strip().upper() if match is None else self._full(match)

    def rule(self, id: str) -> EntryT:
        """Return the entry with this id as typed. Raises InputError with similar ids."""
        entries = self._entries()
        entry = entries.get(self.full_id(id))
        if entry is None:
            similar_ids = get_close_matches(self.full_id(id), entries, n=3, cutoff=0.6)
            hint = (
                f"near: {', '.join(similar_ids)}"
                if similar_ids
                else f"an id looks like {self._example}"
            )
            raise InputError(f"{id.strip()}: no such rule ({hint})")
        return entry

    def rules_named_in(self, text: str) -> list[EntryT]:
        """Return the entries with ids in a text, in order, without repeats."""
        ids = dict.fromkeys(self._full(match) for match in self._within.finditer(text))
        return [self._entries()[id] for id in ids if id in self._entries()]

    def without_ids(self, text: str) -> str:
        """Return the text without its ids."""
        return self._within.sub(" ", text)

    def related(self, entry: EntryT) -> list[EntryT]:
        """Return the entries that this entry names, then those that name it."""
        naming = [id for id, ids in self._references.items() if entry.id in ids]
        return [self._entries()[id] for id in dict.fromkeys([*self._references[entry.id], *naming])]

    @cached_property
    def _references(self) -> dict[str, list[str]]:
        """For every entry, the ids of other entries in its text."""
        entries = self._entries().items()
        return {
            id: [named.id for named in self.rules_named_in(self._told(entry)) if named.id != id]
            for id, entry in entries
        }

    def find_rules(self, search: QuestionSearch, text: str) -> list[EntryT]:
        """Return the entries that answer a question: by id, then by words, best first."""
        named = [entry.id for entry in self.rules_named_in(text)]
        return [
            self._entries()[id]
            for id in dict.fromkeys([*named, *search.find_entries(self.without_ids(text))])
        ]


def join_question(words: str | Iterable[str]) -> str:
    """Return a question as one text, from a text or from its words."""
    return words if isinstance(words, str) else " ".join(words)
