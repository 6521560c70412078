"""Where a model that is put on the board, to try it, can stand."""

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
"""Inches: a model that cannot stand where it is put stands at the nearest place that is no farther off."""


def find_nearest_place(
    table: Table, fits: Sequence[LevelBaseFit], base: str, at: XYZ
) -> XYZ | None:
    """The nearest place to a point, in inches, at which a base can stand beside the models that are there; None if none is
    near."""
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
    """Is a model as high up as a base would be?"""
    return (
        body.at[2] < height + table.policy.bases[base].height and height < body.at[2] + body.height
    )


def _blocked_area(table: Table, body: Body, base: str) -> shapely.Geometry:
    """Where the middle of a base cannot be, as a model is there: a hair more than their circles."""
    return shapely.Point(body.at[:2]).buffer(
        (body.radius + table.policy.bases[base].radius) * 1.002, quad_segs=32
    )
