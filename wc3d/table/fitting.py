"""Looking an edited board over: the linter's findings, and for each level where each base can stand on it."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely

from wc3d.table.lint import Finding, lint_map
from wc3d.table.maps import read_map
from wc3d.table.sheets import standing_area
from wc3d.table.support import levels
from wc3d.table.table import Body, Table


@dataclass(frozen=True, eq=False)
class Fit:
    """One level: its height, the features it is made of (none: the table), and where the centre of each base can stand there.

    `areas` goes from the smallest base to the largest; those that cannot stand anywhere on the level are left out.
    """

    height: float
    features: tuple[str, ...]
    areas: dict[str, shapely.Geometry]

    @property
    def smallest(self) -> str | None:
        """The smallest base that can stand there."""
        return next(iter(self.areas), None)

    @property
    def largest(self) -> str | None:
        """The largest, and so the tallest, that can."""
        return next(reversed(self.areas), None)


@dataclass(frozen=True, eq=False)
class LookedOver:
    """What there is to say about a board: its findings, and its levels, the highest first."""

    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...]


def fits(table: Table, progress: Callable[[int, int], bool] | None = None) -> tuple[Fit, ...]:
    """For each level, highest first, where each base can stand on it, without regard to models. Areas are a hair too small."""
    box = (0.0, 0.0, *table.size)
    bare = Table(table.size, table.features, table.ladders, policy=table.policy)
    bases = sorted(table.policy.bases.values(), key=lambda b: b.radius)
    all_levels, found = levels(bare), []
    for done, level in enumerate(all_levels):
        if progress is not None:
            progress(done, len(all_levels))
        areas = {}
        for base in bases:
            area = standing_area(bare, Body("", base.name, (0.0, 0.0, level.height), sizes=table.policy), level.height, box)
            if not area.is_empty:
                areas[base.name] = area
        found.append(Fit(level.height, level.features, areas))
    return tuple(found)


def look_over(data: Any, folder: Path | None, progress: Callable[[int, int], bool] | None = None) -> LookedOver:
    """Everything there is to say about a map given as the object that its file would hold."""
    reading = read_map(data, folder)
    return LookedOver(tuple(lint_map(reading)), fits(reading.table, progress) if reading.table is not None else ())
