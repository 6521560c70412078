"""The parallel, single and vector environments, their ids, copies, files and pictures."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wc3d
from wc3d.errors import InputError
from wc3d.rl.registration import make_single

pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

MAKERS: dict[str, Any] = {"neo_mechanika": wc3d.rl.neo_mechanika, "warmachine": wc3d.rl.warmachine}
IDS = ("wc3d/NeoMechanika-v1", "wc3d/Warmachine-v1")


@pytest.mark.parametrize("game", MAKERS)
def test_both_games_pass_the_tests_of_pettingzoo(game: str) -> None:
    make = MAKERS[game]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an observation with a mask is a dict
        api_test(make(listed=False), num_cycles=80)
        seed_test(lambda: make(listed=False), num_cycles=30)
        parallel_api_test(wc3d.rl.ParallelGameEnv(make(listed=False)), num_cycles=80)
        parallel_seed_test(lambda: wc3d.rl.ParallelGameEnv(make(listed=False)), num_cycles=30)


@pytest.mark.parametrize("id", IDS)
def test_gymnasium_makes_and_checks_them(id: str) -> None:
    env = gymnasium.make(id, opponent="random", listed=False, render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    assert env.spec.id == id
    seen, info = env.reset(seed=4)
    assert seen["action_mask"].sum() == info["choices"] > 0
    assert env.observation_space.contains(seen)


def test_the_player_who_waits_has_one_choice() -> None:
    env = wc3d.rl.ParallelGameEnv(wc3d.rl.neo_mechanika())
    seen, _ = env.reset(seed=7)
    for _ in range(30):
        mover = env.aec.agent_selection
        other = next(a for a in env.agents if a != mover)
        assert seen[other]["action_mask"].tolist() == [1] + [0] * 63
        assert not seen[other]["choices"].any()
        before = len(env.aec.game.turns)
        with pytest.raises(InputError, match=f"choice 1: expected 0, because {mover} acts"):
            env.step({mover: 0, other: 1})
        assert len(env.aec.game.turns) == before
        seen, rewards, *_ = env.step({mover: 0, other: 0})
        assert sum(rewards.values()) == 0
    with pytest.raises(InputError, match="actions: player_2 is missing"):
        env.step({"player_1": 0})


def test_a_learner_plays_a_whole_game_against_a_bot() -> None:
    for seat in (1, 2):
        env = wc3d.rl.SingleGameEnv(
            wc3d.rl.neo_mechanika(listed=False), opponent="random", seat=seat
        )
        chance = np.random.default_rng(seat)
        _, info = env.reset(seed=seat)
        total, ended = 0.0, False
        while not ended:
            assert env.aec.game.to_act == seat == info["player"]
            assert env.action_masks().sum() == info["choices"]
            _, reward, ended, cut, info = env.step(chance.integers(info["choices"]))
            assert not cut
            total += reward
        points = env.aec.game.state.players
        assert total == points[seat].points - points[3 - seat].points
        assert not env.action_masks().any()


def test_a_number_that_is_no_choice_can_be_taken_as_any() -> None:
    strict = wc3d.rl.SingleGameEnv(wc3d.rl.neo_mechanika(), opponent="random", seat=2)
    strict.reset(seed=7)
    with pytest.raises(InputError, match="choice 63: expected 0 to 2"):
        strict.step(63)
    lenient = wc3d.rl.SingleGameEnv(
        wc3d.rl.neo_mechanika(), opponent="random", seat=2, invalid="random"
    )
    lenient.reset(seed=7)
    lenient.step(63)
    assert len(lenient.aec.game.turns) > 0


def test_a_clone_goes_its_own_way() -> None:
    env = wc3d.rl.neo_mechanika()
    env.reset(seed=3)
    for _ in range(120):
        env.step(0 if len(env.choices) < 3 else 2)
    clone = env.clone()
    digest, choices = env.game.digest(), env.choices
    for _ in range(10):
        clone.step(len(clone.choices) - 1)
    assert env.game.digest() == digest and env.choices == choices
    assert clone.game.digest() != digest
    other = env.clone()
    for each in (env, other):
        each.step(1)
        each.step(0)
    assert env.game.digest() == other.game.digest()
    assert env.game is not other.game and env.rewards is not other.rewards
    single = wc3d.rl.SingleGameEnv(env, opponent="random", seat=1)
    single.reset(seed=1)
    digest = single.aec.game.digest()
    single.clone().step(0)
    assert single.aec.game.digest() == digest
    assert pickle.loads(pickle.dumps(single)).aec.game.digest() == digest


@pytest.mark.parametrize("game", MAKERS)
def test_a_game_is_saved_and_continued(game: str, tmp_path: Path) -> None:
    env = MAKERS[game]()
    env.reset(seed=6)
    for _ in range(12):
        env.step(0)
    env.save(tmp_path / "game.jsonl")
    assert wc3d.load_game(tmp_path / "game.jsonl").digest() == env.game.digest()
    other = MAKERS[game]()
    other.reset(seed=1)
    other.load(tmp_path / "game.jsonl")
    assert other.game.digest() == env.game.digest()
    assert other.agent_selection == env.agent_selection and other.choices
    other.step(0)
    stranger = MAKERS["warmachine" if game == "neo_mechanika" else "neo_mechanika"]()
    with pytest.raises(InputError, match=r"game\.jsonl: expected a game of"):
        stranger.load(tmp_path / "game.jsonl")


def test_it_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    pictures: dict[str | None, Any] = {}
    for mode in (None, "ansi", "human", "rgb_array"):
        env = wc3d.rl.neo_mechanika(render_mode=mode)
        env.reset(seed=6)
        for _ in range(8):
            env.step(0)
        pictures[mode] = env.render()
    assert pictures[None] is None and pictures["human"] is None
    assert "Player 1: 0 VP" in pictures["ansi"]
    assert capsys.readouterr().out.count("Player 1 (") == 9
    picture = pictures["rgb_array"]
    assert picture.shape == (640, 640, 3) and picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_the_whole_state_has_both_hands() -> None:
    env = wc3d.rl.neo_mechanika()
    env.reset(seed=6)
    state = env.state()
    assert env.state_space.contains(state)
    clone = env.clone()
    players = clone.game.state.players
    hand = tuple(reversed(players[1].hand))
    clone.game.state = clone.game.state.with_player(1, hand=hand)
    assert hand != players[1].hand and not np.array_equal(clone.state(), state)


def test_several_processes_play_the_same_games_as_one() -> None:
    arguments: dict[str, Any] = {"opponent": "random", "seat": 1, "listed": False}
    alone = [
        wc3d.rl.SingleGameEnv(wc3d.rl.neo_mechanika(listed=False), opponent="random", seat=1)
        for _ in range(3)
    ]
    envs = gymnasium.make_vec(
        IDS[0], 3, vectorization_mode="vector_entry_point", processes=2, **arguments
    )
    try:
        seen, infos = envs.reset(seed=5)
        own = [env.reset(seed=5 + i) for i, env in enumerate(alone)]
        for _ in range(25):
            for i, (observation, info) in enumerate(own):
                assert all(np.array_equal(seen[name][i], observation[name]) for name in seen)
                assert infos["choices"][i] == info["choices"]
            actions = [int(count) - 1 for count in infos["choices"]]
            seen, rewards, terminated, _, infos = envs.step(actions)
            stepped = [env.step(action) for env, action in zip(alone, actions, strict=True)]
            assert rewards.tolist() == [answer[1] for answer in stepped]
            assert terminated.tolist() == [answer[2] for answer in stepped]
            if terminated.any():
                break
            own = [(answer[0], answer[4]) for answer in stepped]
        with pytest.raises(InputError, match="choice 64: expected 0 to"):
            envs.step([64, 0, 0])
    finally:
        envs.close()


def test_gymnasium_can_make_its_own_vectors_of_them() -> None:
    envs = gymnasium.make_vec(IDS[1], 2, vectorization_mode="sync", opponent="random", listed=False)
    seen, infos = envs.reset(seed=2)
    assert seen["choices"].shape[:2] == (2, 64)
    seen, *_ = envs.step([int(n) - 1 for n in infos["choices"]])
    assert seen["action_mask"].any(axis=1).all()
    envs.close()


def test_an_environment_and_its_wrapper_do_not_disturb_each_other() -> None:
    env = wc3d.rl.neo_mechanika()
    env.reset(seed=3)
    env.observe(env.agent_selection)
    digest, count = env.game.digest(), env.action_space(env.agent_selection).count
    wrapped = wc3d.rl.ParallelGameEnv(env)
    wrapped.reset(seed=4)
    for _ in range(20):
        last = len(wrapped.aec.choices) - 1
        wrapped.step({a: last * (a == wrapped.aec.agent_selection) for a in wrapped.agents})
    assert env.game.digest() == digest
    assert env.action_space(env.agent_selection).count == count


def test_a_vector_of_games_begins_ended_games_again() -> None:
    envs = wc3d.rl.GameVectorEnv(
        "neo_mechanika", 2, processes=1, opponent="random", listed=False, endless=30, seat=1
    )
    try:
        _, infos = envs.reset(seed=[3, 4])
        cuts = np.zeros(2)
        for _ in range(60):
            was_cut = cuts.copy()
            _, rewards, _, truncated, infos = envs.step(infos["choices"] - (infos["choices"] > 0))
            cuts += truncated
            assert (rewards[was_cut > cuts] == 0).all()
        assert (cuts >= 1).all() and (infos["choices"] > 0).any()
    finally:
        envs.close()
    with pytest.raises(InputError, match="are closed"):
        envs.reset()


def test_a_vector_shows_what_single_environments_show() -> None:
    options: dict[str, Any] = {"opponent": "random", "listed": False, "endless": 25, "seat": 1}
    singles = [make_single("neo_mechanika", **options) for _ in range(3)]
    envs = wc3d.rl.GameVectorEnv("neo_mechanika", 3, processes=2, **options)
    try:
        seen, infos = envs.reset(seed=5)
        alone = [env.reset(seed=5 + number)[0] for number, env in enumerate(singles)]
        ended = [False] * len(singles)
        for _ in range(40):
            for number, own in enumerate(alone):
                assert {name: seen[name][number].tolist() for name in seen} == {
                    name: array.tolist() for name, array in own.items()
                }
            before = {name: array.copy() for name, array in seen.items()}
            actions = [max(0, int(count) - 1) for count in infos["choices"]]
            last = seen
            seen, _, _, _, infos = envs.step(actions)
            assert all((last[name] == before[name]).all() for name in last)
            for number, env in enumerate(singles):
                if ended[number]:
                    alone[number] = env.reset()[0]
                    ended[number] = False
                else:
                    alone[number], _, over, cut, _ = env.step(actions[number])
                    ended[number] = over or cut
    finally:
        envs.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: wc3d.rl.neo_mechanika(reward="glory"), "reward 'glory': expected \"points\""),
        (lambda: wc3d.rl.warmachine(reward="points"), "reward 'points': expected \"boxes\""),
        (lambda: wc3d.rl.warmachine(mission="siege"), "unknown mission 'siege'"),
        (lambda: wc3d.rl.warmachine(forces=("nobody", "cygnar")), "nobody"),
        (lambda: wc3d.rl.neo_mechanika(board="nowhere"), "nowhere"),
        (lambda: wc3d.rl.neo_mechanika(choices=0), "choices 0: expected a whole number"),
        (lambda: wc3d.rl.neo_mechanika(render_mode="tv"), "render mode 'tv': expected one of"),
        (lambda: wc3d.rl.neo_mechanika().reset(seed=-1), "seed -1: expected a whole number"),
        (lambda: wc3d.rl.make_env("chess"), "game 'chess': expected one of neo_mechanika"),
        (lambda: wc3d.rl.make_env("warmachine", size=3), "environment of warmachine: .*'size'"),
        (lambda: wc3d.rl.GameVectorEnv("warmachine", 0), "num_envs 0: expected"),
        (
            lambda: wc3d.rl.SingleGameEnv(wc3d.rl.neo_mechanika(), opponent="nobody"),
            "unknown bot 'nobody'",
        ),
        (lambda: wc3d.rl.SingleGameEnv(wc3d.rl.neo_mechanika(), seat=3), "seat 3: expected"),
        (lambda: wc3d.rl.SingleGameEnv(wc3d.rl.neo_mechanika(), invalid="no"), "invalid 'no'"),
        (lambda: wc3d.rl.neo_mechanika().view("player_3"), "agent 'player_3': expected one of"),
    ],
)
def test_wrong_arguments_are_named_in_a_line(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
