"""Check a sight line with plain algebra, independently of the search that found it."""

from __future__ import annotations

from collections.abc import Iterable

from wc3d.geometry.boxes import boxes_overlap
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.geometry.tolerances import EPSILON_IN, MIN_THICKNESS_IN
from wc3d.geometry.visibility import Occluder, Segment


def interval_inside(line: Segment, piece: Piece) -> tuple[float, float] | None:
    """Return the part [s, t] of a segment (0 to 1) inside a solid's interior, or None."""
    (ax, ay, az), (bx, by, bz) = line
    low, high = 0.0, 1.0
    walls: list[tuple[float, float]] = []  # depth inside each face, at the start and at the end
    if isinstance(piece, Cylinder):
        x, y, dx, dy = ax - piece.center[0], ay - piece.center[1], bx - ax, by - ay
        a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - piece.radius**2
        if b * b - a * c <= 0 or (a == 0 and c >= 0):
            return None
        if a > 0:
            root = (b * b - a * c) ** 0.5
            low, high = max(low, (-b - root) / a), min(high, (-b + root) / a)
        walls = [(az - piece.low, bz - piece.low), (piece.high - az, piece.high - bz)]
    else:
        corners = piece.points.tolist()
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            ex, ey = x2 - x1, y2 - y1
            walls.append((ex * (ay - y1) - ey * (ax - x1), ex * (by - y1) - ey * (bx - x1)))
        walls.append((az - piece.bottom.height(ax, ay), bz - piece.bottom.height(bx, by)))
        walls.append((piece.top.height(ax, ay) - az, piece.top.height(bx, by) - bz))
    for start, end in walls:
        if start <= 0 and end <= 0:
            return None
        if start < 0:
            low = max(low, start / (start - end))
        elif end < 0:
            high = min(high, start / (start - end))
    return (low, high) if low < high else None


def _inside_spans(line: Segment, pieces: Iterable[Piece]) -> list[tuple[float, float]]:
    """Return the parts of a segment inside each solid that it enters, after a test of bounds."""
    (ax, ay, _), (bx, by, _) = line
    box = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    return [s for p in pieces if boxes_overlap(p.box, box) and (s := interval_inside(line, p))]


def _has_end_in(line: Segment, occluder: Occluder) -> bool:
    return any(
        a <= MIN_THICKNESS_IN or b >= 1 - MIN_THICKNESS_IN
        for a, b in _inside_spans(line, occluder.pieces)
    )


def _covered_length(line: Segment, occluders: tuple[Occluder, ...]) -> float:
    spans = sorted(span for o in occluders for span in _inside_spans(line, o.pieces))
    total = 0.0
    upto = 0.0
    for a, b in spans:
        total += max(0.0, b - max(a, upto))
        upto = max(upto, b)
    return total * sum((q - p) ** 2 for p, q in zip(*line, strict=True)) ** 0.5


def is_open_line(line: Segment, occluders: tuple[Occluder, ...], depth: float = 3.0) -> bool:
    """Return whether a segment is an open line of sight among these occluders.

    An open line meets no blocking solid. It meets an obscuring solid only if it starts or ends
    inside, and passes through up to `depth` inches of it.
    """
    solid = [o for o in occluders if not o.is_obscuring]
    woods = tuple(o for o in occluders if o.is_obscuring)
    if any(_covered_length(line, (o,)) > 0.0 for o in solid):
        return False
    if any(_covered_length(line, (o,)) > EPSILON_IN and not _has_end_in(line, o) for o in woods):
        return False
    return _covered_length(line, woods) <= depth + EPSILON_IN


def connects_volumes(line: Segment, a: Cylinder, b: Cylinder) -> bool:
    """Return whether a segment runs from one volume to the other."""

    def within(point: tuple[float, float, float], volume: Cylinder) -> bool:
        x, y, z = point
        flat = ((x - volume.center[0]) ** 2 + (y - volume.center[1]) ** 2) ** 0.5
        return (
            flat <= volume.radius + MIN_THICKNESS_IN
            and volume.low - MIN_THICKNESS_IN <= z <= volume.high + MIN_THICKNESS_IN
        )

    return within(line[0], a) and within(line[1], b)
