"""Trees and stones on a board, which no rule ever sees."""
from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath

from wc3d.panda.mesh_files import MeshFiles
from wc3d.presentation.palette import look_of
from wc3d.scene import scenery
from wc3d.scene.scenery import Part
from wc3d.scene.woods import XYR, pines
from wc3d.table.features import Feature, Kind
from wc3d.table.terrain.meshes import MeshKey


def decorate(
    feature: Feature, keep_free: Sequence[XYR], files: MeshFiles, parent: NodePath, wait: bool
) -> tuple[list[Part], list[MeshKey]]:
    """Trees for a wood, none within the radius of any of `keep_free`; stones for rough ground. Pines are put on the board; what
    else is to be drawn is given back, and the file without which, unless one may `wait`, only plain trees stand there."""
    if feature.water:
        return [], []
    if feature.kind is Kind.ROUGH:
        return scenery.stones(feature), []
    if feature.kind is not Kind.FOREST:
        return [], []
    trees, key = pines(feature, keep_free, wait)
    for tree in trees:
        files.add(tree, look_of(feature).body, parent)
    return [] if trees else scenery.trees(feature, keep_free), [] if key is None else [key]
