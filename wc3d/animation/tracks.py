"""The displayed tracks of moving models: arcs of jumps, and the places at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import support_height

ARC_PIECES, ARC_HEIGHT_RATIO, MAX_ARC_HEIGHT_IN = 12, 0.3, 1.2
"""A jump's arc: number of segments, height per length, and greatest height in inches."""
SUPPORT_STEP_IN = 0.25
"""Distance in inches between checks whether a base is supported."""


def point_on_track(track: Sequence[XYZ], part: float) -> XYZ:
    """Return the point a part (0 to 1) of the way along a track."""
    lengths = [dist(a, b) for a, b in pairwise(track)]
    remaining = sum(lengths) * min(max(part, 0.0), 1.0)
    for (a, b), length in zip(pairwise(track), lengths, strict=True):
        if remaining <= length:
            share = remaining / length if length else 1.0
            return tuple(p + (q - p) * share for p, q in zip(a, b, strict=True))  # type: ignore[return-value]
        remaining -= length
    return track[-1]


def arc_jumps(track: Sequence[XYZ], body: Body, table: Table) -> tuple[XYZ, ...]:
    """Return the displayed track of a move: jumps become arcs, all other segments stay.

    By the rules, a jump is a straight line followed by a drop.
    """
    leaps = _find_leaps(track, body, table)
    points = [*track[:1]]
    for number, (a, b) in enumerate(pairwise(track)):
        points += [*_arc_points(a, b), b] if number in leaps else [b]
    return tuple(points)


def _find_leaps(track: Sequence[XYZ], body: Body, table: Table) -> set[int]:
    """Return the jump segments: level ones without support, else the last level one."""
    level = [i for i, (a, b) in enumerate(pairwise(track)) if a[2] == b[2] and a != b]
    over_gaps = {i for i in level if _has_gap(track[i], track[i + 1], body, table)}
    return over_gaps or {*level[-1:]}


def _has_gap(a: XYZ, b: XYZ, body: Body, table: Table) -> bool:
    """Return whether the base is unsupported anywhere between two points of equal height."""
    count = 1 + int(dist(a, b) / SUPPORT_STEP_IN)
    spots = (
        (a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count)
        for k in range(1, count)
    )
    return any(support_height(table, body.base, spot, a[2]) < a[2] - EPSILON_IN for spot in spots)


def _arc_points(a: XYZ, b: XYZ) -> list[XYZ]:
    """Return the points of a jump's arc between its ends."""
    (x, y, z), (u, v, _) = a, b
    top = min(MAX_ARC_HEIGHT_IN, ARC_HEIGHT_RATIO * dist((x, y), (u, v)))
    return [
        (x + (u - x) * s, y + (v - y) * s, z + 4 * top * s * (1 - s))
        for s in (k / ARC_PIECES for k in range(1, ARC_PIECES))
    ]


def ease(motion: str, part: float) -> float:
    """Return the completed part of a path by the part of time: falls accelerate, slams brake."""
    if motion in ("slam", "push"):
        return 1 - (1 - part) ** 2
    return part * part if motion == "fall" else part
