"""Bots that think beside the window, and know only what their player knows."""
from __future__ import annotations

from dataclasses import replace
from functools import cache

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.players import BOTS, Player
from wc3d.progress import Progress
from wc3d.warcaster.rules import NeoMechanika
from wc3d.warcaster.setup import Setup
from wc3d.warcaster.state import State

RULES = NeoMechanika()


@cache
def _seated(player: int, bot: str, seed: str) -> Player:
    """The bot that plays for a player: the same for a whole game."""
    return BOTS[bot](seed)


def choose(progress: Progress, player: int, bot: str, seed: str, bare: State, setup: Setup) -> Action:
    """What a bot chooses for a player, who knows this state (it comes without the game's setup)."""
    state = replace(bare, setup=setup)
    return _seated(player, bot, seed).choose(View(player, state, player, RULES.offers(state, player), ()))
