"""Floors on rough ground: level patches for bases, and the outer solid for motion."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress
from wc3d.geometry.mesh_solids.bit_masks import (
    Mask,
    empty_mask,
    grow_mask,
    is_mask_within,
    mark_runs,
    shrink_mask,
)
from wc3d.geometry.mesh_solids.build_layers import (
    HALF_MIN_LAYER_IN,
    OUTSIDE_PART,
    CancelledError,
    MeshLayers,
)
from wc3d.geometry.mesh_solids.outlines import outer_outlines, split_covering
from wc3d.geometry.mesh_solids.slopes import SampledPatch, are_near, find_slopes
from wc3d.geometry.solids import Plane, Prism
from wc3d.geometry.tolerances import MAX_UNEVEN_IN

MAX_BRIDGED_GAP_IN = 0.2
"""Widest gap in a floor (between planks, bars or flagstones) that is bridged, in inches."""

HALF_MIN_FLOOR_WIDTH_IN = 0.25
"""Half the smallest width of a floor, in inches."""

MIN_FLOOR_AREA_SQ_IN = 0.8
"""Smallest area of a floor in square inches (the smallest base needs more)."""

HEIGHT_DIGITS = 4
"""Decimal places of heights in inches: a floor drawn at 3.5" is at 3.5", like a box."""

MAX_SLIVER_AREA_SQ_IN, FLOOR_EDGE_IN = 0.002, 0.15
"""Higher parts of a floor that do not raise it.

The first is an area in square inches. The second is a distance from the edge in inches, for the
foot of a wall or the moldings of a door.
"""

SHEET_THICKNESS_IN = 0.01
"""Thickness for motion of a level sheet without thickness, in inches.

The sheet reaches down by this: models stand on it at its height in the file, and models below need
this much more room. Ground at height 0 reaches into the table.
"""

MAX_FLOORS = 12

LAYER_AGREEMENT_IN, OUTLINE_REACH_HALF_CELLS = 0.1, 4
"""Agreement of merged layers in inches, and reach of outlines in half cells."""


def max_outer_reach(cell: float, uneven: float = MAX_UNEVEN_IN) -> float:
    """Return how far, in inches, the solid for motion may reach beyond the mesh."""
    return max(
        cell * (1.5 + 2 * OUTLINE_REACH_HALF_CELLS) + max(LAYER_AGREEMENT_IN, uneven),
        MAX_BRIDGED_GAP_IN / 2**0.5,
    )  # the middle of a diagonal gap


class FloorPatch(NamedTuple):
    """A patch of rough ground: its height, its lowest height, and its cells with bridged gaps.

    The highest parts of the patch are on top of `layer`.
    """

    height: float
    low: float
    cells: Mask
    layer: int


def _solid_layers(mesh: MeshLayers) -> list[tuple[float, float, Mask]]:
    """Return layers upward, each with its heights and its cells that are not certainly free.

    Thick layers meet at the level surface in the thin layer between them. A sheet without
    thickness in a thin layer is also a layer.
    """
    rows, columns = mesh.shape
    whole = empty_mask(rows, columns)
    free = empty_mask(rows, columns)
    for column in range(columns):
        whole[:, column // 64] |= np.uint64(1) << np.uint64(column % 64)
    layers: list[tuple[float, float, Mask]] = []
    lower_cells = np.zeros_like(whole)
    sheet = None
    for i, (low, high) in enumerate(mesh.layers.tolist()):
        mark_runs(mesh.runs, mesh.row_starts, i, mesh.label, OUTSIDE_PART, free)
        cells = whole & ~free
        if not mesh.thick[i]:
            sheet = low + HALF_MIN_LAYER_IN if i else low, high - HALF_MIN_LAYER_IN, cells
            continue
        if sheet is not None:
            if layers:
                layers[-1] = layers[-1][0], sheet[1], layers[-1][2]
            # cells at the rim may meet only this layer
            if not is_mask_within(sheet[2], lower_cells | cells, 1):
                layers.append((sheet[0] - SHEET_THICKNESS_IN, sheet[1], sheet[2]))
            low = sheet[0]
        layers.append((low, high, cells))
        lower_cells = cells
        sheet = None
    return layers


def find_floors(
    layers: list[tuple[float, float, Mask]], cell: float, uneven: float = MAX_UNEVEN_IN
) -> list[FloorPatch]:
    """Return the floors, highest first: patches level within `uneven`, large enough for a base."""
    tops = []
    for k, (_, high, cells) in enumerate(layers):
        upper_cells = layers[k + 1][2] if k + 1 < len(layers) else np.zeros_like(cells)
        tops.append((high, cells & ~upper_cells))
    counts = np.array([np.bitwise_count(t).sum() for _, t in tops], dtype=np.int64)
    heights = np.array([h for h, _ in tops])  # upward
    first = np.searchsorted(heights, heights - uneven, "right")
    end = np.searchsorted(heights, heights + 1e-9, "right")
    floors: list[FloorPatch] = []
    by = max(1, int(HALF_MIN_FLOOR_WIDTH_IN / cell))
    while len(floors) < MAX_FLOORS and len(tops):
        cell_sums = np.concatenate([[0], np.cumsum(counts)])
        in_window = cell_sums[end] - cell_sums[first]
        best = int(np.argmax(in_window))
        if in_window[best] * cell * cell < MIN_FLOOR_AREA_SQ_IN:
            break
        window = np.arange(first[best], end[best])
        counts[window] = 0
        window = _trim_window(tops, window, cell, by)
        wide = _open_mask(
            _bridge_gaps(_join_tops(tops, window), int(MAX_BRIDGED_GAP_IN / cell / 2)), by
        )
        used_tops = _select_tops(tops, window, wide, cell)
        if np.bitwise_count(wide).sum() * cell * cell >= MIN_FLOOR_AREA_SQ_IN and used_tops:
            floors.append(
                FloorPatch(
                    float(heights[used_tops].max()),
                    float(heights[used_tops].min()),
                    wide,
                    max(used_tops),
                )
            )
    floors = _drop_slopes(floors, tops, cell, uneven)
    return sorted(floors, key=lambda f: -f.height)


def _drop_slopes(
    floors: list[FloorPatch], tops: LayerTops, cell: float, uneven: float
) -> list[FloorPatch]:
    """Return the floors without their parts that are on a slope, such as rings around a dome."""
    if not are_near([floor.height for floor in floors], uneven):
        return floors
    patches = [SampledPatch(floor.height, floor.low, floor.cells) for floor in floors]
    heights = np.array([height for height, _ in tops])
    remaining_floors = []
    for floor, slope in zip(floors, find_slopes(patches, tops, cell, uneven), strict=True):
        if slope is None:
            remaining_floors.append(floor)
            continue
        cells = floor.cells & ~slope
        window = np.flatnonzero((heights >= floor.low - 1e-9) & (heights <= floor.height + 1e-9))
        used_tops = _select_tops(tops, window, cells, cell)
        if used_tops and np.bitwise_count(cells).sum() * cell * cell >= MIN_FLOOR_AREA_SQ_IN:
            used_heights = heights[used_tops]
            remaining_floors.append(
                FloorPatch(
                    float(used_heights.max()), float(used_heights.min()), cells, max(used_tops)
                )
            )
    return remaining_floors


LayerTops = list[tuple[float, Mask]]
"""The height of each layer's top, upward, and the cells with nothing above them."""


def _trim_window(
    tops: LayerTops, window: NDArray[np.int64], cell: float, by: int
) -> NDArray[np.int64]:
    """Return a window's tops without those above a sufficient floor, such as nearby moldings."""
    wide = _open_mask(_join_tops(tops, window), by)
    used_tops = _select_tops(tops, window, wide, cell)
    is_enough = np.bitwise_count(wide).sum() * cell * cell >= MIN_FLOOR_AREA_SQ_IN and used_tops
    return window[window <= max(used_tops)] if is_enough else window


def _join_tops(tops: LayerTops, window: NDArray[np.int64]) -> Mask:
    return np.asarray(np.bitwise_or.reduce([tops[k][1] for k in window]), np.uint64)


def _select_tops(tops: LayerTops, window: NDArray[np.int64], wide: Mask, cell: float) -> list[int]:
    """Return the tops with more than a sliver in a floor, away from its edge."""
    core = wide
    for step in _split_steps(int(FLOOR_EDGE_IN / cell)):
        core = shrink_mask(core, step)
    return [
        int(k)
        for k in window
        if np.bitwise_count(tops[k][1] & core).sum() * cell * cell >= MAX_SLIVER_AREA_SQ_IN
    ]


def _bridge_gaps(mask: Mask, by: int) -> Mask:
    """Fill gaps up to twice `by` wide in a mask."""
    room = by // 64 + 1
    roomy = np.pad(mask, ((by, by), (room, room)))  # not filled up to the rim of the grid
    for step in _split_steps(by):
        roomy = grow_mask(roomy, step)
    for step in _split_steps(by):
        roomy = shrink_mask(roomy, step)
    return np.ascontiguousarray(roomy[by : by + len(mask), room : room + mask.shape[1]]) | mask


def _open_mask(mask: Mask, by: int) -> Mask:
    """Return the parts of a mask that are at least twice `by` wide."""
    small = mask
    for step in _split_steps(by):
        small = shrink_mask(small, step)
    for step in _split_steps(by):
        small = grow_mask(small, step)
    return small & mask


def _split_steps(by: int) -> list[int]:
    """Split a number of cells into steps of up to 31."""
    return [31] * (by // 31) + ([by % 31] if by % 31 else [])


def build_walkable_prisms(
    mesh: MeshLayers, progress: Progress | None = None, uneven: float = MAX_UNEVEN_IN
) -> tuple[list[Prism], list[float]]:
    """Build a solid around the mesh with level floors; return it with the floors' heights.

    Ground that is level within `uneven` inches is one floor. Raises CancelledError if `progress`
    cancels.
    """
    layers = _solid_layers(mesh)
    floors = find_floors(layers, mesh.cell, uneven)
    for k, (low, high, cells) in enumerate(layers):
        for floor in floors:
            if k == floor.layer or (low < floor.height - 1e-9 and high > floor.low + 1e-9):
                cells = cells | floor.cells
        layers[k] = low, high, cells
    heights = [f.height for f in floors]
    cells_reach = min(31, max(1, int(LAYER_AGREEMENT_IN / mesh.cell)))
    prisms: list[Prism] = []
    k = 0
    while k < len(layers):
        low, high, union = layers[k]
        common = union
        if progress is not None and not progress(k, len(layers)):
            raise CancelledError
        k += 1
        while k < len(layers) and not any(abs(high - h) < 1e-9 for h in heights):
            new_common, new_union = common & layers[k][2], union | layers[k][2]
            if not (
                np.array_equal(new_common, new_union)
                or (new_common.any() and is_mask_within(new_union, new_common, cells_reach))
            ):
                break
            common = new_common
            union = new_union
            high = layers[k][1]
            k += 1
        low, high = round(low, HEIGHT_DIGITS), round(high, HEIGHT_DIGITS)
        for outline in outer_outlines(union, OUTLINE_REACH_HALF_CELLS) if low < high else ():
            for ring in split_covering(outline):
                prisms.append(
                    Prism(ring * mesh.cell + np.array(mesh.origin), Plane(low), Plane(high))
                )
    return prisms, [round(height, HEIGHT_DIGITS) for height in heights]
