"""Bots that think beside the window, and know only what their player knows."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.players import Bot, bots_of
from wc3d.progress import Progress

_SEATED: dict[tuple[str, int, str, str], Bot] = {}
"""The bots of this process: the same for a whole game."""


def _seated(rules: RuleSet, player: int, bot: str, seed: str) -> Bot:
    """The bot that plays for a player."""
    key = rules.name, player, bot, seed
    if key not in _SEATED:
        _SEATED[key] = bots_of(rules)[bot](seed)
    return _SEATED[key]


def choose(progress: Progress, player: int, bot: str, seed: str, changing: Any, *, rules: RuleSet, lasting: Any) -> Action:
    """What a bot chooses for a player, who knows the state that comes in two parts (see `RuleSet.for_sending`)."""
    state = rules.put_together(changing, lasting)
    return _seated(rules, player, bot, seed).choose(View(rules, player, state, player, rules.offers(state, player), ()))
