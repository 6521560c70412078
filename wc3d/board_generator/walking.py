"""The ground on which a wide base walks between the solids of a board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from wc3d.geometry.points import XY
from wc3d.table.space_constants import MILLIMETERS_PER_INCH

WIDEST_BASE_MM = 80.0
"""The widest base that walks from edge to edge. No shipped game has a wider one."""


def measure_walkable(size: XY, solids: Sequence[shapely.Geometry]) -> float:
    """Return the share of the ground for the widest base that is one area and joins all four edges.

    `solids` are the plans of everything in the way. The ground is where the center of the base may
    be. The share is 0 if no area joins the edges.
    """
    radius = WIDEST_BASE_MM / 2 / MILLIMETERS_PER_INCH
    width, depth = size
    ground = shapely.box(radius, radius, width - radius, depth - radius)
    blocked = shapely.union_all([outline.buffer(radius, quad_segs=4) for outline in solids])
    parts = shapely.get_parts(ground.difference(blocked))
    joining = [part for part in parts if np.allclose(part.bounds, ground.bounds, atol=1e-6)]
    whole = sum(part.area for part in parts)
    return float(max((part.area for part in joining), default=0.0) / whole) if whole else 0.0
