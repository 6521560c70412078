"""The simple plan, against which bots are measured, holds what it reaches."""

from __future__ import annotations

from tests.games.neo_mechanika.bots.simple_plan import SimplePlan, assign_holders
from tests.games.neo_mechanika.bots.test_random_player import skirmish
from wc3d.bots import play_out
from wc3d.games.neo_mechanika.bots.strengths import make_recruit


def test_the_nearest_holder_takes_each_objective() -> None:
    game = skirmish(3)
    players = {1: SimplePlan(1), 2: make_recruit(2)}
    while game.state.round < 1:
        play_out(game, players, limit=1)
    goals = assign_holders(game.state, 1)
    assert goals and len({o.id for o in goals.values()}) == len(goals)


def test_the_simple_plan_plays_and_scores() -> None:
    game = skirmish(3)
    play_out(game, {1: SimplePlan(1), 2: make_recruit(2)}, limit=260)
    assert game.state.round >= 2 and game.state.players[1].points > 0
