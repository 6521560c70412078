"""A mesh is put between two solids."""
from __future__ import annotations

import numpy as np

from wc3d._internal.progress import Progress, part_of
from wc3d.geometry.mesh_bounds.build_layers import inner_prisms, layered
from wc3d.geometry.mesh_bounds.close_scans import close_sheets
from wc3d.geometry.mesh_bounds.data import Enclosure, Floats, Prisms
from wc3d.geometry.mesh_bounds.floors import outer_doubt, walkable_prisms
from wc3d.geometry.mesh_bounds.soundness import facing_alike
from wc3d.geometry.mesh_bounds.tree import triangle_tree
from wc3d.geometry.solids import Prism
from wc3d.geometry.tolerances import UNEVEN

REACHES = (0.25, 0.1, 0.0)
"""How far each level of the inner solid may fall short, in inches, besides the tolerance: the coarsest first."""

GIVES = ((8,), (5, 2), (2, 1))
"""How many cells the outlines of each level may fall short by, twice over."""


def _as_arrays(prisms: list[Prism]) -> Prisms:
    corners = np.concatenate([p.points for p in prisms]) if prisms else np.zeros((0, 2))
    heights = np.array([[p.low, p.high] for p in prisms]).reshape(-1, 2)
    return Prisms(corners, np.array([len(p.points) for p in prisms], dtype=np.int64), heights)


def enclose(triangles: Floats, tolerance: float, progress: Progress | None = None, uneven: float = UNEVEN) -> Enclosure:
    """Triangles (n, 3, 3), inches, whatever they bound, between two solids that follow them to within about `tolerance`.

    Ground that is level to within `uneven` inches is one floor of it. Raises CancelledError when `progress` says so.
    """
    facing = facing_alike(triangles)
    closed = close_sheets(facing)
    tree = triangle_tree(np.concatenate([facing, closed.triangles]))
    layers = layered(tree, closed, tolerance, part_of(progress, 0.0, 0.4))
    inner = []
    for k, (reach, gives) in enumerate(zip(REACHES, GIVES, strict=True), 4):
        prisms = inner_prisms(layers, max(reach, layers.step), gives, part_of(progress, k / 10, (k + 1) / 10))
        inner.append(_as_arrays(prisms))
    outer, floors = walkable_prisms(layers, part_of(progress, 0.7, 1.0), uneven)
    doubt = layers.cell * (1.5 + 2 * GIVES[-1][0]) + max(REACHES[-1], layers.step)
    beyond = outer_doubt(layers.cell, uneven)
    return Enclosure(
        tree, tuple(inner), _as_arrays(outer), np.array(floors), tolerance, doubt, beyond, layers.parts, layers.doubtful,
        len(facing), closed.shut, len(closed.near),
    )
