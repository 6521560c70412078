"""Where a base can stand, and what holds it up.

A place is standable when the whole base lies on one flat level, on the table, and the model's volume there meets no
solid and no other model's volume. Several features that form one level are one level.
"""
from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.errors import InputError
from wc3d.geometry.boxes import Box, boxes_meet, section_box, swept_box
from wc3d.geometry.disc_coverage import covers
from wc3d.geometry.distance import Section, gap
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, Piece, Points, section_between
from wc3d.geometry.sweep import meets
from wc3d.geometry.tolerances import EQUAL, NOTHING
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.memo import of_terrain
from wc3d.table.space_numbers import BaseSize
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import Layout
from wc3d.table.terrain.obstacle_slices import column, plans_in_lane

EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)

NEARLY = 0.05
"""Inches: who asks for a height so near to that of a level is told of it."""

UNSURE = 1e-3
"""Of many points at once it is only said where a base stands well: nearer to an edge than this it is asked one by one. Inches."""


@dataclass(frozen=True)
class Stand:
    """The answer to whether a base can stand at a place. It is true if it can.

    - `standable`: the same as a bool. `reason`: why, or why not, in words.
    - `position`: the place (x, y, z). `blockers`: ids of what is in the way.

    >>> table.stand("small", table.body("jack").at).blockers
    ('jack',)
    """

    standable: bool
    reason: str
    position: XYZ
    blockers: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided."""
        return SpaceRule.STAND, SpaceRule.END_OF_MOVE

    def __bool__(self) -> bool:
        return self.standable


@dataclass(frozen=True, eq=False)
class Top:
    """A flat upward face of one piece of a feature."""

    height: float
    feature: Feature
    section: Section
    box: Box


@dataclass(frozen=True, eq=False)
class Level:
    """All that a base can stand on at one height: flat shapes whose union is the level. At 0 also the whole table."""

    height: float
    shapes: tuple[Section, ...]
    features: tuple[str, ...] = ()


def base_size(table: Layout, base: str) -> BaseSize:
    """The size of a base by its name. Raises InputError."""
    try:
        return table.policy.bases[base]
    except KeyError:
        raise InputError(f"base {base!r}: expected one of {', '.join(table.policy.bases)}") from None


def footprint(piece: Piece) -> Section:
    """The plan of a piece."""
    return (piece.center, piece.radius) if isinstance(piece, Cylinder) else piece.points


def flat_top(piece: Piece) -> float | None:
    """The height of a piece's top if it is level, else None."""
    if isinstance(piece, Cylinder) or piece.top.flat:
        return piece.high
    heights = piece.top.heights(piece.points)
    return float(heights.max()) if heights.max() - heights.min() <= EQUAL else None


@of_terrain
@lru_cache(maxsize=256)
def tops(features: tuple[Feature, ...]) -> tuple[Top, ...]:
    """Every flat upward face of the solid features, highest first (impassable terrain's and unmarked obstacles' too).

    Of what only holds a mesh, those that are floors of it.
    """
    results = []
    for f in (f for f in features if f.solid):
        rough = {id(p): mesh.floors for mesh in f.meshes for p in mesh.pieces}
        for p in f.pieces:
            height = flat_top(p)
            if height is None or not any(abs(height - h) <= EQUAL for h in rough.get(id(p), (height,))):
                continue
            results.append(Top(height, f, footprint(p), p.box))
    return tuple(sorted(results, key=lambda t: -t.height))


def may_stand_on(feature: Feature) -> bool:
    """Do the players let models stand on this feature? Never on impassable terrain."""
    return feature.standable and feature.kind is not Kind.IMPASSABLE


@of_terrain
@lru_cache(maxsize=256)
def levels_of(features: tuple[Feature, ...]) -> tuple[Level, ...]:
    """Every level of this terrain that a base could stand on, highest first; the table last."""
    groups: list[list[Top]] = []
    for top in tops(features):
        if not may_stand_on(top.feature) or top.height < -EQUAL:
            continue
        if groups and groups[-1][0].height - top.height <= EQUAL:
            groups[-1].append(top)
        else:
            groups.append([top])
    if not groups or groups[-1][0].height > EQUAL:
        groups.append([])
    return tuple(
        Level(
            group[0].height if group and group[0].height > EQUAL else 0.0,
            tuple(t.section for t in group),
            tuple(dict.fromkeys(t.feature.id for t in group)),
        )
        for group in groups
    )


def levels(table: Layout) -> tuple[Level, ...]:
    """Every level a base could stand on, highest first; the table (height 0) last."""
    return levels_of(table.features)


def level_at(table: Layout, z: float) -> Level | None:
    """The level at a height, or None."""
    return next((level for level in levels(table) if abs(level.height - z) <= EQUAL), None)


def rests_on(table: Layout, center: XY, radius: float, level: Level) -> bool:
    """Does the whole base lie on a level?"""
    return level.height == 0.0 or covers(center, radius, level.shapes)


def on_table(table: Layout, center: XY, radius: float) -> bool:
    """Is the whole base on the table ?"""
    (x, y), (width, depth) = center, table.size
    return min(x, y, width - x, depth - y) >= radius - EQUAL


def solid_sections(table: Layout, low: float, high: float, box: Box) -> Iterator[tuple[Feature, Section]]:
    """The plan of every solid between two heights (more than `EQUAL` inside them), within the box x0, y0, x1, y1.

    Impassable terrain is a column without end.
    """
    for feature in table.features:
        if feature.solid:
            for section in sections_of(feature, low, high, box):
                yield feature, section


def sections_of(feature: Feature, low: float, high: float, box: Box) -> Iterator[Section]:
    """The plan of each piece of a solid feature between two heights, within a box: as `solid_sections` has them."""
    endless = feature.kind is Kind.IMPASSABLE
    low, high = low + EQUAL, high - EQUAL
    around = (box[0] - NOTHING, box[1] - NOTHING, box[2] + NOTHING, box[3] + NOTHING)
    for piece in feature.pieces_near(around, -math.inf if endless else low, high):
        section = section_between(column(piece) if endless else piece, low, high)
        if section is not None:
            yield section


def bodies_between(table: Layout, low: float, high: float, ignore: Collection[str] = ()) -> Iterator[tuple[Body, Cylinder]]:
    """Every body that has heights in common with these (by more than `EQUAL`), and the space that it keeps others out of."""
    for body, volume in table.taken:
        if body.id not in ignore and volume.low < high - EQUAL and low < volume.high - EQUAL:
            yield body, volume


def volumes_overlap(a: Cylinder, b: Cylinder) -> bool:
    """Do two volumes overlap by more than touching?"""
    return a.low < b.high - EQUAL and b.low < a.high - EQUAL and meets(a.center, a.radius, (b.center, b.radius))


def solids_met(table: Layout, volume: Cylinder) -> tuple[str, ...]:
    """The features whose solid a model's volume meets."""
    center, radius = volume.center, volume.radius
    ids: dict[str, None] = {}
    for feature, _, plan in plans_in_lane(table.features, center, center, radius, volume.low + EQUAL, volume.high - EQUAL):
        if feature.id not in ids and meets(center, radius, plan):
            ids[feature.id] = None
    return tuple(ids)


def models_met(table: Layout, volume: Cylinder, ignore: Collection[str] = ()) -> tuple[str, ...]:
    """The models whose volume overlaps this one."""
    (x, y), radius = volume.center, volume.radius
    return tuple(
        body.id for body, space in table.taken
        if abs(space.center[0] - x) < radius + space.radius and abs(space.center[1] - y) < radius + space.radius
        and body.id not in ignore and volumes_overlap(volume, space)
    )  # fmt: skip


def stand(table: Layout, base: str, position: XYZ, ignore: Collection[str] = (), fallen: bool = False) -> Stand:
    """Can a base stand there? `ignore`: ids of models that are not in the way (the mover itself).

    `fallen`: a fall may also end on an obstacle or structure that is not marked standable. Raises InputError for an
    unknown base.
    """
    size = base_size(table, base)
    x, y, z = position
    center = (x, y)
    if not on_table(table, center, size.radius):
        return Stand(False, "part of the base is beyond the table's edge", position)
    fault = _unlevel(table, center, size.radius, z, fallen)
    if fault is not None:
        return Stand(False, fault, position)
    volume = Cylinder(center, size.radius, z, z + size.height)
    solids = solids_met(table, volume)
    if solids:
        return Stand(False, f"the model's volume is inside {', '.join(map(table.called, solids))}", position, solids)
    models = models_met(table, volume, ignore)
    if models:
        return Stand(False, f"the model's volume overlaps {', '.join(models)}", position, models)
    return Stand(True, "the whole base is on one floor and nothing overlaps the model", position)


def find_room(table: Layout, base: str, points: Points, height: float) -> NDArray[np.bool_]:
    """At which of many points (n, 2) can a base stand at a height, models left aside? As `stand` says, of all at once.

    Only where an edge is nearer than `UNSURE` to the base's rim is `stand` asked.
    """
    radius = base_size(table, base).radius
    x, y = points.T
    spots = shapely.points(points)
    room = np.minimum(np.minimum(x, table.size[0] - x), np.minimum(y, table.size[1] - y)) - radius
    for _, section in solid_sections(table, height, height + base_size(table, base).height, (0.0, 0.0, *table.size)):
        if isinstance(section, tuple):
            clearance = np.hypot(x - section[0][0], y - section[0][1]) - section[1] - radius
        else:
            outline, reach = shapely.Polygon(section), radius + 2.0 * UNSURE
            is_close = ((points > section.min(axis=0) - reach) & (points < section.max(axis=0) + reach)).all(axis=1)
            clearance = np.full(len(points), math.inf)
            clearance[is_close] = shapely.distance(outline, spots[is_close]) - radius
            clearance = clearance if outline.area > UNSURE else np.maximum(clearance, 0.0)  # a sliver has hardly any inside
        room = np.minimum(room, clearance)
    within = np.full(len(points), math.inf if abs(height) <= EQUAL else -math.inf)
    for section, _, agreed in _faces_at(table.features, height):
        if agreed:
            within = np.maximum(within, _depth(points, section) - radius)
    has_room: NDArray[np.bool_] = np.minimum(room, within) > UNSURE
    everyone = tuple(b.id for b in table.bodies)
    for i in np.flatnonzero(~has_room & (room >= -UNSURE)).tolist():
        has_room[i] = bool(stand(table, base, (float(x[i]), float(y[i]), height), everyone))
    return has_room


def _depth(points: Points, section: Section) -> NDArray[np.float64]:
    """How deep each point lies in a section; negative outside."""
    if isinstance(section, tuple):
        return np.asarray(section[1] - np.hypot(*(points - section[0]).T))
    along = np.roll(section, -1, axis=0) - section
    along /= np.maximum(np.hypot(*along.T), NOTHING)[:, None]
    offsets = points[:, None] - section[None]
    return np.asarray((along[:, 0] * offsets[:, :, 1] - along[:, 1] * offsets[:, :, 0]).min(axis=1))


@of_terrain
@lru_cache(maxsize=1024)
def _faces_at(features: tuple[Feature, ...], z: float) -> tuple[tuple[Section, Box, bool], ...]:
    """The flat faces at a height that a fall may end on: each one's plan, its bounds, and may models stand on it?"""
    faces = (t for t in tops(features) if abs(t.height - z) <= EQUAL and t.feature.kind is not Kind.IMPASSABLE)
    return tuple((t.section, section_box(t.section), may_stand_on(t.feature)) for t in faces)


def _unlevel(table: Layout, center: XY, radius: float, z: float, has_fallen: bool) -> str | None:
    """Why the base does not lie on one level at z, or None if it does."""
    if abs(z) <= EQUAL:
        return None
    x, y = center
    shapes = [
        section
        for section, box, agreed in _faces_at(table.features, z)
        if (agreed or has_fallen) and box[0] < x + radius and x - radius < box[2] and box[1] < y + radius and y - radius < box[3]
    ]
    if not shapes:
        return _nothing_at(table, z)
    if covers(center, radius, shapes):
        return None
    if any(gap(center, s) < radius - EQUAL for s in shapes):
        return "part of the base is over an edge"
    return _nothing_at(table, z)


def _nothing_at(table: Layout, z: float) -> str:
    """That no level is at a height; and which is meant, perhaps: a mesh's floor is seldom at a round one."""
    nearest = min((level.height for level in levels(table)), key=lambda height: abs(height - z))
    hint = f' (there is a floor at {nearest:.6g}")' if EQUAL < abs(nearest - z) < NEARLY else ""
    return f"nothing to stand on at height {z:g}{hint}"


def support_height(table: Layout, base: str, position: XY, limit: float) -> float:
    """The highest flat upward face, or the table, at or below a height that any part of the base lies over. Inches."""
    radius = base_size(table, base).radius
    box = swept_box(position, position, radius)
    for top in tops(table.features):
        is_candidate = 0.0 < top.height <= limit + EQUAL and boxes_meet(top.box, box)
        if is_candidate and meets(position, radius, top.section):
            return top.height
    return 0.0


def highest_standable(table: Layout, base: str, position: XY, ignore: Collection[str] = ()) -> float | None:
    """The height of the highest level on which the base can stand there, or None."""
    for level in levels(table):
        if stand(table, base, (*position, level.height), ignore):
            return level.height
    return None


def at_height(table: Layout, base: str, position: tuple[float, ...], ignore: Collection[str] = ()) -> XYZ:
    """A position with its z: the one given, or that of the highest standable level there (else of the highest support)."""
    if len(position) == 3:
        return position[0], position[1], position[2]
    x, y = position
    z = highest_standable(table, base, (x, y), ignore)
    return x, y, support_height(table, base, (x, y), math.inf) if z is None else z


def with_height(table: Layout, body: Body) -> Body:
    """The body with a height: given two coordinates, it stands on the highest standable level there.

    Where only other models are in the way they are ignored (positions are taken as given). Raises InputError when
    there is no such level.
    """
    at: tuple[float, ...] = body.at
    if len(at) == 3:
        return body
    x, y = at[0], at[1]
    height = highest_standable(table, body.base, (x, y), ignore=(body.id,))
    if height is None:
        height = highest_standable(table, body.base, (x, y), ignore=[b.id for b in table.bodies])
    if height is None:
        reason = stand(table, body.base, (x, y, 0.0)).reason
        raise InputError(f"model {body.id}: no floor at ({x:g}, {y:g}) where a {body.base} base can stand ({reason})")
    return body.moved((x, y, height))
