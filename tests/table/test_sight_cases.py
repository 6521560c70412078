"""Every case of sight with a known answer: those of the trial (sight.jsonl), and ours, derived by formula (sight_own.jsonl)."""
from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from wc3d.geometry.tolerances import SIGHT
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
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


def test_the_file_is_what_the_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_sight_cases", ROOT / "scripts" / "make_sight_cases.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = script  # its dataclass looks itself up there
    spec.loader.exec_module(script)
    made = json.loads(json.dumps(script.cases()))
    assert [case["name"] for case in made] == [case["name"] for case in OWN]
    for ours, kept in zip(made, OWN, strict=True):
        assert ours["expected"] == kept["expected"]
        assert flat(ours) == pytest.approx(flat(kept), abs=1e-8)  # another machine's sine may differ in the last digit


def flat(value: Any) -> list[float]:
    """All numbers of a JSON value, in order."""
    if isinstance(value, dict):
        return [number for inner in value.values() for number in flat(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in flat(inner)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def test_the_cases_cover_every_family() -> None:
    families = {case["family"] for case in OWN}
    assert families == {"slit", "wall", "window", "under", "seam", "wood", "lobes", "levels", "yard", "pillar"}
    assert len(OWN) >= 40 and {case["expected"] for case in OWN} == {"clear", "blocked"}
    assert len({case["name"] for case in OWN}) == len(OWN)
