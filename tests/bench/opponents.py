"""Play a bot against simple plans, mirrored and sequential: stop when the interval decides.

    python -m tests.bench.opponents regular tests.games.neo_mechanika.bots.simple_plan:SimplePlan
    python -m tests.bench.opponents regular PLAN --share 0.6 --most 60 --missions boiling_point

Each pair of games has the same force on both sides, the same dice, and sides changed. The match
stops when the interval of the bot's share of wins (a draw counts half) excludes `--share`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.bots.ladder import LadderPairing, play_ladder_game, schedule_games
from wc3d.registry import rules_of

Z_SCORE_98 = 2.33
"""Standard deviations on each side of an interval: wide, because the match looks at it often."""

FEWEST_GAMES = 8
"""The number of games before the first look at the interval."""


def share_interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of a share of `games` games."""
    z = Z_SCORE_98
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + (z / games / 2) ** 2)
    return middle - half, middle + half


def decides(scores: Sequence[float], threshold: float) -> bool:
    """Return whether the interval of the mean score excludes the threshold, after whole pairs."""
    if len(scores) < FEWEST_GAMES or len(scores) % 2:
        return False
    low, high = share_interval(sum(scores) / len(scores), len(scores))
    return not low <= threshold <= high


def play_match(options: argparse.Namespace) -> None:
    """Play games until the interval decides, and print each."""
    rules = rules_of(options.game)
    missions = options.missions or [entry.id for entry in rules.setup.missions()]
    scores = list[float]()
    points = [0, 0]
    schedule = schedule_games(rules, missions, options.maps, options.first + options.most)
    for mission, board, force, number in schedule:
        if number < options.first:
            continue
        began = time.process_time()
        game = play_ladder_game(
            LadderPairing(
                options.game,
                (options.bot, options.plan),
                mission,
                board,
                force,
                options.seed,
                number,
            )
        )
        scores.append(game.score)
        points = [a + b for a, b in zip(points, game.points, strict=True)]
        low, high = share_interval(sum(scores) / len(scores), len(scores))
        print(
            f"{number:3} {mission:22} {force:32} {game.points[0]:3}-{game.points[1]:<3}",
            f"{scores.count(1.0)}-{scores.count(0.5)}-{scores.count(0.0)}",
            f"wins {low:.0%} to {high:.0%}, points {points[0] / max(1, sum(points)):.0%}",
            f"{time.process_time() - began:.0f} s",
            flush=True,
        )
        if options.share <= 1 and decides(scores, options.share):
            break


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bot")
    parser.add_argument("plan")
    parser.add_argument("--game", default="neo_mechanika")
    parser.add_argument("--missions", nargs="+")
    parser.add_argument("--maps", nargs="+", default=())
    parser.add_argument("--share", type=float, default=0.5, help="the share that decides")
    parser.add_argument("--most", type=int, default=60, help="the most games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="plans")
    freeze_gc()
    play_match(parser.parse_args())


if __name__ == "__main__":
    main()
