"""Level pieces as layers: the plan of their union between two heights, as rings and areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.geometry.solids import Piece
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_meshes import footprint

Points = NDArray[np.float64]
SNAP_IN = 1e-4
"""Inches: corners of pieces this close are one corner."""
MAX_LAYER_PIECES = 160
"""The maximum number of pieces in a feature with layers; more are drawn plain."""
EMPTY = Polygon()


@dataclass(frozen=True, eq=False)
class Layer:
    """The part of a solid between two heights with one plan, and the plans above and below it."""

    low: float
    high: float
    plan: BaseGeometry
    above: BaseGeometry
    below: BaseGeometry

    @property
    def polygons(self) -> list[Polygon]:
        """The connected parts of the plan."""
        return polygons_of(self.plan)


def polygons_of(area: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a plan that are not empty."""
    parts = shapely.get_parts(area)
    return [part for part in parts if isinstance(part, Polygon) and part.area > 1e-6]


def split_triangles(area: BaseGeometry) -> NDArray[np.float64]:
    """Return an area as triangles (n, 3, 2), counter-clockwise."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(area))
    corners = np.array([np.asarray(part.exterior.coords)[:3, :2] for part in parts])
    corners = corners.reshape(-1, 3, 2)
    a, b, c = np.moveaxis(corners, 1, 0)
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    corners[turn < 0] = corners[turn < 0][:, ::-1]
    return corners


def can_have_layers(pieces: Sequence[Piece]) -> bool:
    """Return whether all pieces are level, and few enough to unite."""
    return 0 < len(pieces) <= MAX_LAYER_PIECES and all(piece.is_level for piece in pieces)


def make_layers(pieces: Sequence[Piece]) -> list[Layer]:
    """Return the layers of a union of level pieces, from the lowest."""
    solids = [piece for piece in pieces if not is_flat(piece)]
    outlines = [_valid(Polygon(footprint(piece))) for piece in solids]
    heights = sorted({round(z, 5) for piece in solids for z in (piece.low, piece.high)})
    plans: list[tuple[float, float, BaseGeometry]] = []
    for low, high in pairwise(heights):
        middle = (low + high) / 2
        inside = [
            outline
            for outline, piece in zip(outlines, solids, strict=True)
            if piece.low < middle < piece.high
        ]
        plan = _unite(inside)
        if plans and plans[-1][2].equals(plan):
            plans[-1] = plans[-1][0], high, plan
        else:
            plans.append((low, high, plan))
    return [
        Layer(
            low,
            high,
            plan,
            plans[k + 1][2] if k + 1 < len(plans) else EMPTY,
            plans[k - 1][2] if k else EMPTY,
        )
        for k, (low, high, plan) in enumerate(plans)
        if not plan.is_empty
    ]


def _valid(polygon: Polygon) -> BaseGeometry:
    return polygon if polygon.is_valid else polygon.buffer(0)


def _unite(outlines: Sequence[BaseGeometry]) -> BaseGeometry:
    """Return the union without corners along straight sides."""
    if not outlines:
        return EMPTY
    whole = outlines[0] if len(outlines) == 1 else shapely.union_all(outlines, grid_size=SNAP_IN)
    parts = polygons_of(whole.simplify(1e-5))
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)
