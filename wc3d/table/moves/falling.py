"""Falling: find where a model in the air lands, and its power."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import shapely

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import boxes_overlap, section_box
from wc3d.geometry.disc_coverage import find_outline_crossings
from wc3d.geometry.distance import Section
from wc3d.geometry.intersections import (
    Circle,
    Line,
    intersect_circles,
    intersect_line_circle,
    intersect_lines,
    nearest_point_on_segment,
    offset_outline,
)
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import (
    INFINITE_BOX,
    base_size,
    bodies_at_heights,
    feature_sections,
    level_at,
    overlapping_features,
    overlapping_models,
    solid_sections,
    stand,
    support_height,
    table_levels,
    terrain_levels,
)


@dataclass(frozen=True)
class Fall:
    """A vertical drop. Inches.

    `landing` is where the model would have landed, and `end` is where it stands afterwards. They
    differ if other models (`landed_on`) stood there. `power` is the POW of the damage roll, the
    whole inches fallen; 0 means no roll. If several places are equally near (`places`), the dice
    decide; `end` is then the first of them.
    """

    start: XYZ
    landing: XYZ
    end: XYZ
    height: float
    power: int
    landed_on: tuple[str, ...] = ()
    places: tuple[XYZ, ...] = ()

    @property
    def tied(self) -> bool:
        """Return whether the dice must choose the place."""
        return len(self.places) > 1


def fall_power(height: float) -> int:
    """Return the POW of a fall: the whole inches fallen."""
    return math.floor(height + EPSILON_IN)


def find_fall(table: TableState, body: Body, at: XYZ) -> Fall:
    """Find the fall of a model at `at` with nothing else to hold it up.

    The model drops straight down to the support height. If another model is in the landing place,
    the falling model goes to the nearest standable place at that height, else at the next lower
    level. The fall is measured to the original landing place. A slope in the way has the same
    effect: no fall ends inside a solid (the book is silent; our reading). A model partly supported
    by its base falls 0".
    """
    x, y, z = at
    ground = support_height(table, body.base, (x, y), z)
    landing = (x, y, ground)
    height = z - ground
    if height <= EPSILON_IN:
        return Fall(at, landing, landing, 0.0, 0)
    volume = body.moved(landing).volume
    models = overlapping_models(table, volume, ignore=(body.id,))
    if not models and not overlapping_features(table, volume):
        return Fall(at, landing, landing, height, fall_power(height))
    places = _places_below(table, body, landing)
    return Fall(
        at, landing, places[0] if places else landing, height, fall_power(height), models, places
    )


def _places_below(table: TableState, body: Body, landing: XYZ) -> tuple[XYZ, ...]:
    heights = [
        landing[2],
        *(level.height for level in table_levels(table) if level.height < landing[2] - EPSILON_IN),
    ]
    for height in heights:
        places = find_nearest_standable(
            table, body.base, (landing[0], landing[1]), height, ignore=(body.id,)
        )
        if places:
            return places
    return ()


def find_nearest_standable(
    table: TableState, base: str, center: XY, z: float, ignore: Collection[str] = ()
) -> tuple[XYZ, ...]:
    """Return the standable places at height `z` nearest to a point (several if equally near), or
    ().

    Straight lines and circles bound the standable places: sides moved by the base's radius, and
    circles about corners and models. The nearest place is the point itself, the foot of a
    perpendicular on a boundary, or a crossing of two boundaries.
    """
    if stand(table, base, (*center, z), ignore):
        return ((*center, z),)
    if level_at(table, z) is None:
        return ()
    if any(feature.meshes for feature in table.features):
        return _nearest_among_meshes(table, base, center, z, ignore)
    furthest = math.hypot(*table.size)
    reach = 4 * base_size(table, base).radius
    while True:
        best: list[XY] = []
        for point in sorted(
            candidate_places(table, base, center, z, reach, ignore),
            key=lambda p: math.dist(p, center),
        ):
            if best and math.dist(point, center) > math.dist(best[0], center) + EPSILON_IN:
                break
            if stand(table, base, (*point, z), ignore) and all(
                math.dist(point, p) > 10 * EPSILON_IN for p in best
            ):
                best.append(point)
        if best or reach > furthest:
            return tuple((*p, z) for p in sorted(best))
        reach *= 2


TRIAL_ROOMS_IN = (0.001, 0.01, 0.05)
"""The clearances tried in turn around a base that is placed among meshes. Inches."""


def _nearest_among_meshes(
    table: TableState, base: str, center: XY, z: float, ignore: Collection[str]
) -> tuple[XYZ, ...]:
    """Return the standable place at height `z` nearest to a point, or ().

    Meshes have too many edges, so this builds the area of all places and takes its nearest point.
    That point is farther than the true nearest place by up to the first of `TRIAL_ROOMS_IN`. It is
    never farther than the nearest place next to another model. It returns only one of several
    equally near places, so the dice do not choose.
    """
    size = base_size(table, base)
    volumes = [v for _, v in bodies_at_heights(table, z, z + size.height, ignore)]
    for slack in TRIAL_ROOMS_IN:
        place = _nearest_room(table, center, z, size.height, size.radius + slack, volumes)
        if place is None:
            return ()
        if stand(table, base, (*place, z), ignore):
            candidates = [
                _nearest_on_circle(center, v.center, v.radius + size.radius) for v in volumes
            ]
            nearer = [p for p in candidates if math.dist(p, center) < math.dist(place, center)]
            exact = (
                p
                for p in sorted(nearer, key=lambda p: math.dist(p, center))
                if stand(table, base, (*p, z), ignore)
            )
            return ((*next(exact, place), z),)
    return ()


def _nearest_room(
    table: TableState,
    center: XY,
    z: float,
    height: float,
    margin: float,
    volumes: Sequence[Cylinder],
) -> XY | None:
    """Return the nearest place `margin` inches from the level's edge, solids and models."""
    (x, y), reach, furthest = center, 4 * margin, math.hypot(*table.size)
    ground = _ground_within(table.features, table.size, z, margin)
    while True:
        window = (x - reach, y - reach, x + reach, y + reach)
        box = (x - reach - margin, y - reach - margin, x + reach + margin, y + reach + margin)
        solid = (f for f in table.features if f.solid and boxes_overlap(f.box, box))
        closed = [_blocked_area(f, z, height, margin) for f in solid]
        discs = ((v.center, v.radius) for v in volumes if boxes_overlap(v.box, box))
        closed += [shapely.buffer(_area(disc, 0.0), margin, quad_segs=64) for disc in discs]
        places = shapely.difference(
            shapely.intersection(ground, shapely.box(*window)), shapely.union_all(closed)
        )
        if not places.is_empty:
            at = shapely.get_coordinates(shapely.shortest_line(places, shapely.Point(center)))[0]
            if math.dist(at, center) <= reach or reach > furthest:
                return float(at[0]), float(at[1])
        if reach > furthest:
            return None
        reach *= 2


def _ground_within(
    features: tuple[Feature, ...], size: XY, z: float, margin: float
) -> shapely.Geometry:
    """Return the level at a height without a margin of `margin` inches along its edge."""
    ground = shapely.box(0.0, 0.0, *size)
    if z > EPSILON_IN:
        shapes = [
            s
            for level in terrain_levels(features)
            if abs(level.height - z) <= EPSILON_IN
            for s in level.shapes
        ]
        ground = shapely.intersection(
            ground, shapely.union_all([_area(s, EPSILON_IN) for s in shapes])
        )
    return shapely.buffer(ground, -margin, quad_segs=64)


@memo_per_terrain(Size.SMALL)
def _blocked_area(feature: Feature, z: float, height: float, margin: float) -> shapely.Geometry:
    """Return the area where a feature's solid is within `margin` inches of the axis of a volume
    standing at a height.
    """
    solid = shapely.union_all(
        [_area(section, 0.0) for section in feature_sections(feature, z, z + height, INFINITE_BOX)]
    )
    return shapely.buffer(solid, margin, quad_segs=64)


def _nearest_on_circle(center: XY, middle: XY, radius: float) -> XY:
    """Return the point of a circle nearest to another point; for the middle, the easternmost."""
    distance = math.dist(center, middle)
    x, y = (
        ((center[0] - middle[0]) / distance, (center[1] - middle[1]) / distance)
        if distance > EPSILON_IN
        else (1.0, 0.0)
    )
    return middle[0] + radius * x, middle[1] + radius * y


def _area(section: Section, margin: float) -> shapely.Geometry:
    """Return a section as a slightly larger area."""
    if isinstance(section, tuple):
        return shapely.Point(section[0]).buffer(section[1] + margin, quad_segs=64)
    return (
        shapely.Polygon(section).buffer(margin, join_style="mitre")
        if margin
        else shapely.Polygon(section)
    )


def candidate_places(
    table: TableState, base: str, center: XY, z: float, reach: float, ignore: Collection[str] = ()
) -> list[XY]:
    """Return every point within `reach` of a center that could be the nearest place. The caller
    must test each.

    They include all points where a base at height `z` would touch two things.
    """
    lines, circles = _bounds(table, base, center, z, reach, ignore)
    points: list[XY] = []
    for a, b in lines:
        points.append(nearest_point_on_segment(center, a, b))
    for middle, radius in circles:
        distance = math.dist(middle, center)
        ways = (
            [((center[0] - middle[0]) / distance, (center[1] - middle[1]) / distance)]
            if distance > EPSILON_IN
            else _COMPASS
        )
        points += [(middle[0] + radius * x, middle[1] + radius * y) for x, y in ways]
    for first, second in combinations(lines, 2):
        points += intersect_lines(first, second)
    for line in lines:
        for circle in circles:
            points += intersect_line_circle(line, circle)
    for circle_a, circle_b in combinations(circles, 2):
        points += intersect_circles(circle_a, circle_b)
    return [p for p in points if math.dist(p, center) <= reach]


_COMPASS = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]


def _bounds(
    table: TableState, base: str, center: XY, z: float, reach: float, ignore: Collection[str]
) -> tuple[list[Line], list[Circle]]:
    """Return the lines and circles that bound standable places near a point, and some extras."""
    size = base_size(table, base)
    r, (x, y), (width, depth) = size.radius, center, table.size
    around = (x - reach - r, y - reach - r, x + reach + r, y + reach + r)
    lines: list[Line] = [
        ((r, 0.0), (r, depth)),
        ((width - r, 0.0), (width - r, depth)),
        ((0.0, r), (width, r)),
        ((0.0, depth - r), (width, depth - r)),
    ]
    circles: list[Circle] = []
    for _, section in solid_sections(table, z, z + size.height, around):
        bounds = offset_outline(section, r)
        lines += bounds[0]
        circles += bounds[1]
    for model in table.bodies:
        volume = table.policy.occupied_volume(model)
        if model.id not in ignore and volume.low < z + size.height and z < volume.high:
            circles.append((volume.center, volume.radius + r))
    level = level_at(table, z)
    if level is not None and level.height > 0.0:
        close_shapes = [s for s in level.shapes if boxes_overlap(section_box(s), around)]
        for section in close_shapes:
            shrunk = offset_outline(section, -r)
            lines += shrunk[0]
            circles += shrunk[1]
        circles += [
            (p, r)
            for shape_a, other in combinations(close_shapes, 2)
            for p in find_outline_crossings(shape_a, other)
        ]
    close = [(m, radius) for m, radius in circles if abs(math.dist(m, center) - radius) <= reach]
    return [
        line
        for line in lines
        if math.dist(nearest_point_on_segment(center, *line), center) <= reach
    ], close
