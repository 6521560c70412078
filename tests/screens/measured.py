"""A mesh that is drawn, as a library for meshes knows it: its volume, its area, and what rays meet of it."""

from __future__ import annotations

import trimesh

from wc3d.scene.mesh import DrawnMesh


def measured(mesh: DrawnMesh) -> trimesh.Trimesh:
    """The same triangles over the same corners."""
    return trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
