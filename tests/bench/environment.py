"""How quickly a learner's environment plays: steps a second of PettingZoo's own benchmark, by the clock and of processor time."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from pettingzoo.test import performance_benchmark

import wc3d
from wc3d.geometry.sight_solver import compile_sight_search

GAMES = 12
"""Games played by chance whose processor time is measured, after as many that only warm up."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--listed",
        action="store_true",
        help="all choices that are worth naming, not one of each kind",
    )
    asked = parser.parse_args(argv)
    compile_sight_search()
    env = wc3d.rl.neo_mechanika(listed=asked.listed)
    play(env, 0)
    began = time.process_time()
    steps = play(env, GAMES)
    print(
        f"{steps / (time.process_time() - began):.0f} steps a second of processor time, in {GAMES} games of {steps} steps"
    )
    performance_benchmark(env)
    return 0


def play(env: wc3d.rl.GameEnv, first: int) -> int:
    """Play games by chance; how many steps they had."""
    steps = 0
    for seed in range(first, first + GAMES):
        env.reset(seed=seed)
        spaces = {agent: env.action_space(agent) for agent in env.possible_agents}
        for space in spaces.values():
            space.seed(seed)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            env.step(
                None if terminated or truncated else int(spaces[agent].sample(seen["action_mask"]))
            )
            steps += 1
    return steps
