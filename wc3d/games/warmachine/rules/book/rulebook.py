"""The rules by id and by question: those of the three documents, what they ask of geometry, and our rulings, in our own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal

from wc3d.engine.question_search import QuestionSearch, SearchEntry, SearchVocabulary
from wc3d.engine.rule_index import RuleIndex, join_question
from wc3d.games.warmachine.rules.editions import SWITCHES, RuleSwitch

Document = Literal["quick_start_rules", "reference_sheet", "mk3_warcasters", "geometry", "ruling"]

DOCUMENT_NAMES: Mapping[Document, str] = {
    "quick_start_rules": "the Quick Start rules",
    "reference_sheet": "the reference sheet of the full rules",
    "mk3_warcasters": "the Mk III rules for warcasters",
    "geometry": "geometry of the rules",
    "ruling": "our ruling",
}
"""The documents, and how a sentence names them. None of them has pages that could be cited."""

RULE_ID_PATTERN = re.compile(r"(?:WM-)?(MK3|[A-Z]{3})-(\d{1,3})", re.IGNORECASE)
"""An id as people write it: WM-CHG-05, chg-5, MK3-14, RUL-25."""


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """One entry: what a document says, in our words, or what it leaves open and the ruling on that.

    `switch` is the edition that has the rule, "" where every one has; `asked` are questions that it answers.
    """

    id: str
    document: Document
    section: str
    text: str
    ruling: str = ""
    switch: str = ""
    asked: Sequence[str] = field(default=(), hash=False)

    @property
    def source(self) -> str:
        """Where it stands, for the end of a refusal: "the Quick Start rules, WM-CHG-05"."""
        return f"{DOCUMENT_NAMES[self.document]}, {self.id}"

    @property
    def switches(self) -> tuple[RuleSwitch, ...]:
        """The switches of an edition that decide about it."""
        return tuple(switch for switch in SWITCHES.values() if self.id in switch.rules)


@cache
def rules_by_id() -> Mapping[str, PrintedRule]:
    """Every entry by its id, document by document."""
    folder = files("wc3d.games.warmachine.rules.book")
    entries = json.loads(folder.joinpath("rulebook.json").read_text(encoding="utf-8"))
    questions = json.loads(folder.joinpath("asked_as.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: PrintedRule(**entry, asked=questions.get(entry["id"], ())) for entry in entries
    }


def _full_id(match: re.Match[str]) -> str:
    """An id as the book writes it."""
    return f"WM-{match[1].upper()}-{int(match[2]):02}"


RULE_INDEX = RuleIndex(
    rules_by_id,
    RULE_ID_PATTERN,
    _full_id,
    lambda entry: f"{entry.text} {entry.ruling}",
    "WM-CHG-05",
)

is_rule_id = RULE_INDEX.is_id
find_rule = RULE_INDEX.rule
related_rules = RULE_INDEX.related


def describe_source(id: str) -> str:
    """Where a rule is written, in words: "the Quick Start rules, WM-CHG-05". Raises InputError."""
    return find_rule(id).source


@cache
def load_wording() -> SearchVocabulary:
    """The words of questions about this game, beside those of every game."""
    return SearchVocabulary.for_game(
        files("wc3d.games.warmachine.rules.book")
        .joinpath("question_words.toml")
        .read_text(encoding="utf-8")
    )


TEXT_WEIGHTS = {"text": 1.0, "ruling": 1.0, "section": 0.3}
"""How much the words of each text weigh."""

DOCUMENT_WEIGHTS: Mapping[Document, float] = {
    "quick_start_rules": 1.0,
    "reference_sheet": 0.9,
    "mk3_warcasters": 0.9,
    "geometry": 0.6,
    "ruling": 0.9,
}
"""What an entry is worth beside one of the Quick Start rules."""


def search_entries() -> list[SearchEntry]:
    """Return the rules as entries of the search."""
    return [
        SearchEntry(
            rule.id,
            [(getattr(rule, text), weight) for text, weight in TEXT_WEIGHTS.items()],
            rule.asked,
            DOCUMENT_WEIGHTS[rule.document],
        )
        for rule in rules_by_id().values()
    ]


@cache
def _build_search() -> QuestionSearch:
    return QuestionSearch(search_entries(), load_wording())


def search_rules(words: str | Iterable[str]) -> list[PrintedRule]:
    """The entries that a question in plain words is about, best first; those named by their ids come before all others."""
    return RULE_INDEX.find_rules(_build_search(), join_question(words))
