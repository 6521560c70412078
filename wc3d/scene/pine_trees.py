"""The decorative pines of woods, from the terrain kit, with shared geometry."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wc3d._internal.data_files import shipped_folder
from wc3d.meshes.mesh_source import MeshError
from wc3d.scene.mesh_looks import find_ready_look, get_look
from wc3d.scene.terrain_details.wood_plants import TreePlace
from wc3d.scene.terrain_meshes import PlacedMeshLook
from wc3d.table.features import Feature
from wc3d.table.terrain.mesh_solids import MeshKey, make_mesh_key


def pine_mesh_key() -> MeshKey | None:
    """Return the key of the kit's pine, or None if it is missing."""
    try:
        return make_mesh_key(shipped_folder("models3d") / "pine.glb")
    except MeshError:
        return None


def place_pines(
    wood: Feature, places: Sequence[TreePlace], wait: bool = True
) -> tuple[list[PlacedMeshLook], MeshKey | None]:
    """Return a wood's pines at their places, and the file whose look is not ready.

    With `wait`, the look is made first. Without pines, the caller draws simpler trees.
    """
    if not places:
        return [], None
    key = pine_mesh_key()
    look = None if key is None else get_look(key) if wait else find_ready_look(key)
    if key is None or look is None or not look.detail_levels:
        return [], key if look is None else None
    tall = float(look.bounds[1][2])
    trees = []
    for x, y, height, turn in places:
        scale = height / tall
        c = np.cos(turn)
        s = np.sin(turn)
        matrix = np.array(
            [
                [c * scale, -s * scale, 0, x],
                [s * scale, c * scale, 0, y],
                [0, 0, scale, wood.low],
                [0, 0, 0, 1.0],
            ]
        )
        trees.append(PlacedMeshLook(key, look, matrix))
    return trees, None
