"""The rule book: every entry is there and sound, found by id however it is written, and by questions a player would ask."""
from __future__ import annotations

import json
import re
from collections import Counter
from importlib.resources import files

import pytest

from wc3d.errors import InputError
from wc3d.warcaster.book.question_words import stem, stems
from wc3d.warcaster.book.rulebook import every_rule, is_id, page_of, related, rule, search

SOURCE = files("wc3d.warcaster.book").joinpath("rulebook.json").read_text(encoding="utf-8")

QUESTIONS = {
    "does the blast roll get the excess dice?": "NM-SIL-73",
    "can I move between two attacks": "NM-ACT-01 NM-SIL-40",
    "do gates block objectives": "NM-OBJ-05 NM-SIL-127",
    "who goes first": "NM-SET-06 NM-SIL-03",
    "is a tie a hit": "NM-ATK-12",
    "can a squad split its attacks": "NM-SIL-40",
    "how many void gates may I have": "NM-GAT-01",
    "can I deploy next to an objective": "NM-GAT-18 NM-OBJ-13",
    "does cover help against a spray": "NM-SPR-05",
    "do two covers stack": "NM-SIL-83",
    "what happens when I fall on another model": "NM-SIL-61",
    "can warjacks nominate a gate": "NM-GAT-04",
    "does flight ignore rough terrain": "NM-MOV-08",
    "hand size": "NM-CYP-01",
    "when do I shuffle the deck": "NM-CYP-06 NM-SIL-92",
    "how much damage is a fall": "NM-TER-19",
    "how many dice does a fury roll": "NM-CYP-19",
    "does a fury cost arc": "NM-SIL-98",
    "can I see through a wood": "SPACE-20 NM-TER-06 NM-TER-07",
    "mercy": "NM-SIL-01",
    "can the same hero be taken twice": "NM-SIL-29",
    "do models block LOS": "NM-ATK-06",
    "who wins if points are equal": "NM-SIL-122",
    "can I spike before the roll": "NM-SIL-46",
    "does stealth work against a spray": "NM-SIL-25",
    "can I jump over a model": "NM-TER-25 NM-SIL-55",
    "do sprays hit my own models": "NM-SIL-76",
    "does an attachment count for the 15 units": "NM-FRC-05",
    "what does lock down do": "NM-CON-08",
    "what is the arc limit of a warjack": "NM-ARC-07",
    "can I clear my own gate to zero": "NM-SIL-45",
    "what if my model is slammed off the table": "NM-SIL-133 SPACE-48 NM-SLM-11",
    "wall exactly 1 inch tall": "NM-SIL-62",
    "secondary missions how many": "NM-SIL-138",
    "are hands secret": "NM-SIL-102",
}


def test_one_entry_a_line_each_id_once_section_by_section() -> None:
    lines = SOURCE.splitlines()
    entries = [json.loads(line.rstrip(",")) for line in lines[1:-1]]
    assert (lines[0], lines[-1]) == ("[", "]") and entries == json.loads(SOURCE)
    assert len({entry["id"] for entry in entries}) == len(entries) == len(every_rule())
    numbers = [int(entry["section"].split(".")[0]) for entry in entries]
    assert numbers == sorted(numbers)
    by_code: dict[str, list[int]] = {}
    for entry in entries:
        code, number = entry["id"].rsplit("-", 1)
        by_code.setdefault(code, []).append(int(number))
    assert all(numbers == list(range(1, len(numbers) + 1)) for code, numbers in by_code.items() if code != "NM-EXM")
    assert sorted(by_code["NM-EXM"]) == list(range(1, len(by_code["NM-EXM"]) + 1))


def test_every_kind_is_there() -> None:
    assert Counter(entry.kind for entry in every_rule().values()) == {"rule": 345, "example": 39, "silence": 145, "space": 50}


@pytest.mark.parametrize("kind", ["rule", "example", "silence", "space"])
def test_every_entry_is_sound(kind: str) -> None:
    for entry in (entry for entry in every_rule().values() if entry.kind == kind):
        assert re.fullmatch(r"<26|ref|~?\d\d†?", entry.page), entry
        assert entry.text and "\n" not in entry.text and "*" not in entry.text, entry
        assert bool(entry.ruling) == bool(entry.why) == (kind == "silence"), entry


def test_every_rule_that_a_text_names_is_there() -> None:
    texts = [f"{entry.text} {entry.ruling}" for entry in every_rule().values()]
    named = {id for text in texts for id in re.findall(r"\b(?:[A-Z]{3}|SPACE)-\d+", text)}
    assert named
    for id in named:
        assert rule(id)


@pytest.mark.parametrize("word", ["GEO", "seeds", ".md", "the summary", "tester", "engine"])
def test_no_text_names_what_only_its_writers_know(word: str) -> None:
    texts = [f"{entry.section} {entry.text} {entry.ruling} {entry.why}" for entry in every_rule().values()]
    assert [text for text in texts if word in text] == []


@pytest.mark.parametrize("written", ["NM-ATK-05", "nm-atk-05", "ATK-05", "atk-5", " Atk-005 "])
def test_an_id_is_found_however_it_is_written(written: str) -> None:
    assert is_id(written)
    assert rule(written).id == "NM-ATK-05"
    assert page_of(written) == "32"


def test_silences_and_space_rulings_by_id() -> None:
    assert rule("sil-7").id == "NM-SIL-07"
    assert rule("SIL-138").kind == "silence"
    assert rule("space-3").kind == "space"
    assert not is_id("blast") and not is_id("ATK-") and not is_id("5-ATK")


def test_an_unknown_id_names_near_ones() -> None:
    with pytest.raises(InputError, match=r"^NM-ATK-99: no such rule \(near: .*NM-ATK-09.*\)$"):
        rule("NM-ATK-99")
    with pytest.raises(InputError, match=r"^smell: no such rule \(an id looks like NM-ATK-05\)$"):
        rule("smell")


def test_what_names_what_goes_both_ways() -> None:
    assert [entry.id for entry in related(rule("TER-24"))] == ["NM-SIL-54"]
    assert [entry.id for entry in related(rule("SIL-54"))] == ["NM-TER-24"]
    assert {"NM-SIL-19", "NM-SIL-20", "NM-SIL-119"} <= {entry.id for entry in related(rule("STA-13"))}
    for entry in every_rule().values():
        assert all(entry in related(other) for other in related(entry)), entry.id


@pytest.mark.parametrize(("question", "answers"), QUESTIONS.items(), ids=QUESTIONS)
def test_a_question_finds_its_rule_among_the_first_three(question: str, answers: str) -> None:
    assert {entry.id for entry in search(question)[:3]} & set(answers.split())


def test_words_may_come_one_by_one() -> None:
    assert search(["mercy", "rule"]) == search("mercy rule") != []


@pytest.mark.parametrize("nothing", ["", "xyzzy", "what does the", "?!"])
def test_nothing_is_found_for_nothing(nothing: str) -> None:
    assert search(nothing) == []


def test_one_word_in_its_forms_is_one() -> None:
    same = ("move moves moved moving", "slam slams slammed slamming", "die dice", "activate activates activation", "big larger")
    for forms in same:
        assert len({stem(word) for word in forms.split()}) == 1, forms
    assert stems("Does the Void Gate block it?") == stems("void gates blocking")
