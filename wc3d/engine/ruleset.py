"""The interface of a game: everything needed to play, show, describe, search and save it.

Features unique to a game are in its own packages (`wc3d.registry`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from wc3d._internal.plugins import load_object
from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.guard_rules import guard_part
from wc3d.engine.rule_parts import (
    DisplayRules,
    PlayRules,
    QueryRules,
    SearchRules,
    SetupRules,
    TextRules,
)
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.errors import InputError

COMMON_BOTS: Mapping[str, str] = MappingProxyType(
    {
        "careful": "wc3d.bots.one_ply:CarefulPlayer",
        "random": "wc3d.bots.random_player:RandomPlayer",
    }
)
"""The bots that play any game."""

PARTS = ("setup", "play", "text", "display", "queries", "search")
"""The names of the parts of a rules set."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """The rules of a game, in six parts: the interface for the engine, screens, bots and files.

    A state is the game's own frozen value, and a part holds functions. `wc3d.engine.rule_parts`
    describes each function. A game must write these:

    - `setup`: `missions`, `prepare_game`, `restore_game` and `outcome`
    - `play`: `steps`, `check`, `decide`, `offers`, `digest` and `read_action`
    - `text`: `teller`, `describe` and `headline`
    - `display`: `happening`, `roster` and `turn_bar`
    - `queries`: `table` and `owner`

    The others, and all of `search`, have a default. `tests/made_up` is a game in two modules.

    >>> rules = wc3d.games.rules_of("neo-mechanika")
    >>> rules.title, rules.setup.missions()[0].id
    ('Warcaster: Neo-Mechanika', 'boiling_point')
    """

    name: str
    """The name of the game in files."""
    title: str
    """The name of the game for people."""
    place: str
    """The place of this value, as "module:name". Other processes import it from there."""
    setup: SetupRules
    play: PlayRules
    text: TextRules
    display: DisplayRules
    queries: QueryRules
    search: SearchRules = field(default_factory=SearchRules)
    bots: Mapping[str, str] = field(default_factory=lambda: COMMON_BOTS)
    """The bots: each name with "module:Class", the default first. Games do not import bots."""
    hint_bot: str = ""
    """The bot that knows the win chance, as "module:name" of an `Adviser`; "" for none."""
    former_bots: Mapping[str, str] = field(default_factory=dict)
    """Names of bots in older saved games, and the bots that replace them."""
    bot_ratings: Mapping[str, int] = field(default_factory=dict)
    """The measured strength of bots in Elo. A bot of a strength between them can be asked for."""

    def __post_init__(self) -> None:
        if str(self.place).partition(".")[0] != "wc3d":
            for name in PARTS:
                object.__setattr__(self, name, guard_part(getattr(self, name), name))

    def __reduce__(self) -> tuple[Any, ...]:
        return load_object, (self.place,)

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        """Return a new game, by default with dice of the plan's seed. Raises InputError."""
        return Game(self, *self.setup.prepare_game(plan, dice))

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        """Return the game of a saved setup, with these dice for its opening. Raises InputError."""
        return Game(self, *self.setup.restore_game(setup, dice))

    def mission(self, id: str) -> MissionEntry:
        """Return a mission by its id. Raises InputError with similar ids."""
        missions = {entry.id: entry for entry in self.setup.missions()}
        if id in missions:
            return missions[id]
        if self.setup.custom_mission is not None:
            return self.setup.custom_mission(id)
        raise InputError(
            f"unknown mission {id!r}"
            + (suggest_similar(id, missions) or f"; expected one of {', '.join(missions)}")
        )

    def default_mission(self, size: str = "") -> MissionEntry:
        """Return the default mission of a size, or of the first size."""
        missions = self.setup.missions()
        entries = [entry for entry in missions if entry.size == size] or missions
        return next((entry for entry in entries if entry.is_default), entries[0])
