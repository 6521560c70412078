"""The rule book for the judge: the rules of the space policy's values, and a rule's rulings."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.book.rulings import SPACE_RULINGS
from wc3d.judging.question_types import JudgeBook


def _map_policy_sources() -> dict[str, tuple[str, str]]:
    return {ruling.name: (ruling.id, ruling.page) for ruling in SPACE_RULINGS}


def _find_policy_source(name: str) -> tuple[str, str]:
    return _map_policy_sources()[name]


def _find_rulings(id: str) -> tuple[tuple[str, str], ...]:
    """Return a rule's rulings that concern space or a silence of the book."""
    entries = (entry for entry in BOOK.related(BOOK.rule(id)) if entry.kind in ("space", "silence"))
    return tuple(
        (f"{entry.id}, p. {entry.page}", f"{entry.text} {entry.ruling}".strip())
        for entry in entries
    )


JUDGE_BOOK = JudgeBook(policy_source=_find_policy_source, rulings=_find_rulings)
