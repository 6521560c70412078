"""Displacements: how far the models of a doubt may really be from their places.

An even displacement lets each model be up to some inches off in any direction. A joint displacement
has a covariance, as from a photograph: an ellipse for each model, and errors that go together.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wc3d.table.body import Body
from wc3d.table.table import Table

Array = NDArray[np.float64]
Offset = tuple[float, float, float]
BodyPair = tuple[Body, Body]

MAX_PLACES_TRIED = 120
"""The maximum number of places to try without a proof."""

AROUND = 8
"""The directions in which a model of several is moved."""

POLYGON_SIDES = 64
"""The sides of a polygon around an ellipse of relative places."""

TINY_IN = 1e-12


def shift_body(body: Body, by: Offset) -> Body:
    """Return the model moved by an offset."""
    x, y, z = body.at
    return body.moved((x + by[0], y + by[1], z + by[2]))


class PlacesPart(Protocol):
    """A part of the places of two models, around a middle. `k` is 0 or 1."""

    def off(self, k: int) -> Offset:
        """Return the middle's offset for model `k`."""

    def flat(self, k: int) -> float:
        """Return the maximum distance in plan of a place of the part from its middle."""

    def up(self, k: int) -> float:
        """Return the maximum difference in height of a place of the part from its middle."""

    @property
    def outside(self) -> bool:
        """True if the complete part is outside the displacement."""

    @property
    def volume(self) -> float:
        """The size of the part, to examine the largest first."""

    def halves(self) -> tuple[PlacesPart, PlacesPart]:
        """Return the two halves of the part, cut across its widest side."""

    def place_inside(self, pair: BodyPair) -> BodyPair:
        """Return the models at a place of the displacement near the part's middle."""


class Displacement(ABC):
    """The places where models may really be, around those that they have.

    `inches`: the most that any model is off in plan. `condition`: the displacement in words.
    `max_parts`: the most parts of two models' places to examine before a result is unknown.
    """

    max_parts = 600

    @property
    @abstractmethod
    def inches(self) -> float:
        """The most that any model is off in plan."""

    @property
    @abstractmethod
    def condition(self) -> str:
        """The displacement as a clause: "if models are ..."."""

    @abstractmethod
    def flat(self, id: str) -> float:
        """Return how far a model may be off in plan."""

    @abstractmethod
    def up(self, id: str) -> float:
        """Return how far a model may be off in height."""

    @abstractmethod
    def distance_bounds(self, a: Body, b: Body) -> tuple[float, float]:
        """Return bounds of the distance from base to base."""

    @abstractmethod
    def whole(self, a: str, b: str) -> PlacesPart:
        """Return all places of two models as one part."""

    @abstractmethod
    def limit(self, pair: BodyPair, moved: BodyPair) -> BodyPair:
        """Return moved models, drawn back until they are within the displacement."""

    @abstractmethod
    def end_pairs(self, a: Body, b: Body) -> Iterator[BodyPair]:
        """Yield places of two models at the ends of the displacement."""

    @abstractmethod
    def placements(
        self, table: Table, ids: Sequence[str], heights: bool
    ) -> Iterator[tuple[Body, ...]]:
        """Yield places of models to try: at the ends and at random."""


@dataclass(frozen=True)
class EvenDisplacement(Displacement):
    """Each model may be up to `inches` off in any direction of the plan, and as far in height."""

    most: float

    @property
    def inches(self) -> float:
        """The most that any model is off in plan."""
        return self.most

    @property
    def condition(self) -> str:
        """The displacement as a clause."""
        return f'if models are up to {self.most:.4g}" off'

    def flat(self, id: str) -> float:
        """Return how far a model may be off in plan."""
        return self.most

    def up(self, id: str) -> float:
        """Return how far a model may be off in height."""
        return self.most

    def distance_bounds(self, a: Body, b: Body) -> tuple[float, float]:
        """Return the exact bounds of the distance of two bases."""
        (ax, ay, az), (bx, by, bz) = a.at, b.at
        gap = math.hypot(bx - ax, by - ay) - a.radius - b.radius
        rise = abs(bz - az)
        error = 2 * self.most
        smallest = math.hypot(max(0.0, gap - error), max(0.0, rise - error))
        return smallest, math.hypot(max(0.0, gap + error), rise + error)

    def whole(self, a: str, b: str) -> EvenPart:
        """Return all places of two models as one part."""
        return EvenPart((0.0,) * 6, (self.most,) * 6, self.most)

    def limit(self, pair: BodyPair, moved: BodyPair) -> BodyPair:
        """Return moved models, drawn back in plan to the displacement."""
        limited_bodies = []
        for body, after in zip(pair, moved, strict=True):
            x, y, z = (q - p for p, q in zip(body.at, after.at, strict=True))
            flat = math.hypot(x, y)
            scale = self.most / flat if flat > self.most else 1.0
            limited_bodies.append(shift_body(body, (x * scale, y * scale, z)))
        return limited_bodies[0], limited_bodies[1]

    def end_pairs(self, a: Body, b: Body) -> Iterator[BodyPair]:
        """Yield pairs along and across the line between the models, down first."""
        for z in (-self.most, self.most):
            for first_way in (ways := ways_between(a, b)):
                for second_way in ways:
                    yield (
                        shift_body(a, (first_way[0] * self.most, first_way[1] * self.most, z)),
                        shift_body(b, (second_way[0] * self.most, second_way[1] * self.most, z)),
                    )

    def placements(
        self, table: Table, ids: Sequence[str], heights: bool
    ) -> Iterator[tuple[Body, ...]]:
        """Yield models moved to the ends, singly and in pairs, and at random."""
        inches = self.most
        up = inches if heights else 0.0
        around = AROUND if len(ids) > 1 else 2 * MAX_PLACES_TRIED // 3
        turns = [2 * math.pi * k / around for k in range(around)]
        ways: list[Offset] = [
            (inches * math.cos(turn), inches * math.sin(turn), 0.0) for turn in turns
        ]
        ways += [(0.0, 0.0, up), (0.0, 0.0, -up)] if up else []
        singles = [(shift_body(table.body(id), way),) for id in ids for way in ways]
        pairs = [
            (shift_body(table.body(a), ways[k]), shift_body(table.body(b), ways[m]))
            for a, b in combinations(ids, 2)
            for k in range(AROUND)
            for m in ((k + AROUND // 2) % AROUND, k)
        ]
        yield from [*singles, *pairs][: 2 * MAX_PLACES_TRIED // 3]
        dice = Random(7)
        for _ in range(MAX_PLACES_TRIED // 3):
            places = []
            for id in ids:
                turn = dice.uniform(0, 2 * math.pi)
                distance = inches * math.sqrt(dice.random())
                offset = (
                    distance * math.cos(turn),
                    distance * math.sin(turn),
                    dice.uniform(-up, up),
                )
                places.append(shift_body(table.body(id), offset))
            yield tuple(places)


def ways_between(a: Body, b: Body) -> tuple[tuple[float, float], ...]:
    """Return no way, then the unit ways along and across the line between two models."""
    (ax, ay, _), (bx, by, _) = a.at, b.at
    distance = math.hypot(bx - ax, by - ay)
    u = ((bx - ax) / distance, (by - ay) / distance) if distance > 1e-6 else (1.0, 0.0)
    return (0.0, 0.0), u, (-u[0], -u[1]), (-u[1], u[0]), (u[1], -u[0])


@dataclass(frozen=True)
class EvenPart:
    """A box of two models' places: the middle and half the width along x, y and z for each."""

    middle: tuple[float, ...]
    half: tuple[float, ...]
    round: float
    """The doubt: the maximum distance of a place in plan."""

    def off(self, k: int) -> Offset:
        """Return the middle's offset for model `k`."""
        x, y, z = self.middle[3 * k : 3 * k + 3]
        return x, y, z

    def flat(self, k: int) -> float:
        """Return the maximum distance in plan of a place of the part from its middle."""
        x, y, _ = self.off(k)
        hx, hy, _ = self.half[3 * k : 3 * k + 3]
        return min(math.hypot(hx, hy), self.round + math.hypot(x, y))

    def up(self, k: int) -> float:
        """Return the maximum difference in height of a place of the part from its middle."""
        return self.half[3 * k + 2]

    @property
    def outside(self) -> bool:
        """True if the complete part is outside the doubt in plan."""
        return any(
            math.hypot(
                *(
                    max(0.0, abs(m) - h)
                    for m, h in zip(self.middle[i : i + 2], self.half[i : i + 2], strict=True)
                )
            )
            > self.round
            for i in (0, 3)
        )

    @property
    def volume(self) -> float:
        """The volume of the box."""
        return math.prod(h + 1e-9 for h in self.half)

    def halves(self) -> tuple[EvenPart, EvenPart]:
        """Return the two halves of the part, cut across its widest side."""
        i = max(range(6), key=lambda k: self.half[k])
        half = _replace_value(self.half, i, self.half[i] / 2)
        low, high = (
            EvenPart(
                _replace_value(self.middle, i, self.middle[i] + side * half[i]), half, self.round
            )
            for side in (-1, 1)
        )
        return low, high

    def place_inside(self, pair: BodyPair) -> BodyPair:
        """Return the models at the middle, drawn back to the doubt."""
        moved = shift_body(pair[0], self.off(0)), shift_body(pair[1], self.off(1))
        return EvenDisplacement(self.round).limit(pair, moved)


def _replace_value(values: tuple[float, ...], i: int, value: float) -> tuple[float, ...]:
    return (*values[:i], value, *values[i + 1 :])


@dataclass(frozen=True, eq=False)
class JointDisplacement(Displacement):
    """Models with errors of a joint covariance, up to a bound of chi-square. Heights are exact.

    - `ids`: the models. `covariance`: (2n, 2n), x and y of each. Other models are exact.
    - `bound`: an offset d is possible if d C^-1 d is no more than this.
    """

    ids: tuple[str, ...]
    covariance: Array
    bound: float

    max_parts = 3000

    @cached_property
    def inches(self) -> float:
        """The most that any model is off in plan."""
        return max((self.flat(id) for id in self.ids), default=0.0)

    @property
    def condition(self) -> str:
        """The displacement as a clause."""
        return "if models are as far off as the picture allows"

    def covariance_of(self, ids: Sequence[str]) -> Array:
        """Return the joint covariance of some models."""
        covariance = np.zeros((2 * len(ids), 2 * len(ids)))
        at = {id: k for k, id in enumerate(self.ids)}
        for i, first in enumerate(ids):
            for j, second in enumerate(ids):
                if first in at and second in at:
                    m, n = 2 * at[first], 2 * at[second]
                    covariance[2 * i : 2 * i + 2, 2 * j : 2 * j + 2] = self.covariance[
                        m : m + 2, n : n + 2
                    ]
        return covariance

    def flat(self, id: str) -> float:
        """Return how far a model may be off in plan."""
        return math.sqrt(self.bound * max(0.0, np.linalg.eigvalsh(self.covariance_of([id]))[-1]))

    def up(self, id: str) -> float:
        """Return 0: heights are exact."""
        return 0.0

    def distance_bounds(self, a: Body, b: Body) -> tuple[float, float]:
        """Return bounds of the distance of two bases, from a polygon around their relative places."""
        joint = self.covariance_of([a.id, b.id])
        relative = joint[:2, :2] + joint[2:, 2:] - joint[:2, 2:] - joint[2:, :2]
        values, vectors = np.linalg.eigh(relative)
        turns = 2 * math.pi * np.arange(POLYGON_SIDES) / POLYGON_SIDES
        radii = np.sqrt(self.bound * np.maximum(values, 0)) / math.cos(math.pi / POLYGON_SIDES)
        middle = np.array(b.at[:2]) - np.array(a.at[:2])
        corners = middle + (np.c_[np.cos(turns), np.sin(turns)] * radii) @ vectors.T
        farthest = float(np.hypot(*corners.T).max())
        nearest = _distance_to_polygon(corners)
        reach = a.radius + b.radius
        rise = abs(b.at[2] - a.at[2])
        return (
            math.hypot(max(0.0, nearest - reach), rise),
            math.hypot(max(0.0, farthest - reach), rise),
        )

    def whole(self, a: str, b: str) -> JointPart:
        """Return all places of two models as one part."""
        values, vectors = np.linalg.eigh(self.covariance_of([a, b]))
        half = np.sqrt(self.bound * np.maximum(values, 0.0))
        return JointPart(np.zeros(4), half, half, vectors, (self.flat(a), self.flat(b)))

    def limit(self, pair: BodyPair, moved: BodyPair) -> BodyPair:
        """Return moved models, drawn back together to the displacement."""
        part = self.whole(pair[0].id, pair[1].id)
        offsets = [np.subtract(m.at[:2], p.at[:2]) for p, m in zip(pair, moved, strict=True)]
        return part.move(pair, part.axes.T @ np.concatenate(offsets))

    def end_pairs(self, a: Body, b: Body) -> Iterator[BodyPair]:
        """Yield the pairs that are farthest off along and across the line between the models."""
        joint = self.covariance_of([a.id, b.id])
        ways = ways_between(a, b)
        for first_way in ways:
            for second_way in ways:
                way = np.array([*first_way, *second_way])
                yield _shift_pair((a, b), _support(joint, self.bound, way))

    def placements(
        self, table: Table, ids: Sequence[str], heights: bool
    ) -> Iterator[tuple[Body, ...]]:
        """Yield models moved together: the farthest of each and of pairs, and at random."""
        doubtful_ids = [id for id in ids if id in self.ids]
        if not doubtful_ids:
            return
        joint = self.covariance_of(doubtful_ids)
        bodies = [table.body(id) for id in doubtful_ids]
        size = len(joint)
        around = AROUND if len(doubtful_ids) > 1 else 2 * MAX_PLACES_TRIED // 3
        turns = 2 * math.pi * np.arange(around) / around
        ways = []
        for k in range(len(doubtful_ids)):
            for turn in turns:
                way = np.zeros(size)
                way[2 * k : 2 * k + 2] = math.cos(turn), math.sin(turn)
                ways.append(way)
        pairs = [
            first - second
            for k, m in combinations(range(len(doubtful_ids)), 2)
            for first, second in zip(
                ways[around * k : around * (k + 1)],
                ways[around * m : around * (m + 1)],
                strict=True,
            )
        ]
        for way in [*ways, *pairs][: 2 * MAX_PLACES_TRIED // 3]:
            yield _shift_all(bodies, _support(joint, self.bound, way))
        values, vectors = np.linalg.eigh(joint)
        spread = vectors * np.sqrt(self.bound * np.maximum(values, 0.0))
        dice = np.random.default_rng(7)
        for _ in range(MAX_PLACES_TRIED // 3):
            way = dice.normal(size=size)
            way *= dice.random() ** (1 / size) / max(float(np.linalg.norm(way)), TINY_IN)
            yield _shift_all(bodies, spread @ way)


def _support(covariance: Array, bound: float, way: Array) -> Array:
    """Return the possible offset that is farthest along a way."""
    along = covariance @ way
    length = math.sqrt(max(float(way @ along), 0.0))
    return along * (math.sqrt(bound) / length) if length > TINY_IN else np.zeros(len(way))


def _shift_all(bodies: Sequence[Body], offsets: Array) -> tuple[Body, ...]:
    return tuple(
        shift_body(body, (float(offsets[2 * k]), float(offsets[2 * k + 1]), 0.0))
        for k, body in enumerate(bodies)
    )


def _shift_pair(pair: BodyPair, offsets: Array) -> BodyPair:
    first, second = _shift_all(pair, offsets)
    return first, second


def _distance_to_polygon(corners: Array) -> float:
    """Return the distance of the origin to a convex polygon, 0 inside it."""
    sides = np.roll(corners, -1, axis=0) - corners
    turns = corners[:, 0] * sides[:, 1] - corners[:, 1] * sides[:, 0]
    if (turns > 0).all() or (turns < 0).all():
        return 0.0
    square = np.maximum((sides**2).sum(axis=1), TINY_IN)
    part = np.clip(-(corners * sides).sum(axis=1) / square, 0.0, 1.0)
    return float(np.hypot(*(corners + part[:, None] * sides).T).min())


@dataclass(frozen=True, eq=False)
class JointPart:
    """A box of two models' joint offsets, along the axes of their joint ellipsoid.

    - `middle`, `half`: the box. `sides`: the half axes of the ellipsoid. `axes`: their directions.
    - `reach`: how far each model may be off from its place at all.
    """

    middle: Array
    half: Array
    sides: Array
    axes: Array
    reach: tuple[float, float]

    def off(self, k: int) -> Offset:
        """Return the middle's offset for model `k`."""
        x, y = (self.axes[2 * k : 2 * k + 2] @ self.middle).tolist()
        return x, y, 0.0

    def flat(self, k: int) -> float:
        """Return the maximum distance in plan of a place of the part from its middle."""
        corners = (SIGNS * self.half) @ self.axes[2 * k : 2 * k + 2].T
        x, y, _ = self.off(k)
        return min(float(np.hypot(*corners.T).max()), self.reach[k] + math.hypot(x, y))

    def up(self, k: int) -> float:
        """Return 0: heights are exact."""
        return 0.0

    @property
    def outside(self) -> bool:
        """True if the complete part is outside the ellipsoid."""
        gap = np.maximum(0.0, np.abs(self.middle) - self.half)
        return float(((gap / np.maximum(self.sides, TINY_IN)) ** 2).sum()) > 1.0

    @property
    def volume(self) -> float:
        """The volume of the box."""
        return float(np.prod(self.half + 1e-9))

    def halves(self) -> tuple[JointPart, JointPart]:
        """Return the two halves of the part, cut across its widest side."""
        i = int(np.argmax(self.half))
        half = self.half.copy()
        half[i] /= 2
        step = np.zeros(4)
        step[i] = half[i]
        low, high = (
            JointPart(self.middle + side * step, half, self.sides, self.axes, self.reach)
            for side in (-1, 1)
        )
        return low, high

    def place_inside(self, pair: BodyPair) -> BodyPair:
        """Return the models at the middle, drawn back to the ellipsoid."""
        return self.move(pair, self.middle)

    def move(self, pair: BodyPair, along: Array) -> BodyPair:
        """Return the models moved by amounts along the axes, drawn back to the ellipsoid."""
        along = np.where(self.sides > TINY_IN, along, 0.0)
        far = math.sqrt(float(((along / np.maximum(self.sides, TINY_IN)) ** 2).sum()))
        return _shift_pair(pair, self.axes @ (along / max(far, 1.0)))


SIGNS = np.array([[1 if k >> i & 1 else -1 for i in range(4)] for k in range(16)], float)
"""The corners of a box of four dimensions."""

Inaccuracy = float | Displacement
"""How far models may be off: a number of inches for all, or a displacement."""


def as_displacement(inaccuracy: Inaccuracy) -> Displacement:
    """Return the displacement, an even one for a number of inches."""
    if isinstance(inaccuracy, Displacement):
        return inaccuracy
    return EvenDisplacement(inaccuracy)
