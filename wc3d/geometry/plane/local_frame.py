"""Local coordinates at a place with a direction: the distances ahead and to the left."""

from __future__ import annotations

import math

from wc3d.geometry.points import XY


def to_local_frame(place: XY, ahead: XY, point: XY) -> XY:
    """Return a point's distances ahead of a place and to the left."""
    x, y = point[0] - place[0], point[1] - place[1]
    return x * ahead[0] + y * ahead[1], y * ahead[0] - x * ahead[1]


def rotate_vector(way: XY, degrees: float) -> XY:
    """Return a vector rotated counter-clockwise by degrees; quarter turns are exact."""
    c, s = unit_vector(degrees)
    return way[0] * c - way[1] * s, way[0] * s + way[1] * c


def unit_vector(degrees: float) -> XY:
    """Return the unit vector of degrees counter-clockwise from east, exact for quarter turns."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    turn = math.radians(degrees)
    return math.cos(turn), math.sin(turn)


def vector_degrees(way: XY) -> float:
    """Return the direction of a vector, 0 to 360 degrees."""
    return math.degrees(math.atan2(way[1], way[0])) % 360.0


def angle_between(first: float, second: float) -> float:
    """Return the angle between two directions, 0 to 180 degrees."""
    return abs((first - second + 180.0) % 360.0 - 180.0)
