"""The rule book and its rulings in words that fit the terminal."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from wc3d.engine.question_search import split
from wc3d.engine.wrap_text import wrap
from wc3d.games.warmachine.rules.book import rulebook
from wc3d.games.warmachine.rules.book.rulebook import (
    DOCUMENTS,
    PrintedRule,
    every_rule,
    is_id,
    rule,
    wording,
)
from wc3d.games.warmachine.rules.editions import COLUMNS, SWITCHES, RuleSwitch, value_words


def describe_rule(entry: PrintedRule) -> str:
    """A rule over several lines: its id, document and section, what it says, the ruling, and which edition has it."""
    lines = [wrap(f"{entry.id} ({DOCUMENTS[entry.document]}), {entry.section}", "", "  "), wrap(entry.text)]
    if entry.ruling:
        lines.append(wrap(f"Ruling: {entry.ruling}"))
    if entry.switch not in ("", "quick_start"):
        lines.append(wrap(f"Only in {entry.switch}: {COLUMNS[entry.switch]}."))
    lines += [wrap(f"Switch: {_standing(switch)}") for switch in entry.switches]
    return "\n".join(lines)


def _standing(switch: RuleSwitch) -> str:
    """A switch with how each column sets it: "slam.short (quick_start no_attack; prime_reference bash)"."""
    columns = {column: value_words(switch.within((column,))) for column in COLUMNS}
    default = columns["quick_start"]
    differences = [f"{column} {value}" for column, value in columns.items() if value != default]
    return f"{switch.key} ({'; '.join([f'quick_start {default}', *differences])})"


class WarmachineBook:
    """The rule book of WARMACHINE; what each door is for says `wc3d.engine.ruleset_types.Rulebook`."""

    is_id = staticmethod(rulebook.is_id)
    rule = staticmethod(rulebook.rule)
    related = staticmethod(rulebook.related)
    search = staticmethod(rulebook.search)
    describe = staticmethod(describe_rule)

    def contents(self) -> list[str]:
        """Every rule, under the titles of its document and section."""
        return list(_sections())


BOOK = WarmachineBook()


def _sections() -> Iterator[str]:
    title = ""
    for entry in every_rule().values():
        heading = f"{DOCUMENTS[entry.document]}: {entry.section}"
        if heading != title:
            yield f"{chr(10) if title else ''}{heading[0].upper()}{heading[1:]}\n{'-' * len(heading)}"
            title = heading
        ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
        yield wrap(f"{entry.id}  {entry.text}{ruling}", "", "  ")


def describe_rulings(words: Sequence[str], full: bool = False) -> list[str]:
    """The switches and then the rulings that have these words; `full`: what switches mean. Raises InputError for an unknown id.

    A switch also is found by its key, and by the id of a rule that it stands for.
    """
    if len(words) == 1 and is_id(words[0]):
        entry = rule(words[0])
        switches = list(entry.switches)
        rulings = [entry] if entry.document == "ruling" else []
    else:
        switches = [switch for switch in SWITCHES.values() if _has(words, _switch_text(switch))]
        entries = (entry for entry in every_rule().values() if entry.document == "ruling")
        rulings = [entry for entry in entries if _has(words, f"{entry.section} {entry.text} {entry.ruling}")]
    lines = [line for switch in switches for line in _describe_switch(switch, full)]
    return [*lines, *map(_describe_ruling, rulings)]


def _has(words: Sequence[str], text: str) -> bool:
    """Are all these words in a text, in whatever form, together or one by one? Words that say nothing are in none."""
    query_stems, text_words = set(wording().stems(split(" ".join(words)))), split(text)
    text_stems = {*wording().stems(text_words), *(stem for word in text_words for stem in wording().stems([word]))}
    return not words or (bool(query_stems) and query_stems <= text_stems)


def _switch_text(switch: RuleSwitch) -> str:
    return f"{switch.key} {switch.says} {' '.join(switch.values.values())}"


def _describe_switch(switch: RuleSwitch, full: bool) -> Iterator[str]:
    """Its key, value and options; `full`: what it decides, what each value means, and the rules it stands for."""
    yield f"{_standing(switch)}  options: {', '.join(map(value_words, switch.values))}"
    if full:
        yield wrap(f"{switch.says} ({', '.join(switch.rules)})")
        for value, meaning in switch.values.items():
            yield wrap(f"{value_words(value)}: {meaning}", "    ", "      ")


def _describe_ruling(entry: PrintedRule) -> str:
    """Its id, what the rules leave open, and the ruling."""
    ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
    return wrap(f"{entry.id:<11} {entry.text}{ruling}", "", "            ")
