"""Distances of points from a mesh. Compiled."""

from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.jit import compile_outer
from wc3d.geometry.mesh_solids.triangle_tree import is_segment_near, segment_distance


@compile_outer
def point_distances(triangles, boxes, points):
    """Return the distance of each of points (n, 3) from the nearest triangle of a tree."""
    result = np.empty(points.shape[0])
    zero_vector = np.zeros(3)
    for i in range(points.shape[0]):
        result[i] = segment_distance(triangles, boxes, points[i], zero_vector, math.inf)
    return result


@compile_outer
def find_far_points(triangles, boxes, points, limit):
    """Return which of points (n, 3) are farther than `limit` from all triangles of a tree."""
    is_far = np.empty(points.shape[0], np.bool_)
    zero_vector = np.zeros(3)
    for i in range(points.shape[0]):
        is_far[i] = not is_segment_near(triangles, boxes, points[i], zero_vector, limit)
    return is_far
