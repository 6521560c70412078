"""Tag placement: tags do not overlap and stay near their anchors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Spot = tuple[float, float]
Line = tuple[Spot, Spot]
"""The ends of a straight line in pixels."""
Rect = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""
TAG_GAP_PX = 3.0
"""Gap between tags in pixels."""
MAX_OFFSET_HEIGHTS = 7
"""Largest distance from a tag to its anchor, in tag heights."""
MIN_LINE_PX = 8.0
"""Distance from a tag to its anchor above which a line connects them."""
CROSSING_COST_PX2 = 0.01
"""Overlap in square pixels that is as bad as a line that crosses another or a tag."""


def place_tags(
    signs: Sequence[tuple[Spot, tuple[float, float]]],
    obstacles: Sequence[Rect] = (),
    room: Rect | None = None,
) -> list[Rect]:
    """Return a rectangle for each sign from its anchor pixel and size, in order of priority.

    Signs avoid `obstacles` and stay in `room` if their anchor is there. Without free space a sign
    covers as little as possible. The lines to the anchors cross neither each other nor a sign.
    """
    all_rects = list(obstacles)
    rects = list[Rect]()
    lines = list[Line]()
    for spot, size in signs:
        rect = _place_sign(spot, size, all_rects, lines, room)
        all_rects.append(rect)
        rects.append(rect)
        line = tag_line(rect, spot)
        if line is not None:
            lines.append(line)
    return rects


def tag_line(rect: Rect, spot: Spot) -> Line | None:
    """Return the line from a tag to its anchor, None if the tag is next to it."""
    end = min(max(spot[0], rect[0]), rect[2]), min(max(spot[1], rect[1]), rect[3])
    is_far = abs(end[0] - spot[0]) + abs(end[1] - spot[1]) > MIN_LINE_PX
    return (end, spot) if is_far else None


def do_lines_cross(a: Line, b: Line) -> bool:
    """Return whether two lines cross."""
    (p, q), (r, s) = a, b
    return _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0


def _side(a: Spot, b: Spot, c: Spot) -> float:
    """Return on which side of the line from `a` to `b` a point lies: the sign of a number."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_line_over(line: Line, rect: Rect) -> bool:
    """Return whether a line passes over a rectangle."""
    (x, y), (u, v) = line
    start, end = 0.0, 1.0
    for at, way, low, high in ((x, u - x, rect[0], rect[2]), (y, v - y, rect[1], rect[3])):
        if abs(way) < 1e-9:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / way, (high - at) / way))
        start, end = max(start, first), min(end, last)
    return start < end


def _count_crossings(rect: Rect, spot: Spot, rects: Sequence[Rect], lines: Sequence[Line]) -> int:
    """Return how many lines and tags the line of a new tag, and the tag itself, would cross."""
    count = sum(is_line_over(line, rect) for line in lines)
    line = tag_line(rect, spot)
    if line is not None:
        count += sum(do_lines_cross(line, other) for other in lines)
        count += sum(is_line_over(line, other) for other in rects)
    return count


def _place_sign(
    spot: Spot,
    size: tuple[float, float],
    rects: Sequence[Rect],
    lines: Sequence[Line],
    room: Rect | None,
) -> Rect:
    best = None
    min_overlap = float("inf")
    for rect in _candidate_rects(spot, size):
        rect = shift_into_room(rect, spot, room)
        covered = sum(_overlap_area(rect, other_rect) for other_rect in rects)
        if covered < min_overlap:
            covered += CROSSING_COST_PX2 * _count_crossings(rect, spot, rects, lines)
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
