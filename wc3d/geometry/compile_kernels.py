"""Compile all kernels into the cache: `python -m wc3d.geometry.compile_kernels`.

The program starts it as a process beside the first questions on a computer.
"""

from __future__ import annotations

import os

import numpy as np

from wc3d.geometry.inflate import inflate_polygon
from wc3d.geometry.jit import use_compiled
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import MeshSolids, unpack_prisms
from wc3d.geometry.mesh_solids.mesh_distance import find_far_points, point_distances
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.plane.section_group import SectionGroup
from wc3d.geometry.sight_batch import load_compiled_batch
from wc3d.geometry.sight_solver import load_compiled_search
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluder, Occluders

BACKGROUND_NICENESS = 10
"""How much the process gives way to others, such as the window."""

TETRAHEDRON_TRIANGLES = [
    [(0, 0, 0), (0, 1, 0), (1, 0, 0)],
    [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
    [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
]
"""The triangles of the smallest mesh."""


def compile_group(group: KernelGroup) -> None:
    """Compile the kernels of a group, or load those that are cached, by a smallest task."""
    tasks = {
        KernelGroup.SIGHT: _use_sight_kernels,
        KernelGroup.MESH: _use_mesh_kernels,
        KernelGroup.SURFACES: _use_surface_kernels,
        KernelGroup.BATCH: load_compiled_batch,
    }
    tasks[group]()


def _use_sight_kernels() -> None:
    load_compiled_search()
    Occluders(())
    triangle = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    inflate_polygon(triangle, 0.1, 0.2, 0.1)
    group = SectionGroup((triangle,), ((0.0, 0.0, 1.0, 1.0),))
    course = DiscPath(((-2.0, 0.5), (2.0, 0.5)), 0.5)
    course.first_contact(group)
    course.overlap_intervals(group)


def _use_mesh_kernels() -> MeshSolids:
    return build_mesh_solids(np.array(TETRAHEDRON_TRIANGLES, dtype=np.float64), 0.1)


def _use_surface_kernels() -> None:
    enclosure = _use_mesh_kernels()
    point_distances(enclosure.tree.triangles, enclosure.tree.boxes, np.zeros((1, 3)))
    find_far_points(enclosure.tree.triangles, enclosure.tree.boxes, np.zeros((1, 3)), 1.0)
    mesh = PlacedMesh(enclosure, pieces=tuple(unpack_prisms(enclosure.outer)))
    ends = [Cylinder((x, 0.3), 0.5, 0.0, 0.5) for x in (-2.0, 3.0)]
    occluders = Occluders((Occluder(mesh.pieces, mesh=mesh),))
    occluders.find_open_line(ends[0], ends[1])
    occluders.line_distance(0, ((-2.0, 0.3, 2.0), (3.0, 0.3, 2.0)))


def main() -> None:
    """Compile all groups, after any other process that does."""
    if hasattr(os, "nice"):
        os.nice(BACKGROUND_NICENESS)
    for group in KernelGroup:
        use_compiled(group)


if __name__ == "__main__":
    main()
