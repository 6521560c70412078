"""Meshes in a side cut: sections of the file and of the inner, certainly solid volume."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely import MultiPolygon, affinity

from wc3d.geometry.mesh_solids.data import unpack_prisms
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.points import XY
from wc3d.geometry.vertical_section import cut_along, cut_triangles_along


def _to_mesh_frame(mesh: PlacedMesh, path: Sequence[XY]) -> list[XY]:
    """Return a polyline of the table in the mesh's own coordinates."""
    x, y, _ = mesh.position
    flip = -1.0 if mesh.mirrored else 1.0
    c, s = mesh.cosine, mesh.sine
    return [(flip * (c * (a - x) + s * (b - y)), -s * (a - x) + c * (b - y)) for a, b in path]


def inner_section(mesh: PlacedMesh, path: Sequence[XY]) -> MultiPolygon:
    """Return the certainly solid part of a mesh along a polyline, in distances and heights."""
    section = cut_along(unpack_prisms(mesh.enclosure.inner[-1]), _to_mesh_frame(mesh, path))
    return affinity.translate(section, 0.0, mesh.position[2])


def file_section(mesh: PlacedMesh, path: Sequence[XY]) -> NDArray[np.float64]:
    """Return a path's cuts of the file's triangles: segments (n, 2, 2) of distance and height."""
    return cut_triangles_along(mesh.enclosure.tree.triangles, _to_mesh_frame(mesh, path)) + [
        0.0,
        mesh.position[2],
    ]
