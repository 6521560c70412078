"""How far points are from a mesh. Compiled."""
from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import outer
from wc3d.geometry.mesh_bounds.tree import comes_within, nearest


@outer
def distances(triangles, boxes, points):
    """The distance of each of points (n, 3) from the nearest triangle of a tree."""
    found = np.empty(points.shape[0])
    still = np.zeros(3)
    for i in range(points.shape[0]):
        found[i] = nearest(triangles, boxes, points[i], still, math.inf)
    return found


@outer
def farther(triangles, boxes, points, limit):
    """Which of points (n, 3) no triangle of a tree comes within `limit` of."""
    found = np.empty(points.shape[0], np.bool_)
    still = np.zeros(3)
    for i in range(points.shape[0]):
        found[i] = not comes_within(triangles, boxes, points[i], still, limit)
    return found
