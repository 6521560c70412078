"""First contacts of moving discs, and of upright cylinders that move horizontally. Inches.

An upright cylinder that moves between two heights meets a solid's interior exactly if its disc
meets the interior of `footprint_between(solid, low, high)`. All functions therefore work with
discs and sections in the plane. Touching is not meeting: a disc meets a section if it enters by
more than EPSILON_IN.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from wc3d.geometry.distance import Section, point_to_section, segment_to_section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Points
from wc3d.geometry.tolerances import EPSILON_IN, SURELY_LATER_IN, TINY_LENGTH_IN

Interval = tuple[float, float]


def disc_overlaps(center: XY, radius: float, section: Section) -> bool:
    """Return whether a disc overlaps a section; touching is not enough."""
    if not isinstance(section, tuple):
        x, y = center
        corners = section.tolist()
        ax, ay = corners[-1]
        for bx, by in corners:  # most near sections are beyond one side
            if (x - ax) * (by - ay) - (y - ay) * (bx - ax) > radius * math.hypot(bx - ax, by - ay):
                return False
            ax, ay = bx, by
    return point_to_section(center, section) < radius - EPSILON_IN


def moved_disc_overlaps(a: XY, b: XY, radius: float, section: Section) -> bool:
    """Return whether a disc moved from a to b overlaps a section anywhere, ends included."""
    return segment_to_section(a, b, section) < radius - EPSILON_IN


def overlap_interval(start: XY, way: XY, radius: float, section: Section) -> Interval | None:
    """Return when a disc that moves endlessly along the unit vector `way` overlaps a section.

    The interval is in inches from `start` (negative: behind it). Returns None for a disc that
    never overlaps the section or only touches it.
    """
    if isinstance(section, tuple):
        return _disc_overlap(start, way, section[0], section[1] + radius)
    return _rounded_overlap(start, way, radius, section)


def distance_until_beside(start: XY, way: XY, section: Section) -> float:
    """Return the way until a point is next to the section's start; negative: behind the point."""
    if isinstance(section, tuple):
        (x, y), radius = section
        return (x - start[0]) * way[0] + (y - start[1]) * way[1] - radius
    return min([(x - start[0]) * way[0] + (y - start[1]) * way[1] for x, y in section.tolist()])


def find_first_entered(
    start: XY, way: XY, length: float, radius: float, sections: Sequence[Section]
) -> tuple[float, list[int]]:
    """Return where a disc first enters a section within `length` inches, and all entered there.

    Returns (inf, []) for a free path. Near sections are tested first, and certainly later ones are
    skipped.
    """
    end = start[0] + length * way[0], start[1] + length * way[1]
    afters: dict[int, float] = {}
    soonest = math.inf
    for lower_bound, i in sorted(
        (distance_until_beside(start, way, section) - radius, i)
        for i, section in enumerate(sections)
    ):
        if lower_bound > soonest + SURELY_LATER_IN:
            break
        if moved_disc_overlaps(start, end, radius, sections[i]):
            span = overlap_interval(start, way, radius, sections[i])
            afters[i] = max(0.0, span[0]) if span is not None else 0.0
            soonest = min(soonest, afters[i])
    first = math.inf
    numbers = []
    for i in sorted(afters):
        if afters[i] < first - EPSILON_IN:
            first = afters[i]
            numbers = [i]
        elif afters[i] <= first + EPSILON_IN:
            numbers.append(i)
    return first, numbers


def first_contact(start: XY, way: XY, radius: float, section: Section) -> float | None:
    """Return how far a disc moves along `way` until it contacts a section.

    Returns 0 if the disc presses on a section that it already touches. Returns None for a tangent,
    a face that it slides along, or a section behind it. A disc that overlaps the section is in
    contact unless it has passed the section's middle.
    """
    deep = overlap_interval(start, way, max(0.0, radius - EPSILON_IN), section)
    if deep is None or deep[1] <= 0.0 or deep[0] + deep[1] < -EPSILON_IN:
        return None
    touch = overlap_interval(start, way, radius, section)
    return max(0.0, touch[0] if touch is not None else deep[0])


def _disc_overlap(start: XY, way: XY, center: XY, radius: float) -> Interval | None:
    x, y = center[0] - start[0], center[1] - start[1]
    middle = x * way[0] + y * way[1]
    aside = x * way[1] - y * way[0]
    square = (radius - abs(aside)) * (radius + abs(aside))
    if square <= 0.0:
        return None
    half = math.sqrt(square)
    return middle - half, middle + half


def _rounded_overlap(start: XY, way: XY, radius: float, polygon: Points) -> Interval | None:
    """Return the overlap with a grown polygon: polygon, strips along sides and discs at corners."""
    first, last = math.inf, -math.inf
    core: Interval | None = (-math.inf, math.inf)
    corners = polygon.tolist()
    aside = [(y - start[1]) * way[0] - (x - start[0]) * way[1] for x, y in corners]
    if min(aside) > radius + EPSILON_IN or max(aside) < -radius - EPSILON_IN:
        return None
    ax, ay = corners[-1]
    for bx, by in corners:
        ex, ey = bx - ax, by - ay
        long = math.hypot(ex, ey)
        if long > TINY_LENGTH_IN:
            ex, ey = ex / long, ey / long
            px, py = start[0] - ax, start[1] - ay
            along = px * ex + py * ey
            along_way = way[0] * ex + way[1] * ey
            offset = px * ey - py * ex
            offset_rate = way[0] * ey - way[1] * ex
            strip = _clip_to_slab(
                offset,
                offset_rate,
                0.0,
                radius,
                _clip_to_slab(along, along_way, 0.0, long, (-math.inf, math.inf)),
            )
            core = _clip_to_slab(offset, offset_rate, -math.inf, 0.0, core)
            if strip is not None:
                first, last = min(first, strip[0]), max(last, strip[1])
        disc = _disc_overlap(start, way, (bx, by), radius)
        if disc is not None:
            first, last = min(first, disc[0]), max(last, disc[1])
        ax, ay = bx, by
    if core is not None:  # never farther than the corners: a sliver's sides alone do not limit it
        along_way = [(x - start[0]) * way[0] + (y - start[1]) * way[1] for x, y in corners]
        first = min(first, max(core[0], min(along_way)))
        last = max(last, min(core[1], max(along_way)))
    return (first, last) if first < last else None


def _clip_to_slab(
    value: float, rate: float, low: float, high: float, within: Interval | None
) -> Interval | None:
    """Return the part of `within` in which low < value + rate t < high, or None."""
    if within is None:
        return None
    if abs(rate) < TINY_LENGTH_IN:  # along the slab
        return within if low < value < high else None
    s, t = (low - value) / rate, (high - value) / rate
    first, last = max(within[0], min(s, t)), min(within[1], max(s, t))
    return (first, last) if first < last else None
