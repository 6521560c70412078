"""The rulebook and its rulings as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wc3d.engine.question_search import split_words
from wc3d.engine.wrap_text import wrap_paragraph
from wc3d.games.warmachine.rules.book import rulebook
from wc3d.games.warmachine.rules.book.rulebook import (
    DOCUMENT_NAMES,
    PrintedRule,
    find_rule,
    is_rule_id,
    load_wording,
    rules_by_id,
)
from wc3d.games.warmachine.rules.editions import COLUMN_NAMES, SWITCHES, RuleSwitch, format_value


def describe_rule(entry: PrintedRule) -> str:
    """Return a rule over several lines: id, document, section, text, ruling and edition."""
    lines = [
        wrap_paragraph(f"{entry.id} ({DOCUMENT_NAMES[entry.document]}), {entry.section}", "", "  "),
        wrap_paragraph(entry.text),
    ]
    if entry.ruling:
        lines.append(wrap_paragraph(f"Ruling: {entry.ruling}"))
    if entry.switch not in ("", "quick_start"):
        lines.append(wrap_paragraph(f"Only in {entry.switch}: {COLUMN_NAMES[entry.switch]}."))
    lines += [wrap_paragraph(f"Switch: {_describe_columns(switch)}") for switch in entry.switches]
    return "\n".join(lines)


def _describe_columns(switch: RuleSwitch) -> str:
    """Return a switch and columns: "slam.short (quick_start no_attack; prime_reference bash)"."""
    columns = {column: format_value(switch.value_in_columns((column,))) for column in COLUMN_NAMES}
    default = columns["quick_start"]
    differences = [f"{column} {value}" for column, value in columns.items() if value != default]
    return f"{switch.key} ({'; '.join([f'quick_start {default}', *differences])})"


class WarmachineBook:
    """The rulebook of WARMACHINE. `wc3d.engine.ruleset_types.Rulebook` documents the methods."""

    is_id = staticmethod(rulebook.is_rule_id)
    rule = staticmethod(rulebook.find_rule)
    related = staticmethod(rulebook.related_rules)
    search = staticmethod(rulebook.search_rules)
    describe = staticmethod(describe_rule)

    def contents(self) -> list[str]:
        """Return every rule, under the titles of its document and section."""
        return list(_list_sections())


BOOK = WarmachineBook()


def _list_sections() -> Iterator[str]:
    title = ""
    for entry in rules_by_id().values():
        heading = f"{DOCUMENT_NAMES[entry.document]}: {entry.section}"
        if heading != title:
            yield f"{chr(10) if title else ''}{heading[0].upper()}{heading[1:]}\n{'-' * len(heading)}"
            title = heading
        ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
        yield wrap_paragraph(f"{entry.id}  {entry.text}{ruling}", "", "  ")


def describe_rulings(words: Sequence[str], full: bool = False) -> list[str]:
    """Return matching switches, then matching rulings. Raises InputError for an unknown id.

    A switch also matches by its key and by the ids of its rules. `full` adds the meaning of the
    switches.
    """
    if len(words) == 1 and is_rule_id(words[0]):
        entry = find_rule(words[0])
        switches = list(entry.switches)
        rulings = [entry] if entry.document == "ruling" else []
    else:
        switches = [
            switch for switch in SWITCHES.values() if _matches_words(words, _switch_text(switch))
        ]
        entries = (entry for entry in rules_by_id().values() if entry.document == "ruling")
        rulings = [
            entry
            for entry in entries
            if _matches_words(words, f"{entry.section} {entry.text} {entry.ruling}")
        ]
    lines = [line for switch in switches for line in _describe_switch(switch, full)]
    return [*lines, *map(_describe_ruling, rulings)]


def _matches_words(words: Sequence[str], text: str) -> bool:
    """Return whether a text contains all the words, in any form, as a phrase or separately.

    Stop words match nothing.
    """
    query_stems, text_words = (
        set(load_wording().stems(split_words(" ".join(words)))),
        split_words(text),
    )
    text_stems = {
        *load_wording().stems(text_words),
        *(stem for word in text_words for stem in load_wording().stems([word])),
    }
    return not words or (bool(query_stems) and query_stems <= text_stems)


def _switch_text(switch: RuleSwitch) -> str:
    return f"{switch.key} {switch.says} {' '.join(switch.values.values())}"


def _describe_switch(switch: RuleSwitch, full: bool) -> Iterator[str]:
    """Yield a switch's key, value and options. `full` adds purpose, meanings and rules."""
    yield f"{_describe_columns(switch)}  options: {', '.join(map(format_value, switch.values))}"
    if full:
        yield wrap_paragraph(f"{switch.says} ({', '.join(switch.rules)})")
        for value, meaning in switch.values.items():
            yield wrap_paragraph(f"{format_value(value)}: {meaning}", "    ", "      ")


def _describe_ruling(entry: PrintedRule) -> str:
    """Return a ruling's id, the open point in the rules, and the ruling."""
    ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
    return wrap_paragraph(f"{entry.id:<11} {entry.text}{ruling}", "", "            ")
