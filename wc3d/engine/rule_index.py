"""A book of rules looked up: by an id as people write it, by what names it, and by a question in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from wc3d.engine.question_search import QuestionSearch
from wc3d.errors import InputError


class HasRuleId(Protocol):
    """Anything with the id of a rule."""

    @property
    def id(self) -> str:
        """Its id."""


EntryT = TypeVar("EntryT", bound=HasRuleId)


class RuleIndex(Generic[EntryT]):
    """The entries of a book by id. `id_pattern` is how people write an id, `full` makes it the book's own, `example` is one.

    `entry_text` is the text of an entry in which other entries are named.
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
        """Is this written as an id is? (It need not exist.)"""
        return self._written.fullmatch(text.strip()) is not None

    def full_id(self, id: str) -> str:
        """The id as the book writes it, if it looks like one."""
        match = self._written.fullmatch(id.strip())
        return id.strip().upper() if match is None else self._full(match)

    def rule(self, id: str) -> EntryT:
        """The entry with this id, as people write it. Raises InputError, which names near ones."""
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
        """The entries whose ids stand in a text, in order, each once."""
        ids = dict.fromkeys(self._full(match) for match in self._within.finditer(text))
        return [self._entries()[id] for id in ids if id in self._entries()]

    def without_ids(self, text: str) -> str:
        """The text without the ids in it."""
        return self._within.sub(" ", text)

    def related(self, entry: EntryT) -> list[EntryT]:
        """The entries that this one names, then those that name it."""
        naming = [id for id, ids in self._references.items() if entry.id in ids]
        return [self._entries()[id] for id in dict.fromkeys([*self._references[entry.id], *naming])]

    @cached_property
    def _references(self) -> dict[str, list[str]]:
        """For every entry the ids of the others that its texts name."""
        entries = self._entries().items()
        return {
            id: [named.id for named in self.rules_named_in(self._told(entry)) if named.id != id]
            for id, entry in entries
        }

    def find_rules(self, search: QuestionSearch, text: str) -> list[EntryT]:
        """The entries that a question is about: those it names by id first, then by its words, best first."""
        named = [entry.id for entry in self.rules_named_in(text)]
        return [
            self._entries()[id]
            for id in dict.fromkeys([*named, *search.find_entries(self.without_ids(text))])
        ]


def join_question(words: str | Iterable[str]) -> str:
    """A question in one text, from one or from its words."""
    return words if isinstance(words, str) else " ".join(words)
