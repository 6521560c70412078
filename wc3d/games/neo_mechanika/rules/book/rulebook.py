"""The rulebook: rules, examples, silences and space rulings, with pages, by id and by search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from wc3d.engine.rulebook import JsonRulebook, join_question
from wc3d.engine.text import wrap_paragraph

Kind = Literal["rule", "example", "silence", "space"]

Value = bool | int | float | str

KIND_BY_PREFIX: dict[str, Kind] = {"NM-EXM": "example", "NM-SIL": "silence", "SPACE": "space"}
"""The kind of an entry by the prefix of its id. All other entries are rules."""

KIND_WEIGHTS: dict[Kind, float] = {"rule": 1.0, "space": 0.85, "silence": 0.95, "example": 0.7}
"""The search weights of entries, relative to a rule."""

PAGE_PATTERN = re.compile(r"\b(?:page|pg|p)[. ]*(\d+)\b", re.IGNORECASE)
"""A page reference in a question: page 34, p. 34, p34."""

PAGE_MARKS = {
    "~": "inferred from the order of the missions",
    "†": "page lost; taken from the summary in an early draft",
}
"""The marks on page numbers and their meanings."""

PLAYER_SOURCE = "own"
"""The page of the players' own content."""


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


class NeoMechanikaBook(JsonRulebook[Rule]):
    """The rulebook of Neo-Mechanika. Players write ids as NM-ATK-05, atk-5, SIL-73, SPACE-20."""

    package = "wc3d.games.neo_mechanika.rules.book"
    prefix = "NM"
    codes = "[A-Z]{3}|SPACE"
    bare_codes = ("SPACE",)
    example = "NM-ATK-05"
    texts_with_ids = ("text", "ruling", "why")
    text_weights: ClassVar[Mapping[str, float]] = {
        "text": 1.0,
        "means": 1.0,
        "ruling": 1.0,
        "why": 0.3,
        "section": 0.3,
    }

    def make_entry(self, data: Mapping[str, Any], asked_as: Any) -> Rule:
        kind = KIND_BY_PREFIX.get(data["id"].rpartition("-")[0], "rule")
        return Rule(kind=kind, **data, **(asked_as or {}))

    def search_weight(self, entry: Rule) -> float:
        return KIND_WEIGHTS[entry.kind]

    def search(self, words: str | Iterable[str]) -> list[Rule]:
        """Return the entries that match a plain question, best first; empty without a match.

        Entries named by id come first. A page in the question ("p. 34") limits the matches to it.
        """
        text = join_question(words)
        rules = super().search(PAGE_PATTERN.sub(" ", text))
        page = PAGE_PATTERN.search(text)
        if page and (
            page_rules := [
                rule for rule in self.entries.values() if rule.page.strip("<~†") == page[1]
            ]
        ):
            named = self.rules_named_in(text)
            rules = [*named, *([rule for rule in rules if rule in page_rules] or page_rules)]
        return list(dict.fromkeys(rules))

    def heading(self, entry: Rule) -> str:
        return entry.section

    def list_entry(self, entry: Rule) -> str:
        ruling = f" Ruling: {entry.ruling} Why: {entry.why}" if entry.ruling else ""
        return f"{entry.id} ({format_page(entry.page)})  {entry.text}{ruling}"

    def describe(self, entry: Rule) -> str:
        """Return a rule over several lines: id, page, section, meaning, text, ruling and reason."""
        mark = next((meaning for mark, meaning in PAGE_MARKS.items() if mark in entry.page), "")
        page = f"{format_page(entry.page)}{': ' + mark if mark else ''}"
        name = "Left open" if entry.kind == "silence" else "Rule"
        lines = [wrap_paragraph(f"{entry.id} ({page}), {entry.section}", "", "  ")]
        if entry.means:
            lines += [wrap_paragraph(entry.means), wrap_paragraph(f"{name}: {entry.text}")]
        else:
            lines.append(wrap_paragraph(entry.text))
        if entry.ruling:
            lines.append(wrap_paragraph(f"Ruling: {entry.ruling}"))
        if entry.why:
            lines.append(wrap_paragraph(f"Why: {entry.why}"))
        return "\n".join(lines)

    def in_short(self, entry: Rule) -> str:
        """Return a rule in one sentence with page and id; for a silence, question and ruling."""
        sentence = entry.means or entry.short or f"{entry.text} {entry.ruling}".strip()
        return f"{sentence} ({format_page(entry.page)}, {entry.id})"


BOOK = NeoMechanikaBook()


def rule_page(id: str) -> str:
    """Return the page of a rule: "30", "<26", "~50". Raises InputError."""
    return BOOK.rule(id).page


def describe_page(page: str) -> str:
    """Return a page in plain words.

    "30" is p. 30, "<26" before it, "~50" probably p. 50, "26†" lost, "ref" the turn summary.
    """
    if page in ("ref", PLAYER_SOURCE):
        return "turn summary" if page == "ref" else "your own mission"
    number = page.strip("<~†")
    return {"<": "before p. ", "~": "probably p. "}.get(page[:1], "p. ") + number if number else ""


def format_page(page: str) -> str:
    """Return a page as lists of rules show it: "p. 30". A lost page keeps its mark: "p. 26†"."""
    return describe_page(page) + ("†" if page.endswith("†") else "")


def rule_source(page: str, rule: str) -> str:
    """Return the source of a rule in words: "p. 30, NM-ATK-03"."""
    return ", ".join(word for word in (describe_page(page), rule) if word)
