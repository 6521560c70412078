"""Every case of tests/cases is answered as it expects: once in a session, for all that is asked of its answer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d
from wc3d.geometry.tolerances import SIGHT_TOLERANCE_IN
from wc3d.judging import solve
from wc3d.judging.dispute import Dispute, MapCache, read_dispute
from wc3d.judging.question_fields import JudgeQuestion
from wc3d.judging.question_type import Progress
from wc3d.judging.solve import Answer, differences
from wc3d.registry import space_policy_of

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted(
    file
    for file in (ROOT / "tests" / "cases").glob("*.jsonl")
    if not file.stem.startswith("warmachine")
)
CASES_OF = {
    file.stem: [
        json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    for file in FILES
}
"""The cases of each file; those of the second game are tried with it."""
CASES = {case["name"]: case for cases in CASES_OF.values() for case in cases}

RULES = {
    "sight": "NM-ATK-05",
    "range": "NM-ATK-04",
    "cover": "NM-ATK-11",
    "spray": "NM-SPR-03",
    "blast": "NM-BLA-02",
    "stand": "NM-TER-01",
    "move": "NM-MOV-03",
    "jump": "NM-TER-24",
    "slam": "NM-SLM-02",
}


def params(*types: str) -> list[Any]:
    """The cases of these types as parameters, each with the rule it proves."""
    return [
        pytest.param(case, id=name, marks=pytest.mark.rule(RULES[type]))
        for name, case in CASES.items()
        if (type := case["question"]["type"]) in types
    ]


def disputed(case: dict[str, Any]) -> Dispute:
    """The case on its table."""
    return read_dispute(case, case["name"], ROOT, MapCache(space_policy_of()))


answer_now = solve.answer


@cache
def _answer(name: str, question: str) -> Answer:
    dispute = disputed(CASES[name])
    return answer_now(dispute, dispute.file.all_questions[0])


def answer_once(
    dispute: Dispute,
    question: JudgeQuestion,
    progress: Progress | None = None,
    verdict_only: bool = False,
) -> Answer:
    """The answer to a case's question, worked out once."""
    return _answer(dispute.file.name, question.model_dump_json())


@pytest.mark.parametrize("case", params(*RULES))
def test_a_case(case: dict[str, Any]) -> None:
    dispute = disputed(case)
    got = answer_once(dispute, dispute.file.all_questions[0])
    assert differences(case["expected"], got.to_json(), dispute.file.tolerance) == []


@pytest.mark.parametrize("case", params("sight"))
def test_sight_has_its_line_and_is_the_same_from_the_other_end(case: dict[str, Any]) -> None:
    dispute = disputed(case)
    question = case["question"]
    turned = disputed(
        case | {"question": question | {"from": question["to"], "to": question["from"]}}
    )
    here = answer_once(dispute, dispute.file.all_questions[0])
    there = answer_now(turned, turned.file.all_questions[0])
    for verdict in (here.verdict, there.verdict):
        wanted = (
            case["expected"]
            if isinstance(case["expected"], dict)
            else {"verdict": case["expected"]}
        )
        got = {name: getattr(verdict, name) for name in wanted}
        assert differences(wanted, got, dispute.file.tolerance) == [], case["how"]
        assert (verdict.line is not None) == (verdict.verdict == "clear")
        assert verdict.tolerance <= SIGHT_TOLERANCE_IN


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_command_counts_them(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    count = len(CASES_OF[file.stem])
    monkeypatch.setattr(solve, "answer", answer_once)
    said = wc3d("judge", file)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f"\n{count} of {count} answers as expected\n")
    lines = wc3d("judge", file, "--json").out.splitlines()
    assert len(lines) == count and all(list(json.loads(line)) == ["answers"] for line in lines)


def test_every_case_has_a_name_of_its_own() -> None:
    assert sum(map(len, CASES_OF.values())) == len(CASES) == 416
