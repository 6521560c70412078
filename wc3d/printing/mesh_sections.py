"""Sections of a mesh at several heights: the file, the solid that proves what is blocked, and the one that models move among."""
from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, union_all

from wc3d._internal.atomic_write import write_output
from wc3d.geometry.mesh_bounds.data import prisms_of
from wc3d.geometry.points import XY
from wc3d.geometry.section import crossing
from wc3d.presentation.palette import INK, RGB
from wc3d.printing.canvas import Canvas, Place
from wc3d.registry import space_of
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.maps.shapes import MeshShape, placed, turned
from wc3d.table.terrain.meshes import read_triangles

SHARES = (0.1, 0.35, 0.6, 0.85)
"""The heights of the sections, as shares of the whole."""

SIDE, GAP, HEAD = 420.0, 24.0, 54.0
INNER: RGB = (86, 120, 168)
OUTER: RGB = (214, 178, 122)


def draw_sections(board: dict[str, Any], folder: Path, path: Path) -> None:
    """Draw the one piece of a board, cut level at four heights, into a PNG. Raises InputError where that cannot be written."""
    table = table_from_map(board, space_of(), folder=folder)
    [feature] = table.features
    [shape] = feature.shapes
    assert isinstance(shape, MeshShape) and shape.path is not None
    triangles = _placed(read_triangles(shape.path, shape.fit), shape)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    scale = (SIDE - 2 * GAP) / max(high[0] - low[0], high[1] - low[1])
    sheet = Canvas(2 * SIDE, 2 * SIDE + HEAD)
    sheet.text((GAP, 16), f"{shape.file}: horizontal cuts at four heights", 15, INK, bold=True)
    sheet.text((GAP, 36), "line: the file; dark: collision shape for sight; light: collision shape for movement", 12, INK)
    for k, share in enumerate(SHARES):
        z = float(low[2] + share * (high[2] - low[2]))
        left, top = SIDE * (k % 2), HEAD + SIDE * (k // 2)

        def at(x: float, y: float, left: float = left, top: float = top) -> XY:
            return left + GAP + (x - low[0]) * scale, top + SIDE - GAP - (y - low[1]) * scale

        outer = [Polygon(p.points) for p in feature.pieces if hasattr(p, "points") and p.low <= z <= p.high]
        inner = [
            Polygon(placed(p, shape.rotation, shape.position, shape.mirrored).points)
            for mesh in feature.meshes
            for p in prisms_of(mesh.enclosure.inner[-1])
            if p.low + shape.position[2] <= z <= p.high + shape.position[2]
        ]
        _fill(sheet, outer, at, OUTER if feature.meshes else INNER)
        _fill(sheet, inner, at, INNER)
        for a, b in crossing(triangles, triangles[..., 2] - z)[..., :2].tolist():
            sheet.line([at(*a), at(*b)], INK, 1.0)
        sheet.text((left + GAP, top + 6), f'at {z:.2f}"', 12, INK, bold=True)
    data = io.BytesIO()
    sheet.finish().save(data, "PNG")
    write_output(path, data.getvalue())


def _fill(sheet: Canvas, solids: list[Polygon], at: Place, color: RGB) -> None:
    if solids:
        sheet.area(union_all([p.buffer(1e-6) for p in solids]), at, color, INK if color == INNER else None, width=0.6)


def _placed(triangles: NDArray[np.float64], shape: MeshShape) -> NDArray[np.float64]:
    """A file's triangles where the shape has them on the table."""
    corners = triangles.reshape(-1, 3) * [-1.0 if shape.mirrored else 1.0, 1.0, 1.0]
    flat = turned(corners[:, :2], shape.rotation)
    return (np.column_stack([flat, corners[:, 2]]) + shape.position).reshape(-1, 3, 3)
