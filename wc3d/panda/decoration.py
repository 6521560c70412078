"""Trees and stones on a board, which no rule ever sees."""

from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath

from wc3d.panda.mesh_files import MeshFileNodes
from wc3d.presentation.palette import terrain_look
from wc3d.scene import scenery
from wc3d.scene.pine_trees import XYR, place_pines
from wc3d.scene.scenery import ColoredMesh
from wc3d.table.features import Feature, Kind
from wc3d.table.terrain.mesh_solids import MeshKey


def decorate_feature(
    feature: Feature, keep_free: Sequence[XYR], files: MeshFileNodes, parent: NodePath, wait: bool
) -> tuple[list[ColoredMesh], list[MeshKey]]:
    """Trees for a wood, none within the radius of any of `keep_free`; stones for rough ground. Pines are put on the board; what
    else is to be drawn is given back, and the file without which, unless one may `wait`, only plain trees stand there."""
    if feature.water:
        return [], []
    if feature.kind is Kind.ROUGH:
        return scenery.make_stones(feature), []
    if feature.kind is not Kind.FOREST:
        return [], []
    trees, key = place_pines(feature, keep_free, wait)
    for tree in trees:
        files.add_mesh(tree, terrain_look(feature).body, parent)
    return [] if trees else scenery.make_plain_trees(feature, keep_free), [] if key is None else [
        key
    ]
