"""The cases that are derived are in their files as they are made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases.make import FOLDER, MAKERS, write
from tests.slow import slow_unless


@pytest.mark.parametrize("name", slow_unless(lambda name: name != "warmachine_own", MAKERS))
def test_a_file_of_cases_is_what_is_made(name: str, tmp_path: Path) -> None:
    kept, made = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (FOLDER / f"{name}.jsonl", write(name, tmp_path))
    )
    assert [case["name"] for case in made] == [case["name"] for case in kept]
    for ours, theirs in zip(made, kept, strict=True):
        assert words(ours) == words(theirs)
        assert numbers(ours) == pytest.approx(
            numbers(theirs), abs=1e-8
        )  # another machine's sine may differ in the last digit


def leaves(value: Any) -> list[Any]:
    """What stands at the ends of a JSON value, its keys included, in order."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in (key, *leaves(inner))]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [value]


def numbers(value: Any) -> list[float]:
    """All numbers of a JSON value, in order."""
    return [
        leaf
        for leaf in leaves(value)
        if isinstance(leaf, int | float) and not isinstance(leaf, bool)
    ]


def words(value: Any) -> list[Any]:
    """Everything in a JSON value that is no number, in order."""
    return [
        leaf
        for leaf in leaves(value)
        if not isinstance(leaf, int | float) or isinstance(leaf, bool)
    ]


def test_the_cases_of_sight_cover_every_family() -> None:
    cases = [
        json.loads(line)
        for line in (FOLDER / "sight_own.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    families = {case["family"] for case in cases}
    assert families == {
        "slit",
        "wall",
        "window",
        "under",
        "seam",
        "wood",
        "lobes",
        "levels",
        "yard",
        "pillar",
    }
    assert len(cases) >= 40 and {case["expected"] for case in cases} == {"clear", "blocked"}
    assert len({case["name"] for case in cases}) == len(cases)
