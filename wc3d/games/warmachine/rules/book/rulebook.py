"""The rules in our words, by id and by search: three documents, geometry and our rulings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Literal

from wc3d._internal.memo import Size, memo_per_process
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
"""The names of the documents for use in sentences. The documents have no page numbers."""

RULE_ID_PATTERN = re.compile(r"(?:WM-)?(MK3|[A-Z]{3})-(\d{1,3})", re.IGNORECASE)
"""A rule id as people write it: WM-CHG-05, chg-5, MK3-14, RUL-25."""


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule of a document in our words, or an open point and its ruling.

    `switch` is the edition that contains the rule, "" for all editions. `asked` are questions that
    the rule answers.
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
        """The source for the end of a refusal: "the Quick Start rules, WM-CHG-05"."""
        return f"{DOCUMENT_NAMES[self.document]}, {self.id}"

    @property
    def switches(self) -> tuple[RuleSwitch, ...]:
        """The edition switches that affect the rule."""
        return tuple(switch for switch in SWITCHES.values() if self.id in switch.rules)


@memo_per_process(Size.FEW)
def rules_by_id() -> Mapping[str, PrintedRule]:
    """Return all rules by id, document by document."""
    folder = files("wc3d.games.warmachine.rules.book")
    entries = json.loads(folder.joinpath("rulebook.json").read_text(encoding="utf-8"))
    questions = json.loads(folder.joinpath("asked_as.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: PrintedRule(**entry, asked=questions.get(entry["id"], ())) for entry in entries
    }


def _full_id(match: re.Match[str]) -> str:
    """Return an id in the book's spelling."""
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
    """Return a rule's source: "the Quick Start rules, WM-CHG-05". Raises InputError."""
    return find_rule(id).source


@memo_per_process(Size.FEW)
def load_wording() -> SearchVocabulary:
    """Return the search vocabulary of this game, in addition to the common one."""
    return SearchVocabulary.for_game(
        files("wc3d.games.warmachine.rules.book")
        .joinpath("question_words.toml")
        .read_text(encoding="utf-8")
    )


TEXT_WEIGHTS = {"text": 1.0, "ruling": 1.0, "section": 0.3}
"""The search weights of a rule's texts."""

DOCUMENT_WEIGHTS: Mapping[Document, float] = {
    "quick_start_rules": 1.0,
    "reference_sheet": 0.9,
    "mk3_warcasters": 0.9,
    "geometry": 0.6,
    "ruling": 0.9,
}
"""The search weights of the documents, relative to the Quick Start rules."""


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


@memo_per_process(Size.FEW)
def _build_search() -> QuestionSearch:
    return QuestionSearch(search_entries(), load_wording())


def search_rules(words: str | Iterable[str]) -> list[PrintedRule]:
    """Return the rules that match a plain question, best first. Rules named by id come first."""
    return RULE_INDEX.find_rules(_build_search(), join_question(words))
