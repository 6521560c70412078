"""The bots of a game by name, and playing a game to its end with players of any kind."""
from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Protocol

from wc3d.engine.actions import Action
from wc3d.engine.game import Game, View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.games import load
from wc3d.spelling import near


class Bot(Protocol):
    """Whoever answers the game's questions."""

    def choose(self, view: View) -> Action:
        """The action the player asks for, given what the player knows."""


GROUP = "wc3d.bots"
"""The group of entry points by which installed packages name their bots: `mine = my_package.bots:Mine`."""


@cache
def registered_bots() -> Mapping[str, str]:
    """The bots of installed packages: the name of each, and its "module:Class"."""
    from importlib.metadata import entry_points  # takes as long as all the rest

    return {point.name: point.value for point in entry_points(group=GROUP)}


def bot_names(rules: RuleSet) -> list[str]:
    """The names of the bots there are: those of the game, the strongest first, then those of installed packages."""
    return list(dict.fromkeys((*rules.bots, *registered_bots())))


def present_name(rules: RuleSet, name: str) -> str:
    """The name by which a bot goes today, whom an older saved game may name otherwise."""
    return rules.former_bots.get(name, name)


def bots_of(rules: RuleSet) -> dict[str, Callable[[int | str], Bot]]:
    """The bots that can play by these rules, the strongest first: each one's name, and how it is made from a seed."""
    return {name: load(rules.bots[name]) if name in rules.bots else partial(make_bot, rules, name) for name in bot_names(rules)}


def known_bot(rules: RuleSet, name: str) -> str:
    """A bot's name, or that of the strongest there is; a bot of one's own is "module:Class". Raises InputError.

    A module is imported only here and in `make_bot`: of a name that comes out of a file, look first whether it is in `bot_names`.
    """
    names, name = bot_names(rules), present_name(rules, name)
    if ":" in name and name not in names:
        _find(name)
    elif name and name not in names:
        raise InputError(f"unknown bot {name!r}; expected one of {', '.join(names)}, or module:Class{near(name, names)}")
    return name or names[0]


def make_bot(rules: RuleSet, name: str, seed: int | str) -> Bot:
    """The bot of that name, or of that "module:Class", made from a seed. Raises InputError if there is none."""
    name = known_bot(rules, name)
    place = rules.bots.get(name) or registered_bots().get(name) or name
    made = _find(place)(seed)
    if not callable(getattr(made, "choose", None)):
        raise InputError(f"bot {place}: expected a class with a method choose(view)")
    bot: Bot = made
    return bot


def _find(place: str) -> Callable[[int | str], Any]:
    """What lies at "module:Class", the current folder among the places looked at. Raises InputError."""
    name, _, attribute = place.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = importlib.import_module(name)
    except (ModuleNotFoundError, ValueError, TypeError) as error:
        if isinstance(error, ModuleNotFoundError) and not f"{name}.".startswith(f"{error.name}."):
            raise
        raise InputError(f"bot {place}: there is no module {name!r} here or among the installed ones") from None
    if not callable(found := getattr(module, attribute, None)):
        raise InputError(f"bot {place}: {name} has no class {attribute!r}{near(attribute, vars(module))}")
    made: Callable[[int | str], Any] = found
    return made


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
