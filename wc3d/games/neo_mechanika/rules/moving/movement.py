"""Movement (p. 27-28, 44-46): legal moves, resolution leg by leg, and falls on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.actions import Advance, JumpStep, LadderStep, Point
from wc3d.games.neo_mechanika.rules.actions import Step as Asked
from wc3d.games.neo_mechanika.rules.agenda_frames import ModelPassed, ModelsMoved, activation_of
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.candidate_paths import random_paths, straight_paths
from wc3d.games.neo_mechanika.rules.moving.fall_damage import FALL_CAUSE, normalize_fall
from wc3d.games.neo_mechanika.rules.moving.fall_damage import push_fall as push_fall
from wc3d.games.neo_mechanika.rules.moving.placing import are_heights_literal, make_point
from wc3d.games.neo_mechanika.rules.moving.squad_moves import (
    check_named_models,
    check_squad_places,
    reposition_squad,
)
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.falling import Fall
from wc3d.table.moves.movement import Move, move
from wc3d.table.moves.path_steps import Climb, Leap, Walk
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table

REGISTRY = HandlerRegistry()

MoveSteps = tuple[Walk | Climb | Leap, ...]
"""A path in the table's form."""

REFUSAL_RULES = {
    "too_far": "NM-MOV-03",
    "off_table": "NM-MOV-17",
    "cannot_end": "NM-MOV-02",
    "not_across": "NM-TER-09",
    "impassable": "NM-TER-29",
    "ladder": "NM-TER-14",
    "movement_over": "NM-TER-24",
    "other_height": "NM-TER-13",
}
"""The rule behind each refusal of the table. Each kind of obstacle has its own rule."""

BLOCKER_RULES = {
    Kind.OBSTACLE: "NM-TER-09",
    Kind.STRUCTURE: "NM-TER-13",
    Kind.IMPASSABLE: "NM-TER-29",
}


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """An allowed move: its model, distance in inches, and manner.

    `model` is the mover; empty for any model of the unit. `whole_squad`: the squad is repositioned
    around the model (NM-MOV-04), otherwise the others stay (NM-MOV-07). `own_activation`: the
    model may jump (NM-TER-22). `flight`, `pathfinder` and `through` ("structures", "models")
    default to the model's own abilities.
    """

    unit: str
    inches: float
    model: str = ""
    whole_squad: bool = True
    own_activation: bool = False
    why: str = ""
    flight: bool | None = None
    pathfinder: bool | None = None
    through: tuple[str, ...] | None = None


NO_MOVE_ORDER = MoveOrder("", 0.0)


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a move up to a fall or the end. `rest`: the remaining path; `left`: the inches."""

    track: tuple[XYZ, ...]
    fall: Fall | None = None
    rest: MoveSteps = ()
    left: float = 0.0


EMPTY_LEG = Leg(())


# Checks


def to_table_steps(path: tuple[Asked, ...]) -> MoveSteps:
    """Return a path in the table's form."""
    return tuple(_parse_step(s) for s in path)


def _parse_step(step: Asked) -> Walk | Climb | Leap:
    if isinstance(step, LadderStep):
        return Climb(
            step.ladder, (step.to[0], step.to[1]), step.to[2] if len(step.to) == 3 else None
        )
    if isinstance(step, JumpStep):
        return Leap(step.jump)
    return Walk((step[0], step[1]), step[2] if len(step) == 3 else None)


def compute_move(
    state: State,
    order: MoveOrder,
    model: str,
    path: MoveSteps,
    *,
    left: float | None = None,
    brief: bool = False,
) -> Move:
    """Return the table's result for a model's move (NM-MOV-08).

    `brief`: an illegal move has only its reason. `left`: the inches left of a continued move,
    already reduced by rough ground (NM-TER-03). Raises InputError for an unknown ladder.
    """
    pathfinder, flight, through = _movement_abilities(state, order, model)
    if not flight and not are_heights_literal(state):
        path = tuple(Walk(step.to) if isinstance(step, Walk) else step for step in path)
    inches = order.inches if left is None else left
    arguments = (state.table, model, path, inches, flight, pathfinder or left is not None, through)
    return _compute_brief_move(*arguments) if brief else _compute_move(*arguments)


@memo_per_terrain(Size.LARGE)
def _compute_move(
    table: Table,
    model: str,
    path: MoveSteps,
    inches: float,
    flight: bool,
    pathfinder: bool,
    through: tuple[str, ...],
) -> Move:
    """Return the table's result, cached because search, check and resolution compute each move."""
    table_move = _compute_brief_move(table, model, path, inches, flight, pathfinder, through)
    if table_move or table_move.code == "too_far":
        return table_move
    return move(
        table,
        table.body(model),
        path,
        inches,
        flight=flight,
        pathfinder=pathfinder,
        through=through,
    )


@memo_per_terrain(Size.LARGE)
def _compute_brief_move(
    table: Table,
    model: str,
    path: MoveSteps,
    inches: float,
    flight: bool,
    pathfinder: bool,
    through: tuple[str, ...],
) -> Move:
    return move(
        table,
        table.body(model),
        path,
        inches,
        flight=flight,
        pathfinder=pathfinder,
        through=through,
        brief=True,
    )


def is_flying(state: State, order: MoveOrder, model: str) -> bool:
    """Return whether the model has Flight in this move."""
    return has_flag(state, model, "flight") if order.flight is None else order.flight


def _movement_abilities(
    state: State, order: MoveOrder, model: str
) -> tuple[bool, bool, tuple[str, ...]]:
    """Return the model's Pathfinder and Flight in this move, and the things it passes through."""
    pathfinder = (
        has_flag(state, model, "pathfinder") if order.pathfinder is None else order.pathfinder
    )
    through = _find_passable(state, model) if order.through is None else order.through
    return pathfinder, is_flying(state, order, model), through


def _find_passable(state: State, model: str) -> tuple[str, ...]:
    return ("structures", "models") if has_flag(state, model, "through") else ()


def check_move(state: State, order: MoveOrder, action: Advance) -> Verdict:
    """Check that the model may make this move (p. 27-28, 44-46). Evidence: the table's Move."""
    verdict = (
        check_mover(state, order, action)
        and check_others_named(state, order, action)
        and check_jumps(state, order, action)
        and check_ladders(state, order, action)
    )
    if not verdict:
        return verdict
    table_move = compute_move(state, order, action.model, to_table_steps(action.path))
    if not table_move:
        return _make_refusal(state, order, table_move)
    if not any(f.tied for f in table_move.falls):
        body = state.table.body(action.model)
        verdict = check_squad_places(
            state, body.moved(make_point(*table_move.end)), body.at, action.others
        )
    return replace_fields(LEGAL, evidence=table_move) if verdict else verdict


def check_mover(state: State, order: MoveOrder, action: Advance) -> Verdict:
    """Check that this model of the unit may move. Codes "unknown", "not_its_move"."""
    if action.model not in state.models:
        return refuse("unknown", f"there is no model {action.model!r}", "NM-MOV-03")
    if not state.is_on_table(action.model) or state.models[action.model].unit != order.unit:
        text = f"{state.name(order.unit)} has no model {state.name(action.model)} on the table"
        return refuse("not_its_move", text, "NM-MOV-04")
    if order.model not in ("", action.model):
        text = f"the model that moves is {state.name(order.model)}, not {state.name(action.model)}"
        return refuse("not_its_move", text, "NM-MOV-07")
    return LEGAL


def check_others_named(state: State, order: MoveOrder, action: Advance) -> Verdict:
    """Check that this move repositions the named squad models (NM-MOV-04, NM-MOV-07)."""
    if action.others and not order.whole_squad:
        return refuse(
            "others_stay", "only one model moves; the rest of its squad stays in place", "NM-MOV-07"
        )
    return check_named_models(state, order.unit, action.model, action.others)


def check_jumps(state: State, order: MoveOrder, action: Advance) -> Verdict:
    """Check that jumps are in the model's own activation (NM-TER-22)."""
    if not order.own_activation and any(isinstance(s, JumpStep) for s in action.path):
        return refuse("no_jump", "a model can jump only in its own activation", "NM-TER-22")
    return LEGAL


def check_ladders(state: State, order: MoveOrder, action: Advance) -> Verdict:
    """Check that the ladders are on the table."""
    ladder_ids = {ladder.id for ladder in state.table.ladders}
    for step in action.path:
        if isinstance(step, LadderStep) and step.ladder not in ladder_ids:
            return refuse(
                "unknown", f"there is no ladder {step.ladder!r} on the table", "NM-TER-14"
            )
    return LEGAL


def _make_refusal(state: State, order: MoveOrder, table_move: Move) -> Verdict:
    """Return the table's refusal with the rule's id and page, and with display names."""
    rule = REFUSAL_RULES.get(table_move.code, "NM-MOV-01")
    text = table_move.reason.removesuffix(state.table.policy.page(SpaceRule.SPEED))
    for id in table_move.blockers:
        if state.is_on_table(id):
            text = text.replace(id, state.name(id))
            if id in state.gates and table_move.code == "cannot_end":
                rule = "NM-MOV-16"
        elif table_move.code == "in_the_way":
            rule = BLOCKER_RULES[state.table.feature(id).kind]
    if table_move.code == "too_far" and table_move.spent <= order.inches + EPSILON_IN:
        rule = "NM-TER-02"  # legal without the rough ground ahead
    return refuse(table_move.code, text, rule, table_move)


# Resolution


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A moving model: each leg and its fall, then the reposition of its squad."""

    STEPS: ClassVar[tuple[str, ...]] = ("leg", "landed", "gather", "settle")
    order: MoveOrder = NO_MOVE_ORDER
    model: str = ""
    start: XYZ = (0.0, 0.0, 0.0)
    how: str = ""
    legs: tuple[Leg, ...] = ()
    last: Leg = EMPTY_LEG
    others: tuple[tuple[str, Point], ...] = ()


def push_move(r: Resolution, order: MoveOrder, action: Advance) -> None:
    """Push a checked move."""
    path = to_table_steps(action.path)
    table_move = compute_move(r.state, order, action.model, path)
    jumps = any(isinstance(s, Leap) for s in path)
    verb = "flies" if is_flying(r.state, order, action.model) else "jumps" if jumps else "moves"
    other_places = tuple((id, action.others[id]) for id in sorted(action.others))
    start = r.state.place(action.model)
    r.push(
        Moving(
            "",
            order,
            action.model,
            start,
            verb,
            split_at_falls(table_move, path),
            EMPTY_LEG,
            other_places,
        )
    )


def split_at_falls(table_move: Move, path: MoveSteps) -> tuple[Leg, ...]:
    """Split a move at its falls."""
    legs = []
    start = 0
    for fall, mark in zip(table_move.falls, table_move.marks, strict=True):
        track = _drop_repeats(table_move.track[start : mark.track])
        legs.append(
            Leg(track, normalize_fall(fall), path[mark.steps :], table_move.allowance - mark.spent)
        )
        start = mark.track
    tail = _drop_repeats(table_move.track[start:])
    return (*legs, Leg(tail)) if len(tail) > 1 else tuple(legs)


def _drop_repeats(track: tuple[XYZ, ...]) -> tuple[XYZ, ...]:
    """Return a track without repeated points."""
    points = [make_point(*p) for p in track]
    return tuple(p for i, p in enumerate(points) if i == 0 or p != points[i - 1])


@REGISTRY.step(Moving, "leg")
def _move_leg(r: Resolution, f: Moving) -> Frame:
    if not f.legs:
        return replace_fields(f, step="gather")
    leg = f.legs[0]
    if len(leg.track) > 1:
        r.emit(events.Moved(f.model, leg.track, f.how))
        r.notify(ModelPassed(model=f.model, track=leg.track))
    if leg.fall is not None:
        push_fall(r, f.model, leg.fall, FALL_CAUSE)
    carrying.offer_pickups(r, f.model, () if f.how == "flies" else leg.track)
    return replace_fields(f, step="landed", legs=f.legs[1:], last=leg)


@REGISTRY.step(Moving, "landed")
def _continue_after_fall(r: Resolution, f: Moving) -> Frame:
    """Continue with the inches left after a fall (NM-TER-21), from the landing place."""
    if not r.state.is_on_table(f.model) or must_end_activation(r, f.order.unit):
        return replace_fields(f, step="gather", legs=())
    fall = f.last.fall
    if fall is not None and r.state.place(f.model) != fall.end:
        continued_move = compute_move(r.state, f.order, f.model, f.last.rest, left=f.last.left)
        return replace_fields(
            f,
            step="leg",
            legs=split_at_falls(continued_move, f.last.rest) if continued_move else (),
        )
    return replace_fields(f, step="leg")


@REGISTRY.step(Moving, "gather")
def _gather(r: Resolution, f: Moving) -> None:
    if f.order.whole_squad and r.state.models_of(f.order.unit):
        reposition_squad(r, f.order.unit, _find_moved_body(r.state, f), f.start, dict(f.others))


def _find_moved_body(state: State, f: Moving) -> Body:
    """Return the moved model's body, or its last one if its own fall destroyed it (NM-SIL-148)."""
    if state.is_on_table(f.model):
        return state.table.body(f.model)
    fall = f.last.fall
    at = f.last.track[-1] if fall is None else fall.landing if fall.tied else fall.end
    return Body(f.model, state.models[f.model].base, at)


@REGISTRY.step(Moving, "settle")
def _settle(r: Resolution, f: Moving) -> None:
    r.notify(ModelsMoved())


def must_end_activation(r: Resolution, unit: str) -> bool:
    """Return whether the unit's current activation must end at once."""
    activation = activation_of(r.state, unit)
    return activation is not None and activation.ended


# Offers


def candidate_moves(state: State, order: MoveOrder, player: int) -> Iterator[Advance]:
    """Yield candidate moves for each model that may move. The caller checks each move."""
    for model in movable_models(state, order):
        for path in straight_paths(state, model, order.inches):
            if compute_move(state, order, model, to_table_steps(path), brief=True):
                yield Advance(player=player, model=model, path=path)


def sample_move(state: State, order: MoveOrder, player: int, rng: random.Random) -> Advance | None:
    """Return a random legal move; the model stays if none is available."""
    models = movable_models(state, order)
    if not models:
        return None
    model = rng.choice(models)
    for path in random_paths(state, model, order.inches, rng, jumps=order.own_activation):
        action = Advance(player=player, model=model, path=path)
        if compute_move(state, order, model, to_table_steps(path), brief=True) and check_move(
            state, order, action
        ):
            return action
    return None


def movable_models(state: State, order: MoveOrder) -> tuple[str, ...]:
    """Return the models that may make this move."""
    return tuple(m.id for m in state.models_of(order.unit) if order.model in ("", m.id))


@dataclass(frozen=True, slots=True)
class MoveQuestion(Question):
    """A choice of a move that an ability or Cypher allows: Advance, or Pass to decline."""

    order: MoveOrder = NO_MOVE_ORDER


REGISTRY.register_answer(
    MoveQuestion,
    Advance,
    text="move",
    check=lambda state, asked, action: check_move(state, asked.order, action),
    decide=lambda r, asked, action: push_move(r, asked.order, action),
    candidates=lambda state, asked: candidate_moves(state, asked.order, asked.player),
    sample=lambda state, asked, rng: sample_move(state, asked.order, asked.player, rng),
)
REGISTRY.register_pass(
    MoveQuestion, text="do not move", what=lambda asked: asked.order.why or "move"
)


@REGISTRY.register_effect(vocabulary.MoveUpTo)
def _move(r: Resolution, e: vocabulary.MoveUpTo, f: Using) -> None:
    """Move a model, or its squad around one model (NM-MOV-04, NM-MOV-07). It is not an advance."""
    model = model_in_role(r, f, e.who)
    if model in r.state.models:
        unit = r.state.models[model].unit
        order = MoveOrder(
            unit,
            float(e.inches),
            "" if e.whole_unit else model,
            e.whole_unit,
            own_activation=activation_of(r.state, unit) is not None,
            why=used_ability_name(r.state, f),
        )
        r.push(MoveQuestion(player=f.player, order=order))
