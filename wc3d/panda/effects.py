"""Nodes of effects over a scene: sprites and streaks, dice on the rim, and posed figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray
from panda3d import core
from panda3d.core import (
    ColorBlendAttrib,
    GeomNode,
    LColor,
    LMatrix4f,
    LQuaternionf,
    LVector3f,
    NodePath,
    Shader,
    TransparencyAttrib,
)

from wc3d._internal.memo import Size, memo_per_process
from wc3d.panda.panda_geometry import (
    make_index_primitive,
    make_mesh_node,
    make_tube_node,
    make_vertex_layout,
)
from wc3d.panda.shaders import plain_shader
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.display_values import DieLook
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.dice import DIE_SIDE_IN, DieCube, die_mesh
from wc3d.scene.effect_shapes import EffectFrame
from wc3d.scene.fall_poses import WreckPoses
from wc3d.scene.figure_pieces import split_figure
from wc3d.scene.figures import merge_parts
from wc3d.scene.model_poses import UPRIGHT, ModelPose

EFFECT_ORDER, FADE_ORDER = 30, 5
"""Places in the drawing order: effects over volumes and lines, fading figures below them."""
GLOW_SHARES = (1.0, 0.8, 0.55)
"""How much of a figure's glow is red, green and blue."""
MIN_TUBE_IN = 0.02
"""Least radius of a streak without shaders."""
STAIN_ORDER, STAIN_LIFT_IN = 2, 0.03
"""The place of stains in the drawing order, and how far they lie above the ground, in inches."""
STAIN_LEVELS, STAIN_SIDES, STAIN_SEED = 12, 20, 4
"""The levels of a stain's opacity, the corners of its rim, and what decides its form."""
FIGURE_PARTS = ("forms", "contact", "rim")
"""The nodes of a figure that is not the user's own."""
Stain = tuple[XYZ, float, float]
EFFECT_VERTEX = np.dtype([("p", "<f4", 3), ("o", "<f4", 3), ("s", "<f4", 3), ("c", "u1", 4)])
CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])

VERTEX_GLSL = """#version 330
uniform mat4 p3d_ModelViewMatrix, p3d_ProjectionMatrix;
in vec4 p3d_Vertex; in vec3 other; in vec3 side; in vec4 p3d_Color;
out vec2 spot; out vec4 paint; out float streaky;
void main() {
  vec3 a = (p3d_ModelViewMatrix * vec4(p3d_Vertex.xyz, 1.)).xyz;
  vec3 b = (p3d_ModelViewMatrix * vec4(other, 1.)).xyz;
  vec3 way = b - a;
  streaky = step(1e-5, length(way));
  vec3 along = way / max(length(way), 1e-6);
  vec3 across = cross(along, normalize(a));
  across = across / max(length(across), 1e-4);
  vec3 disc = a + vec3(side.xy, 0.) * side.z;                  // a sprite faces the camera
  vec3 streak = mix(a, b, side.y * .5 + .5) + (across * side.x + along * side.y * .5) * side.z;
  spot = side.xy; paint = p3d_Color;
  vec3 at = mix(disc, streak, streaky);
  gl_Position = p3d_ProjectionMatrix * vec4(at, 1.);
  float closer = mix(.8, 1.5, streaky) * side.z;               // figures do not cut a burst around them
  vec4 front = p3d_ProjectionMatrix * vec4(at * (1. - min(.5, closer / max(length(at), 1e-3))), 1.);
  gl_Position.z = front.z / front.w * gl_Position.w;
}
"""
FRAGMENT_GLSL = """#version 330
in vec2 spot; in vec4 paint; in float streaky; out vec4 color;
void main() {
  float away = mix(dot(spot, spot), spot.x * spot.x, streaky);
  float soft = clamp(1. - away, 0., 1.);
  color = paint * soft * mix(soft, smoothstep(0., .3, 1. - abs(spot.y)), streaky);
}
"""


class EffectNodes:
    """The effects and dice on a scene."""

    def __init__(self, board: TableScene) -> None:
        self.board = board
        self.root = board.translucent_node.attach_new_node("effects")
        self._shapes: NodePath | None = None
        self._dice: list[tuple[object, NodePath]] = []
        self._dice_places: list[bytes] = []
        self._wrecks: dict[str, WreckNodes] = {}
        self._stains: list[NodePath] = []

    def show_effects(self, frame: EffectFrame) -> None:
        """Draw exactly these sprites and streaks."""
        if self._shapes is not None:
            self._shapes.remove_node()
            self._shapes = None
        if not frame:
            return
        if not self.board.render_target.has_shaders:
            self._shapes = self._add_tubes(frame)
            return
        node = self._shapes = self.root.attach_new_node(make_effect_node(frame))
        node.set_shader(effect_shader())
        node.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add,
                ColorBlendAttrib.O_one,
                ColorBlendAttrib.O_one_minus_incoming_alpha,
            )
        )
        node.set_depth_write(False)
        node.set_two_sided(True)
        node.set_bin("fixed", EFFECT_ORDER)

    def _add_tubes(self, frame: EffectFrame) -> NodePath:
        """Draw streaks as thin tubes, for back ends without shaders."""
        node = self.root.attach_new_node("tubes")
        for row in frame.streaks:
            radius = max(MIN_TUBE_IN, float(row[6]))
            tube = node.attach_new_node(make_tube_node("streak", row[:6].reshape(1, 2, 3), radius))
            tube.set_color_scale(*row[7:11])
        node.set_light_off()
        node.set_transparency(TransparencyAttrib.M_alpha)
        return node

    def show_dice(self, cubes: Sequence[DieCube], looks: Mapping[str, DieLook]) -> None:
        """Show exactly these dice, on the node of the figures, so that they are lit as these.

        Their shadows follow: they are drawn again only when a die appears, moves or goes.
        """
        places = [cube.place.tobytes() for cube in cubes]
        if places != self._dice_places:
            self._dice_places = places
            self.board.redraw_shadow()
        while len(self._dice) > len(cubes):
            self._dice.pop()[1].remove_node()
        for number, cube in enumerate(cubes):
            look = looks.get(cube.die.name) or DieLook(cube.die.name[:2])
            key = (cube.sides, look)
            if number == len(self._dice):
                self._dice.append((key, self._add_die(cube, look)))
            elif self._dice[number][0] != key:
                self._dice[number][1].remove_node()
                self._dice[number] = key, self._add_die(cube, look)
            matrix = cube.place.copy()
            matrix[:3, :3] *= DIE_SIDE_IN / 2
            self._dice[number][1].set_mat(LMatrix4f(*matrix.T.ravel()))

    def _add_die(self, cube: DieCube, look: DieLook) -> NodePath:
        node = self.board.figures.attach_new_node("die")
        node.attach_new_node(make_die_node(cube.sides, look))
        return node

    def split_figure(self, id: str) -> None:
        """Replace the figure of a model that falls by its base, its trunk and its parts."""
        node = self.board.node_by_body.get(id)
        if node is not None and id not in self._wrecks:
            self._wrecks[id] = WreckNodes(self.board, id, node)

    def show_wrecks(self, wrecks: Mapping[str, WreckPoses]) -> None:
        """Show exactly these wrecks of figures that were split."""
        for id in self._wrecks.keys() - {*wrecks}:
            self._wrecks.pop(id).close()
            self.board.redraw_shadow()
        for id, poses in wrecks.items():
            if id in self._wrecks and self._wrecks[id].pose(poses):
                self.board.redraw_shadow()

    def show_stains(self, stains: Sequence[Stain]) -> None:
        """Show exactly these stains on the ground: (place, radius, opacity)."""
        for node in self._stains:
            node.remove_node()
        self._stains = [self._add_stain(*stain) for stain in stains]

    def _add_stain(self, at: XYZ, radius: float, alpha: float) -> NodePath:
        node = self.root.attach_new_node(make_stain_node(round(alpha * STAIN_LEVELS)))
        node.set_pos(at[0], at[1], max(0.0, at[2]) + STAIN_LIFT_IN)
        node.set_h(360.0 * ((at[0] * 0.37 + at[1] * 0.61) % 1.0))
        node.set_scale(radius, radius, 1)
        if self.board.render_target.has_shaders:
            node.set_shader(plain_shader("contact"))
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(False)
        node.set_bin("fixed", STAIN_ORDER)
        return node

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is drawn."""
        return self._shapes is None and not (self._dice or self._wrecks or self._stains)

    def close(self) -> None:
        """Remove all nodes."""
        self.show_dice((), {})
        self.show_wrecks({})
        self.root.remove_node()
        self._shapes = None


class WreckNodes:
    """The base, the trunk and the parts of a figure that falls; the figure itself is hidden."""

    def __init__(self, board: TableScene, id: str, figure: NodePath) -> None:
        self._figure = figure
        self._hidden = list(figure.get_children())
        self._poses: WreckPoses | None = None
        cast = board.figure_nodes.cast_of(id)
        split = split_figure(cast, board.figure_nodes.is_coarse)
        self._base, self._trunk = (
            board.figures.attach_new_node(f"{id} {name}") for name in ("base", "trunk")
        )
        self._pieces: dict[int, NodePath] = {}
        own = [node for node in self._hidden if node.get_name() not in FIGURE_PARTS]
        for node in own:  # the user's own miniature
            node.copy_to(self._trunk)
        if split is not None:
            self._base.attach_new_node(make_mesh_node("base", *split.base))
            if split.trunk is not None and not own:
                self._trunk.attach_new_node(make_mesh_node("trunk", *split.trunk))
            for piece in split.pieces if not own else ():
                node = board.figures.attach_new_node(f"{id} part")
                node.attach_new_node(make_mesh_node("part", *piece.form))
                self._pieces[piece.region] = node
        for node in self._hidden:
            node.stash()

    def pose(self, poses: WreckPoses) -> bool:
        """Put all parts in their poses; return whether any has changed."""
        if poses == self._poses:
            return False
        self._poses = poses
        self._hide_outline()
        posed = [(self._base, poses.base), (self._trunk, poses.trunk)]
        pieces = self._pieces
        posed += [(pieces[k], pose) for k, pose in poses.pieces.items() if k in pieces]
        for node, pose in posed:
            node.hide() if pose.alpha <= 0 else node.show()
            apply_pose(node, poses.at, poses.heading, pose)
        return True

    def _hide_outline(self) -> None:
        """Hide the outline of a model that is pointed at while it falls."""
        if not self._figure.is_empty():
            for node in self._figure.get_children():
                node.stash()

    def close(self) -> None:
        """Remove the parts, and show the figure again if it is still there."""
        for node in (self._base, self._trunk, *self._pieces.values()):
            node.remove_node()
        for node in self._hidden:
            node.unstash()


@memo_per_process(Size.SMALL)
def make_die_node(sides: tuple[int, ...], look: DieLook) -> GeomNode:
    """Return the geometry of a die of side 2."""
    points, normals, colors, faces = merge_parts(list(die_mesh(sides, look)))
    return make_mesh_node("die", points, normals, colors, faces)


@memo_per_process(Size.SMALL)
def make_stain_node(level: int) -> GeomNode:
    """Return a stain of radius 1: dark in the middle, with a ragged rim. `level` is its opacity."""
    random = np.random.default_rng(STAIN_SEED)
    turns = np.arange(STAIN_SIDES) * 2 * np.pi / STAIN_SIDES
    ways = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(STAIN_SIDES)])
    rings = [ways * (share * random.uniform(0.8, 1.2, (STAIN_SIDES, 1))) for share in (0.45, 0.75)]
    rings.append(ways * random.uniform(0.85, 1.25, (STAIN_SIDES, 1)))
    points = np.vstack([np.zeros((1, 3)), *rings])
    soot = [random.uniform(low, high, STAIN_SIDES) for low, high in ((175, 215), (95, 185), (0, 0))]
    alpha = np.concatenate([[215.0], *soot]) * level / STAIN_LEVELS
    colors = np.column_stack([np.zeros((len(points), 3)), alpha])
    faces = []
    for i in range(STAIN_SIDES):
        k = (i + 1) % STAIN_SIDES
        faces.append((0, 1 + i, 1 + k))
        for ring in range(2):
            a, b = 1 + ring * STAIN_SIDES, 1 + (ring + 1) * STAIN_SIDES
            faces += [(a + i, b + i, b + k), (a + i, b + k, a + k)]
    up = np.tile((0.0, 0.0, 1.0), (len(points), 1))
    return make_mesh_node("stain", points, up, colors, np.array(faces))


def make_effect_node(frame: EffectFrame) -> GeomNode:
    """Return all shapes of a moment as quads for the effect shader."""
    sprites = frame.sprites
    as_streaks = np.column_stack([sprites[:, :3], sprites[:, :3], sprites[:, 3:]])
    rows = np.concatenate([as_streaks, frame.streaks])
    corners = np.zeros((len(rows), 4), EFFECT_VERTEX)
    corners["p"] = rows[:, None, :3]
    corners["o"] = rows[:, None, 3:6]
    corners["s"][:, :, :2] = CORNERS
    corners["s"][:, :, 2] = rows[:, None, 6]
    corners["c"] = _premultiplied(rows[:, 7:10], rows[:, 10], rows[:, 11])[:, None]
    faces = (np.arange(len(rows))[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])).reshape(-1, 3)
    contents = core.Geom
    layout = make_vertex_layout(
        ("vertex", 3, contents.C_point),
        ("other", 3, contents.C_point),
        ("side", 3, contents.C_other),
    )
    data = core.GeomVertexData("effects", layout, core.Geom.UH_stream)
    data.unclean_set_num_rows(corners.size)
    memoryview(data.modify_array(0)).cast("B")[:] = corners.reshape(-1).view(np.uint8).data
    geom = core.Geom(data)
    geom.add_primitive(make_index_primitive(faces, corners.size))
    node = GeomNode("effects")
    node.add_geom(geom)
    node.set_bounds(core.OmniBoundingVolume())
    node.set_final(True)
    return node


def _premultiplied(
    rgb: NDArray[np.float64], alpha: NDArray[np.float64], glow: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Return colors (n, 4) multiplied by their opacity; those that glow cover nothing."""
    colors = np.column_stack([rgb * alpha[:, None], alpha * (1 - glow)])
    return np.rint(np.clip(colors, 0.0, 1.0) * 255).astype(np.uint8)


@memo_per_process(Size.FEW)
def effect_shader() -> Shader:
    """Return the shader of sprites and streaks, which face the camera and have soft edges."""
    return Shader.make(Shader.SL_GLSL, VERTEX_GLSL, FRAGMENT_GLSL)


def apply_pose(node: NodePath, at: XYZ, heading: float, pose: ModelPose = UPRIGHT) -> None:
    """Put a figure at its place in a pose; `heading` is in degrees counter-clockwise from north."""
    node.set_pos(*(a + b for a, b in zip(at, pose.shift, strict=True)))
    node.set_hpr(heading + pose.twist, 0, 0)
    if pose.lean:
        toward = radians(heading if pose.toward is None else pose.toward)
        lean = LQuaternionf()
        lean.set_from_axis_angle(-pose.lean, LVector3f(cos(toward), sin(toward), 0))
        node.set_quat(node.get_quat() * lean)
    node.set_scale(pose.size, pose.size, pose.size * pose.stretch)
    if pose.glow > 0 or pose.shade < 1:
        node.set_color_scale(*(pose.shade + pose.glow * share for share in GLOW_SHARES), 1)
    elif node.has_color_scale():
        node.clear_color_scale()
    is_fading = pose.alpha < 1
    for contact in node.find_all_matches("contact"):  # its own transparency would be lost
        contact.hide() if is_fading else contact.show()
    if is_fading:
        node.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add,
                ColorBlendAttrib.O_constant_alpha,
                ColorBlendAttrib.O_one_minus_constant_alpha,
                LColor(0, 0, 0, max(0.0, pose.alpha)),
            )
        )
        node.set_bin("fixed", FADE_ORDER)
    elif node.has_attrib(ColorBlendAttrib):
        node.clear_attrib(ColorBlendAttrib)
        node.clear_bin()
