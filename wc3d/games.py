"""The games that can be played: the one place that names them and their rooms. Nothing is imported before it is needed.

A game is a rules set (`wc3d.engine.ruleset.RuleSet`) and, where the general screens and commands do not suffice, rooms of its
own: what its window shows besides, and its own commands. Another game adds an entry to `GAMES` (or calls `register`, as a test
does).
"""
from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.engine.ruleset import RuleSet
    from wc3d.table.space_policy import SpacePolicy
    from wc3d.table.table import Table


@dataclass(frozen=True)
class GameEntry:
    """Where a game's parts lie, each as "module:name". `id` is what the command line and rooms call it, `name` what files do."""

    id: str
    name: str
    title: str
    rules: str
    space: str
    """What it says about space (`wc3d.table.space_policy.SpacePolicy`), in a module that is quick to import."""
    options: str = ""
    """What a new game asks for besides (a tuple of `Option`), in a module that is quick to import."""
    window: str = ""
    """What the window shows that is the game's own (`wc3d.view.game.own.OwnWindow`)."""
    judge_book: str = ""
    """What its book gives the judge (`wc3d.judge.judge_book.JudgeBook`), in a module that is quick to import."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Its own commands of the command line: the module of each."""


NEO_MECHANIKA = GameEntry(
    "neo_mechanika",
    "neo-mechanika",
    "Warcaster: Neo-Mechanika",
    rules="wc3d.warcaster.rules:NEO_MECHANIKA",
    space="wc3d.warcaster.space:NEO_MECHANIKA",
    judge_book="wc3d.warcaster.book.judge_book:JUDGE_BOOK",
    commands={
        "card": "wc3d.app.neo_mechanika.card",
        "force": "wc3d.app.neo_mechanika.force",
        "odds": "wc3d.app.neo_mechanika.odds",
    },
)

GAMES: dict[str, GameEntry] = {NEO_MECHANIKA.id: NEO_MECHANIKA}
"""Every game by its id. The first is the one that is meant where none is named."""


def register(entry: GameEntry) -> None:
    """Add a game."""
    GAMES[entry.id] = entry


def game_entry(id: str = "") -> GameEntry:
    """A game by its id or by the name files give it; the first if none is named. Raises InputError."""
    if not id:
        return next(iter(GAMES.values()))
    for entry in GAMES.values():
        if id in (entry.id, entry.name):
            return entry
    raise InputError(f"unknown game {id!r}; expected one of {', '.join(GAMES)}")


def rules_of(id: str = "") -> RuleSet:
    """A game's rules set. Raises InputError for a game that is not known."""
    rules: RuleSet = load(game_entry(id).rules)
    return rules


def space_of(id: str = "") -> SpacePolicy:
    """What a game says about space. Raises InputError for a game that is not known."""
    policy: SpacePolicy = load(game_entry(id).space)
    return policy


def load_map(path: str | Path, game: str = "") -> Table:
    """The table of a map file, for a game. Raises MapError, which lists every fault with its place."""
    from wc3d.table.maps import map_file

    return map_file.load_map(path, space_of(game))


def table_from_map(data: Any, where: str = "map", folder: Path | None = None, game: str = "") -> Table:
    """The table of a map given as an object, for a game. `folder` is where its mesh files lie. Raises MapError as load_map."""
    from wc3d.table.maps import map_file

    return map_file.table_from_map(data, space_of(game), where, folder)


@cache
def load(place: str) -> Any:
    """What lies at "module:name"."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
