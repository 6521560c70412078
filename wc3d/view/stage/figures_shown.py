"""The figures on a board: alike ones share their geometry, those that move are moved, those far away have fewer triangles."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from panda3d.core import GeomNode, NodePath

from wc3d.evidence.palette import RGB, ROLE_COLORS, Livery, Role
from wc3d.table.body import Body
from wc3d.view.shapes.figures import dress, figure
from wc3d.view.stage.geoms import by_distance, mesh_node

FAR_AWAY = 30.0
"""Inches from the camera at which figures are drawn with fewer triangles."""
Cast = tuple[str, float, float, Livery]
"""What makes figures alike: base, radius and height, and livery."""
Stand = tuple[Cast, tuple[float, float, float], float]
"""A figure as it stands: its cast, its place and which way it looks."""


class FiguresShown:
    """Those below a node, by the ids of their bodies."""

    def __init__(self, parent: NodePath) -> None:
        self.parent = parent
        self.of_body: dict[str, NodePath] = {}
        self._stands: dict[str, Stand] = {}
        self.casts: dict[Cast, tuple[GeomNode, GeomNode]] = {}

    def show(
        self, bodies: Iterable[Body], colors: Mapping[str, RGB], facing: Mapping[str, float], liveries: Mapping[str, Livery]
    ) -> bool:
        """Put figures where the bodies stand. What stands there already stays: a model that moved is moved, one that is gone
        goes. Did anything change?"""
        left, changed = set(self._stands), False
        for body in bodies:
            livery = liveries.get(body.id) or Livery(ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER])
            if body.id in colors:
                livery = replace(livery, rgb=colors[body.id])
            stand = (body.base, body.radius, body.height, dress(body, livery)), body.at, facing.get(body.id, 0.0)
            left.discard(body.id)
            if self._stands.get(body.id) != stand:
                self._put(body, stand)
                changed = True
        for id in left:
            self.of_body.pop(id).remove_node()
            del self._stands[id]
        return changed or bool(left)

    def _put(self, body: Body, stand: Stand) -> None:
        """Move a model's figure, and make one if it has none like this."""
        known = self._stands.get(body.id)
        cast, at, turn = self._stands[body.id] = stand
        node = self.of_body.get(body.id)
        if node is None or known is None or known[0] != cast:
            if node is not None:
                node.remove_node()
            node = self.of_body[body.id] = self.parent.attach_new_node(body.id)
            if cast not in self.casts:
                near, away = (mesh_node("figure", *figure(body, cast[3], far)) for far in (False, True))
                self.casts[cast] = near, away
            by_distance(node, self.casts[cast], FAR_AWAY)
        node.set_pos(*at)
        node.set_h(turn)
