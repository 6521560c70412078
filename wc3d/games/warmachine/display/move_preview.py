"""Previews of moves: the reach, rough ground, free strikes, and the final facing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wc3d.engine.actions import Verdict
from wc3d.games.warmachine.display.attack_chances import chance_to_hit, chance_to_remove
from wc3d.games.warmachine.display.labels_and_lists import PLAYER_COLORS
from wc3d.games.warmachine.display.model_areas import arc_areas, arc_line, describe_damage
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.warmachine.rules.attack_plans import free_strike_plan
from wc3d.games.warmachine.rules.clouds import clouds_entered
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.moving.advancing import compute_path_move
from wc3d.games.warmachine.rules.moving.walking import (
    PredictedFreeStrike,
    path_length,
    path_section,
    predict_free_strikes,
    track_with_heights,
)
from wc3d.games.warmachine.rules.space.fighters import Fighter, facing_toward, get_fighter
from wc3d.games.warmachine.rules.space.moving import ROUGH_COST_FACTOR, PathMove
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.text.action_words import weapon_name
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.geometry.plane.disc_path import reachable_length
from wc3d.presentation.evidence_view import XYZ, Circle, Ghost, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NO_COLOR,
    YES_COLOR,
    FactRows,
    FloatingTag,
    Preview,
    format_percent,
    make_preview,
)

CONTACT_IN = 1e-6


def end_facing(state: State, action: actions.Advance | actions.Run) -> float:
    """Return the chosen final facing (WM-MOV-04), else the movement's direction (WM-MOV-02)."""
    if action.facing is not None:
        return action.facing % 360.0
    track = (state.place(action.model)[:2], *action.path)
    ways = (facing_toward(a, b) for a, b in reversed(list(pairwise(track))))
    return next((way for way in ways if way is not None), state.models[action.model].facing)


def fighter_at(state: State, model: str, at: XY, facing: float) -> Fighter:
    """Return the model at a place with a facing, at the height of the ground there."""
    return replace(
        get_fighter(state.table, model), at=track_with_heights(state, model, [at])[0], facing=facing
    )


def best_free_strike(strike: PredictedFreeStrike, mover: str) -> tuple[str, float, DamageRoll]:
    """Return the weapon of a free strike with the best chance to remove or else hit the mover
    (WM-FRE-03 to 05).

    The result is the weapon, its chance to hit and its damage roll.
    """
    options = []
    for weapon in strike.weapons:
        plan = free_strike_plan(strike.state_then, strike.striker, weapon)
        owner = strike.state_then.models[strike.striker].owner
        roll = DamageRoll(
            "", mover, owner, plan.power or 0, BASE_DICE + plan.extra_dice, kind=plan.kind
        )
        hit = chance_to_hit(strike.state_then, Attacking("", strike.striker, mover, plan))
        options.append((hit * chance_to_remove(strike.state_then, roll), hit, weapon, roll))
    _, hits, weapon, roll = max(options, key=lambda each: each[:3])
    return weapon, hits, roll


def move_preview(state: State, action: actions.Advance | actions.Run, verdict: Verdict) -> Preview:
    """Return the preview of an advance or run, with only the mover's own inches (WM-RUL-07)."""
    me = action.model
    runs = isinstance(action, actions.Run)
    path_move = compute_path_move(state, me, action.path, runs) if action.path else None
    end = action.path[-1] if action.path else state.place(me)[:2]
    end_fighter = fighter_at(state, me, end, end_facing(state, action))
    strikes = tuple(predict_free_strikes(state, me, action.path)) if verdict else ()
    tags, rows, circles = _preview_strikes(state, me, strikes)
    z = state.place(me)[2]
    for cloud in (
        clouds_entered(state, me, (state.place(me)[:2], *action.path))
        if verdict and action.path
        else ()
    ):
        tags.append(
            FloatingTag((*cloud.center, z + 0.5), f"harmful cloud: POW {cloud.power}", NO_COLOR)
        )
        rows += (("Cloud", f"damage roll with POW {cloud.power} (WM-CLD-05)"),)
    words = _describe_move(path_move, verdict, strikes)
    tags.append(
        FloatingTag(
            (*end, end_fighter.at[2] + end_fighter.height + 0.6),
            words,
            (MAYBE_COLOR if strikes else YES_COLOR) if verdict else NO_COLOR,
            is_bold=True,
        )
    )
    is_shown = verdict or not action.path
    return make_preview(
        state.table,
        action.type,
        bool(verdict),
        words,
        tags=tags,
        facts=rows,
        circles=circles,
        strokes=[
            *(_path_strokes(path_move, z) if path_move is not None else ()),
            arc_line(end_fighter),
        ],
        areas=arc_areas(end_fighter, PLAYER_COLORS[state.models[me].owner - 1]) if is_shown else (),
        ghosts=[Ghost(end_fighter.volume, Role.END, "here")] if verdict and action.path else [],
        action=action if verdict else None,
        verdict=verdict,
    )


def _describe_move(
    path_move: PathMove | None, verdict: Verdict, strikes: Sequence[PredictedFreeStrike]
) -> str:
    if not verdict:
        return verdict.text
    cost_text = (
        f'{path_move.cost:.1f} of {path_move.allowance:g}"'
        if path_move is not None
        else "turns in place"
    )
    rough = ", rough ground counts double" if path_move is not None and path_move.rough else ""
    strike_note = (
        f", {len(strikes)} free strike{'s' if len(strikes) > 1 else ''}" if strikes else ""
    )
    return cost_text + rough + strike_note


def _path_strokes(path_move: PathMove, z: float) -> list[Stroke]:
    """Return the strokes of the path's possible, impossible and rough parts."""
    start = path_move.path[0]
    path = path_move.path[1:]
    end_length = reachable_length(path_move.rough, ROUGH_COST_FACTOR, path_move.allowance)
    if path_move.met is not None:
        end_length = min(end_length, path_move.met.length)
    strokes = _stroke_between(start, path, 0.0, min(end_length, path_move.length), Pen.PATH, z)
    if path_move.length > end_length + CONTACT_IN:
        strokes += _stroke_between(start, path, end_length, path_move.length, Pen.REFUSED, z)
    for low, high in path_move.rough:
        strokes += _stroke_between(
            start, path, max(0.0, low), min(high, path_move.length), Pen.INSIDE, z
        )
    return strokes


def _stroke_between(
    start: XY, path: Sequence[XY], low: float, high: float, pen: Pen, z: float
) -> list[Stroke]:
    track = path_section(start, path, low, min(high, path_length(start, path)))
    points: tuple[XYZ, ...] = tuple((x, y, z) for x, y in track)
    return [Stroke(points, pen)] if len(points) > 1 else []


def _preview_strikes(
    state: State, mover: str, strikes: Sequence[PredictedFreeStrike]
) -> tuple[list[FloatingTag], FactRows, list[Circle]]:
    """Return the places of free strikes along a path, with their weapons and chances."""
    tags = []
    rows = []
    circles = []
    me = get_fighter(state.table, mover)
    for strike in strikes:
        weapon, hits, roll = best_free_strike(strike, mover)
        striker_name = display_name(state, strike.striker)
        strike_text = f"{weapon_name(state, strike.striker, weapon)}: hits {format_percent(hits)}, then {describe_damage(strike.state_then, roll)}"
        tags.append(
            FloatingTag((*strike.at, me.at[2] + 0.4), f"free strike by {striker_name}", NO_COLOR)
        )
        rows.append(("Free strike", f"{striker_name}, {strike_text} (WM-FRE-01)"))
        circles.append(
            Circle(
                strike.at, me.radius, me.at[2] + 0.02, NO_COLOR, f"free strike by {striker_name}"
            )
        )
    return tags, tuple(rows), circles
