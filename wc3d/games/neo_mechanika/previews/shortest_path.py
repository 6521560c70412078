"""Find the path to the pointer: straight if legal, else around or by ladder, else refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any

from shapely import Point as Point2D
from shapely.ops import nearest_points

from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Question, find_open_question
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
from wc3d.table.moves.reach_search import MovePath
from wc3d.table.table import Table

MoveContext = MoveOrder | Question | None
"""The source of a move: an order, a question, or None for the open question."""

SNAP_MARGIN_IN = 0.03
"""The distance in inches from the rim of the reach that a path to the nearest place keeps."""

SAME_PLACE_IN = 0.02
"""The distance in inches within which a path's end counts as the goal."""


def move_order_for(state: State, request: MoveContext, model: str) -> MoveOrder:
    """Return the model's move order, by default an advance of its own unit."""
    if isinstance(request, MoveOrder):
        return request
    request = request or find_open_question(state)
    if isinstance(request, MoveQuestion) and request.order.unit == state.models[model].unit:
        return request.order
    return advance_order(state, state.models[model].unit, model)


def is_move_asked(state: State, request: MoveContext, model: str) -> bool:
    """Return whether the open question allows this unit's move now."""
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
    """Check a move against the open question, or hypothetically if it is not available now."""
    open_question = find_open_question(state)
    if is_move_asked(state, request, action.model):
        return ACTION_HANDLERS[type(open_question), Advance].check(state, open_question, action)  # type: ignore[index]
    return check_move(state, move_order_for(state, request, action.model), action)


@memo_on_state
def reach_finder(state: State, order: MoveOrder, model: str) -> Reach:
    """Return the model's shortest paths; cached with the state (a search takes about 0.1 s)."""
    flight = is_flying(state, order, model)
    pathfinder = has_pathfinder(state, order, model)
    return reach(
        state.table, state.table.body(model), order.inches, flight=flight, pathfinder=pathfinder
    )


def has_pathfinder(state: State, order: MoveOrder, model: str) -> bool:
    """Return whether the model has Pathfinder in this move."""
    return has_flag(state, model, "pathfinder") if order.pathfinder is None else order.pathfinder


def path_question(
    state: State, request: MoveContext, model: str, goal: Point, *, snaps: bool = False
) -> dict[str, Any]:
    """Return the question for a worker's `solve_path`. `snaps` also accepts the nearest place."""
    order = move_order_for(state, request, model)
    return {
        "type": "way",
        "model": model,
        "speed": order.inches,
        "goal": tuple(goal),
        "flight": is_flying(state, order, model),
        "pathfinder": has_pathfinder(state, order, model),
        "snaps": snaps,
    }


def solve_path(
    table: Table, question: Mapping[str, Any], progress: Callable[[int, int], bool]
) -> ShortestPath:
    """Compute the path for `move_preview` in the worker."""
    progress(0, 1)
    find = find_nearest_path if question.get("snaps") else Reach.path_to
    path = find(_search_paths(table, question), question["goal"])
    return ShortestPath(to_action_steps(path) if path is not None else None)


def find_nearest_path(reached: Reach, goal: Point) -> MovePath | None:
    """Return the path to a goal, or to the reachable place nearest to it; None without any."""
    path = reached.path_to(goal)
    if path is not None:
        return path
    target = Point2D(goal[:2])
    height = goal[2] if len(goal) == 3 else 0.0
    places = []
    for level in reached.levels:
        area = level.area.buffer(-SNAP_MARGIN_IN)
        if not area.is_empty:
            x, y = nearest_points(area, target)[0].coords[0]
            places.append((dist((x, y), goal[:2]) + abs(level.height - height), x, y, level.height))
    nearest = (reached.path_to((round(x, 3), round(y, 3), z)) for _, x, y, z in sorted(places))
    return next((path for path in nearest if path is not None), None)


@dataclass(frozen=True)
class ShortestPath:
    """The shortest path to a goal, or None without one."""

    path: tuple[Step, ...] | None


_NEWEST: list[tuple[object, Reach]] = []
"""The worker's latest search and its key, because the next goal is usually for the same model."""


def _search_paths(table: Table, question: Mapping[str, Any]) -> Reach:
    """Search the model's shortest paths."""
    key = (
        table.size,
        table.features,
        table.ladders,
        table.bodies,
        {**question, "goal": None, "snaps": None},
    )
    newest = _NEWEST[-1:]  # read once: another thread may search, too
    if not newest or newest[0][0] != key:
        body = table.body(question["model"])
        flight = question["flight"]
        pathfinder = question["pathfinder"]
        newest = [
            (key, reach(table, body, question["speed"], flight=flight, pathfinder=pathfinder))
        ]
        _NEWEST[:] = newest
    return newest[0][1]


def to_action_steps(path: Sequence[Any]) -> tuple[Step, ...]:
    """Convert a path of the table to an action's steps."""
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
    """Return the move that takes a model to a goal, and its verdict.

    Prefer a legal straight move to the goal. With `search`, try the shortest path around obstacles
    and by ladders next. Otherwise return the straight move, refused or ending on another level.
    `jump` returns a jump instead.
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
    """Return whether a path to the goal may exist, given the verdict on the straight one."""
    body = state.table.body(model)
    if verdict and _is_goal_reached(verdict, goal):
        return False
    is_in_reach = dist(body.at[:2], goal[:2]) <= order.inches + EPSILON_IN
    return is_in_reach and resolve_place(state, body.base, goal, ignore=(model,)) is not None


def _is_goal_reached(verdict: Verdict, goal: Point) -> bool:
    """Return whether a legal move ends on the goal's level (any level without a height)."""
    end = verdict.evidence.end
    return dist(end[:2], goal[:2]) <= SAME_PLACE_IN and (
        len(goal) == 2 or abs(end[2] - goal[2]) <= SAME_PLACE_IN
    )


def move_evidence(state: State, order: MoveOrder, action: Advance, verdict: Verdict) -> Any:
    """Return the table's Move behind a verdict; None if the path is invalid (unknown ladder)."""
    move = verdict.evidence
    if hasattr(move, "track"):
        return move
    ladder_ids = {ladder.id for ladder in state.table.ladders}
    if any(isinstance(s, LadderStep) and s.ladder not in ladder_ids for s in action.path):
        return None
    return compute_move(state, order, action.model, to_table_steps(action.path))
