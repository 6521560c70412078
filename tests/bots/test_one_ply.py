"""The player that looks one action ahead plays any game: legally, alike with a seed, and better than at random."""

from __future__ import annotations

import pytest

from tests.conformance.games import CASES
from tests.made_up import discs_shown
from wc3d.bots import bots_of, play_out
from wc3d.bots.one_ply import CarefulPlayer
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game, View

RULES = discs_shown.DISCS
DISCS = next(case for case in CASES if case.rules is RULES)


def played(seed: int, careful: int) -> Game:
    """A game in which one player is careful and the other plays at random."""
    game = DISCS.new(seed)
    play_out(game, {careful: CarefulPlayer(seed), 3 - careful: RandomPlayer(seed)})
    return game


def test_every_game_without_bots_of_its_own_can_be_played_by_the_general_ones() -> None:
    assert {"careful", "random"} <= set(bots_of(RULES))
    assert isinstance(bots_of(RULES)["careful"](1), CarefulPlayer) and isinstance(
        bots_of(RULES)["random"](1), RandomPlayer
    )


def test_it_wins_more_often_than_a_random_player() -> None:
    games = [played(seed, careful) for seed in range(8) for careful in (1, 2)]
    won = [RULES.setup.outcome(game).winner for game in games]
    own = sum(winner == careful for winner, careful in zip(won, (1, 2) * 8, strict=True))
    theirs = sum(winner == 3 - careful for winner, careful in zip(won, (1, 2) * 8, strict=True))
    assert own > theirs


def test_the_same_seed_is_the_same_game() -> None:
    assert played(3, 1).digest() == played(3, 1).digest()


def test_trying_changes_nothing() -> None:
    game = DISCS.new(4)
    digest = game.digest()
    log = game.log
    assert game.to_act is not None
    CarefulPlayer(1).choose(game.view(game.to_act))
    assert (game.digest(), game.log) == (digest, log)


def test_where_nothing_is_offered_it_says_so() -> None:
    view = DISCS.new(5).view(None)
    with pytest.raises(ValueError, match="the view offers no legal action"):
        CarefulPlayer().choose(View(RULES, None, view.state, view.to_act, (), ()))
