"""Convert arrays to Panda geometry and textures without Python loops over vertices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d import core
from panda3d.core import Texture

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.textures import (
    detail_tile_map,
    mat_map,
    noise_map,
    prepare_ground_noises,
    sky_openness_map,
)
from wc3d.table.table import Table

Color = tuple[float, float, float]
"""Red, green and blue, 0 to 255."""

MESH_VERTEX = np.dtype([("p", "<f4", 3), ("n", "<f4", 3), ("c", "u1", 4)])
SKIN_VERTEX = np.dtype([("p", "<f4", 3), ("n", "<f4", 3), ("t", "<f4", 2), ("c", "u1", 4)])
LINE_VERTEX = np.dtype([("p", "<f4", 3), ("o", "<f4", 3), ("s", "<f4", 3), ("c", "u1", 4)])


def make_index_primitive(faces: NDArray[Any], vertices: int) -> core.GeomTriangles:
    """Return triangles over `vertices` rows, with the smallest index type that fits."""
    triangles = core.GeomTriangles(core.Geom.UH_static)
    small = vertices < 65536
    triangles.set_index_type(core.GeomEnums.NT_uint16 if small else core.GeomEnums.NT_uint32)
    flat = np.ascontiguousarray(faces, "<u2" if small else "<u4").reshape(-1)
    rows = triangles.modify_vertices()
    rows.unclean_set_num_rows(len(flat))
    if len(flat):
        memoryview(rows).cast("B")[:] = flat.view(np.uint8).data
    return triangles


def _make_geom(name: str, layout: Any, vertices: NDArray[Any], faces: NDArray[Any]) -> core.Geom:
    data = core.GeomVertexData(name, layout, core.Geom.UH_static)
    data.unclean_set_num_rows(len(vertices))
    if len(vertices):
        memoryview(data.modify_array(0)).cast("B")[:] = (
            np.ascontiguousarray(vertices).view(np.uint8).reshape(-1).data
        )
    geom = core.Geom(data)
    geom.add_primitive(make_index_primitive(faces, len(vertices)))
    return geom


def _make_node(
    name: str, layout: Any, vertices: NDArray[Any], faces: NDArray[Any]
) -> core.GeomNode:
    node = core.GeomNode(name)
    node.add_geom(_make_geom(name, layout, vertices, faces))
    return node


def make_mesh_node(
    name: str, points: ArrayLike, normals: ArrayLike, colors: ArrayLike, faces: NDArray[Any]
) -> core.GeomNode:
    """Return a mesh with normals and colors (0 to 255; the fourth is the surface pattern)."""
    positions = np.asarray(points)
    vertices = np.empty(len(positions), MESH_VERTEX)
    vertices["p"], vertices["n"], vertices["c"] = positions, normals, colors
    return _make_node(name, core.GeomVertexFormat.get_v3n3c4(), vertices, faces)


@memo_per_process(Size.SMALL)
def make_vertex_layout(*columns: tuple[str, int, int]) -> Any:
    """Return a vertex format with these columns (name, size, Panda's content type) and a color."""
    array = core.GeomVertexArrayFormat()
    for name, count, contents in columns:
        array.add_column(core.InternalName.make(name), count, core.Geom.NT_float32, contents)
    array.add_column(core.InternalName.get_color(), 4, core.Geom.NT_uint8, core.Geom.C_color)
    layout = core.GeomVertexFormat()
    layout.add_array(array)
    return core.GeomVertexFormat.register_format(layout)


def make_textured_geom(
    points: ArrayLike, normals: ArrayLike, uv: ArrayLike, colors: ArrayLike, faces: NDArray[Any]
) -> core.Geom:
    """Return a mesh with a normal, a texture coordinate and a color (0 to 255) at each vertex."""
    positions = np.asarray(points)
    vertices = np.empty(len(positions), SKIN_VERTEX)
    vertices["p"], vertices["n"], vertices["t"], vertices["c"] = positions, normals, uv, colors
    form = core.Geom
    layout = make_vertex_layout(
        ("vertex", 3, form.C_point), ("normal", 3, form.C_normal), ("texcoord", 2, form.C_texcoord)
    )
    return _make_geom("skin", layout, vertices, faces)


def make_line_node(name: str, segments: ArrayLike) -> core.GeomNode:
    """Return segments (n, 2, 3) as quads for the line shader, with continuous dashes."""
    ends = np.asarray(segments, np.float32).reshape(-1, 2, 3)
    corners = np.zeros((len(ends), 4), LINE_VERTEX)
    corners["p"][:, 0:2], corners["o"][:, 0:2] = ends[:, :1], ends[:, 1:]
    corners["p"][:, 2:4], corners["o"][:, 2:4] = ends[:, 1:], ends[:, :1]
    corners["s"][:, :, :2] = np.array([(1, 1), (-1, 1), (1, -1), (-1, -1)])
    corners["s"][:, :, 2] = _segment_starts(ends)[:, None]
    corners["c"] = 255
    faces = (np.arange(len(ends))[:, None] * 4 + np.array([0, 1, 2, 2, 1, 3])).reshape(-1, 3)
    point = core.Geom.C_point
    other_kind = core.Geom.C_other
    layout = make_vertex_layout(("vertex", 3, point), ("other", 3, point), ("side", 3, other_kind))
    return _make_node(name, layout, corners.reshape(-1), faces)


def _segment_starts(ends: NDArray[Any]) -> NDArray[Any]:
    """Return the distance along its polyline at which each segment starts."""
    if not len(ends):
        return np.zeros(0)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    start_distances = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
    first = np.concatenate([[True], np.abs(ends[1:, 0] - ends[:-1, 1]).max(axis=1) > 1e-5])
    origin = np.maximum.accumulate(np.where(first, start_distances, 0.0))
    return start_distances - origin


def make_tube_node(name: str, segments: ArrayLike, radius: float) -> core.GeomNode:
    """Return segments as thin three-sided tubes, for back ends without shaders."""
    ends = np.asarray(segments, float).reshape(-1, 2, 3)
    way = ends[:, 1] - ends[:, 0]
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    reference = np.where(np.abs(way[:, 2:3]) > 0.9, [[1.0, 0.0, 0.0]], [[0.0, 0.0, 1.0]])
    across = np.cross(way, reference)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    binormal = np.cross(across, way)
    turns = np.radians([0.0, 120.0, 240.0])
    directions = (
        across[:, None] * np.cos(turns)[None, :, None]
        + binormal[:, None] * np.sin(turns)[None, :, None]
    )
    points = np.concatenate(
        [ends[:, :1] + directions * radius, ends[:, 1:] + directions * radius], axis=1
    ).reshape(-1, 3)
    normals = np.concatenate([directions, directions], axis=1).reshape(-1, 3)
    rod = np.array([(a, b, a + 3, b, b + 3, a + 3) for a, b in ((0, 1), (1, 2), (2, 0))]).reshape(
        -1, 3
    )
    faces = (np.arange(len(ends))[:, None, None] * 6 + rod[None]).reshape(-1, 3)
    return make_mesh_node(name, points, normals, np.full((len(points), 4), 255), faces)


def add_near_and_far(
    parent: core.NodePath, forms: tuple[core.GeomNode, core.GeomNode], limit: float
) -> None:
    """Add two levels of detail to a node: the first within `limit` inches, the second beyond."""
    levels = core.LODNode("forms")
    node = parent.attach_new_node(levels)
    for form, (start, end) in zip(forms, ((0.0, limit), (limit, 1e6)), strict=True):
        node.attach_new_node(form)
        levels.add_switch(end, start)


def make_texture(name: str, values: NDArray[Any], *, tiled: bool, mipmaps: bool) -> core.Texture:
    """Return a texture from bytes (height, width[, channels]) whose first row is the south."""
    height, width = values.shape[:2]
    channels = 1 if values.ndim == 2 else values.shape[2]
    result = core.Texture(name)
    layout = {
        1: core.Texture.F_red,
        2: core.Texture.F_rg,
        3: core.Texture.F_rgb,
        4: core.Texture.F_rgba,
    }[channels]
    result.setup_2d_texture(width, height, core.Texture.T_unsigned_byte, layout)
    if channels >= 3:
        values = values[..., [2, 1, 0, 3][:channels]]
    result.set_ram_image(np.ascontiguousarray(values).tobytes())
    result.set_minfilter(
        core.Texture.FT_linear_mipmap_nearest if mipmaps else core.Texture.FT_linear
    )
    result.set_magfilter(core.Texture.FT_linear)
    wrap = core.Texture.WM_repeat if tiled else core.Texture.WM_clamp
    result.set_wrap_u(wrap)
    result.set_wrap_v(wrap)
    return result


def prepare_textures(size: tuple[float, float], ground: GroundKind) -> Iterator[None]:
    """Create the missing noise and mat textures of a size and ground in short steps."""
    yield from prepare_ground_noises(size, ground)
    noise_texture()
    yield
    detail_texture(ground.name)
    yield
    mat_texture(size, ground)
    yield


@memo_per_process(Size.SMALL)
def detail_texture(name: str) -> Texture:
    """Return the close-up tile of a ground."""
    return make_texture("detail", detail_tile_map(name), tiled=True, mipmaps=True)


@memo_per_process(Size.FEW)
def noise_texture() -> Texture:
    """Return coarse and fine noise in one texture."""
    return make_texture("noise", noise_map(), tiled=True, mipmaps=True)


@memo_per_process(Size.FEW)
def mat_texture(size: tuple[float, float], ground: GroundKind) -> Texture:
    """Return the mat of a table of this size."""
    return make_texture("mat", mat_map(size, ground), tiled=False, mipmaps=True)


@memo_per_process(Size.FEW)
def open_sky_texture() -> Texture:
    """Return the sky texture of an empty table."""
    return make_texture("open", np.array([[[255, 0]]], np.uint8), tiled=False, mipmaps=False)


def sky_openness_texture(table: Table) -> Texture:
    """Return the visible share of the sky and the height at each place."""
    return make_texture("open", sky_openness_map(table), tiled=False, mipmaps=False)
