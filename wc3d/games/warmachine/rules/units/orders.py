"""Orders in units (WM-REF-06, WM-REF-07, WM-REF-13, WM-REF-16, WM-REF-56)."""

from __future__ import annotations

from typing import Literal

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.warmachine.rules.agenda_frames import unit_activation
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.units.formation import leader_of, troopers_in_formation
from wc3d.table.sight.distances import is_within

Order = Literal["charge", "run"]

ORDERS: tuple[Order, ...] = ("charge", "run")
"""The actions for which a unit needs an order (WM-REF-07)."""


def command_stat(state: State, id: str) -> int | None:
    """Return the CMD of a model, which is also its command range in inches (WM-REF-16), or None."""
    return state.setup.card_of(id).cmd


def is_in_command_range(state: State, giver: str, unit: str) -> bool:
    """Return whether a model or unit is within the giver's CMD (WM-REF-16, WM-GEO-36, WM-RUL-132).

    Only a unit's troopers in formation count. The distance is from base to base; sight is not
    needed.
    """
    reach = command_stat(state, giver)
    if reach is None:
        return False
    of = (
        troopers_in_formation(state, unit)
        if unit in state.units
        else (unit,)
        if state.is_on_table(unit)
        else ()
    )
    return any(id == giver or is_within(state.table.distance(giver, id), reach) for id in of)


def can_command(state: State, id: str) -> bool:
    """Return whether a model is neither stationary (WM-REF-56) nor fleeing (WM-REF-24)."""
    return state.is_on_table(id) and not state.is_stationary(id) and not state.models[id].fleeing


def has_order(state: State, unit: str) -> bool:
    """Return whether a unit has received its only order this turn (WM-RUL-131)."""
    return bool(state.units[unit].order) and state.units[unit].ordered == state.turn


def available_orders(state: State, unit: str) -> tuple[str, ...]:
    """Return the orders that the unit's leader may give now, if any (WM-REF-06)."""
    leader = leader_of(state, unit)
    if leader is None or has_order(state, unit) or not can_command(state, leader.id):
        return ()
    return ORDERS


def check_has_order(state: State, id: str, order: str) -> Verdict:
    """Check for the order to run or charge (WM-REF-07), impossible out of formation (WM-REF-13).

    Warjacks and warcasters need none, and a solo takes its own (WM-RUL-137). A trooper may run to
    regain its formation.
    """
    model = state.models[id]
    unit_frame = unit_activation(state, model.unit)
    if model.kind != "trooper":
        return LEGAL
    if unit_frame is not None and id in unit_frame.strays:
        if order == "run":
            return LEGAL
        return refuse(
            "out_of_formation",
            f"{model.display_name} is out of formation and cannot receive an order",
            "WM-REF-13",
        )
    unit = state.units[model.unit]
    if has_order(state, unit.id) and unit.order == order:
        return LEGAL
    return refuse("no_order", f"{unit.name} has no order to {order}", "WM-REF-07")
