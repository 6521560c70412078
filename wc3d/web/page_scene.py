"""The table's 3D scene for browsers, as in the window: surfaces, volumes, lines and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from wc3d.presentation.palette import (
    RGB,
    SMOKE_EDGE_COLOR,
    SURFACE_ALPHA_STEP,
    WOOD_EDGE_COLOR,
    Livery,
    is_drawn_see_through,
    is_translucent,
    structure_tint,
    terrain_look,
)
from wc3d.scene import scenery
from wc3d.scene.figure_files import EDGE_ALPHA_STEP, MATERIAL_STEP, TEAM_COLOR_ALPHA
from wc3d.scene.figure_library import FIRST_VARIANT
from wc3d.scene.figures import ColoredMesh, build_figure, cast_figure, merge_parts
from wc3d.scene.ground_textures import GRASS, GroundKind, ground_for_board
from wc3d.scene.ladders import ladder_circles, ladder_surface, make_ladder
from wc3d.scene.materials import GROUND
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_numbers import make_mesh_numbers
from wc3d.scene.mesh_tints import mesh_tint
from wc3d.scene.pine_trees import place_pines
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays, join_arrays
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_details.ground_patches import (
    make_ground_patch,
    make_volume_patch,
)
from wc3d.scene.terrain_details.rough_ground import make_rough_details
from wc3d.scene.terrain_details.solid_skirts import make_mesh_dirt, make_solid_skirt
from wc3d.scene.terrain_details.surface_plants import make_surface_details
from wc3d.scene.terrain_details.wall_styles import FENCE, wall_style
from wc3d.scene.terrain_details.wood_plants import make_wood_plants
from wc3d.scene.terrain_meshes import (
    GROUND_LIFT_IN,
    crease_edges,
    make_feature_mesh,
    outline_edges,
    plan_outline,
)
from wc3d.scene.textures import sky_openness_map
from wc3d.scene.vertex_normals import smooth_normals
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table
from wc3d.web.look_images import look_image_names, pack_look_images
from wc3d.web.mesh_files import PageMeshFiles
from wc3d.web.packing import BinaryPack, simplify_if_large
from wc3d.web.surface_unwrap import UnwrappedArrays, board_up_fence, unwrap

PackedLine = dict[str, Any]
XYR = tuple[float, float, float]

WHITE_RGB: RGB = (255, 255, 255)
"""The placeholder in a figure for the model's color, which depends on its role."""
OPENNESS_SIDE_CELLS = 128
"""Cells per side of the map of sky openness."""


class PageScenery:
    """The packed surfaces and lines of a table. No tree covers `keep_free` (x, y, radius).

    With `holds_images` it has the images of the physically based look, for pages without a host.
    """

    def __init__(
        self,
        pack: BinaryPack,
        table: Table,
        keep_free: Sequence[XYR],
        files: PageMeshFiles | None = None,
        holds_images: bool = False,
    ) -> None:
        self.pack = pack
        self.holds_images = holds_images
        self.table = table
        self.keep_free = keep_free
        self.parts: list[UnwrappedArrays] = []
        self.volumes: list[dict[str, Any]] = []
        self.outlines: dict[str, list[list[list[float]]]] = {}
        """The rings in plan of woods and smoke, by feature."""
        self.lines: list[PackedLine] = []
        self.files = files or PageMeshFiles()
        self.ground_kind = ground_for_board(table.name)
        self._add_surface(scenery.make_mat(table.size, self.ground_kind.colors[0]), GROUND)
        self._add_surface(scenery.make_rim(table.size))
        self._add_line(scenery.ruler_lines(table.size), 0.8, scenery.RULER_RGB, 0.55)
        for feature in table.features:
            if feature.pieces:
                self._build_feature(feature)
        for ladder in table.ladders:
            parts = make_ladder(ladder, table.features, self.ground_kind, is_fine=False)
            self._add_surface(parts, ladder_surface(self.ground_kind))

    def to_json(self) -> dict[str, Any]:
        """Return the scenery for all questions, as offsets in the pack."""
        points, normals, colors, faces, uv = _join(self.parts)
        ground = self.pack.add_mesh(points, normals, colors, faces)
        return {
            "size": list(self.table.size),
            "ground": {**ground, **self.pack.add_uv(uv)},
            "files": self.files.to_json(self.pack),
            "glass": self.volumes,
            "lines": self.lines,
            "outlines": self.outlines,
            "open": {"at": self._pack_sky_map(), "side": OPENNESS_SIDE_CELLS},
            "looks": self._looks_to_json(colors),
        }

    def _looks_to_json(self, colors: NDArray[np.uint8]) -> dict[str, Any]:
        """Return the names of the images of the physically based look, with the images if asked."""
        surfaces = (255 - np.unique(colors[:, 3]).astype(int)) // SURFACE_ALPHA_STEP
        looks = look_image_names(surfaces.tolist(), self.ground_kind)
        return {**looks, "packed": pack_look_images(self.pack, looks) if self.holds_images else {}}

    def _add_surface(self, parts: list[ColoredMesh], surface: int = 0) -> None:
        if parts:
            self._add_arrays(ColoredArrays(*merge_parts(parts, surface)))

    def _add_line(self, segments: ArrayLike, width: float, rgb: RGB, alpha: float) -> None:
        if len(np.asarray(segments)):
            self.lines.append(pack_lines(self.pack, segments, width, rgb, alpha))

    def _build_feature(self, feature: Feature) -> None:
        look = terrain_look(feature)
        mesh = make_feature_mesh(feature)
        rgb = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look.body
        for number, file in enumerate(mesh.files):
            self.files.add_mesh(file, rgb, mesh_tint(feature, number, self.ground_kind))
        if mesh.files:
            self._add_arrays(make_mesh_numbers(feature, mesh))
            self._add_arrays(make_mesh_dirt(feature, self.ground_kind, self.table.size, False))
        body = simplify_if_large(mesh.mesh_without_files)
        if is_drawn_see_through(feature) and len(body.faces):
            self._build_volume(feature, body)
        elif len(body.faces):
            details = solid_details(feature, mesh, self.ground_kind, is_fine=False)
            if details is None or body is not mesh.mesh_without_files:
                self._add_surface([(body, rgb)], look.surface)
            else:
                is_fence = wall_style(feature, self.ground_kind).name == FENCE.name
                self._add_arrays(board_up_fence(details[0]) if is_fence else details[0], is_fence)
            skirt = make_solid_skirt(feature, self.ground_kind, self.table.size, is_fine=False)
            self._add_arrays(skirt)
            if feature.kind.solid:
                ladders = ladder_circles(self.table.ladders)
                plants = make_surface_details(
                    feature, self.ground_kind, self.keep_free, False, ladders
                )
                self._add_arrays(plants)
            self._add_line(crease_edges(body), 0.55, (255, 240, 214), 0.24)
        if len(mesh.ground.faces):
            self._add_arrays(make_ground_patch(feature, self.ground_kind, is_fine=False))
            self._add_line(outline_edges(feature.pieces, 2 * GROUND_LIFT_IN), 0.8, look.ink, 0.8)
        if feature.kind is Kind.FOREST:
            self._add_trees(feature, rgb)
        elif feature.kind is Kind.ROUGH:
            self._add_arrays(make_rough_details(feature, self.ground_kind, is_fine=False))

    def _add_trees(self, wood: Feature, rgb: RGB) -> None:
        places = scenery.place_trees(wood, self.keep_free)
        pine_places, plants = make_wood_plants(
            wood, self.ground_kind, places, self.keep_free, is_fine=False
        )
        self._add_arrays(plants)
        trees, _ = place_pines(wood, pine_places)
        for tree in trees:
            self.files.add_mesh(tree, rgb)
        if not trees:
            self._add_surface(scenery.make_plain_trees(wood, pine_places))

    def _add_arrays(self, arrays: ColoredArrays, has_upright_boards: bool = False) -> None:
        if len(arrays.faces):
            self.parts.append(unwrap(arrays, has_upright_boards))

    def _build_volume(self, feature: Feature, mesh: DrawnMesh) -> None:
        look = terrain_look(feature)
        edge = (
            look.body
            if feature.kind is Kind.OBJECTIVE
            else WOOD_EDGE_COLOR
            if feature.kind is Kind.FOREST
            else SMOKE_EDGE_COLOR
        )
        if is_translucent(feature):
            self._add_arrays(make_volume_patch(feature, self.ground_kind, is_fine=False))
            outline = outline_edges(feature.pieces, 2 * GROUND_LIFT_IN)
            for width, alpha in scenery.SOFT_OUTLINE:
                self._add_line(outline, width, look.ink, alpha)
            rings = shapely.get_rings(shapely.get_parts(plan_outline(feature.pieces)))
            self.outlines[feature.id] = [np.round(ring.coords, 2).tolist() for ring in rings]
        volume = pack_volume(
            self.pack,
            mesh,
            edge,
            scenery.VOLUME_ALPHA,
            0.5 if is_translucent(feature) else 0.0,
        )
        edges = crease_edges(mesh)
        lines = [pack_lines(self.pack, edges, 1.0, edge, 0.85)] if len(edges) else []
        # a page at rest hides the volumes that have the id of their terrain
        terrain = {"terrain": feature.id} if is_translucent(feature) else {}
        self.volumes.append(volume | terrain)
        self.lines += [line | terrain for line in lines]

    def _pack_sky_map(self) -> int:
        """Pack a square map: sky openness and height (in sixteenths) as two bytes per cell."""
        whole = sky_openness_map(self.table)
        rows, columns = (
            (np.arange(OPENNESS_SIDE_CELLS) + 0.5) * whole.shape[axis] / OPENNESS_SIDE_CELLS
            for axis in (0, 1)
        )
        fewer = whole[rows.astype(int)][:, columns.astype(int)]
        return self.pack.add_bytes(np.ascontiguousarray(fewer))


class PageFigures:
    """The figures of a page, with one colorable mesh in its first pose for each kind of model."""

    def __init__(self, pack: BinaryPack, ground: GroundKind = GRASS) -> None:
        self.pack = pack
        self.ground = ground
        self.meshes: list[dict[str, Any]] = []
        self._known: dict[tuple[str, str, float, float], int] = {}

    def mesh_number(self, body: Body) -> int:
        """Return the number of a model's mesh."""
        key = body.base, body.kind, body.radius, body.height
        if key not in self._known:
            cast = replace(cast_figure(body, Livery(WHITE_RGB), self.ground), variant=FIRST_VARIANT)
            points, normals, colors, faces = build_figure(cast, True)
            self._known[key] = len(self.meshes)
            self.meshes.append(self.pack.add_mesh(points, normals, page_paints(colors), faces))
        return self._known[key]


def page_paints(colors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a figure's colors. Their alpha names the material, less the flags of a page.

    The flags are 1 for the model's color and `EDGE_ALPHA_STEP` for edges with chipped paint.
    """
    paints = np.array(colors, np.uint8)
    coded = 255 - paints[:, 3].astype(int)
    is_own = paints[:, 3] == TEAM_COLOR_ALPHA
    is_edge = coded % MATERIAL_STEP >= EDGE_ALPHA_STEP
    flags = is_own + EDGE_ALPHA_STEP * is_edge
    paints[:, 3] = 255 - coded // MATERIAL_STEP * MATERIAL_STEP - flags
    return paints


def pack_lines(
    pack: BinaryPack,
    segments: ArrayLike,
    width: float,
    rgb: RGB,
    alpha: float,
    dash: float = 0.0,
    top: bool = False,
) -> PackedLine:
    """Pack lines: dashed if `dash` (inches) is not 0, visible through everything if `top`."""
    return {
        **pack.add_lines(segments),
        "width": width,
        "rgba": [*rgb, round(alpha * 255)],
        "dash": dash,
        "top": top,
    }


def pack_volume(
    pack: BinaryPack,
    mesh: DrawnMesh,
    rgb: RGB,
    alpha: float,
    stripes: float = 0.0,
    hatch: float = 0.0,
) -> PackedLine:
    """Pack a translucent volume, or a flat area if `hatch` is not 0 (hatched if positive)."""
    points, normals, faces = smooth_normals(mesh)
    colors = np.tile(np.array([*rgb, round(alpha * 255)], np.uint8), (len(points), 1))
    return {**pack.add_mesh(points, normals, colors, faces), "stripes": stripes, "hatch": hatch}


def _join(parts: list[UnwrappedArrays]) -> tuple[Any, Any, Any, Any, Any]:
    whole = join_arrays([part.arrays for part in parts])
    uv = np.concatenate([part.uv for part in parts])
    return whole.points, whole.normals, whole.colors, whole.faces, uv
