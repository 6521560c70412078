"""Find the place that words describe: the nearest one at which the base can stand.

For each level of the board, every condition becomes a curve for the center of the base. Shapely
gives the curve to within a hair. Newton steps then move each candidate exactly onto it, by the
distance functions of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import dist, hypot

import numpy as np
import shapely

from wc3d.errors import InputError
from wc3d.geometry.distance import Section, disc_to_piece, point_to_section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, Piece, footprint_between
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN
from wc3d.judging.placement_words import (
    DIRECTIONS,
    AtEdge,
    AtPoint,
    AwayFrom,
    Between,
    Condition,
    OnTop,
    Placement,
    parse_placement,
    split_near,
)
from wc3d.presentation.format_inches import format_inches
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import (
    can_stand_on,
    flat_tops,
    level_at,
    piece_footprint,
    resolve_position,
    stand,
    table_levels,
)

SAMPLE_STEP_IN = 0.05
"""Distance of the candidates along a curve. The nearest candidate is always exact."""
GRID_STEP_IN = 0.25
"""Distance of the candidates on top of terrain, beside the nearest one."""
CURVE_SEGMENTS = 64
"""Segments per quarter circle of a curve, before the Newton steps."""
NEWTON_STEPS, GRADIENT_STEP_IN = 30, 1e-6
EDGE_ANGLE_DEG = 45.0
"""An edge belongs to a direction if its normal is at most this far off."""

Gap = Callable[[XY], float]


@dataclass(frozen=True)
class _Curve:
    """A curve for the center of a base: nearly the `outline`, exactly where `gap` is 0."""

    outline: shapely.Geometry
    gap: Gap


@dataclass(frozen=True)
class _Seeker:
    """A base that looks for a place on a table, and the point it should be near."""

    table: Table
    base: str
    near: XYZ
    ignore: tuple[str, ...]

    @property
    def radius(self) -> float:
        return self.table.policy.bases[self.base].radius


# --- things by name


def find_thing(table: Table, words: str, but: Collection[str] = ()) -> Body | Feature:
    """Return the model or terrain with this name, or with a part of a name that only one has.

    "the roof" and "X's roof" are the terrain below. Models in `but` are not found. Raises
    InputError.
    """
    name = words.strip().lower().removeprefix("the ")
    for part in ("roof", "top"):
        name = name.removeprefix(f"{part} of ").removeprefix("the ")
        name = name.removesuffix(f"'s {part}").removesuffix(f"’s {part}")
    features = [feature for feature in table.features if feature.pieces]
    named: list[tuple[Body | Feature, set[str]]] = [
        *((body, {body.id.lower()}) for body in table.bodies if body.id not in but),
        *((feature, {feature.id.lower(), feature.name.lower()}) for feature in features),
    ]
    matches = [thing for thing, names in named if name in names]
    matches = matches or [thing for thing, names in named if any(name in n for n in names)]
    if not matches and name in ("roof", "top"):
        matches = [f for f in features if can_stand_on(f) and f.solid and _has_roof(f, table)]
    if len(matches) == 1 or (matches and len({thing.id for thing in matches}) == 1):
        return matches[0]
    if name in {id.lower() for id in but}:
        raise InputError(
            f'"{words}" is the model to place; measure from another model or from terrain'
        )
    if matches:
        raise InputError(f'"{words}" can be {_list_names(matches)}; use the whole name')
    others = _list_names([thing for thing, _ in named])
    raise InputError(
        f'nothing here is called "{words}"; '
        + (f"there are {others}" if others else "the table is empty: give a place such as 12, 8")
    )


def _has_roof(feature: Feature, table: Table) -> bool:
    """Return whether the smallest base has room on the top of a feature."""
    radius = min(base.radius for base in table.policy.bases.values())
    return (
        feature.high > 0 and not shapely.buffer(_top_area(feature, feature.high), -radius).is_empty
    )


def _list_names(things: Sequence[Body | Feature], most: int = 8) -> str:
    names = [thing.id for thing in things]
    return ", ".join(names[:most]) + (" and others" if len(names) > most else "")


# --- the search


def find_place_in_words(
    table: Table, base: str, words: str, near: XYZ | None = None, ignore: tuple[str, ...] = ()
) -> XYZ:
    """Return the place of a base that words describe, such as "1.3 inches from wall-2".

    Of several places, it is the one nearest to "near X, Y" in the words, else to `near`, else to
    the middle of the table. Raises InputError with the reason if there is no place.
    """
    placement, beside = split_near(words)
    middle = (table.size[0] / 2, table.size[1] / 2, 0.0)
    point = (*beside, 0.0) if beside is not None else near or middle
    return find_place(table, base, parse_placement(placement), point, ignore)


def find_place(
    table: Table, base: str, placement: Placement, near: XYZ, ignore: tuple[str, ...] = ()
) -> XYZ:
    """Return the place nearest to `near` that fits the words.

    A point without a height is on the highest level there, and a point is taken as given. At any
    other place the base can stand. `ignore` are the models that do not block, such as the model
    itself. Raises InputError with the reason if there is no place.
    """
    if isinstance(placement, AtPoint):
        return resolve_position(table, base, placement.at, ignore)
    if isinstance(placement, Between):
        first, second = (_middle(find_thing(table, thing, ignore)) for thing in placement.things)
        middle = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        return resolve_position(table, base, middle, ignore)
    seeker = _Seeker(table, base, near, ignore)
    fault = ""
    best: XYZ | None = None
    for height in sorted(_heights(seeker, placement), key=lambda z: abs(z - near[2])):
        if best is not None and abs(height - near[2]) > dist(best, near):
            break
        place, reason = _find_on_level(seeker, placement, height)
        fault = fault or reason
        if place is not None and (best is None or dist(place, near) < dist(best, near)):
            best = place
    if best is None:
        words = " and ".join(map(describe_condition, placement))
        if not fault and len(placement) > 1:
            fault = "no point fits both"
        raise InputError(f"a {base} base cannot stand {words}" + (f": {fault}" if fault else ""))
    return best


def describe_condition(condition: Condition) -> str:
    """Return a condition in words."""
    if isinstance(condition, OnTop):
        return f"on {condition.thing}"
    if isinstance(condition, AtEdge):
        edge = f"{f'the {condition.direction}' if condition.direction else 'an'} edge of {condition.thing or 'the table'}"
        return (
            f"{format_inches(condition.inches)} from {edge}" if condition.inches else f"at {edge}"
        )
    if condition.direction:
        return f"{format_inches(condition.inches)} {condition.direction} of {condition.thing}"
    if not condition.inches:
        return f"in contact with {condition.thing}"
    return f"{format_inches(condition.inches)} from {condition.thing}"


def _middle(thing: Body | Feature) -> XY:
    if isinstance(thing, Body):
        return thing.at[0], thing.at[1]
    x0, y0, x1, y1 = thing.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _heights(seeker: _Seeker, placement: Sequence[Condition]) -> list[float]:
    """Return the levels to search: those of the terrain to stand on, or all."""
    grounds = [
        _find_ground(seeker, condition.thing)
        for condition in placement
        if isinstance(condition, OnTop) or (isinstance(condition, AtEdge) and condition.thing)
    ]
    if not grounds:
        return [level.height for level in table_levels(seeker.table)]
    return sorted({top.height for top in flat_tops((grounds[0],))})


def _find_ground(seeker: _Seeker, words: str) -> Feature:
    """Return the terrain to stand on. Raises InputError if models cannot stand on it."""
    thing = find_thing(seeker.table, words, seeker.ignore)
    if isinstance(thing, Body):
        raise InputError(f"{thing.id} is a model; expected terrain to stand on")
    if not thing.solid or not can_stand_on(thing):
        raise InputError(f"{thing.name}: models cannot stand on this terrain ({thing.kind.value})")
    return thing


def _find_on_level(
    seeker: _Seeker, placement: Sequence[Condition], z: float
) -> tuple[XYZ | None, str]:
    """Return the nearest place on a level, or None and why the nearest candidate fails."""
    curves: list[_Curve] = []
    areas: list[shapely.Geometry] = []
    points: list[XY] | None = None
    for condition in placement:
        if isinstance(condition, OnTop):
            areas.append(_top_area(_find_ground(seeker, condition.thing), z))
        elif isinstance(condition, AwayFrom) and condition.direction:
            point = _point_in_direction(seeker, condition, z)
            points = [point] if point is not None and points is None else []
        else:
            curve = _make_curve(seeker, condition, z)
            if curve is None:
                return None, ""
            curves.append(curve)
    near = seeker.near[:2]
    candidates = (
        iter(points)
        if points is not None
        else _candidates_on_curves(curves, near, _level_area(seeker.table, z))
        if curves
        else _candidates_in_area(areas[0], near, seeker.radius)
    )
    fault = ""
    for x, y in candidates:
        if any(abs(curve.gap((x, y))) > EPSILON_IN / 2 for curve in curves):
            continue
        if areas and not all(shapely.dwithin(a, shapely.Point(x, y), EPSILON_IN) for a in areas):
            continue
        at = (round(x, 10) + 0.0, round(y, 10) + 0.0, z)
        footing = stand(seeker.table, seeker.base, at, seeker.ignore)
        if footing:
            return at, ""
        fault = fault or footing.reason
    return None, fault


def _level_area(table: Table, z: float) -> shapely.Geometry | None:
    """Return the plan of a level above the table, or None for the table."""
    level = level_at(table, z)
    if level is None or level.height == 0.0:
        return None
    area = shapely.union_all(
        [section_to_polygon(section, CURVE_SEGMENTS) for section in level.shapes]
    )
    return shapely.buffer(area, EPSILON_IN)


def _candidates_on_curves(
    curves: Sequence[_Curve], near: XY, ground: shapely.Geometry | None
) -> Iterator[XY]:
    """Yield points on all curves, nearest first; without a `ground`, anywhere on the table."""
    outline = curves[0].outline
    if ground is not None:
        outline = shapely.intersection(outline, ground)
        if outline.is_empty:
            return
    if len(curves) == 1:
        nearest = shapely.shortest_line(outline, shapely.Point(near)).coords[0]
        samples = shapely.get_coordinates(shapely.segmentize(outline, SAMPLE_STEP_IN))
        points = [nearest, *samples.tolist()]
        exact = _move_onto(curves, near)  # along the gradient: the nearest point of the curve
        if exact is not None and dist(exact, near) <= dist(nearest, near) + GRID_STEP_IN / 100:
            yield exact
    else:
        for curve in curves[1:]:
            outline = shapely.intersection(outline, curve.outline)
        points = shapely.get_coordinates(outline).tolist()
    for point in sorted(points, key=lambda p: hypot(p[0] - near[0], p[1] - near[1])):
        exact = _move_onto(curves, (point[0], point[1]))
        if exact is not None:
            yield exact


def _move_onto(curves: Sequence[_Curve], point: XY) -> XY | None:
    """Return the point moved exactly onto the curves by Newton steps, or None."""
    at = np.array(point)
    for _ in range(NEWTON_STEPS):
        gaps = np.array([curve.gap((float(at[0]), float(at[1]))) for curve in curves])
        if not np.isfinite(gaps).all():
            return None
        if np.abs(gaps).max() <= TINY_LENGTH_IN:
            break
        slopes = np.array([_gradient(curve.gap, at) for curve in curves])
        step = np.linalg.lstsq(slopes, gaps, rcond=None)[0]
        at = at - step
    return float(at[0]), float(at[1])


def _gradient(gap: Gap, at: np.ndarray) -> tuple[float, float]:
    x, y = float(at[0]), float(at[1])
    h = GRADIENT_STEP_IN
    return (
        (gap((x + h, y)) - gap((x - h, y))) / (2 * h),
        (gap((x, y + h)) - gap((x, y - h))) / (2 * h),
    )


def _candidates_in_area(area: shapely.Geometry, near: XY, radius: float) -> Iterator[XY]:
    """Yield centers of a base inside an area, nearest first: the nearest one, then a grid."""
    inner = shapely.buffer(area, -radius, join_style="mitre", quad_segs=CURVE_SEGMENTS)
    if inner.is_empty:
        return
    yield shapely.shortest_line(inner, shapely.Point(near)).coords[0]
    x0, y0, x1, y1 = inner.bounds
    xs = np.arange(x0, x1 + GRID_STEP_IN, GRID_STEP_IN)
    ys = np.arange(y0, y1 + GRID_STEP_IN, GRID_STEP_IN)
    grid = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    grid = grid[shapely.intersects_xy(inner, grid)]
    order = np.hypot(*(grid - near).T).argsort()
    yield from ((float(x), float(y)) for x, y in grid[order])


# --- curves


def _make_curve(seeker: _Seeker, condition: AwayFrom | AtEdge, z: float) -> _Curve | None:
    """Return the curve of a condition on a level, or None if no point there can fit."""
    if isinstance(condition, AtEdge):
        if condition.thing:
            ground = _find_ground(seeker, condition.thing)
            return _edge_curve(ground, z, condition, seeker.radius)
        return _table_edge_curve(seeker.table.size, condition, seeker.radius)
    thing = find_thing(seeker.table, condition.thing, seeker.ignore)
    solids: Sequence[Piece | Body] = [thing] if isinstance(thing, Body) else thing.pieces
    reach = condition.inches
    outlines = [
        outline for solid in solids if (outline := _reach_area(solid, z, seeker.radius, reach))
    ]
    if not outlines:
        return None
    return _Curve(
        shapely.boundary(shapely.union_all(outlines)), _distance_gap(seeker, thing, reach, z)
    )


def _flat_reach(solid: Piece | Body, z: float, inches: float) -> float | None:
    """Return how far away in plan a base at height z is at this 3D distance; None if nowhere."""
    low, high = (solid.at[2], solid.at[2]) if isinstance(solid, Body) else (solid.low, solid.high)
    rise = max(0.0, low - z, z - high)
    if rise > inches + EPSILON_IN:
        return None
    return math.sqrt(max(0.0, inches * inches - rise * rise))


def _reach_area(
    solid: Piece | Body, z: float, radius: float, inches: float
) -> shapely.Geometry | None:
    """Return roughly the area of centers within a distance of a solid, or None."""
    reach = _flat_reach(solid, z, inches)
    if reach is None:
        return None
    if isinstance(solid, Body):
        return shapely.Point(solid.at[:2]).buffer(
            solid.radius + radius + reach, quad_segs=CURVE_SEGMENTS
        )
    return shapely.buffer(
        section_to_polygon(piece_footprint(solid)), radius + reach, quad_segs=CURVE_SEGMENTS
    )


def _distance_gap(seeker: _Seeker, thing: Body | Feature, inches: float, z: float) -> Gap:
    """Return the function that is 0 where a base is at this distance, negative when nearer."""
    radius = seeker.radius
    if isinstance(thing, Body):
        x, y, _ = thing.at
        reach = thing.radius + radius + (_flat_reach(thing, z, inches) or 0.0)
        return lambda p: hypot(p[0] - x, p[1] - y) - reach
    around = radius + inches + 1.0

    def gap(p: XY) -> float:
        box = p[0] - around, p[1] - around, p[0] + around, p[1] + around
        pieces = thing.pieces_in_box(box)
        return min((_piece_gap(piece, p, z, radius, inches) for piece in pieces), default=math.inf)

    return gap


def _piece_gap(piece: Piece, p: XY, z: float, radius: float, inches: float) -> float:
    if isinstance(piece, Cylinder) or piece.is_level:
        reach = _flat_reach(piece, z, inches)
        section: Section | None = piece_footprint(piece)
    elif inches:
        return disc_to_piece((*p, z), radius, piece) - inches
    else:
        reach = 0.0
        section = footprint_between(piece, z, z + EPSILON_IN)
    if reach is None or section is None:
        return math.inf
    return point_to_section(p, section) - radius - reach


def _table_edge_curve(size: XY, edge: AtEdge, radius: float) -> _Curve | None:
    """Return the line of centers of bases at a distance inside an edge of the table."""
    inset = radius + edge.inches
    if not edge.direction:
        return _ring_curve(size, inset)
    if len([v for v in DIRECTIONS[edge.direction] if v]) != 1:
        raise InputError(f"{edge.direction} edge: expected the north, south, east or west edge")
    axis = 0 if DIRECTIONS[edge.direction][0] else 1
    value = size[axis] - inset if sum(DIRECTIONS[edge.direction]) > 0 else inset
    ends = [(value, 0.0), (value, size[1])] if axis == 0 else [(0.0, value), (size[0], value)]
    return _Curve(shapely.LineString(ends), lambda p: p[axis] - value)


def _ring_curve(size: XY, inset: float) -> _Curve | None:
    """Return the centers at a distance inside any edge of the table; None if nothing is inside."""
    inside = shapely.box(inset, inset, size[0] - inset, size[1] - inset)
    if min(size) <= 2 * inset:
        return None
    return _Curve(
        inside.exterior, lambda p: min(p[0], p[1], size[0] - p[0], size[1] - p[1]) - inset
    )


def _top_area(ground: Feature, z: float) -> shapely.Geometry:
    """Return the plan of a feature's tops at a height."""
    tops = [t for t in flat_tops((ground,)) if abs(t.height - z) <= EPSILON_IN]
    return shapely.union_all([section_to_polygon(top.section, CURVE_SEGMENTS) for top in tops])


def _edge_curve(ground: Feature, z: float, edge: AtEdge, radius: float) -> _Curve | None:
    """Return the centers of bases on a feature at a distance inside its edge on one side."""
    inset = radius + edge.inches
    tops = [t.section for t in flat_tops((ground,)) if abs(t.height - z) <= EPSILON_IN]
    if len(tops) == 1 and isinstance(tops[0], tuple):
        return _round_edge_curve(tops[0], edge, inset)
    lines = []
    measures: list[Gap] = []
    polygons = shapely.get_parts(_top_area(ground, z)).tolist()
    wx, wy = DIRECTIONS.get(edge.direction, (0.0, 0.0))
    for polygon in polygons:
        ring = shapely.get_coordinates(shapely.orient_polygons(polygon).exterior).tolist()
        for (ax, ay), (bx, by) in pairwise(ring):
            long = hypot(bx - ax, by - ay)
            if long <= TINY_LENGTH_IN:
                continue
            nx, ny = (by - ay) / long, (ax - bx) / long
            if (
                edge.direction
                and nx * wx + ny * wy < math.cos(math.radians(EDGE_ANGLE_DEG)) - EPSILON_IN
            ):
                continue
            lines.append([(ax - nx * inset, ay - ny * inset), (bx - nx * inset, by - ny * inset)])
            measures.append(partial(_depth_from_line, (ax, ay), (nx, ny), inset))
    if not lines:
        return None
    inside = shapely.buffer(_top_area(ground, z), -radius, join_style="mitre")
    shape = shapely.intersection(
        shapely.MultiLineString(lines), shapely.buffer(inside, EPSILON_IN / 2)
    )
    if shape.is_empty:
        return None
    parts = shapely.get_parts(shapely.MultiLineString(lines))
    return _Curve(
        shape,
        lambda p: measures[int(shapely.distance(parts, shapely.Point(p)).argmin())](p),
    )


def _depth_from_line(start: XY, normal: XY, inset: float, p: XY) -> float:
    return (p[0] - start[0]) * normal[0] + (p[1] - start[1]) * normal[1] + inset


def _round_edge_curve(disc: tuple[XY, float], edge: AtEdge, inset: float) -> _Curve | None:
    """Return the arc of centers inside the edge of a round top."""
    (cx, cy), radius = disc
    radius -= inset
    if radius < 0:
        return None
    wx, wy = DIRECTIONS.get(edge.direction, (1.0, 0.0))
    middle = math.atan2(wy, wx)
    spread = math.radians(EDGE_ANGLE_DEG) if edge.direction else math.pi
    angles = np.linspace(middle - spread, middle + spread, CURVE_SEGMENTS + 1)
    arc = np.stack([cx + radius * np.cos(angles), cy + radius * np.sin(angles)], axis=1)
    return _Curve(shapely.LineString(arc), lambda p: hypot(p[0] - cx, p[1] - cy) - radius)


def _point_in_direction(seeker: _Seeker, condition: AwayFrom, z: float) -> XY | None:
    """Return the point in a direction from a thing at a distance, or None.

    The direction starts at the middle of a model or a round tower. For other terrain it starts at
    the part nearest to the model, or at the corner that lies in a diagonal direction.
    """
    curve = _make_curve(seeker, AwayFrom(condition.inches, condition.thing), z)
    if curve is None:
        return None
    thing = find_thing(seeker.table, condition.thing, seeker.ignore)
    wx, wy = DIRECTIONS[condition.direction]
    x, y = _middle(thing)
    if isinstance(thing, Feature) and not _is_round(thing):
        x0, y0, x1, y1 = thing.box
        x = min(max(seeker.near[0], x0), x1) if not wx else x1 if wx > 0 else x0
        y = min(max(seeker.near[1], y0), y1) if not wy else y1 if wy > 0 else y0
        if not wx:
            y = (y0 + y1) / 2
        elif not wy:
            x = (x0 + x1) / 2
    far = 2 * hypot(*seeker.table.size) + 2 * condition.inches
    ray = shapely.LineString([(x, y), (x + far * wx, y + far * wy)])
    hits = shapely.get_coordinates(shapely.intersection(curve.outline, ray)).tolist()
    if not hits:
        return None
    start = max(hits, key=lambda p: hypot(p[0] - x, p[1] - y))
    along = _Curve(ray, lambda p: (p[0] - x) * wy - (p[1] - y) * wx)
    return _move_onto((curve, along), (start[0], start[1]))


def _is_round(feature: Feature) -> bool:
    return len(feature.pieces) == 1 and isinstance(feature.pieces[0], Cylinder)
