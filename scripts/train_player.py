"""Train a small network to play skirmishes, in numpy and in less than an hour.

`python scripts/train_player.py FOLDER` writes the network and the curve of its training. A
bot plays and says what it would do in each decision; the network learns its choices. Later the
network plays, and the bot only says what it would do (DAgger), so that the network also learns from
the positions that it gets into.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the games need the other cores

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from training_kit.games import GamePlanned, join, play_against, play_for_training
from training_kit.network import LEARNING_RATE, Memory, Network
from training_kit.score_chart import draw_score_chart

BATCH = 128
"""The decisions of a step."""


def main() -> None:
    """Train, test and draw the curve."""
    reader = argparse.ArgumentParser(description="Train a small network to play skirmishes.")
    reader.add_argument("folder", type=Path, help="the folder for the network and its curve")
    reader.add_argument("--stages", type=int, default=10, help="stages of games and steps")
    reader.add_argument("--games", type=int, default=36, help="games of a stage")
    reader.add_argument("--passes", type=int, default=5, help="passes over all decisions a stage")
    reader.add_argument("--tests", type=int, default=8, help="test games after a stage")
    reader.add_argument("--final-tests", type=int, default=100, help="test games at the end")
    reader.add_argument("--rival", default="recruit", help="the bot of the test games")
    reader.add_argument("--jobs", type=int, default=2, help="processes")
    options = reader.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    rng = np.random.default_rng(1)
    memory, network, curve = Memory(), None, []
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for stage in range(options.stages):
            follows = 0.0 if stage == 0 else 0.8
            rate = LEARNING_RATE * max(0.1, 1.0 - stage / options.stages)
            games = [
                GamePlanned(stage * options.games + n, follows, options.rival if n // 2 % 2 else "")
                for n in range(options.games)
            ]
            memory = join([memory, *pool.map(partial(play_for_training, network=network), games)])
            if network is None:
                network = Network(memory.choices[0].shape[1], memory.states[0].size, seed=1)
                network.set_scales(memory)
            steps = max(1, options.passes * len(memory.choices) // BATCH)
            losses = [network.train(memory.draw(rng, BATCH), rate) for _ in range(steps)]
            network.save(options.folder / "network.npz")
            loss, equal, value_loss = np.mean(losses[-100:], axis=0)
            last = stage == options.stages - 1
            count = options.final_tests if last else options.tests
            play = partial(play_against, network, options.rival)
            results = list(pool.map(play, range(stage * 1000, stage * 1000 + count)))
            curve.append(
                {
                    "minutes": round((time.monotonic() - began) / 60, 1),
                    "decisions": len(memory.choices),
                    "loss": round(float(loss), 3),
                    "equal": round(float(equal), 3),
                    "value_loss": round(float(value_loss), 3),
                    "games": count,
                    "score": round(float(np.mean([result for result, _ in results])), 3),
                    "points": round(float(np.mean([points for _, points in results])), 2),
                }
            )
            print(json.dumps(curve[-1]), flush=True)
            (options.folder / "curve.json").write_text(
                json.dumps(curve, indent=1) + "\n", encoding="utf-8"
            )
    scores = [
        (s["decisions"], f"{s['decisions'] / 1000:.0f}", s["score"], s["games"]) for s in curve
    ]
    title = f"Score against {options.rival}"
    draw_score_chart(scores, title, "thousands of decisions", options.folder / "curve.png")


if __name__ == "__main__":
    main()
