"""Inspect an edited board: run the linter and find where each base can stand on each level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely

from wc3d._internal.progress import Progress, scale_progress
from wc3d.geometry.points import XYZ
from wc3d.table.body import Body
from wc3d.table.maps.lint import LintFinding, lint_map
from wc3d.table.maps.map_file import read_map
from wc3d.table.moves.walkable import inner_polygon, standing_area
from wc3d.table.space_constants import BaseSize
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import StandableLevel, table_levels

LINT_PROGRESS_SHARES = 0.03, 0.12
"""The approximate shares of the work done when the linter starts and ends."""


@dataclass(frozen=True, eq=False)
class LevelBaseFit:
    """A level: its height, its features (none for the table), and the area for the center of each
    base.

    `areas` goes from the smallest base to the largest, without those that fit nowhere on the
    level. `sample_models` are the tallest model that fits, and the smallest next to it if both
    have room.
    """

    height: float
    features: tuple[str, ...]
    areas: dict[str, shapely.Geometry]
    sample_models: tuple[Body, ...] = ()
    at: XYZ = (0.0, 0.0, 0.0)
    """A point of the level, for its label."""

    @property
    def smallest_base(self) -> str | None:
        """The smallest base that fits on the level."""
        return next(iter(self.areas), None)

    @property
    def largest_base(self) -> str | None:
        """The largest base that fits on the level. It is also the tallest."""
        return next(reversed(self.areas), None)


@dataclass(frozen=True, eq=False)
class BoardReport:
    """The linter's findings about a board, and its levels from the highest."""

    findings: tuple[LintFinding, ...]
    fits: tuple[LevelBaseFit, ...]


def fit_bases(table: Table, progress: Progress | None = None) -> tuple[LevelBaseFit, ...]:
    """Find where each base can stand on each level, from the highest, ignoring models. Areas are a
    hair too small.
    """
    box = (0.0, 0.0, *table.size)
    bare = Table(table.size, table.features, table.ladders, policy=table.policy)
    bases = sorted(table.policy.bases.values(), key=lambda b: b.radius)
    all_levels = table_levels(bare)
    results = []
    step_count = 0
    for level in all_levels:
        areas = {}
        for base in bases:
            if progress is not None:
                progress(step_count, len(all_levels) * len(bases))
            step_count += 1
            area = standing_area(
                bare,
                Body("", base.name, (0.0, 0.0, level.height), sizes=table.policy.bases),
                level.height,
                box,
            )
            if not area.is_empty:
                areas[base.name] = area
        bodies = _place_bases(level.height, areas, table.policy.bases)
        results.append(
            LevelBaseFit(level.height, level.features, areas, bodies, _find_middle(level))
        )
    return tuple(results)


def _find_middle(level: StandableLevel) -> XYZ:
    """Return the middle of a level's largest shape."""
    largest = max(
        map(inner_polygon, level.shapes),
        key=lambda shape: shape.area,
        default=shapely.Point(0.0, 0.0),
    )
    x, y = shapely.get_coordinates(shapely.point_on_surface(largest))[0].tolist()
    return x, y, level.height


def _place_bases(
    height: float, areas: dict[str, shapely.Geometry], sizes: Mapping[str, BaseSize]
) -> tuple[Body, ...]:
    """Place the tallest base where it has most room, and the smallest next to it."""
    if not areas:
        return ()
    small = next(iter(areas))
    large = next(reversed(areas))
    widest = max(shapely.get_parts(areas[large]).tolist(), key=lambda part: part.area)
    x, y = shapely.get_coordinates(shapely.maximum_inscribed_circle(widest, 0.1))[0].tolist()
    tallest = Body(large, large, (x, y, height), sizes=sizes)
    spacing = tallest.radius + sizes[small].radius + 0.4
    room = areas[small].difference(shapely.Point(x, y).buffer(spacing))
    if small == large or room.is_empty:
        return (tallest,)
    at = shapely.get_coordinates(shapely.shortest_line(room, shapely.Point(x + spacing, y)))[
        0
    ].tolist()
    return tallest, Body(small, small, (*at, height), sizes=sizes)


def inspect_board(
    data: Any, folder: Path | None, policy: SpacePolicy, progress: Progress | None = None
) -> BoardReport:
    """Inspect a map given as the object of its file."""
    reading = read_map(data, policy, folder)
    lint = scale_progress(progress, LINT_PROGRESS_SHARES[0], LINT_PROGRESS_SHARES[0])
    rest = scale_progress(progress, LINT_PROGRESS_SHARES[1], 1.0)
    if lint is not None:
        lint(0, 1)
    findings = tuple(lint_map(reading))
    return BoardReport(
        findings, fit_bases(reading.table, rest) if reading.table is not None else ()
    )
