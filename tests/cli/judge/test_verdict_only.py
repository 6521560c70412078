"""`wc3d judge --verdict-only`: sight without its evidence, which is not even worked out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d, questions
from wc3d.table.sight.sight import Sight

Put = Callable[..., Path]
EVIDENCE = ("line", "clearance", "short_by", "blockers")
SIGHTS: list[dict[str, Any]] = [
    {"type": "sight", "from": "a", "to": "c"},
    {"type": "sight", "from": "a", "to": "b"},
]
RANGE = {"type": "range", "from": "a", "to": "b"}


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(sight: Sight) -> Any:
        raise AssertionError("evidence was worked out that nobody asked for")

    for name in EVIDENCE:
        monkeypatch.setattr(Sight, name, property(look))


def test_as_json_the_fields_of_evidence_are_left_out_and_cost_nothing(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("judge", put(questions(*SIGHTS, RANGE)), "--json", "--verdict-only")
    assert (said.code, said.err) == (0, "")
    clear, blocked, far = said.answers
    assert set(clear) == set(blocked) == {"type", "verdict", "tolerance", "rules"}
    assert (clear["verdict"], blocked["verdict"]) == ("clear", "blocked")
    assert "distance" in far


def test_in_words_the_verdict_stands_alone_with_its_rule(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("judge", put(questions(*SIGHTS)), "--verdict-only")
    assert said.code == 0
    clear, blocked = said.out.splitlines()[:2]
    assert clear.startswith("a sees c (") and blocked.startswith("a cannot see b (")
    assert "NM-ATK-05" in said.out


@pytest.mark.parametrize("asked", [("--json",), ()])
def test_a_file_of_lines_too(wc3d: Wc3d, put: Put, asked: tuple[str, ...]) -> None:
    lines = "\n".join(json.dumps(questions(sight)) for sight in SIGHTS)
    said = wc3d("judge", put(lines, "many.jsonl"), "--verdict-only", *asked)
    assert (said.code, len(said.out.splitlines())) == (0, 2)


def test_what_a_case_expects_of_the_evidence_is_not_compared(wc3d: Wc3d, put: Put) -> None:
    case = questions() | {
        "question": SIGHTS[1],
        "expected": {"verdict": "blocked", "blockers": ["another"], "short_by": 9},
    }
    del case["questions"]
    assert wc3d("judge", put(case), "--verdict-only").code == 0
    case["expected"]["verdict"] = "clear"
    assert wc3d("judge", put(case), "--verdict-only").code == 1


@pytest.mark.parametrize("more", [("--picture", "a.png"), ("--report", "a.html"), ("--window",)])
def test_pictures_pages_and_windows_show_evidence(
    wc3d: Wc3d, put: Put, more: tuple[str, ...]
) -> None:
    assert (
        "--verdict-only"
        in wc3d("judge", put(questions(*SIGHTS)), "--verdict-only", *more).one_line()
    )
