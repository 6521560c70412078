"""The moves, deployments and void gates that the bots compare, as choices for learners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.deployment_choosers import candidate_deployments, gate_plans
from wc3d.games.neo_mechanika.bots.move_generation import (
    candidate_moves,
    choose_leader,
    objective_goals,
)
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
)
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion

MAX_MOVES = 24
"""The maximum number of moves of a unit."""

MAX_GOALS = 2
"""The number of objectives that the moves of a unit go to."""

MAX_GATES = 12
"""The maximum number of places for a void gate."""


def list_planned_choices(view: View) -> Iterator[Action]:
    """Yield the legal moves, deployments or void gates that the bots compare in a view."""
    question = find_open_question(view.state)
    if isinstance(question, ActingQuestion):
        if check_can_advance(view.state, question.unit):
            order = partial(advance_order, view.state, question.unit)
            yield from _list_moves(view.state, question.unit, order)
    elif isinstance(question, MoveQuestion):
        order = partial(_order_with_model, question.order)
        yield from _list_moves(view.state, question.order.unit, order, question.order.model)
    elif isinstance(question, DeploymentQuestion | InitialQuestion):
        yield from candidate_deployments(view, question, 1)
    elif isinstance(question, GateQuestion):
        yield from islice(gate_plans(view, question), MAX_GATES)


def _order_with_model(order: MoveOrder, model: str) -> MoveOrder:
    return replace(order, model=model)


def _list_moves(
    state: State, unit: str, order: partial[MoveOrder], model: str = ""
) -> Iterator[Action]:
    """Yield the moves of a unit that are worth comparing."""
    goals = objective_goals(state, unit)[:MAX_GOALS]
    leader = model or choose_leader(state, unit, goals[0] if goals else None, order)
    moves = candidate_moves(state, order(leader), leader, goals, reaching=True)
    yield from (action for action, _ in islice(moves, MAX_MOVES) if action.path)
