"""Geometry for pictures of sight and reach: nearest points of bases and merged cells (p. 32)."""

from __future__ import annotations

from math import hypot

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely import MultiPolygon

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


def merge_cells(cells: ArrayLike, cell: float) -> MultiPolygon:
    """Return the union of painted cells as one shape, from the edges between painted and others.

    A union of rows takes five times as long, and an area that follows a model needs it each time.
    """
    painted = np.pad(np.asarray(cells, dtype=np.int8), 1)
    rows, starts, ends = _find_runs(np.diff(painted, axis=0))
    columns, bottoms, tops = _find_runs(np.diff(painted, axis=1).T)
    corners = np.concatenate(
        [
            np.stack([starts, rows, ends, rows], axis=1),
            np.stack([columns, bottoms, columns, tops], axis=1),
        ]
    ).reshape(-1, 2, 2)
    edges = shapely.linestrings(corners * cell)
    faces = shapely.get_parts(shapely.polygonize(edges))
    places = shapely.point_on_surface(faces)
    at = [(shapely.get_coordinates(places) / cell).astype(np.int64)[:, axis] + 1 for axis in (1, 0)]
    return MultiPolygon(faces[painted[at[0], at[1]] != 0].tolist())


def _find_runs(edges: NDArray[np.int8]) -> tuple[NDArray[np.int64], ...]:
    """Return the row, the start and the end of each run of equal edges that are not 0.

    The rows have a margin of one cell, which the starts and ends do not count.
    """
    margins = np.pad(edges, ((0, 0), (1, 1)))
    changes = margins[:, 1:] != margins[:, :-1]
    rows, starts = np.nonzero(changes & (margins[:, 1:] != 0))
    ends = np.nonzero(changes & (margins[:, :-1] != 0))[1]
    return rows, starts - 1, ends - 1


def straighten_cells(shape: MultiPolygon, cell: float) -> MultiPolygon:
    """Return the shape of cells with straight edges, within one cell width of the original."""
    return MultiPolygon(split_polygons(shape.simplify(STRAIGHTENING_CELLS * cell)))
