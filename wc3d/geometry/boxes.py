"""Bounding boxes in plan for quick rejection: x0, y0, x1, y1, in inches."""

from __future__ import annotations

from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY

Box = tuple[float, float, float, float]


def boxes_overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def section_box(section: Section) -> Box:
    """Return the bounding box of a section."""
    if isinstance(section, tuple):
        (x, y), r = section
        return x - r, y - r, x + r, y + r
    low, high = section.min(axis=0), section.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def moved_disc_box(a: XY, b: XY, radius: float) -> Box:
    """Return the bounding box of a disc moved from a to b."""
    return (
        min(a[0], b[0]) - radius,
        min(a[1], b[1]) - radius,
        max(a[0], b[0]) + radius,
        max(a[1], b[1]) + radius,
    )
