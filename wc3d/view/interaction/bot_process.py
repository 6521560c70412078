"""Bots that think beside the window, and know only what their player knows."""
from __future__ import annotations

from functools import cache
from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.players import BOTS, Player
from wc3d.progress import Progress


@cache
def _seated(player: int, bot: str, seed: str) -> Player:
    """The bot that plays for a player: the same for a whole game."""
    return BOTS[bot](seed)


def choose(progress: Progress, player: int, bot: str, seed: str, changing: Any, *, rules: RuleSet, lasting: Any) -> Action:
    """What a bot chooses for a player, who knows the state that comes in two parts (see `RuleSet.for_sending`)."""
    state = rules.put_together(changing, lasting)
    return _seated(player, bot, seed).choose(View(player, state, player, rules.offers(state, player), ()))
