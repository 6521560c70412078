"""The rule book: every entry is there and sound, found by id however it is written."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib.resources import files

import pytest

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK, rule_page

SOURCE = (
    files("wc3d.games.neo_mechanika.rules.book")
    .joinpath("rulebook.json")
    .read_text(encoding="utf-8")
)


def test_one_entry_a_line_each_id_once_section_by_section() -> None:
    lines = SOURCE.splitlines()
    entries = [json.loads(line.rstrip(",")) for line in lines[1:-1]]
    assert (lines[0], lines[-1]) == ("[", "]") and entries == json.loads(SOURCE)
    assert len({entry["id"] for entry in entries}) == len(entries) == len(BOOK.entries)
    numbers = [int(entry["section"].split(".")[0]) for entry in entries]
    assert numbers == sorted(numbers)
    by_code: dict[str, list[int]] = {}
    for entry in entries:
        code, number = entry["id"].rsplit("-", 1)
        by_code.setdefault(code, []).append(int(number))
    assert all(
        numbers == list(range(1, len(numbers) + 1))
        for code, numbers in by_code.items()
        if code != "NM-EXM"
    )
    assert sorted(by_code["NM-EXM"]) == list(range(1, len(by_code["NM-EXM"]) + 1))


def test_every_kind_is_there() -> None:
    assert Counter(entry.kind for entry in BOOK.entries.values()) == {
        "rule": 346,
        "example": 39,
        "silence": 177,
        "space": 50,
    }


@pytest.mark.parametrize("kind", ["rule", "example", "silence", "space"])
def test_every_entry_is_sound(kind: str) -> None:
    for entry in (entry for entry in BOOK.entries.values() if entry.kind == kind):
        assert re.fullmatch(r"<26|ref|~?\d\d†?", entry.page), entry
        assert entry.text and "\n" not in entry.text and "*" not in entry.text, entry
        assert bool(entry.ruling) == bool(entry.why) == (kind == "silence"), entry


def test_every_rule_that_a_text_names_is_there() -> None:
    texts = [f"{entry.text} {entry.ruling}" for entry in BOOK.entries.values()]
    named = {id for text in texts for id in re.findall(r"\b(?:[A-Z]{3}|SPACE)-\d+", text)}
    assert named
    for id in named:
        assert BOOK.rule(id)


@pytest.mark.parametrize("word", ["GEO", "seeds", ".md", "the summary", "tester", "engine"])
def test_no_text_names_what_only_its_writers_know(word: str) -> None:
    texts = [
        f"{entry.section} {entry.text} {entry.ruling} {entry.why}"
        for entry in BOOK.entries.values()
    ]
    assert [text for text in texts if word in text] == []


@pytest.mark.parametrize("written", ["NM-ATK-05", "nm-atk-05", "ATK-05", "atk-5", " Atk-005 "])
def test_an_id_is_found_however_it_is_written(written: str) -> None:
    assert BOOK.is_id(written)
    assert BOOK.rule(written).id == "NM-ATK-05"
    assert rule_page(written) == "32"


def test_silences_and_space_rulings_by_id() -> None:
    assert BOOK.rule("sil-7").id == "NM-SIL-07"
    assert BOOK.rule("SIL-138").kind == "silence"
    assert BOOK.rule("space-3").kind == "space"
    assert not BOOK.is_id("blast") and not BOOK.is_id("ATK-") and not BOOK.is_id("5-ATK")


def test_an_unknown_id_names_near_ones() -> None:
    with pytest.raises(InputError, match=r"^NM-ATK-99: no such rule \(similar: .*NM-ATK-09.*\)$"):
        BOOK.rule("NM-ATK-99")
    with pytest.raises(InputError, match=r"^smell: no such rule \(an id looks like NM-ATK-05\)$"):
        BOOK.rule("smell")


def test_what_names_what_goes_both_ways() -> None:
    assert [entry.id for entry in BOOK.related(BOOK.rule("TER-24"))] == ["NM-SIL-54"]
    assert [entry.id for entry in BOOK.related(BOOK.rule("SIL-54"))] == ["NM-TER-24"]
    assert {"NM-SIL-19", "NM-SIL-20", "NM-SIL-119"} <= {
        entry.id for entry in BOOK.related(BOOK.rule("STA-13"))
    }
    for entry in BOOK.entries.values():
        assert all(entry in BOOK.related(other) for other in BOOK.related(entry)), entry.id
