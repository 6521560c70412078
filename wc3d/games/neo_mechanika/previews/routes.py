"""The way to where the mouse points: straight if that is legal, else round or by ladder, else straight with its refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.memo import memo_on_state
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.actions import Advance, JumpStep, LadderStep, Point, Step
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    MoveQuestion,
    check_move,
    compute_move,
    is_flying,
    to_table_steps,
)
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import advance_order
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.moves.reach import Reach, reach
from wc3d.table.table import Table

MoveContext = MoveOrder | Question | None
"""Who asks for the move: an order, the open question (None: whatever is open), or nobody: then it is only a thought."""

SAME_PLACE_IN = 0.02
"""Inches: a way that ends so near the goal ends there."""


def move_order_for(state: State, request: MoveContext, model: str) -> MoveOrder:
    """How far and in what manner the model may move; an advance of its own unit where nothing else is asked."""
    if isinstance(request, MoveOrder):
        return request
    request = request or find_open_question(state)
    if isinstance(request, MoveQuestion) and request.order.unit == state.models[model].unit:
        return request.order
    return advance_order(state, state.models[model].unit, model)


def is_move_asked(state: State, request: MoveContext, model: str) -> bool:
    """Is this a move that the open question allows to be asked for now (for that unit)?"""
    open_question = find_open_question(state)
    if (
        isinstance(request, MoveOrder)
        or open_question is None
        or (request is not None and request != open_question)
    ):
        return False
    unit = (
        open_question.order.unit
        if isinstance(open_question, MoveQuestion)
        else getattr(open_question, "unit", "")
    )
    return (type(open_question), Advance) in ACTION_HANDLERS and unit == state.models[model].unit


def check_in_context(state: State, request: MoveContext, action: Advance) -> Verdict:
    """What the game says to the move: to the open question if it is about this unit, else as if it were asked."""
    open_question = find_open_question(state)
    if is_move_asked(state, request, action.model):
        return ACTION_HANDLERS[type(open_question), Advance].check(state, open_question, action)  # type: ignore[index]
    return check_move(state, move_order_for(state, request, action.model), action)


@memo_on_state
def reach_finder(state: State, order: MoveOrder, model: str) -> Reach:
    """All shortest ways of the model. Worked out once for a state (about a tenth of a second), then quick to ask."""
    flight, pathfinder = is_flying(state, order, model), has_pathfinder(state, order, model)
    return reach(
        state.table, state.table.body(model), order.inches, flight=flight, pathfinder=pathfinder
    )


def has_pathfinder(state: State, order: MoveOrder, model: str) -> bool:
    """Has the model Pathfinder in this move?"""
    return has_flag(state, model, "pathfinder") if order.pathfinder is None else order.pathfinder


def path_question(state: State, request: MoveContext, model: str, goal: Point) -> dict[str, Any]:
    """The question to give a worker: `follower.ask(solve_way, state.table, way_question(...))`."""
    order = move_order_for(state, request, model)
    return {
        "type": "way",
        "model": model,
        "speed": order.inches,
        "goal": tuple(goal),
        "flight": is_flying(state, order, model),
        "pathfinder": has_pathfinder(state, order, model),
    }


def solve_path(
    table: Table, question: Mapping[str, Any], progress: Callable[[int, int], bool]
) -> ShortestPath:
    """The answer, worked out in the worker: the path to give to `move_preview`."""
    progress(0, 1)
    path = _search_paths(table, question).path_to(question["goal"])
    return ShortestPath(to_action_steps(path) if path is not None else None)


@dataclass(frozen=True)
class ShortestPath:
    """The shortest path to a goal; None if there is none."""

    path: tuple[Step, ...] | None


_NEWEST: list[tuple[object, Reach]] = []
"""The worker's newest search and what it was for: the next goal is most often of the same model."""


def _search_paths(table: Table, question: Mapping[str, Any]) -> Reach:
    """All shortest ways of the model."""
    key = (table.size, table.features, table.ladders, table.bodies, {**question, "goal": None})
    newest = _NEWEST[-1:]  # taken once: another thread may search, too
    if not newest or newest[0][0] != key:
        body, flight, pathfinder = (
            table.body(question["model"]),
            question["flight"],
            question["pathfinder"],
        )
        newest = [
            (key, reach(table, body, question["speed"], flight=flight, pathfinder=pathfinder))
        ]
        _NEWEST[:] = newest
    return newest[0][1]


def to_action_steps(path: Sequence[Any]) -> tuple[Step, ...]:
    """A path of the table's as an action takes it."""
    return tuple(
        LadderStep(ladder=step["ladder"], to=tuple(step["to"]))
        if isinstance(step, Mapping)
        else tuple(step)
        for step in path
    )


def find_move(
    state: State,
    request: MoveContext,
    model: str,
    goal: Point,
    *,
    jump: bool = False,
    search: bool = True,
) -> tuple[Advance, Verdict]:
    """The move that brings a model to a goal, and what the game says to it.

    Straight if that is legal and ends there; else, unless `search` is False, the shortest way round, over and by ladders;
    else the straight one, legal where it ends on another level, or refused. `jump`: a jump instead.
    """
    order = move_order_for(state, request, model)
    fine = is_flying(state, order, model) and len(goal) == 3
    first: Step = (
        JumpStep(jump=(goal[0], goal[1])) if jump else (goal if fine else (goal[0], goal[1]))
    )
    straight = Advance(player=state.owner(model), model=model, path=(first,))
    verdict = check_in_context(state, request, straight)
    if jump or not search or not is_worth_searching(state, order, model, goal, verdict):
        return straight, verdict
    path = reach_finder(state, order, model).path_to(goal)
    if path is not None:
        round_about = straight.model_copy(update={"path": to_action_steps(path)})
        detour_verdict = check_in_context(state, request, round_about)
        if detour_verdict:
            return round_about, detour_verdict
    return straight, verdict


def is_worth_searching(
    state: State, order: MoveOrder, model: str, goal: Point, verdict: Verdict
) -> bool:
    """Can there be a way to the goal, where the game said this to the straight one?"""
    body = state.table.body(model)
    if verdict and _is_goal_reached(verdict, goal):
        return False
    is_in_reach = dist(body.at[:2], goal[:2]) <= order.inches + EPSILON_IN
    return is_in_reach and resolve_place(state, body.base, goal, ignore=(model,)) is not None


def _is_goal_reached(verdict: Verdict, goal: Point) -> bool:
    """Does a legal move end on the level that the goal is on (anywhere, for a goal without a height)?"""
    end = verdict.evidence.end
    return dist(end[:2], goal[:2]) <= SAME_PLACE_IN and (
        len(goal) == 2 or abs(end[2] - goal[2]) <= SAME_PLACE_IN
    )


def move_evidence(state: State, order: MoveOrder, action: Advance, verdict: Verdict) -> Any:
    """The table's Move behind a verdict; None where the path cannot even be read (no such ladder)."""
    move = verdict.evidence
    if hasattr(move, "track"):
        return move
    ladder_ids = {ladder.id for ladder in state.table.ladders}
    if any(isinstance(s, LadderStep) and s.ladder not in ladder_ids for s in action.path):
        return None
    return compute_move(state, order, action.model, to_table_steps(action.path))
