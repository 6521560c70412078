"""A game's rulebook: rules by id, by the ids in a text, and by plain-language question.

A book is a folder of data: `rulebook.json` has the entries, `asked_as.json` the questions that
players ask about each, and `search_vocabulary.toml` the search vocabulary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from wc3d.engine.book_search import BookSearch, SearchEntry, SearchVocabulary, split_words
from wc3d.engine.text import wrap_paragraph
from wc3d.errors import InputError


class RuleEntry(Protocol):
    """An entry of a book: a rule in our words, or an open point with our ruling."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ruling(self) -> str: ...
    @property
    def asked(self) -> Sequence[str]: ...


EntryT = TypeVar("EntryT", bound=RuleEntry)


class JsonRulebook(Generic[EntryT]):
    """The book in the folder of `package`. A game's subclass adds its entries and their look.

    An id is `prefix`, a code that matches `codes`, and a number; codes in `bare_codes` have no
    prefix. `example` is an id for messages. `texts_with_ids` are the fields of an entry that name
    other entries. `text_weights` are the weights of an entry's fields in the search.
    """

    package: ClassVar[str]
    prefix: ClassVar[str]
    codes: ClassVar[str]
    bare_codes: ClassVar[Sequence[str]] = ()
    example: ClassVar[str]
    texts_with_ids: ClassVar[Sequence[str]] = ("text", "ruling")
    text_weights: ClassVar[Mapping[str, float]]

    def make_entry(self, data: Mapping[str, Any], asked_as: Any) -> EntryT:
        """Return an entry from its data and its part of `asked_as.json` (None: it has none)."""
        raise NotImplementedError

    def search_weight(self, entry: EntryT) -> float:
        """Return the weight of an entry in the search, relative to a rule."""
        raise NotImplementedError

    def heading(self, entry: EntryT) -> str:
        """Return the title of the section that has an entry."""
        raise NotImplementedError

    def list_entry(self, entry: EntryT) -> str:
        """Return an entry for the list of all rules."""
        ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
        return f"{entry.id}  {entry.text}{ruling}"

    def describe(self, entry: EntryT) -> str:
        """Return an entry over several lines, with its text and place."""
        raise NotImplementedError

    def in_short(self, entry: EntryT) -> str:
        """Return an entry in one sentence, with its id."""
        return f"{f'{entry.text} {entry.ruling}'.strip()} ({entry.id})"

    # The data

    def _read(self, name: str) -> str:
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    @cached_property
    def entries(self) -> Mapping[str, EntryT]:
        """Every entry by its id, section by section."""
        asked_as = json.loads(self._read("asked_as.json"))
        return {
            data["id"]: self.make_entry(data, asked_as.get(data["id"]))
            for data in json.loads(self._read("rulebook.json"))
        }

    @cached_property
    def vocabulary(self) -> SearchVocabulary:
        """The search vocabulary of this game, in addition to the common one."""
        return SearchVocabulary.for_game(self._read("search_vocabulary.toml"))

    def stems(self, text: str) -> list[str]:
        """Return the stems of a text's words in order, without stop words."""
        return self.vocabulary.stems(split_words(text))

    # Ids

    @cached_property
    def id_pattern(self) -> re.Pattern[str]:
        """The pattern of an id as players write it."""
        return re.compile(rf"(?:{self.prefix}-)?({self.codes})-(\d{{1,3}})", re.IGNORECASE)

    @cached_property
    def _id_in_text(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w-])(?:{self.id_pattern.pattern})(?!\w)", re.IGNORECASE)

    def _expand_id(self, match: re.Match[str]) -> str:
        """Return an id in the book's form."""
        code = match[1].upper()
        number = int(match[2])
        prefix = "" if code in self.bare_codes else f"{self.prefix}-"
        return f"{prefix}{code}-{number:02}"

    def is_id(self, text: str) -> bool:
        """Return whether a text has the form of an id, existing or not."""
        return self.id_pattern.fullmatch(text.strip()) is not None

    def rule(self, id: str) -> EntryT:
        """Return the entry with this id as typed. Raises InputError with similar ids."""
        match = self.id_pattern.fullmatch(id.strip())
        full_id = id.strip().upper() if match is None else self._expand_id(match)
        entry = self.entries.get(full_id)
        if entry is None:
            similar_ids = get_close_matches(full_id, self.entries, n=3, cutoff=0.6)
            hint = (
                f"similar: {', '.join(similar_ids)}"
                if similar_ids
                else f"an id looks like {self.example}"
            )
            raise InputError(f"{id.strip()}: no such rule ({hint})")
        return entry

    def rules_named_in(self, text: str) -> list[EntryT]:
        """Return the entries with ids in a text, in order, without repeats."""
        ids = dict.fromkeys(self._expand_id(match) for match in self._id_in_text.finditer(text))
        return [self.entries[id] for id in ids if id in self.entries]

    def related(self, entry: EntryT) -> list[EntryT]:
        """Return the entries that this entry names, then those that name it."""
        naming = [id for id, ids in self._references.items() if entry.id in ids]
        return [self.entries[id] for id in dict.fromkeys([*self._references[entry.id], *naming])]

    @cached_property
    def _references(self) -> dict[str, list[str]]:
        """For every entry, the ids of other entries in its texts."""
        return {
            id: [
                named.id
                for named in self.rules_named_in(self._text_with_ids(entry))
                if named.id != id
            ]
            for id, entry in self.entries.items()
        }

    def _text_with_ids(self, entry: EntryT) -> str:
        return " ".join(getattr(entry, name) for name in self.texts_with_ids)

    # Search

    def search_entries(self) -> list[SearchEntry]:
        """Return the rules as entries of the search."""
        return [
            SearchEntry(
                entry.id,
                [(getattr(entry, text), weight) for text, weight in self.text_weights.items()],
                entry.asked,
                self.search_weight(entry),
            )
            for entry in self.entries.values()
        ]

    @cached_property
    def _search(self) -> BookSearch:
        return BookSearch(self.search_entries(), self.vocabulary)

    def search(self, words: str | Iterable[str]) -> list[EntryT]:
        """Return the entries that answer a question: by id, then by words, best first."""
        text = join_question(words)
        named = [entry.id for entry in self.rules_named_in(text)]
        matching = self._search.find_entries(self._id_in_text.sub(" ", text))
        return [self.entries[id] for id in dict.fromkeys([*named, *matching])]

    # All rules

    def contents(self) -> list[str]:
        """Return every rule, under the titles of the sections."""
        return list(self._list_sections())

    def _list_sections(self) -> Iterator[str]:
        title = ""
        for entry in self.entries.values():
            heading = self.heading(entry)
            if heading != title:
                yield f"{chr(10) if title else ''}{heading}\n{'-' * len(heading)}"
                title = heading
            yield wrap_paragraph(self.list_entry(entry), "", "  ")


def join_question(words: str | Iterable[str]) -> str:
    """Return a question as one text, from a text or from its words."""
    return words if isinstance(words, str) else " ".join(words)
