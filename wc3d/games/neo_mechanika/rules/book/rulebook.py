"""The rules by id and by search: rules, examples, silences and space rulings, with pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Literal

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.question_search import QuestionSearch, SearchEntry, SearchVocabulary, split_words
from wc3d.engine.rule_index import RuleIndex, join_question


@memo_per_process(Size.FEW)
def load_wording() -> SearchVocabulary:
    """Return the search vocabulary: stop words, synonyms and related words."""
    folder = files("wc3d.games.neo_mechanika.rules.book")
    return SearchVocabulary.for_game(
        folder.joinpath("question_words.toml").read_text(encoding="utf-8")
    )


def find_stems(text: str) -> list[str]:
    """Return the stems of a text's words in order, without stop words."""
    return load_wording().stems(split_words(text))


Kind = Literal["rule", "example", "silence", "space"]

Value = bool | int | float | str

KIND_BY_PREFIX: dict[str, Kind] = {"NM-EXM": "example", "NM-SIL": "silence", "SPACE": "space"}
"""The kind of an entry by the prefix of its id. All other entries are rules."""

RULE_ID_PATTERN = re.compile(r"(?:NM-)?([A-Z]{3}|SPACE)-(\d{1,3})", re.IGNORECASE)
"""A rule id as players write it: NM-ATK-05, atk-5, SIL-73, SPACE-20."""

PAGE_PATTERN = re.compile(r"\b(?:page|pg|p)[. ]*(\d+)\b", re.IGNORECASE)
"""A page reference in a question: page 34, p. 34, p34."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry: a rule's text, or a silence of the book with our ruling and its reason.

    `short` is a space rule in one line, for citations; `space` lists the names of its space rules.
    A ruling has a `name`, the `value` that the game uses, and `options` if the players may choose.
    `means` explains the rule to a player in everyday words; `asked` lists questions that the rule
    answers.
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


@memo_per_process(Size.FEW)
def rules_by_id() -> Mapping[str, Rule]:
    """Return every entry by its id, section by section."""
    folder = files("wc3d.games.neo_mechanika.rules.book")
    entries = json.loads(folder.joinpath("rulebook.json").read_text(encoding="utf-8"))
    plain = json.loads(folder.joinpath("asked_as.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Rule(
            kind=KIND_BY_PREFIX.get(entry["id"].rpartition("-")[0], "rule"),
            **entry,
            **plain.get(entry["id"], {}),
        )
        for entry in entries
    }


def _expand_id(match: re.Match[str]) -> str:
    """Return an id in the rule book's form."""
    code, number = match[1].upper(), int(match[2])
    return f"{code}-{number:02}" if code == "SPACE" else f"NM-{code}-{number:02}"


def _join_text(entry: Rule) -> str:
    return f"{entry.text} {entry.ruling} {entry.why}"


RULE_INDEX = RuleIndex(rules_by_id, RULE_ID_PATTERN, _expand_id, _join_text, "NM-ATK-05")

is_rule_id = RULE_INDEX.is_id
find_rule = RULE_INDEX.rule
related_rules = RULE_INDEX.related


def rule_page(id: str) -> str:
    """Return the page of a rule: "30", "<26", "~50". Raises InputError."""
    return find_rule(id).page


PLAYER_SOURCE = "own"
"""The page of the players' own content."""


def describe_page(page: str) -> str:
    """Return a page in plain words.

    "30" is p. 30, "<26" before it, "~50" probably p. 50, "26†" lost, "ref" the turn summary.
    """
    if page in ("ref", PLAYER_SOURCE):
        return "turn summary" if page == "ref" else "your own mission"
    number = page.strip("<~†")
    return {"<": "before p. ", "~": "probably p. "}.get(page[:1], "p. ") + number if number else ""


def describe_source(page: str, rule: str) -> str:
    """Return the source of a rule in words: "p. 30, NM-ATK-03"."""
    return ", ".join(word for word in (describe_page(page), rule) if word)


# The search: the weights of words, and of entries relative to a rule.

TEXT_WEIGHTS = {"text": 1.0, "means": 1.0, "ruling": 1.0, "why": 0.3, "section": 0.3}
KIND_WEIGHTS: dict[Kind, float] = {"rule": 1.0, "space": 0.85, "silence": 0.95, "example": 0.7}


def search_entries() -> list[SearchEntry]:
    """Return the rules as search entries."""
    return [
        SearchEntry(
            rule.id,
            [(getattr(rule, text), weight) for text, weight in TEXT_WEIGHTS.items()],
            rule.asked,
            KIND_WEIGHTS[rule.kind],
        )
        for rule in rules_by_id().values()
    ]


@memo_per_process(Size.FEW)
def _build_search() -> QuestionSearch:
    return QuestionSearch(search_entries(), load_wording())


def search_rules(words: str | Iterable[str]) -> list[Rule]:
    """Return the entries that match a plain question, best first; empty without a match.

    Entries named by id come first. A page in the question ("p. 34") limits the matches to it.
    """
    text = join_question(words)
    rules = RULE_INDEX.find_rules(_build_search(), PAGE_PATTERN.sub(" ", text))
    page = PAGE_PATTERN.search(text)
    if page and (
        page_rules := [rule for rule in rules_by_id().values() if rule.page.strip("<~†") == page[1]]
    ):
        named = RULE_INDEX.rules_named_in(text)
        rules = [*named, *([rule for rule in rules if rule in page_rules] or page_rules)]
    return list(dict.fromkeys(rules))
