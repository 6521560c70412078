"""Intersections of infinite lines (through two points) and circles in plan, in closed form."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.geometry.distance import Section, polygon_sides
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import TINY_LENGTH_IN

Line = tuple[XY, XY]
Circle = tuple[XY, float]


def nearest_point_on_segment(point: XY, a: XY, b: XY) -> XY:
    """Return the point of the segment from a to b nearest to a point."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    s = min(1.0, max(0.0, ((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey)))
    return a[0] + s * ex, a[1] + s * ey


def intersect_lines(first: Line, second: Line) -> Iterator[XY]:
    """Yield the intersection of two lines, if any."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) > TINY_LENGTH_IN:
        s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
        yield ax + s * (bx - ax), ay + s * (by - ay)


def intersect_line_circle(line: Line, circle: Circle) -> Iterator[XY]:
    """Yield the two intersections of a line and a circle, if any."""
    (ax, ay), (bx, by) = line
    (cx, cy), radius = circle
    long = math.hypot(bx - ax, by - ay)
    ex, ey = (bx - ax) / long, (by - ay) / long
    middle = (cx - ax) * ex + (cy - ay) * ey
    aside = (cx - ax) * ey - (cy - ay) * ex
    square = (radius - aside) * (radius + aside)
    if square > -TINY_LENGTH_IN:
        half = math.sqrt(max(0.0, square))
        for s in (middle - half, middle + half):
            yield ax + s * ex, ay + s * ey


def intersect_circles(first: Circle, second: Circle) -> Iterator[XY]:
    """Yield the two intersections of two circles, if any."""
    (ax, ay), r = first
    (bx, by), s = second
    distance = math.hypot(bx - ax, by - ay)
    if distance <= TINY_LENGTH_IN:
        return
    along = (distance * distance + r * r - s * s) / (2 * distance)
    square = (r - along) * (r + along)
    if square > -TINY_LENGTH_IN:
        half = math.sqrt(max(0.0, square))
        ex, ey = (bx - ax) / distance, (by - ay) / distance
        for h in (half, -half):
            yield ax + along * ex - h * ey, ay + along * ey + h * ex


def offset_outline(section: Section, offset: float) -> tuple[list[Line], list[Circle]]:
    """Return a section's sides moved outward (if negative: inward), and a circle at each corner."""
    if isinstance(section, tuple):
        return [], [(section[0], max(0.0, section[1] + offset))]
    lines: list[Line] = []
    circles: list[Circle] = []
    for (ax, ay), (bx, by) in polygon_sides(section):
        long = math.hypot(bx - ax, by - ay)
        if long > 0.0:
            nx, ny = offset * (by - ay) / long, offset * (ax - bx) / long
            lines.append(((ax + nx, ay + ny), (bx + nx, by + ny)))
        circles.append(((ax, ay), abs(offset)))
    return lines, circles
