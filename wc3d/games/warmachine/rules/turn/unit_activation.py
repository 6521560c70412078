"""A unit's activation (WM-REF-04, WM-REF-05): the order, then all movement, then all actions."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution, find_frame
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    CommandCheck,
    OrderQuestion,
    UnitActivation,
)
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.state import Model, State
from wc3d.games.warmachine.rules.units.formation import troopers_out_of_formation
from wc3d.games.warmachine.rules.units.orders import available_orders

REGISTRY = HandlerRegistry()

MOVE, ACT = "move", "act"
"""The parts of a unit's activation: all troopers move, then all act (WM-REF-04)."""


@REGISTRY.step(UnitActivation, "begin")
def _begin(r: Resolution, f: UnitActivation) -> UnitActivation:
    """Record the troopers out of formation, which receive no order (WM-REF-13)."""
    r.emit(events.UnitActivationBegan(f.unit))
    return replace(f, strays=troopers_out_of_formation(r.state, f.unit))


@REGISTRY.step(UnitActivation, "order")
def _ask_order(r: Resolution, f: UnitActivation) -> None:
    """Ask for the unit's order, if a leader can give one (WM-REF-04, WM-REF-06)."""
    if available_orders(r.state, f.unit):
        r.push(OrderQuestion(player=r.state.units[f.unit].owner, unit=f.unit))


@REGISTRY.step(UnitActivation, "moving")
def _next_mover(r: Resolution, f: UnitActivation) -> UnitActivation:
    """Repeat the movement step until all troopers have moved."""
    if troopers_to_act(r.state, f):
        return replace(f, step="move")
    parked = tuple(_action_frame(r.state, f, m) for m in r.state.members_of(f.unit))
    return replace(f, part=ACT, gone=(), parked=parked)


@REGISTRY.step(UnitActivation, "acting")
def _repeat_actions(r: Resolution, f: UnitActivation) -> UnitActivation | None:
    return replace(f, step="act") if troopers_to_act(r.state, f) else None


@REGISTRY.step(UnitActivation, "formation")
def _check_formation(r: Resolution, f: UnitActivation) -> None:
    """Make troopers out of formation check, with a near warcaster's CMD (WM-REF-14)."""
    models = r.state.models
    strays = [
        id
        for id in troopers_out_of_formation(r.state, f.unit)
        if not models[id].fleeing and models[id].fled != r.state.turn
    ]
    r.push(*(CommandCheck(who=id, why="out of formation", with_caster=True) for id in strays))


@REGISTRY.step(UnitActivation, "finish")
def _finish(r: Resolution, f: UnitActivation) -> None:
    r.emit(events.UnitActivationEnded(f.unit))


def troopers_to_act(state: State, f: UnitActivation) -> tuple[Model, ...]:
    """Return the troopers that have not finished this part of their unit's activation.

    Troopers that cannot act are left out. So are those that fled this turn, even if they rallied
    (WM-REF-03).
    """
    if f.ended:
        return ()
    ended_ids = {frame.model for frame in f.parked if frame.ended} if f.part == ACT else set()
    is_acting = f.part == ACT
    return tuple(
        m
        for m in state.members_of(f.unit)
        if m.id not in f.gone
        and m.id not in ended_ids
        and not m.fleeing
        and m.fled != state.turn
        and not (is_acting and state.is_stationary(m.id))
    )


def _action_frame(state: State, f: UnitActivation, m: Model) -> Activation:
    """Return a trooper's activation for its action, with unused movement forfeited."""
    x, y, _ = state.place(m.id)
    stayed = Activation("ask", m.id, movement="none", began_at=(x, y), began_facing=m.facing)
    own_frame = next((frame for frame in f.parked if frame.model == m.id), stayed)
    return replace(own_frame, step="ask", part=ACT, movement=own_frame.movement or "none")


def trooper_activation(state: State, f: UnitActivation, id: str) -> Activation:
    """Return the activation of a trooper for the unit's current part."""
    if f.part == MOVE:
        return Activation(model=id, part=MOVE)
    return next(frame for frame in f.parked if frame.model == id)


def store_activation(r: Resolution, f: Activation) -> None:
    """Store the activation of a trooper that has finished a part, for the next part."""
    unit_frame = r.find_frame(UnitActivation)
    if unit_frame is None:
        return
    rest = tuple(frame for frame in unit_frame.parked if frame.model != f.model)
    r.replace_frame(
        unit_frame, replace(unit_frame, parked=(*rest, f), gone=(*unit_frame.gone, f.model))
    )


def skip_remaining_troopers(r: Resolution) -> None:
    """Skip this part for the remaining troopers."""
    unit_frame = r.find_frame(UnitActivation)
    if unit_frame is not None:
        r.replace_frame(
            unit_frame,
            replace(
                unit_frame,
                gone=(*unit_frame.gone, *(m.id for m in troopers_to_act(r.state, unit_frame))),
            ),
        )


def active_unit(state: State, player: int) -> UnitActivation | None:
    """Return the current activation of a unit of this player, or None."""
    unit_frame = find_frame(state, UnitActivation)
    return (
        unit_frame
        if unit_frame is not None and state.units[unit_frame.unit].owner == player
        else None
    )
