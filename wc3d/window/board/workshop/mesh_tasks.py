"""A background task of the editor: find the face of a mesh under the mouse."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wc3d._internal.progress import Progress
from wc3d.meshes.mesh_faces import find_hit_face
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import MeshImportSettings, read_triangles
from wc3d.workers.table_worker import Question


@dataclass(frozen=True)
class HitFace:
    """The outward normal of a face, in the axes of the mesh before it is placed; None for none."""

    normal: tuple[float, float, float] | None


def find_face(table: Table, question: Question, progress: Progress) -> HitFace:
    """Return the face of a mesh that a ray hits; both in inches before the mesh is placed.

    Raises MeshError.
    """
    fit = MeshImportSettings(*question["fit"])
    triangles = read_triangles(Path(question["path"]), fit, progress)
    start, way = (np.array(part, dtype=float) for part in question["ray"])
    normal = find_hit_face(triangles, start, way)
    if normal is None:
        return HitFace(None)
    x, y, z = normal.tolist()
    return HitFace((x, y, z))
