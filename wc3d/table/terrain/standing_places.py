"""Places where a base can stand, and their support.

A place is standable if the whole base is on one flat level, on the table. The model's volume there
must not meet a solid or another model's volume. Several features at one height form one level.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.errors import InputError
from wc3d.geometry.boxes import Box, boxes_overlap, moved_disc_box, section_box
from wc3d.geometry.disc_coverage import is_disc_covered
from wc3d.geometry.distance import Section, point_to_section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, Piece, Points, footprint_between
from wc3d.geometry.sweep import disc_overlaps
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.space_constants import BaseSize
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain.obstacle_slices import extend_upward, slices_in_lane

INFINITE_BOX: Box = (-math.inf, -math.inf, math.inf, math.inf)

NEAR_LEVEL_IN = 0.05
"""The distance from a requested height within which a message names the nearest level. Inches."""

UNSURE_EDGE_IN = 1e-3
"""The distance from an edge within which the batch test falls back to the single test. Inches."""


@dataclass(frozen=True)
class Stand:
    """The answer to whether a base can stand at a place. It is true if it can.

    - `standable`: the same as a bool. `reason`: why, or why not, in words.
    - `position`: the place (x, y, z). `blockers`: ids of obstacles in the way.

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

    def __repr__(self) -> str:
        return f"<Stand: {'yes' if self.standable else 'no'}, {self.reason}>"


@dataclass(frozen=True, eq=False)
class FlatTop:
    """A flat upward face of a feature's piece."""

    height: float
    feature: Feature
    section: Section
    box: Box


@dataclass(frozen=True, eq=False)
class StandableLevel:
    """A level: flat shapes at one height that a base can stand on; at 0 also the table."""

    height: float
    shapes: tuple[Section, ...]
    features: tuple[str, ...] = ()


def base_size(table: TableState, base: str) -> BaseSize:
    """Return the size of a base by its name. Raises InputError."""
    try:
        return table.policy.bases[base]
    except KeyError:
        raise InputError(
            f"base {base!r}: expected one of {', '.join(table.policy.bases)}"
        ) from None


def piece_footprint(piece: Piece) -> Section:
    """Return the plan of a piece."""
    return (piece.center, piece.radius) if isinstance(piece, Cylinder) else piece.points


def flat_top_height(piece: Piece) -> float | None:
    """Return the height of a piece's top if it is level, else None."""
    if isinstance(piece, Cylinder) or piece.top.is_level:
        return piece.high
    heights = piece.top.heights(piece.points)
    return float(heights.max()) if heights.max() - heights.min() <= EPSILON_IN else None


@memo_per_terrain(Size.SMALL)
def flat_tops(features: tuple[Feature, ...]) -> tuple[FlatTop, ...]:
    """Return every flat upward face of the solid features, highest first, including impassable
    terrain and unmarked obstacles.

    Pieces that bound a mesh count only if they are its floors.
    """
    results = []
    for f in (f for f in features if f.solid):
        rough = {id(p): mesh.floors for mesh in f.meshes for p in mesh.pieces}
        for p in f.pieces:
            height = flat_top_height(p)
            if height is None or not any(
                abs(height - h) <= EPSILON_IN for h in rough.get(id(p), (height,))
            ):
                continue
            results.append(FlatTop(height, f, piece_footprint(p), p.box))
    return tuple(sorted(results, key=lambda t: -t.height))


def can_stand_on(feature: Feature) -> bool:
    """Return whether models may stand on this feature. Impassable terrain is never standable."""
    return feature.standable and feature.kind is not Kind.IMPASSABLE


@memo_per_terrain(Size.SMALL)
def terrain_levels(features: tuple[Feature, ...]) -> tuple[StandableLevel, ...]:
    """Return the terrain's levels that a base could stand on, highest first, the table last."""
    groups: list[list[FlatTop]] = []
    for top in flat_tops(features):
        if not can_stand_on(top.feature) or top.height < -EPSILON_IN:
            continue
        if groups and groups[-1][0].height - top.height <= EPSILON_IN:
            groups[-1].append(top)
        else:
            groups.append([top])
    if not groups or groups[-1][0].height > EPSILON_IN:
        groups.append([])
    return tuple(
        StandableLevel(
            group[0].height if group and group[0].height > EPSILON_IN else 0.0,
            tuple(t.section for t in group),
            tuple(dict.fromkeys(t.feature.id for t in group)),
        )
        for group in groups
    )


def table_levels(table: TableState) -> tuple[StandableLevel, ...]:
    """Return every level that a base could stand on, highest first, the table (height 0) last."""
    return terrain_levels(table.features)


def level_at(table: TableState, z: float) -> StandableLevel | None:
    """Return the level at a height, or None."""
    return next(
        (level for level in table_levels(table) if abs(level.height - z) <= EPSILON_IN), None
    )


def is_base_on_level(table: TableState, center: XY, radius: float, level: StandableLevel) -> bool:
    """Return whether the whole base is on a level."""
    return level.height == 0.0 or is_disc_covered(center, radius, level.shapes)


def is_base_on_table(table: TableState, center: XY, radius: float) -> bool:
    """Return whether the whole base is on the table."""
    (x, y), (width, depth) = center, table.size
    return min(x, y, width - x, depth - y) >= radius - EPSILON_IN


def solid_sections(
    table: TableState, low: float, high: float, box: Box
) -> Iterator[tuple[Feature, Section]]:
    """Yield the plan of every solid between two heights (more than `EPSILON_IN` inside them), in
    the box x0, y0, x1, y1.

    Impassable terrain is an endless column.
    """
    for feature in table.features:
        if feature.solid:
            for section in feature_sections(feature, low, high, box):
                yield feature, section


def feature_sections(feature: Feature, low: float, high: float, box: Box) -> Iterator[Section]:
    """Yield the plan of a solid feature's pieces between two heights, like `solid_sections`."""
    endless = feature.kind is Kind.IMPASSABLE
    low, high = low + EPSILON_IN, high - EPSILON_IN
    around = (
        box[0] - TINY_LENGTH_IN,
        box[1] - TINY_LENGTH_IN,
        box[2] + TINY_LENGTH_IN,
        box[3] + TINY_LENGTH_IN,
    )
    for piece in feature.pieces_in_box(around, -math.inf if endless else low, high):
        section = footprint_between(extend_upward(piece) if endless else piece, low, high)
        if section is not None:
            yield section


def bodies_at_heights(
    table: TableState, low: float, high: float, ignore: Collection[str] = ()
) -> Iterator[tuple[Body, Cylinder]]:
    """Yield every body at these heights (by more than `EPSILON_IN`), with its occupied volume."""
    for body, volume in table.occupied_volumes:
        if (
            body.id not in ignore
            and volume.low < high - EPSILON_IN
            and low < volume.high - EPSILON_IN
        ):
            yield body, volume


def volumes_overlap(a: Cylinder, b: Cylinder) -> bool:
    """Return whether two volumes overlap by more than touching."""
    return (
        a.low < b.high - EPSILON_IN
        and b.low < a.high - EPSILON_IN
        and disc_overlaps(a.center, a.radius, (b.center, b.radius))
    )


def overlapping_features(table: TableState, volume: Cylinder) -> tuple[str, ...]:
    """Return the features whose solid meets a model's volume."""
    center = volume.center
    radius = volume.radius
    ids: dict[str, None] = {}
    for feature, _, plan in slices_in_lane(
        table.features, center, center, radius, volume.low + EPSILON_IN, volume.high - EPSILON_IN
    ):
        if feature.id not in ids and disc_overlaps(center, radius, plan):
            ids[feature.id] = None
    return tuple(ids)


def overlapping_models(
    table: TableState, volume: Cylinder, ignore: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the models whose volume overlaps this one."""
    (x, y), radius = volume.center, volume.radius
    return tuple(
        body.id
        for body, space in table.occupied_volumes
        if abs(space.center[0] - x) < radius + space.radius
        and abs(space.center[1] - y) < radius + space.radius
        and body.id not in ignore
        and volumes_overlap(volume, space)
    )


def stand(
    table: TableState, base: str, position: XYZ, ignore: Collection[str] = (), fallen: bool = False
) -> Stand:
    """Return whether a base can stand at a place. `ignore` are ids of models that do not block
    (the mover itself).

    With `fallen`, the base may also be on an obstacle or structure that is not marked standable.
    Raises InputError for an unknown base.
    """
    size = base_size(table, base)
    x, y, z = position
    center = (x, y)
    if not is_base_on_table(table, center, size.radius):
        return Stand(False, "part of the base is beyond the table's edge", position)
    fault = _find_level_fault(table, center, size.radius, z, fallen)
    if fault is not None:
        return Stand(False, fault, position)
    volume = Cylinder(center, size.radius, z, z + size.height)
    solids = overlapping_features(table, volume)
    if solids:
        return Stand(
            False,
            f"the model's volume is inside {', '.join(map(table.display_name, solids))}",
            position,
            solids,
        )
    models = overlapping_models(table, volume, ignore)
    if models:
        return Stand(False, f"the model's volume overlaps {', '.join(models)}", position, models)
    return Stand(True, "the whole base is on one floor and nothing overlaps the model", position)


def find_standing_room(
    table: TableState, base: str, points: Points, height: float
) -> NDArray[np.bool_]:
    """Return at which points (n, 2) a base can stand at a height, ignoring models.

    Points closer to an edge than `UNSURE_EDGE_IN` fall back to `stand`.
    """
    radius = base_size(table, base).radius
    x, y = points.T
    spots = shapely.points(points)
    room = np.minimum(np.minimum(x, table.size[0] - x), np.minimum(y, table.size[1] - y)) - radius
    for _, section in solid_sections(
        table, height, height + base_size(table, base).height, (0.0, 0.0, *table.size)
    ):
        if isinstance(section, tuple):
            clearance = np.hypot(x - section[0][0], y - section[0][1]) - section[1] - radius
        else:
            outline = shapely.Polygon(section)
            reach = radius + 2.0 * UNSURE_EDGE_IN
            is_close = (
                (points > section.min(axis=0) - reach) & (points < section.max(axis=0) + reach)
            ).all(axis=1)
            clearance = np.full(len(points), math.inf)
            clearance[is_close] = shapely.distance(outline, spots[is_close]) - radius
            clearance = (
                clearance if outline.area > UNSURE_EDGE_IN else np.maximum(clearance, 0.0)
            )  # a sliver has hardly any inside
        room = np.minimum(room, clearance)
    within = np.full(len(points), math.inf if abs(height) <= EPSILON_IN else -math.inf)
    for section, _, agreed in _faces_at(table.features, height):
        if agreed:
            within = np.maximum(within, _depth(points, section) - radius)
    has_room: NDArray[np.bool_] = np.minimum(room, within) > UNSURE_EDGE_IN
    everyone = tuple(b.id for b in table.bodies)
    for i in np.flatnonzero(~has_room & (room >= -UNSURE_EDGE_IN)).tolist():
        has_room[i] = bool(stand(table, base, (float(x[i]), float(y[i]), height), everyone))
    return has_room


def _depth(points: Points, section: Section) -> NDArray[np.float64]:
    """Return the depth of each point in a section; negative outside."""
    if isinstance(section, tuple):
        return np.asarray(section[1] - np.hypot(*(points - section[0]).T))
    along = np.roll(section, -1, axis=0) - section
    along /= np.maximum(np.hypot(*along.T), TINY_LENGTH_IN)[:, None]
    offsets = points[:, None] - section[None]
    return np.asarray((along[:, 0] * offsets[:, :, 1] - along[:, 1] * offsets[:, :, 0]).min(axis=1))


@memo_per_terrain(Size.LARGE)
def _faces_at(features: tuple[Feature, ...], z: float) -> tuple[tuple[Section, Box, bool], ...]:
    """Return faces at a height where a fall may end: plan, bounds, and whether standable."""
    faces = (
        t
        for t in flat_tops(features)
        if abs(t.height - z) <= EPSILON_IN and t.feature.kind is not Kind.IMPASSABLE
    )
    return tuple((t.section, section_box(t.section), can_stand_on(t.feature)) for t in faces)


def _find_level_fault(
    table: TableState, center: XY, radius: float, z: float, has_fallen: bool
) -> str | None:
    """Return why the base is not on one level at z, or None if it is."""
    if abs(z) <= EPSILON_IN:
        return None
    x, y = center
    shapes = [
        section
        for section, box, agreed in _faces_at(table.features, z)
        if (agreed or has_fallen)
        and box[0] < x + radius
        and x - radius < box[2]
        and box[1] < y + radius
        and y - radius < box[3]
    ]
    if not shapes:
        return _describe_missing_floor(table, z)
    if is_disc_covered(center, radius, shapes):
        return None
    if any(point_to_section(center, s) < radius - EPSILON_IN for s in shapes):
        return "part of the base is over an edge"
    return _describe_missing_floor(table, z)


def _describe_missing_floor(table: TableState, z: float) -> str:
    """Return that a height has no level, and suggest a near one: mesh floors are rarely round."""
    nearest = min(
        (level.height for level in table_levels(table)), key=lambda height: abs(height - z)
    )
    hint = (
        f' (there is a floor at {nearest:.6g}")'
        if EPSILON_IN < abs(nearest - z) < NEAR_LEVEL_IN
        else ""
    )
    return f"nothing to stand on at height {z:g}{hint}"


def support_height(table: TableState, base: str, position: XY, limit: float) -> float:
    """Return the highest flat top under any part of the base, up to `limit`, or 0. Inches."""
    radius = base_size(table, base).radius
    box = moved_disc_box(position, position, radius)
    for top in flat_tops(table.features):
        is_candidate = 0.0 < top.height <= limit + EPSILON_IN and boxes_overlap(top.box, box)
        if is_candidate and disc_overlaps(position, radius, top.section):
            return top.height
    return 0.0


def highest_standable(
    table: TableState, base: str, position: XY, ignore: Collection[str] = ()
) -> float | None:
    """Return the height of the highest level on which the base can stand there, or None."""
    for level in table_levels(table):
        if stand(table, base, (*position, level.height), ignore):
            return level.height
    return None


def resolve_position(
    table: TableState, base: str, position: tuple[float, ...], ignore: Collection[str] = ()
) -> XYZ:
    """Return a position with its z: as given, or of the highest standable level or support."""
    if len(position) == 3:
        return position[0], position[1], position[2]
    x, y = position
    z = highest_standable(table, base, (x, y), ignore)
    return x, y, support_height(table, base, (x, y), math.inf) if z is None else z


def resolve_body_height(table: TableState, body: Body) -> Body:
    """Return the body with a height: given two coordinates, it stands on the highest standable
    level there.

    If only other models block, they are ignored (positions are taken as given). Raises InputError
    without such a level.
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
        raise InputError(
            f"model {body.id}: no floor at ({x:g}, {y:g}) where a {body.base} base can stand ({reason})"
        )
    return body.moved((x, y, height))
