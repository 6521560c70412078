"""`wc3d rules` and `wc3d rulings`: found by question and by id, in lines that fit, and one line for a mistake."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.test_startup import HEAVY, command_left, imported_by
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.book.rulings import SPACE_RULINGS, silence_rulings


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal 60 columns wide."""
    monkeypatch.setenv("COLUMNS", "60")


def test_a_question_prints_rule_page_section_ruling_and_why(wc3d: Wc3d) -> None:
    said = wc3d("rules", "does", "the", "blast", "roll", "get", "the", "excess", "dice?")
    assert (said.code, said.err) == (0, "")
    first = said.out.split("\n\n")[0]
    assert first.startswith("NM-SIL-73 (p. 34), 25. Silences and contradictions (SIL) /\n")
    assert "\n  Ruling: no, POW AD only" in first and "\n  Why: " in first
    assert max(map(len, said.out.splitlines())) <= 60


def test_a_question_may_be_one_argument(wc3d: Wc3d) -> None:
    assert (
        wc3d("rules", "can I spike before the roll").out
        == wc3d("rules", "can", "I", "spike", "before", "the", "roll").out
    )


def test_a_limit_is_kept_and_said(wc3d: Wc3d) -> None:
    said = wc3d("rules", "void", "gate", "--limit", "2")
    assert len(re.findall(r"^(?:NM|SPACE)-", said.out, re.MULTILINE)) == 2
    found = re.search(r"\n2 of (\d+) results \(--limit \1 prints all\)\n$", said.out)
    assert found
    whole = wc3d("rules", "void", "gate", "--limit", found[1])
    assert (
        len(re.findall(r"^(?:NM|SPACE)-", whole.out, re.MULTILINE)) == int(found[1])
        and "prints all" not in whole.out
    )


def test_an_id_prints_the_one_and_what_it_names(wc3d: Wc3d) -> None:
    said = wc3d("rules", "ter-24")
    assert said.code == 0 and said.out.startswith("NM-TER-24 (p. 45), 19. Terrain (TER)\n")
    assert "\nSee also:\n\nNM-SIL-54 (p. 45)" in said.out
    assert "\nSee also:\n\nNM-TER-24 (p. 45)" in wc3d("rules", "SIL-54").out
    assert "See also" not in wc3d("rules", "NM-ATK-12").out


@pytest.mark.parametrize(
    ("id", "page"),
    [("STA-01", "(before p. 26)"), ("PUL-01", "(p. 26†: page lost;"), ("TRN-01", "(turn summary)")],
)
def test_marks_on_pages_are_explained(wc3d: Wc3d, id: str, page: str) -> None:
    assert page in wc3d("rules", id).out


def test_all_prints_every_rule_under_its_section(wc3d: Wc3d) -> None:
    said = wc3d("rules", "--all")
    assert re.findall(r"^((?:NM-...|SPACE)-\d+) \(", said.out, re.MULTILINE) == list(BOOK.entries)
    assert said.out.startswith(
        "1. Components and dice (CMP)\n----------------------------\nNM-CMP-01 (before p. 26)  "
    )
    assert said.out.count("\n26. Space (SPACE) / Line of sight\n") == 1


def test_nothing_found_is_one_line_and_exit_1(wc3d: Wc3d) -> None:
    said = wc3d("rules", "xyzzy", "plugh")
    assert (said.code, said.out, said.err) == (1, "no rule found for xyzzy plugh\n", "")


def test_mistakes_are_one_line(wc3d: Wc3d) -> None:
    assert "NM-ATK-99: no such rule (similar: " in wc3d("rules", "NM-ATK-99").one_line()
    assert "expected words" in wc3d("rules").one_line()
    assert "found both" in wc3d("rules", "--all", "blast").one_line()
    for limit in ("0", "-1", "many"):
        assert "--limit" in wc3d("rules", "blast", f"--limit={limit}").one_line()


def test_rulings_are_listed_as_one_sentence_each(wc3d: Wc3d) -> None:
    said = wc3d("rulings")
    lines = said.out.splitlines()
    assert (said.code, len(lines)) == (
        0,
        len({ruling.id for ruling in (*silence_rulings(), *SPACE_RULINGS)}),
    )
    assert (
        "NM-SIL-73  Blast damage is rolled with the weapon's POW alone, without the excess."
        in lines
    )
    mercy = "The Mercy Rule is off unless you agree on it; you can always concede. (mercy = no; options: no, yes)"
    assert f"NM-SIL-01  {mercy}" in lines
    assert any(
        line.startswith("NM-SIL-138") and line.endswith("options: 0, 1, 2, 3, 4, 5)")
        for line in lines
    )
    assert 'NM-TER-06  From or into obscuring terrain you see through at most 3" of it.' in lines
    assert not [line for line in lines if " = " in line and "options" not in line]


def test_all_lists_the_name_and_value_of_every_ruling(wc3d: Wc3d) -> None:
    lines = wc3d("rulings", "--all").out.splitlines()
    assert len([line for line in lines if line.startswith(("NM-", "SPACE-"))]) == len(
        silence_rulings()
    ) + len(SPACE_RULINGS)
    assert "NM-SIL-73  blast_rolls_get_excess = no" in lines
    assert "NM-SIL-01  mercy = no  (options: no, yes)" in lines
    assert "NM-SIL-138 secondary_missions = 1  (options: 0, 1, 2, 3, 4, 5)" in lines
    assert "NM-TER-06  obscuring_depth = 3" in lines


def test_rulings_by_word_by_name_and_by_id(wc3d: Wc3d) -> None:
    blast = wc3d("rulings", "blast", "excess").out.splitlines()
    assert len(blast) == 1 and blast[0].startswith("NM-SIL-73  Blast damage")
    assert wc3d("rulings", "blast_rolls_get_excess").out.splitlines() == blast
    assert wc3d("rulings", "sil-73").out.splitlines() == blast
    names = [
        line.split()[1]
        for line in wc3d("rulings", "bla-02", "--all").out.splitlines()
        if line.startswith("NM-")
    ]
    assert names == ["blast_within", "blast_models"]
    assert len(wc3d("rulings", "bla-02").out.splitlines()) == 1


def test_rulings_with_why_and_page(wc3d: Wc3d) -> None:
    out = wc3d("rulings", "SIL-122", "--all").out
    assert (
        out
        == "NM-SIL-122 equal_points_are = a draw\n  the game is a draw. (probably p. 50)\n  Why: no tiebreak is printed.\n"
    )
    assert "Why" not in wc3d("rulings", "cover_within", "--all").out


def test_no_such_ruling(wc3d: Wc3d) -> None:
    said = wc3d("rulings", "xyzzy")
    assert (said.code, said.out, said.err) == (1, "no ruling found for xyzzy\n", "")
    assert wc3d("rulings", "the").code == 1
    assert "no such rule" in wc3d("rulings", "SIL-999").one_line()


def test_an_id_with_no_ruling_of_its_own(wc3d: Wc3d) -> None:
    said = wc3d("rulings", "ATK-12")
    assert (said.code, said.out) == (1, "no ruling found for ATK-12\n")


@pytest.mark.parametrize("command", ["rules", "rulings"])
def test_help_imports_nothing_heavy(command: str) -> None:
    assert imported_by(command_left(0, command, "--help")) == set()


def test_looking_a_rule_up_imports_nothing_heavy() -> None:
    code = "from wc3d.cli.main import main; main(['rules', 'SIL-73']); main(['rules', 'blast', 'excess'])"
    assert imported_by(code) & set(HEAVY) == set()
