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
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.engine.ruleset import RuleSet


@dataclass(frozen=True)
class GameEntry:
    """Where a game's parts lie, each as "module:name". `id` is what the command line and rooms call it, `name` what files do."""

    id: str
    name: str
    title: str
    rules: str
    options: str = ""
    """What a new game asks for besides (a tuple of `Option`), in a module that is quick to import."""
    interaction: str = ""
    """How it is played by hand, where that is the game's own (a `wc3d.view.interaction.own.OwnInteraction`; no graphics)."""
    window: str = ""
    """What the window shows that is the game's own (a `wc3d.view.game.own_window.OwnWindow`)."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Its own commands of the command line: the module of each."""


NEO_MECHANIKA = GameEntry(
    "neo_mechanika",
    "neo-mechanika",
    "Warcaster: Neo-Mechanika",
    rules="wc3d.warcaster.shim:NEO_MECHANIKA",
    interaction="wc3d.view.neo_mechanika.interaction:NeoMechanikaInteraction",
    window="wc3d.view.neo_mechanika.window:NeoMechanikaWindow",
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


def own_interaction(rules: RuleSet) -> Any:
    """The class that a game brings for playing it by hand; None if it has none, or is not registered."""
    return _part(rules, "interaction")


def own_window(rules: RuleSet) -> Any:
    """The class of what the window shows of a game besides; None if there is none."""
    return _part(rules, "window")


def _part(rules: RuleSet, part: str) -> Any:
    place = next((getattr(entry, part) for entry in GAMES.values() if entry.name == rules.name), "")
    return load(place) if place else None


@cache
def load(place: str) -> Any:
    """What lies at "module:name"."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
