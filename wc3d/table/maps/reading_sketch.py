"""A sketch of the readings of a mesh in characters: front views beside a model, at one scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wc3d.meshes.readings import FIGURE_HEIGHT_IN, Reading
from wc3d.meshes.surface import Triangles
from wc3d.meshes.units import UP_AXES

MIN_ROW_IN = 0.5
"""Smallest height of a row of the sketch, in inches. A column is half as wide."""

MAX_ROWS, MAX_COLUMNS, MAX_SKETCHES = 10, 24, 3
"""Largest sketch, in characters, and most sketches side by side."""

FIGURE_ROWS = (" o ", "/#\\", "/_\\", "===")
"""A model on its base, where a row is as low as can be."""

SAMPLES = 20_000
"""Points on the surface that are drawn."""

FILLED, CUT_OFF_ABOVE, CUT_OFF_BESIDE = "#", "^", ">"


def draw_readings(triangles: Triangles, readings: Sequence[Reading]) -> list[str]:
    """Return lines that show up to three readings side by side, after a model of 1.75 inches.

    The first reading fits. Of a larger one, carets and angles mark where it goes on.
    """
    points = _sample(triangles)
    width, _, height = readings[0].size
    row = max(MIN_ROW_IN, height / MAX_ROWS, 2.0 * width / MAX_COLUMNS)
    figure_rows = max(1, round(FIGURE_HEIGHT_IN / row))
    columns = [list(FIGURE_ROWS) if row == MIN_ROW_IN else [FILLED] * figure_rows]
    for reading in readings[:MAX_SKETCHES]:
        columns.append(_sketch(points, reading, row))
    labels = [f'{FIGURE_HEIGHT_IN:g}"', *(str(k) for k in range(1, len(columns)))]
    row_count = max(len(column) for column in columns)
    widths = [
        max(len(row) for row in [*column, label])
        for column, label in zip(columns, labels, strict=True)
    ]
    lines = []
    padded = [[""] * (row_count - len(column)) + column for column in columns]
    for k in range(row_count):
        cells = [column[k].ljust(width) for column, width in zip(padded, widths, strict=True)]
        lines.append("    ".join(cells).rstrip())
    names = [label.ljust(width) for label, width in zip(labels, widths, strict=True)]
    return [*lines, "    ".join(names).rstrip()]


def _sample(triangles: Triangles) -> np.ndarray:
    """Return points spread over the surface, always the same for a file."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    shares = np.cumsum(np.linalg.norm(across / (np.abs(across).max() or 1.0), axis=1))
    random = np.random.default_rng(0)
    chosen = np.searchsorted(shares, random.uniform(0.0, shares[-1], SAMPLES))
    a, b = random.uniform(size=(2, SAMPLES, 1))
    a, b = np.where(a + b > 1.0, 1.0 - a, a), np.where(a + b > 1.0, 1.0 - b, b)
    corners = triangles[np.minimum(chosen, len(triangles) - 1)]
    points = corners[:, 0] * (1.0 - a - b) + corners[:, 1] * a + corners[:, 2] * b
    return np.asarray(np.concatenate([points, triangles[:SAMPLES].reshape(-1, 3)]))


def _sketch(points: np.ndarray, reading: Reading, row: float) -> list[str]:
    """Return the front view of one reading, from the top down, in rows of a height in inches."""
    (wide_axis, wide_sign), _, (up_axis, up_sign) = UP_AXES[reading.up]
    wide = wide_sign * points[:, wide_axis]
    high = up_sign * points[:, up_axis]
    extent = max(float(np.ptp(wide)), float(np.ptp(high)))
    inches = max(reading.size[0], reading.size[2]) / extent if extent > 0.0 else 1.0
    columns = np.floor((wide - wide.min()) * inches / (row / 2) * (1.0 - 1e-9))
    rows = np.floor((high - high.min()) * inches / row * (1.0 - 1e-9))
    width = int(min(MAX_COLUMNS, columns.max() + 1))
    height = int(min(MAX_ROWS, rows.max() + 1))
    is_shown = (columns < width) & (rows < height)
    cells = np.full((height, width), " ")
    cells[height - 1 - rows[is_shown].astype(int), columns[is_shown].astype(int)] = FILLED
    if rows.max() >= MAX_ROWS:
        cells[0] = CUT_OFF_ABOVE
    if columns.max() >= MAX_COLUMNS:
        cells[:, -1] = CUT_OFF_BESIDE
    return ["".join(line).rstrip() for line in cells]
