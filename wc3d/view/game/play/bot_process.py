"""Bots that think beside the window, and know only what their player knows."""
from __future__ import annotations

from dataclasses import replace
from functools import cache

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.players import Player, bots_of
from wc3d.progress import Progress
from wc3d.warcaster.rules import NEO_MECHANIKA
from wc3d.warcaster.setup import Setup
from wc3d.warcaster.state import State


@cache
def _seated(player: int, bot: str, seed: str) -> Player:
    """The bot that plays for a player: the same for a whole game."""
    return bots_of(NEO_MECHANIKA)[bot](seed)


def choose(progress: Progress, player: int, bot: str, seed: str, bare: State, setup: Setup) -> Action:
    """What a bot chooses for a player, who knows this state (it comes without the game's setup)."""
    state = replace(bare, setup=setup)
    return _seated(player, bot, seed).choose(View(NEO_MECHANIKA, player, state, player, NEO_MECHANIKA.offers(state, player), ()))
