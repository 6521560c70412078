"""The options of a game of WARMACHINE, for the command line. The module imports little."""

from __future__ import annotations

from wc3d.engine.options import SWITCHES_HELP, GameOption
from wc3d.games.warmachine.rules.editions import (
    BOTH_COLUMNS,
    MK3_WARCASTER,
    PRIME_REFERENCE,
    QUICK_START,
)

EDITION = "edition"
SWITCHES = "switches"
ROUNDS = "rounds"

OPTIONS = (
    GameOption(
        EDITION,
        "Edition",
        "the rule documents that the game uses",
        (
            (QUICK_START, "Quick Start"),
            (PRIME_REFERENCE, "Prime reference sheet"),
            (MK3_WARCASTER, "Mk III warcasters"),
            (BOTH_COLUMNS, "Prime and Mk III"),
        ),
        default=QUICK_START,
    ),
    GameOption(
        SWITCHES,
        "Other readings of rules",
        SWITCHES_HELP,
        allows_many=True,
        metavar="KEY=VALUE",
    ),
    GameOption(
        ROUNDS,
        "Rounds",
        "the number of rounds after which the game is a draw (default: no limit, or 30 if only bots play)",
        (("5", "Five"), ("7", "Seven"), ("10", "Ten"), ("30", "Thirty")),
        bot_default="30",
    ),
)
