"""What each feature of a game's standing is worth: played out, not guessed.

    python scripts/learn_weights.py play --out games.jsonl --games 300
    python scripts/learn_weights.py fit games.jsonl

`play` lets two bots play each other in every mission with mirrored forces and keeps, for each turn, the features by which
`wc3d/games/neo_mechanika/bots/win_probability.py` looks at a game, and who won; it goes on where it stopped. `fit` finds the
weights by logistic regression, one set for each Pulse round, held near a first guess as far as the games are few, tries them on
games left out, and writes `weights.json` with the table.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped_folder
from wc3d.bots import bot_seed, make_bot
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.win_probability import FEATURES, WEIGHTS_FILE, compute_features
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.registry import load_map

RIDGE = 60.0
"""How strongly weights are held near where they began, as so many independent looks at a game would."""

LOOKS = 4.0
"""The turns of a game follow from one another: all of them in a Pulse round count as so many independent looks."""

BEGAN = (
    (0.15, 0.06, 0.02, 0.03, 0.04, 0.004, 0.03),
    (0.30, 0.12, 0.03, 0.12, 0.11, 0.008, 0.06),
    (0.80, 0.30, 0.10, 0.20, 0.00, 0.010, 0.10),
)
"""A first guess at what each feature is worth in each Pulse round: what play does not contradict stays so.

Of the points by which 87 games were won in the end, a point ahead foretold one, a point due or coming nearly half of one, a
point for later a third, and a point of deployment cost a fortieth; a point in the end counts for more the nearer the end is.
"""

FOLDS = 5
"""The games are cut into so many parts: each is foretold by weights learnt from the others."""

Floats = NDArray[np.float64]


def plan_of(number: int) -> tuple[str, str, int]:
    """The mission, the Faction and the seed of a game."""
    missions = [entry.id for entry in NEO_MECHANIKA.setup.missions()]
    factions = ("marcher_worlds", "aeternus_continuum", "empyreans", "iron_star_alliance")
    seed, which = divmod(number, len(missions))
    return missions[which], factions[(seed + which) % len(factions)], number


def begin(number: int) -> Game:
    """A game at its first question: both sides lead the same force."""
    mission, faction, seed = plan_of(number)
    entry = NEO_MECHANIKA.mission(mission)
    force = NEO_MECHANIKA.setup.force(f"{faction}_{entry.size}", mission, seed)
    table = load_map(shipped_folder("maps") / f"{entry.board}.json")
    return NEO_MECHANIKA.new_game(GamePlan(mission, table, (force, force), seed=f"weights/{seed}"))


def played(number: int, names: tuple[str, str]) -> dict[str, Any]:
    """A game as it went: the features for player 1 as each turn begins, its Pulse round, and the result."""
    game = begin(number)
    bots = {
        p: make_bot(NEO_MECHANIKA, names[(p + number) % 2], bot_seed(f"weights/{number}", p))
        for p in (1, 2)
    }
    seen = []
    turn = 0
    while (mover := game.to_act) is not None:
        if game.state.turn > turn:
            turn = game.state.turn
            seen.append([game.state.round, *compute_features(game.state, 1).values()])
        game.apply(bots[mover].choose(game.view(mover)))
    mission, faction, _ = plan_of(number)
    return {
        "game": number,
        "mission": mission,
        "force": faction,
        "bots": names,
        "winner": game.state.winner,
        "points": [game.state.players[p].points for p in (1, 2)],
        "features": list(FEATURES),
        "turns": seen,
    }


def play(path: Path, games: int, names: tuple[str, str]) -> None:
    """Play on up to so many games, each kept as a line as soon as it is over."""
    done = (
        {json.loads(line)["game"] for line in path.read_text().splitlines()}
        if path.exists()
        else set()
    )
    for number in range(games):
        if number not in done:
            with path.open("a") as file:
                file.write(json.dumps(played(number, names)) + "\n")


def observations(games: list[dict[str, Any]]) -> tuple[Floats, Floats, Floats, Floats]:
    """The features, what came of them (1, 0.5 or 0), the Pulse round and the game of each; both players' sides of it."""
    rows = []
    results = []
    rounds = []
    numbers = []
    for index, game in enumerate(games):
        result = 0.5 if not game["winner"] else float(game["winner"] == 1)
        for round, *values in game["turns"]:
            for sign in (1.0, -1.0):
                rows.append([sign * v for v in values])
                results.append(result if sign > 0 else 1.0 - result)
                rounds.append(float(round))
                numbers.append(float(index))
    return np.array(rows), np.array(results), np.array(rounds), np.array(numbers)


def fitted(x: Floats, y: Floats, numbers: Floats, began: Floats) -> Floats:
    """The weights of a logistic regression without a constant, by Newton's method; features are brought to one scale first.

    No weight is below nothing: to have more of a thing is never bad, though in few games it may have gone with losing.
    """
    scale = np.maximum(x.std(axis=0), 1.0)
    counts = dict(zip(*np.unique(numbers, return_counts=True), strict=True))
    weight = np.array([min(1.0, LOOKS / counts[n]) for n in numbers])
    z = x / scale
    prior = began * scale
    w = prior
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-np.clip(z @ w, -30, 30)))
        gradient = z.T @ (weight * (p - y)) + RIDGE * (w - prior)
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + RIDGE * np.eye(len(w))
        free = (w > 0.0) | (
            gradient < 0.0
        )  # those at nothing stay there as long as they would go below
        step = np.zeros(len(w))
        step[free] = np.linalg.solve(curve[np.ix_(free, free)], gradient[free])
        step = np.minimum(step, w)
        w = w - step
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(w / scale, dtype=np.float64)


def score(x: Floats, y: Floats, w: Floats) -> tuple[float, float]:
    """The mean logarithmic loss (0.693 is guessing), and how often the side thought ahead won; draws left out of that."""
    p = np.clip(1.0 / (1.0 + np.exp(-np.clip(x @ w, -30, 30))), 1e-6, 1 - 1e-6)
    decided = y != 0.5
    loss = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
    return float(loss), float(
        np.mean((p[decided] > 0.5) == (y[decided] > 0.5))
    ) if decided.any() else 0.5


def fit(path: Path) -> None:
    """Learn the weights, try them on games left out, write them, and print the table."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    if any(game["features"] != list(FEATURES) for game in games):
        raise SystemExit(f"{path}: played with other features; play anew")
    x, y, rounds, numbers = observations(games)
    found = []
    tried = []
    for round in (1, 2, 3):
        here = rounds == round
        began = np.array(BEGAN[round - 1])
        outside = [(here & (numbers % FOLDS == k)) for k in range(FOLDS)]
        inside = [here & ~o for o in outside]
        scores = [
            score(x[o], y[o], fitted(x[i], y[i], numbers[i], began))
            for o, i in zip(outside, inside, strict=True)
            if o.any()
        ]
        tried.append([round, *(float(v) for v in np.mean(scores, axis=0))])
        found.append(
            {
                n: round_to(v)
                for n, v in zip(
                    FEATURES, fitted(x[here], y[here], numbers[here], began), strict=True
                )
            }
        )
    names = dict.fromkeys(bot for game in games for bot in game["bots"])
    bots = f"{' and '.join(names)} bot{'s' if len(names) > 1 else ''}"
    said = f"{len(games)} games of the {bots} ({len(y) // 2} turns, mirrored forces, all missions)"
    left_out = [{"round": r, "loss": round_to(a), "right": round_to(b)} for r, a, b in tried]
    made = {
        "games": len(games),
        "turns": len(y) // 2,
        "from": said,
        "left_out": left_out,
        "rounds": found,
    }
    WEIGHTS_FILE.write_text(json.dumps(made, indent=1) + "\n")
    show()


def show() -> None:
    """Print the weights that the package has, as a table."""
    learned = json.loads(WEIGHTS_FILE.read_text())
    print(learned["from"])
    for trial in learned["left_out"]:
        right = f"{trial['right']:.0%} of winners named right"
        print(
            f"Pulse round {trial['round']}: {right} in games left out, loss {trial['loss']:.3f} (guessing: 0.693)"
        )
    width = max(len(words) for words in FEATURES.values())
    print(f"\n{'advantage':{width}}  round 1  round 2  round 3")
    for name, words in FEATURES.items():
        print(
            f"{words:{width}}  "
            + "  ".join(f"{weights[name]:+7.2f}" for weights in learned["rounds"])
        )


def round_to(value: float) -> float:
    """Three places, and no negative zero."""
    return round(float(value), 3) + 0.0


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("play", help="let bots play")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--games", type=int, default=300)
    one.add_argument("--bots", default="regular,recruit", help="who plays, in turns on either side")
    two = commands.add_parser("fit", help="learn from games played")
    two.add_argument("games", type=Path)
    commands.add_parser("show", help="print the weights that the package has")
    given = parser.parse_args()
    if given.command == "show":
        show()
    elif given.command == "fit":
        fit(given.games)
    else:
        first, _, second = given.bots.partition(",")
        play(given.out, given.games, (first, second or first))
    return 0
