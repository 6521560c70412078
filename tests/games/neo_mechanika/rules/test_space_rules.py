"""The rules that answers name: each has a page and one line of our own in the book; nothing names one that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK, rule_page
from wc3d.games.neo_mechanika.rules.space import SPACE, citation, rule_ids
from wc3d.judging.answer_text import format_citations
from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.table.table import Table

JUDGE = Path(__file__).resolve().parents[4] / "wc3d" / "judging"


def found(named: SpaceRule) -> Citation:
    """The rule in the book. Fails if it is not there."""
    got = citation(named)
    assert got is not None, named
    return got


@pytest.mark.parametrize("named", rule_ids(), ids=lambda named: named.name)
def test_a_citation(named: SpaceRule) -> None:
    there = found(named)
    assert re.fullmatch(r"NM-[A-Z]{3}-\d{2,3} \((before p\. 26|p\. \d\d)\)", str(there))
    assert there.text.endswith(".") and "\n" not in there.text and len(there.text) <= 100
    assert there.page == rule_page(there.id) and there.text == BOOK.rule(there.id).short
    assert SPACE.citation(named) == there


def test_every_rule_that_answers_name_is_there() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in JUDGE.glob("*.py"))
    named = set(re.findall(r"SpaceRule\.([A-Z_]+)", texts))
    assert len(named) > 10
    for name in named:
        assert found(SpaceRule[name])


def test_the_book_says_shortly_only_what_answers_cite() -> None:
    from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK

    assert {entry.id for entry in BOOK.entries.values() if entry.short} == set(rule_ids().values())


def test_pages_and_ids_for_the_end_of_a_sentence() -> None:
    table = Table((30, 30), policy=SPACE)
    assert format_citations(table, SpaceRule.LINE_OF_SIGHT) == "p. 32, NM-ATK-05"
    three = SpaceRule.LINE_OF_SIGHT, SpaceRule.MODELS_IN_SIGHT, SpaceRule.OBSCURING_DEPTH
    assert format_citations(table, *three) == "p. 32, 44, NM-ATK-05, NM-ATK-06, NM-TER-06"
