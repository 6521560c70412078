"""Let two bots play skirmishes against each other, each game twice with their sides changed.

`python scripts/play_skirmishes.py veteran@400 veteran@10 --games 40 --out games.jsonl` writes a line
for each game, as `wc3d ladder --out` does, and prints the score so far. A game with a number is
always the same game: `--first 40` goes on after the first 40.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from training_kit.skirmishes import play_skirmish

from wc3d.cli.simulate.win_rate_table import wilson_interval
from wc3d.errors import InputError


def main() -> None:
    """Play the games."""
    reader = argparse.ArgumentParser(description="Let two bots play skirmishes.")
    reader.add_argument("bots", nargs=2, metavar="BOT", help="a bot, such as veteran@100")
    reader.add_argument("--games", type=int, default=20, help="how many (default: 20)")
    reader.add_argument("--first", type=int, default=0, help="the first game's number (default: 0)")
    reader.add_argument("--out", type=Path, help="a file to which a line is added for each game")
    options = reader.parse_args()
    scores = []
    for number in range(options.first, options.first + options.games):
        try:
            score = play_skirmish(options.bots, number)
        except InputError as error:
            reader.error(str(error))
        scores.append(score)
        if options.out is not None:
            line = {"game": number, "bots": options.bots, "score": score}
            with options.out.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(line)}\n")
        share = sum(scores) / len(scores)
        low, high = wilson_interval(share, len(scores))
        print(f"{len(scores)} games: {share:.0%}, 95%: {low:.0%} to {high:.0%}", flush=True)


if __name__ == "__main__":
    main()
