"""A made-up game, as a package of its own would bring it: here is what the registry is told, and what is quick to import."""

from __future__ import annotations

from wc3d.engine.options import GameOption
from wc3d.registry import GameEntry

OPTIONS = (
    GameOption("rounds", "Rounds", "how many rounds are played", (("10", "Ten"), ("5", "Five"))),
)

GAME = GameEntry(
    "discs",
    "discs",
    "Discs",
    rules="tests.made_up.discs_shown:DISCS",
    space="tests.made_up.discs:SPACE",
    options="tests.made_up:OPTIONS",
)
