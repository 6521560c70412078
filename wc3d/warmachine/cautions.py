"""What the players should know before a game that is not played quite as its edition has it."""
from __future__ import annotations

from wc3d.warmachine.saved_setup import left_out
from wc3d.warmachine.state import State


def cautions(state: State) -> tuple[str, ...]:
    """That switches of its edition stand as in the Quick Start game, for games are not played with them otherwise here."""
    keys = left_out(state.edition)
    if not keys:
        return ()
    rulings = "wc3d rulings --game warmachine says what they are"
    return (f"{state.edition.name} is played here without {', '.join(keys)} ({rulings})",)
