"""The steady bot of WARMACHINE: the same seed plays the same game, and it does better than chance."""
from __future__ import annotations

from typing import Any

from tests.warmachine.building import field
from wc3d.engine.answers import GamePlan
from wc3d.engine.game import Game
from wc3d.players.random_legal import RandomPlayer
from wc3d.players.warmachine.steady import SteadyPlayer
from wc3d.warmachine.forces import named_force
from wc3d.warmachine.rules import WARMACHINE


def played(seed: int, steady: int) -> Game:
    """A game of the steady bot against chance on an open table."""
    forces = (named_force("anvil_and_hound", 1), named_force("mortar_and_spitter", 1))
    game = WARMACHINE.new_game(GamePlan("battle", field(), forces, seed=seed, options={"rounds": "10"}))
    players: dict[int, Any] = {steady: SteadyPlayer(seed), 3 - steady: RandomPlayer(seed)}
    while game.to_act is not None:
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    return game


def test_it_does_better_than_chance_from_either_side() -> None:
    games = {steady: [played(seed, steady) for seed in (1, 2)] for steady in (1, 2)}
    outcomes = [(WARMACHINE.outcome(game), steady) for steady, both in games.items() for game in both]
    ours = sum(outcome.lost[steady - 1] for outcome, steady in outcomes)
    theirs = sum(outcome.lost[2 - steady] for outcome, steady in outcomes)
    won = sum(outcome.winner == steady for outcome, steady in outcomes)
    lost = sum(outcome.winner == 3 - steady for outcome, steady in outcomes)
    assert won > lost and theirs > 3 * ours


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(3, 1).digest() == played(3, 1).digest()
