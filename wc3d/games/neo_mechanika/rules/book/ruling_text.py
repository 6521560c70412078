"""Describe the rulings: the values for the book's silences, and the options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wc3d.engine.text import wrap_paragraph
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK, Value, format_page
from wc3d.games.neo_mechanika.rules.book.rulings import SPACE_RULINGS, Ruling, silence_rulings


def describe_rulings(words: Sequence[str], full: bool = False) -> list[str]:
    """Return one sentence for each ruling that has these words. Raises InputError.

    `full`: include name, value, text, reason and page.
    """
    rulings = find_rulings(words)
    if full:
        return [line for ruling in rulings for line in _describe(ruling)]
    return list(
        dict.fromkeys(_format_sentence(ruling) for ruling in rulings)
    )  # two values may share a rule


def find_rulings(words: Sequence[str]) -> list[Ruling]:
    """Return the rulings with this id or all these words. Raises InputError for an unknown id."""
    everything = (*silence_rulings(), *SPACE_RULINGS)
    if len(words) == 1 and BOOK.is_id(words[0]):
        id = BOOK.rule(words[0]).id
        return [ruling for ruling in everything if ruling.id == id]
    word_stems = set(BOOK.stems(" ".join(words).replace("_", " ")))
    if words and not word_stems:
        return []
    texts = (
        (ruling, f"{ruling.name.replace('_', ' ')} {BOOK.rule(ruling.id).text} {ruling.text}")
        for ruling in everything
    )
    return [ruling for ruling, text in texts if word_stems <= set(BOOK.stems(text))]


def _format_sentence(ruling: Ruling) -> str:
    """Return a ruling's id and meaning, with name, value and options if the players may choose."""
    choice = (
        f" ({ruling.name} = {_format_value(ruling.value)}; {_format_options(ruling)})"
        if len(ruling.options) > 1
        else ""
    )
    return f"{ruling.id:<11}{BOOK.rule(ruling.id).means or ruling.text}{choice}"


def _describe(ruling: Ruling) -> Iterator[str]:
    """Yield id, name, value, options if any, text and reason."""
    options = f"  ({_format_options(ruling)})" if len(ruling.options) > 1 else ""
    yield f"{ruling.id:<11}{ruling.name} = {_format_value(ruling.value)}{options}"
    yield wrap_paragraph(f"{ruling.text} ({format_page(ruling.page)})")
    if ruling.why:
        yield wrap_paragraph(f"Why: {ruling.why}")


def _format_options(ruling: Ruling) -> str:
    return f"options: {', '.join(map(_format_value, ruling.options))}"


def _format_value(value: Value) -> str:
    """Return a value for display: yes, no, 5, 1.5."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
