"""The rules by id and by question: every rule, worked example, silence and space ruling, in our own words, with the page."""
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal

from wc3d.engine.question_search import Findable, QuestionSearch
from wc3d.engine.rule_index import RuleIndex, question_of
from wc3d.games.neo_mechanika.rules.book.question_words import wording

Kind = Literal["rule", "example", "silence", "space"]

Value = bool | int | float | str

KINDS: dict[str, Kind] = {"NM-EXM": "example", "NM-SIL": "silence", "SPACE": "space"}
"""By the id's first part; every other is a rule."""

ID = re.compile(r"(?:NM-)?([A-Z]{3}|SPACE)-(\d{1,3})", re.IGNORECASE)
"""An id as people write it: NM-ATK-05, atk-5, SIL-73, SPACE-20."""

PAGE = re.compile(r"\b(?:page|pg|p)[. ]*(\d+)\b", re.IGNORECASE)
"""A page as people name it in a question: page 34, p. 34, p34."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry: what the rule says, or what the book leaves open, the ruling on it, and why.

    `short` says a rule of space in one line, for answers that cite it; `space` names the rules of space that it is. A ruling
    has a `name`, the `value` that the game uses, and `options` if the players may choose. `means` says in everyday words what
    a rule means to a player; `asked` are questions that it answers.
    """

    id: str
    page: str
    section: str
    text: str
    kind: Kind
    ruling: str = ""
    why: str = ""
    short: str = ""
    space: Sequence[str] = field(default=(), hash=False)
    name: str = ""
    value: Value = ""
    options: Sequence[Value] = field(default=(), hash=False)
    means: str = ""
    asked: Sequence[str] = field(default=(), hash=False)


@cache
def every_rule() -> Mapping[str, Rule]:
    """Every entry by its id, section by section."""
    folder = files("wc3d.games.neo_mechanika.rules.book")
    entries = json.loads(folder.joinpath("rulebook.json").read_text(encoding="utf-8"))
    plain = json.loads(folder.joinpath("asked_as.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Rule(kind=KINDS.get(entry["id"].rpartition("-")[0], "rule"), **entry, **plain.get(entry["id"], {}))
        for entry in entries
    }


def _full(match: re.Match[str]) -> str:
    """An id as the rule book writes it."""
    code, number = match[1].upper(), int(match[2])
    return f"{code}-{number:02}" if code == "SPACE" else f"NM-{code}-{number:02}"


def _told(entry: Rule) -> str:
    return f"{entry.text} {entry.ruling} {entry.why}"


INDEX = RuleIndex(every_rule, ID, _full, _told, "NM-ATK-05")

is_id = INDEX.is_id
rule = INDEX.rule
related = INDEX.related


def page_of(id: str) -> str:
    """The page of the book that a rule stands on: "30", "<26", "~50". Raises InputError."""
    return rule(id).page


OWN = "own"
"""The page of what the players brought themselves."""


def page_words(page: str) -> str:
    """Return a page in words that need no key.

    "30" is p. 30, "<26" before it, "~50" probably p. 50, "26†" a lost page, "ref" the turn summary.
    """
    if page in ("ref", OWN):
        return "turn summary" if page == "ref" else "your own mission"
    number = page.strip("<~†")
    return {"<": "before p. ", "~": "probably p. "}.get(page[:1], "p. ") + number if number else ""


def source_words(page: str, rule: str) -> str:
    """Where a rule is written, in words: "p. 30, NM-ATK-03"."""
    return ", ".join(word for word in (page_words(page), rule) if word)


# The search: how much the words of each text weigh, and what an entry is worth beside a rule.

WEIGHTS = {"text": 1.0, "means": 1.0, "ruling": 1.0, "why": 0.3, "section": 0.3}
WORTH: dict[Kind, float] = {"rule": 1.0, "space": 0.85, "silence": 0.95, "example": 0.7}


def search_entries() -> list[Findable]:
    """Return the rules as entries of the search."""
    return [
        Findable(rule.id, [(getattr(rule, text), weight) for text, weight in WEIGHTS.items()], rule.asked, WORTH[rule.kind])
        for rule in every_rule().values()
    ]


@cache
def _search() -> QuestionSearch:
    return QuestionSearch(search_entries(), wording())


def search(words: str | Iterable[str]) -> list[Rule]:
    """The entries that a question in plain words is about, best first; empty if none has any of its words.

    Entries named by their ids come before all others; with a page named ("p. 34") only entries of that page are found.
    """
    text = question_of(words)
    rules = INDEX.find(_search(), PAGE.sub(" ", text))
    page = PAGE.search(text)
    if page and (page_rules := [rule for rule in every_rule().values() if rule.page.strip("<~†") == page[1]]):
        named = INDEX.named_in(text)
        rules = [*named, *([rule for rule in rules if rule in page_rules] or page_rules)]
    return list(dict.fromkeys(rules))
