"""Weights are found again in games whose results were made from known ones."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.weights import begin, fitted, observations, plan_of, score


def test_known_weights_are_found_again() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(20000, 3)) * np.array([1.0, 4.0, 0.5])
    true = np.array([0.8, 0.2, 1.5])
    y = (rng.random(20000) < 1.0 / (1.0 + np.exp(-x @ true))).astype(float)
    assert fitted(x, y, np.arange(20000.0), np.zeros(3)) == pytest.approx(true, abs=0.15)
    backward = fitted(x * np.array([1.0, -1.0, 1.0]), y, np.arange(20000.0), np.zeros(3))
    assert backward[1] == 0.0 and backward[[0, 2]] == pytest.approx(true[[0, 2]], abs=0.35)
    few = fitted(x[:4], y[:4], np.arange(4.0), np.zeros(3))
    assert few == pytest.approx([0.0, 0.0, 0.0], abs=0.3)  # four turns say little
    loss, right = score(x, y, true)
    assert loss < 0.65 and right > 0.65
    assert score(x, y, np.zeros(3))[0] == pytest.approx(np.log(2.0))


def test_each_turn_is_seen_from_both_sides() -> None:
    games = [{"game": 4, "winner": 2, "turns": [[1, 0.5, -2.0], [3, 1.0, 0.0]]}]
    x, y, rounds, numbers = observations(games)
    assert x.tolist() == [[0.5, -2.0], [-0.5, 2.0], [1.0, 0.0], [-1.0, 0.0]]
    assert (
        y.tolist() == [0.0, 1.0, 0.0, 1.0]
        and rounds.tolist() == [1, 1, 3, 3]
        and set(numbers.tolist()) == {0.0}
    )


def test_the_games_are_of_every_mission_with_equal_forces() -> None:
    assert len({plan_of(n)[0] for n in range(7)}) == 7
    forces = begin(0).state.setup.forces
    assert forces[0] == forces[1]
