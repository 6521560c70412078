"""The possible final places of a slammed or thrown model, with obstacles and collisions."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from wc3d.engine.actions import Verdict
from wc3d.engine.dice import d6_to_d3
from wc3d.engine.text import join_words
from wc3d.games.warmachine.display.attack_chances import chance_to_hit
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.fighting.power_attacks import THROW_PENALTY, fist_plan
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.slams_and_throws import (
    Shove,
    compute_slam,
    compute_throw,
    throw_distance,
)
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.geometry.plane.local_frame import unit_vector
from wc3d.presentation.evidence_view import XY, Circle, Stroke
from wc3d.presentation.palette import RGB, Pen, Role
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NO_COLOR,
    FactRows,
    FloatingTag,
    Preview,
    format_percent,
    make_preview,
)

DIE_FACES = (1, 2, 3, 4, 5, 6)
LANDING_COLOR: RGB = (214, 160, 240)
SAME_PLACE_IN = 1e-6


@dataclass(frozen=True)
class ShoveOutcomes:
    """The possible outcomes of a forced move, to draw and describe."""

    strokes: tuple[Stroke, ...] = ()
    circles: tuple[Circle, ...] = ()
    tags: tuple[FloatingTag, ...] = ()
    rows: FactRows = ()


def preview_slam_outcomes(state: State, slammer: str, target: str) -> ShoveOutcomes:
    """Return a ring for each die result of a slam's distance (WM-SLM-09); equal ones merge."""
    moved = get_fighter(state.table, target)
    outcomes = [
        (face, compute_slam(state.table, target, slammer, float(face))) for face in DIE_FACES
    ]
    places: dict[XY, list[int]] = {}
    for face, shove in outcomes:
        at = next((at for at in places if dist(at, shove.end) <= SAME_PLACE_IN), shove.end)
        places.setdefault(at, []).append(face)
    circles = tuple(_landing_circle(moved, at) for at in places)
    tags = tuple(
        FloatingTag((*at, moved.at[2] + 0.1), _format_faces(faces), LANDING_COLOR)
        for at, faces in places.items()
    )
    farthest = max(places, key=lambda at: dist(at, moved.place))
    line = (
        (Stroke(((*moved.place, 0.06), (*farthest, 0.06)), Pen.FALL),)
        if dist(farthest, moved.place) > SAME_PLACE_IN
        else ()
    )
    faces_by_text: dict[str, list[int]] = {}
    for face, shove in outcomes:
        faces_by_text.setdefault(describe_shove(state, shove) or "no collision", []).append(face)
    return ShoveOutcomes(
        line,
        circles,
        tags,
        tuple((f"Die {_format_faces(faces)}", words) for words, faces in faces_by_text.items()),
    )


def _format_faces(faces: list[int]) -> str:
    return f"{faces[0]}" if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _landing_circle(moved: Fighter, at: XY) -> Circle:
    return Circle(at, moved.radius, moved.at[2] + 0.03, LANDING_COLOR, "could land here")


def describe_shove(state: State, shove: Shove) -> str:
    """Describe the obstacles and collisions of a forced move; empty if there are none."""
    phrases = (
        [f"into {join_words(display_name(state, id) for id in shove.contacts)}: 1 extra damage die"]
        if shove.contacts
        else []
    )
    phrases += ["stopped by the table edge"] if shove.edge else []
    phrases += (
        [f"hits {join_words(display_name(state, id) for id in shove.collateral)}"]
        if shove.collateral
        else []
    )
    return "; ".join(phrases)


def throw_preview(state: State, action: actions.ThrowModel, verdict: Verdict) -> Preview:
    """Return a throw's preview: its aim and rings at the 18 landing places (WM-RUL-73)."""
    me = get_fighter(state.table, action.model)
    aim = get_fighter(state.table, action.target)
    z = me.at[2] + 0.04
    if not verdict:
        line = Stroke(((*me.place, z), (*aim.place, z)), Pen.REFUSED)
        return make_preview(
            state.table, action.type, False, verdict.text, strokes=[line], verdict=verdict
        )
    distance = throw_distance(
        stat_value(state, me.id, "STR"), aim, float(state.edition["throw.small_bonus"])
    )
    u, v = unit_vector(action.direction)
    to = aim.place[0] + distance * u, aim.place[1] + distance * v
    marks = _preview_throw_outcomes(state, me, aim, distance, action.direction)
    plan = fist_plan(state, me.id, action.weapon, "throw", THROW_PENALTY)
    hit = chance_to_hit(state, Attacking("", me.id, aim.id, plan))
    rows = (("Hits", f"{format_percent(hit)}; then both roll 1d6 + STR (WM-THR-03)"), *marks.rows)
    tags = (
        FloatingTag((*to, z), f'{distance:g}" away, then deviates d3"', MAYBE_COLOR, is_bold=True),
        *marks.tags,
    )
    return make_preview(
        state.table,
        action.type,
        True,
        f"throw {display_name(state, aim.id)}",
        strokes=[Stroke(((*aim.place, z), (*to, z)), Pen.FALL)],
        circles=marks.circles,
        tags=tags,
        facts=rows,
        roles={me.id: Role.FROM, aim.id: Role.TO},
        action=action,
        verdict=verdict,
    )


def _preview_throw_outcomes(
    state: State, me: Fighter, aim: Fighter, distance: float, direction: float
) -> ShoveOutcomes:
    places: dict[XY, int] = {}
    results: dict[str, int] = {}
    for die in DIE_FACES:
        for face in DIE_FACES:
            shove = compute_throw(
                state.table, aim, me, distance, direction, die, float(d6_to_d3(face))
            ).shove
            if shove is not None:
                at = next((at for at in places if dist(at, shove.end) <= SAME_PLACE_IN), shove.end)
                places[at] = places.get(at, 0) + 1
                words = describe_shove(state, shove)
                results[words] = results.get(words, 0) + 1
    whole = len(DIE_FACES) ** 2
    rows = tuple(
        (format_percent(n / whole), words or "lands freely")
        for words, n in sorted(results.items(), key=lambda m: -m[1])
    )
    hits = [
        id
        for id in (b.id for b in state.table.bodies)
        if any(display_name(state, id) in words for words in results if words)
    ]
    tags = tuple(
        FloatingTag(
            (*get_fighter(state.table, id).place, aim.at[2] + 0.1), "could be hit", NO_COLOR
        )
        for id in hits
        if id != aim.id
    )
    return ShoveOutcomes(
        circles=tuple(_landing_circle(aim, at) for at in places), tags=tags, rows=rows
    )
