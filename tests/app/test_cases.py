"""Every case of tests/cases is answered as it expects: one test a case, and the command's own count of them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import Wc3d
from wc3d.judge.answers import answer
from wc3d.judge.expected import differences
from wc3d.judge.question_case import MapShelf, read_dispute
from wc3d.warcaster.space import SPACE

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "cases").glob("*.jsonl"))
CASES = [json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
SIGHT = [case for case in CASES if case["question"]["type"] == "sight"]

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


def named(case: dict[str, Any]) -> Any:
    """A case as a parameter, with the rule it proves."""
    return pytest.param(case, id=case["name"], marks=pytest.mark.rule(RULES[case["question"]["type"]]))


@pytest.mark.parametrize("case", [named(case) for case in CASES])
def test_a_case(case: dict[str, Any]) -> None:
    dispute = read_dispute(case, case["name"], ROOT, MapShelf(SPACE))
    got = answer(dispute, dispute.file.asked[0]).contract()
    assert differences(case["expected"], got, dispute.file.tolerance) == []


@pytest.mark.parametrize("case", [named(case) for case in SIGHT])
def test_sight_is_the_same_from_the_other_end(case: dict[str, Any]) -> None:
    asked = case["question"]
    turned = case | {"question": asked | {"from": asked["to"], "to": asked["from"]}}
    dispute = read_dispute(turned, case["name"], ROOT, MapShelf(SPACE))
    got = answer(dispute, dispute.file.asked[0]).contract()
    assert differences(case["expected"], got, dispute.file.tolerance) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_command_counts_them(wc3d: Wc3d, file: Path) -> None:
    count = len(file.read_text(encoding="utf-8").splitlines())
    said = wc3d("judge", file)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f"\n{count} of {count} as expected\n")
    lines = wc3d("judge", file, "--json").out.splitlines()
    assert len(lines) == count and all(list(json.loads(line)) == ["answers"] for line in lines)
