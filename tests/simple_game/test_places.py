"""The models of a simple game start where they can stand, or the game says why they cannot."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.cli.conftest import BOARD
from wc3d.errors import InputError
from wc3d.simple_game import SimpleModel, SimpleObjective, SimpleState, SpacePolicy, Table
from wc3d.simple_game.state import find_place, place_models
from wc3d.table.maps.map_file import table_from_map


@pytest.fixture
def board() -> Table:
    """The test board: a wall from (9.5, 6) to (10.5, 14) is the nearest terrain."""
    return table_from_map({**BOARD, "terrain": [BOARD["terrain"][1]]}, SpacePolicy(), "board")


def test_a_free_place_is_taken_as_it_is(board: Table) -> None:
    assert find_place(board, "medium", (4, 4)) == (4.0, 4.0, 0.0)


def test_two_models_at_one_place_stand_side_by_side(board: Table) -> None:
    models = tuple(SimpleModel(id, id, 1, (4, 4)) for id in "ab")
    a, b = place_models(board, models)
    assert a.at == (4.0, 4.0, 0.0) and 1.5 < math.dist(a.at, b.at) < 2.6
    assert (a.health, a.full_health) == (1, 1)


def test_a_place_off_the_table_moves_onto_it(board: Table) -> None:
    x, y, _ = find_place(board, "large", (0, 15))
    assert board.stand("large", (x, y, 0.0)) and 0.9 < x < 1.6


@pytest.mark.parametrize(
    ("models", "reason"),
    [
        ((SimpleModel("a", "A", 1, (4, 4)),) * 2, "two models have the id 'a'"),
        ((SimpleModel("a", "A", 3, (4, 4)),), "model 'a': expected player 1 or 2"),
        (
            (SimpleModel("a", "A", 1, (4, 4), base="huge"),),
            "model 'a' has an unknown base 'huge'; expected small, medium, large",
        ),
        ((SimpleModel("a", "A", 1, (400, 4)),), "the board has no room for a medium base"),
    ],
)
def test_a_model_that_cannot_start_is_named(
    board: Table, models: tuple[SimpleModel, ...], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        place_models(board, models)


def test_the_side_with_more_models_holds_an_objective(board: Table) -> None:
    hill = SimpleObjective("hill", "The hill", (15, 15), radius=3)
    models = (
        SimpleModel("a", "A", 1, (15, 15, 0.0)),
        SimpleModel("b", "B", 2, (15, 18.7, 0.0)),  # its base touches the circle
        SimpleModel("c", "C", 2, (15, 18.9, 0.0)),
    )
    state = SimpleState(board, ("Anna", "Ben"), 3, models[:1], (hill,))
    assert state.holder_of(hill) == 1
    assert replace(state, models=models[:2]).holder_of(hill) == 0
    assert replace(state, models=(models[0], models[2])).holder_of(hill) == 1
    assert [model.id for model in replace(state, models=models[:2]).models_at(hill)] == ["a", "b"]


def test_a_model_without_health_leaves_the_table(board: Table) -> None:
    state = SimpleState(board, ("A", "B"), 3, (SimpleModel("a", "A", 1, (4, 4, 0.0), health=2),))
    assert state.with_model("a", health=1).model("a").health == 1
    gone = state.with_model("a", health=0)
    assert not gone.has_model("a") and gone.removed[0].id == "a" and gone.table.bodies == ()
