"""The rule book in words that fit the terminal: a rule with its page and ruling, a section, the whole book."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from wc3d.engine.wrap_text import wrap as wrap
from wc3d.games.neo_mechanika.rules.book import rulebook
from wc3d.games.neo_mechanika.rules.book.rulebook import Rule

MARKS = {
    "~": "inferred from the order of the missions",
    "†": "page lost; taken from the summary in an early draft",
}
"""What the marks on page numbers mean, where the words of the page do not say it."""


def describe_rule(rule: Rule) -> str:
    """A rule over several lines: id, page and section, what it means in play, what it says or leaves open, the ruling, why."""
    mark = next((meaning for mark, meaning in MARKS.items() if mark in rule.page), "")
    title = f"{rule.id} ({printed_page(rule.page)}{': ' + mark if mark else ''}), {rule.section}"
    says = "Left open" if rule.kind == "silence" else "Rule"
    lines = [wrap(title, "", "  "), *([wrap(rule.means), wrap(f"{says}: {rule.text}")] if rule.means else [wrap(rule.text)])]
    lines += [wrap(f"{name}: {text}") for name, text in (("Ruling", rule.ruling), ("Why", rule.why)) if text]
    return "\n".join(lines)


def rule_in_short(rule: Rule) -> str:
    """A rule in one sentence, with its page and id; of a silence of the book the question and our ruling."""
    sentence = rule.means or rule.short or f"{rule.text} {rule.ruling}".strip()
    return f"{sentence} ({printed_page(rule.page)}, {rule.id})"


def _sections(rules: Iterable[Rule]) -> Iterator[str]:
    """Rules under the titles of their sections."""
    section = ""
    for rule in rules:
        if rule.section != section:
            yield f"{'' if not section else chr(10)}{rule.section}\n{'-' * len(rule.section)}"
            section = rule.section
        ruling = f" Ruling: {rule.ruling} Why: {rule.why}" if rule.ruling else ""
        yield wrap(f"{rule.id} ({printed_page(rule.page)})  {rule.text}{ruling}", "", "  ")


def printed_page(number: str) -> str:
    """Return a page as a list of rules shows it: "p. 30"; a lost page keeps its mark: "p. 26†"."""
    return rulebook.page_words(number) + ("†" if number.endswith("†") else "")


class NeoMechanikaBook:
    """The rule book of Neo-Mechanika; what each door is for says `wc3d.engine.rulebook.Rulebook`."""

    is_id = staticmethod(rulebook.is_id)
    rule = staticmethod(rulebook.rule)
    related = staticmethod(rulebook.related)
    search = staticmethod(rulebook.search)
    describe = staticmethod(describe_rule)
    in_short = staticmethod(rule_in_short)

    def contents(self) -> list[str]:
        return list(_sections(rulebook.every_rule().values()))


BOOK = NeoMechanikaBook()
