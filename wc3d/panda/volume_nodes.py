"""Volumes of woods and smoke, and edges of obstacles, which a scene shows while they matter; cages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from wc3d.panda.shaders import plain_shader
from wc3d.panda.sunlight import NO_SHADOW_MASK
from wc3d.presentation.palette import RGB, SMOKE_EDGE_COLOR, WOOD_EDGE_COLOR, terrain_look
from wc3d.scene import scenery
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_meshes import GROUND_LIFT_IN, crease_edges, outline_edges
from wc3d.table.features import Feature, Kind

EDGE_RGB: RGB = (255, 240, 214)
OBSTACLE_CASING_RGB: RGB = (24, 20, 16)
"""The line below the dashes of an obstacle, which keeps them readable on pale stone."""
BASE_TOP_IN = 0.2
"""The height of a figure's base with what lies on it, in inches."""
REST_ALPHA = 0.22
"""The opacity of the dashes of an obstacle that does not matter now."""
OBSTACLE_DASH_IN = 0.3
"""The length of a dash and a gap on the edges of obstacles, as the legend says."""


class VolumeNodes:
    """The nodes that are visible only while their features matter, by feature."""

    def __init__(self) -> None:
        self._nodes: dict[str, NodePath] = {}
        self._shown: frozenset[str] | None = frozenset()

    def add(self, id: str, parent: NodePath) -> NodePath:
        """Add and return the node of a feature."""
        node = self._nodes[id] = parent.attach_new_node(f"volume {id}")
        self._update(id)
        return node

    def forget(self, id: str) -> None:
        """Forget the node of a removed feature."""
        self._nodes.pop(id, None)

    def is_shown(self, id: str) -> bool:
        """Return whether the node of a feature is visible."""
        return id in self._nodes and (self._shown is None or id in self._shown)

    def show(self, ids: Collection[str] | None) -> bool:
        """Show the nodes of these features alone; None shows all. Return whether any changed."""
        old = {id for id in self._nodes if self.is_shown(id)}
        self._shown = None if ids is None else frozenset(ids)
        changed = old ^ {id for id in self._nodes if self.is_shown(id)}
        for id in changed:
            self._update(id)
        return bool(changed)

    def _update(self, id: str) -> None:
        node = self._nodes[id]
        node.show() if self.is_shown(id) else node.hide()


def draw_volume_marks(scene: Any, feature: Feature, mesh: DrawnMesh, ink: RGB) -> None:
    """Draw the soft outline of woods or smoke on the ground, and the volume that it stands for."""
    outline = outline_edges(feature.pieces, 2 * GROUND_LIFT_IN)
    for width, alpha in scenery.SOFT_OUTLINE:
        scene.draw_lines(outline, width, ink, alpha)
    edge = WOOD_EDGE_COLOR if feature.kind is Kind.FOREST else SMOKE_EDGE_COLOR
    node = scene.volumes.add(feature.id, scene.translucent_node)
    scene.draw_translucent(mesh, edge, scenery.VOLUME_ALPHA, stripes=0.5, parent=node)
    scene.draw_lines(crease_edges(mesh), 1.0, edge, 0.85, parent=node)


def draw_solid_edges(scene: Any, feature: Feature, edges: NDArray[Any], node: NodePath) -> None:
    """Draw the edges of an obstacle as faint dashes, except at its foot.

    An obstacle that matters has strong dashes on a dark line along all of its edges. The edges of
    structures have no lines: from afar they are rows of bright dots.
    """
    if feature.kind is not Kind.OBSTACLE:
        return
    strong = scene.volumes.add(feature.id, node)
    upper = edges[edges[..., 2].min(axis=1) > feature.low + 1e-3]
    for line in (
        scene.draw_lines(edges, 1.7, OBSTACLE_CASING_RGB, 0.55, parent=strong),
        scene.draw_lines(edges, 1.1, EDGE_RGB, 0.9, dash=OBSTACLE_DASH_IN, parent=strong),
        scene.draw_lines(upper, 0.7, EDGE_RGB, REST_ALPHA, dash=OBSTACLE_DASH_IN, parent=node),
    ):
        line.hide(NO_SHADOW_MASK)


def draw_objective(scene: Any, feature: Feature, mesh: DrawnMesh) -> None:
    """Draw an objective that gives cover as a cage behind the bases and models that stand on it."""
    rgb = terrain_look(feature).body
    parent = scene.translucent_node
    edges = crease_edges(mesh)
    scene.draw_translucent(mesh, rgb, 0.30, parent=parent)
    rims = edges[np.abs(edges[:, 0, 2] - edges[:, 1, 2]) < 1e-6]
    uprights = np.stack(
        [rims[::4, 0] * (1, 1, 0) + (0, 0, z) for z in (feature.low, feature.high)], axis=1
    )
    cage = [
        scene.draw_lines(edges, 0.9, rgb, 0.75, parent=parent),
        scene.draw_lines(uprights, 0.7, rgb, 0.5, parent=parent),
    ]
    if scene.render_target.has_shaders:
        x, y, _ = (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0)) / 2
        for lines in cage:
            lines.set_shader(plain_shader("cage"))
            lines.set_shader_input("cage", (x, y, feature.low + BASE_TOP_IN))
