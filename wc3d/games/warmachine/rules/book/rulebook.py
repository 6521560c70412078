"""The rulebook: the rules of three documents in our words, geometry and our rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from wc3d.engine.rulebook import JsonRulebook
from wc3d.engine.text import wrap_paragraph
from wc3d.games.warmachine.rules.editions import (
    COLUMN_NAMES,
    SWITCHES,
    RuleSwitch,
    describe_columns,
)

Document = Literal["quick_start_rules", "reference_sheet", "mk3_warcasters", "geometry", "ruling"]

DOCUMENT_NAMES: Mapping[Document, str] = {
    "quick_start_rules": "the Quick Start rules",
    "reference_sheet": "the reference sheet of the full rules",
    "mk3_warcasters": "the Mk III rules for warcasters",
    "geometry": "geometry of the rules",
    "ruling": "our ruling",
}
"""The names of the documents for use in sentences. The documents have no page numbers."""

DOCUMENT_WEIGHTS: Mapping[Document, float] = {
    "quick_start_rules": 1.0,
    "reference_sheet": 0.9,
    "mk3_warcasters": 0.9,
    "geometry": 0.6,
    "ruling": 0.9,
}
"""The search weights of the documents, relative to the Quick Start rules."""


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
    def switches(self) -> tuple[RuleSwitch, ...]:
        """The edition switches that affect the rule."""
        return tuple(switch for switch in SWITCHES.values() if self.id in switch.rules)


class WarmachineBook(JsonRulebook[PrintedRule]):
    """The rulebook of WARMACHINE. Players write ids as WM-CHG-05, chg-5, MK3-14, RUL-25."""

    package = "wc3d.games.warmachine.rules.book"
    prefix = "WM"
    codes = "MK3|[A-Z]{3}"
    example = "WM-CHG-05"
    text_weights: ClassVar[Mapping[str, float]] = {"text": 1.0, "ruling": 1.0, "section": 0.3}

    def make_entry(self, data: Mapping[str, Any], asked_as: Any) -> PrintedRule:
        return PrintedRule(**data, asked=asked_as or ())

    def search_weight(self, entry: PrintedRule) -> float:
        return DOCUMENT_WEIGHTS[entry.document]

    def heading(self, entry: PrintedRule) -> str:
        title = f"{DOCUMENT_NAMES[entry.document]}: {entry.section}"
        return title[0].upper() + title[1:]

    def describe(self, entry: PrintedRule) -> str:
        """Return a rule over several lines: id, document, section, text, ruling and edition."""
        title = f"{entry.id} ({DOCUMENT_NAMES[entry.document]}), {entry.section}"
        lines = [wrap_paragraph(title, "", "  "), wrap_paragraph(entry.text)]
        if entry.ruling:
            lines.append(wrap_paragraph(f"Ruling: {entry.ruling}"))
        if entry.switch not in ("", "quick_start"):
            lines.append(wrap_paragraph(f"Only in {entry.switch}: {COLUMN_NAMES[entry.switch]}."))
        lines += [wrap_paragraph(f"Switch: {describe_columns(s)}") for s in entry.switches]
        return "\n".join(lines)


BOOK = WarmachineBook()
