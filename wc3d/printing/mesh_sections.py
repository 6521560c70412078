"""Level sections of a mesh: the file, the solid for sight, and the solid for movement."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, union_all

from wc3d._internal.atomic_write import write_output
from wc3d.geometry.mesh_solids.data import unpack_prisms
from wc3d.geometry.points import XY
from wc3d.geometry.vertical_section import surface_crossing
from wc3d.presentation.palette import INK_COLOR, RGB
from wc3d.printing.canvas import Canvas, ToSheet
from wc3d.registry import space_policy_of
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.maps.map_shapes import MeshShape, place_prism, rotate_points
from wc3d.table.terrain.mesh_solids import read_triangles

SECTION_HEIGHT_SHARES = (0.1, 0.35, 0.6, 0.85)
"""The heights of the sections, as shares of the mesh's height."""

SECTION_SIDE_PT = 420.0
SECTION_GAP_PT = 24.0
HEADING_HEIGHT_PT = 54.0
INNER_RGB: RGB = (86, 120, 168)
OUTER_RGB: RGB = (214, 178, 122)


def draw_mesh_sections(board: dict[str, Any], folder: Path, path: Path) -> None:
    """Write four level sections of a board's only piece to a PNG. Raises InputError."""
    table = table_from_map(board, space_policy_of(), folder=folder)
    [feature] = table.features
    [shape] = feature.shapes
    assert isinstance(shape, MeshShape) and shape.path is not None
    triangles = _place_triangles(read_triangles(shape.path, shape.import_settings), shape)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    scale = (SECTION_SIDE_PT - 2 * SECTION_GAP_PT) / max(high[0] - low[0], high[1] - low[1])
    sheet = Canvas(2 * SECTION_SIDE_PT, 2 * SECTION_SIDE_PT + HEADING_HEIGHT_PT)
    sheet.text(
        (SECTION_GAP_PT, 16),
        f"{shape.file}: horizontal cuts at four heights",
        15,
        INK_COLOR,
        bold=True,
    )
    sheet.text(
        (SECTION_GAP_PT, 36),
        "line: the file; dark: collision shape for sight; light: collision shape for movement",
        12,
        INK_COLOR,
    )
    for k, share in enumerate(SECTION_HEIGHT_SHARES):
        z = float(low[2] + share * (high[2] - low[2]))
        left = SECTION_SIDE_PT * (k % 2)
        top = HEADING_HEIGHT_PT + SECTION_SIDE_PT * (k // 2)

        def at(x: float, y: float, left: float = left, top: float = top) -> XY:
            return left + SECTION_GAP_PT + (
                x - low[0]
            ) * scale, top + SECTION_SIDE_PT - SECTION_GAP_PT - (y - low[1]) * scale

        outer = [
            Polygon(p.points)
            for p in feature.pieces
            if hasattr(p, "points") and p.low <= z <= p.high
        ]
        inner = [
            Polygon(place_prism(p, shape.rotation, shape.position, shape.mirrored).points)
            for mesh in feature.meshes
            for p in unpack_prisms(mesh.enclosure.inner[-1])
            if p.low + shape.position[2] <= z <= p.high + shape.position[2]
        ]
        _fill(sheet, outer, at, OUTER_RGB if feature.meshes else INNER_RGB)
        _fill(sheet, inner, at, INNER_RGB)
        for a, b in surface_crossing(triangles, triangles[..., 2] - z)[..., :2].tolist():
            sheet.line([at(*a), at(*b)], INK_COLOR, 1.0)
        sheet.text((left + SECTION_GAP_PT, top + 6), f'at {z:.2f}"', 12, INK_COLOR, bold=True)
    data = io.BytesIO()
    sheet.to_image().save(data, "PNG")
    write_output(path, data.getvalue())


def _fill(sheet: Canvas, solids: list[Polygon], at: ToSheet, color: RGB) -> None:
    if solids:
        sheet.area(
            union_all([p.buffer(1e-6) for p in solids]),
            at,
            color,
            INK_COLOR if color == INNER_RGB else None,
            width=0.6,
        )


def _place_triangles(triangles: NDArray[np.float64], shape: MeshShape) -> NDArray[np.float64]:
    """Return a file's triangles at the shape's place on the table."""
    corners = triangles.reshape(-1, 3) * [-1.0 if shape.mirrored else 1.0, 1.0, 1.0]
    flat = rotate_points(corners[:, :2], shape.rotation)
    return (np.column_stack([flat, corners[:, 2]]) + shape.position).reshape(-1, 3, 3)
