"""Test that no field of an action, question or saved setup converts text or booleans to numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from wc3d.engine.actions import Correction
from wc3d.games.neo_mechanika.rules import actions as neo_mechanika
from wc3d.games.neo_mechanika.rules.saved_setup import GameSetup
from wc3d.games.warmachine.rules import actions as warmachine
from wc3d.games.warmachine.rules.judge_questions.judge_book import OWN_QUESTION_TYPES, FighterEntry
from wc3d.games.warmachine.rules.saved_setup import BattleSetup
from wc3d.judging.question_fields import ModelEntry
from wc3d.judging.question_file import QuestionFile
from wc3d.judging.question_types import QUESTION_TYPES

MODELS: tuple[type[BaseModel], ...] = (
    Correction,
    *neo_mechanika.ACTION_TYPES.values(),
    *warmachine.ACTION_TYPES.values(),
    *(kind.fields for kind in (*QUESTION_TYPES, *OWN_QUESTION_TYPES)),
    QuestionFile,
    ModelEntry,
    FighterEntry,
    GameSetup,
    BattleSetup,
)


def lax_values(node: Any, place: str = "", strict: bool = False) -> Iterator[str]:
    """Yield the places of a pydantic schema where a number or boolean is converted."""
    if isinstance(node, dict):
        config = node.get("config") or {}
        strict = strict or bool(node.get("strict") or config.get("strict"))
        if node.get("type") in ("int", "float", "bool") and not strict:
            yield f"{place} ({node['type']})"
        for key, part in node.items():
            if key not in ("metadata", "cls", "config", "serialization"):
                yield from lax_values(part, f"{place}.{key}", strict)
    elif isinstance(node, list | tuple):
        for part in node:
            yield from lax_values(part, place, strict)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_numbers_and_booleans_are_strict(model: type[BaseModel]) -> None:
    assert list(lax_values(model.__pydantic_core_schema__)) == []


def test_a_lax_value_is_found() -> None:
    class Lax(BaseModel):
        at: tuple[float, float]

    assert list(lax_values(Lax.__pydantic_core_schema__))
