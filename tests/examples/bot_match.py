"""Plays several games of two bots, and counts who wins: bot_match.py [GAMES [BOT [OTHER BOT]]]."""

from __future__ import annotations

import sys
from collections import Counter

import wc3d
from wc3d.bots import make_bot, play_out
from wc3d.games.neo_mechanika import new_game, sample_force


def play(seed: int, bots: dict[int, str]) -> wc3d.Game:
    """Return a finished game. The same seed plays the same game."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    game = new_game(wc3d.board("crossroads"), forces, "boiling_point", seed=seed)
    players = {
        player: make_bot(game.rules, name, f"{seed}/{player}") for player, name in bots.items()
    }
    play_out(game, players)
    return game


def main() -> None:
    """Play the games, swapping sides after each, and print the result."""
    words = sys.argv[1:]
    games = int(words[0]) if words else 4
    names = [*words[1:3], "random", "random"][:2]
    wins: Counter[str] = Counter()
    for seed in range(games):
        first, second = (0, 1) if seed % 2 == 0 else (1, 0)
        game = play(seed, {1: names[first], 2: names[second]})
        winner = game.rules.setup.outcome(game).winner
        entrant = {1: first, 2: second}.get(winner)
        wins["draw" if entrant is None else f"{names[entrant]} ({entrant + 1})"] += 1
        print(f"game {seed + 1}: {game.rules.text.describe_ending(game.state)}")
    print(", ".join(f"{name}: {count}" for name, count in wins.most_common()))


if __name__ == "__main__":
    main()
