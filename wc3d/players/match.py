"""The bots of a game by name, and playing a game to its end with players of any kind."""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Protocol

from wc3d.engine.actions import Action
from wc3d.engine.game import Game, View
from wc3d.engine.ruleset import RuleSet
from wc3d.games import load


class Bot(Protocol):
    """Whoever answers the game's questions."""

    def choose(self, view: View) -> Action:
        """The action the player asks for, given what the player knows."""


def bots_of(rules: RuleSet) -> dict[str, Callable[[int | str], Bot]]:
    """The bots that can play by these rules, the strongest first: each one's name, and how it is made from a seed."""
    return {name: load(place) for name, place in rules.bots.items()}


def bot_seed(seed: int | str, player: int) -> str:
    """The seed of a player's bot in a game of that seed: the same each time, and it tells nothing of the game's dice."""
    return hashlib.sha256(f"the bot of player {player}/{seed}".encode()).hexdigest()


LIMIT = 20_000
"""Actions after which a game is given up as endless."""


def play_out(game: Game, players: Mapping[int, Bot], limit: int = LIMIT) -> int:
    """Play on until the game is over or `limit` actions were done: how many were done."""
    done = 0
    while done < limit:
        mover = game.to_act
        if mover is None:
            break
        game.apply(players[mover].choose(game.view(mover)))
        done += 1
    return done
