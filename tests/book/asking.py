"""Asks the questions of a shipped file, and says where an answer is not the one derived by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.dispute import Dispute, MapCache, open_dispute
from wc3d.judging.solve import answer, differences

QUESTIONS = Path(__file__).resolve().parents[2] / "maps" / "questions"
SHELF = MapCache(SPACE)
TOLERANCE = 2e-6
"""Inches. The files give positions to a millionth."""


@dataclass(frozen=True)
class Expected:
    """What one question of a file must answer (only the fields given), why, and the rules it proves."""

    file: str
    index: int
    answer: dict[str, Any]
    why: str
    rules: tuple[str, ...]


def parameters(rows: list[Expected], slow: Collection[str] = ()) -> list[Any]:
    """The rows as pytest parameters, each marked with its rules; those of these names are slow."""
    return [
        pytest.param(
            row,
            id=id,
            marks=[
                *(pytest.mark.rule(rule) for rule in row.rules),
                *[pytest.mark.slow] * (id in slow),
            ],
        )
        for row in rows
        if (id := f"{row.file}-{row.index}")
    ]


@cache
def dispute(file: str) -> Dispute:
    """The questions of a file of maps/questions, set up on their map."""
    return open_dispute(QUESTIONS / f"{file}.json", SHELF)


def check(row: Expected) -> None:
    """Ask one question and compare."""
    asked = dispute(row.file)
    got = answer(asked, asked.file.all_questions[row.index]).to_json()
    assert differences(row.answer, got, TOLERANCE) == [], f"{row.why}; the whole answer: {got}"
