"""What terrain is to this game, by its kind and its measures: what may be passed, what slows, what protects."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from wc3d.geometry.distance import Section
from wc3d.geometry.plane.min_width import min_hull_width
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature, Kind

MAX_LINEAR_THICKNESS_IN = 1.0
"""A linear obstacle is less than this thick (WM-TER-04)."""

MAX_OBSTACLE_HEIGHT_IN = 1.0
"""An obstruction is more than this tall (WM-TER-08, WM-RUL-33)."""


class Passage(Enum):
    """What a feature is to a base that moves over it."""

    OPEN = "open"
    ROUGH = "rough"
    LINEAR = "a linear obstacle"
    THICK = "a thick obstacle"
    DEEP = "deep water"
    CLOSED = "impassable terrain"


IMPASSABLE_PASSAGES = (Passage.THICK, Passage.DEEP, Passage.CLOSED)
"""What is impassable terrain where obstacles are not climbed and water is no more than ground (WM-RUL-31)."""


@lru_cache(maxsize=4096)
def footprint(feature: Feature) -> tuple[Section, ...]:
    """A feature in the plane: its heights play no part (WM-RUL-116)."""
    return tuple(
        (p.center, p.radius) if isinstance(p, Cylinder) else p.points for p in feature.pieces
    )


@lru_cache(maxsize=4096)
def classify_passage(feature: Feature) -> Passage:
    """What a feature is to a moving base: by its kind, obstacles and structures by their measures (WM-TER-04, WM-RUL-108).

    More than 1" tall: an obstruction (WM-TER-08); else less than 1" thick: a linear obstacle; else a thick one. Shallow water is
    rough ground (WM-REF-33), deep water is impassable, or more than that (WM-REF-35).
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
