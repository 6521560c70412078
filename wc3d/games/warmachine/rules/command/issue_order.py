"""Orders from a unit's leader, or from a warcaster or a solo in its activation (WM-REF-06)."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import IssueOrder
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, OrderQuestion
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_is_activated,
    check_not_stationary,
    current_activation,
)
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.units.formation import leader_of
from wc3d.games.warmachine.rules.units.orders import (
    ORDERS,
    available_orders,
    has_order,
    is_in_command_range,
)

REGISTRY = HandlerRegistry()


def _give_leader_order(r: Resolution, question: OrderQuestion, action: object) -> None:
    leader = leader_of(r.state, question.unit)
    if leader is not None:
        r.emit(events.Ordered(leader.id, question.unit, getattr(action, "option", "")))


REGISTRY.register_choice_by_rule(
    OrderQuestion,
    text="give an order",
    options=lambda state, asked: available_orders(state, asked.unit),
    decide=_give_leader_order,
    rule="WM-REF-06",
)
REGISTRY.register_pass(
    OrderQuestion, text="give no order (the unit advances)", what="gives no order", rule="WM-REF-07"
)


def check_order(state: State, question: ActQuestion, action: IssueOrder) -> Verdict:
    """Check that this model may give the order now (WM-REF-04, WM-REF-06).

    A warcaster may at any time in its activation, a solo before it moves.
    """
    verdict = check_is_activated(state, question, action)
    if not verdict:
        return verdict
    me, f = state.models[question.model], current_activation(state, question.model)
    if me.kind not in ("warcaster", "solo"):
        return refuse(
            "no_commander", "only unit leaders, solos and warcasters can give orders", "WM-REF-06"
        )
    if not check_not_stationary(state, me.id):
        return refuse("stationary", "a stationary model cannot give orders", "WM-REF-56")
    if me.kind == "solo" and (f.movement or f.action):
        return refuse("too_late", "a solo must give its order before it moves or acts", "WM-REF-04")
    if f.orders:
        return refuse("ordered", f"{me.name} has already given an order", "WM-RUL-131")
    return _check_receiver(state, question, action)


def _check_receiver(state: State, question: ActQuestion, action: IssueOrder) -> Verdict:
    """Check that the unit is in command range and ready for orders (WM-REF-16, WM-RUL-131)."""
    unit = state.units.get(action.unit)
    members = state.members_of(action.unit) if unit is not None else ()
    if unit is None or unit.owner != question.player or not members:
        return refuse(
            "no_unit", "you can give orders only to your own units on the table", "WM-REF-06"
        )
    if any(m.activated == state.turn or m.fleeing for m in members):
        return refuse(
            "activated", f"{unit.name} has already activated this turn or is fleeing", "WM-REF-04"
        )
    if has_order(state, unit.id):
        return refuse("ordered", f"{unit.name} has already received an order", "WM-RUL-131")
    if not is_in_command_range(state, question.model, unit.id):
        return refuse(
            "out_of_command",
            f"{unit.name} is outside the command range of {state.name(question.model)}",
            "WM-REF-16",
        )
    return LEGAL


def _issue_order(r: Resolution, question: ActQuestion, action: IssueOrder) -> None:
    f = current_activation(r.state, question.model)
    r.update_frame(Activation, orders=f.orders + 1)
    r.emit(events.Ordered(question.model, action.unit, action.order))


def _candidates(state: State, question: ActQuestion) -> Iterator[IssueOrder]:
    for unit in state.units.values():
        if unit.owner == question.player:
            yield from (
                IssueOrder(player=question.player, model=question.model, unit=unit.id, order=order)
                for order in ORDERS
            )


REGISTRY.register_answer(
    ActQuestion,
    IssueOrder,
    text="give a unit an order",
    check=check_order,
    decide=_issue_order,
    candidates=_candidates,
)
