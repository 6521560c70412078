"""Decorative trees and stones, which do not affect the rules."""

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
    """Decorate a wood with trees and rough ground with stones, and return the meshes left to draw.

    Pines are attached to `parent`. No tree is within the radius of any circle in `keep_free`.
    Without `wait`, plain trees replace mesh files that are not loaded; the second list names those
    files.
    """
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
