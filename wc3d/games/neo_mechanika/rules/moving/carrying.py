"""Objectives on the table: places, carriers, picking up and putting down (p. 49)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN
from wc3d.games.neo_mechanika.rules.events import ObjectiveDropped, ObjectiveTaken, Passed
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.mission_plans import ObjectivePlan
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_BASE, OBJECTIVE_RADIUS_IN, Objective
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, Model, State
from wc3d.geometry.distance import disc_to_disc, point_to_segment
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.distances import is_within
from wc3d.table.terrain.standing_places import support_height

REGISTRY = HandlerRegistry()


LEAVE_OPTION = "leave"


@dataclass(frozen=True, slots=True)
class Pickup(Frame):
    """A pickup that waits on the agenda for a model that moved along `track` and is still there."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask",)
    model: str = ""
    track: tuple[XYZ, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeQuestion(Question):
    """A choice of the touched objective that a model picks up, or none (NM-OBJ-07)."""

    model: str = ""
    objectives: tuple[str, ...] = ()


def objective_plan(state: State, objective: str) -> ObjectivePlan:
    """Return the mission's plan of an objective."""
    return state.setup.mission.objective_plan(objective)


def carrier_of(state: State, objective: str) -> Model | None:
    """Return the model that carries an objective, or None."""
    return next(
        (m for m in state.models.values() if m.carrying == objective and m.is_in_play), None
    )


def objectives_on_table(state: State) -> Iterator[Objective]:
    """Yield the objectives that are neither removed nor carried."""
    return (
        o
        for o in state.objectives.values()
        if not o.removed and not (o.portable and carrier_of(state, o.id))
    )


def objective_place(state: State, objective: str) -> XYZ:
    """Return an objective's place, or that of its carrier (NM-OBJ-09)."""
    model = carrier_of(state, objective)
    return state.objectives[objective].at if model is None or model.at is None else model.at


def is_near_objective(model: Model, objective: Objective) -> bool:
    """Return whether a model's base is within 1" of an objective, in 3D (NM-OBJ-02, NM-SIL-129)."""
    if model.at is None:
        return False
    radius = SPACE.bases[model.base].radius
    if (
        abs(model.at[0] - objective.at[0])
        > OBJECTIVE_RANGE_IN + radius + OBJECTIVE_RADIUS_IN + EPSILON_IN
    ):
        return False  # fast path: most are this far away
    distance = disc_to_disc(model.at, radius, objective.at, OBJECTIVE_RADIUS_IN)
    return is_within(distance, OBJECTIVE_RANGE_IN)


def can_hold_objective(state: State, unit: str, objective: str) -> bool:
    """Return whether the unit's kind may hold or carry the objective (NM-OBJ-01)."""
    return state.setup.card_of(unit).kind in objective_plan(state, objective).holders


def touched_objectives(state: State, model: str, track: tuple[XYZ, ...] = ()) -> tuple[str, ...]:
    """Return the objectives a model may pick up at its place or along `track` (NM-SIL-131)."""
    mover = state.models[model]
    if mover.at is None or mover.carrying:
        return ()
    return tuple(
        o.id
        for o in objectives_on_table(state)
        if o.portable
        and can_hold_objective(state, mover.unit, o.id)
        and _touches(mover, (*track, mover.at), o)
    )


def _touches(model: Model, track: tuple[XYZ, ...], objective: Objective) -> bool:
    """Return whether the base touches the objective's disc along the track, at its height."""
    x, y, z = objective.at
    level = [abs(p[2] - z) <= EPSILON_IN for p in track]
    legs = [
        (a, b)
        for a, b, low, high in zip(track, track[1:], level, level[1:], strict=False)
        if low and high
    ]
    legs += [(p, p) for p, is_level in zip(track[-1:], level[-1:], strict=True) if is_level]
    reach = SPACE.bases[model.base].radius + OBJECTIVE_RADIUS_IN
    return any(point_to_segment((x, y), a[:2], b[:2]) <= reach + EPSILON_IN for a, b in legs)


def offer_pickups(r: Resolution, model: str, track: tuple[XYZ, ...] = ()) -> None:
    """Ask the model's player to pick up an objective that the model touches now (NM-OBJ-07).

    Call this whenever a model has moved or been put somewhere. `track` is its path in contact with
    the ground, empty for a flight or a reposition.
    """
    if touched_objectives(r.state, model, track):
        r.push(Pickup(model=model, track=track))


@REGISTRY.step(Pickup, "ask")
def _ask(r: Resolution, frame: Pickup) -> None:
    objectives = touched_objectives(r.state, frame.model, frame.track)
    if objectives:
        r.push(
            TakeQuestion(
                player=r.state.owner(frame.model), model=frame.model, objectives=objectives
            )
        )


def _take(r: Resolution, question: TakeQuestion, action: Choose) -> None:
    is_taken = action.option != LEAVE_OPTION
    r.emit(
        ObjectiveTaken(question.model, action.option)
        if is_taken
        else Passed(question.player, "objective")
    )


REGISTRY.register_choice(
    TakeQuestion,
    text="pick up an objective, or leave it",
    decide=_take,
    options=lambda state, asked: (*asked.objectives, LEAVE_OPTION),
    refusal=lambda state, asked, option: refuse(
        "unknown",
        f"{state.name(asked.model)}: expected one of {', '.join(asked.objectives)} or {LEAVE_OPTION}, found {option!r}",
        "NM-OBJ-07",
    ),
)


def drop_objectives(r: Resolution, model: str, at: XYZ | None = None) -> None:
    """Drop a leaving model's objectives, centered on its place or on `at` (NM-OBJ-10).

    A disc that overlaps the table's edge is moved onto the table, by less than its radius.
    """
    mover = r.state.models[model]
    place = at or mover.at
    if mover.carrying and place is not None:
        r.emit(ObjectiveDropped(mover.carrying, _clamp_to_table(r.state, place)))


def _clamp_to_table(state: State, at: XYZ) -> XYZ:
    width, depth = state.setup.table.size
    x, y = (
        min(max(v, OBJECTIVE_RADIUS_IN), side - OBJECTIVE_RADIUS_IN)
        for v, side in zip(at[:2], (width, depth), strict=True)
    )
    return x + 0.0, y + 0.0, at[2]


def last_supported_place(state: State, start: XYZ, end: XYZ) -> XYZ:
    """Return the last point of a level path that supports the whole disc (NM-SIL-133)."""
    share = 1.0
    for a, b, side in zip(start, end, state.setup.table.size, strict=False):
        if a != b:
            edge = side - OBJECTIVE_RADIUS_IN if b > a else OBJECTIVE_RADIUS_IN
            share = min(share, max(0.0, (edge - a) / (b - a)))
    x, y, z = _clamp_to_table(
        state,
        (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]), start[2]),
    )
    return x, y, support_height(state.table, OBJECTIVE_BASE, (x, y), z)
