"""How a game that is over has ended, for tables of results."""
from __future__ import annotations

from collections.abc import Sequence

from wc3d.engine.actions import Event
from wc3d.engine.answers import Outcome
from wc3d.warcaster.events import GameEnded, UnitLeft
from wc3d.warcaster.state import State


def outcome_of(state: State, log: Sequence[Event]) -> Outcome:
    """How a game ended, by its last state and everything that happened."""
    lost = [state.owner(e.unit) for e in log if isinstance(e, UnitLeft) and e.destroyed]
    return Outcome(
        winner=state.winner or 0,
        ended=next(e.why for e in log if isinstance(e, GameEnded)),
        first=state.first,
        points=(state.players[1].points, state.players[2].points),
        lost=(lost.count(1), lost.count(2)),
        rounds=state.round,
    )
