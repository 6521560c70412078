"""Many random games of WARMACHINE: `python scripts/random_games.py [--games 1000] [--first 0] [--save FILE] [--baseline FILE]`.

Every edition, every shipped board that is large enough, every pair of battlegroups in turn. After every action all must be as it
must be; a saved game is loaded again and is the same.
`--save` writes each game's hash, `--baseline` compares with those. `--armies`: battles with units, in the same editions.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from tests.games.warmachine.rules.games.invariants import faults, story_faults
from tests.shipped_boards import shipped_board
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.rules.editions import (
    BOTH_COLUMNS,
    MK3_WARCASTER,
    PRIME_REFERENCE,
    QUICK_START,
)
from wc3d.games.warmachine.rules.forces import SAMPLE_ARMIES, SAMPLE_BATTLEGROUPS, load_legal_force
from wc3d.games.warmachine.ruleset import WARMACHINE

EDITIONS = (QUICK_START, PRIME_REFERENCE, MK3_WARCASTER, BOTH_COLUMNS)
BOARDS = ("salt-flats", "container-yard", "old-quarter", "ravine", "terraced-woods")
ROUNDS, MOST = 10, 4000
"""Rounds after which a game is a draw, and actions after which it is given up."""


def planned(number: int, armies: bool = False) -> GamePlan:
    """The game of a number: neighbors differ in edition, then in board, then in battlegroups, or in armies."""
    pairs = list(combinations_with_replacement(SAMPLE_ARMIES if armies else SAMPLE_BATTLEGROUPS, 2))
    edition = EDITIONS[number % 4]
    board = BOARDS[number // 4 % 5]
    one, two = (load_legal_force(name, number) for name in pairs[number // 20 % len(pairs)])
    options = {"edition": edition, "rounds": str(ROUNDS)}
    return GamePlan(
        "armies" if armies else "battle",
        shipped_board(board, "warmachine"),
        (one, two),
        ("Anna", "Ben"),
        number,
        options,
    )


def played(number: int, armies: bool = False) -> tuple[Game, list[str]]:
    """A random game to its end, and what was not as it must be on the way."""
    game = WARMACHINE.new_game(planned(number, armies))
    found = list[str]()
    players = {player: RandomPlayer(f"{number}/{player}") for player in (1, 2)}
    while game.to_act is not None and len(game.turns) < MOST and not found:
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
        found += [
            f"after action {len(game.turns)} ({game.turns[-1].action!r}): {fault}"
            for fault in faults(game.state)
        ]
    return game, found + ([] if game.over else ["no end"]) * (not found) + story_faults(game)


def saved_again(game: Game) -> list[str]:
    """What is lost when the game is saved and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        save(game, path)
        again = load(path, WARMACHINE.rebuild)
    return (
        []
        if again.digest() == game.digest() and again.log == game.log
        else ["a saved game is another game"]
    )


def outcome_of(number: int, armies: bool = False) -> tuple[str, str, int, list[str]]:
    """One game: its hash, how it ended, how many actions it took, and what was not as it must be."""
    try:
        game, found = played(number, armies)
        found += saved_again(game)
    except Exception as error:  # one that breaks is told of, and the next is played
        return "", "broken", 0, [f"{type(error).__name__}: {error}"]
    return (
        game.digest(),
        WARMACHINE.setup.outcome(game).ended if game.over else "no end",
        len(game.turns),
        found,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Play them, and tell what broke; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--armies", action="store_true")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--baseline", type=Path)
    asked = parser.parse_args(argv)
    rows = (
        map(json.loads, asked.baseline.read_text(encoding="utf-8").splitlines())
        if asked.baseline
        else ()
    )
    before = {row["game"]: row["state"] for row in rows}
    broken = 0
    ended = Counter[str]()
    began = time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        digest, why, actions, found = outcome_of(number, asked.armies)
        found += ["another hash than before"] * (before.get(number, digest) != digest)
        ended[why] += 1
        broken += bool(found)
        for fault in found[:3]:
            print(f"game {number}: {fault}", flush=True)
        if asked.save:
            with asked.save.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"game": number, "state": digest, "actions": actions}) + "\n")
    spent = time.process_time() - began
    print(
        f"{asked.games} games, {broken} of them broken, {spent / asked.games:.2f} s each (played, looked at, saved, loaded)"
    )
    print("\n".join(f"  {count:5} {why}" for why, count in ended.most_common()))
    return int(broken > 0)
