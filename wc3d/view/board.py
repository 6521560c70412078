"""The table in 3D: mat, rim, terrain, figures, sun and shadows. It shows a `Table`; it knows no question and no answer."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any

import numpy as np
import trimesh
from panda3d.core import (
    AmbientLight,
    BitMask32,
    Camera,
    ColorAttrib,
    CullFaceAttrib,
    DirectionalLight,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    LMatrix4,
    NodePath,
    OrthographicLens,
    Point3,
    Texture,
    TransparencyAttrib,
    Vec2,
    Vec3,
    WindowProperties,
)

from wc3d.table.features import Feature, Kind
from wc3d.table.table import Body, Table
from wc3d.view import shaders
from wc3d.view.figures import Part, figure, merged, trees
from wc3d.view.geoms import circle, line_node, mesh_node, tube_node
from wc3d.view.graphics import Stage
from wc3d.view.meshes import creases, feature_mesh, ground_mesh, outline, shaded
from wc3d.view.palette import LOOKS, RGB, ROLE_COLOURS, SMOKE_EDGE, WOOD_EDGE, Role, structure_tint, translucent
from wc3d.view.textures import mat_map, noise_map, open_map

XYR = tuple[float, float, float]

SHADOWLESS = BitMask32.bit(5)
"""What is hidden from this camera mask throws no shadow."""

SHADOW_SIZE = 2048
RIM: RGB = (62, 46, 36)
FLOOR: RGB = (58, 56, 60)
RUNGS: RGB = (214, 178, 92)
GROUND_LIFT = 0.012
"""Flat ground is drawn this far above the surface it lies on, so that it is not mixed with it."""


def boxed(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> trimesh.Trimesh:
    """A box between two corners."""
    mesh = trimesh.creation.box(extents=(x1 - x0, y1 - y0, z1 - z0))
    mesh.apply_translation(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2))
    return mesh


class Board:
    """A table's scene on a stage. `taps` is the softness of shadows (4 quick, 12 fine), `ink` the width of lines in pixels;
    no tree stands within the radius of any (x, y, radius) of `keep_free`."""

    def __init__(
        self, stage: Stage, table: Table, taps: int = 12, ink: float = 1.0, keep_free: Sequence[XYR] | None = None
    ) -> None:
        self.stage, self.table, self.taps, self.ink = stage, table, taps, ink
        self.keep_free = [(b.at[0], b.at[1], b.radius + 0.9) for b in table.bodies] if keep_free is None else list(keep_free)
        self.root = stage.root.attach_new_node("board")
        self.terrain = self.root.attach_new_node("terrain")
        self.figures = self.root.attach_new_node("figures")
        self.glass = self.root.attach_new_node("glass")
        self.glass.hide(SHADOWLESS)
        self.ground: list[tuple[NodePath, int]] = []
        self.of_body: dict[str, NodePath] = {}
        self.sun = Vec3(-0.52, -0.42, 0.74)
        self.sun.normalize()
        self._build_table()
        for feature in table.features:
            self._build_feature(feature)
        self._build_ladders()
        if stage.shaders:
            self._light_with_shaders()
        else:
            self._light_plainly()
        self.show_bodies(table.bodies)

    # --- what is built once

    def _surface(self, name: str, parts: list[Part], parent: NodePath, surface: int = 0) -> NodePath:
        points, normals, colours, faces = merged(parts, surface)
        return parent.attach_new_node(mesh_node(name, points, normals, colours, faces))

    def _build_table(self) -> None:
        width, depth = self.table.size
        top = self._surface("mat", [(boxed(0, 0, -0.35, width, depth, 0), (140, 134, 108))], self.root)
        w, h = 0.7, 0.16
        sides = [
            boxed(-w, -w, -1.2, width + w, 0, h),
            boxed(-w, depth, -1.2, width + w, depth + w, h),
            boxed(-w, 0, -1.2, 0, depth, h),
            boxed(width, 0, -1.2, width + w, depth, h),
        ]
        rim = self._surface("rim", [(side, RIM) for side in sides], self.root)
        floor = self._surface("floor", [(boxed(-90, -90, -1.4, width + 90, depth + 90, -1.2), FLOOR)], self.root)
        self.ground = [(rim, shaders.TERRAIN), (top, shaders.MAT), (floor, shaders.FLOOR)]
        for node, _ in self.ground:
            node.hide(SHADOWLESS)

    def _build_feature(self, feature: Feature) -> None:
        look, mesh = LOOKS[feature.kind], feature_mesh(feature)
        if not feature.pieces:
            return
        body = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look.body
        node = self.terrain.attach_new_node(feature.id)
        if translucent(feature):
            self._build_volume(feature, mesh.body, node)
        elif len(mesh.body.faces):
            self._surface("body", [(mesh.body, body)], node, look.surface)
            self.lines(creases(mesh.body), 0.55, (255, 240, 214), 0.24, parent=node).hide(SHADOWLESS)
        if len(mesh.ground.faces):
            lifted = mesh.ground.copy()
            lifted.apply_translation((0, 0, GROUND_LIFT))
            self._surface("ground", [(lifted, look.body)], node, look.surface).hide(SHADOWLESS)
            self.lines(outline(feature.pieces, 2 * GROUND_LIFT), 0.8, look.ink, 0.8)
        if feature.kind is Kind.FOREST:
            self._surface("trees", trees(feature, self.keep_free), node)

    def _build_volume(self, feature: Feature, mesh: trimesh.Trimesh, node: NodePath) -> None:
        look = LOOKS[feature.kind]
        edge = WOOD_EDGE if feature.kind is Kind.FOREST else SMOKE_EDGE
        self._surface("patch", [(ground_mesh(feature.pieces, GROUND_LIFT), look.body)], node, look.surface).hide(SHADOWLESS)
        self.see_through(mesh, edge, 0.42, stripes=0.5, parent=self.glass)
        self.lines(outline(feature.pieces, 2 * GROUND_LIFT), 1.0, look.ink, 0.9)
        self.lines(creases(mesh), 1.0, edge, 0.85, parent=self.glass)

    def _build_ladders(self) -> None:
        for ladder in self.table.ladders:
            x, y = ladder.at
            low, high = ladder.bottom, ladder.top
            parts = [boxed(x + s * 0.3 - 0.05, y - 0.05, low, x + s * 0.3 + 0.05, y + 0.05, high) for s in (-1, 1)]
            for z in np.arange(low + 0.25, high, 0.4):
                parts.append(boxed(x - 0.3, y - 0.04, z - 0.035, x + 0.3, y + 0.04, z + 0.035))
            self._surface(f"ladder {ladder.id}", [(part, RUNGS) for part in parts], self.terrain)

    # --- light

    def _light_with_shaders(self) -> None:
        shadow = self._sun_camera()
        self.root.set_shader_inputs(
            sun=self.sun, tableSize=Vec2(*self.table.size), noiseMap=noise_map(), openMap=open_map(self.table),
            matMap=mat_map(self.table.size), shadowMap=shadow, shadowTexel=1.0 / SHADOW_SIZE, eye=Vec3(0, 0, 0),
            viewport=Vec2(*self.stage.size), lineWidth=1.0, bias=0.0, dash=0.0, stripes=0.0, hatch=0.0,
        )  # fmt: skip
        for order, (node, kind) in enumerate([(self.figures, shaders.FIGURE), (self.terrain, shaders.TERRAIN), *self.ground]):
            node.set_shader(shaders.lit(kind, self.taps))
            node.set_bin("background", order + 1)

    def _sun_camera(self) -> Texture:
        """The sun's own picture of the table: how far its light reaches. Drawn only when something moved."""
        depth = Texture("shadow")
        depth.set_format(Texture.F_depth_component24)
        depth.set_minfilter(Texture.FT_shadow)
        depth.set_magfilter(Texture.FT_shadow)
        depth.set_wrap_u(Texture.WM_clamp)
        depth.set_wrap_v(Texture.WM_clamp)
        bits = FrameBufferProperties()
        bits.set_depth_bits(24)
        stage = self.stage
        self.shadow = stage.engine.make_output(
            stage.pipe, "shadow", -100, bits, WindowProperties.size(SHADOW_SIZE, SHADOW_SIZE),
            GraphicsPipe.BF_refuse_window, stage.output.get_gsg(), stage.output,
        )  # fmt: skip
        self.shadow.add_render_texture(depth, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self.shadow.set_clear_color_active(False)
        width, deep = self.table.size
        reach = hypot(width, deep) + 4
        lens = OrthographicLens()
        lens.set_film_size(reach, reach)
        lens.set_near_far(10, 150 + reach)
        camera = Camera("sun", lens)
        camera.set_camera_mask(SHADOWLESS)
        self.sun_camera = self.root.attach_new_node(camera)
        middle = Point3(width / 2, deep / 2, 0)
        self.sun_camera.set_pos(middle + self.sun * (75 + reach / 2))
        self.sun_camera.look_at(middle, Vec3(0, 0, 1))
        state = NodePath("state")
        state.set_shader(shaders.depth(), 100)
        state.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_none), 100)
        camera.set_initial_state(state.get_state())
        self.shadow.make_display_region().set_camera(self.sun_camera)
        to_texture = LMatrix4(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1)
        self.root.set_shader_input("toShadow", self.root.get_mat(self.sun_camera) * lens.get_projection_mat() * to_texture)
        self.refresh_shadow()
        return depth

    def _light_plainly(self) -> None:
        sky = AmbientLight("sky")
        sky.set_color((0.50, 0.52, 0.56, 1))
        sun = DirectionalLight("sun")
        sun.set_color((0.80, 0.74, 0.62, 1))
        for light in (sky, sun):
            node = self.root.attach_new_node(light)
            node.look_at(Point3(-self.sun))
            self.root.set_light(node)
        self.root.set_attrib(ColorAttrib.make_vertex())

    # --- what changes

    def refresh_shadow(self) -> None:
        """Draw the shadows anew with the next frame: call it after anything opaque moved."""
        if self.stage.shaders:
            self.shadow.set_one_shot(True)

    def look_changed(self) -> None:
        """Tell the shaders where the camera is and how large the picture: call it after either changed."""
        if self.stage.shaders:
            self.root.set_shader_inputs(eye=self.stage.camera.get_pos(self.root), viewport=Vec2(*self.stage.size))

    def show_bodies(
        self, bodies: Iterable[Body], colours: Mapping[str, RGB] | None = None, facing: Mapping[str, float] | None = None
    ) -> None:
        """Put figures where the bodies stand, in their colours, facing so many degrees counter-clockwise from north."""
        self.of_body.clear()
        self.figures.get_children().detach()
        for body in bodies:
            standard = ROLE_COLOURS[Role.GATE if body.kind == "gate" else Role.FROM]
            points, normals, paint, faces = figure(body, (colours or {}).get(body.id, standard))
            node = self.figures.attach_new_node(mesh_node(body.id, points, normals, paint, faces))
            node.set_pos(*body.at)
            node.set_h((facing or {}).get(body.id, 0.0))
            self.of_body[body.id] = node
        self.refresh_shadow()

    # --- strokes and see-through shapes, for whoever draws on the board

    def lines(
        self, segments: Any, width: float, rgb: RGB, alpha: float = 1.0, *,
        dash: float = 0.0, on_top: bool = False, parent: NodePath | None = None,
    ) -> NodePath:  # fmt: skip
        """Draw segments (n, 2, 3), `width` half-pixels wide (times `ink`), in dashes `dash` inches long if that is not 0."""
        parent = self.glass if parent is None else parent
        if not self.stage.shaders:
            return self._rods(segments, width, rgb, alpha, on_top, parent)
        node = parent.attach_new_node(line_node("lines", segments))
        node.set_shader(shaders.line())
        node.set_shader_inputs(lineWidth=width * self.ink, bias=0.00006, dash=dash)
        node.set_color_scale(*(v / 255 for v in rgb), alpha)
        node.set_two_sided(True)
        self._see_through_state(node, 40 if on_top else 20)
        if on_top:
            node.set_depth_test(False)
        return node

    def _rods(self, segments: Any, width: float, rgb: RGB, alpha: float, on_top: bool, parent: NodePath) -> NodePath:
        node = parent.attach_new_node(tube_node("lines", segments, 0.012 * max(width, 1.0)))
        node.set_light_off()
        node.set_color_scale(*(v / 255 for v in rgb), alpha)
        node.set_transparency(TransparencyAttrib.M_alpha)
        if on_top:
            node.set_depth_test(False)
            node.set_bin("fixed", 40)
        return node

    @staticmethod
    def _see_through_state(node: NodePath, order: int) -> None:
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(False)
        node.set_bin("fixed", order)
        node.hide(SHADOWLESS)

    def see_through(
        self, mesh: trimesh.Trimesh, rgb: RGB, alpha: float, *,
        stripes: float = 0.0, order: int = 10, parent: NodePath | None = None,
    ) -> NodePath:  # fmt: skip
        """Draw a mesh as a see-through volume; `stripes` level bands per inch tell woods and smoke from models."""
        points, normals, faces = shaded(mesh)
        paint = np.full((len(points), 4), 255)
        node = (self.glass if parent is None else parent).attach_new_node(mesh_node("volume", points, normals, paint, faces))
        node.set_color_scale(*(v / 255 for v in rgb), alpha if self.stage.shaders else alpha * 0.4)
        node.set_two_sided(True)
        if self.stage.shaders:
            node.set_shader(shaders.volume())
            node.set_shader_input("stripes", stripes)
        self._see_through_state(node, order)
        return node

    def area(self, mesh: trimesh.Trimesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> NodePath:
        """Paint an area of the ground; `hatch` lines per inch run across it."""
        paint = np.full((len(mesh.vertices), 4), 255)
        up = np.tile([0.0, 0.0, 1.0], (len(mesh.vertices), 1))
        node = self.glass.attach_new_node(mesh_node("area", mesh.vertices, up, paint, mesh.faces))
        node.set_color_scale(*(v / 255 for v in rgb), alpha)
        node.set_two_sided(True)
        if self.stage.shaders:
            node.set_shader(shaders.flat())
            node.set_shader_input("hatch", hatch)
        else:
            node.set_light_off()
        self._see_through_state(node, 8)
        return node

    def ring(
        self, centre: tuple[float, float], radius: float, z: float, rgb: RGB, width: float = 1.2, *, dash: float = 0.0
    ) -> NodePath:
        """A level circle."""
        return self.lines(circle(centre, radius, z), width, rgb, dash=dash)

    def close(self) -> None:
        """Take the board off the stage and give its shadow map back."""
        if self.stage.shaders:
            self.stage.engine.remove_window(self.shadow)
        self.root.remove_node()
