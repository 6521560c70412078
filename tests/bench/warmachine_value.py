"""The fit of WARMACHINE's position value: rows of features from games, weights and scores.

The rows hold the features of both sides at the beginning of each turn and the winner. With the same
`--out`, new games are added to it. A quarter of the games is left out for the Brier scores.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from wc3d.bots.match import bot_seed, choose_action, make_bot
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.bots.turn_value import (
    DOOM_SHARE,
    WEIGHTS,
    combine_features,
    measure_side,
)
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.registry import load_map

MAX_ACTIONS = 4000
"""The number of actions after which a game counts as a draw."""

PRIOR_GAMES = 30.0
"""The weight of the present weights in the fit, in rows per squared difference."""

DOOM_SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The values tried for the share of the estimated danger that comes true."""


def play_game(number: int, bots: Sequence[str], mission: str) -> dict[str, object]:
    """Play a game and return its rows and winner."""
    size = WARMACHINE.mission(mission).size
    forces = [name for name, _ in WARMACHINE.setup.forces(size)]
    pairs = [(a, b) for a in forces for b in forces]
    names = pairs[(number * 7) % len(pairs)]
    seed = f"value/{mission}/{number}"
    first, second = (WARMACHINE.setup.force(name, mission, seed) for name in names)
    table = load_map(WARMACHINE.mission(mission).board, WARMACHINE.name)
    plan = GamePlan(mission, table, (first, second), seed=seed, options={"rounds": "30"})
    game = WARMACHINE.new_game(plan)
    players = {p: make_bot(WARMACHINE, bots[p - 1], bot_seed(seed, p)) for p in (1, 2)}
    threats = ThreatTable()
    rows: list[tuple[int, dict[str, float], dict[str, float]]] = []
    for _ in range(MAX_ACTIONS):
        mover = game.to_act
        if mover is None:
            break
        question = find_open_question(game.state)
        if isinstance(question, ControlQuestion) and not question.paid:
            sides = [measure_side(game.state, p, threats) for p in (1, 2)]
            if not rows or rows[-1][0] != game.state.turn:
                rows.append((game.state.turn, sides[0], sides[1]))
        game.apply(choose_action(players[mover], game.view(mover)))
    return {"rows": [row[1:] for row in rows], "winner": game.state.winner or 0, "seed": seed}


def read_rows(games: Sequence[dict[str, object]]) -> Iterator[tuple[dict[str, float], ...]]:
    """Yield the features of player 1 and player 2, and the result for player 1."""
    for game in games:
        result = {0: 0.5, 1: 1.0, 2: 0.0}[int(str(game["winner"]))]
        rows = game["rows"]
        assert isinstance(rows, list)
        for own, other in rows:
            yield own, other, {"result": result}


def fit(games: Sequence[dict[str, object]]) -> tuple[dict[str, float], float]:
    """Return the weights and the doom share with the best likelihood."""
    names = list(WEIGHTS)
    rows = list(read_rows(games))
    features = np.array([[own[n] - other[n] for n in names] for own, other, _ in rows])
    own_doom = np.array([own["doom"] for own, _, _ in rows])
    other_doom = np.array([other["doom"] for _, other, _ in rows])
    results = np.array([result["result"] for _, _, result in rows])
    start = np.array([WEIGHTS[n] for n in names])
    best = (math.inf, start, DOOM_SHARE)
    for share in DOOM_SHARES:
        weights = start.copy()
        rate = 0.02
        for _ in range(3000):
            base = 1.0 / (1.0 + np.exp(-np.clip(features @ weights, -12, 12)))
            kept = base * (1.0 - share * own_doom)
            chance = np.clip(kept + (1.0 - kept) * share * other_doom, 1e-4, 1.0 - 1e-4)
            slope = (1.0 - share * other_doom) * (1.0 - share * own_doom) * base * (1.0 - base)
            error = (chance - results) / (chance * (1.0 - chance)) * slope
            gradient = (features.T @ error + PRIOR_GAMES * (weights - start)) / len(rows)
            weights = weights - rate * gradient
        loss = -np.mean(results * np.log(chance) + (1.0 - results) * np.log(1.0 - chance))
        if loss < best[0]:
            best = (float(loss), weights, share)
    return dict(zip(names, best[1].tolist(), strict=True)), best[2]


def brier_score(
    games: Sequence[dict[str, object]], weights: dict[str, float], share: float
) -> float:
    """Return the mean squared error of the win chance."""
    errors = [
        (combine_features(own, other, weights, share) - result["result"]) ** 2
        for own, other, result in read_rows(games)
    ]
    return float(np.mean(errors))


def main() -> int:
    """Play the games, fit the weights, print them with their scores and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bots", nargs=2, default=["regular", "regular"])
    parser.add_argument("--mission", default="battle")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    games = []
    if arguments.out.exists():
        games = [json.loads(line) for line in arguments.out.read_text().splitlines()]
    with arguments.out.open("a", encoding="utf-8") as file:
        for number in range(len(games), arguments.games):
            game = play_game(number, arguments.bots, arguments.mission)
            games.append(game)
            file.write(json.dumps(game) + "\n")
            file.flush()
    left_out = games[::4]
    training = [game for index, game in enumerate(games) if index % 4]
    weights, share = fit(training)
    for name, value in weights.items():
        print(f"{name:12} {value:+.2f}  (now {WEIGHTS[name]:+.2f})")
    print(f"doom share {share:.1f} (now {DOOM_SHARE:.1f})")
    before = brier_score(left_out, dict(WEIGHTS), DOOM_SHARE)
    after = brier_score(left_out, weights, share)
    print(f"Brier score on {len(left_out)} games left out: {after:.3f}, now {before:.3f}")
    return 0
