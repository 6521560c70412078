"""Terrain for learners: a raster of heights and effects, and a row for each feature."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.solids import Piece, Prism
from wc3d.rl.feature_rows import Columns, Rows, read_only
from wc3d.table.features import Feature, Kind, PartState
from wc3d.table.table import Table

RASTER_CELLS = 32
"""The number of the raster's cells along each side of the table."""

SAMPLES_PER_CELL = 4
"""The number of heights sampled along each side of a cell, so that thin walls are seen."""

MAX_TERRAIN = 64
"""The number of rows for terrain features. Later features are only in the raster."""

LAYER_NAMES = (
    "height",
    "floor",
    "cover",
    "blocks_sight",
    "obscuring",
    "rough",
    "impassable",
    "water",
)
"""The raster's layers: the top of solid terrain, the highest floor, and shares of each cell."""

TERRAIN_COLUMNS = Columns(
    (
        "present",
        *(kind.value for kind in Kind),
        "x",
        "y",
        "width",
        "depth",
        "low",
        "high",
        "cover",
        "blocks_sight",
        "standable",
        "water",
    )
)


def encode_terrain(table: Table, turned: bool) -> tuple[Rows, Rows]:
    """Return a table's raster (layers, rows, columns) and feature rows, read-only.

    `turned` shows the table from its north edge. The first row is the viewer's edge. Lengths and
    heights are shares of the table's width.
    """
    return _encode_features(table.features, table.size, turned)


@memo_per_process(Size.SMALL)
def _encode_features(
    features: tuple[Feature, ...], size: tuple[float, float], turned: bool
) -> tuple[Rows, Rows]:
    """Return the raster and the rows of features.

    All games on a board share them. Without the cache, a learner's step takes a fifth longer.
    """
    present = [
        f for f in features if f.pieces and f.state not in (PartState.OPEN, PartState.REMOVED)
    ]
    raster = _draw_raster(present, size)
    rows = TERRAIN_COLUMNS.block(MAX_TERRAIN)
    for row, feature in zip(rows, present, strict=False):
        row[:] = _encode_feature(feature, size, turned)
    if turned:
        raster = np.ascontiguousarray(raster[:, ::-1, ::-1])
    return cast(Rows, read_only(raster)), cast(Rows, read_only(rows))


def _encode_feature(feature: Feature, size: tuple[float, float], turned: bool) -> list[float]:
    wide = size[0]
    x0, y0, x1, y1 = feature.box
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if turned:
        x, y = size[0] - x, size[1] - y
    return [
        1.0,
        *(float(feature.kind is kind) for kind in Kind),
        x / wide,
        y / wide,
        (x1 - x0) / wide,
        (y1 - y0) / wide,
        feature.low / wide,
        feature.high / wide,
        float(feature.cover),
        float(feature.blocks_sight),
        float(feature.standable),
        float(feature.water),
    ]


def _draw_raster(features: list[Feature], size: tuple[float, float]) -> Rows:
    """Return the raster from the south edge."""
    samples = RASTER_CELLS * SAMPLES_PER_CELL
    fine = np.zeros((len(LAYER_NAMES), samples, samples), dtype=np.float32)
    for feature in features:
        flags = {
            "cover": feature.cover,
            "blocks_sight": feature.blocks_sight,
            "obscuring": feature.kind.obscuring,
            "rough": feature.kind.rough,
            "impassable": feature.kind is Kind.IMPASSABLE,
            "water": feature.water,
        }
        for piece in feature.pieces:
            _draw_piece(fine, piece, size, feature.standable, flags)
    cells = fine.reshape(
        len(LAYER_NAMES), RASTER_CELLS, SAMPLES_PER_CELL, RASTER_CELLS, SAMPLES_PER_CELL
    )
    raster = cells.mean(axis=(2, 4))
    raster[:2] = cells[:2].max(axis=(2, 4)) / size[0]
    return raster.astype(np.float32)


def _draw_piece(
    fine: Rows, piece: Piece, size: tuple[float, float], standable: bool, flags: dict[str, bool]
) -> None:
    """Draw a convex piece on the samples whose centers it covers, at least on one."""
    count = fine.shape[1]
    steps = np.array([size[0] / count, size[1] / count])
    x0, y0, x1, y1 = piece.box
    first = np.clip(np.floor(np.array([x0, y0]) / steps).astype(int), 0, count - 1)
    last = np.clip(np.floor(np.array([x1, y1]) / steps).astype(int), 0, count - 1)
    columns, rows = np.meshgrid(np.arange(first[0], last[0] + 1), np.arange(first[1], last[1] + 1))
    points = np.stack([(columns + 0.5) * steps[0], (rows + 0.5) * steps[1]], axis=-1).reshape(-1, 2)
    inside, tops = _cover_points(piece, points)
    if not inside.any():
        inside[len(inside) // 2] = True
    x, y, tops = columns.ravel()[inside], rows.ravel()[inside], tops[inside]
    fine[0, y, x] = np.maximum(fine[0, y, x], tops)
    if standable:
        fine[1, y, x] = np.maximum(fine[1, y, x], tops)
    for layer, name in enumerate(LAYER_NAMES):
        if flags.get(name, False):
            fine[layer, y, x] = 1.0


def _cover_points(piece: Piece, points: NDArray[np.float64]) -> tuple[Any, Any]:
    """Return which points a piece's footprint covers, and its height over each."""
    if isinstance(piece, Prism):
        corners = piece.points
        sides = np.roll(corners, -1, axis=0) - corners
        offsets = points[:, None, :] - corners[None, :, :]
        inside = ((sides[:, 0] * offsets[:, :, 1] - sides[:, 1] * offsets[:, :, 0]) >= 0).all(
            axis=1
        )
        return inside, piece.top.heights(points)
    offsets = points - np.array(piece.center)
    inside = (offsets * offsets).sum(axis=1) <= piece.radius**2
    return inside, np.full(len(points), piece.high)
