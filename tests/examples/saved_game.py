"""Saves a game, loads it, undoes and goes on: saved_game.py GAME.jsonl."""

from __future__ import annotations

import sys
from pathlib import Path

import wc3d
from wc3d.bots import make_bot, play_out
from wc3d.games.neo_mechanika import new_game, sample_force


def started() -> wc3d.Game:
    """Return a game of two bots that has begun."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    game = new_game(wc3d.board("crossroads"), forces, "boiling_point", seed=7)
    play_out(game, {player: make_bot(game.rules, "random", player) for player in (1, 2)}, limit=30)
    return game


def main() -> None:
    """Play, save and load, and show that the loaded game is the same one."""
    path = Path(sys.argv[1])
    game = wc3d.load_game(path) if path.exists() else started()
    wc3d.save_game(game, path)
    again = wc3d.load_game(path)
    print(again)
    print("same state:", again.digest() == game.digest())
    count = again.undoable()
    if count:
        again.undo(count)
        again.redo(count)
    print(f"{count} actions undone and repeated, same state:", again.digest() == game.digest())


if __name__ == "__main__":
    main()
