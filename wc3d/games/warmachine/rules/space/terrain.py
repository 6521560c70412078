"""Classification of terrain by kind and size: passage, rough ground and protection."""

from __future__ import annotations

from enum import Enum

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.min_width import min_hull_width
from wc3d.geometry.plane.section_group import SectionGroup
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature, Kind

MAX_LINEAR_THICKNESS_IN = 1.0
"""The upper limit of a linear obstacle's thickness, exclusive (WM-TER-04)."""

MAX_OBSTACLE_HEIGHT_IN = 1.0
"""The largest height of an obstacle; an obstruction is taller (WM-TER-08, WM-RUL-33)."""


class Passage(Enum):
    """The effect of a feature on a base that moves over it."""

    OPEN = "open"
    ROUGH = "rough"
    LINEAR = "a linear obstacle"
    THICK = "a thick obstacle"
    DEEP = "deep water"
    CLOSED = "impassable terrain"


IMPASSABLE_PASSAGES = (Passage.THICK, Passage.DEEP, Passage.CLOSED)
"""The impassable terrain without the rules for climbing and water (WM-RUL-31)."""


@memo_per_terrain(Size.LARGE)
def footprint(feature: Feature) -> tuple[Section, ...]:
    """Return a feature in the plane, without heights (WM-RUL-116)."""
    return tuple(
        (p.center, p.radius) if isinstance(p, Cylinder) else p.points for p in feature.pieces
    )


@memo_per_terrain(Size.LARGE)
def group_footprint(feature: Feature) -> SectionGroup:
    """Return a footprint for sweeps. A mesh has hundreds of parts, and a path passes few of
    them.
    """
    return SectionGroup(footprint(feature), tuple(piece.box for piece in feature.pieces))


@memo_per_terrain(Size.LARGE)
def classify_passage(feature: Feature) -> Passage:
    """Return a feature's passage by kind or, for obstacles, size (WM-TER-04, WM-RUL-108).

    A feature over 1" tall is an obstruction (WM-TER-08). A lower one is a linear obstacle if less
    than 1" thick, else a thick one. Shallow water is rough ground (WM-REF-33). Deep water is at
    least impassable (WM-REF-35).
    """
    if feature.kind.rough:
        return Passage.ROUGH
    if feature.kind is Kind.IMPASSABLE:
        return Passage.DEEP if feature.water else Passage.CLOSED
    if not feature.kind.solid or not feature.pieces:
        return Passage.OPEN
    low = feature.high - feature.low <= MAX_OBSTACLE_HEIGHT_IN + EPSILON_IN
    thin = min_hull_width(footprint(feature)) < MAX_LINEAR_THICKNESS_IN - EPSILON_IN
    if not low:
        return Passage.CLOSED
    return Passage.LINEAR if thin else Passage.THICK
