"""How far points are from a mesh. Compiled."""
from __future__ import annotations

import math

import numpy as np

from wc3d.geometry.enclosure.tree import nearest
from wc3d.geometry.jit import outer


@outer
def distances(triangles, boxes, points):
    """The distance of each of points (n, 3) from the nearest triangle of a tree."""
    found = np.empty(points.shape[0])
    still = np.zeros(3)
    for i in range(points.shape[0]):
        found[i] = nearest(triangles, boxes, points[i], still, math.inf)
    return found
