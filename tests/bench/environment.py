"""How quickly a learner's environments play, and how quickly they are cloned, in processor time."""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence
from typing import Any

import wc3d
from tests.bench.host import worked
from wc3d.bots.process_pool import count_cores
from wc3d.geometry.sight_solver import compile_sight_search
from wc3d.rl.registration import make_single

GAMES = 12
"""Games played by chance that are measured, after as many that only warm up."""

CLONES = 5000
VECTOR_STEPS = 400
VECTOR_WARM_STEPS = 100
VECTOR_ENVS = 32


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
    if options.vector:
        print(f"one game without a vector: {time_single():.0f} microseconds of a learner's step")
    for processes in (1, count_cores(), 2 * count_cores()) if options.vector else ():
        print(report_vector(processes))
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


def time_single() -> float:
    """Return the microseconds of processor time of a learner's step against random play."""
    env = make_single("neo_mechanika", opponent="random", listed=False)
    _, info = env.reset(seed=1)
    chance = random.Random(1)
    began = 0.0
    for number in range(VECTOR_WARM_STEPS + VECTOR_STEPS):
        if number == VECTOR_WARM_STEPS:
            began = time.process_time()
        _, _, terminated, truncated, info = env.step(chance.randrange(max(1, info["choices"])))
        if terminated or truncated:
            _, info = env.reset()
    return (time.process_time() - began) / VECTOR_STEPS * 1e6


def report_vector(processes: int) -> str:
    """Return the rates of a vector environment whose opponent plays at random, and its costs.

    A step is one of a learner, with the opponent's replies. The start of the processes and the
    first steps, in which each of them fills its caches, do not count.
    """
    began = time.perf_counter()
    envs = wc3d.rl.GameVectorEnv(
        "neo_mechanika", VECTOR_ENVS, processes=processes, opponent="random", listed=False
    )
    try:
        _, infos = envs.reset(seed=1)
        chance = random.Random(1)
        infos = step_at_random(envs, infos, chance, VECTOR_WARM_STEPS)
        start_s = time.perf_counter() - began
        work_s = worked(os.getpid())
        own_s = time.process_time()
        began = time.perf_counter()
        step_at_random(envs, infos, chance, VECTOR_STEPS)
        clock_s = time.perf_counter() - began
        own_s = time.process_time() - own_s
        work_s = worked(os.getpid()) - work_s - own_s
    finally:
        envs.close()
    steps = VECTOR_ENVS * VECTOR_STEPS
    return (
        f"vector of {VECTOR_ENVS}, processes: {processes}; by the clock {steps / clock_s:.0f} steps a second, "
        f"processor time of a step {work_s / steps * 1e6:.0f} microseconds in the processes "
        f"and {own_s / steps * 1e6:.0f} here; {start_s:.1f} s before the measurement"
    )


def step_at_random(
    envs: wc3d.rl.GameVectorEnv, infos: dict[str, Any], chance: random.Random, steps: int
) -> dict[str, Any]:
    """Take random choices in all environments; return the last information."""
    for _ in range(steps):
        actions = [chance.randrange(max(1, int(n))) for n in infos["choices"]]
        *_, infos = envs.step(actions)
    return infos
