"""Format the rule book for the terminal: a rule with page and ruling, a section, or all rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wc3d.engine.wrap_text import wrap_paragraph as wrap_paragraph
from wc3d.games.neo_mechanika.rules.book import rulebook
from wc3d.games.neo_mechanika.rules.book.rulebook import Rule

PAGE_MARKS = {
    "~": "inferred from the order of the missions",
    "†": "page lost; taken from the summary in an early draft",
}
"""The marks on page numbers and their meanings."""


def describe_rule(rule: Rule) -> str:
    """Return a rule over several lines: id, page, section, meaning, text, ruling and reason."""
    mark = next((meaning for mark, meaning in PAGE_MARKS.items() if mark in rule.page), "")
    title = f"{rule.id} ({format_page(rule.page)}{': ' + mark if mark else ''}), {rule.section}"
    says = "Left open" if rule.kind == "silence" else "Rule"
    lines = [
        wrap_paragraph(title, "", "  "),
        *(
            [wrap_paragraph(rule.means), wrap_paragraph(f"{says}: {rule.text}")]
            if rule.means
            else [wrap_paragraph(rule.text)]
        ),
    ]
    lines += [
        wrap_paragraph(f"{name}: {text}")
        for name, text in (("Ruling", rule.ruling), ("Why", rule.why))
        if text
    ]
    return "\n".join(lines)


def summarize_rule(rule: Rule) -> str:
    """Return a rule in one sentence with page and id; for a silence, question and ruling."""
    sentence = rule.means or rule.short or f"{rule.text} {rule.ruling}".strip()
    return f"{sentence} ({format_page(rule.page)}, {rule.id})"


def _format_sections(rules: Iterable[Rule]) -> Iterator[str]:
    """Yield rules under the titles of their sections."""
    section = ""
    for rule in rules:
        if rule.section != section:
            yield f"{'' if not section else chr(10)}{rule.section}\n{'-' * len(rule.section)}"
            section = rule.section
        ruling = f" Ruling: {rule.ruling} Why: {rule.why}" if rule.ruling else ""
        yield wrap_paragraph(f"{rule.id} ({format_page(rule.page)})  {rule.text}{ruling}", "", "  ")


def format_page(number: str) -> str:
    """Return a page as lists of rules show it: "p. 30". A lost page keeps its mark: "p. 26†"."""
    return rulebook.describe_page(number) + ("†" if number.endswith("†") else "")


class NeoMechanikaBook:
    """The rule book of Neo-Mechanika; `wc3d.engine.rulebook.Rulebook` documents the methods."""

    is_id = staticmethod(rulebook.is_rule_id)
    rule = staticmethod(rulebook.find_rule)
    related = staticmethod(rulebook.related_rules)
    search = staticmethod(rulebook.search_rules)
    describe = staticmethod(describe_rule)
    in_short = staticmethod(summarize_rule)

    def contents(self) -> list[str]:
        return list(_format_sections(rulebook.rules_by_id().values()))


BOOK = NeoMechanikaBook()
