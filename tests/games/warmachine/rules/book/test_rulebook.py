"""The rule book of WARMACHINE: what is in it, how it is asked, and how its switches and rulings are told."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.book.ruling_text import describe_rulings
from wc3d.games.warmachine.rules.editions import SWITCHES

ASKED = tomllib.loads(Path(__file__).with_name("rule_questions.toml").read_text(encoding="utf-8"))


def test_the_book_has_every_rule_of_every_document() -> None:
    count = Counter(entry.document for entry in BOOK.entries.values())
    assert count == {
        "quick_start_rules": 276,
        "reference_sheet": 77,
        "mk3_warcasters": 40,
        "geometry": 39,
        "ruling": 159,
    }
    assert all(entry.text.strip() and entry.section for entry in BOOK.entries.values())


def test_a_rule_of_a_document_says_which_edition_has_it() -> None:
    for entry in BOOK.entries.values():
        documents = ("quick_start_rules", "reference_sheet", "mk3_warcasters")
        assert (entry.switch in ("quick_start", "prime_reference", "mk3_warcaster")) == (
            entry.document in documents
        ), entry.id
    assert BOOK.rule("WM-REF-50").switch == "prime_reference"
    assert BOOK.rule("WM-REF-57").switch == "quick_start"
    assert BOOK.rule("WM-MK3-07").switch == "mk3_warcaster"


def test_no_entry_names_a_file_or_a_mark_of_another_text() -> None:
    for entry in BOOK.entries.values():
        assert not re.search(
            r"[{}`*]|\.md|\.json|\bdoc \d|\b00[234]\b", f"{entry.text} {entry.ruling}"
        ), entry.id


def test_every_rule_that_a_switch_or_a_text_names_is_there() -> None:
    for switch in SWITCHES.values():
        assert all(BOOK.rule(id).id == id for id in switch.rules), switch.key
    for entry in BOOK.entries.values():
        for code, number in BOOK.id_pattern.findall(f"{entry.text} {entry.ruling}"):
            assert f"WM-{code.upper()}-{int(number):02}" in BOOK.entries, entry.id


@pytest.mark.parametrize("written", ["WM-CHG-05", "chg-5", " CHG-05 ", "wm-chg-005"])
def test_an_id_may_be_written_in_several_ways(written: str) -> None:
    assert BOOK.rule(written).id == "WM-CHG-05"


def test_an_unknown_id_names_near_ones() -> None:
    with pytest.raises(InputError, match=r"WM-CHG-99: no such rule \(similar: WM-CHG-"):
        BOOK.rule("WM-CHG-99")


def test_rules_that_name_each_other_are_related() -> None:
    assert "WM-RUL-25" in [entry.id for entry in BOOK.related(BOOK.rule("WM-CHG-04"))]
    assert "WM-CHG-04" not in [entry.id for entry in BOOK.related(BOOK.rule("WM-CHG-04"))]


def test_a_rule_in_short_ends_with_its_id() -> None:
    assert BOOK.in_short(BOOK.rule("WM-RUL-01")).endswith("Roll again. (WM-RUL-01)")


def test_a_rule_is_described_with_its_switches() -> None:
    told = " ".join(BOOK.describe(BOOK.rule("WM-SLM-07")).split())
    assert told.startswith(
        "WM-SLM-07 (the Quick Start rules), Slam The slam attack is made only if"
    )
    assert "Switch: slam.short (quick_start no_attack; prime_reference bash)" in told
    assert "Only in prime_reference" in BOOK.describe(BOOK.rule("WM-REF-65"))
    assert "Ruling: Roll again." in BOOK.describe(BOOK.rule("WM-RUL-01"))


def test_the_whole_book_can_be_printed() -> None:
    printed = "\n".join(BOOK.contents())
    assert all(f"{id}  " in printed for id in BOOK.entries)


def test_ids_in_a_question_come_first() -> None:
    assert [entry.id for entry in BOOK.search("is CHG-05 about RUL-28?")[:2]] == [
        "WM-CHG-05",
        "WM-RUL-28",
    ]


@pytest.mark.parametrize(
    ("part", "many", "first", "among_five"),
    [
        ("tuned", 15, 15, 15),
        ("unseen", 15, 13, 15),
        ("voices", 29, 24, 29),
        ("voices_unseen", 30, 29, 30),
        ("hard_unseen", 28, 26, 28),
    ],
)
def test_so_many_questions_find_their_rule(
    part: str, many: int, first: int, among_five: int
) -> None:
    """At least as measured: what changes the search may not change these numbers for the worse."""
    places = [
        [entry.id in answers.split() for entry in BOOK.search(question)[:5]]
        for question, answers in ASKED[part].items()
    ]
    assert len(places) == many
    assert sum(right[:1] == [True] for right in places) >= first
    assert sum(map(any, places)) >= among_five


def test_the_questions_name_rules_and_are_not_in_the_book() -> None:
    known = {question.lower() for entry in BOOK.entries.values() for question in entry.asked}
    for questions in ASKED.values():
        for question, answers in questions.items():
            assert all(BOOK.rule(id).id == id for id in answers.split())
            assert question.lower() not in known


@pytest.mark.parametrize("nothing", ["", "xyzzy", "what does the", "?!"])
def test_nothing_is_found_for_nothing(nothing: str) -> None:
    assert BOOK.search(nothing) == []


def test_rulings_tell_every_switch_and_every_ruling() -> None:
    lines = describe_rulings([], full=True)
    told = "\n".join(lines)
    assert all(any(line.startswith(f"{key} (quick_start ") for line in lines) for key in SWITCHES)
    assert all(id in told for id, entry in BOOK.entries.items() if entry.document == "ruling")


def test_rulings_are_found_by_word_by_id_and_by_the_rule_of_a_switch() -> None:
    assert describe_rulings(["RUL-01"]) == [
        "WM-RUL-01   Equal dice for first turn. Ruling: Roll again."
    ]
    assert [line.split()[0] for line in describe_rulings(["WM-REF-65"])] == ["slam.short"]
    assert "WM-RUL-70" in "".join(describe_rulings(["table", "slammed", "off"]))
    assert describe_rulings(["xyzzy"]) == []
    with pytest.raises(InputError):
        describe_rulings(["RUL-999"])
