"""Arc: limits, gain and loss, and the collapse of empty void gates (p. 27, 40)."""

from __future__ import annotations

from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause, GateDestroyed
from wc3d.games.neo_mechanika.rules.book.rulings import (
    MAX_GATE_ARC,
    MAX_SOLO_ARC,
    MAX_SQUAD_ARC,
    MAX_WARJACK_ARC,
)
from wc3d.games.neo_mechanika.rules.events import Charged, Cleared, GateCollapsed
from wc3d.games.neo_mechanika.rules.state import State

ARC_LIMITS = {"warjack": MAX_WARJACK_ARC, "solo": MAX_SOLO_ARC, "squad": MAX_SQUAD_ARC}
"""The most Arc on each kind of unit (NM-ARC-07)."""


def arc_holders(state: State, player: int) -> tuple[str, ...]:
    """Return the ids of a player's units and void gates in play (NM-ARC-01)."""
    return (*(u.id for u in state.units_in_play(player)), *(g.id for g in state.gates_of(player)))


def arc_limit(state: State, id: str) -> int:
    """Return the most Arc that a unit or void gate may hold (NM-ARC-07)."""
    return MAX_GATE_ARC if id in state.gates else ARC_LIMITS[state.setup.card_of(id).kind]


def free_arc_capacity(state: State, id: str) -> int:
    """Return the additional Arc that a unit or void gate may hold (NM-ARC-07)."""
    return max(0, arc_limit(state, id) - state.arc_on(id))


def gain_arc(r: Resolution, id: str, arc: int, reason: str) -> int:
    """Charge a holder as far as its limit and the well allow (NM-SIL-44); return the amount."""
    amount = min(arc, free_arc_capacity(r.state, id), r.state.players[r.state.owner(id)].well)
    if amount > 0:
        r.emit(Charged(id, amount, reason))
    return max(0, amount)


def clear_arc(r: Resolution, id: str, arc: int, reason: str, cause: Cause | None = None) -> int:
    """Clear up to `arc` Arc and return the amount; an empty gate collapses (NM-GAT-10)."""
    amount = min(arc, r.state.arc_on(id))
    if amount > 0:
        r.emit(Cleared(id, amount, reason))
        if id in r.state.gates and not r.state.gates[id].arc:
            collapse_gate(r, id, cause)
    return max(0, amount)


def collapse_gate(r: Resolution, gate: str, cause: Cause | None = None) -> None:
    """Remove a void gate from play (NM-GAT-10). `cause`: another player's doing (NM-SIL-140)."""
    r.emit(GateCollapsed(gate, cause.player if cause else 0))
    if cause:
        r.notify(GateDestroyed(gate=gate, cause=cause))


def collapse_empty_gates(r: Resolution, cause: Cause | None = None) -> None:
    """Collapse every void gate without Arc (NM-GAT-10)."""
    for gate in [g.id for g in r.state.gates.values() if not g.arc]:
        collapse_gate(r, gate, cause)
