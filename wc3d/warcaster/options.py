"""What the players of Neo-Mechanika may agree on before a game. Quick to import: the command line is made of it."""
from __future__ import annotations

from wc3d.engine.options import Option

SECONDARY, MERCY = "secondary", "mercy"

OPTIONS = (
    Option(SECONDARY, "Secondary mission", "secondary missions", each=True, many=True, metavar="ID"),
    Option(MERCY, "Mercy Rule", "a player without unit and void gate in play loses (NM-SIL-01)"),
)
