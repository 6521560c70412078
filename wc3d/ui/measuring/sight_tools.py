"""Background computations for the measuring tools: sight, cover, side cuts and sight areas.

`quick_sight_report` is fast enough to follow a dragged model. `full_sight_report` adds the line
with the most clearance, the blockers, onlookers and the side cut, and with `sizes` the numbers for
all base sizes. `compute_sight_area` computes a sight area.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from wc3d._internal.suggestions import pluralize
from wc3d.geometry.sight_solver import compile_sight_search
from wc3d.judging.cover import cover_evidence
from wc3d.judging.seen_from import seen_from_evidence
from wc3d.judging.sight import quick_sight_evidence, sight_evidence
from wc3d.presentation.evidence_view import XYZ, EvidenceView, join_ids
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.sight_marks import straighten_cells
from wc3d.printing.canvas import Bitmap
from wc3d.printing.side_cut import draw_side_cut
from wc3d.table.body import Body
from wc3d.table.sight.cover import cover
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import SeenFrom, SeenLevel, seen_from
from wc3d.table.table import Table

Line = tuple[XYZ, XYZ]


@dataclass(frozen=True)
class BaseVerdict:
    """The sight verdict for a base size, with margins (None: not computed or not applicable)."""

    base: str
    verdict: str
    clearance: float | None = None
    short_by: float | None = None


@dataclass(frozen=True)
class Onlooker:
    """Another model with its verdict on the target and its sight line."""

    id: str
    verdict: str
    line: Line | None


@dataclass(frozen=True, eq=False)
class SightReport:
    """The sight report for a viewer and a target at their true or assumed places.

    A report with `is_full` has all evidence, one with `is_complete` also the other base sizes.
    """

    viewer: Body
    target: Body
    base_verdicts: tuple[BaseVerdict, ...]
    sight: EvidenceView
    cover: EvidenceView
    cover_reason: str
    is_full: bool = False
    is_complete: bool = False
    onlookers: tuple[Onlooker, ...] = ()
    cut: Bitmap | None = None


def quick_sight_report(
    table: Table, question: Mapping[str, Any], progress: Any = None
) -> SightReport:
    """Return the verdicts for all base sizes, with the first proven line, not the best one."""
    viewer, target, table = _place_ends(table, question)
    verdicts = {
        base: sight(table, viewer, replace(target, base=base)) for base in table.policy.bases
    }
    evidence = quick_sight_evidence(table, viewer.id, target.id, verdicts[target.base])
    sizes = tuple(BaseVerdict(base, s.verdict) for base, s in verdicts.items())
    return SightReport(viewer, target, sizes, evidence, *_describe_cover(table, viewer, target))


def full_sight_report(
    table: Table, question: Mapping[str, Any], progress: Any = None
) -> SightReport:
    """Return the report with clearance, blockers, onlookers and side cut, with `sizes` if asked."""
    viewer, target, table = _place_ends(table, question)
    verdicts = {
        base: _cached_sight(table, viewer, replace(target, base=base))
        for base in table.policy.bases
    }
    complete = bool(question.get("sizes"))
    sizes = tuple(
        BaseVerdict(base, s.verdict, s.clearance, s.short_by)
        if complete or base == target.base
        else BaseVerdict(base, s.verdict)
        for base, s in verdicts.items()
    )
    evidence = sight_evidence(table, viewer.id, target.id, verdicts[target.base])
    report = SightReport(
        viewer,
        target,
        sizes,
        evidence,
        *_describe_cover(table, viewer, target),
        is_full=True,
        is_complete=complete,
    )
    if question.get("everyone"):
        report = replace(report, onlookers=find_onlookers(table, target))
    wide, high, scale = question.get("cut", (0, 0, 1))
    return (
        replace(
            report, cut=draw_side_cut(table, evidence, wide, high, scale, question.get("called"))
        )
        if wide
        else report
    )


_SIGHT_CACHE: OrderedDict[Any, Any] = OrderedDict()


def _cached_sight(table: Table, viewer: Body, target: Body) -> Any:
    """Return the sight verdict, cached so that its evidence is computed only once."""
    key = table.features, viewer.volume, target.volume, table.policy.obscuring_depth
    verdict = _SIGHT_CACHE.get(key)  # a single lookup, as another thread may remove the entry
    if verdict is None:
        verdict = _SIGHT_CACHE[key] = sight(table, viewer, target)
        if len(_SIGHT_CACHE) > 60:
            _SIGHT_CACHE.popitem(last=False)
    return verdict


def _place_ends(table: Table, question: Mapping[str, Any]) -> tuple[Body, Body, Table]:
    viewer = question["viewer"]
    target = question["target"]
    return viewer, target, table.with_bodies(viewer, target)


def _describe_cover(table: Table, viewer: Body, target: Body) -> tuple[EvidenceView, str]:
    verdict = cover(table, viewer, target)
    evidence = cover_evidence(table, viewer.id, target.id, verdict)
    distances = dict(zip(verdict.intervening, verdict.distances, strict=True))
    if verdict.cover:
        return evidence, "yes: " + ", ".join(
            f"{table.display_name(id)}, {format_inches(distances[id])} from the target"
            for id in verdict.features
        )
    if not verdict.intervening:
        return evidence, "no: nothing in between"
    nearest = min(distances, key=lambda id: distances[id])
    distance = f"{format_inches(distances[nearest])} from the target"
    is_near = distances[nearest] <= table.policy.cover_within  # but of a kind without cover
    others = len(verdict.intervening) - 1
    if others:
        features = f"{table.display_name(nearest)} and {pluralize(others, 'more feature')}"
        without = ", but does not give cover" if is_near else ""
        return (
            evidence,
            f"no: {features} are in between; the nearest is {distance}{without}",
        )
    end = f"{distance}, but does not give cover" if is_near else f"but {distance}"
    return evidence, f"no: {table.display_name(nearest)} is in between, {end}"


def find_onlookers(table: Table, target: Body) -> tuple[Onlooker, ...]:
    """Return the verdict of every other model on the target."""
    verdicts = (
        (body.id, sight(table, body, target))
        for body in table.bodies
        if body.id != target.id and body.is_plain
    )
    return tuple(Onlooker(id, s.verdict, s.witness) for id, s in verdicts)


def warm_up_solver(table: Table, question: Mapping[str, Any], progress: Any = None) -> None:
    """Compute one sight line, so that all code is loaded before the first question."""
    width, depth = table.size
    sight(table, Body("one", "small", (0.0, 0.0, 0.0)), Body("two", "small", (width, depth, 0.0)))


def compute_sight_area(table: Table, question: Mapping[str, Any], progress: Any) -> EvidenceView:
    """Return where any of `viewers` sees a base, by level, smoothed if `outlined`.

    An outlined area takes longer interpreted than compiling, so it waits for the compiled search.
    """
    if question.get("outlined"):
        compile_sight_search()
    viewers = question["viewers"]
    base = question["base"]
    cell = question["cell"]
    grids: dict[float, Any] = {}
    for number, viewer in enumerate(viewers):

        def part(count: int, total: int, number: int = number) -> bool:
            return bool(progress(number * total + count, len(viewers) * total))

        for level in seen_from(table, viewer, base, cell, part).levels:
            old_cells = grids.get(level.height)
            grids[level.height] = (
                level.cells if old_cells is None else np.bitwise_or(old_cells, level.cells)
            )
    visibility = SeenFrom([SeenLevel(height, grids[height]) for height in sorted(grids)], cell)
    first = viewers[0]
    evidence = seen_from_evidence(table.with_bodies(first), first.id, base, visibility)
    if question.get("outlined"):
        evidence = replace(
            evidence,
            areas=tuple(
                replace(area, shape=straighten_cells(area.shape, cell)) for area in evidence.areas
            ),
        )
    if len(viewers) == 1:
        return evidence
    return replace(
        evidence,
        verdict="IN SIGHT",
        headline=f"where any of {join_ids(v.id for v in viewers)} sees a {base} base",
    )
