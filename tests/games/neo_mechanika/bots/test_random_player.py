"""The random player: always legal, never stuck, and fonder of fights when eager."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.shipped_boards import shipped_board
from wc3d.bots import bots_of, play_out
from wc3d.engine.game import Game, View
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)


def skirmish(seed: int) -> Game:
    """A skirmish of two sample forces."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    return new_game(shipped_board("crossroads"), forces, "boiling_point", seed=seed)


@pytest.mark.parametrize("eager", [0.0, 1.0])
def test_a_game_is_played_to_its_end(eager: float) -> None:
    game = skirmish(1)
    done = play_out(game, {p: ApproachingRandomPlayer(p, eager) for p in (1, 2)})
    assert game.over
    assert done == len(game.turns)


def test_the_same_seeds_play_the_same_game() -> None:
    games = [skirmish(2), skirmish(2)]
    for game in games:
        play_out(game, {p: BOTS["random"](p) for p in (1, 2)}, limit=120)
    assert [t.action for t in games[0].turns] == [t.action for t in games[1].turns]
    assert games[0].digest() == games[1].digest()


def test_eager_players_deploy_and_move_more() -> None:
    done: dict[float, Counter[str]] = {}
    for eager in (0.0, 1.0):
        game = skirmish(3)
        play_out(game, {p: ApproachingRandomPlayer(p, eager) for p in (1, 2)})
        done[eager] = Counter(t.action.type for t in game.turns)
    assert done[1.0]["deploy"] > done[0.0]["deploy"]
    assert done[1.0]["pass"] < done[0.0]["pass"]


def test_it_stops_at_the_limit() -> None:
    game = skirmish(4)
    assert play_out(game, {p: ApproachingRandomPlayer(p) for p in (1, 2)}, limit=7) == 7
    assert not game.over


def test_where_nothing_is_offered_it_says_so() -> None:
    view = skirmish(5).view(None)
    with pytest.raises(ValueError, match="the view offers no legal action"):
        ApproachingRandomPlayer().choose(View(NEO_MECHANIKA, None, view.state, view.to_act, (), ()))
