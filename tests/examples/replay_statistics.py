"""Counts what happened in saved games: replay_statistics.py GAME.jsonl ..."""

from __future__ import annotations

import sys
from collections import Counter

import wc3d


def statistics(game: wc3d.Game) -> dict[str, float]:
    """Return the numbers of a game."""
    actions = Counter(turn.action.type for turn in game.turns)
    dice = [face for turn in game.turns for roll in turn.drawn.rolls for face in roll]
    return {
        "actions": len(game.turns),
        "attacks": actions["attack"],
        "moves": actions["advance"],
        "events": len(game.events()),
        "dice rolled": len(dice),
        "mean of a die": sum(dice) / len(dice) if dice else 0.0,
    }


def main() -> int:
    """Print a line for each number, with a column for each game. Return 2 for an unusable file."""
    try:
        games = [wc3d.load_game(name) for name in sys.argv[1:]]
    except wc3d.InputError as error:
        print(error, file=sys.stderr)
        return 2
    columns = [statistics(game) for game in games]
    for name in columns[0] if columns else ():
        print(f"{name:<16}" + "".join(f"{column[name]:>12.4g}" for column in columns))
    for number, game in enumerate(games, 1):
        print(f"{number}: {game.rules.text.describe_moment(game.state)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
