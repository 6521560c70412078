"""Learns to play: `python learn.py [GENERATIONS] [TRIES] [GAMES]`; needs `pip install 'wc3d[rl]'`.

The player scores each choice by a weighted sum of what the environment tells of it, and takes the best. The weights are found by
trying: each generation plays games with weights drawn near the best ones so far, and keeps the quarter that scored most (the
cross-entropy method). The other player picks any choice by chance; both sit on each side as often.
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np
from numpy.typing import NDArray

import wc3d.rl

Weights = NDArray[np.float64]


def play(env: wc3d.rl.GameEnv, weights: Weights | None, seat: str, seed: int) -> float:
    """The points by which the seat is ahead when a game is over; the other seat plays by chance (so does it without weights)."""
    chance = np.random.default_rng(seed)
    ahead = 0.0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        ahead += reward if agent == seat else 0.0
        if terminated or truncated:
            env.step(None)
        elif agent == seat and weights is not None:
            many = int(seen["action_mask"].sum())
            env.step(int(np.argmax(seen["choices"][:many] @ weights)))
        else:
            env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return ahead


def score(env: wc3d.rl.GameEnv, weights: Weights | None, seeds: range) -> list[float]:
    """Points ahead in a game for each seed, from each side in turn."""
    return [play(env, weights, ("player_1", "player_2")[seed % 2], seed) for seed in seeds]


def told(results: list[float]) -> str:
    """Won, drawn and lost, and between what the share of wins lies (95%, Wilson); a draw is half a win."""
    n = len(results)
    won = sum(1.0 if r > 0 else 0.5 if r == 0 else 0.0 for r in results)
    z = 1.96
    share = won / n
    middle = share + z * z / (2 * n)
    wide = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = (middle - wide) / (1 + z * z / n), (middle + wide) / (1 + z * z / n)
    won_lost = f"{sum(r > 0 for r in results)} won, {sum(r == 0 for r in results)} drawn, {sum(r < 0 for r in results)} lost"
    return (
        f"{won_lost}: {share:.0%} ({low:.0%} to {high:.0%}), {np.mean(results):+.1f} points a game"
    )


def main() -> None:
    """Learn, and say how well it went in games that were not learnt from."""
    generations, tries, games = (
        int(word) for word in (*sys.argv[1:4], *("8", "16", "4")[len(sys.argv) - 1 :])
    )
    env = wc3d.rl.neo_mechanika()
    chance = np.random.default_rng(1)
    middle = np.zeros(len(env.choice_names))
    wide = np.array(
        [0.0 if name.endswith(("_row", "_number")) else 1.0 for name in env.choice_names]
    )
    learnable = wide > 0  # the other columns are names of things, not amounts
    for generation in range(generations):
        drawn = middle + wide * chance.standard_normal((tries, len(middle)))
        seeds = range(1000 * generation, 1000 * generation + games)
        found = sorted(
            ((float(np.mean(score(env, one, seeds))), i) for i, one in enumerate(drawn)),
            reverse=True,
        )
        best = drawn[[i for _, i in found[: max(2, tries // 4)]]]
        middle = best.mean(axis=0)
        wide = (best.std(axis=0) + 0.1) * learnable
        print(
            f"generation {generation + 1}: {found[0][0]:+.1f} points at best, {np.mean([s for s, _ in found]):+.1f} on average"
        )
    print(f"by chance: {told(score(env, None, range(10**6, 10**6 + 5 * games)))}")
    print(f"learnt:    {told(score(env, middle, range(10**6, 10**6 + 5 * games)))}")
    most = np.argsort(-np.abs(middle))[:8]
    print("what counts most: " + ", ".join(f"{env.choice_names[i]} {middle[i]:+.1f}" for i in most))


if __name__ == "__main__":
    main()
