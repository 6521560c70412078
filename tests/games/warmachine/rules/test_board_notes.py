"""What states with equal bodies share is what each of them would find by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from tests.games.warmachine.rules.test_random_games import EDITIONS, PAIRS, UNITS, begun
from wc3d._internal import memo
from wc3d.bots.random_player import RandomPlayer
from wc3d.games.warmachine.rules.sight_in_game import find_melee, line_of_sight
from wc3d.games.warmachine.rules.state import State


def answers_about(state: State) -> Any:
    """Return the bodies on the table, who sees whom, and who is in melee."""
    ids = [model.id for model in state.models_in_play()]
    sights = {pair: line_of_sight(state, *pair) for pair in permutations(ids, 2)}
    return (
        state.table.bodies,
        {pair: (sight.verdict, sight.blockers) for pair, sight in sights.items()},
        {id: find_melee(state, id) for id in ids},
        [state.is_stationary(id) for id in ids],
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("pair", [PAIRS[0], UNITS])
def test_shared_answers_are_those_of_each_state(edition: str, pair: tuple[str, str]) -> None:
    game = begun(3, pair, edition)
    player = RandomPlayer(3)
    shared = 0
    notes: object = None
    for number in range(60):
        if game.to_act is None:
            break
        game.apply(player.choose(game.view(game.to_act)))
        shared += game.state.board_notes is notes
        notes = game.state.board_notes
        if number % 15 == 14:
            answers = answers_about(game.state)
            memo.use_terrain(None)
            assert answers_about(replace(game.state)) == answers
    assert shared > 10


def test_a_model_that_changes_is_another_body() -> None:
    game = begun(3, PAIRS[0], EDITIONS[0])
    player = RandomPlayer(3)
    while not any(True for _ in game.state.models_in_play()):
        game.apply(player.choose(game.view(game.to_act)))
    state: State = game.state
    model = next(state.models_in_play())
    assert model.at is not None
    x, y, z = model.at
    notes = state.board_notes
    assert state.with_model(model.id, focus=model.focus + 1).board_notes is notes
    for changes in ({"at": (x + 0.5, y, z)}, {"facing": model.facing + 1.0}, {"down": 1}):
        changed = state.with_model(model.id, **changes)
        assert changed.board_notes is not notes
        assert changed.table.body(model.id) != state.table.body(model.id)
