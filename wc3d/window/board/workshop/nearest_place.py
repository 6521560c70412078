"""Find a place for a test model."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import shapely

from wc3d.geometry.points import XYZ
from wc3d.table.body import Body
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand

MAX_SHIFT_IN = 2.0
"""Largest distance in inches from the requested place."""


def find_nearest_place(
    table: Table, fits: Sequence[LevelBaseFit], base: str, at: XYZ
) -> XYZ | None:
    """Return the nearest free place for a base within MAX_SHIFT_IN, or None."""
    places = []
    for fit in (fit for fit in fits if base in fit.areas):
        obstacles = [
            _blocked_area(table, body, base)
            for body in table.bodies
            if _overlaps_height(table, body, base, fit.height)
        ]
        free = shapely.difference(fit.areas[base], shapely.union_all(obstacles))
        if not free.is_empty:
            x, y = shapely.shortest_line(free, shapely.Point(at[:2])).coords[0]
            places.append((float(x), float(y), fit.height))
    candidates = sorted(
        (distance, place) for place in places if (distance := dist(place, at)) <= MAX_SHIFT_IN
    )
    return next((place for _, place in candidates if stand(table, base, place).standable), None)


def _overlaps_height(table: Table, body: Body, base: str, height: float) -> bool:
    """Return whether a model and a base at a height overlap vertically."""
    return (
        body.at[2] < height + table.policy.bases[base].height and height < body.at[2] + body.height
    )


def _blocked_area(table: Table, body: Body, base: str) -> shapely.Geometry:
    """Return the area for a base's center that a model blocks, with a small margin."""
    return shapely.Point(body.at[:2]).buffer(
        (body.radius + table.policy.bases[base].radius) * 1.002, quad_segs=32
    )
