"""Whole games of WARMACHINE between players of any kind."""

from __future__ import annotations

from tests.shipped_boards import shipped_board
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.ruleset import WARMACHINE

BOXES = ("anvil_and_hound", "mortar_and_spitter")
"""The two battlegroups that come with the program."""


def new_battle(seed: int, forces: tuple[str, str] = BOXES) -> Game:
    """A game on the usual board, at its first question."""
    table = shipped_board("salt-flats", "warmachine")
    one, two = (WARMACHINE.setup.force(named, "battle", seed) for named in forces)
    return WARMACHINE.new_game(GamePlan("battle", table, (one, two), ("Anna", "Ben"), seed))
