"""What pictures of sight and reach are made of: the nearest points of two bases, and painted cells as one shape (p. 32)."""

from __future__ import annotations

from itertools import groupby
from math import hypot

from shapely import MultiPolygon, box, union_all

from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.moves.walkable import split_polygons

STRAIGHTENING_CELLS = 0.75
"""Stairs of painted cells become straight where they are no farther from that than this part of a cell."""


def nearest_rim_points(a: Body, b: Body) -> tuple[XYZ, XYZ]:
    """The points of two base discs that are nearest each other (p. 32)."""
    return nearest_disc_points(a.at, a.radius, b.at, b.radius)


def nearest_disc_points(a: XYZ, wide_a: float, b: XYZ, wide_b: float) -> tuple[XYZ, XYZ]:
    """The points of two level discs, given by center and radius, that are nearest each other (a radius of 0 is a point)."""
    (ax, ay, az), (bx, by, bz) = a, b
    flat = hypot(bx - ax, by - ay)
    if flat <= wide_a + wide_b:
        share = 0.5 if flat == 0 else min(1.0, max(0.0, (flat + wide_a - wide_b) / 2 / flat))
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        return (x, y, az), (x, y, bz)
    ux, uy = (bx - ax) / flat, (by - ay) / flat
    return (ax + ux * wide_a, ay + uy * wide_a, az), (bx - ux * wide_b, by - uy * wide_b, bz)


def merge_cells(cells: list[list[int]], cell: float) -> MultiPolygon:
    """The painted cells as one shape; each row's runs are merged first."""
    runs = []
    for row, values in enumerate(cells):
        for painted, run in groupby(enumerate(values), key=lambda column: bool(column[1])):
            if painted:
                columns = [number for number, _ in run]
                runs.append(
                    box(columns[0] * cell, row * cell, (columns[-1] + 1) * cell, (row + 1) * cell)
                )
    return MultiPolygon(split_polygons(union_all(runs)))


def straighten_cells(shape: MultiPolygon, cell: float) -> MultiPolygon:
    """The shape of painted cells with straight edges for their stairs, nowhere farther from these than a cell is wide."""
    return MultiPolygon(split_polygons(shape.simplify(STRAIGHTENING_CELLS * cell)))
