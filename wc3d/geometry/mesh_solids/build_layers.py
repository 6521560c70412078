"""Layers of a mesh, and the inner solid built from them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress
from wc3d.geometry.mesh_solids.bit_masks import Mask, empty_mask, is_mask_within, mark_runs
from wc3d.geometry.mesh_solids.close_scans import ScanClosure
from wc3d.geometry.mesh_solids.connected_cells import (
    append_runs,
    count_runs,
    find_contained_prisms,
    last_layer_holding,
    measure_parts,
    number_parts,
)
from wc3d.geometry.mesh_solids.data import Floats, Ints, TriangleTree
from wc3d.geometry.mesh_solids.layers import mark_surface_cells, sort_triangles_by_layer
from wc3d.geometry.mesh_solids.outlines import inner_outlines, split_inside
from wc3d.geometry.mesh_solids.triangle_tree import winding_numbers
from wc3d.geometry.solids import Plane, Prism

UNSURE_PART, INSIDE_PART, OUTSIDE_PART = 0, 1, 2

CELLS_PER_TOLERANCE = 6
"""Cells per tolerance."""

MARGIN_CELLS = 6
"""Cells around a mesh. Outlines reach out by fewer cells and stay within the grid."""

MAX_CELLS = 1.5e9
"""Most cells in all layers; beyond this, cells grow, and layers are at least as high as a cell."""

MAX_ROWS = 1e7
"""Most rows of cells in all layers, because each row takes memory; beyond this, layers grow."""

MIN_FLAT_AREA_SQ_IN = 0.05
"""Smallest level surface at one height with its own layer boundary, in square inches."""

HALF_MIN_LAYER_IN = 1e-5
"""Half the smallest height of the layer around a level surface, in inches."""

MIN_PART_CELLS = 8.0
"""Volume, in cubic cells, below which a part is neither inside nor outside."""


class CancelledError(Exception):
    """The progress callback canceled the work."""


@dataclass(frozen=True)
class MeshLayers:
    """Layers (n, 2: low, high) of a mesh up to `step` high, with labeled runs of cells."""

    layers: Floats
    thick: NDArray[np.bool_]
    runs: NDArray[np.int32]
    row_starts: Ints
    label: Ints
    origin: tuple[float, float]
    cell: float
    step: float
    shape: tuple[int, int]
    parts: int
    doubtful: int
    unsure: Floats
    """(k, 6: from, to): boxes in which nothing is certainly inside."""


def _find_levels(triangles: Floats) -> list[tuple[float, float]]:
    """Return the ranges of heights in which enough of the surface is level."""
    z = triangles[:, :, 2]
    low, high = z.min(axis=1), z.max(axis=1)
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    area = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2
    level = np.flatnonzero((high - low < 1e-4) & (area > 1e-6))
    levels: list[tuple[float, float]] = []
    if len(level) == 0:
        return levels
    level = level[np.argsort(low[level])]
    cuts = np.flatnonzero(np.diff(low[level]) > 1e-4) + 1
    for group in np.split(level, cuts):
        if area[group].sum() >= MIN_FLAT_AREA_SQ_IN and high[group].max() - low[group].min() < 2e-3:
            levels.append((float(low[group].min()), float(high[group].max())))
    return levels


def _make_layers(triangles: Floats, step: float) -> tuple[Floats, np.ndarray]:
    """Return layers (n, 2) over the full height, thin at level surfaces, else up to `step` high."""
    bottom, top = float(triangles[:, :, 2].min()), float(triangles[:, :, 2].max())
    thin = [(a - HALF_MIN_LAYER_IN, b + HALF_MIN_LAYER_IN) for a, b in _find_levels(triangles)]
    edges: list[tuple[float, float, bool]] = []
    at = bottom
    for low, high in [*thin, (top, top)]:
        if low - at > HALF_MIN_LAYER_IN:
            cuts = np.linspace(at, low, max(1, int(np.ceil((low - at) / step - 1e-9))) + 1)
            edges += [(float(a), float(b), True) for a, b in itertools.pairwise(cuts)]
            at = low
        if high > at:
            edges.append((at, high, False))
            at = high
    if not edges:  # below the minimum height
        edges.append((bottom, bottom + 2 * HALF_MIN_LAYER_IN, True))
    free_bottom = edges[-1][1] + HALF_MIN_LAYER_IN  # a free top layer: open upward means outside
    edges.append((free_bottom, free_bottom + HALF_MIN_LAYER_IN, True))
    return np.array([(a, b) for a, b, _ in edges]), np.array([thick for _, _, thick in edges])


def _widen_layers(layers: Floats, cell: float) -> Floats:
    """Return the range in which each layer collects triangles: at least a cell high.

    The free top layer stays unchanged. A lower layer might fit into a crack between triangles that
    do not quite meet, and connect inside and outside.
    """
    middle = layers.mean(axis=1)
    spans = np.stack(
        [np.minimum(layers[:, 0], middle - cell / 2), np.maximum(layers[:, 1], middle + cell / 2)],
        axis=1,
    )
    spans[-1] = layers[-1]
    return spans


def build_layers(
    tree: TriangleTree, closed: ScanClosure, tolerance: float, progress: Progress | None = None
) -> MeshLayers:
    """Build layers whose free cells are labeled inside, outside or (in broken files) neither.

    `closed` closes the open sheets and is also part of the tree.
    """
    triangles = (
        np.concatenate([tree.triangles, closed.open_hole_covers])
        if len(closed.open_hole_covers)
        else tree.triangles
    )
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    size = high - low
    step = max(tolerance, float(np.cbrt(size.prod() / MAX_CELLS)))
    step = max(
        step,
        float(size[2] * (size[1] * CELLS_PER_TOLERANCE / tolerance + 2 * MARGIN_CELLS + 1))
        / MAX_ROWS,
    )
    layers, thick = _make_layers(triangles, step)
    cell = max(
        tolerance / CELLS_PER_TOLERANCE, float(np.sqrt(size[0] * size[1] * len(layers) / MAX_CELLS))
    )
    origin = (
        float(low[0] - (MARGIN_CELLS + 0.5) * cell),
        float(low[1] - (MARGIN_CELLS + 0.5) * cell),
    )
    columns, rows = (int(np.ceil(size[k] / cell)) + 2 * MARGIN_CELLS + 1 for k in range(2))
    reaches = _widen_layers(layers, cell) if closed.is_open else layers
    starts, numbers = sort_triangles_by_layer(triangles, reaches)
    zone = np.empty((rows, columns), np.uint8)
    row_starts = np.empty((len(layers), rows + 1), np.int64)
    runs = np.empty((1 << 16, 2), np.int32)
    parent = np.empty(1 << 16, np.int64)
    count = 0
    for i in range(len(layers)):
        mark_surface_cells(
            triangles,
            numbers[starts[i] : starts[i + 1]],
            reaches[i, 0],
            reaches[i, 1],
            *origin,
            cell,
            zone,
        )
        needed = count + int(count_runs(zone))
        if needed > len(runs):
            size_now = max(needed, 2 * len(runs))
            runs = np.concatenate([runs[:count], np.empty((size_now - count, 2), np.int32)])
            parent = np.concatenate([parent[:count], np.empty(size_now - count, np.int64)])
        count = int(append_runs(zone, runs, row_starts, i, count, parent))
        if progress is not None and i % 8 == 0 and not progress(i, len(layers)):
            raise CancelledError
    part, parts = number_parts(parent, count)
    heights = layers[:, 1] - layers[:, 0]
    volume, longest = measure_parts(runs, row_starts, part, parts, heights)
    label, doubtful = _label_parts(tree, volume, longest, runs, part, layers, origin, cell)
    shape = (rows, columns)
    used_runs = runs[:count]
    return MeshLayers(
        layers,
        thick,
        used_runs,
        row_starts,
        label[part],
        origin,
        cell,
        step,
        shape,
        int(parts),
        doubtful,
        closed.open_hole_boxes,
    )


def _label_parts(
    tree: TriangleTree,
    volume: Floats,
    longest: Ints,
    runs: NDArray[np.int32],
    part: Ints,
    layers: Floats,
    origin: tuple[float, float],
    cell: float,
) -> tuple[Ints, int]:
    """Label parts by the median winding number of three points, and count the doubtful parts."""
    label = np.full(len(volume), UNSURE_PART, np.int64)
    worth = np.flatnonzero(volume > MIN_PART_CELLS * cell)
    border_part = part[0]  # the border is free
    points = []
    owners = []
    for p in worth:
        for layer, row, run in longest[p]:
            if layer >= 0:
                x = origin[0] + cell * (runs[run, 0] + runs[run, 1]) / 2
                points.append((x, origin[1] + (row + 0.5) * cell, layers[layer].mean()))
                owners.append(p)
    winding = np.abs(
        winding_numbers(tree.triangles, tree.boxes, tree.dipoles, np.array(points).reshape(-1, 3))
    )
    owners_of = np.array(owners)
    doubtful = 0
    for p in worth:
        w = float(np.median(winding[owners_of == p]))
        label[p] = INSIDE_PART if w > 0.5 else OUTSIDE_PART
        if p != border_part and 0.2 < w < 0.8:
            doubtful += 1
    label[border_part] = OUTSIDE_PART
    return label, doubtful


def _group_layers(mesh: MeshLayers, reach: float) -> Iterator[tuple[int, int, Mask]]:
    """Merge neighboring layers that agree within `reach`: first, last, and common inside cells."""
    cells = min(31, max(1, int(reach / mesh.cell)))
    layer_mask = empty_mask(*mesh.shape)
    exclusions = list(_find_exclusions(mesh))
    common = layer_mask
    union = layer_mask
    first = -1
    last = -1
    for i in np.flatnonzero(mesh.thick).tolist():
        mark_runs(mesh.runs, mesh.row_starts, i, mesh.label, INSIDE_PART, layer_mask)
        for (low, high), rows, words in exclusions:
            if low < mesh.layers[i, 1] and high > mesh.layers[i, 0]:
                layer_mask[rows] &= words
        if first >= 0:
            new_common, new_union = common & layer_mask, union | layer_mask
            if np.array_equal(common, layer_mask) or (
                new_common.any() and is_mask_within(new_union, new_common, cells)
            ):
                common = new_common
                union = new_union
                last = i
                continue
            yield first, last, common
        common = layer_mask.copy()
        union = layer_mask.copy()
        first = i
        last = i
    if first >= 0:
        yield first, last, common


def _find_exclusions(
    mesh: MeshLayers,
) -> Iterator[tuple[tuple[float, float], slice, NDArray[np.uint64]]]:
    """Yield the heights, rows of cells and allowed masks of each box without certain inside."""
    for box in mesh.unsure:
        first, last = ((box[k : k + 2] - mesh.origin) / mesh.cell for k in (0, 3))
        words = ~empty_mask(1, mesh.shape[1])[0]
        for column in range(max(0, int(first[0])), min(mesh.shape[1], int(last[0]) + 1)):
            words[column // 64] &= ~(np.uint64(1) << np.uint64(column % 64))
        yield (
            (float(box[2]), float(box[5])),
            slice(max(0, int(first[1])), max(0, int(last[1]) + 1)),
            words,
        )


def build_inner_prisms(
    mesh: MeshLayers, reach: float, gives: tuple[int, ...], progress: Progress | None = None
) -> list[Prism]:
    """Build the inner solid within about `reach` of the surface. Raises CancelledError."""
    edges = _layer_spans(mesh)
    count = len(mesh.layers)
    unsure = (mesh.unsure[:, [0, 1, 3, 4]] - np.tile(mesh.origin, 2)) / mesh.cell
    prisms: list[tuple[float, float, np.ndarray]] = []
    for first, last, mask in _group_layers(mesh, reach):
        if progress is not None and not progress(last, count):
            raise CancelledError
        for outline in inner_outlines(mask, gives) if mask.any() else ():
            for ring in split_inside(outline):
                if (
                    len(unsure)
                    and ((unsure[:, :2] <= ring.max(axis=0)) & (unsure[:, 2:] >= ring.min(axis=0)))
                    .all(axis=1)
                    .any()
                ):
                    prisms.append((edges[first][0], edges[last][1], ring))
                    continue
                free = mesh.runs, mesh.row_starts, mesh.label, INSIDE_PART
                a = int(last_layer_holding(ring, *free, first, 0, mesh.thick))
                b = int(last_layer_holding(ring, *free, last, count - 1, mesh.thick))
                prisms.append((edges[a][0], edges[b][1], ring))
    return [
        Prism(ring * mesh.cell + np.array(mesh.origin), Plane(low), Plane(high))
        for low, high, ring in _drop_covered(prisms)
    ]


def _layer_spans(mesh: MeshLayers) -> list[tuple[float, float]]:
    """Return the height ranges of the layers' prisms, which meet in the middle of thin layers."""
    edges = [(float(a), float(b)) for a, b in mesh.layers]
    for i in np.flatnonzero(~mesh.thick).tolist():
        middle = sum(edges[i]) / 2 if i > 0 else edges[0][1] - HALF_MIN_LAYER_IN
        if i > 0:
            edges[i - 1] = edges[i - 1][0], middle
        edges[i + 1] = middle, edges[i + 1][1]
    return edges


def _drop_covered(
    prisms: list[tuple[float, float, np.ndarray]],
) -> list[tuple[float, float, np.ndarray]]:
    """Drop prisms inside other prisms."""
    if not prisms:
        return []
    starts = np.concatenate([[0], np.cumsum([len(ring) for _, _, ring in prisms])])
    spans = np.array([(low, high) for low, high, _ in prisms])
    flags = find_contained_prisms(
        np.concatenate([ring for _, _, ring in prisms]), starts, spans, 0.02
    )
    return [
        prism for prism, is_covered in zip(prisms, flags.tolist(), strict=True) if not is_covered
    ]
