"""The table in 3D: mat, rim, terrain, figures, sun and shadows. It shows a `Table`; it knows no question and no answer."""
from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib, Vec2, Vec3

from wc3d.panda import shaders
from wc3d.panda.decoration import decorate
from wc3d.panda.figures_shown import FiguresShown
from wc3d.panda.geoms import (
    detail_texture,
    line_node,
    mat_texture,
    mesh_node,
    noise_texture,
    open_sky,
    open_texture,
    prepare_textures,
    tube_node,
)
from wc3d.panda.graphics import Stage
from wc3d.panda.mesh_files import MOST, MeshFiles
from wc3d.panda.shaders import ANY_HEIGHT
from wc3d.panda.sunlight import SHADOWLESS, ShadowMap, light_plainly, sun_direction
from wc3d.presentation.palette import (
    RGB,
    SMOKE_EDGE,
    WOOD_EDGE,
    Livery,
    look_of,
    structure_tint,
    translucent,
)
from wc3d.scene import scenery
from wc3d.scene.figures import Part, merge
from wc3d.scene.ground_textures import ground_of, scatter
from wc3d.scene.lines import circle
from wc3d.scene.looks import files_of, kept_look
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.shading import shade, unshaded
from wc3d.scene.terrain_meshes import creases, feature_mesh, ground_mesh, outline
from wc3d.scene.textures import height_field
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.meshes import MeshKey

XYR = tuple[float, float, float]


class Board:
    """A table's scene on a stage. `taps` is the softness of shadows (0 none, 4 quick, 12 fine), `ink` the width of lines in
    pixels; no tree stands within the radius of any (x, y, radius) of `keep_free`; mesh files are drawn with about so many
    `triangles` together. It takes up to a second to build. With `at_once` it is built and shows the table's models; else it is to
    be built little by little (`build`), is seen when it is `built`, and then to be brought to its `finish`."""

    def __init__(
        self, stage: Stage, table: Table, taps: int = 12, ink: float = 1.0, keep_free: Sequence[XYR] | None = None, *,
        at_once: bool = True, triangles: int = MOST,
    ) -> None:  # fmt: skip
        self.stage, self.table, self.taps, self.ink = stage, table, taps, ink
        self.triangles = triangles
        self.keep_free = [(b.at[0], b.at[1], b.radius + 0.9) for b in table.bodies] if keep_free is None else list(keep_free)
        self.made_of = ground_of(table.name)
        self.root = stage.root.attach_new_node("board")
        self.terrain = self.root.attach_new_node("terrain")
        self.painted = self.root.attach_new_node("painted")
        self.bare = self.painted.attach_new_node("bare")
        self.files = MeshFiles(stage)
        self.figures = self.root.attach_new_node("figures")
        self.glass = self.root.attach_new_node("glass")
        self.glass.hide(SHADOWLESS)
        self.tufts = self.root.attach_new_node("scattered")
        self.tufts.hide(SHADOWLESS)
        self.tufts.set_two_sided(True)
        self.ground: list[tuple[NodePath, int]] = []
        self.shown = FiguresShown(self.figures, self.files, taps, stage.shaders)
        self.of_body = self.shown.of_body
        self._grid: NodePath | None = None
        self.ceiling = ANY_HEIGHT
        """No terrain above this height is drawn, in inches."""
        self.shadow: ShadowMap | None = None
        self._wait = at_once
        self.waiting: dict[MeshKey, set[Feature]] = {}
        """Mesh files whose looks are not there yet, and the features they are of."""
        self._built: dict[Feature | Ladder, list[NodePath]] = {}
        self.built = False
        self.finished = not stage.shaders
        self._steps = self._build()
        self.root.hide()
        if at_once:
            self.build()
            self.show_bodies(table.bodies)

    def build(self, seconds: float = inf) -> None:
        """Go on building for about so long."""
        until = time.monotonic() + seconds
        while not self.built and time.monotonic() < until:
            next(self._steps, None)

    def _build(self) -> Iterator[None]:
        """Build everything; each step takes a small part of a second."""
        self._build_table()
        for _ in self._build_terrain():
            yield
        if self.stage.shaders:
            for _ in prepare_textures(self.table.size, self.made_of):
                yield
            self._light_with_shaders()
            if self._wait:
                self.finish()
        else:
            light_plainly(self.root)
        self.root.show()
        self.built = True

    def finish(self) -> None:
        """What a first look can do without: darker corners and feet of walls; tufts and pebbles, unless it is drawn quickest."""
        self.root.set_shader_input("openMap", open_texture(self.table))
        self.tufts.get_children().detach()
        for number, part in enumerate(scatter(self.made_of, self.table.size, height_field(self.table)) if self.taps else ()):
            self.surface(f"scattered {number}", [part], self.tufts)
        self.finished = True

    # --- what is built once

    def surface(self, name: str, parts: list[Part], parent: NodePath, surface: int = 0) -> NodePath:
        """Parts of one surface as one node."""
        points, normals, colors, faces = merge(parts, surface)
        return parent.attach_new_node(mesh_node(name, points, normals, colors, faces))

    def _build_table(self) -> None:
        top = self.surface("mat", scenery.mat(self.table.size, self.made_of.colors[0]), self.root)
        rim = self.surface("rim", scenery.rim(self.table.size), self.root)
        floor = self.surface("floor", scenery.room(self.table.size), self.root)
        self.ground = [(rim, shaders.TERRAIN), (top, shaders.MAT), (floor, shaders.FLOOR)]
        for node, _ in self.ground:
            node.hide(SHADOWLESS)
        self.lines(scenery.ruler(self.table.size), 0.8, scenery.BRIGHT, 0.55).hide(SHADOWLESS)

    def _build_terrain(self) -> Iterator[None]:
        """Build the features and ladders that are not there yet, one after the other."""
        everything: tuple[Feature | Ladder, ...] = (*self.table.features, *self.table.ladders)
        for item in everything:
            if item not in self._built:
                old_nodes = {*self._parts()}
                if isinstance(item, Ladder):
                    self.surface(f"ladder {item.id}", scenery.ladder_parts(item), self.terrain)
                else:
                    self._build_feature(item)
                self._built[item] = [node for node in self._parts() if node not in old_nodes]
                yield

    def _parts(self) -> Iterator[NodePath]:
        for parent in (self.terrain, self.painted, self.bare, self.glass):
            yield from parent.get_children()

    def _build_feature(self, feature: Feature) -> None:
        look, mesh = look_of(feature), feature_mesh(feature, self._wait)
        if not feature.pieces:
            return
        body = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look.body
        node = self.terrain.attach_new_node(feature.id)
        for file in mesh.files:
            self.files.add(file, body, self.bare if file.look.bare else self.painted)
        if mesh.waits:
            self.see_through(mesh.plain, body, 0.42, parent=self.glass)
            self.lines(creases(mesh.plain), 1.0, body, 0.85, parent=self.glass)
        elif not len(mesh.plain.faces):
            pass
        elif translucent(feature):
            self._build_volume(feature, mesh.plain, node)
        elif feature.kind is Kind.OBJECTIVE:
            self._build_objective(feature, mesh.plain)
        else:
            self.surface("body", [(mesh.plain, body)], node, look.surface)
            self.lines(creases(mesh.plain), 0.55, (255, 240, 214), 0.24, parent=node).hide(SHADOWLESS)
        if len(mesh.ground.faces):
            self.surface("ground", [(scenery.lift(mesh.ground), look.body)], node, look.surface).hide(SHADOWLESS)
            self.lines(outline(feature.pieces, 2 * scenery.LIFT), 0.8, look.ink, 0.8)
        parts, missing = decorate(feature, self.keep_free, self.files, self.painted, self._wait)
        if parts:
            self.surface("decoration", parts, node)
        for key in [*missing, *(key for _, key in files_of(feature.shapes) if mesh.waits and kept_look(key) is None)]:
            self.waiting.setdefault(key, set()).add(feature)

    def _build_volume(self, feature: Feature, mesh: DrawnMesh, node: NodePath) -> None:
        look = look_of(feature)
        edge = WOOD_EDGE if feature.kind is Kind.FOREST else SMOKE_EDGE
        self.surface("patch", [(ground_mesh(feature.pieces, scenery.LIFT), look.body)], node, look.surface).hide(SHADOWLESS)
        self.see_through(mesh, edge, 0.42, stripes=0.5, parent=self.glass)
        self.lines(outline(feature.pieces, 2 * scenery.LIFT), 1.0, look.ink, 0.9)
        self.lines(creases(mesh), 1.0, edge, 0.85, parent=self.glass)

    def _build_objective(self, feature: Feature, mesh: DrawnMesh) -> None:
        """An objective that gives cover: its volume hides neither bases nor models that stand on it."""
        look, edges = look_of(feature), creases(mesh)
        self.see_through(mesh, look.body, 0.30, parent=self.glass)
        self.lines(edges, 0.9, look.body, 0.75, parent=self.glass)
        rims = edges[np.abs(edges[:, 0, 2] - edges[:, 1, 2]) < 1e-6]
        uprights = np.stack([rims[::4, 0] * (1, 1, 0) + (0, 0, z) for z in (feature.low, feature.high)], axis=1)
        self.lines(uprights, 0.7, look.body, 0.5, parent=self.glass)

    # --- light

    def _light_with_shaders(self) -> None:
        self.root.set_shader_inputs(
            sun=sun_direction(), tableSize=Vec2(*self.table.size), noiseMap=noise_texture(), openMap=open_sky(),
            matMap=mat_texture(self.table.size, self.made_of), detailMap=detail_texture(self.made_of.name),
            eye=Vec3(0, 0, 0), viewport=Vec2(*self.stage.size), lineWidth=1.0, bias=0.0, dash=0.0, stripes=0.0,
            hatch=0.0, ceiling=ANY_HEIGHT,
        )  # fmt: skip
        if self.taps:
            self.shadow = ShadowMap(self.stage, self.root, self.table.size)
        self._shade(grid=self._grid is not None)

    def _lit(self) -> list[tuple[NodePath, int]]:
        """What the sun lights, about from front to back, and what it is made of."""
        files, terrain = [(self.painted, shaders.PAINTED), (self.bare, shaders.BARE)], (self.terrain, shaders.TERRAIN)
        return [(self.figures, shaders.FIGURE), *files, terrain, (self.tufts, shaders.TUFTS), *self.ground]

    def _shade(self, grid: bool) -> None:
        for order, (node, kind) in enumerate(self._lit()):
            taps = 0 if kind == shaders.FLOOR else self.taps
            node.set_shader(shaders.lit(kind, taps, grid and node.get_name() != "rim", self.ceiling < ANY_HEIGHT))
            node.set_bin("background", order + 1)

    # --- what changes

    def show_terrain(self, table: Table) -> None:
        """Show other terrain on a table of the same size: what is there already stays, what is new is to be built (`build`)."""
        self.build()
        self.table = table
        for item in self._built.keys() - {*table.features, *table.ladders}:
            for node in self._built.pop(item):
                node.remove_node()
        for features in self.waiting.values():
            features.intersection_update(table.features)
        self.waiting = {key: features for key, features in self.waiting.items() if features}
        self._build_again()

    def dress(self, keys: Iterable[MeshKey]) -> None:
        """Mesh files' looks are there: draw the features anew that wait for them."""
        features = {feature for key in keys for feature in self.waiting.pop(key, ())}
        for feature in features:
            for node in self._built.pop(feature, ()):
                node.remove_node()
        if features:
            self._build_again(moved=False)

    def _build_again(self, moved: bool = True) -> None:
        self.files.forget_gone()
        self.built, self._steps = False, self._build_more(moved)

    def _build_more(self, moved: bool) -> Iterator[None]:
        yield from self._build_terrain()
        if self.stage.shaders and moved:
            self.finish()
            self._shade(grid=self._grid is not None)
        self.files.fit(self.root, self.triangles)
        self.refresh_shadow()
        self.built = True

    def refresh_shadow(self) -> None:
        """Draw the shadows anew with the next frame: call it after anything opaque moved."""
        if self.shadow is not None:
            self.shadow.refresh()

    def look_changed(self) -> None:
        """Tell the shaders where the camera is and how large the picture: call it after either changed."""
        self.files.fit(self.root, self.triangles)
        if self.stage.shaders:
            self.root.set_shader_inputs(eye=self.stage.camera.get_pos(self.root), viewport=Vec2(*self.stage.size))

    def refine(self, triangles: int) -> None:
        """Draw mesh files with about so many triangles together, until the camera moves."""
        self.files.fit(self.root, triangles)

    def show_bodies(
        self, bodies: Iterable[Body], colors: Mapping[str, RGB] | None = None, facing: Mapping[str, float] | None = None,
        liveries: Mapping[str, Livery] | None = None,
    ) -> None:  # fmt: skip
        """Put figures where the bodies stand, facing so many degrees counter-clockwise from north, in their liveries or in a
        color of their own. What stands there already stays: a model that moved is moved, one that is gone goes."""
        if self.shown.show(bodies, colors or {}, facing or {}, liveries or {}):
            self.refresh_shadow()

    def show_grid(self, on: bool) -> None:
        """Rule what is level in inches, every sixth line stronger; or no longer."""
        if on == (self._grid is not None):
            return
        if self._grid is not None:
            self._grid.remove_node()
            self._grid = None
        elif self.stage.shaders:
            self._grid = self.glass.attach_new_node("grid")
        else:
            self._grid = self.lines(scenery.grid_lines(self.table.size), 0.6, scenery.BRIGHT, 0.5)
        if self.stage.shaders and self.built:
            self._shade(on)

    def cut_open(self, ceiling: float) -> None:
        """Draw no terrain above a height, in inches, so that one sees what is within. (Only where shaders run.)"""
        if ceiling != self.ceiling and self.stage.shaders:
            self.ceiling = ceiling
            for node in (self.terrain, self.painted):
                node.set_shader_input("ceiling", ceiling)
                node.set_two_sided(True, 1) if ceiling < ANY_HEIGHT else node.clear_two_sided()
            if self.built:
                self._shade(grid=self._grid is not None)

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
        node.set_shader(shaders.plain("line"))
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
        self, mesh: DrawnMesh, rgb: RGB, alpha: float, *,
        stripes: float = 0.0, order: int = 10, parent: NodePath | None = None, flat: bool = False,
    ) -> NodePath:  # fmt: skip
        """Draw a mesh as a see-through volume; `stripes` level bands per inch tell woods and smoke from models. With `flat` none
        of it is rounded, which is quicker."""
        points, normals, faces = unshaded(mesh) if flat else shade(mesh)
        paint = np.full((len(points), 4), 255)
        node = (self.glass if parent is None else parent).attach_new_node(mesh_node("volume", points, normals, paint, faces))
        node.set_color_scale(*(v / 255 for v in rgb), alpha if self.stage.shaders else alpha * 0.4)
        node.set_two_sided(True)
        if self.stage.shaders:
            node.set_shader(shaders.plain("volume"))
            node.set_shader_input("stripes", stripes)
        self._see_through_state(node, order)
        return node

    def block(self, mesh: DrawnMesh, rgb: RGB, parent: NodePath) -> NodePath:
        """Draw a mesh as it is, flat and opaque, in a color of its own."""
        points, normals, faces = unshaded(mesh)
        node = parent.attach_new_node(mesh_node("block", points, normals, np.tile((*rgb, 255), (len(points), 1)), faces))
        if self.stage.shaders:
            node.set_shader(shaders.lit(shaders.TERRAIN, self.taps))
        node.set_two_sided(True)
        return node

    def area(
        self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0, parent: NodePath | None = None
    ) -> NodePath:
        """Paint an area of the ground; `hatch` lines per inch run across it."""
        paint = np.full((len(mesh.vertices), 4), 255)
        normals = np.tile([0.0, 0.0, 1.0], (len(mesh.vertices), 1))
        node = (self.glass if parent is None else parent).attach_new_node(mesh_node("area", mesh.vertices, normals, paint, mesh.faces))
        node.set_color_scale(*(v / 255 for v in rgb), alpha)
        node.set_two_sided(True)
        if self.stage.shaders:
            node.set_shader(shaders.plain("flat"))
            node.set_shader_input("hatch", hatch)
        else:
            node.set_light_off()
        self._see_through_state(node, 8)
        return node

    def ring(
        self, center: tuple[float, float], radius: float, z: float, rgb: RGB, width: float = 1.2, *, dash: float = 0.0
    ) -> NodePath:
        """A level circle."""
        return self.lines(circle(center, radius, z), width, rgb, dash=dash)

    def close(self) -> None:
        """Take the board off the stage and give its shadow map back."""
        if self.shadow is not None:
            self.shadow.close()
        self.root.remove_node()
