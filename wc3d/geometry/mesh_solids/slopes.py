"""Level patches that are parts of a slope, such as rings around a dome, are not floors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from wc3d.geometry.mesh_solids.bit_masks import Mask

SAMPLE_SPACING_IN = 0.05
"""Spacing of the points at which the ground is sampled, in inches."""

RIM_WIDTH_IN = 0.15
"""Width of the rim around a patch where the ground may go on, in inches."""

MAX_SLOPE_RISE_SHARE = 0.6
"""Largest rise from a patch to its rim on a slope, as a share of the unevenness; more is a step.

With the usual unevenness this is the 0.06 inches of NM-SIL-157 and WM-RUL-158.
"""

MIN_RISING_SHARE = 0.15
"""Smallest share of the rim where the ground goes on rising from a slope."""

HOLLOW_RISING_SHARE = 0.7
"""Share of the rim where the ground rises around the bottom of a hollow."""

MIN_RISING_RANK = 0.7
"""Mean height of a slope beside its rising rim, from 0 (its lowest) to 1 (its highest ground)."""

FLAT_SHARE, FLAT_RANGE_SHARE, FLAT_SPAN_SHARE = 0.75, 1 / 3, 0.45
"""A patch is flat if the first share of it has about one height.

The others are the range of that height, as shares of the unevenness and of the patch's own range.
"""

Heights = NDArray[np.float64]
Samples = NDArray[np.bool_]
LayerTops = list[tuple[float, Mask]]


class SampledPatch(NamedTuple):
    """A level patch: its heights and its cells."""

    height: float
    low: float
    cells: Mask


def are_near(heights: list[float], uneven: float) -> bool:
    """Return whether two floors are so near in height that they may be parts of one slope."""
    ordered = np.sort(heights)
    return bool((np.diff(ordered) <= 2.5 * uneven).any())


def find_slopes(
    patches: list[SampledPatch], tops: LayerTops, cell: float, uneven: float
) -> list[Mask | None]:
    """Return the cells of each patch that are parts of a slope, or None.

    Ground is a slope where it goes on rising beside it without a step. Its summit and the bottom
    of a hollow are not, nor is a flat terrace.
    """
    step = max(1, round(SAMPLE_SPACING_IN / cell))
    ground = _sample_heights(tops, step)
    return [_find_slope(patch, ground, step, cell, uneven) for patch in patches]


def _sample_heights(tops: LayerTops, step: int) -> Heights:
    """Return the height of the ground at every step-th cell; -inf where there is none."""
    ground = np.full(_sample(tops[0][1], step).shape, -np.inf)
    for height, cells in tops:
        ground[_sample(cells, step)] = height
    return ground


def _sample(mask: Mask, step: int) -> Samples:
    """Return every step-th cell of a mask."""
    rows = np.ascontiguousarray(mask[::step])
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
    return bits[:, ::step].astype(bool)


def _find_slope(
    patch: SampledPatch, ground: Heights, step: int, cell: float, uneven: float
) -> Mask | None:
    reach = max(1, round(RIM_WIDTH_IN / (cell * step)))
    inside = np.pad(_sample(patch.cells, step), reach)
    ground = np.pad(ground, reach, constant_values=-np.inf)  # the ground ends at the grid
    slope = np.zeros_like(inside)
    for part in _connected_parts(inside):
        if _is_slope(part, patch, ground, reach, uneven):
            slope |= part
    if not slope.any():
        return None
    if (slope == inside).all():
        return patch.cells
    near = (_grow(slope, 1) & ~(inside & ~slope))[reach:-reach, reach:-reach]
    wide = np.repeat(np.repeat(near, step, axis=0), step, axis=1)
    whole = np.zeros((len(patch.cells), 64 * patch.cells.shape[1]), dtype=bool)
    rows = min(len(whole), len(wide))
    columns = min(whole.shape[1], wide.shape[1])
    whole[:rows, :columns] = wide[:rows, :columns]
    packed = np.packbits(whole, axis=1, bitorder="little").view(np.uint64)
    return np.asarray(packed & patch.cells, np.uint64)


def _is_slope(
    part: Samples, patch: SampledPatch, ground: Heights, reach: int, uneven: float
) -> bool:
    """Return whether the ground goes on rising at the rim of a connected part of a patch."""
    heights = ground[part]
    heights = np.sort(heights[(heights >= patch.low - 1e-9) & (heights <= patch.height + 1e-9)])
    if not len(heights):
        return False
    span = patch.height - patch.low
    band = min(FLAT_RANGE_SHARE * uneven, FLAT_SPAN_SHARE * span)
    ends = np.searchsorted(heights, heights + band, "right")
    if (ends - np.arange(len(heights))).max() >= FLAT_SHARE * len(heights):
        return False
    rim = _grow(part, reach) & ~part
    above = rim & (ground > patch.height + 1e-9)
    rising = above & (ground <= patch.height + MAX_SLOPE_RISE_SHARE * uneven)
    falling = rim & (ground < patch.low - 1e-9)
    edge = int(above.sum() + falling.sum())
    share = rising.sum() / max(1, edge)
    if share < MIN_RISING_SHARE or share >= HOLLOW_RISING_SHARE:
        return False
    beside = ground[part & _grow(rising, reach)]
    rank = (np.clip(beside, patch.low, patch.height).mean() - patch.low) / max(span, 1e-9)
    return bool(rank >= MIN_RISING_RANK)


def _grow(samples: Samples, by: int) -> Samples:
    """Return the samples within `by` rows and columns of a sample."""
    result = samples.copy()
    for _ in range(by):
        result[1:] |= result[:-1].copy()
        result[:-1] |= result[1:].copy()
        result[:, 1:] |= result[:, :-1].copy()
        result[:, :-1] |= result[:, 1:].copy()
    return result


def _connected_parts(samples: Samples) -> list[Samples]:
    """Return the parts whose samples are neighbors in a row or a column."""
    numbers = np.full(samples.shape, -1)
    count = int(samples.sum())
    numbers[samples] = np.arange(count)
    pairs = []
    for first, second in ((numbers[1:], numbers[:-1]), (numbers[:, 1:], numbers[:, :-1])):
        both = (first >= 0) & (second >= 0)
        pairs.append((first[both], second[both]))
    starts = np.concatenate([a for a, _ in pairs])
    ends = np.concatenate([b for _, b in pairs])
    graph = coo_matrix((np.ones(len(starts), np.int8), (starts, ends)), shape=(count, count))
    total, labels = connected_components(graph, directed=False)
    parts = []
    for label in range(total):
        part = np.zeros_like(samples)
        part[samples] = labels == label
        parts.append(part)
    return parts
