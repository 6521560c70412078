"""The board linter behind `wc3d check`: report every fault of a map in one run, with its place in
the file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np
import shapely

from wc3d.geometry.distance import point_to_section
from wc3d.geometry.penetration import penetration_depth
from wc3d.geometry.solids import Piece
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.map_file import MapEntry, MapReadResult
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.stairs import propose_ladders
from wc3d.table.maps.standing_regions import HAIR_IN, StandingRegions, find_hair_steps
from wc3d.table.maps.strict_json import FileFault
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder, split_by_state
from wc3d.table.terrain.standing_places import piece_footprint

MIN_OVERLAP_IN = 1e-3
"""Solids that overlap by less than this only touch. Inches."""

MAX_RESTING_GAP_IN = 5e-3
"""A solid this near another rests or leans on it. Inches."""

OVERLAPS_LIMIT = 1_000
"""The number of overlapping pairs of shapes after which the linter stops looking for more."""

MAX_FLOOR_OFFSET_IN = 0.25
"""The farthest that a settled floor may be above the top or below the bottom of its mesh. Inches.
"""

MAX_SLIT_IN = HAIR_IN
"""A narrower gap between solids is probably a mistake, but models see through it. Inches."""


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A fault in a file: its place ("terrain[3].shape"), a code word, a sentence, its severity.

    `at` is its point on the table, if it has one. `ladder` would settle it if added to the map.
    """

    where: str
    code: str
    message: str
    severity: Literal["error", "warning"] = "error"
    at: tuple[float, float, float] | None = None
    ladder: Ladder | None = None

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.severity}: {self.message} [{self.code}]"


def finding_from_fault(fault: FileFault) -> LintFinding:
    """Return the finding for a fault that prevents reading the file."""
    code = "mesh" if fault.place.endswith(".file") else "unreadable"
    return LintFinding(fault.place, code, fault.text)


def lint_map(reading: MapReadResult) -> list[LintFinding]:
    """Return every finding about a map that was read."""
    findings = [finding_from_fault(fault) for fault in reading.faults]
    for entry in reading.entries:
        findings += _kind_findings(entry, reading.table)
        findings += _floor_findings(entry)
    findings += [LintFinding(note.place, "unread", note.text, "warning") for note in reading.notes]
    present, _ = split_by_state(entry.feature for entry in reading.entries)
    entries = tuple(entry for entry in reading.entries if entry.feature in present)
    findings += _contact_findings(entries)
    if reading.table is not None:
        for entry in reading.entries:
            findings += _outside_findings(entry, reading.table)
        checker = StandingRegions(reading.table)
        findings += _step_findings(entries, reading.table)
        findings += _top_findings(entries, checker)
        findings += _ladder_findings(reading, checker)
        findings += _stairs_findings(reading, checker)
    return sorted(findings, key=_file_order)


def _file_order(finding: LintFinding) -> tuple[bool, int]:
    """Sort key for file order: general findings first, then terrain by number, then ladders."""
    number = finding.where.partition("[")[2].partition("]")[0]
    return finding.where.startswith("ladders"), int(number) if number.isdigit() else -1


def _kind_findings(entry: MapEntry, table: Table | None) -> Iterator[LintFinding]:
    """Yield contradictions between a feature's kind and its shape, or between its own overrides."""
    feature = entry.feature
    model = entry.model
    place = entry.place
    tall = feature.high - feature.low
    contradiction = _height_contradiction(feature, table.policy.obstacle_height if table else 1.0)
    if contradiction:
        yield LintFinding(f"{place}.kind", "kind", contradiction)
    if model.standable and not feature.kind.solid:
        yield LintFinding(
            f"{place}.standable",
            "kind",
            f"models stand in {feature.kind} terrain, on the ground: leave this out",
        )
    if model.standable and feature.kind is Kind.IMPASSABLE:
        yield LintFinding(
            f"{place}.standable", "kind", "no model can stand on impassable terrain: leave this out"
        )
    if tall <= EPSILON_IN:
        for key in ("blocks_sight", "cover"):
            if getattr(model, key):
                yield LintFinding(
                    f"{place}.{key}", "kind", "has no effect on terrain without height", "warning"
                )
    if feature.high < -EPSILON_IN or (feature.high <= EPSILON_IN and feature.low < -EPSILON_IN):
        yield LintFinding(
            f"{place}.shape", "outside", "lies completely below the table's surface (z = 0)"
        )
    elif feature.low < -EPSILON_IN:
        yield LintFinding(
            f"{place}.shape",
            "outside",
            f"reaches {-feature.low:.6g}\" below the table's surface (z = 0)",
            "warning",
        )
    elif feature.kind.solid and EPSILON_IN < feature.low < HAIR_IN:
        text = (
            f'stands {feature.low:.2g}" above the table and can be seen under: set its bottom to 0'
        )
        yield LintFinding(f"{place}.shape", "slit", text, "warning")


def _floor_findings(entry: MapEntry) -> Iterator[LintFinding]:
    """Yield an error for each settled floor above or below its mesh."""
    for i, shape in enumerate(entry.model.shapes):
        if not isinstance(shape, MeshShape) or shape.mesh is None:
            continue
        heights = shape.mesh.enclosure.outer.heights
        low, high = (heights.min(), heights.max()) if heights.size else (0.0, 0.0)
        number = f"[{i}]" if isinstance(entry.model.shape, tuple) else ""
        for j, level in enumerate(shape.levels or ()):
            if not low - MAX_FLOOR_OFFSET_IN <= level.height <= high + MAX_FLOOR_OFFSET_IN:
                text = f'lies outside the mesh, which reaches from {low:.3g}" to {high:.3g}"; found {level.height:g}"'
                yield LintFinding(f"{entry.place}.shape{number}.levels[{j}].height", "floor", text)


def _height_contradiction(feature: Feature, border: float) -> str | None:
    """Return why a feature's height contradicts its kind, or None. A raised deck or layer may be
    thinner than a structure.
    """
    tall = feature.high - feature.low
    if feature.kind is Kind.OBSTACLE and tall > border + EPSILON_IN:
        return f'an obstacle is up to {border:g}" tall, this is {tall:.6g}": make it a structure'
    if feature.kind is Kind.STRUCTURE and feature.high < border - EPSILON_IN:
        return f'a structure is {border:g}" tall or more, this is {feature.high:.6g}": make it an obstacle'
    if feature.kind is Kind.OBSTACLE and tall <= EPSILON_IN:
        return "an obstacle without height blocks nothing: make it rough, or give it a height"
    if feature.kind.obscuring and tall <= EPSILON_IN:
        return f"{feature.kind} terrain without height hides nothing: give it a height, or make it rough"
    return None


def suggest_kind(feature: Feature, border: float) -> Kind:
    """Return the kind of solid terrain for the height of a feature; rough without height."""
    kinds = (Kind.STRUCTURE, Kind.OBSTACLE)
    fits = (
        kind for kind in kinds if _height_contradiction(replace(feature, kind=kind), border) is None
    )
    return next(fits, Kind.ROUGH)


def _outside_findings(entry: MapEntry, table: Table) -> Iterator[LintFinding]:
    """Yield the edges of the table that a feature crosses."""
    boxes = np.array([piece.box for piece in entry.feature.pieces])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    width, depth = table.size
    if high[0] <= 0 or high[1] <= 0 or low[0] >= width or low[1] >= depth:
        yield LintFinding(
            f"{entry.place}.shape",
            "outside",
            f'lies completely outside the table, which is {width:g}" by {depth:g}"',
        )
        return
    overhangs = {
        "west": -low[0],
        "south": -low[1],
        "east": high[0] - width,
        "north": high[1] - depth,
    }
    edges = [
        f'{overhang:.3g}" over the {edge} edge'
        for edge, overhang in overhangs.items()
        if overhang > MIN_OVERLAP_IN
    ]
    if edges:
        text = f"extends beyond the table: {', '.join(edges)}"
        plain = [
            s
            for s in entry.model.shapes
            if isinstance(s, MeshShape) and s.scale == 1 and s.units is None
        ]
        if max(high - low) > max(table.size) and plain:
            text += '; if the mesh is in millimeters, add "units": "mm"'
        yield LintFinding(f"{entry.place}.shape", "outside", text)


_Shape = tuple[int, int]


@dataclass(frozen=True)
class _Part:
    """A piece of a solid shape, with its feature and shape."""

    entry: int
    shape: int
    piece: Piece

    @property
    def of(self) -> _Shape:
        """The shape of the piece."""
        return self.entry, self.shape


def _contact_findings(entries: tuple[MapEntry, ...]) -> Iterator[LintFinding]:
    """Yield solids that overlap, that float, or that leave a slit between them.

    Solids may touch, walls may stand on a roof, and the shapes of one feature may overlap. A slit
    that a third solid fills does not count.
    """
    parts = [
        _Part(i, j, piece)
        for i, entry in enumerate(entries)
        if entry.feature.kind.solid
        for j, shape in enumerate(entry.parts)
        for piece in shape
    ]
    if not parts:
        return
    touching: dict[_Shape, set[_Shape]] = defaultdict(set)
    nearest: dict[tuple[_Shape, _Shape], tuple[float, Piece, Piece]] = {}
    overlaps = 0
    for a, b in _near_pairs(parts):
        pair = (a.of, b.of)
        previous_depth = nearest[pair][0] if pair in nearest else -np.inf
        if previous_depth > MIN_OVERLAP_IN or (
            a.entry == b.entry and previous_depth >= -EPSILON_IN
        ):
            continue
        depth = penetration_depth(a.piece, b.piece)
        if depth >= -MAX_RESTING_GAP_IN:
            touching[a.of].add(b.of)
            touching[b.of].add(a.of)
        if depth > previous_depth:
            nearest[pair] = (depth, a.piece, b.piece)
        overlaps += a.entry != b.entry and depth > MIN_OVERLAP_IN
        if overlaps == OVERLAPS_LIMIT:
            break
    yield from _shape_findings(entries, parts, nearest)
    if overlaps == OVERLAPS_LIMIT:
        text = f"{OVERLAPS_LIMIT:,} pairs of shapes overlap: the rest is not checked, nor is floating terrain"
        yield LintFinding("terrain", "overlap", text)
        return
    yield from _floating_findings(entries, parts, touching)


def _shape_findings(
    entries: tuple[MapEntry, ...],
    parts: list[_Part],
    nearest: dict[tuple[_Shape, _Shape], tuple[float, Piece, Piece]],
) -> Iterator[LintFinding]:
    """Yield one finding for each pair of features: the deepest overlap, else the narrowest slit."""
    reported_pairs: set[tuple[int, int]] = set()
    for (first, second), (depth, piece_a, piece_b) in sorted(
        nearest.items(), key=lambda item: (-item[1][0], item[0])
    ):
        pair = (first[0], second[0])
        if (
            pair in reported_pairs
            or depth <= -MAX_SLIT_IN
            or abs(depth) <= EPSILON_IN
            or (depth > 0 and pair[0] == pair[1])
        ):
            continue
        neighbor = entries[pair[0]]
        place = f"{entries[pair[1]].place}.shape"
        x, y, z = at = _middle(piece_a, piece_b)
        location = f'"{neighbor.feature.id}" ({neighbor.place}) near ({x:.2f}, {y:.2f}, {z:.2f})'
        if depth > MIN_OVERLAP_IN:
            yield LintFinding(place, "overlap", f"overlaps {location}", at=at)
        elif depth > 0:
            yield LintFinding(
                place,
                "overlap",
                f'overlaps {location} by {depth:.2g}": let them touch only',
                "warning",
                at,
            )
        elif (
            piece_a.is_level
            and piece_b.is_level
            and not any(_contains(part.piece, at) for part in parts)
        ):
            yield LintFinding(
                place,
                "slit",
                f'leaves a gap of {-depth:.2g}" to {location}: close or widen it',
                "warning",
                at,
            )
        else:
            continue
        reported_pairs.add(pair)


def _contains(piece: Piece, at: tuple[float, float, float]) -> bool:
    """Return whether a point is in a piece or on its surface."""
    return (
        piece.low - EPSILON_IN <= at[2] <= piece.high + EPSILON_IN
        and point_to_section(at[:2], piece_footprint(piece)) <= EPSILON_IN
    )


def _step_findings(entries: tuple[MapEntry, ...], table: Table) -> Iterator[LintFinding]:
    """Yield adjacent levels whose heights differ by less than a hair."""
    places = {entry.feature.id: (number, entry.place) for number, entry in enumerate(entries)}
    for step in find_hair_steps(table):
        high, low = places[step.high.id], places[step.low.id] if step.low else (-1, "")
        (_, place), (_, other_place) = max(high, low), min(high, low)
        x, y, z = step.at
        location = f"near ({x:.2f}, {y:.2f}, {z:.2f})"
        rise = f'{step.rise:.2g}"'
        if step.low is None:
            text = f"its top is only {rise} above the table, {location}: give it a height, or make it rough"
        elif step.low is step.high:
            text = f"two of its tops differ by {rise} in height, {location}: no base can stand across them; make them equal"
        else:
            is_higher = place == high[1]
            neighbor = step.low if is_higher else step.high
            text = f'its top is {rise} {"above" if is_higher else "below"} that of "{neighbor.id}" ({other_place}), {location}: '
            text += "this step stops moves and bases; make the heights equal"
        yield LintFinding(f"{place}.shape", "step", text, "warning", step.at)


def _near_pairs(parts: list[_Part]) -> Iterator[tuple[_Part, _Part]]:
    """Yield pieces of different shapes with boxes within a slit's width, in file order."""
    tree = shapely.STRtree(shapely.box(*np.array([p.piece.box for p in parts]).T))
    boxes = np.array(
        [
            (x0 - MAX_SLIT_IN, y0 - MAX_SLIT_IN, x1 + MAX_SLIT_IN, y1 + MAX_SLIT_IN)
            for x0, y0, x1, y1 in (p.piece.box for p in parts)
        ]
    )
    first, second = tree.query(shapely.box(*boxes.T))
    entry, shape = np.array([p.of for p in parts]).T
    low, high = np.array([(p.piece.low, p.piece.high) for p in parts]).T
    is_distinct = (entry[first] != entry[second]) | (shape[first] != shape[second])
    level = (low[first] <= high[second] + MAX_SLIT_IN) & (low[second] <= high[first] + MAX_SLIT_IN)
    pairs = np.stack([first, second], axis=1)[(first < second) & is_distinct & level]
    for i, j in pairs[np.lexsort(pairs.T[::-1])].tolist():
        yield parts[i], parts[j]


def _middle(a: Piece, b: Piece) -> tuple[float, float, float]:
    """Return the approximate point where two pieces meet."""
    low = np.maximum(a.box[:2], b.box[:2])
    high = np.minimum(a.box[2:], b.box[2:])
    z = (max(a.low, b.low) + min(a.high, b.high)) / 2
    return float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2, z


def _floating_findings(
    entries: tuple[MapEntry, ...], parts: list[_Part], touching: dict[_Shape, set[_Shape]]
) -> Iterator[LintFinding]:
    """Yield solid shapes that neither the table nor another supported solid holds up."""
    lowest: dict[_Shape, float] = {}
    for part in parts:
        lowest[part.of] = min(part.piece.low, lowest.get(part.of, np.inf))
    supported_shapes = {node for node, low in lowest.items() if low <= MAX_RESTING_GAP_IN}
    waiting = list(supported_shapes)
    while waiting:
        new = touching.get(waiting.pop(), set()) - supported_shapes
        supported_shapes |= new
        waiting.extend(new)
    for entry, shape in sorted(lowest.keys() - supported_shapes):
        several = isinstance(entries[entry].model.shape, tuple)
        place = f"{entries[entry].place}.shape" + (f"[{shape}]" if several else "")
        text = f'floats {lowest[entry, shape]:.6g}" above the table: nothing supports it'
        yield LintFinding(place, "floating", text)


def _top_findings(entries: tuple[MapEntry, ...], checker: StandingRegions) -> Iterator[LintFinding]:
    """Yield features marked standable on which no base can stand."""
    for entry in entries:
        feature = entry.feature
        bears = feature.standable and feature.kind in (Kind.STRUCTURE, Kind.OBSTACLE)
        if not bears or feature.high <= EPSILON_IN or checker.can_stand_on(feature):
            continue
        is_explicit = entry.model.standable is True
        place = f"{entry.place}.standable" if is_explicit else f"{entry.place}.shape"
        mesh = any(isinstance(s, MeshShape) for s in entry.model.shapes)
        text = f"no base fits {'anywhere on it' if mesh else 'on its top'}, not even a {checker.smallest_base} one"
        end = "" if is_explicit else '; if that is intended, add "standable": false'
        yield LintFinding(place, "top", text + end, "error" if is_explicit else "warning")


def _stairs_findings(reading: MapReadResult, checker: StandingRegions) -> Iterator[LintFinding]:
    """Yield stairs and ladders that a mesh shows and the map does not have."""
    for proposal in propose_ladders(reading, checker):
        ladder = proposal.ladder
        entry = {
            "id": ladder.id,
            "at": list(ladder.at),
            "bottom": ladder.bottom,
            "top": ladder.top,
        }
        text = f'{proposal.reason}; for models to climb there, add {json.dumps(entry)} to "ladders"'
        at = (*ladder.at, ladder.top)
        yield LintFinding(f"{proposal.place}.shape", "stairs", text, "warning", at, ladder)


def _ladder_findings(reading: MapReadResult, checker: StandingRegions) -> Iterator[LintFinding]:
    """Yield ladders beyond the table's edge, to missing levels, or without room for a base."""
    assert reading.table is not None
    width, depth = reading.table.size
    for place, ladder in reading.ladder_entries:
        x, y = ladder.at
        if not (0 <= x <= width and 0 <= y <= depth):
            yield LintFinding(f"{place}.at", "outside", "lies outside the table")
            continue
        for end, z in (("bottom", ladder.bottom), ("top", ladder.top)):
            fault = checker.ladder_fault((x, y), z)
            if fault:
                yield LintFinding(f"{place}.{end}", "ladder", f"leads nowhere: {fault}")
    for (place, a), (_, b) in combinations(reading.ladder_entries, 2):
        if a.at == b.at and (a.bottom, a.top) == (b.bottom, b.top):
            yield LintFinding(place, "ladder", f'is the same as "{b.id}"', "warning")
