"""The rules by id and by question: every rule, worked example, silence and space ruling, in our own words, with the page."""
from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import log
from typing import Literal

from wc3d.errors import InputError
from wc3d.warcaster.book.question_words import meant, stems

Kind = Literal["rule", "example", "silence", "space"]

Value = bool | int | float | str

KINDS: dict[str, Kind] = {"NM-EXM": "example", "NM-SIL": "silence", "SPACE": "space"}
"""By the id's first part; every other is a rule."""

ID = re.compile(r"(?:NM-)?([A-Z]{3}|SPACE)-(\d{1,3})", re.IGNORECASE)
"""An id as people write it: NM-ATK-05, atk-5, SIL-73, SPACE-20."""

NAMED = re.compile(r"\b(?:NM-)?(?:[A-Z]{3}|SPACE)-\d+")


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry: what the rule says, or what the book leaves open, the ruling on it, and why.

    `short` says a rule of space in one line, for answers that cite it; `space` names the rules of space that it is. A ruling
    has a `name`, the `value` that the game uses, and `options` if the players may choose.
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


@cache
def every_rule() -> Mapping[str, Rule]:
    """Every entry by its id, section by section."""
    entries = json.loads(files("wc3d.warcaster.book").joinpath("rulebook.json").read_text(encoding="utf-8"))
    return {entry["id"]: Rule(kind=KINDS.get(entry["id"].rpartition("-")[0], "rule"), **entry) for entry in entries}


def is_id(text: str) -> bool:
    """Is this written as an id is? (It need not exist.)"""
    return ID.fullmatch(text.strip()) is not None


def rule(id: str) -> Rule:
    """The entry with this id: "NM-ATK-12", "atk-12", "SIL-73", "SPACE-20". Raises InputError, which names near ones."""
    found = every_rule().get(_full(id))
    if found is None:
        near = get_close_matches(_full(id), every_rule(), n=3, cutoff=0.6)
        hint = f"near: {', '.join(near)}" if near else "an id looks like NM-ATK-05"
        raise InputError(f"{id.strip()}: no such rule ({hint})")
    return found


def _full(id: str) -> str:
    """The id as the rule book writes it, if it looks like one."""
    found = ID.fullmatch(id.strip())
    if found is None:
        return id.strip().upper()
    code, number = found[1].upper(), int(found[2])
    return f"{code}-{number:02}" if code == "SPACE" else f"NM-{code}-{number:02}"


def page_of(id: str) -> str:
    """The page of the book that a rule stands on: "30", "<26", "~50". Raises InputError."""
    return rule(id).page


def page_words(page: str) -> str:
    """A page as people say it: "30" is p. 30, "<26" a page before, "~50" about there, "26†" a lost one, "ref" the turn list."""
    if page == "ref":
        return "the turn list"
    number = page.strip("<~†")
    return {"<": "before p. ", "~": "about p. "}.get(page[:1], "p. ") + number if number else ""


def source_words(page: str, rule: str) -> str:
    """Where a rule is written, in words: "p. 30, NM-ATK-03"."""
    return ", ".join(word for word in (page_words(page), rule) if word)


def related(entry: Rule) -> list[Rule]:
    """The entries that this one names, then those that name it."""
    named = _naming()
    naming = [id for id, ids in named.items() if entry.id in ids]
    return [every_rule()[id] for id in dict.fromkeys([*named[entry.id], *naming])]


@cache
def _naming() -> dict[str, list[str]]:
    """For every entry the ids of the others that its texts name."""
    named = {}
    for entry in every_rule().values():
        ids = dict.fromkeys(map(_full, NAMED.findall(f"{entry.text} {entry.ruling} {entry.why}")))
        named[entry.id] = [id for id in ids if id in every_rule() and id != entry.id]
    return named


# The search: words are cut to stems, each is worth what it is rare, and a word may stand for another at a lower worth.

ALSO = 0.5  # the worth of a word stood for
MET = 0.8  # of a question's word met only by one it may stand for
WHY = 0.5  # of a word in the reason given
SECTION = 0.3  # of a word in the section's title
PAIR = 0.6  # of two words of the question that follow each other in the entry as well
EXAMPLE = 0.8  # of a worked example beside a rule
COMMON = 4  # entries: a word in fewer is worth no more than a word in these
LEAST = 0.4  # entries below this share of the best one's worth are left out


@dataclass(frozen=True)
class _Index:
    """Which stems each entry has, with their worth there, and how rare each is."""

    worth: dict[str, dict[str, float]]
    pairs: dict[str, set[tuple[str, str]]]
    rarity: dict[str, float]
    meant: dict[str, set[str]]


@cache
def _index() -> _Index:
    worth: dict[str, dict[str, float]] = {}
    pairs: dict[str, set[tuple[str, str]]] = {}
    for entry in every_rule().values():
        counted: defaultdict[str, float] = defaultdict(float)
        told = stems(entry.text)
        ruled = stems(entry.ruling)
        for words, weight in ((told, 1.0), (ruled, 1.0), (stems(entry.why), WHY), (stems(entry.section), SECTION)):
            for word in words:
                counted[word] += weight
        length = 0.6 + 0.4 * (len(told) + len(ruled)) / 20
        worth[entry.id] = {word: count * 2.2 / (count + 1.2 * length) for word, count in counted.items()}
        pairs[entry.id] = {*pairwise(told), *pairwise(ruled)}
    spread = Counter(word for words in worth.values() for word in words)
    return _Index(worth, pairs, {word: log(1 + len(worth) / max(count, COMMON)) for word, count in spread.items()}, meant())


def search(words: str | Iterable[str]) -> list[Rule]:
    """The entries that a question in plain words is about, best first; empty if none has any of its words."""
    asked = list(dict.fromkeys(stems(words if isinstance(words, str) else " ".join(words))))
    index = _index()
    scored = sorted(((_score(index, id, asked), id) for id in every_rule()), key=lambda found: -found[0])
    best = scored[0][0]
    return [every_rule()[id] for score, id in scored if score > 0 and score >= LEAST * best]


def _score(index: _Index, id: str, asked: list[str]) -> float:
    """How much an entry has of what is asked: the worth of the words it has, times the share of them."""
    has, rarity = index.worth[id], index.rarity
    total = met = whole = 0.0
    for word in asked:
        worth = {word: 1.0} | dict.fromkeys(index.meant.get(word, ()), ALSO)
        weights = {one: weight * rarity[one] for one, weight in worth.items() if one in rarity}
        most = max(weights.values(), default=0.0)
        whole += most
        met += most if word in has else MET * most if any(one in has for one in weights) else 0.0
        total += max((weight * has[one] for one, weight in weights.items() if one in has), default=0.0)
    following = (pair for pair in pairwise(asked) if pair in index.pairs[id])
    total += sum(PAIR * (rarity[one] + rarity[other]) / 2 for one, other in following)
    return total * (met / whole if whole else 0.0) * (EXAMPLE if every_rule()[id].kind == "example" else 1.0)
