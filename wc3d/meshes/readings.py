"""Readings of a mesh file: in which units, at which scale and with which side up, and why.

Start at `propose_readings`. Each reading has a score, the logarithm of how likely it is. All
scores are continuous in the logarithm of the size: a file that is a little larger is read alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wc3d.meshes.known_things import KnownThing, NamedSize, sizes_in_name, things_in_name
from wc3d.meshes.producers import Habits, find_habits
from wc3d.meshes.reading_scales import KINDS, UPS, Way, ways_for
from wc3d.meshes.shape_evidence import Pose, ShapeEvidence, measure_shape
from wc3d.meshes.surface import MeshSurface
from wc3d.meshes.to_inches import guess_scale
from wc3d.meshes.units import (
    FORMAT_UNITS_AND_UP,
    INCHES_PER_UNIT,
    UNIT_NAMES,
    UP_AXES,
    Unit,
    Up,
)

FIGURE_HEIGHT_IN = 1.75
"""The height of a figure of 28 to 32 mm on its base, in inches."""

SET_KEY = "set"
"""Key of the way that the user set."""

MAX_READINGS = 5
"""Most readings that are proposed."""

CLOSE_SCORE, FAR_SIZE_CLOSE_SCORE = math.log(2.0), math.log(5.0)
"""Readings whose scores differ by less are close: the user is asked.

The second value is for readings whose sizes differ by more than `FAR_SIZE`, as a mistake between
them would be worse.
"""

FAR_SIZE = 2.5
"""Factor between two sizes that are far from each other."""

MAX_SCORE_BEHIND = 7.0
"""A reading with a score so much lower than the best is not proposed, unless it is the second."""

MAX_SCORE_BEHIND_UNSEARCHED = 5.0
"""An upward axis whose score without doors and floors is so much lower is not tried."""

DIFFERENT_SIZE = 1.1
"""Readings with the same axis up differ if one is larger by this factor."""

USUAL_SIZE_IN, USUAL_SPREAD = 4.0, 1.0
"""Longest side of a piece without a known name, and the deviation of its logarithm."""

USUAL_LIMITS_IN = 0.7, 24.0
"""Longest side below and above which a piece is hardly terrain for a table, in inches."""

LIMIT_WEIGHTS = 3.0, 1.0
"""Weights of the distance beyond these limits, on a logarithmic scale."""

DOOR_IN, STOREY_IN, STEP_IN, RAILING_IN = 1.8, 2.8, 0.28, 0.75
"""Heights that figures need, in inches."""

MIN_SHORT_SCALE, MIN_MAP_SCALE = 0.001, 0.0001
"""A smaller scale is given in millimeters, and none is smaller than a map may have."""

BOARD_SIDES_IN = (24.0, 30.0, 36.0, 44.0, 48.0, 60.0, 72.0, 96.0)
"""Sides of commercial tables, in inches."""

BOARD_SIDE_SPREAD, BOARD_SIDE_SCORE = 0.01, 1.5
"""Relative deviation of the sides of a table, and the score of two such sides."""

PRINTED_FORMATS = ("stl", "3mf")
"""Formats for printing, which have their true size more often than others."""

PRINTED_HEIGHTS_WEIGHT = 0.6
"""Weight of doors and the like in files for printing, which may be for smaller figures."""

DOOR_SHARES, FITTED_SHARES = (0.03, 0.002), (0.008, 0.001)
"""Shares of the readings that scale a door, or all of the mesh: for other and printed formats."""

MIN_TOLD_RATING = -1.5
"""Lowest rating of a size that a message mentions as a reason."""

MIN_TOLD_SIBLINGS = 3
"""Fewest other files of a folder that messages mention."""

NEAR_WAY, NEAR_WAY_WEIGHT = 0.2, 4.0
"""Logarithm of the factor within which a fitted size yields to a true unit, and how much."""

SIBLING_WEIGHT = 0.8
"""Weight of the mean score of other files in the folder."""


@dataclass(frozen=True)
class Reading:
    """One way to read a mesh file. Lengths are in inches, except for `unit`."""

    unit: Unit
    scale: float
    up: Up
    label: str
    """The units and the scale, in words."""
    size: tuple[float, float, float]
    """Width, depth and height."""
    score: float
    """The logarithm of its probability; compare it only within a file."""
    size_why: str
    up_why: str

    @property
    def height(self) -> float:
        """The height in inches."""
        return self.size[2]

    def differs_from(self, other: Reading) -> bool:
        """Return whether another reading gives another size or another side up."""
        a, b = max(self.size), max(other.size)
        return self.up != other.up or max(a, b) > DIFFERENT_SIZE * min(a, b)


class Sibling(NamedTuple):
    """Another file of a folder: its name without the suffix, and its extent in its own axes."""

    name: str
    size: tuple[float, float, float]


class Term(NamedTuple):
    """A part of a score, with its reason in words."""

    score: float
    words: str = ""


@dataclass(frozen=True, eq=False)
class FileEvidence:
    """All that is known about a file besides a reading of it."""

    surface: MeshSurface
    shape: ShapeEvidence
    things: tuple[KnownThing, ...]
    sizes: tuple[NamedSize, ...]
    habits: Habits | None
    siblings: tuple[Sibling, ...]


def gather_evidence(
    surface: MeshSurface, name: str, siblings: Iterable[Sibling] = ()
) -> FileEvidence:
    """Return all that is known about a file; `name` is its name without the suffix."""
    return FileEvidence(
        surface,
        measure_shape(surface.triangles),
        things_in_name(name),
        sizes_in_name(name),
        find_habits(surface.producer),
        tuple(siblings),
    )


def are_close(readings: Sequence[Reading]) -> bool:
    """Return whether another reading is about as likely as the first."""
    best, *others = readings
    for other in others:
        factor = max(best.size) / max(max(other.size), 1e-300)
        is_far = not 1.0 / FAR_SIZE <= factor <= FAR_SIZE
        if best.score - other.score < (FAR_SIZE_CLOSE_SCORE if is_far else CLOSE_SCORE):
            return True
    return False


def propose_readings(
    surface: MeshSurface,
    name: str,
    siblings: Iterable[Sibling] = (),
    *,
    unit: Unit | None = None,
    scale: float | None = None,
    up: Up | None = None,
) -> tuple[Reading, ...]:
    """Return the likely readings of a file, the most likely first; at least one.

    `name` is the file's name without its suffix. A `unit`, `scale` or `up` that the user set
    leaves only readings that agree.
    """
    evidence = gather_evidence(surface, name, siblings)
    if up is None:
        up_terms = rate_ups(evidence, tuple(UP_AXES))
    else:
        up_terms = {up: [Term(0.0, "as you set")]}
    readings = [
        make_reading(evidence, way, axis, terms)
        for axis, terms in up_terms.items()
        for way in allowed_ways(evidence, axis, unit, scale)
    ]
    readings.sort(key=lambda reading: -reading.score)
    return select_readings(readings)


def select_readings(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Return the best readings that differ, without those that are far behind."""
    selected: list[Reading] = []
    for reading in readings:
        is_near = reading.score > readings[0].score - MAX_SCORE_BEHIND
        if (is_near or len(selected) < 2) and all(reading.differs_from(r) for r in selected):
            selected.append(reading)
    return tuple(selected[:MAX_READINGS])


def allowed_ways(
    evidence: FileEvidence, up: Up, unit: Unit | None = None, scale: float | None = None
) -> tuple[Way, ...]:
    """Return the ways to read a file that agree with what the user set."""
    surface = evidence.surface
    if unit is not None:
        own_scale = guess_scale(float(evidence.shape.size.max()), unit) if scale is None else scale
        is_shrunk = scale is None and own_scale != 1.0
        reason = f"as you set{f'; scaled by {own_scale:g} to fit a table' if is_shrunk else ''}"
        return (Way(SET_KEY, unit, own_scale, UNIT_NAMES[unit], 1.0, reason),)
    ways = ways_for(surface.format, surface.unit, evidence.habits)
    if scale is not None:
        usual = FORMAT_UNITS_AND_UP.get(f".{surface.format}", (surface.unit, up))[0]
        ways = tuple(way._replace(scale=scale) for way in ways if way.scale == 1.0)
        return tuple(way for way in ways if way.unit == usual) or ways
    return (*ways, *(_yield_to_near(way, ways) for way in _fitted_ways(evidence, up)))


def _fitted_ways(evidence: FileEvidence, up: Up) -> list[Way]:
    """Return ways that scale a known thing or the whole mesh to its usual size."""
    is_printed = evidence.surface.format in PRINTED_FORMATS
    unit = FORMAT_UNITS_AND_UP.get(f".{evidence.surface.format}", ("in", up))[0]
    height = float(evidence.shape.size[UP_AXES[up][2][0]])
    longest = float(evidence.shape.size.max())
    ways: list[Way] = []

    def add_way(key: str, inches_per_unit: float, label: str, share: float) -> None:
        fitted_unit = unit
        if inches_per_unit / INCHES_PER_UNIT[unit] < MIN_SHORT_SCALE:
            fitted_unit = "mm"
        scale = inches_per_unit / INCHES_PER_UNIT[fitted_unit]
        rounded = max(MIN_MAP_SCALE, float(f"{scale:.4g}"))
        ways.append(Way(key, fitted_unit, rounded, label, share))

    doors = evidence.shape.heights(up).doors
    if doors:
        door = sorted(doors)[len(doors) // 2]
        label = f'scaled so that its doors are {DOOR_IN:g}" high'
        add_way("door", DOOR_IN / door, label, DOOR_SHARES[is_printed])
    things = evidence.things[:1]
    inches = things[0].inches if things else USUAL_SIZE_IN
    measured = height if things and things[0].measure == "height" else longest
    if measured > 0.0:
        subject = f"a {things[0].name}" if things else "terrain"
        label = f"scaled to the usual size of {subject}"
        add_way("usual", inches / measured, label, FITTED_SHARES[is_printed])
    return ways


def _yield_to_near(fitted: Way, ways: Sequence[Way]) -> Way:
    """Make a fitted size unlikely near the size of a true unit, which then is meant."""
    inches = INCHES_PER_UNIT[fitted.unit] * fitted.scale
    distance = min(abs(math.log(inches / (INCHES_PER_UNIT[way.unit] * way.scale))) for way in ways)
    nearness = math.exp(-((distance / NEAR_WAY) ** 2))
    return fitted._replace(share=fitted.share * math.exp(-NEAR_WAY_WEIGHT * nearness))


def make_reading(evidence: FileEvidence, way: Way, up: Up, up_terms: Sequence[Term]) -> Reading:
    """Return a reading of a file with its score."""
    inches = INCHES_PER_UNIT[way.unit] * way.scale
    sides = [float(evidence.shape.size[axis]) for axis, _ in UP_AXES[up]]
    size = (sides[0] * inches, sides[1] * inches, sides[2] * inches)
    size_terms = [
        Term(math.log(way.share), way.reason),
        *_rate_size(evidence, size),
        *_rate_heights(evidence, up, inches),
        *_rate_siblings(evidence, inches, up),
    ]
    return Reading(
        way.unit,
        way.scale,
        up,
        way.label,
        size,
        float(total_score(size_terms) + total_score(up_terms)),
        way.reason if way.key == SET_KEY else _describe(size_terms),
        _describe(up_terms),
    )


def total_score(terms: Iterable[Term]) -> float:
    """Return the score of several terms together."""
    return sum(term.score for term in terms)


def _describe(terms: Iterable[Term]) -> str:
    """Return the reasons of the terms, without repetition."""
    return "; ".join(dict.fromkeys(term.words for term in terms if term.words))


def _rate_deviation(value: float, usual: float, spread: float, freedom: float = 6.0) -> float:
    """Rate a size against a usual size: 0 at best, with the tails of Student's distribution."""
    deviation = math.log(max(value, 1e-300) / usual) / spread
    return -(freedom + 1) / 2 * math.log1p(deviation * deviation / freedom)


def _rate_size(evidence: FileEvidence, size: tuple[float, float, float]) -> list[Term]:
    """Rate a size in inches: by the known things of the name, else by the usual size."""
    terms = []
    longest = max(size)
    if evidence.things:
        ratings = [
            (_rate_thing(thing, size) - math.log(thing.spread), thing) for thing in evidence.things
        ]
        _best, thing = max(ratings, key=lambda rating: rating[0])
        mean = math.log(sum(math.exp(rating) for rating, _ in ratings) / len(ratings))
        measure = "long" if thing.measure == "longest" else "high"
        value = size[2] if thing.measure == "height" else longest
        usual = f'{value:.3g}" {measure} suits a {thing.name}'
        terms.append(Term(mean, usual if _rate_thing(thing, size) > MIN_TOLD_RATING else ""))
    else:
        words = f'{longest:.3g}" is a usual size of terrain' if 1.0 < longest < 16.0 else ""
        rating = _rate_deviation(longest, USUAL_SIZE_IN, USUAL_SPREAD)
        terms.append(Term(rating - math.log(USUAL_SPREAD), words))
    smallest, largest = USUAL_LIMITS_IN
    small_weight, large_weight = LIMIT_WEIGHTS
    if not evidence.things:
        terms.append(Term(-small_weight * max(0.0, math.log(smallest / max(longest, 1e-300)))))
        terms.append(Term(-large_weight * max(0.0, math.log(max(longest, 1e-300) / largest))))
    board = _rate_board(size)
    terms.append(Term(board, "its sides are those of a table" if board > 0.5 else ""))
    for named_size in evidence.sizes:
        if named_size.fits(size):
            terms.append(Term(4.0, f"the name says {named_size.words}"))
    return terms


def _rate_board(size: tuple[float, float, float]) -> float:
    """Rate whether a flat mesh has the sides of a commercial table."""
    wide, deep, high = size
    if high > min(wide, deep) / 3:
        return 0.0
    deviation = max(
        min(abs(side / board - 1.0) for board in BOARD_SIDES_IN) for side in (wide, deep)
    )
    return BOARD_SIDE_SCORE * math.exp(-((deviation / BOARD_SIDE_SPREAD) ** 2))


def _rate_thing(thing: KnownThing, size: tuple[float, float, float]) -> float:
    value = {"height": size[2], "longest": max(size), "thinnest": min(size)}[thing.measure]
    return _rate_deviation(value, thing.inches, thing.spread)


def _rate_heights(evidence: FileEvidence, up: Up, inches: float) -> list[Term]:
    """Rate the heights of doors, floors, steps and railings for figures."""
    heights = evidence.shape.heights(up)
    trust = PRINTED_HEIGHTS_WEIGHT if evidence.surface.format in PRINTED_FORMATS else 1.0
    terms = []
    for values, usual, spread, weight, words in (
        (heights.doors, DOOR_IN, 0.3, 1.0, 'its doors are {:.2g}" high'),
        (heights.storeys, STOREY_IN, 0.45, 0.5, 'its floors are {:.2g}" apart'),
        (heights.steps, STEP_IN, 0.5, 0.5, 'its steps are {:.2g}" high'),
        (heights.railings, RAILING_IN, 0.6, 0.3, 'its railings are {:.2g}" high'),
    ):
        if values:
            value = sorted(values)[len(values) // 2] * inches
            rating = _rate_deviation(value, usual, spread, 3.0)
            is_told = rating > MIN_TOLD_RATING
            terms.append(
                Term(trust * weight * (2.0 + rating), words.format(value) if is_told else "")
            )
    return terms


def _rate_siblings(evidence: FileEvidence, inches: float, up: Up) -> list[Term]:
    """Rate what the reading would make of the other files in the folder."""
    if not evidence.siblings:
        return []
    ratings = []
    for sibling in evidence.siblings:
        sides = [sibling.size[axis] * inches for axis, _ in UP_AXES[up]]
        size = (sides[0], sides[1], sides[2])
        things = things_in_name(sibling.name)
        rated = [_rate_thing(thing, size) for thing in things]
        ratings.append(
            max(rated) if rated else _rate_deviation(max(size), USUAL_SIZE_IN, USUAL_SPREAD)
        )
    mean = sum(ratings) / len(ratings)
    weight = SIBLING_WEIGHT * min(1.0, len(ratings) / 4)
    is_kit = mean > -1.0 and len(ratings) >= MIN_TOLD_SIBLINGS
    words = "the other files in its folder fit a table too" if is_kit else ""
    return [Term(weight * mean, words)]


def rate_ups(evidence: FileEvidence, ups: Sequence[Up]) -> dict[Up, list[Term]]:
    """Rate the upward axes, without those that are far behind.

    Doors, steps and floors are only searched with the likely axes.
    """
    terms = {up: _rate_up(evidence, up) for up in ups}
    best = max(total_score(group) for group in terms.values())
    likely_terms = {}
    for up, group in terms.items():
        if total_score(group) > best - MAX_SCORE_BEHIND_UNSEARCHED:
            heights = evidence.shape.heights(up)
            if heights.doors:
                group = [*group, Term(1.8, "its doors stand")]
            if heights.steps or heights.storeys:
                group = [*group, Term(0.5, "its floors are level")]
            likely_terms[up] = group
    return likely_terms


def _rate_up(evidence: FileEvidence, up: Up) -> list[Term]:
    """Rate an upward axis by the format, the pose and thin sides."""
    surface = evidence.surface
    shares = UPS.get(surface.format, UPS["stl"])
    words = f"{KINDS.get(surface.format, surface.format.upper())} files usually have {up} up"
    if evidence.habits is not None:
        shares = evidence.habits.ups
        words = f"files of {evidence.habits.name} usually have {up} up"
    share = max(shares.get(up, 0.0), 0.003)
    pose = evidence.shape.poses[up]
    terms = [Term(math.log(share), words if share >= 0.3 else ""), *_rate_pose(pose)]
    return [*terms, *_rate_thin_sides(evidence, up)]


def _rate_pose(pose: Pose) -> list[Term]:
    """Rate how firmly a mesh stands: continuous in all measures."""
    bottom = 1.8 * pose.bottom * (1.0 - pose.top / 2)
    terms = [
        Term(2.0 * pose.support + bottom, "it stands firmly" if pose.support > 0.5 else ""),
        Term(1.2 * (0.5 - pose.balance)),
        Term(3.0 * pose.roof, "its roof slopes up" if pose.roof > 0.1 else ""),
    ]
    if pose.opening > 0.0:
        terms.append(Term(pose.opening, "it is open below" if pose.opening > 0.9 else ""))
    if pose.is_on_zero:
        terms.append(Term(0.8, "its lowest level is at 0"))
    return terms


def _rate_thin_sides(evidence: FileEvidence, up: Up) -> list[Term]:
    """Rate where a thin or a long side lies, for things with a pose."""
    axis = UP_AXES[up][2][0]
    sides = [float(side) for side in evidence.shape.size]
    height = sides.pop(axis)
    thin, long = min(sides), max(sides)
    if min(height, thin) <= 0.0:
        return []
    terms = []
    for thing in evidence.things:
        if thing.pose == "flat":
            rating = math.tanh(math.log(thin / height))
        elif thing.pose == "upright":
            rating = math.tanh(math.log(height / thin))
        elif thing.pose == "tall":
            rating = math.tanh(math.log(height / long))
        else:
            continue
        words = f"a {thing.name} {'lies flat' if thing.pose == 'flat' else 'stands'}"
        terms.append(Term(2.5 * rating / len(evidence.things), words if rating > 0.3 else ""))
    return terms
