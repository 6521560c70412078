"""Frozen values made anew with other fields."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.agenda import Question
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.table.body import Body
from wc3d.table.table_state import Ladder


@dataclass(frozen=True, slots=True)
class One:
    at: int = 1


@dataclass(frozen=True)
class Kept:
    at: int
    name: str = field(kw_only=True, default="")

    @cached_property
    def twice(self) -> int:
        return 2 * self.at


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        (One(2), {"at": 3}),
        (One(2), {}),
        (Ladder("l", (1.0, 2.0), 0.0, 3.0), {"top": 4.0, "id": "m"}),
        (Question("asked", 1), {"player": 2}),
        (Body("1/a", "small", (1.0, 2.0, 0.0)), {"at": (3.0, 2.0, 1.0)}),
        (Kept(1, name="a"), {"name": "b"}),
        (Fighter(id="f", base="small", at=(1.0, 2.0, 0.0), reach=2.0), {"at": (3.0, 2.0, 1.0)}),
    ],
)
def test_a_changed_value_is_the_one_that_replace_makes(value: Any, changes: dict[str, Any]) -> None:
    was = repr(value)
    assert replace_fields(value, **changes) == replace(value, **changes)
    assert type(replace_fields(value, **changes)) is type(value)
    assert repr(value) == was


def test_what_was_worked_out_from_the_old_fields_is_not_kept() -> None:
    value = Kept(1)
    assert value.twice == 2
    assert replace_fields(value, at=5).twice == 10
