"""Mark a model's track: climbs, ladders, jumps, falls, gaps and rough ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist

import shapely

from wc3d.games.neo_mechanika.previews.action_preview import DamageForecast, forecast_damage
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.agenda_frames import make_damage_roll
from wc3d.games.neo_mechanika.rules.moving.fall_damage import FALL_CAUSE
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import RGB, Pen
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NO_COLOR,
    FloatingTag,
    format_percent,
    format_rounded_inches,
    track_midpoint,
)
from wc3d.table.body import Body
from wc3d.table.moves.falling import Fall
from wc3d.table.moves.movement import Move
from wc3d.table.moves.rough_ground import rough_ground_patches
from wc3d.table.moves.walkable import inner_polygon
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import flat_tops

MIN_GAP_IN = 0.05
"""The minimum width of a gap in inches; narrower ones are seams."""


@dataclass
class TrackMarks:
    """The strokes, tags and facts along a track."""

    strokes: list[Stroke] = field(default_factory=list)
    tags: list[FloatingTag] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def add_note(
        self, name: str, words: str, at: XYZ, rgb: RGB = MAYBE_COLOR, sign: str = ""
    ) -> None:
        """Add a fact about a place on the track and a tag there (short: `sign`)."""
        self.tags.append(FloatingTag(at, sign or words, rgb))
        self.facts.append((name, words))


def forecast_fall_damage(state: State, model: str, fall: Fall) -> DamageForecast | None:
    """Return the forecast of a fall's damage roll; None without one (p. 45)."""
    if fall.power <= 0 or has_flag(state, model, "no_fall_damage"):
        return None
    return forecast_damage(state, make_damage_roll(model, fall.power, cause=FALL_CAUSE, why="fall"))


def describe_fall(state: State, model: str, fall: Fall) -> str:
    """Describe a fall and its possible damage."""
    hurt = forecast_fall_damage(state, model, fall)
    text = (
        f"falls {format_rounded_inches(fall.height)}: {hurt.description}"
        if hurt
        else f"falls {format_rounded_inches(fall.height)}, no damage roll"
    )
    if hurt and hurt.any and state.setup.card_of(state.models[model].unit).kind != "squad":
        text += "; if damaged, it gets an activation token and its activation ends"
    if fall.landed_on:
        text += "; placed beside " + ", ".join(state.name(id) for id in fall.landed_on)
    return text + ("; dice decide where it lands" if fall.tied else "")


def mark_track(state: State, model: str, move: Move, *, on_foot: bool, ladders: bool) -> TrackMarks:
    """Mark a move, legal or not, as far as the table followed it. `ladders`: they are allowed."""
    track_marks = TrackMarks()
    body = state.table.body(model)
    track = list(move.track)
    falls = {mark.track: fall for mark, fall in zip(move.marks, move.falls, strict=True)}
    legs = _split_at_limit(track, move) if move.code == "too_far" else [(track, move.legal)]
    for points, fine in legs:
        _draw(track_marks, points, fine)
    if move.legal:
        _mark_falls(state, model, track_marks, track, falls)
    if on_foot:
        _mark_levels(state.table, body, track_marks, track, set(falls), ladders)
        _mark_rough(state.table, body, track_marks, track, move)
    return track_marks


def _draw(track_marks: TrackMarks, points: Sequence[XYZ], fine: bool) -> None:
    for a, b in pairwise(points):
        if dist(a, b) > 1e-6:
            drop = fine and b[2] < a[2] - EPSILON_IN and dist(a[:2], b[:2]) < 0.2
            pen = Pen.REFUSED if not fine else Pen.FALL if drop else Pen.PATH
            if (
                track_marks.strokes
                and track_marks.strokes[-1].pen is pen
                and track_marks.strokes[-1].points[-1] == a
            ):
                track_marks.strokes[-1] = Stroke((*track_marks.strokes[-1].points, b), pen)
            else:
                track_marks.strokes.append(Stroke((a, b), pen))


def _split_at_limit(track: list[XYZ], move: Move) -> list[tuple[list[XYZ], bool]]:
    """Split the track where the inches are used up, into parts with a reachable flag."""
    remaining = max(0.0, move.allowance - (move.spent - move.length))
    covered_track: list[XYZ] = [track[0]]
    for i, (a, b) in enumerate(pairwise(track)):
        long = dist(a[:2], b[:2])
        if long > remaining:
            t = remaining / long if long > 0 else 0.0
            x, y, z = (p + (q - p) * t for p, q in zip(a, b, strict=True))
            return [([*covered_track, (x, y, z)], True), ([(x, y, z), *track[i + 1 :]], False)]
        covered_track.append(b)
        remaining -= long
    return [(covered_track, True)]


def _mark_falls(
    state: State, model: str, track_marks: TrackMarks, track: list[XYZ], falls: dict[int, Fall]
) -> None:
    for i, fall in falls.items():
        if fall.height > EPSILON_IN:
            at = track[i] if i < len(track) else fall.end
            hurt = forecast_fall_damage(state, model, fall)
            sign = f"falls {format_rounded_inches(fall.height)}" + (
                f", destroyed {format_percent(hurt.destroy)}" if hurt else ""
            )
            track_marks.add_note(
                "Fall",
                describe_fall(state, model, fall),
                at,
                NO_COLOR if fall.power else MAYBE_COLOR,
                sign,
            )


def _mark_levels(
    table: Table,
    body: Body,
    track_marks: TrackMarks,
    track: list[XYZ],
    falls: set[int],
    ladders: bool,
) -> None:
    """Mark climbs and ladders (changes of height without a fall), and gaps under the base."""
    for i, (a, b) in enumerate(pairwise(track), 1):
        rise = b[2] - a[2]
        if abs(rise) <= EPSILON_IN:
            _mark_gaps(
                table,
                track_marks,
                a,
                b,
                leaves=i + 1 < len(track) and track[i + 1][2] < b[2] - EPSILON_IN,
            )
        elif (
            i not in falls
            and dist(a[:2], b[:2]) <= EPSILON_IN
            and 0 < rise <= table.policy.obstacle_height + EPSILON_IN
        ):
            track_marks.add_note(
                "Climb",
                f"climbs {format_rounded_inches(rise)}, costs {format_rounded_inches(table.policy.climb_cost)}",
                b,
            )
        elif i not in falls and not ladders:
            track_marks.add_note("Fall", f"would fall {format_rounded_inches(-rise)}", a, NO_COLOR)
        elif i not in falls:
            way = "up" if rise > 0 else "down"
            track_marks.add_note(
                "Ladder",
                f"{way} a ladder, {format_rounded_inches(abs(rise))}, costs {format_rounded_inches(table.policy.ladder_cost)}",
                b,
            )


def _mark_gaps(table: Table, track_marks: TrackMarks, a: XYZ, b: XYZ, leaves: bool) -> None:
    """Mark gaps: the base's center has nothing beneath it, but the base is supported (p. 45)."""
    if a[2] <= EPSILON_IN or dist(a, b) < MIN_GAP_IN:
        return
    supports = [
        inner_polygon(t.section)
        for t in flat_tops(table.features)
        if abs(t.height - a[2]) <= EPSILON_IN
    ]
    air = shapely.difference(
        shapely.LineString([a[:2], b[:2]]), shapely.union_all(supports).buffer(1e-6)
    )
    for piece in shapely.get_parts(air).tolist():
        ends = shapely.get_coordinates(piece)
        last = len(ends) and dist(ends[-1], b[:2]) < 1e-6
        if piece.length > MIN_GAP_IN and not (last and leaves):
            x, y = ends.mean(axis=0)
            track_marks.add_note(
                "Gap",
                f"crosses a gap of {format_rounded_inches(float(piece.length))}",
                (float(x), float(y), a[2]),
            )


def rough_patches(table: Table, volume: Cylinder) -> Iterator[tuple[str, shapely.Geometry]]:
    """Yield the rough ground that a volume can enter, by feature, grown by its radius."""
    for id, plan in rough_ground_patches(table.features, volume.low, volume.high):
        yield id, shapely.buffer(inner_polygon(plan), volume.radius)


def _mark_rough(
    table: Table, body: Body, track_marks: TrackMarks, track: list[XYZ], move: Move
) -> None:
    """Mark the stretches in rough ground and their costs (p. 44)."""
    names = {id: table.feature(id).name for id in move.rough}
    if not names:
        return
    for a, b in pairwise(track):
        if abs(a[2] - b[2]) > EPSILON_IN or dist(a, b) <= EPSILON_IN:
            continue
        for id, patch in rough_patches(table, body.moved(a).volume):
            part = shapely.intersection(shapely.LineString([a[:2], b[:2]]), patch)
            for piece in shapely.get_parts(part).tolist():
                points = tuple(
                    (float(x), float(y), a[2]) for x, y in shapely.get_coordinates(piece)
                )
                if id in names and piece.length > MIN_GAP_IN:
                    track_marks.strokes.append(Stroke(points, Pen.INSIDE, "rough"))
                    track_marks.tags.append(
                        FloatingTag(track_midpoint(points), f"rough: {names[id]}", MAYBE_COLOR)
                    )
    cost = f"reduces the move to {format_rounded_inches(move.allowance)}"
    track_marks.facts.append(("Rough ground", f"{', '.join(names.values())}: {cost}"))
