"""Geometry for pictures of sight and reach: nearest points of bases and merged cells (p. 32)."""

from __future__ import annotations

from itertools import groupby
from math import hypot

from shapely import MultiPolygon, box, union_all

from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.moves.walkable import split_polygons

STRAIGHTENING_CELLS = 0.75
"""The tolerance for straightening the staircase edges of cells, in cell widths."""


def nearest_rim_points(a: Body, b: Body) -> tuple[XYZ, XYZ]:
    """Return the pair of nearest points of two base discs (p. 32)."""
    return nearest_disc_points(a.at, a.radius, b.at, b.radius)


def nearest_disc_points(a: XYZ, wide_a: float, b: XYZ, wide_b: float) -> tuple[XYZ, XYZ]:
    """Return the nearest points of two level discs, given by center and radius (0: a point)."""
    (ax, ay, az), (bx, by, bz) = a, b
    flat = hypot(bx - ax, by - ay)
    if flat <= wide_a + wide_b:
        share = 0.5 if flat == 0 else min(1.0, max(0.0, (flat + wide_a - wide_b) / 2 / flat))
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        return (x, y, az), (x, y, bz)
    ux, uy = (bx - ax) / flat, (by - ay) / flat
    return (ax + ux * wide_a, ay + uy * wide_a, az), (bx - ux * wide_b, by - uy * wide_b, bz)


def merge_cells(cells: list[list[int]], cell: float) -> MultiPolygon:
    """Return the union of painted cells as one shape. The runs of each row are merged first."""
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
    """Return the shape of cells with straight edges, within one cell width of the original."""
    return MultiPolygon(split_polygons(shape.simplify(STRAIGHTENING_CELLS * cell)))
