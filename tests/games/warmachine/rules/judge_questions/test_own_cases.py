"""Our own questions of all types, answered by a slow second way (tests/cases/make/warmachine.py): the judge agrees with each."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cases.make import FOLDER
from tests.cases.make.warmachine import EACH, TYPES, sort_of
from wc3d.judging.dispute import read_dispute
from wc3d.judging.solve import answer, differences
from wc3d.registry import map_cache

CASES = [
    json.loads(line)
    for line in (FOLDER / "warmachine_own.jsonl").read_text(encoding="utf-8").splitlines()
]
SHELF = map_cache()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_judge_agrees_with_the_slow_way(case: dict[str, Any]) -> None:
    dispute = read_dispute(case, "here", Path(), SHELF)
    contract = json.loads(json.dumps(answer(dispute, dispute.file.all_questions[0]).to_json()))
    assert differences(case["expected"], contract, case["tolerance"], ()) == []


def test_there_are_so_many_of_each_type_and_they_are_not_all_alike() -> None:
    kinds = Counter(case["map"]["name"] for case in CASES)
    assert kinds == dict.fromkeys(TYPES, EACH) and len(TYPES) == 20 and len(CASES) >= 200
    same = (
        "charge directions",
        "area",
        "deviation",
        "control_area",
    )  # these answer with places and names alone
    for name in TYPES:
        sorts = {sort_of(case["expected"]) for case in CASES if case["map"]["name"] == name}
        assert len(sorts) > 1 or name in same, name
