"""Falling: where a model in the air lands, and how hard (p. 45)."""
from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from wc3d.geometry.coverage import outline_crossings
from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.body import Body
from wc3d.table.layout import Layout
from wc3d.table.terrain.standing import base_size, level_at, levels, models_met, solid_sections, solids_met, stand, support_height

Line = tuple[XY, XY]
Circle = tuple[XY, float]


@dataclass(frozen=True)
class Fall:
    """A vertical drop. Inches.

    `landing` is where the model would have landed, `end` where it stands afterwards: elsewhere when other models
    (`landed_on`) stood there. `power` is the POW of the damage roll: the whole inches fallen; 0 is no roll. When
    several places are equally near (`places`) the dice decide; `end` is then the first of them.
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
        """Must the dice say where it is put?"""
        return len(self.places) > 1


def power_of(height: float) -> int:
    """The POW of a fall: the whole inches fallen (p. 45)."""
    return math.floor(height + EQUAL)


def drop(table: Layout, body: Body, at: XYZ) -> Fall:
    """The fall of a model that is at `at` with nothing more than that to hold it (p. 45).

    It drops straight down to the support height. If another model stands where it would land it is put at the nearest
    standable place at that height, else at the next lower level; the fall is measured to where it would have landed.
    The same where a slope is in the way: nothing ends inside a solid (the book is silent; our reading).
    A model that part of its base still holds up falls 0".
    """
    x, y, z = at
    ground = support_height(table, body.base, (x, y), z)
    landing = (x, y, ground)
    height = z - ground
    if height <= EQUAL:
        return Fall(at, landing, landing, 0.0, 0)
    volume = body.moved(landing).volume
    models = models_met(table, volume, ignore=(body.id,))
    if not models and not solids_met(table, volume):
        return Fall(at, landing, landing, height, power_of(height))
    places = _places_below(table, body, landing)
    return Fall(at, landing, places[0] if places else landing, height, power_of(height), models, places)


def _places_below(table: Layout, body: Body, landing: XYZ) -> tuple[XYZ, ...]:
    heights = [landing[2], *(level.height for level in levels(table) if level.height < landing[2] - EQUAL)]
    for height in heights:
        places = nearest_standable(table, body.base, (landing[0], landing[1]), height, ignore=(body.id,))
        if places:
            return places
    return ()


def nearest_standable(table: Layout, base: str, center: XY, z: float, ignore: Collection[str] = ()) -> tuple[XYZ, ...]:
    """The standable places at height z nearest to a point (several when equally near), or ().

    The places where a base can stand are bounded by straight lines and circles: sides moved by the base's radius, and
    circles about corners and models. The nearest place is the point itself, the foot of a perpendicular on one of
    them, or where two of them cross.
    """
    if stand(table, base, (*center, z), ignore):
        return ((*center, z),)
    if level_at(table, z) is None:
        return ()
    furthest = math.hypot(*table.size)
    reach = 4 * base_size(table, base).radius
    while True:
        best: list[XY] = []
        for point in sorted(corners(table, base, center, z, reach, ignore), key=lambda p: math.dist(p, center)):
            if best and math.dist(point, center) > math.dist(best[0], center) + EQUAL:
                break
            if stand(table, base, (*point, z), ignore) and all(math.dist(point, p) > 10 * EQUAL for p in best):
                best.append(point)
        if best or reach > furthest:
            return tuple((*p, z) for p in sorted(best))
        reach *= 2


def corners(table: Layout, base: str, center: XY, z: float, reach: float, ignore: Collection[str] = ()) -> list[XY]:
    """Every point within `reach` of a center that could be the place nearest to it; each is still to be tested.

    All points where a base at height z would touch two things are among them.
    """
    lines, circles = _bounds(table, base, center, z, reach, ignore)
    points: list[XY] = []
    for a, b in lines:
        points.append(_foot(center, a, b))
    for middle, radius in circles:
        apart = math.dist(middle, center)
        ways = [((center[0] - middle[0]) / apart, (center[1] - middle[1]) / apart)] if apart > EQUAL else _COMPASS
        points += [(middle[0] + radius * x, middle[1] + radius * y) for x, y in ways]
    for first, second in combinations(lines, 2):
        points += _line_line(first, second)
    for line in lines:
        for circle in circles:
            points += _line_circle(line, circle)
    for one, other in combinations(circles, 2):
        points += _circle_circle(one, other)
    return [p for p in points if math.dist(p, center) <= reach]


_COMPASS = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]


def _bounds(
    table: Layout, base: str, center: XY, z: float, reach: float, ignore: Collection[str]
) -> tuple[list[Line], list[Circle]]:
    """The lines and circles that bound the standable places near a point (and some that do not: they do no harm)."""
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
        _grow(section, r, lines, circles)
    for other in table.bodies:
        volume = table.policy.keeps_out(other)
        if other.id not in ignore and volume.low < z + size.height and z < volume.high:
            circles.append((volume.center, volume.radius + r))
    level = level_at(table, z)
    if level is not None and level.height > 0.0:
        near = [s for s in level.shapes if _near(s, around)]
        for section in near:
            _grow(section, -r, lines, circles)
        circles += [(p, r) for one, other in combinations(near, 2) for p in outline_crossings(one, other)]
    close = [(m, radius) for m, radius in circles if abs(math.dist(m, center) - radius) <= reach]
    return [line for line in lines if math.dist(_foot(center, *line), center) <= reach], close


def _near(section: Section, box: tuple[float, float, float, float]) -> bool:
    if isinstance(section, tuple):
        (x, y), r = section
        return x + r > box[0] and x - r < box[2] and y + r > box[1] and y - r < box[3]
    low, high = section.min(axis=0), section.max(axis=0)
    return bool(high[0] > box[0] and low[0] < box[2] and high[1] > box[1] and low[1] < box[3])


def _grow(section: Section, out: float, lines: list[Line], circles: list[Circle]) -> None:
    """Add the sides of a section moved outward (inward if negative), and a circle about each corner."""
    if isinstance(section, tuple):
        circles.append((section[0], max(0.0, section[1] + out)))
        return
    outline = section.tolist()
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        long = math.hypot(bx - ax, by - ay)
        if long > 0.0:
            nx, ny = out * (by - ay) / long, out * (ax - bx) / long
            lines.append(((ax + nx, ay + ny), (bx + nx, by + ny)))
        circles.append(((ax, ay), abs(out)))


def _foot(point: XY, a: XY, b: XY) -> XY:
    """The nearest point of a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    s = min(1.0, max(0.0, ((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey)))
    return a[0] + s * ex, a[1] + s * ey


def _line_line(first: Line, second: Line) -> Iterator[XY]:
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) > 1e-12:
        s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
        yield ax + s * (bx - ax), ay + s * (by - ay)


def _line_circle(line: Line, circle: Circle) -> Iterator[XY]:
    (ax, ay), (bx, by) = line
    (cx, cy), radius = circle
    long = math.hypot(bx - ax, by - ay)
    ex, ey = (bx - ax) / long, (by - ay) / long
    middle, aside = (cx - ax) * ex + (cy - ay) * ey, (cx - ax) * ey - (cy - ay) * ex
    square = (radius - aside) * (radius + aside)
    if square > -1e-12:
        half = math.sqrt(max(0.0, square))
        for s in (middle - half, middle + half):
            yield ax + s * ex, ay + s * ey


def _circle_circle(one: Circle, other: Circle) -> Iterator[XY]:
    (ax, ay), r = one
    (bx, by), s = other
    apart = math.hypot(bx - ax, by - ay)
    if apart <= 1e-12:
        return
    along = (apart * apart + r * r - s * s) / (2 * apart)
    square = (r - along) * (r + along)
    if square > -1e-12:
        half = math.sqrt(max(0.0, square))
        ex, ey = (bx - ax) / apart, (by - ay) / apart
        for h in (half, -half):
            yield ax + along * ex - h * ey, ay + along * ey + h * ex
