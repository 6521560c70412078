"""Every question about space with a known answer, asked of the table itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.table import Table

FOLDER = Path(__file__).resolve().parents[1] / "cases"
CASES = [
    json.loads(line)
    for name in ("space", "space_own")
    for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
]
IN_ORDER = ("hits", "models", "end")


def ask(table: Table, q: dict[str, Any]) -> Any:
    """The verdict on one question."""
    options = {k: q[k] for k in ("flight", "pathfinder") if k in q}
    match q["type"]:
        case "range":
            return {"distance": table.distance(q["from"], q["to"])}
        case "cover":
            return table.cover(q["from"], q["to"])
        case "spray":
            return table.spray(q["from"], q["to"], q["range"])
        case "blast":
            return table.blast(q["target"])
        case "stand":
            return table.stand(q["base"], tuple(q["position"]))
        case "move":
            return table.move(q["model"], q["path"], q["speed"], **options)
        case "jump":
            return table.jump(q["model"], tuple(q["to"]), **options)
        case "slam":
            return table.slam(q["model"], q["from"], q["distance"], **options)
    raise AssertionError(q["type"])


def equal(key: str, got: Any, expected: Any, tolerance: float) -> bool:
    """Is it the right answer?"""
    if isinstance(expected, bool | str) or expected is None:
        return bool(got == expected)
    if isinstance(expected, list):
        if expected and isinstance(expected[0], str) and key not in IN_ORDER:
            return set(got) == set(expected)
        return len(got) == len(expected) and all(
            equal("", g, e, tolerance) for g, e in zip(got, expected, strict=True)
        )
    return abs(got - expected) <= tolerance


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_a_case_is_answered_as_it_should_be(case: dict[str, Any]) -> None:
    bodies = [
        Body(m["id"], m["base"], tuple(m["position"]), m.get("kind", "unit"))
        for m in case["models"]
    ]
    verdict = ask(table_from_map(case["map"]).with_bodies(*bodies), case["question"])
    for key, expected in case["expected"].items():
        got = verdict[key] if isinstance(verdict, dict) else getattr(verdict, key)
        assert equal(key, got, expected, case["tolerance"]), (key, got, expected)
