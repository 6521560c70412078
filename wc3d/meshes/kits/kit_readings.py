"""Readings of a whole kit: its files have one size and one side up, which all of them rate.

Evidence of more files counts for more, up to a limit, as a kit repeats its habits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from wc3d.meshes.kits.kit_file import PieceReading
from wc3d.meshes.reading_scales import Way
from wc3d.meshes.readings import (
    CLOSE_SCORE,
    DIFFERENT_SIZE,
    MAX_READINGS,
    MAX_SCORE_BEHIND,
    MAX_SCORE_BEHIND_UNSEARCHED,
    SET_KEY,
    FileEvidence,
    allowed_ways,
    make_reading,
    rate_ups,
    total_score,
)
from wc3d.meshes.units import INCHES_PER_UNIT, UP_AXES, Unit, Up

INDEPENDENT_FILES = 4
"""Most files whose evidence counts as independent."""

UNLIKELY_UP_SCORE = -MAX_SCORE_BEHIND_UNSEARCHED
"""Score, below the best, of an upward axis that a file does not consider."""


@dataclass(frozen=True)
class KitReading:
    """One way to read all files of a kit that have the same format."""

    reading: PieceReading
    label: str
    """The units and the scale, in words."""
    score: float
    """The logarithm of its probability; compare it only within a kit."""

    @property
    def inches_per_unit(self) -> float:
        """The inches on the table for a unit of the file."""
        return INCHES_PER_UNIT[self.reading.unit] * self.reading.scale

    def differs_from(self, other: KitReading) -> bool:
        """Return whether another reading gives another size or another side up."""
        a, b = self.inches_per_unit, other.inches_per_unit
        return self.reading.up != other.reading.up or max(a, b) > DIFFERENT_SIZE * min(a, b)


def are_kit_readings_close(readings: Sequence[KitReading]) -> bool:
    """Return whether another reading is about as likely as the first."""
    best, *others = readings
    return any(best.score - other.score < CLOSE_SCORE for other in others)


def propose_kit_readings(
    files: Sequence[FileEvidence],
    *,
    unit: Unit | None = None,
    scale: float | None = None,
    up: Up | None = None,
) -> tuple[KitReading, ...]:
    """Return the likely readings of files of one kit and format, the most likely first.

    A `unit`, `scale` or `up` that the user set leaves only readings that agree.
    """
    weight = min(len(files), INDEPENDENT_FILES) / len(files)
    up_scores = {up: 0.0} if up is not None else _rate_kit_ups(files, weight)
    readings = []
    for axis, up_score in up_scores.items():
        for way in _kit_ways(files, axis, unit, scale):
            evidence = (make_reading(file, way._replace(share=1.0), axis, ()) for file in files)
            score = math.log(way.share) + weight * sum(rated.score for rated in evidence)
            reading = PieceReading(way.unit, way.scale, axis)
            readings.append(KitReading(reading, way.label, score + up_score))
    readings.sort(key=lambda reading: -reading.score)
    return _select(readings)


def _select(readings: Sequence[KitReading]) -> tuple[KitReading, ...]:
    """Return the best readings that differ, without those that are far behind."""
    selected: list[KitReading] = []
    for reading in readings:
        is_near = reading.score > readings[0].score - MAX_SCORE_BEHIND
        if (is_near or not selected) and all(reading.differs_from(r) for r in selected):
            selected.append(reading)
    return tuple(selected[:MAX_READINGS])


def _rate_kit_ups(files: Sequence[FileEvidence], weight: float) -> dict[Up, float]:
    """Return the scores of the likely upward axes: the format's habit once, and the evidence."""
    scores: dict[Up, float] = dict.fromkeys(UP_AXES, 0.0)
    for file in files:
        terms = rate_ups(file, tuple(UP_AXES))
        best = max(total_score(group) for group in terms.values())
        for up in UP_AXES:
            if up in terms:
                habit, *evidence = terms[up]
                scores[up] += habit.score / len(files) + weight * total_score(evidence)
            else:
                scores[up] += weight * (best + UNLIKELY_UP_SCORE)
    best = max(scores.values())
    return {up: s for up, s in scores.items() if s > best - MAX_SCORE_BEHIND_UNSEARCHED}


def _kit_ways(
    files: Sequence[FileEvidence], up: Up, unit: Unit | None, scale: float | None
) -> list[Way]:
    """Return the ways to read a kit: those of its files, with the median of fitted scales."""
    if unit is not None and scale is None:
        scale = 1.0
    ways_by_key: dict[str, list[Way]] = {}
    for file in files:
        for way in allowed_ways(file, up, unit, scale):
            ways_by_key.setdefault(way.key, []).append(way)
    ways = []
    for key, group in ways_by_key.items():
        own = group[0]
        if key != SET_KEY and len({(way.unit, way.scale) for way in group}) > 1:
            inches = median(INCHES_PER_UNIT[way.unit] * way.scale for way in group)
            own = own._replace(scale=float(f"{inches / INCHES_PER_UNIT[own.unit]:.4g}"))
        ways.append(own)
    return ways
