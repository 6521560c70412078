"""Draw how the strength of a bot grows with its budget.

`wc3d ladder --bots veteran@25 regular --out games.jsonl` and the same with other budgets writes the
games; `python scripts/plot_strength.py games.jsonl OUT.png` draws the score of each budget. With
`--against veteran@10` it draws the other budgets of a bot against that one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from training_kit.score_chart import draw_score_chart


def read_scores(path: Path, against: str = "") -> tuple[dict[int, list[float]], set[str]]:
    """Return the scores of the games by budget, and the names of the other bots.

    Games without exactly one bot that has a budget are left out; `against` does not count as one.
    """
    scores = defaultdict(list)
    rivals = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        if against and against not in game["bots"]:
            continue
        budgets = ["" if name == against else name.partition("@")[2] for name in game["bots"]]
        if sum(budget != "" for budget in budgets) == 1:
            first = budgets[0] != ""
            scores[int(budgets[0] or budgets[1])].append(
                game["score"] if first else 1.0 - game["score"]
            )
            rivals.add(game["bots"][1 if first else 0])
    return dict(sorted(scores.items())), rivals


def main() -> None:
    """Draw the chart."""
    reader = argparse.ArgumentParser(description="Draw the strength of a bot by its budget.")
    reader.add_argument(
        "games", type=Path, help="a file that wc3d ladder or play_skirmishes.py wrote"
    )
    reader.add_argument("out", type=Path, help="the picture")
    reader.add_argument("--against", default="", help="count only games against this bot")
    options = reader.parse_args()
    scores, rivals = read_scores(options.games, options.against)
    if not scores:
        sys.exit(f"{options.games}: no games of a bot with a budget, such as veteran@100")
    rows = [
        (math.log2(2.0 * budget / min(scores)), str(budget), sum(parts) / len(parts), len(parts))
        for budget, parts in scores.items()
    ]
    title = f"Score against {' and '.join(sorted(rivals))}"
    draw_score_chart(rows, title, "simulated turns for a turn", options.out)
    for _, budget, score, games in rows:
        print(f"{budget} turns: {score:.0%} of {games} games")


if __name__ == "__main__":
    main()
