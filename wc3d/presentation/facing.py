"""Headings between places, and the facings of models at deployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, dist, hypot, radians, sin

from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body


def heading_toward(start: XYZ, end: XYZ) -> float | None:
    """Return the heading from a point to another, in degrees counter-clockwise from north."""
    if dist(start[:2], end[:2]) < 1e-6:
        return None
    return degrees(atan2(start[0] - end[0], end[1] - start[1])) % 360


def heading_direction(heading: float) -> tuple[float, float]:
    """Return the direction (x, y) of a heading in degrees counter-clockwise from north."""
    return -sin(radians(heading)), cos(radians(heading))


def face_enemies(bodies: Sequence[Body], sides: Mapping[str, int]) -> dict[str, float]:
    """Return the facing of each model toward its nearest enemy, in degrees.

    The angle counts counter-clockwise from north. Models without enemies are left out.
    """
    headings = {}
    for body in bodies:
        enemies = [
            b.at for b in bodies if sides.get(b.id) and sides.get(b.id) != sides.get(body.id)
        ]
        if sides.get(body.id) and enemies:
            nearest = min(enemies, key=lambda at: hypot(at[0] - body.at[0], at[1] - body.at[1]))
            headings[body.id] = heading_toward(body.at, nearest) or 0.0
    return headings
