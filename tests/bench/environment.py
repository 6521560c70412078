"""How quickly a learner's environments play, and how quickly they are cloned, in processor time."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

import wc3d
from wc3d.bots.process_pool import count_cores
from wc3d.geometry.sight_solver import compile_sight_search

GAMES = 12
"""Games played by chance that are measured, after as many that only warm up."""

CLONES = 5000
VECTOR_STEPS = 400
ENVS_PER_PROCESS = 4


def main(argv: Sequence[str] | None = None) -> int:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--listed",
        action="store_true",
        help="all choices that are worth naming, not one of each kind",
    )
    parser.add_argument(
        "--vector", action="store_true", help="also several processes, by the clock"
    )
    options = parser.parse_args(argv)
    compile_sight_search()
    for game in ("neo_mechanika", "warmachine"):
        env = wc3d.rl.make_env(game, listed=options.listed)
        play(env, 0, 4, observes=True)
        for observes, rows in ((True, "with all rows"), (False, "without rows")):
            began = time.process_time()
            steps = play(env, GAMES, GAMES, observes)
            rate = steps / (time.process_time() - began)
            print(f"{game}, {rows}: {rate:.0f} steps a second, in {steps} steps")
    began = time.process_time()
    for _ in range(CLONES):
        env.clone()
    print(f"clone: {(time.process_time() - began) / CLONES * 1e6:.0f} microseconds")
    for processes in range(1, count_cores() + 1) if options.vector else ():
        print(f"{processes} processes: {vector_rate(processes):.0f} steps a second by the clock")
    return 0


def play(env: wc3d.rl.GameEnv, first: int, games: int, observes: bool) -> int:
    """Play games by chance; how many steps they had."""
    steps = 0
    chance = random.Random(first)
    for seed in range(first, first + games):
        env.reset(seed=seed)
        while not env.is_over:
            if observes:
                env.observe(env.agent_selection)
            env.step(chance.randrange(len(env.choices)))
            steps += 1
    return steps


def vector_rate(processes: int) -> float:
    """Steps a second of a vector environment whose opponent plays by chance."""
    count = ENVS_PER_PROCESS * processes
    envs = wc3d.rl.GameVectorEnv(
        "neo_mechanika", count, processes=processes, opponent="random", listed=False
    )
    try:
        _, infos = envs.reset(seed=1)
        chance = random.Random(1)
        began = time.perf_counter()
        for _ in range(VECTOR_STEPS):
            actions = [chance.randrange(max(1, int(n))) for n in infos["choices"]]
            *_, infos = envs.step(actions)
        return count * VECTOR_STEPS / (time.perf_counter() - began)
    finally:
        envs.close()
