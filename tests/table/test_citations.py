"""The rules that answers name: each has a page and one line of our own, and nothing names a rule that is not there."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from wc3d.table.citations import RULES, cited

ROOM = Path(__file__).resolve().parents[2] / "wc3d"


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_citation(rule: object) -> None:
    assert re.fullmatch(r"NM-[A-Z]{3}-\d\d \(p\. (<26|\d\d)\)", str(rule))
    text = getattr(rule, "text", "")
    assert text.endswith(".") and "\n" not in text and len(text) <= 100


def test_every_rule_that_answers_name_is_there() -> None:
    answering = [*ROOM.glob("judge/*.py"), *ROOM.glob("app/judge/*.py")]
    named = {id for path in answering for id in re.findall(r"NM-[A-Z]{3}-\d\d", path.read_text(encoding="utf-8"))}
    assert named and named <= set(RULES)


def test_pages_and_ids_for_the_end_of_a_sentence() -> None:
    assert cited("NM-ATK-05") == "p. 32, NM-ATK-05"
    assert cited("NM-ATK-05", "NM-ATK-06", "NM-TER-06") == "p. 32, 44, NM-ATK-05, NM-ATK-06, NM-TER-06"
