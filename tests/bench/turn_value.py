"""Learn the value of positions at a turn's end from saved games of Neo-Mechanika.

    python scripts/learn_turn_value.py measure games --out features.json
    python scripts/learn_turn_value.py fit features.json
    python scripts/learn_turn_value.py show

`measure` replays the saved games of a folder and keeps, for the beginning of each turn, the features of
`turn_features.py` for player 1, and who won. Games of an older version of
the rules are replayed with their recorded dice as far as their actions are legal. `fit` tests the weights on games left
out, by the Brier score (the mean squared error of the chance), and writes `turn_value.json`. `show` prints what that file
holds.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from wc3d.engine import replay
from wc3d.errors import InputError
from wc3d.games import rebuilder
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, Floats, measure_turn
from wc3d.games.neo_mechanika.bots.turn_value import (
    VALUE_FILE,
    load_turn_value,
    round_progress,
)
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

GUESSES = {
    "points": (0.45, 0.6, 0.8),
    "secured": (0.05, 0.06, 0.1),
    "due": (0.2, 0.3, 0.4),
    "later": (0.1, 0.15, 0.0),
    "near": (0.2, 0.25, 0.0),
    "second": (0.02, 0.02, 0.02),
    "safe": (0.1, 0.18, 0.12),
    "carried": (0.4, 0.5, 0.5),
    "strength": (0.03, 0.03, 0.015),
    "ready": (0.015, 0.03, 0.005),
    "arc": (0.03, 0.03, 0.02),
    "gate": (0.01, 0.01, 0.005),
    "force": (0.02, 0.015, 0.005),
    "hand": (0.005, 0.005, 0.0),
    "turn": (0.1, 0.1, 0.2),
}
"""A first guess at each feature's weight in each Pulse round.

Games of equal bots hardly tell what a step toward an objective or a deployment is worth, because both sides always
take them. A search that must choose them needs such weights.
"""

LOWEST, HIGHEST = 0.5, 3.0
"""The lowest and the highest weight, in first guesses."""

RIDGE = 100.0
"""How strongly weights are held near the first guess, as so many independent positions would."""

LOOKS = 4.0
"""The positions of a game follow from one another: those of a Pulse round count as so many independent ones."""

MIN_SCALE = 0.5
"""The smallest spread of a feature to which its weight is scaled."""

FOLDS = 5
"""The games are cut into so many parts: each is judged by weights learned from the others."""


def replay_leniently(path: Path) -> Any:
    """Return the game of a file with its recorded dice, or None if an action is not legal today."""
    lines = path.read_text(encoding="utf-8").splitlines()
    reading = replay.ReplayReader(path, rebuilder(str(path)))
    game = reading.game
    for line in lines[1:]:
        entry = json.loads(line)
        if "action" not in entry:
            continue
        dice = replay.make_recorded_dice(replay._read_dice_record(entry), game.dice)
        try:
            game.apply(game.rules.play.read_action(entry["action"]), dice)
        except Exception:  # the rules have changed since: this game cannot be used
            return None
    return game


def measure(folder: Path, out: Path, limit: int) -> None:
    """Replay the games of a folder and write the features of each turn's beginning."""
    rows = []
    unusable = 0
    paths = sorted(folder.glob("*.jsonl"))[:limit]
    for path in paths:
        game = replay_leniently(path)
        if game is None or not game.over or game.rules is not NEO_MECHANIKA:
            unusable += 1
            continue
        winner = game.state.winner
        result = 0.5 if not winner else float(winner == 1)
        turns = set()
        for record in game.turns:
            state = record.state_before
            if state.round < 1 or state.turn in turns:
                continue
            turns.add(state.turn)
            features = [round(float(v), 5) for v in measure_turn(state, 1)]
            rows.append([path.name, state.round, round_progress(state), result, features])
    data = {"features": list(TURN_FEATURES), "unusable": unusable, "rows": rows}
    out.write_text(json.dumps(data))
    print(f"{len(paths) - unusable} games, {len(rows)} positions; {unusable} games cannot be used")


class Positions:
    """The measured positions as arrays."""

    def __init__(self, path: Path) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            names = data["features"]
            rows = data["rows"]
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError(f"{path}: expected the features written by `measure`") from None
        if names != list(TURN_FEATURES):
            raise InputError(f"{path}: measured with other features; measure again")
        self.games = np.array([row[0] for row in rows])
        self.rounds = np.array([row[1] for row in rows])
        self.progress = np.array([row[2] for row in rows])
        self.results = np.array([row[3] for row in rows])
        self.features = np.array([row[4] for row in rows])

    @property
    def design(self) -> Floats:
        """The features, weighted for the beginning and for the end of the Pulse round."""
        share = self.progress[:, None]
        return np.concatenate([self.features * (1.0 - share), self.features * share], axis=1)


def fit_round(x: Floats, y: Floats, games: Any, round: int) -> Floats:
    """Return the weights of a Pulse round: logistic regression by Newton's method, within bounds."""
    guess = np.array([GUESSES[name][round - 1] for name in TURN_FEATURES] * 2)
    scale = np.maximum(x.std(axis=0), MIN_SCALE)
    counts = dict(zip(*np.unique(games, return_counts=True), strict=True))
    looks = np.array([min(1.0, LOOKS / counts[game]) for game in games])
    z = x / scale
    prior = guess * scale
    low = LOWEST * prior
    high = HIGHEST * prior
    w = prior
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-np.clip(z @ w, -30, 30)))
        gradient = z.T @ (looks * (p - y)) + RIDGE * (w - prior)
        curve = (z * (looks * p * (1 - p))[:, None]).T @ z + RIDGE * np.eye(len(w))
        is_free = ((w > low) | (gradient < 0.0)) & ((w < high) | (gradient > 0.0))
        step = np.zeros(len(w))
        step[is_free] = np.linalg.solve(curve[np.ix_(is_free, is_free)], gradient[is_free])
        step = np.clip(step, w - high, w - low)
        w = w - step
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(w / scale, dtype=np.float64)


def fit_rounds(data: Positions, chosen: Any) -> list[Floats]:
    """Return the weights of each Pulse round from the chosen positions, seen from both sides."""
    weights = []
    for round in (1, 2, 3):
        here = chosen & (data.rounds == round)
        x = data.design[here]
        y = data.results[here]
        both = np.concatenate([x, -x]), np.concatenate([y, 1.0 - y])
        weights.append(fit_round(*both, np.tile(data.games[here], 2), round))
    return weights


def judge(data: Positions, weights: list[Floats]) -> Floats:
    """Return the chances by the weights of each Pulse round."""
    chosen = np.stack(weights)[data.rounds - 1]
    logits = (data.design * chosen).sum(axis=1)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float64)


def brier(data: Positions, chances: Floats, chosen: Any) -> float:
    """Return the mean squared error of the chances."""
    return float(np.mean((chances[chosen] - data.results[chosen]) ** 2))


def fit(path: Path) -> None:
    """Test the weights on games left out, write those of all games, and print the scores."""
    data = Positions(path)
    names = np.unique(data.games)
    folds = {name: k % FOLDS for k, name in enumerate(np.random.default_rng(1).permutation(names))}
    fold = np.array([folds[game] for game in data.games])
    left_out = np.zeros(len(fold))
    for k in range(FOLDS):
        outside = fold == k
        left_out[outside] = judge(data, fit_rounds(data, ~outside))[outside]
    scores = []
    for round in (1, 2, 3):
        here = data.rounds == round
        new = brier(data, left_out, here)
        scores.append({"round": round, "brier": float(f"{new:.4f}")})
        print(f"Pulse round {round}: Brier {new:.4f} in games left out")
    weights = fit_rounds(data, np.ones(len(fold), dtype=bool))
    count = len(TURN_FEATURES)
    rounds = [
        {"early": _round_weights(w[:count]), "late": _round_weights(w[count:])} for w in weights
    ]
    made = {
        "games": len(names),
        "positions": len(fold),
        "left_out": scores,
        "features": list(TURN_FEATURES),
        "rounds": rounds,
    }
    VALUE_FILE.write_text(json.dumps(made, indent=1) + "\n")


def show() -> None:
    """Print the shipped weights in the middle of each Pulse round."""
    value = load_turn_value()
    print(f"{value.games} games between bots; mean squared error of the chance in games left out:")
    for round, error in enumerate(value.errors, 1):
        print(f"Pulse round {round}: {error:.3f} (a guess of 50%: 0.250)")
    width = max(len(words) for words in TURN_FEATURES.values())
    print(f"\n{'advantage':{width}}  round 1  round 2  round 3")
    for index, words in enumerate(TURN_FEATURES.values()):
        weights = [value.weights_at(round, 0.5)[index] for round in (1, 2, 3)]
        print(f"{words:{width}}  " + "  ".join(f"{w:+7.2f}" for w in weights))


def _round_weights(weights: Floats) -> list[float]:
    return [float(f"{w:.4f}") for w in weights]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure", help="replay saved games")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--out", type=Path, required=True)
    measuring.add_argument("--limit", type=int, default=100_000, help="the most games")
    fitting = commands.add_parser("fit", help="fit the weights")
    fitting.add_argument("features", type=Path)
    commands.add_parser("show", help="print the shipped weights")
    given = parser.parse_args()
    try:
        if given.command == "show":
            show()
        elif given.command == "measure":
            measure(given.folder, given.out, given.limit)
        else:
            fit(given.features)
    except InputError as error:
        print(error)
        return 2
    return 0
