"""The figures on a board: alike ones share their geometry, those that move are moved, those far away have fewer triangles."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np
from panda3d.core import CullFaceAttrib, GeomNode, NodePath, TransparencyAttrib

from wc3d.panda import shaders
from wc3d.panda.geoms import by_distance, mesh_node
from wc3d.panda.mesh_files import MeshFiles
from wc3d.panda.sunlight import SHADOWLESS
from wc3d.presentation.palette import RGB, ROLE_COLORS, Livery, Role
from wc3d.scene.figures import bare_base, dress, figure
from wc3d.scene.miniatures import PRIMED, file_of, miniature
from wc3d.table.body import Body

CONTACT = 1.5
"""So many times as wide as a base is the darkness about it."""
OUTLINE = 1.4
"""Pixels: how wide outlines are."""
FAR_AWAY = 30.0
"""Inches from the camera at which figures are drawn with fewer triangles."""
Cast = tuple[str, float, float, Livery]
"""What makes figures alike: base, radius and height, and livery."""
Stand = tuple[Cast, tuple[float, float, float], float]
"""A figure as it stands: its cast, its place and which way it looks."""


class FiguresShown:
    """Those below a node, by the ids of their bodies."""

    def __init__(self, parent: NodePath, files: MeshFiles, taps: int = 0, contact: bool = False) -> None:
        self.parent, self.files, self.taps, self.contact = parent, files, taps, contact
        self.faults: list[str] = []
        """What is wrong with miniatures of one's own, a line each."""
        self._outlined: dict[str, tuple[RGB, NodePath]] = {}
        self.of_body: dict[str, NodePath] = {}
        self._stands: dict[str, Stand] = {}
        self.casts: dict[Cast, tuple[GeomNode, GeomNode]] = {}

    def show(
        self, bodies: Iterable[Body], colors: Mapping[str, RGB], facing: Mapping[str, float], liveries: Mapping[str, Livery]
    ) -> bool:
        """Put figures where the bodies stand. What stands there already stays: a model that moved is moved, one that is gone
        goes. Did anything change?"""
        remaining, changed = set(self._stands), False
        for body in bodies:
            livery = liveries.get(body.id) or Livery(ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER])
            if body.id in colors:
                livery = replace(livery, rgb=colors[body.id])
            stand = (body.base, body.radius, body.height, dress(body, livery)), body.at, facing.get(body.id, 0.0)
            remaining.discard(body.id)
            if self._stands.get(body.id) != stand:
                self._put(body, stand)
                changed = True
        for id in remaining:
            self._outlined.pop(id, None)
            self.of_body.pop(id).remove_node()
            del self._stands[id]
        return changed or bool(remaining)

    def _put(self, body: Body, stand: Stand) -> None:
        """Move a model's figure, and make one if it has none like this."""
        old_stand = self._stands.get(body.id)
        cast, at, turn = self._stands[body.id] = stand
        node = self.of_body.get(body.id)
        if node is None or old_stand is None or old_stand[0] != cast:
            if node is not None:
                node.remove_node()
            node = self.of_body[body.id] = self.parent.attach_new_node(body.id)
            own = self._own(body, cast[3], node)
            if cast not in self.casts:
                forms = [bare_base(body, cast[3])] * 2 if own else [figure(body, cast[3], is_far) for is_far in (False, True)]
                near_form, far_form = (mesh_node("figure", *form) for form in forms)
                self.casts[cast] = near_form, far_form
            by_distance(node, self.casts[cast], FAR_AWAY)
            self._outlined.pop(body.id, None)
            if self.contact:
                self._darken(node, body.radius)
        node.set_pos(*at)
        node.set_h(turn)

    def _own(self, body: Body, livery: Livery, node: NodePath) -> bool:
        """Put a miniature of one's own below a figure's node, if there is one for it."""
        path = file_of(livery.mould)
        if path is None:
            return False
        result = miniature(path, body.radius, body.height)
        if result.placed is None:
            self.faults.append(result.fault)
            return False
        skin = self.files.add(result.placed, PRIMED, node)
        if self.contact:
            skin.set_shader(shaders.lit(shaders.PAINTED, self.taps))
        return True

    def forget(self) -> None:
        """Take all figures off the board; they are made anew when they are shown."""
        for node in self.of_body.values():
            node.remove_node()
        self.of_body.clear()
        self._stands.clear()
        self._outlined.clear()
        self.casts.clear()
        self.files.forget_gone()

    def _darken(self, node: NodePath, radius: float) -> None:
        """The darkness on the ground about a base."""
        dark = node.attach_new_node("contact")  # its size is its own: the disc below is that of all
        dark.attach_new_node(_contact())
        dark.set_scale(radius * CONTACT, radius * CONTACT, 1)
        dark.set_z(0.015)
        dark.set_shader(shaders.plain("contact"))
        dark.set_transparency(TransparencyAttrib.M_alpha)
        dark.set_depth_write(False)
        dark.set_bin("fixed", 1)
        dark.hide(SHADOWLESS)

    def outline(self, colors: Mapping[str, RGB]) -> bool:
        """Draw outlines round these figures, and no others. Did any change? (Only where shaders run.)"""
        new_colors = {id: rgb for id, rgb in colors.items() if id in self.of_body and self.contact}
        if new_colors == {id: rgb for id, (rgb, _) in self._outlined.items()}:
            return False
        for _, node in self._outlined.values():
            node.remove_node()
        self._outlined = {id: (rgb, self._rim(self.of_body[id], self._stands[id][0], rgb)) for id, rgb in new_colors.items()}
        return True

    def _rim(self, node: NodePath, cast: Cast, rgb: RGB) -> NodePath:
        """A figure once more, a little larger, of which only what is behind it shows. Its geometry is that of all alike, so
        what makes it a rim belongs to a node of its own."""
        rim = node.attach_new_node("rim")
        rim.attach_new_node(self.casts[cast][1])
        rim.set_shader(shaders.plain("outline"))
        rim.set_shader_input("outlineWidth", OUTLINE)
        rim.set_color_scale(*(v / 255 for v in rgb), 1.0)
        rim.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_counter_clockwise))
        rim.set_bin("background", 0)
        rim.hide(SHADOWLESS)
        return rim


@cache
def _contact() -> GeomNode:
    """A level disc, dark in the middle."""
    sides = 16
    turns = np.arange(sides) * 2 * np.pi / sides
    rim = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(sides)])
    points = np.vstack([[(0.0, 0.0, 0.0)], rim * 0.62, rim])
    alpha = np.array([200, *[175] * sides, *[0] * sides])
    colors = np.column_stack([np.zeros((len(points), 3)), alpha])
    faces = [(0, 1 + i, 1 + (i + 1) % sides) for i in range(sides)]
    for i in range(sides):
        a, b = 1 + i, 1 + (i + 1) % sides
        faces += [(a, a + sides, b + sides), (a, b + sides, b)]
    return mesh_node("contact", points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), colors, np.array(faces))
