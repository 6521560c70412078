"""Preview moves: the path in inches, its end, contacts and squad places (p. 27-28, 44-46)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import dist

from wc3d.engine.actions import Verdict
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal, display_name
from wc3d.games.neo_mechanika.previews.shortest_path import (
    MoveContext,
    check_in_context,
    find_move,
    is_move_asked,
    move_evidence,
    move_order_for,
)
from wc3d.games.neo_mechanika.previews.tracks import TrackMarks, describe_fall, mark_track
from wc3d.games.neo_mechanika.rules.actions import Advance, JumpStep, LadderStep, Point, Step
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, is_flying, to_table_steps
from wc3d.games.neo_mechanika.rules.moving.placing import make_point, place_squad
from wc3d.games.neo_mechanika.rules.moving.squad_moves import other_squad_models
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import XYZ, Circle, Ghost, Stroke
from wc3d.presentation.palette import ROLE_COLORS, Pen, Role
from wc3d.presentation.preview import (
    NEUTRAL_COLOR,
    NO_COLOR,
    YES_COLOR,
    FloatingTag,
    Preview,
    format_rounded_inches,
    make_preview,
    point_above_model,
)
from wc3d.table.body import Body
from wc3d.table.moves.jumping import Jump, jump
from wc3d.table.moves.movement import Move, move


def move_preview(
    state: State,
    request: MoveContext,
    model: str,
    path: Sequence[Step] | None = None,
    *,
    goal: Point | None = None,
    others: Mapping[str, Point] | None = None,
    jump: bool = False,
    search: bool = True,
    squad: bool = True,
) -> Preview:
    """Preview a move along `path`, or to `goal` by the path that `find_move` finds (with `jump`, a
    jump there).

    `request` is an order, a question, or None for the open question. If this unit cannot move now,
    the preview has no `action`. `others` are wanted places of the squad. Without `search` the path
    is straight; without `squad` the squad is not placed. Both keep the preview fast while the
    mouse moves.
    """
    order = move_order_for(state, request, model)
    others = dict(others or {})
    if path is None:
        advance, verdict = find_move(
            state, request, model, goal or state.place(model)[:2], jump=jump, search=search
        )
        action = advance.model_copy(update={"others": others}) if others else advance
        if others and verdict:
            verdict = check_in_context(state, request, action)
    else:
        action = Advance(player=state.owner(model), model=model, path=tuple(path), others=others)
        verdict = check_in_context(state, request, action)
    table_move: Move | None = move_evidence(state, order, action, verdict)
    if table_move is None:
        return make_preview(
            state.table,
            "move",
            False,
            describe_refusal(verdict),
            roles={model: Role.FROM},
            verdict=verdict,
        )
    possible = action if verdict and is_move_asked(state, request, model) else None
    return _build_preview(
        state, order, action, verdict, table_move, possible, squad=squad and order.whole_squad
    )


def _build_preview(
    state: State,
    order: MoveOrder,
    action: Advance,
    verdict: Verdict,
    table_move: Move,
    possible: Advance | None,
    *,
    squad: bool,
) -> Preview:
    model = action.model
    body = state.table.body(action.model)
    fine = bool(verdict)
    on_foot = not is_flying(state, order, model)
    climbs = any(isinstance(s, LadderStep) for s in action.path)
    track_marks = mark_track(state, model, table_move, on_foot=on_foot, ladders=climbs)
    end = make_point(*table_move.end) if table_move.legal else table_move.track[-1]
    leader = body.moved(end)
    distance_text = f"{format_rounded_inches(table_move.spent)} of {format_rounded_inches(table_move.allowance)}"
    remaining = max(0.0, table_move.allowance - table_move.spent)
    track_marks.facts.insert(
        0,
        (
            "Path",
            f"{distance_text}, {format_rounded_inches(remaining)} left"
            if table_move.spent <= table_move.allowance + EPSILON_IN
            else distance_text,
        ),
    )
    ghosts = [
        Ghost(
            leader.volume, Role.END if fine else Role.HIT, "ends here" if fine else "not possible"
        )
    ]
    circles: list[Circle] = []
    leap = _find_final_jump(state, body, action)
    if leap is not None:
        _mark_jump(state, model, action, track_marks, leap)
    if table_move.crossed and on_foot:
        track_marks.facts.append(
            ("Crosses", ", ".join(state.table.feature(id).name for id in table_move.crossed))
        )
    if table_move.legal:
        _mark_contacts(state, model, leader, table_move, on_foot, track_marks)
        if squad:
            ghosts += _mark_squad(state, action, leader, table_move, track_marks)
            circles.append(distance_ring(leader, state.table.policy.squad_within))
    sign = (
        f"{distance_text}"
        if fine
        else f"{distance_text}: too far"
        if table_move.code == "too_far"
        else "not possible"
    )
    track_marks.tags.append(
        FloatingTag(point_above_model(leader), sign, YES_COLOR if fine else NO_COLOR, is_bold=True)
    )
    words = (
        _describe_move(state, model, table_move, remaining, leap)
        if fine
        else describe_refusal(verdict)
    )
    roles = {
        model: Role.FROM,
        **{id: Role.HIT for id in table_move.blockers if state.is_on_table(id)},
    }
    track_marks.tags += [
        FloatingTag(point_above_model(state.table.body(id)), "in the way", NO_COLOR)
        for id in table_move.blockers
        if state.is_on_table(id)
    ]
    return make_preview(
        state.table,
        "move",
        fine,
        words,
        rule="Moving, p. 27-28 and 44-46",
        facts=tuple(track_marks.facts),
        tags=track_marks.tags,
        roles=roles,
        strokes=track_marks.strokes,
        ghosts=ghosts,
        circles=circles,
        action=possible,
        verdict=verdict,
        marked=dict.fromkeys(table_move.blockers, "IN THE WAY"),
        cut=_find_section_line(table_move.track),
    )


def _find_section_line(track: Sequence[XYZ]) -> tuple[tuple[float, float], ...]:
    points = [(x, y) for x, y, _ in track]
    flat = [p for i, p in enumerate(points) if i == 0 or dist(p, points[i - 1]) > 1e-6]
    return (
        tuple(flat)
        if len(flat) > 1
        else ((points[0][0] - 2, points[0][1]), (points[0][0] + 2, points[0][1]))
    )


def _describe_move(
    state: State, model: str, table_move: Move, remaining: float, leap: Jump | None
) -> str:
    name = state.name(model)
    page = cite_rule("NM-MOV-03")
    if table_move.spent <= EPSILON_IN and not table_move.falls and leap is None:
        return f"{name} stays where it is{page}."
    verb = "jumps" if leap is not None else "moves"
    text = f"{name} {verb} {format_rounded_inches(table_move.spent)}, {format_rounded_inches(remaining)} left"
    if leap is not None and leap.contacts:
        text += f", stopped by {', '.join(display_name(state, id) for id in leap.contacts)}"
        page = cite_rule("NM-TER-24")
    fall = max(table_move.falls, key=lambda f: f.height, default=None)
    if fall is not None and fall.height > EPSILON_IN:
        text += f", and {describe_fall(state, model, fall)}"
        page = cite_rule("NM-TER-19")
    return f"{text}{page}."


# Jumps


def _find_final_jump(state: State, body: Body, action: Advance) -> Jump | None:
    """Return the jump at the end of a path, or None."""
    if not action.path or not isinstance(action.path[-1], JumpStep):
        return None
    takeoff_point = move(state.table, body, to_table_steps(action.path[:-1]), math.inf).track[-1]
    start = body.moved(takeoff_point)
    return jump(state.table, start, action.path[-1].jump)


def _mark_jump(
    state: State, model: str, action: Advance, track_marks: TrackMarks, leap: Jump
) -> None:
    last = action.path[-1]
    assert isinstance(last, JumpStep)
    if not leap.legal:
        return
    x, y, z = leap.turn
    if leap.contacts:
        names = ", ".join(display_name(state, id) for id in leap.contacts)
        track_marks.add_note(
            "Stopped", f"by {names}: its movement ends", leap.turn, NO_COLOR, f"stopped by {names}"
        )
        if dist((x, y), last.jump) > 1e-6:
            track_marks.strokes.append(
                Stroke((leap.turn, (*last.jump, z)), Pen.REFUSED, "not reached", is_bold=False)
            )
    track_marks.facts.append(
        (
            "Jump",
            f"{format_rounded_inches(leap.length)}, ends {format_rounded_inches(leap.end[2])} up",
        )
    )


# End of the move


def _mark_contacts(
    state: State, model: str, leader: Body, table_move: Move, on_foot: bool, track_marks: TrackMarks
) -> None:
    """Mark the end's contacts: objectives to pick up or secure, void gates, other models."""
    moved_state = state.with_model(model, at=leader.at)
    track = tuple(make_point(*p) for p in table_move.track) if on_foot else ()
    touched_objectives = carrying.touched_objectives(moved_state, model, track)
    for id in touched_objectives:
        track_marks.add_note(
            "Objective", f"may pick up {state.name(id)}", state.objectives[id].at, YES_COLOR
        )
    for token in carrying.objectives_on_table(moved_state):
        is_close = carrying.is_near_objective(moved_state.models[model], token)
        if (
            token.id not in touched_objectives
            and is_close
            and carrying.can_hold_objective(state, state.models[model].unit, token.id)
        ):
            is_contested = securing.is_contested(moved_state, token.id)
            track_marks.facts.append(
                ("Objective", f"{'contests' if is_contested else 'near'} {token.name}")
            )
    touching = [
        b
        for b in moved_state.table.bodies
        if b.id != model and moved_state.table.distance(model, b) <= 1e-4
    ]
    if touching:
        track_marks.facts.append(("Touches", ", ".join(state.name(b.id) for b in touching)))


def distance_ring(body: Body, within: float, label: str = "") -> Circle:
    """Return the ring at a distance around a base."""
    return Circle(
        body.at[:2],
        body.radius + within,
        body.at[2],
        ROLE_COLORS[Role.END],
        label or f'{within:g}"',
    )


# The squad


def preview_squad_places(
    state: State, leader: Body, wanted_places: Mapping[str, Point]
) -> tuple[dict[str, XYZ], tuple[str, ...]]:
    """Return the squad's places after its leader's move, and the models without one (p. 28)."""
    mates = other_squad_models(state, state.models[leader.id].unit, leader.id)
    return place_squad(state, leader, mates, wanted_places, state.place(leader.id))


def short_model_name(state: State, model: str) -> str:
    """Return the letter of a squad's model, or the name of any other model."""
    unit = state.units.get(state.models[model].unit)  # an attachment in reserve has none yet
    return state.name(model).removeprefix(
        unit.name if unit is not None else ""
    ).strip() or state.name(model)


def _mark_squad(
    state: State, action: Advance, leader: Body, table_move: Move, track_marks: TrackMarks
) -> list[Ghost]:
    """Draw the squad at its places; models without a place are lost."""
    if any(f.tied for f in table_move.falls):
        track_marks.facts.append(("Squad", "follows after the dice decide where its leader lands"))
        return []
    places, lost_models = preview_squad_places(state, leader, action.others)
    ghosts = []
    for id, at in places.items():
        body = state.table.body(id).moved(at)
        ghosts.append(Ghost(body.volume, Role.END, state.name(id)))
        track_marks.tags.append(
            FloatingTag(point_above_model(body), short_model_name(state, id), NEUTRAL_COLOR)
        )
        if dist(at, state.place(id)) > EPSILON_IN:
            track_marks.strokes.append(Stroke((state.place(id), at), Pen.PATH, is_bold=False))
    for id in lost_models:
        track_marks.tags.append(
            FloatingTag(
                point_above_model(state.table.body(id)),
                "no room: destroyed",
                NO_COLOR,
                is_bold=True,
            )
        )
    lost_names = ", ".join(state.name(id) for id in lost_models)
    if places or lost_models:
        condition = 'within 2" and in line of sight'
        text = (
            f"no room for {lost_names} {condition}: destroyed"
            if lost_models
            else f"all fit {condition}"
        )
        track_marks.facts.append(("Squad", text))
    return ghosts
