"""Describe the rulings: the switches of the editions, and our rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wc3d.engine.book_search import split_words
from wc3d.engine.text import wrap_paragraph
from wc3d.games.warmachine.rules.book.rulebook import BOOK, PrintedRule
from wc3d.games.warmachine.rules.editions import (
    SWITCHES,
    RuleSwitch,
    describe_columns,
    format_value,
)


def describe_rulings(words: Sequence[str], full: bool = False) -> list[str]:
    """Return matching switches, then matching rulings. Raises InputError for an unknown id.

    A switch also matches by its key and by the ids of its rules. `full` adds the meaning of the
    switches.
    """
    if len(words) == 1 and BOOK.is_id(words[0]):
        entry = BOOK.rule(words[0])
        switches = list(entry.switches)
        rulings = [entry] if entry.document == "ruling" else []
    else:
        switches = [
            switch for switch in SWITCHES.values() if _matches_words(words, _switch_text(switch))
        ]
        entries = (entry for entry in BOOK.entries.values() if entry.document == "ruling")
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
    query_stems = set(BOOK.stems(" ".join(words)))
    text_stems = {*BOOK.stems(text), *(s for word in split_words(text) for s in BOOK.stems(word))}
    return not words or (bool(query_stems) and query_stems <= text_stems)


def _switch_text(switch: RuleSwitch) -> str:
    return f"{switch.key} {switch.says} {' '.join(switch.values.values())}"


def _describe_switch(switch: RuleSwitch, full: bool) -> Iterator[str]:
    """Yield a switch's key, value and options. `full` adds purpose, meanings and rules."""
    yield f"{describe_columns(switch)}  options: {', '.join(map(format_value, switch.values))}"
    if full:
        yield wrap_paragraph(f"{switch.says} ({', '.join(switch.rules)})")
        for value, meaning in switch.values.items():
            yield wrap_paragraph(f"{format_value(value)}: {meaning}", "    ", "      ")


def _describe_ruling(entry: PrintedRule) -> str:
    """Return a ruling's id, the open point in the rules, and the ruling."""
    ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
    return wrap_paragraph(f"{entry.id:<11} {entry.text}{ruling}", "", "            ")
