"""The example that learns: its slopes are right, it learns a rule, and its games stay within the environment's choices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from training_kit.games import GamePlanned, make_env, nearest_choice, play_for_training
from training_kit.network import Batch, Memory, Network
from training_kit.score_chart import draw_score_chart

from wc3d.cli.simulate.win_rate_table import wilson_interval


def make_memory(rng: np.random.Generator, count: int) -> Memory:
    """Decisions in which the choice with the largest first column is best, and wins."""
    memory = Memory()
    for _ in range(count):
        choices = rng.standard_normal((int(rng.integers(2, 6)), 4)).astype(np.float32)
        state = rng.standard_normal(3).astype(np.float32)
        memory.choices.append(choices)
        memory.states.append(state)
        memory.best.append(int(choices[:, 0].argmax()))
        memory.won.append(float(state[1] > 0.0))
    return memory


def loss_of(network: Network, batch: Batch) -> float:
    """The loss of a batch, by the network's own scores."""
    total = 0.0
    ends = [*batch.starts[1:], len(batch.choices)]
    for i, (start, end) in enumerate(zip(batch.starts, ends, strict=True)):
        scores = network.score(batch.choices[start:end], batch.states[i])
        shares = np.exp(scores - scores.max())
        total -= float(np.log(shares[batch.best[i] - start] / shares.sum()))
    return total / len(batch.starts)


def test_a_small_step_lowers_the_loss_by_what_the_slopes_say() -> None:
    rng = np.random.default_rng(2)
    network = Network(4, 3, seed=1, hidden=8)
    batch = make_memory(rng, 30).draw(rng, 30)
    slopes = network.find_slopes(batch)
    for name in ("choice", "state", "bias", "second", "second_bias", "score"):
        weights = network.weights[name]
        way = rng.standard_normal(weights.shape).astype(np.float32)
        network.weights[name] = weights + 1e-3 * way
        more = loss_of(network, batch)
        network.weights[name] = weights - 1e-3 * way
        less = loss_of(network, batch)
        network.weights[name] = weights
        assert (more - less) / 2e-3 == pytest.approx(float((slopes[name] * way).sum()), abs=3e-3)


def test_it_learns_which_choice_is_best_and_who_wins(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    network = Network(4, 3, seed=1, hidden=32)
    memory = make_memory(rng, 500)
    first = [network.train(memory.draw(rng, 64)) for _ in range(5)][-1]
    last = [network.train(memory.draw(rng, 64)) for _ in range(400)][-1]
    assert last[0] < 0.5 * first[0] and last[1] > 0.9 and last[2] < 0.5 * first[2]
    network.save(tmp_path / "network.npz")
    again = Network.load(tmp_path / "network.npz")
    choices, state = memory.choices[0], memory.states[0]
    assert np.array_equal(again.score(choices, state), network.score(choices, state))
    assert again.win_chance(state) == network.win_chance(state)


@pytest.mark.slow
def test_a_game_gives_decisions_with_the_experts_choice() -> None:
    memory = play_for_training(GamePlanned(1), None)
    assert len(memory.choices) == len(memory.best) == len(memory.won) > 30
    assert all(
        0 <= best < len(rows) for best, rows in zip(memory.best, memory.choices, strict=True)
    )
    assert set(memory.won) in ({0.0, 1.0}, {0.5})


@pytest.mark.slow
def test_only_decisions_against_a_rival_are_kept() -> None:
    memory = play_for_training(GamePlanned(2, rival="recruit"), None)
    assert len(memory.choices) > 15
    assert len(set(memory.won)) == 1, "all by the same player"


def test_an_action_is_matched_with_the_nearest_choice() -> None:
    env = make_env(1)
    env.reset(seed=1)
    for number, action in enumerate(env.choices):
        assert nearest_choice(env, env.observe(env.agent_selection), action) == number


def test_the_curve_is_drawn_with_its_intervals(tmp_path: Path) -> None:
    low, high = wilson_interval(0.6, 60)
    assert low == pytest.approx(0.474, abs=0.002) and high == pytest.approx(0.714, abs=0.002)
    scores = [(2.0 * n, str(2 * n), 0.1 * n, 10) for n in range(1, 5)]
    draw_score_chart(scores, "Score", "minutes", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 2000
