"""The trees of woods: pines of the terrain kit, one geometry for all. Decoration, which no rule ever sees."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wc3d._internal.data_files import shipped
from wc3d.meshes.files import MeshError
from wc3d.scene.looks import look_at_hand, look_of
from wc3d.scene.scenery import tree_places
from wc3d.scene.terrain_meshes import PlacedLook
from wc3d.table.features import Feature
from wc3d.table.terrain.meshes import MeshKey, mesh_key

XYR = tuple[float, float, float]


def pine_file() -> MeshKey | None:
    """The pine of the kit; None where it is not there."""
    try:
        return mesh_key(shipped("models3d") / "pine.glb")
    except MeshError:
        return None


def pines(wood: Feature, keep_free: Sequence[XYR], wait: bool = True) -> tuple[list[PlacedLook], MeshKey | None]:
    """A wood's trees, none within the radius of any (x, y, radius) of `keep_free`; and the file whose look is still to be made,
    unless one may `wait` for that. Where there are no pines, simpler trees are to be drawn."""
    key = pine_file()
    look = None if key is None else look_of(key) if wait else look_at_hand(key)
    if key is None or look is None or not look.forms:
        return [], key if look is None else None
    tall, trees = float(look.bounds[1][2]), []
    for x, y, height, turn in tree_places(wood, keep_free):
        scale, c, s = height / tall, np.cos(turn), np.sin(turn)
        matrix = np.array([[c * scale, -s * scale, 0, x], [s * scale, c * scale, 0, y], [0, 0, scale, wood.low], [0, 0, 0, 1.0]])
        trees.append(PlacedLook(key, look, matrix))
    return trees, None
