"""Games as environments of PettingZoo: its own tests, what is seen, what may be chosen, and what is gained."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wc3d
from tests.games.neo_mechanika.rules.test_hidden import twin
from wc3d.bots import make_bot
from wc3d.engine.actions import RefusedError
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.observation.columns import MODEL
from wc3d.games.neo_mechanika.observation.observer import Observer
from wc3d.rl.choice_sampling import sample_choices

pytest.importorskip("pettingzoo")
env_room = pytest.importorskip("wc3d.rl")

from pettingzoo.test import api_test, seed_test  # noqa: E402


def picked(env: Any, chance: random.Random, many: int) -> None:
    """So many choices by chance."""
    for _ in env.agent_iter(many):
        seen, _, terminated, truncated, _ = env.last()
        env.step(
            None
            if terminated or truncated
            else chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        )


def test_it_passes_the_library_s_own_tests() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # an observation with a mask is a dict, of which the library's own test warns
        api_test(env_room.neo_mechanika(listed=False), num_cycles=200)
        seed_test(lambda: env_room.neo_mechanika(listed=False), num_cycles=60)


def test_every_choice_is_legal_and_the_rest_is_masked() -> None:
    env = env_room.neo_mechanika(choices=40)
    chance = random.Random(4)
    env.reset(seed=4)
    for _ in range(80):
        seen = env.observe(env.agent_selection)
        many = len(env.choices)
        assert many > 0 and seen["action_mask"].tolist() == [1] * many + [0] * (40 - many)
        assert all(env.game.check(action) for action in env.choices)
        assert {action.type for action in env.choices} <= {
            offer.type for offer in env.game.offers()
        }
        assert not env.observe(other_agent(env))["action_mask"].any()
        assert env.observation_space(env.agent_selection).contains(seen)
        env.step(chance.randrange(many))


def other_agent(env: Any) -> str:
    return next(a for a in env.possible_agents if a != env.agent_selection)


def test_what_is_hidden_changes_nothing_that_is_seen() -> None:
    env = env_room.neo_mechanika()
    chance = random.Random(3)
    env.reset(seed=3)
    for _ in range(12):
        picked(env, chance, 10)
        mover = env.game.to_act
        assert mover is not None
        changed = twin(env.game.state, mover, chance)
        assert changed != env.game.state
        other_game = Game(env.game.rules, changed, env.game.dice, env.game.setup)
        observer = Observer()
        own, other = (
            observer.encode_state(g.view(mover).state, mover, True) for g in (env.game, other_game)
        )
        assert all((own[name] == other[name]).all() for name in own)
        drawn = [
            sample_choices(g.view(mover), random.Random(1), 64) for g in (env.game, other_game)
        ]
        assert drawn[0] == drawn[1]


def test_both_players_look_from_their_own_edge() -> None:
    env = env_room.neo_mechanika()
    chance = random.Random(2)
    env.reset(seed=2)
    while not all(any(env.game.state.units_in_play(player)) for player in (1, 2)):
        picked(env, chance, 1)
    for agent in env.possible_agents:
        models = env.observe(agent)["models"]
        own = models[(models[:, MODEL["own"]] > 0) & (models[:, MODEL["in_play"]] > 0)]
        assert len(own) and (own[:, MODEL["y"]] < 0.5).all()


def test_points_are_gained_and_victory_pays_once() -> None:
    for reward in ("points", "victory"):
        env = env_room.neo_mechanika(reward=reward, listed=False)
        chance = random.Random(5)
        env.reset(seed=5)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, gained, terminated, truncated, _ = env.last()
            sums[agent] += gained
            env.step(
                None
                if terminated or truncated
                else chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
            )
        state = env.game.state
        assert state.over and sums["player_1"] == -sums["player_2"]
        ahead = state.players[1].points - state.players[2].points
        assert sums["player_1"] == (
            ahead if reward == "points" else (state.winner == 1) - (state.winner == 2)
        )


def test_an_action_may_be_given_with_places_of_one_s_own() -> None:
    env = env_room.neo_mechanika()
    env.reset(seed=1)
    player = env.game.to_act
    before = env.game.state
    with pytest.raises(RefusedError):
        env.step({"type": "advance", "player": player, "model": "1.nobody.1", "path": [[12, 9]]})
    with pytest.raises(InputError, match="choice 63: expected 0 to"):
        env.step(63)
    assert env.game.state is before and env.done == 0
    env.step({"type": "choose", "player": player, "option": "first"})
    assert env.game.state is not before and env.done == 1


def test_an_endless_game_is_cut_off() -> None:
    env = env_room.neo_mechanika(endless=5, listed=False)
    env.reset(seed=1)
    picked(env, random.Random(1), 5)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(InputError, match="reward 'glory': expected"):
        env_room.neo_mechanika(reward="glory")
    env = env_room.neo_mechanika(choices=1)
    with pytest.raises(InputError, match="set choices to at least"):
        env.reset(seed=1)
        picked(env, random.Random(1), 200)
    assert wc3d.rl is env_room


@pytest.mark.parametrize(
    "copied",
    [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy],
    ids=["pickle", "deepcopy"],
)
def test_a_copy_plays_on_identically(copied: Callable[[Any], Any]) -> None:
    """An environment that travels to another process plays the same game, and the same next one."""
    env = copied(wc3d.rl.neo_mechanika(listed=False))
    env.reset(seed=3)
    picked(env, random.Random(5), 25)
    pair = env, copied(env)
    chances = random.Random(8), random.Random(8)
    for _ in range(2):
        for _ in range(40):
            for each, chance in zip(pair, chances, strict=True):
                picked(each, chance, 1)
            assert (
                pair[0].game.digest() == pair[1].game.digest()
                and pair[0].choices == pair[1].choices
            )
            for agent in env.possible_agents:
                one, other = (each.observe(agent) for each in pair)
                assert all(np.array_equal(one[key], other[key]) for key in one)
        assert pair[0].game is not pair[1].game
        for each in pair:
            each.reset()


def test_planned_choices_are_legal_and_hold_most_of_the_bots_moves() -> None:
    env = wc3d.rl.neo_mechanika(mission="chaos_theory", planned=True)
    env.reset(seed=5)
    bots = {agent: make_bot(env.game.rules, "regular", agent) for agent in env.possible_agents}
    listed = moves = 0
    while len(env.game.turns) < 90:
        view = env.view(env.agent_selection)
        assert all(view.rules.play.check(view.state, action) for action in env.choices)
        action = bots[env.agent_selection].choose(view)
        if action.type in ("advance", "deploy", "place_gate") and len(env.choices) > 1:
            moves += 1
            listed += action in env.choices
        env.step(action)
    assert listed > 0.5 * moves > 5


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_environments_of_a_process_share_the_terrain_of_an_included_board(game: str) -> None:
    tables = []
    for _ in range(2):
        env = wc3d.rl.make_env(game)
        env.reset(seed=1)
        tables.append(env.game.state.setup.table)
    assert tables[0].features[0] is tables[1].features[0]
