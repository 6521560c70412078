"""Focus points: the models that may hold them, control areas, and spending."""

from __future__ import annotations

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import activation_of
from wc3d.games.warmachine.rules.state import JOINED_WORD, State
from wc3d.games.warmachine.rules.stats import control_area_of, is_act_forbidden

CORTEX, ARC_NODE, MOVEMENT, HEAD = "C", "A", "M", "H"
"""The letters of the warjack systems that rules mention."""


def is_in_control_area(state: State, caster: str, id: str) -> bool:
    """Return whether any part of a model's base is in a warcaster's control area (WM-RUL-80).

    Line of sight is not needed (WM-FOC-04).
    """
    return id in control_area_of(state, caster).models


def commander_of(state: State, jack: str) -> str:
    """Return the warcaster whose battlegroup a model belongs to, or "" if autonomous.

    Only friendly models belong to a battlegroup (WM-MK3-03). While the opponent controls its
    warcaster, a warjack stays with its player (WM-MK3-04). It then returns, unless another model
    has taken it over (WM-MK3-05). The troopers of a warcaster's own unit belong to its battlegroup
    (WM-MK3-37).
    """
    model = state.models[jack]
    if model.unit and not model.is_warjack:  # troopers of a warcaster's own unit (WM-MK3-37)
        leader = next(
            (m for m in state.members_of(model.unit) if m.leader and m.is_warcaster), None
        )
        return leader.id if leader is not None and leader.owner == model.owner else ""
    if not model.is_warjack:
        return ""
    makers = [
        effect.maker
        for effect in model.effects
        if any(word == JOINED_WORD for word, _ in effect.does)
    ]
    caster = state.models[makers[-1]] if makers else state.warcaster_of(model.army_player)
    return caster.id if caster.at is not None and caster.owner == model.owner else ""


def is_commanded_by(state: State, caster: str, jack: str) -> bool:
    """Return whether a model is a warjack of the caster's battlegroup (WM-MK3-01, WM-MK3-06)."""
    return state.models[jack].is_warjack and commander_of(state, jack) == caster


def can_hold_focus(state: State, id: str) -> bool:
    """Return whether a model may receive and use focus points.

    A disabled cortex (WM-DJA-08) and some effects prevent it.
    """
    return (
        not state.is_disabled(id, CORTEX)
        and not is_act_forbidden(state, id, "gain_focus")
        and not state.is_inert(id)
    )


def available_focus(state: State, id: str) -> int:
    """Return the points a model may spend, only in its own activation (WM-FOC-06, WM-MK3-15)."""
    if activation_of(state, id) is None or state.is_disabled(id, CORTEX):
        return 0
    return state.models[id].focus


def spend_focus(r: Resolution, id: str, purpose: str, points: int = 1) -> None:
    """Spend focus points of a model (WM-FOC-06)."""
    r.emit(events.FocusSpent(id, points, purpose))
