"""The 3D scene of a `Table`: mat, rim, terrain, figures, sun and shadows."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib, Vec2

from wc3d.panda import shaders
from wc3d.panda.decoration import add_mesh_files, decorate_feature, solid_arrays
from wc3d.panda.figure_nodes import FigureNodes
from wc3d.panda.material_textures import prepare_material_textures
from wc3d.panda.mesh_files import MAX_TRIANGLES, MeshFileNodes
from wc3d.panda.panda_geometry import (
    make_line_node,
    make_mesh_node,
    make_tube_node,
    prepare_textures,
    sky_openness_texture,
)
from wc3d.panda.post_processing import OVERLAY_MASK, draw_over_picture
from wc3d.panda.render_target import RenderTarget
from wc3d.panda.room_node import set_up_room
from wc3d.panda.scene_inputs import set_scene_inputs
from wc3d.panda.shaders import NO_CEILING_IN
from wc3d.panda.sunlight import NO_SHADOW_MASK, ShadowMap, add_plain_lights
from wc3d.panda.volume_nodes import VolumeNodes, draw_objective, draw_solid_edges, draw_volume_marks
from wc3d.presentation.color_sets import displayed_color
from wc3d.presentation.palette import (
    RGB,
    Livery,
    is_translucent,
    structure_tint,
    terrain_look,
)
from wc3d.scene import room, scenery
from wc3d.scene.figures import ColoredMesh, merge_parts
from wc3d.scene.ground_textures import ground_for_board, scatter_decoration
from wc3d.scene.ladders import ladder_circles, ladder_surface, make_ladder
from wc3d.scene.lines import circle_segments
from wc3d.scene.materials import GROUND
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_looks import cached_look, mesh_files_of
from wc3d.scene.mesh_numbers import make_mesh_numbers
from wc3d.scene.quality import PLAIN_SHADOW_SAMPLES, is_physical, shadow_map_width
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    join_arrays,
    split_material,
)
from wc3d.scene.terrain_details.ground_patches import (
    make_ground_patch,
    make_volume_patch,
)
from wc3d.scene.terrain_details.solid_skirts import make_mesh_dirt, make_solid_skirt
from wc3d.scene.terrain_meshes import (
    GROUND_LIFT_IN,
    crease_edges,
    make_feature_mesh,
    outline_edges,
)
from wc3d.scene.textures import height_field
from wc3d.scene.vertex_normals import flat_normals, smooth_normals
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.mesh_solids import MeshKey

XYR = tuple[float, float, float]


class TableScene:
    """A table's scene on a render target.

    `taps` is the softness of shadows (0 none, 4 quick, 12 fine, None what fits the target); more
    of them mean the physically based look. `ink` is the width of lines in pixels. `triangles` is
    the budget for all mesh files. No tree is within the radius of any (x, y, radius) in
    `keep_free`.

    Building takes up to a second. With `at_once` the constructor builds the scene and shows the
    models. Otherwise call `build` until `is_built`, then `add_details`.
    """

    def __init__(
        self,
        stage: RenderTarget,
        table: Table,
        taps: int | None = None,
        ink: float = 1.0,
        keep_free: Sequence[XYR] | None = None,
        *,
        at_once: bool = True,
        triangles: int = MAX_TRIANGLES,
        room_name: room.RoomName = "plain",
    ) -> None:
        self.render_target = stage
        self.table = table
        self.shadow_samples = taps = stage.shadow_samples if taps is None else taps
        self.is_physical = is_physical(taps)
        self.line_scale = ink
        self.max_triangles = triangles
        self.room_name = room_name if stage.has_shaders else "plain"
        self.keep_free = (
            [(b.at[0], b.at[1], b.radius + 0.9) for b in table.bodies]
            if keep_free is None
            else list(keep_free)
        )
        self.ground_kind = ground_for_board(table.name)
        self.root = stage.root.attach_new_node("board")
        self.root.hide(OVERLAY_MASK)
        self.terrain_node = self.root.attach_new_node("terrain")
        self.painted_node = self.root.attach_new_node("painted")
        self.ground_tops = self.root.attach_new_node("ground tops")
        self.unpainted_node = self.painted_node.attach_new_node("bare")
        self.mesh_file_nodes = MeshFileNodes(stage)
        self.figures = self.root.attach_new_node("figures")
        self.translucent_node = self.root.attach_new_node("glass")
        self.translucent_node.hide(NO_SHADOW_MASK)
        self.scatter_node = self.root.attach_new_node("scattered")
        self.scatter_node.hide(NO_SHADOW_MASK)
        self.scatter_node.set_two_sided(True)
        self.ground_nodes: list[tuple[NodePath, int]] = []
        self.figure_nodes = FigureNodes(self.figures, self.mesh_file_nodes, taps, stage.has_shaders)
        self.figure_nodes.ground = self.ground_kind
        self.node_by_body = self.figure_nodes.node_by_body
        self.volumes = VolumeNodes()
        self._grid: NodePath | None = None
        self.ceiling = NO_CEILING_IN
        """Terrain above this height in inches is hidden."""
        self.shadow: ShadowMap | None = None
        self._wait = at_once
        self.features_waiting_for: dict[MeshKey, set[Feature]] = {}
        """Mesh files that are not loaded, and the features that need them."""
        self._built: dict[Feature | Ladder, list[NodePath]] = {}
        self.is_built = False
        self.is_finished = not stage.has_shaders
        self._steps = self._build()
        self.root.hide()
        if at_once:
            self.build()
            self.show_bodies(table.bodies)

    def build(self, seconds: float = inf) -> None:
        """Continue building for about this many seconds."""
        until = time.monotonic() + seconds
        while not self.is_built and time.monotonic() < until:
            next(self._steps, None)

    @property
    def built_share(self) -> float:
        """The share of the terrain that is built, from 0 to 1."""
        count = len(self.table.features) + len(self.table.ladders)
        return min(1.0, len(self._built) / count) if count else 1.0

    def _build(self) -> Iterator[None]:
        """Build the scene in short steps."""
        self._build_table()
        for _ in self._build_terrain():
            yield
        if self.render_target.has_shaders:
            for _ in prepare_textures(self.table.size, self.ground_kind):
                yield
            if self.is_physical:
                yield from prepare_material_textures(self.render_target.is_software)
            self._light_with_shaders()
            if self._wait:
                self.add_details()
        else:
            add_plain_lights(self.root)
        self.root.show()
        self.is_built = True

    def add_details(self) -> None:
        """Add darker corners and wall feet and, at higher quality, tufts and pebbles."""
        self.root.set_shader_input("openMap", sky_openness_texture(self.table))
        self.scatter_node.get_children().detach()
        for number, part in enumerate(
            scatter_decoration(self.ground_kind, self.table.size, height_field(self.table))
            if self.shadow_samples
            else ()
        ):
            self.add_surface(f"scattered {number}", [part], self.scatter_node)
        self.is_finished = True

    # --- static geometry

    def add_surface(
        self, name: str, parts: list[ColoredMesh], parent: NodePath, surface: int = 0
    ) -> NodePath:
        """Add parts of one surface as one node."""
        points, normals, colors, faces = merge_parts(parts, surface)
        return parent.attach_new_node(make_mesh_node(name, points, normals, colors, faces))

    def _build_table(self) -> None:
        top = self.add_surface(
            "mat", scenery.make_mat(self.table.size, self.ground_kind.colors[0]), self.root
        )
        rim = self.add_surface("rim", scenery.make_rim(self.table.size), self.root)
        floor = self.add_surface(
            "floor", room.make_room(self.table.size, self.room_name), self.root
        )
        self.ground_nodes = [
            (rim, shaders.SURFACE_TERRAIN),
            (top, shaders.SURFACE_MAT),
            (floor, set_up_room(floor, self.room_name, self.table.size)),
        ]
        for node, _ in self.ground_nodes:
            node.hide(NO_SHADOW_MASK)
        self.draw_lines(scenery.ruler_lines(self.table.size), 0.8, scenery.RULER_RGB, 0.55).hide(
            NO_SHADOW_MASK
        )

    def _build_terrain(self) -> Iterator[None]:
        """Build new features and ladders one at a time."""
        everything: tuple[Feature | Ladder, ...] = (*self.table.features, *self.table.ladders)
        for item in everything:
            if item not in self._built:
                old_nodes = {*self._terrain_nodes()}
                if isinstance(item, Ladder):
                    parts = make_ladder(item, self.table.features, self.ground_kind)
                    if parts:
                        surface = ladder_surface(self.ground_kind)
                        self.add_surface(f"ladder {item.id}", parts, self.terrain_node, surface)
                else:
                    self._build_feature(item)
                self._built[item] = [
                    node for node in self._terrain_nodes() if node not in old_nodes
                ]
                yield

    def _terrain_nodes(self) -> Iterator[NodePath]:
        for parent in (
            self.terrain_node,
            self.ground_tops,
            self.painted_node,
            self.unpainted_node,
            self.translucent_node,
        ):
            yield from parent.get_children()

    def _build_feature(self, feature: Feature) -> None:
        look = terrain_look(feature)
        is_fine = self.shadow_samples >= PLAIN_SHADOW_SAMPLES  # with joints, chamfers and plants
        mesh = make_feature_mesh(feature, self._wait)
        if not feature.pieces:
            return
        body = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look.body
        node = self.terrain_node.attach_new_node(feature.id)
        parents = self.painted_node, self.unpainted_node
        add_mesh_files(feature, mesh, body, self.mesh_file_nodes, parents, self.ground_kind)
        if mesh.is_waiting_for_files:
            self.draw_translucent(mesh.mesh_without_files, body, 0.42, parent=self.translucent_node)
            self.draw_lines(
                crease_edges(mesh.mesh_without_files), 1.0, body, 0.85, parent=self.translucent_node
            )
        elif not len(mesh.mesh_without_files.faces):
            pass
        elif is_translucent(feature):
            self._build_volume(feature, mesh.mesh_without_files, node, is_fine)
        elif feature.kind is Kind.OBJECTIVE:
            draw_objective(self, feature, mesh.mesh_without_files)
        else:
            solid, foot = solid_arrays(feature, mesh, self.ground_kind, body, is_fine)
            self._add_arrays("body", solid, node)
            self._add_arrays("foot", foot, node, has_shadow=False)
            dirt = make_solid_skirt(feature, self.ground_kind, self.table.size, is_fine)
            self._add_arrays("dirt", dirt, node, has_shadow=False)
            draw_solid_edges(self, feature, crease_edges(mesh.mesh_without_files), node)
        if len(mesh.ground.faces):
            patch = make_ground_patch(feature, self.ground_kind, is_fine)
            self._add_arrays("ground", patch, node, has_shadow=False)
            self.draw_lines(outline_edges(feature.pieces, 2 * GROUND_LIFT_IN), 0.8, look.ink, 0.8)
        if mesh.files and not mesh.is_waiting_for_files:
            skirt = make_mesh_dirt(feature, self.ground_kind, self.table.size, is_fine)
            numbers = make_mesh_numbers(feature, mesh)
            self._add_arrays("skirt", join_arrays([skirt, numbers]), node, has_shadow=False)
        files, painted = self.mesh_file_nodes, self.painted_node
        plants, missing = decorate_feature(
            feature,
            self.ground_kind,
            self.keep_free,
            files,
            painted,
            self._wait,
            is_fine,
            ladder_circles(self.table.ladders),
        )
        if len(plants.faces):
            self._add_arrays("decoration", plants, node)
        if mesh.is_waiting_for_files:
            missing += [key for _, key in mesh_files_of(feature.shapes) if cached_look(key) is None]
        for key in missing:
            self.features_waiting_for.setdefault(key, set()).add(feature)

    def show_volumes(self, ids: Collection[str] | None) -> bool:
        """Show the volumes of these woods and smoke, and the dashed edges of these obstacles.

        None shows all of them. At rest none is visible, only soft outlines on the ground and thin
        dashes. Return whether something has changed.
        """
        return self.volumes.show(ids)

    def _add_arrays(
        self, name: str, arrays: ColoredArrays, parent: NodePath, *, has_shadow: bool = True
    ) -> None:
        """Add a mesh; the faces that show the board's own ground become a node of their own."""
        ground, rest = split_material(arrays, GROUND)
        for part, node in ((rest, parent), (ground, self.ground_tops)):
            if len(part.faces):
                mesh = make_mesh_node(name, part.points, part.normals, part.colors, part.faces)
                added = node.attach_new_node(mesh)
                if not has_shadow:
                    added.hide(NO_SHADOW_MASK)

    def _build_volume(
        self, feature: Feature, mesh: DrawnMesh, node: NodePath, is_fine: bool
    ) -> None:
        look = terrain_look(feature)
        patch = make_volume_patch(feature, self.ground_kind, is_fine)
        self._add_arrays("patch", patch, node, has_shadow=False)
        draw_volume_marks(self, feature, mesh, look.ink)

    # --- light

    def _light_with_shaders(self) -> None:
        size, viewport = self.table.size, self.render_target.size
        set_scene_inputs(
            self.root,
            size,
            self.ground_kind,
            viewport,
            is_physical=self.is_physical,
            is_software=self.render_target.is_software,
        )
        if self.shadow_samples:
            width = shadow_map_width(self.shadow_samples)
            self.shadow = ShadowMap(self.render_target, self.root, self.table.size, width)
        self._apply_shaders(grid=self._grid is not None)

    def _lit_nodes(self) -> list[tuple[NodePath, int]]:
        """Return the lit nodes, roughly front to back, with their surface kinds."""
        return [
            (self.figures, shaders.SURFACE_FIGURE),
            (self.painted_node, shaders.SURFACE_TEXTURED),
            (self.unpainted_node, shaders.SURFACE_UNTEXTURED),
            (self.terrain_node, shaders.SURFACE_TERRAIN),
            (self.ground_tops, shaders.SURFACE_MAT),
            (self.scatter_node, shaders.SURFACE_TUFTS),
            *self.ground_nodes,
        ]

    def _apply_shaders(self, grid: bool) -> None:
        for order, (node, kind) in enumerate(self._lit_nodes()):
            no_shadows = shaders.PHYSICAL_ROOM_SAMPLES if self.is_physical else 0
            taps = no_shadows if node.get_name() == "floor" else self.shadow_samples
            node.set_shader(
                shaders.lit_shader(
                    kind, taps, grid and node.get_name() != "rim", self.ceiling < NO_CEILING_IN
                )
            )
            node.set_bin("background", order + 1)

    # --- changes

    def show_terrain(self, table: Table) -> None:
        """Show changed terrain on a table of the same size; call `build` to add the new parts."""
        self.build()
        self.table = table
        for item in self._built.keys() - {*table.features}:  # ladders follow their walls
            self._remove_built(item)
        for features in self.features_waiting_for.values():
            features.intersection_update(table.features)
        self.features_waiting_for = {
            key: features for key, features in self.features_waiting_for.items() if features
        }
        self._rebuild()

    def apply_looks(self, keys: Iterable[MeshKey]) -> None:
        """Redraw the features that were waiting for these mesh files."""
        features = {feature for key in keys for feature in self.features_waiting_for.pop(key, ())}
        for feature in features:
            self._remove_built(feature)
        if features:
            self._rebuild(moved=False)

    def _remove_built(self, item: Feature | Ladder) -> None:
        """Remove the nodes of a feature or ladder."""
        for node in self._built.pop(item, ()):
            node.remove_node()
        if isinstance(item, Feature):
            self.volumes.forget(item.id)

    def _rebuild(self, moved: bool = True) -> None:
        self.mesh_file_nodes.remove_detached()
        self.is_built, self._steps = False, self._rebuild_steps(moved)

    def _rebuild_steps(self, moved: bool) -> Iterator[None]:
        yield from self._build_terrain()
        if self.render_target.has_shaders and moved:
            self.add_details()
            self._apply_shaders(grid=self._grid is not None)
        self.mesh_file_nodes.update_detail(self.root, self.max_triangles)
        self.redraw_shadow()
        self.is_built = True

    def redraw_shadow(self) -> None:
        """Render the shadows with the next frame; call this after anything opaque has moved."""
        if self.shadow is not None:
            self.shadow.redraw()

    def on_camera_changed(self) -> None:
        """Update the shaders' camera and picture size; call this after either has changed."""
        self.mesh_file_nodes.update_detail(self.root, self.max_triangles)
        if self.render_target.has_shaders:
            self.root.set_shader_inputs(
                eye=self.render_target.camera.get_pos(self.root),
                viewport=Vec2(*self.render_target.size),
            )

    def set_mesh_detail(self, triangles: int) -> None:
        """Draw mesh files within this triangle budget until the camera moves."""
        self.mesh_file_nodes.update_detail(self.root, triangles)

    def show_bodies(
        self,
        bodies: Iterable[Body],
        colors: Mapping[str, RGB] | None = None,
        facing: Mapping[str, float] | None = None,
        liveries: Mapping[str, Livery] | None = None,
    ) -> None:
        """Show a figure for each body; `facing` is in degrees counter-clockwise from north."""
        if self.figure_nodes.show_figures(bodies, colors or {}, facing or {}, liveries or {}):
            self.redraw_shadow()

    def show_grid(self, on: bool) -> None:
        """Show or hide a grid of inches on level surfaces, with every sixth line stronger."""
        if on == (self._grid is not None):
            return
        if self._grid is not None:
            self._grid.remove_node()
            self._grid = None
        elif self.render_target.has_shaders:
            self._grid = self.translucent_node.attach_new_node("grid")
        else:
            self._grid = self.draw_lines(
                scenery.grid_lines(self.table.size), 0.6, scenery.RULER_RGB, 0.5
            )
        if self.render_target.has_shaders and self.is_built:
            self._apply_shaders(on)

    def cut_above(self, ceiling: float) -> None:
        """Hide terrain above a height in inches. Needs shaders."""
        if ceiling != self.ceiling and self.render_target.has_shaders:
            self.ceiling = ceiling
            for node in (self.terrain_node, self.painted_node):
                node.set_shader_input("ceiling", ceiling)
                node.set_two_sided(True, 1) if ceiling < NO_CEILING_IN else node.clear_two_sided()
            if self.is_built:
                self._apply_shaders(grid=self._grid is not None)

    # --- strokes and translucent shapes

    def draw_lines(
        self,
        segments: Any,
        width: float,
        rgb: RGB,
        alpha: float = 1.0,
        *,
        dash: float = 0.0,
        on_top: bool = False,
        parent: NodePath | None = None,
    ) -> NodePath:
        """Draw segments (n, 2, 3), `width` half-pixels wide (times `ink`), dashed if `dash` > 0."""
        parent = self.translucent_node if parent is None else parent
        if not self.render_target.has_shaders:
            return self._draw_rods(segments, width, rgb, alpha, on_top, parent)
        node = parent.attach_new_node(make_line_node("lines", segments))
        node.set_shader(shaders.plain_shader("line"))
        node.set_shader_inputs(lineWidth=width * self.line_scale, bias=0.00006, dash=dash)
        node.set_color_scale(*(v / 255 for v in displayed_color(rgb)), alpha)
        node.set_two_sided(True)
        self._set_see_through(node, 40 if on_top else 20)
        if on_top:
            node.set_depth_test(False)
        return node

    def _draw_rods(
        self, segments: Any, width: float, rgb: RGB, alpha: float, on_top: bool, parent: NodePath
    ) -> NodePath:
        node = parent.attach_new_node(make_tube_node("lines", segments, 0.012 * max(width, 1.0)))
        node.set_light_off()
        node.set_color_scale(*(v / 255 for v in displayed_color(rgb)), alpha)
        node.set_transparency(TransparencyAttrib.M_alpha)
        if on_top:
            node.set_depth_test(False)
            node.set_bin("fixed", 40)
        return node

    @staticmethod
    def _set_see_through(node: NodePath, order: int) -> None:
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(False)
        node.set_bin("fixed", order)
        node.hide(NO_SHADOW_MASK)
        draw_over_picture(node)

    def draw_translucent(
        self,
        mesh: DrawnMesh,
        rgb: RGB,
        alpha: float,
        *,
        stripes: float = 0.0,
        order: int = 10,
        parent: NodePath | None = None,
        flat: bool = False,
    ) -> NodePath:
        """Draw a mesh as a translucent volume.

        `stripes` level bands per inch distinguish woods and smoke from models. `flat` skips the
        rounded shading, which is faster.
        """
        points, normals, faces = flat_normals(mesh) if flat else smooth_normals(mesh)
        paint = np.full((len(points), 4), 255)
        node = (self.translucent_node if parent is None else parent).attach_new_node(
            make_mesh_node("volume", points, normals, paint, faces)
        )
        node.set_color_scale(
            *(v / 255 for v in displayed_color(rgb)),
            alpha if self.render_target.has_shaders else alpha * 0.4,
        )
        node.set_two_sided(True)
        if self.render_target.has_shaders:
            node.set_shader(shaders.plain_shader("volume"))
            node.set_shader_input("stripes", stripes)
        self._set_see_through(node, order)
        return node

    def draw_solid(self, mesh: DrawnMesh, rgb: RGB, parent: NodePath) -> NodePath:
        """Draw a mesh flat and opaque in one color."""
        points, normals, faces = flat_normals(mesh)
        node = parent.attach_new_node(
            make_mesh_node("block", points, normals, np.tile((*rgb, 255), (len(points), 1)), faces)
        )
        if self.render_target.has_shaders:
            node.set_shader(shaders.lit_shader(shaders.SURFACE_TERRAIN, self.shadow_samples))
        node.set_two_sided(True)
        return node

    def draw_area(
        self,
        mesh: DrawnMesh,
        rgb: RGB,
        alpha: float,
        *,
        hatch: float = 0.0,
        parent: NodePath | None = None,
    ) -> NodePath:
        """Draw an area on the ground, hatched with `hatch` lines per inch."""
        paint = np.full((len(mesh.vertices), 4), 255)
        normals = np.tile([0.0, 0.0, 1.0], (len(mesh.vertices), 1))
        node = (self.translucent_node if parent is None else parent).attach_new_node(
            make_mesh_node("area", mesh.vertices, normals, paint, mesh.faces)
        )
        node.set_color_scale(*(v / 255 for v in displayed_color(rgb)), alpha)
        node.set_two_sided(True)
        if self.render_target.has_shaders:
            node.set_shader(shaders.plain_shader("flat"))
            node.set_shader_input("hatch", hatch)
        else:
            node.set_light_off()
        self._set_see_through(node, 8)
        return node

    def draw_ring(
        self,
        center: tuple[float, float],
        radius: float,
        z: float,
        rgb: RGB,
        width: float = 1.2,
        *,
        dash: float = 0.0,
    ) -> NodePath:
        """Draw a level circle."""
        return self.draw_lines(circle_segments(center, radius, z), width, rgb, dash=dash)

    def close(self) -> None:
        """Remove the scene from the render target and release its shadow map."""
        if self.shadow is not None:
            self.shadow.close()
        self.root.remove_node()
