"""What the players of WARMACHINE may agree on before a game. Quick to import: the command line is made of it."""
from __future__ import annotations

from wc3d.engine.options import SWITCHES_HELP, Option
from wc3d.games.warmachine.rules.editions import BOTH, MK3_WARCASTER, PRIME_REFERENCE, QUICK_START

EDITION, SWITCHES, ROUNDS = "edition", "switches", "rounds"

OPTIONS = (
    Option(
        EDITION, "Edition", "the rule documents that the game uses",
        ((QUICK_START, "Quick Start"), (PRIME_REFERENCE, "Prime reference sheet"), (MK3_WARCASTER, "Mk III warcasters"),
         (BOTH, "Prime and Mk III")),
        default=QUICK_START,
    ),
    Option(SWITCHES, "Switches", SWITCHES_HELP, many=True, metavar="KEY=VALUE"),
    Option(
        ROUNDS, "Rounds", "the number of rounds after which the game is a draw (no limit; 30 if only bots play)",
        (("5", "Five"), ("7", "Seven"), ("10", "Ten"), ("30", "Thirty")), between_bots="30",
    ),
)  # fmt: skip
