"""Measure a board: open lines, cover, the terrain near each side, and the way from edge to edge."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from wc3d.board_generator.walking import measure_walkable
from wc3d.geometry.points import XY, XYZ
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import piece_footprint, stand

SAMPLE_LINES = 100
"""The lines of sight that are drawn between two zones."""

SAMPLE_PLACES = 300
"""The places that are tried for cover."""

SAMPLE_SEED = 1
"""The seed of the sample: the same board has the same figures."""

MAX_PLACE_TRIES = 200
"""The places tried for a model in a zone before the zone counts as full."""

COVER_REACH_IN = 3.0
"""The distance from a place within which cover counts. Inches."""

DEPLOYMENT_SHARE = 1 / 6
"""The depth of a deployment zone as a share of the table's depth."""

MIDDLE_SHARES = (0.25, 0.4)
"""The near and the far edge of the zone before the middle, as shares of the table's depth."""

SIDE_SHARE = 1 / 3
"""The depth of the ground near a side, whose terrain is compared with the other side's."""


@dataclass(frozen=True)
class MeasureRange:
    """The range in which a figure must lie."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{self.low:.0%} to {self.high:.0%}" if self.low else f"up to {self.high:.0%}"


@dataclass(frozen=True)
class BoardMeasures:
    """The figures of a board, as shares from 0 to 1."""

    deployment_lines: float
    """The open lines between the two deployment zones."""
    middle_lines: float
    """The open lines across the middle."""
    near_cover: float
    """The places within 3" of cover or of terrain that hides models."""
    side_terrain: tuple[float, float]
    """The share of the ground near each side that is terrain which blocks, covers or hides."""
    walkable: float
    """The part of the ground for the widest base that hangs together and joins all four edges."""

    @property
    def side_difference(self) -> float:
        """The difference of the two sides' terrain as a share of the larger one."""
        return abs(self.side_terrain[0] - self.side_terrain[1]) / max(*self.side_terrain, 1e-9)


RANGES = {
    "deployment_lines": MeasureRange(0.0, 0.4),
    "middle_lines": MeasureRange(0.2, 0.75),
    "near_cover": MeasureRange(0.5, 0.98),
    "side_difference": MeasureRange(0.0, 0.1),
    "walkable": MeasureRange(0.97, 1.0),
}
"""The ranges that random boards keep."""

DESCRIPTIONS = {
    "deployment_lines": "open lines of sight between the deployment zones",
    "middle_lines": "open lines of sight across the middle",
    "near_cover": 'places within 3" of cover or of terrain that hides models',
    "side_difference": "difference of the terrain near the two sides",
    "walkable": "ground that an 80 mm base reaches from every edge",
}
"""The figures in words."""


def missed_ranges(measures: BoardMeasures) -> list[str]:
    """Return the names of the figures outside their range."""
    return [name for name, limits in RANGES.items() if getattr(measures, name) not in limits]


def describe_measures(measures: BoardMeasures) -> Iterator[str]:
    """Yield a line for each figure with its range."""
    for name, words in DESCRIPTIONS.items():
        yield f"{words}: {getattr(measures, name):.0%} ({RANGES[name]})"


class BoardSampler:
    """Draws places on the ground of a table and asks the exact sight between them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.generator = random.Random(SAMPLE_SEED)
        self.base = min(table.policy.bases.values(), key=lambda base: base.radius)

    def draw_place(self, low: float, high: float) -> XYZ | None:
        """Return a place for the smallest base between two depths, or None in a full zone."""
        margin = self.base.radius + 0.01
        width, depth = self.table.size
        for _ in range(MAX_PLACE_TRIES):
            x = self.generator.uniform(margin, width - margin)
            y = self.generator.uniform(max(low, margin), min(high, depth - margin))
            if stand(self.table, self.base.name, (x, y, 0.0)):
                return x, y, 0.0
        return None

    def open_share(self, near: XY, far: XY, keep_going: Callable[[], object]) -> float:
        """Return the share of open lines between two zones, each from a depth to another."""
        open_lines = 0
        for _ in range(SAMPLE_LINES):
            keep_going()
            places = self.draw_place(*near), self.draw_place(*far)
            if places[0] is None or places[1] is None:
                continue
            a, b = (
                Body(name, self.base.name, at, sizes=self.table.policy.bases)
                for name, at in zip("ab", places, strict=True)
                if at is not None
            )
            open_lines += sight(self.table, a, b).verdict == "clear"
        return open_lines / SAMPLE_LINES

    def cover_share(self) -> float:
        """Return the share of places within reach of cover or of terrain that hides models."""
        outlines = [
            section_to_polygon(piece_footprint(piece), 8)
            for feature in self.table.features
            if is_cover(feature)
            for piece in feature.pieces
        ]
        places = (self.draw_place(0.0, self.table.size[1]) for _ in range(SAMPLE_PLACES))
        points = [shapely.Point(at[:2]) for at in places if at is not None]
        if not outlines or not points:
            return 0.0
        near, _ = shapely.STRtree(outlines).query(points, "dwithin", COVER_REACH_IN)
        return len(np.unique(near)) / len(points)


def is_cover(feature: Feature) -> bool:
    """Return whether a feature gives cover or hides models."""
    return feature.cover or feature.kind.obscuring


def measure_sides(size: XY, cover: list[shapely.Geometry]) -> tuple[float, float]:
    """Return the share of the ground near each side below the outlines of covering terrain."""
    width, depth = size
    whole = shapely.union_all(cover)
    near, far = (
        shapely.box(0.0, low, width, low + SIDE_SHARE * depth)
        for low in (0.0, (1 - SIDE_SHARE) * depth)
    )
    return (
        float(whole.intersection(near).area / near.area),
        float(whole.intersection(far).area / far.area),
    )


def measure_table(
    table: Table,
    cover: list[shapely.Geometry],
    solids: list[shapely.Geometry],
    keep_going: Callable[[], object] = lambda: None,
) -> BoardMeasures:
    """Return the figures of a board, for its own exact sight.

    `cover` holds the plans of what blocks, covers or hides, `solids` those of what is in the way of
    a base. `keep_going` is called before each line and may raise an exception.
    """
    sampler = BoardSampler(table)
    depth = table.size[1]
    zone = DEPLOYMENT_SHARE * depth
    near, far = (share * depth for share in MIDDLE_SHARES)
    return BoardMeasures(
        sampler.open_share((0.0, zone), (depth - zone, depth), keep_going),
        sampler.open_share((near, far), (depth - far, depth - near), keep_going),
        sampler.cover_share(),
        measure_sides(table.size, cover),
        measure_walkable(table.size, solids),
    )
