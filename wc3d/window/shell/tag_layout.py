"""Tag placement: tags do not overlap and stay near their anchors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Spot = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""
TAG_GAP_PX = 3.0
"""Gap between tags in pixels."""
MAX_OFFSET_HEIGHTS = 7
"""Largest distance from a tag to its anchor, in tag heights."""


def place_tags(
    signs: Sequence[tuple[Spot, tuple[float, float]]],
    obstacles: Sequence[Rect] = (),
    room: Rect | None = None,
) -> list[Rect]:
    """Return a rectangle for each sign from its anchor pixel and size, in order of priority.

    Signs avoid `obstacles` and stay in `room` if their anchor is there. Without free space a sign
    covers as little as possible.
    """
    all_rects = list(obstacles)
    rects = list[Rect]()
    for spot, size in signs:
        rect = _place_sign(spot, size, all_rects, room)
        all_rects.append(rect)
        rects.append(rect)
    return rects


def _place_sign(
    spot: Spot, size: tuple[float, float], rects: Sequence[Rect], room: Rect | None
) -> Rect:
    best = None
    min_overlap = float("inf")
    for rect in _candidate_rects(spot, size):
        rect = shift_into_room(rect, spot, room)
        covered = sum(_overlap_area(rect, other_rect) for other_rect in rects)
        if covered < min_overlap:
            best = rect
            min_overlap = covered
        if not covered:
            break
    assert best is not None
    return best


def _candidate_rects(spot: Spot, size: tuple[float, float]) -> Iterator[Rect]:
    """Yield rectangles above, below and to the sides of the anchor at growing distances."""
    (x, y), (wide, high) = spot, size
    step = high + TAG_GAP_PX
    for distance in range(MAX_OFFSET_HEIGHTS):
        for right, up in (
            (0.0, distance),
            (0.0, -distance - 1.0),
            (0.6, distance - 0.5),
            (-0.6, distance - 0.5),
            (1.15, distance),
            (-1.15, distance),
        ):
            left = x + right * wide - wide / 2
            low = y - up * step
            yield left, low - high, left + wide, low


def shift_into_room(rect: Rect, spot: Spot, room: Rect | None) -> Rect:
    """Shift a rectangle into the room if its anchor is there."""
    if room is None or not (room[0] <= spot[0] <= room[2] and room[1] <= spot[1] <= room[3]):
        return rect
    right = max(room[0] - rect[0], 0.0) + min(room[2] - rect[2], 0.0)
    down = max(room[1] - rect[1], 0.0) + min(room[3] - rect[3], 0.0)
    return rect[0] + right, rect[1] + down, rect[2] + right, rect[3] + down


def _overlap_area(a: Rect, b: Rect) -> float:
    """Return the overlap of two rectangles in square pixels, including the gap."""
    wide = min(a[2], b[2]) - max(a[0], b[0]) + TAG_GAP_PX
    high = min(a[3], b[3]) - max(a[1], b[1]) + TAG_GAP_PX
    return wide * high if wide > 0 and high > 0 else 0.0
