"""Figure nodes: equal figures share geometry, and distant figures have fewer triangles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from panda3d.core import CullFaceAttrib, GeomNode, NodePath, TransparencyAttrib

from wc3d._internal.memo import Size, memo_per_process
from wc3d.panda import shaders
from wc3d.panda.mesh_files import MeshFileNodes
from wc3d.panda.panda_geometry import add_near_and_far, make_mesh_node
from wc3d.panda.post_processing import draw_over_picture
from wc3d.panda.sunlight import NO_SHADOW_MASK
from wc3d.presentation.color_sets import displayed_color
from wc3d.presentation.palette import RGB, ROLE_COLORS, Livery, Role
from wc3d.scene.figures import FigureCast, build_figure, cast_figure, make_bare_base
from wc3d.scene.ground_textures import GRASS, GroundKind
from wc3d.scene.miniatures import PRIMED_RGB, load_miniature, miniature_path
from wc3d.table.body import Body

CONTACT_SHADOW_SCALE = 1.5
"""Width of the contact shadow, as a multiple of the base."""
OUTLINE_WIDTH_PX = 1.4
"""Width of outlines in pixels."""
FAR_DISTANCE_IN = 30.0
"""Camera distance in inches beyond which figures have fewer triangles."""
LOW_FAR_DISTANCE_IN = 16.0
"""The same distance with quick shadows or none, for slow computers."""
QUICK_SHADOW_SAMPLES = 4
"""The most shadow samples of slow computers."""
FigurePose = tuple[FigureCast, tuple[float, float, float], float]
"""A figure's cast, position and facing."""


class FigureNodes:
    """The figures below a node, by body id."""

    def __init__(
        self, parent: NodePath, files: MeshFileNodes, taps: int = 0, contact: bool = False
    ) -> None:
        self.parent = parent
        self.files = files
        self.shadow_samples = taps
        self.far_distance = FAR_DISTANCE_IN if taps > QUICK_SHADOW_SAMPLES else LOW_FAR_DISTANCE_IN
        self.ground: GroundKind = GRASS
        """The board's ground, on the tops of bases."""
        self.contact = contact
        self.faults: list[str] = []
        """Problems with custom miniatures, one line each."""
        self._outlined: dict[str, tuple[RGB, NodePath]] = {}
        self.node_by_body: dict[str, NodePath] = {}
        self._stands: dict[str, FigurePose] = {}
        self.nodes_by_kind: dict[FigureCast, tuple[GeomNode, GeomNode]] = {}

    @property
    def is_coarse(self) -> bool:
        """Return whether figures have fewer triangles at the usual distance of the camera."""
        return self.far_distance < FAR_DISTANCE_IN

    def cast_of(self, id: str) -> FigureCast:
        """Return what the look of a model's figure depends on. Raises KeyError."""
        return self._stands[id][0]

    def show_figures(
        self,
        bodies: Iterable[Body],
        colors: Mapping[str, RGB],
        facing: Mapping[str, float],
        liveries: Mapping[str, Livery],
    ) -> bool:
        """Add, move and remove figures to match the bodies. Return whether any changed."""
        remaining = set(self._stands)
        changed = False
        for body in bodies:
            livery = liveries.get(body.id) or Livery(
                ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER]
            )
            if body.id in colors:
                livery = replace(livery, rgb=colors[body.id])
            livery = replace(livery, rgb=displayed_color(livery.rgb))
            stand = (
                cast_figure(body, livery, self.ground),
                body.at,
                facing.get(body.id, 0.0),
            )
            remaining.discard(body.id)
            if self._stands.get(body.id) != stand:
                self._place_figure(body, stand)
                changed = True
        for id in remaining:
            self._outlined.pop(id, None)
            self.node_by_body.pop(id).remove_node()
            del self._stands[id]
        return changed or bool(remaining)

    def _place_figure(self, body: Body, stand: FigurePose) -> None:
        """Move a model's figure, or create the figure if its kind has changed."""
        old_stand = self._stands.get(body.id)
        cast, at, turn = self._stands[body.id] = stand
        node = self.node_by_body.get(body.id)
        if node is None or old_stand is None or old_stand[0] != cast:
            if node is not None:
                node.remove_node()
            node = self.node_by_body[body.id] = self.parent.attach_new_node(body.id)
            own = self._add_miniature(body, cast.livery, node)
            if cast not in self.nodes_by_kind:
                make = make_bare_base if own else build_figure
                forms = [make(cast, is_far) for is_far in (False, True)]
                near_form, far_form = (make_mesh_node("figure", *form) for form in forms)
                self.nodes_by_kind[cast] = near_form, far_form
            add_near_and_far(node, self.nodes_by_kind[cast], self.far_distance)
            self._outlined.pop(body.id, None)
            if self.contact:
                self._add_contact_shadow(node, body.radius)
        node.set_pos(*at)
        node.set_h(turn)

    def _add_miniature(self, body: Body, livery: Livery, node: NodePath) -> bool:
        """Attach the model's custom miniature to its figure node. Return whether it has one."""
        path = miniature_path(livery.figure)
        if path is None:
            return False
        result = load_miniature(path, body.radius, body.height)
        if result.placed_look is None:
            self.faults.append(result.fault)
            return False
        skin = self.files.add_mesh(result.placed_look, PRIMED_RGB, node)
        if self.contact:
            skin.set_shader(shaders.lit_shader(shaders.SURFACE_TEXTURED, self.shadow_samples))
        return True

    def remove_all(self) -> None:
        """Remove all figures; `show_figures` creates them again."""
        for node in self.node_by_body.values():
            node.remove_node()
        self.node_by_body.clear()
        self._stands.clear()
        self._outlined.clear()
        self.nodes_by_kind.clear()
        self.files.remove_detached()

    def _add_contact_shadow(self, node: NodePath, radius: float) -> None:
        """Add the contact shadow around a base."""
        dark = node.attach_new_node("contact")  # per figure: all share the disc
        dark.attach_new_node(_contact_disc())
        dark.set_scale(radius * CONTACT_SHADOW_SCALE, radius * CONTACT_SHADOW_SCALE, 1)
        dark.set_z(0.015)
        dark.set_shader(shaders.plain_shader("contact"))
        dark.set_transparency(TransparencyAttrib.M_alpha)
        dark.set_depth_write(False)
        dark.set_bin("fixed", 1)
        dark.hide(NO_SHADOW_MASK)

    def set_outlines(self, colors: Mapping[str, RGB]) -> bool:
        """Outline exactly these figures and return whether any outline changed. Needs shaders."""
        new_colors = {
            id: rgb for id, rgb in colors.items() if id in self.node_by_body and self.contact
        }
        if new_colors == {id: rgb for id, (rgb, _) in self._outlined.items()}:
            return False
        for _, node in self._outlined.values():
            node.remove_node()
        self._outlined = {
            id: (rgb, self._add_rim(self.node_by_body[id], self._stands[id][0], rgb))
            for id, rgb in new_colors.items()
        }
        return True

    def _add_rim(self, node: NodePath, cast: FigureCast, rgb: RGB) -> NodePath:
        """Add an enlarged copy of a figure's back faces, on its own node as geometry is shared."""
        rim = node.attach_new_node("rim")
        rim.attach_new_node(self.nodes_by_kind[cast][1])
        rim.set_shader(shaders.plain_shader("outline"))
        rim.set_shader_input("outlineWidth", OUTLINE_WIDTH_PX)
        rim.set_color_scale(*(v / 255 for v in displayed_color(rgb)), 1.0)
        rim.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_counter_clockwise))
        rim.set_bin("background", 0)
        rim.hide(NO_SHADOW_MASK)
        draw_over_picture(rim)
        return rim


@memo_per_process(Size.FEW)
def _contact_disc() -> GeomNode:
    """Return a level disc that is dark in the middle."""
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
    return make_mesh_node(
        "contact", points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), colors, np.array(faces)
    )
