"""Every case of sight with a known answer: those of the trial (sight.jsonl), and ours, derived by formula (sight_own.jsonl)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wc3d.games import table_from_map
from wc3d.geometry.tolerances import SIGHT
from wc3d.table.body import Body
from wc3d.table.sight.sight import Sight, sight

ROOT = Path(__file__).resolve().parents[2]
OWN = [json.loads(line) for line in (ROOT / "tests" / "cases" / "sight_own.jsonl").read_text().splitlines()]
TRIAL = [json.loads(line) for line in (ROOT / "tests" / "cases" / "sight.jsonl").read_text().splitlines()]


def asked(case: dict[str, Any], a: str, b: str) -> Sight:
    table = table_from_map(case["map"]).with_bodies(*(Body(m["id"], m["base"], tuple(m["position"])) for m in case["models"]))
    return sight(table, table.body(a), table.body(b))


@pytest.mark.rule("NM-ATK-05")
@pytest.mark.parametrize("case", [*TRIAL, *OWN], ids=lambda case: case["name"])
def test_the_answer_is_the_derived_one_from_both_sides(case: dict[str, Any]) -> None:
    ends = case["question"]["from"], case["question"]["to"]
    for a, b in (ends, ends[::-1]):
        found = asked(case, a, b)
        assert found.verdict == case["expected"], case["how"]
        assert (found.line is not None) == (case["expected"] == "clear")
        assert found.tolerance <= SIGHT


def test_the_cases_cover_every_family() -> None:
    families = {case["family"] for case in OWN}
    assert families == {"slit", "wall", "window", "under", "seam", "wood", "lobes", "levels", "yard", "pillar"}
    assert len(OWN) >= 40 and {case["expected"] for case in OWN} == {"clear", "blocked"}
    assert len({case["name"] for case in OWN}) == len(OWN)
