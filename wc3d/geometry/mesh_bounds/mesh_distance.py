"""How far points are from a mesh. Compiled."""
from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import outer
from wc3d.geometry.mesh_bounds.tree import comes_within, nearest


@outer
def distances(triangles, boxes, points):
    """The distance of each of points (n, 3) from the nearest triangle of a tree."""
    result = np.empty(points.shape[0])
    zero_vector = np.zeros(3)
    for i in range(points.shape[0]):
        result[i] = nearest(triangles, boxes, points[i], zero_vector, math.inf)
    return result


@outer
def farther(triangles, boxes, points, limit):
    """Which of points (n, 3) no triangle of a tree comes within `limit` of."""
    is_far = np.empty(points.shape[0], np.bool_)
    zero_vector = np.zeros(3)
    for i in range(points.shape[0]):
        is_far[i] = not comes_within(triangles, boxes, points[i], zero_vector, limit)
    return is_far
