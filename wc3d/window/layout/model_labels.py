"""Model label placement: near the models without covering them, and in columns for dense groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist

import numpy as np
from numpy.typing import NDArray

from wc3d.window.shell.tag_layout import (
    TAG_GAP_PX,
    Line,
    Rect,
    Spot,
    do_lines_cross,
    is_line_over,
)

Size = tuple[float, float]
"""Width and height in pixels."""
Rects = NDArray[np.float64]
"""Rectangles, one per row."""
MIN_COLUMN_MODELS = 3
"""Models close together whose labels form a list."""
MAX_OFFSET_HEIGHTS = 6
"""Largest distance from a label to its model, in label heights."""
COVERED_PX2_PER_OFFSET_PX = 3.0
"""Covered model area in square pixels that costs as much as one pixel of offset."""
HALF_WIDTH_PER_HEIGHT = 0.36
"""Half a model's width, as a share of its height."""
LINE_SIDE_PX, LINE_RISE_PX = 6.0, 8.0
"""Offsets from a label to its model, across and along, above which a line connects them."""
MODEL_CORE = 0.2
"""Part of a model's rectangle at each edge over which a line may pass."""
MAX_TRIES = 30
"""Places that are tried for a line without crossings."""


def figure_rect(top: Spot, foot: Spot, tall: float) -> Rect:
    """Return a model's screen rectangle; `tall` is its height in pixels, or width from above."""
    x = (top[0] + foot[0]) / 2
    half = HALF_WIDTH_PER_HEIGHT * tall
    low, high = min(top[1], foot[1]), max(top[1], foot[1])
    padding = max(0.0, tall - (high - low)) / 2
    return x - half, low - padding, x + half, high + max(padding, 0.1 * tall)


def label_line(rect: Rect, spot: Spot) -> Line | None:
    """Return the line from a label to its model's pixel, None if the label is directly above."""
    x0, y0, x1, y1 = rect
    if abs((x0 + x1) / 2 - spot[0]) <= LINE_SIDE_PX and spot[1] - y1 <= LINE_RISE_PX:
        return None
    if x0 <= spot[0] <= x1:
        return (spot[0], y1 if spot[1] > y1 else y0), spot
    return (x0 if spot[0] < x0 else x1, (y0 + y1) / 2), spot


def find_label_place(
    size: Size,
    box: Rect,
    signs: Sequence[Rect],
    boxes: Sequence[Rect],
    room: Rect,
    spot: Spot | None = None,
    lines: Sequence[Line] = (),
) -> tuple[Rect, float] | None:
    """Return a label's place near its model and the covered model area, or None.

    The label stays in `room`, avoids the placed `signs` and covers as little of the model `boxes`
    as possible. Its line to `spot` crosses no other model, no sign and none of the `lines`.
    """
    wide, high = size
    x0, y0, x1, y1 = box
    middle = (x0 + x1) / 2
    side_y = max(y0, (y0 + y1 - high) / 2)
    spots: list[Spot] = []
    for k in range(MAX_OFFSET_HEIGHTS):
        rise = k * (high + TAG_GAP_PX)
        side = k * (0.5 * high + TAG_GAP_PX)
        spots += [
            (middle - wide / 2, y0 - TAG_GAP_PX - high - rise),
            (x1 + TAG_GAP_PX + side, side_y),
            (x0 - TAG_GAP_PX - wide - side, side_y),
            (x1 + TAG_GAP_PX, y0 - high - rise),
            (x0 - TAG_GAP_PX - wide, y0 - high - rise),
            (x1 + TAG_GAP_PX + side, y1 + side),
            (x0 - TAG_GAP_PX - wide - side, y1 + side),
            (middle - wide / 2, y1 + TAG_GAP_PX + rise),
        ]
    others = [other for other in boxes if other != box]

    def is_free(rect: Rect) -> bool:
        line = label_line(rect, spot) if spot is not None else None
        return _is_line_free(rect, line, signs, others, lines)

    return _best_place(spots, size, box, signs, boxes, room, is_free)


def column_line(rect: Rect, spots: Sequence[Spot]) -> Line:
    """Return the line from a column of labels to the nearest model of its group."""
    lines = [(_nearest_point(rect, spot), spot) for spot in spots]
    return min(lines, key=lambda line: dist(*line))


def _nearest_point(rect: Rect, spot: Spot) -> Spot:
    return min(max(spot[0], rect[0]), rect[2]), min(max(spot[1], rect[1]), rect[3])


def find_column_place(
    size: Size,
    around: Rect,
    signs: Sequence[Rect],
    boxes: Sequence[Rect],
    room: Rect,
    targets: Sequence[Spot] = (),
    lines: Sequence[Line] = (),
) -> Rect | None:
    """Return the place of a label column left or right of `around`, or None if nothing fits.

    Its line to the nearest of the `targets` crosses no sign, no model outside of the group and none
    of the `lines`.
    """
    wide, high = size
    x0, y0, x1, y1 = around
    spots: list[Spot] = []
    for k in range(2 * MAX_OFFSET_HEIGHTS):
        side = TAG_GAP_PX + 9.0 * k
        for y in ((y0 + y1 - high) / 2, y0 - high / 2, y1 - high / 2):
            spots += [(x1 + side, y), (x0 - side - wide, y)]
    others = [box for box in boxes if not _is_inside(box, around)]

    def is_free(rect: Rect) -> bool:
        line = column_line(rect, targets) if targets else None
        return _is_line_free(rect, line, signs, others, lines)

    result = _best_place(spots, size, around, signs, boxes, room, is_free)
    return result[0] if result is not None else None


def _is_inside(box: Rect, around: Rect) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return around[0] <= x <= around[2] and around[1] <= y <= around[3]


def _is_line_free(
    rect: Rect,
    line: Line | None,
    signs: Sequence[Rect],
    boxes: Sequence[Rect],
    lines: Sequence[Line],
) -> bool:
    """Return whether a label lies on no line, and its own line on no line, sign or model."""
    if any(is_line_over(other, rect) for other in lines):
        return False
    if line is None:
        return True
    cores = (
        (
            x0 + MODEL_CORE * (x1 - x0),
            y0 + MODEL_CORE * (y1 - y0),
            x1 - MODEL_CORE * (x1 - x0),
            y1 - MODEL_CORE * (y1 - y0),
        )
        for x0, y0, x1, y1 in boxes
    )
    return not (
        any(do_lines_cross(line, other) for other in lines)
        or any(is_line_over(line, sign) for sign in signs)
        or any(is_line_over(line, core) for core in cores)
    )


def _best_place(
    spots: Sequence[Spot],
    size: Size,
    box: Rect,
    signs: Sequence[Rect],
    boxes: Sequence[Rect],
    room: Rect,
    is_free: Callable[[Rect], bool],
) -> tuple[Rect, float] | None:
    """Return the cheapest upper left corner in `spots` where the label covers no other label."""
    corners = np.array(spots)
    low = np.array(room[:2])
    corners = np.clip(corners, low, np.maximum(low, np.array(room[2:]) - size))
    rects = np.hstack([corners, corners + size])
    covered = _overlap_areas(rects, boxes, 0.0)
    across, along = (
        np.maximum(np.maximum(box[k] - rects[:, k + 2], rects[:, k] - box[k + 2]), 0)
        for k in (0, 1)
    )
    distances = np.hypot(across, along)
    cost = (
        covered
        + COVERED_PX2_PER_OFFSET_PX * distances
        + np.where(_overlap_areas(rects, signs, TAG_GAP_PX) > 0, np.inf, 0.0)
    )
    for number in np.argsort(cost, kind="stable")[:MAX_TRIES]:
        if not np.isfinite(cost[number]):
            return None
        left, top, right, bottom = map(float, rects[number])
        if is_free((left, top, right, bottom)):
            return (left, top, right, bottom), float(covered[number])
    return None


def _overlap_areas(rects: Rects, other_rects: Sequence[Rect], gap: float) -> NDArray[np.float64]:
    """Return the area of each rectangle that the others cover, including a gap between them."""
    if not other_rects:
        return np.zeros(len(rects))
    a, b = rects[:, None, :], np.array(other_rects)[None, :, :]
    wide = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0]) + gap
    high = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1]) + gap
    return (np.maximum(wide, 0) * np.maximum(high, 0)).sum(axis=1)


def group_nearby(spots: Sequence[Spot], reach: float) -> list[list[int]]:
    """Return groups of at least MIN_COLUMN_MODELS models within `reach`, as indices."""
    remaining = set(range(len(spots)))
    groups = []
    while remaining:
        group = []
        new = [remaining.pop()]
        while new:
            index = new.pop()
            group.append(index)
            neighbors = [k for k in remaining if dist(spots[index], spots[k]) <= reach]
            remaining.difference_update(neighbors)
            new += neighbors
        if len(group) >= MIN_COLUMN_MODELS:
            groups.append(sorted(group))
    return groups
