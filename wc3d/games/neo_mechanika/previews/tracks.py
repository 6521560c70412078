"""What lies on a model's track: climbs, ladders, jumps, falls, gaps, rough ground, as strokes, signs and facts."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist

import shapely

from wc3d.games.neo_mechanika.previews.action_preview import Hurt, hurt_by
from wc3d.games.neo_mechanika.rules.abilities.selectors import has
from wc3d.games.neo_mechanika.rules.frames import damage_roll
from wc3d.games.neo_mechanika.rules.moving.fall_damage import NOBODY
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EQUAL
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import RGB, Pen
from wc3d.presentation.preview import MAYBE, NO, Tag, inch, middle, share
from wc3d.table.body import Body
from wc3d.table.moves.falling import Fall
from wc3d.table.moves.movement import Move
from wc3d.table.moves.rough import rough_ground
from wc3d.table.moves.walkable import as_polygon
from wc3d.table.table import Table
from wc3d.table.terrain.standing import tops

LEAST_GAP = 0.05
"""Inches: a gap that is narrower than this is a seam."""


@dataclass
class TrackMarks:
    """A track told piece by piece: what to draw along it, and what to say of it."""

    strokes: list[Stroke] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def note(self, name: str, words: str, at: XYZ, rgb: RGB = MAYBE, sign: str = "") -> None:
        """Say something of a place on the way: among the facts, and beside it (there `sign` for short)."""
        self.tags.append(Tag(at, sign or words, rgb))
        self.facts.append((name, words))


def fall_hurts(state: State, model: str, fall: Fall) -> Hurt | None:
    """What the damage roll of a fall may do to the model; None if there is none (p. 45)."""
    if fall.power <= 0 or has(state, model, "no_fall_damage"):
        return None
    return hurt_by(state, damage_roll(model, fall.power, cause=NOBODY, why="fall"))


def fall_words(state: State, model: str, fall: Fall) -> str:
    """A fall and what it may do."""
    hurt = fall_hurts(state, model, fall)
    text = f"falls {inch(fall.height)}: {hurt.words}" if hurt else f"falls {inch(fall.height)}, no damage roll"
    if hurt and hurt.any and state.setup.card_of(state.models[model].unit).kind != "squad":
        text += "; if damaged, it gets an activation token and its activation ends"
    if fall.landed_on:
        text += "; placed beside " + ", ".join(state.name(id) for id in fall.landed_on)
    return text + ("; dice decide where it lands" if fall.tied else "")


def follow(state: State, model: str, move: Move, *, on_foot: bool, ladders: bool) -> TrackMarks:
    """What to draw and say along a move: legal or not, as far as the table followed it. `ladders`: does it use any?"""
    track_marks, body = TrackMarks(), state.table.body(model)
    track = list(move.track)
    falls = {mark.track: fall for mark, fall in zip(move.marks, move.falls, strict=True)}
    legs = _within(track, move) if move.code == "too_far" else [(track, move.legal)]
    for points, fine in legs:
        _draw(track_marks, points, fine)
    if move.legal:
        _tell_falls(state, model, track_marks, track, falls)
    if on_foot:
        _tell_levels(state.table, body, track_marks, track, set(falls), ladders)
        _tell_rough(state.table, body, track_marks, track, move)
    return track_marks


def _draw(track_marks: TrackMarks, points: Sequence[XYZ], fine: bool) -> None:
    for a, b in pairwise(points):
        if dist(a, b) > 1e-6:
            drop = fine and b[2] < a[2] - EQUAL and dist(a[:2], b[:2]) < 0.2
            pen = Pen.REFUSED if not fine else Pen.FALL if drop else Pen.PATH
            if track_marks.strokes and track_marks.strokes[-1].pen is pen and track_marks.strokes[-1].points[-1] == a:
                track_marks.strokes[-1] = Stroke((*track_marks.strokes[-1].points, b), pen)
            else:
                track_marks.strokes.append(Stroke((a, b), pen))


def _within(track: list[XYZ], move: Move) -> list[tuple[list[XYZ], bool]]:
    """The track cut where the inches are used up: what can be gone, and what not."""
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


def _tell_falls(state: State, model: str, track_marks: TrackMarks, track: list[XYZ], falls: dict[int, Fall]) -> None:
    for i, fall in falls.items():
        if fall.height > EQUAL:
            at = track[i] if i < len(track) else fall.end
            hurt = fall_hurts(state, model, fall)
            sign = f"falls {inch(fall.height)}" + (f", destroyed {share(hurt.destroy)}" if hurt else "")
            track_marks.note("Fall", fall_words(state, model, fall), at, NO if fall.power else MAYBE, sign)


def _tell_levels(table: Table, body: Body, track_marks: TrackMarks, track: list[XYZ], falls: set[int], ladders: bool) -> None:
    """Climbs and ladders (where the track changes its height but does not fall), and gaps that the base bridges."""
    for i, (a, b) in enumerate(pairwise(track), 1):
        rise = b[2] - a[2]
        if abs(rise) <= EQUAL:
            _tell_gaps(table, track_marks, a, b, leaves=i + 1 < len(track) and track[i + 1][2] < b[2] - EQUAL)
        elif i not in falls and dist(a[:2], b[:2]) <= EQUAL and 0 < rise <= table.policy.obstacle_height + EQUAL:
            track_marks.note("Climb", f"climbs {inch(rise)}, costs {inch(table.policy.climb_cost)}", b)
        elif i not in falls and not ladders:
            track_marks.note("Fall", f"would fall {inch(-rise)}", a, NO)
        elif i not in falls:
            way = "up" if rise > 0 else "down"
            track_marks.note("Ladder", f"{way} a ladder, {inch(abs(rise))}, costs {inch(table.policy.ladder_cost)}", b)


def _tell_gaps(table: Table, track_marks: TrackMarks, a: XYZ, b: XYZ, leaves: bool) -> None:
    """Where the base's center has nothing beneath it though the base is held: a gap it goes across (p. 45)."""
    if a[2] <= EQUAL or dist(a, b) < LEAST_GAP:
        return
    supports = [as_polygon(t.section) for t in tops(table.features) if abs(t.height - a[2]) <= EQUAL]
    air = shapely.difference(shapely.LineString([a[:2], b[:2]]), shapely.union_all(supports).buffer(1e-6))
    for piece in shapely.get_parts(air).tolist():
        ends = shapely.get_coordinates(piece)
        last = len(ends) and dist(ends[-1], b[:2]) < 1e-6
        if piece.length > LEAST_GAP and not (last and leaves):
            x, y = ends.mean(axis=0)
            track_marks.note("Gap", f"crosses a gap of {inch(float(piece.length))}", (float(x), float(y), a[2]))


def patches(table: Table, volume: Cylinder) -> Iterator[tuple[str, shapely.Geometry]]:
    """The rough ground that a volume at this height can enter, by feature, grown by the volume's radius."""
    for id, plan in rough_ground(table.features, volume.low, volume.high):
        yield id, shapely.buffer(as_polygon(plan), volume.radius)


def _tell_rough(table: Table, body: Body, track_marks: TrackMarks, track: list[XYZ], move: Move) -> None:
    """The stretches in rough ground, and what they cost (p. 44)."""
    names = {id: table.feature(id).name for id in move.rough}
    if not names:
        return
    for a, b in pairwise(track):
        if abs(a[2] - b[2]) > EQUAL or dist(a, b) <= EQUAL:
            continue
        for id, patch in patches(table, body.moved(a).volume):
            part = shapely.intersection(shapely.LineString([a[:2], b[:2]]), patch)
            for piece in shapely.get_parts(part).tolist():
                points = tuple((float(x), float(y), a[2]) for x, y in shapely.get_coordinates(piece))
                if id in names and piece.length > LEAST_GAP:
                    track_marks.strokes.append(Stroke(points, Pen.INSIDE, "rough"))
                    track_marks.tags.append(Tag(middle(points), f"rough: {names[id]}", MAYBE))
    cost = f"reduces the move to {inch(move.allowance)}"
    track_marks.facts.append(("Rough ground", f"{', '.join(names.values())}: {cost}"))
