"""What a model is besides its base, as the judge's form asks it: where it looks, whose it is, how it is."""

from __future__ import annotations

import pytest

from tests.games.warmachine.rules.building import field
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.judge_questions.judge_book import JUDGE_BOOK, MODEL_FIELDS
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.table.body import Body
from wc3d.ui.judge.question_form import DisputeDraft

BY_KEY = {trait.key: trait for trait in MODEL_FIELDS}


def case() -> DisputeDraft:
    """A model put on an empty board, as the window does it."""
    found = DisputeDraft(field(), book=JUDGE_BOOK)
    found.table = found.table.with_bodies(Body("jack", "large", (10, 10, 0)))
    return found


@pytest.mark.parametrize(
    ("key", "usual", "value"),
    [
        ("facing", 90.0, 200.0),
        ("reach", 0.5, 2.0),
        ("owner", 1, 2),
        ("knocked_down", False, True),
        ("stationary", False, True),
    ],
)
def test_each_is_asked_set_and_counts_in_space(key: str, usual: object, value: object) -> None:
    one = case()
    height = case().table.body("jack").height
    assert one.trait_value("jack", BY_KEY[key]) == usual
    before = one.change_count
    one.set_trait("jack", BY_KEY[key], value)
    assert one.trait_value("jack", BY_KEY[key]) == value and one.change_count > before
    there = get_fighter(one.table, "jack")
    assert getattr(there, key) == value and there.place == (10, 10) and there.height == height
    if isinstance(value, bool):
        one.set_trait("jack", BY_KEY[key], False)
        assert one.trait_value("jack", BY_KEY[key]) is False


def test_what_it_cannot_be_is_refused() -> None:
    one = case()
    with pytest.raises(InputError, match="model jack: reach: "):
        one.set_trait("jack", BY_KEY["reach"], -1.0)
    assert one.trait_value("jack", BY_KEY["reach"]) == 0.5
