"""The options of a game of Neo-Mechanika. The command line needs this module to import quickly."""

from __future__ import annotations

from wc3d.engine.options import SWITCHES_HELP, GameOption

SECONDARY = "secondary"
SECONDARIES = "secondaries"
MERCY = "mercy"
REACTIONS = "reactions"
EDGES = "edges"
SWITCHES_OPTION = "switches"

OPTIONS = (
    GameOption(
        SECONDARY,
        "Secondary mission",
        "secondary missions",
        is_per_player=True,
        allows_many=True,
        metavar="ID",
        count_option=SECONDARIES,
    ),
    GameOption(
        SECONDARIES,
        "Secondary missions per player",
        "the number of secondary missions for each player (NM-SIL-138; default: 1)",
        tuple((str(number), f"up to {number}" if number else "none") for number in range(6)),
        default="1",
    ),
    GameOption(
        MERCY, "Mercy Rule", "a player with no unit and no void gate in play loses (NM-SIL-01)"
    ),
    GameOption(
        REACTIONS,
        "Reactions after passing",
        "after a pass, ask again if the opponent uses an ability (NM-SIL-151)",
    ),
    GameOption(
        EDGES,
        "Walks along edges",
        "a model may walk with part of its base over an edge (NM-SIL-154)",
    ),
    GameOption(
        SWITCHES_OPTION,
        "Other readings of rules",
        SWITCHES_HELP,
        allows_many=True,
        metavar="KEY=VALUE",
    ),
)
