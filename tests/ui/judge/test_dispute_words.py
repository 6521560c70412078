"""A dispute changed by sentences: pieces put, moved and resized, and what cannot be read refused."""

import pytest

from wc3d.errors import InputError
from wc3d.registry import load_judge_book, space_policy_of
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.ui.judge.dispute_words import apply_sentence
from wc3d.ui.judge.question_form import DisputeDraft

CENTER = (18.0, 18.0, 0.0)


@pytest.fixture
def case():
    table = Table((36, 36), name="Dispute", policy=space_policy_of())
    return DisputeDraft(table, book=load_judge_book())


def say(case, words, selected=None):
    return apply_sentence(case, words, selected, CENTER)


def test_models_and_walls_are_put_and_moved(case):
    assert say(case, "wall 6 x 0.5 x 2 at 18, 18 turned 30") == "wall-1"
    (shape,) = case.table.feature("wall-1").shapes
    assert (shape.center, shape.size, shape.height, shape.rotation) == ((18, 18), (6, 0.5), 2, 30)
    assert say(case, "a small hunter at 12, 8") == "hunter"
    assert say(case, "Large: 20, 25") == "large-1"
    assert case.question == {"type": "sight", "from": "hunter", "to": "large-1"}
    assert say(case, "hunter 14, 8") == say(case, "15, 8", "hunter") == "hunter"
    assert case.table.body("hunter").at == (15, 8, 0)


def test_terrain_is_changed_by_its_name(case):
    say(case, "wall 6 x 0.5 at 18, 18")
    assert say(case, "wall-1 8 x 1/2 x 1.5") == say(case, "wall-1 at 10, 12") == "wall-1"
    (shape,) = case.table.feature("wall-1").shapes
    assert (shape.center, shape.size, shape.height) == ((10, 12), (8, 0.5), 1.5)
    assert say(case, "wood copse 4 x 4 at 5, 5") == "copse"
    assert case.table.feature("copse").kind is Kind.FOREST
    assert say(case, "smoke 3 x 3 between wall-1 and copse") == "smoke-1"
    assert case.table.feature("smoke-1").shapes[0].center == (7.5, 8.5)
    assert case.report_contents.is_built, "a saved file holds the terrain itself"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "expected for example"),
        ("fly to the moon", "expected for example"),
        ("small", "expected a place after it"),
        ("12, 8", "select a model first"),
        ("wall at 3, 3", "expected its size"),
        ("wall 0 x 2 at 3, 3", "expected lengths above 0"),
        ("wall 6 x 0.5 touching a", "expected size and place of terrain"),
        ("small a at 3, 3", "already taken"),
        ("small 1/0 in from a", "cannot divide by 0"),
        ("small 9999999 in from a", "expected at most 1000"),
    ],
)
def test_what_cannot_be_read_changes_nothing(case, words, reason):
    say(case, "small a at 12, 12")
    before = case.table
    with pytest.raises(InputError, match=reason):
        say(case, words)
    assert case.table is before
