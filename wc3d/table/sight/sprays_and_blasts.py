"""Sprays, blasts and auras: find the models that an effect reaches."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.sweep import overlap_interval
from wc3d.geometry.tolerances import EPSILON_IN, TINY_LENGTH_IN
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.sight.sight import Sight, can_block_sight, sight
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState

_OBSCURING = (SpaceRule.OBSCURING_DEPTH, SpaceRule.OBSCURING_BETWEEN)


@dataclass(frozen=True)
class Spray:
    """The models that a spray attacks.

    - `hits`: their ids, nearest along the line first.
    - `line`: from the attacker's base toward the target, as long as the range.
    - `met`: every model on the line, with the inches along the line.
    - `hidden`: those of them that terrain hides from the attacker.
    - `sights`: the sight to each model on the line.

    >>> spray = table.spray("jack", "hunter", range=30)
    >>> spray.met[0][0], round(spray.met[0][1], 1), spray.hidden
    ('hunter', 29.0, ())
    """

    hits: tuple[str, ...]
    line: tuple[XYZ, XYZ]
    met: tuple[tuple[str, float], ...]
    hidden: tuple[str, ...]
    sights: tuple[Sight, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Spray: hits {', '.join(self.hits) or 'nobody'}>"

    @cached_property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided, with obscuring terrain only if it hides a model or is crossed."""
        sight_rules = (rule for sight in self.sights for rule in sight.rules if rule in _OBSCURING)
        return tuple(
            dict.fromkeys(
                (SpaceRule.SPRAY_LINE, SpaceRule.SPRAY_HITS, SpaceRule.SPRAY_HEIGHT, *sight_rules)
            )
        )


@dataclass(frozen=True)
class Blast:
    """The other models that a blast damages.

    - `models`: their ids, nearest first.
    - `tied`: True if dice must decide between models; then `models` holds every candidate.
    - `distances`: inches from the target to each of `models`.

    >>> table.blast("hunter")
    <Blast: damages nobody>
    """

    models: tuple[str, ...]
    tied: bool
    distances: tuple[float, ...]

    def __repr__(self) -> str:
        tie = ", the dice decide between them" if self.tied else ""
        return f"<Blast: damages {', '.join(self.models) or 'nobody'}{tie}>"

    @property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided."""
        return (SpaceRule.BLAST, SpaceRule.WITHIN) + ((SpaceRule.BLAST_TIE,) if self.tied else ())


def models_within(table: TableState, body: Body, inches: float) -> tuple[str, ...]:
    """Return the other models within `inches` of a model, base to base in 3D, nearest first."""
    return tuple(id for _, id in _models_within(table, body, inches))


def _models_within(table: TableState, body: Body, inches: float) -> list[tuple[float, str]]:
    distances = (
        (distance(table, body, model), model.id) for model in table.bodies if model.id != body.id
    )
    return _sort_by_distance([(d, id) for d, id in distances if is_within(d, inches)])


def _sort_by_distance(pairs: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Sort pairs nearest first; equal distances keep their order."""
    ordered: list[tuple[float, str]] = []
    positions = {id: i for i, (_, id) in enumerate(pairs)}
    equal: list[tuple[float, str]] = []
    for pair in [*sorted(pairs, key=lambda p: p[0]), (math.inf, "")]:
        if equal and pair[0] - equal[0][0] > EPSILON_IN:
            ordered += sorted(equal, key=lambda p: positions[p[1]])
            equal = []
        equal.append(pair)
    return ordered


def blast(table: TableState, target: Body) -> Blast:
    """Return the models nearest the target, friend or foe, within the policy's limits."""
    around = _models_within(table, target, table.policy.blast_within)
    count = table.policy.blast_models
    tied = len(around) > count and around[count][0] - around[count - 1][0] <= EPSILON_IN
    last = around[count - 1][0] + EPSILON_IN if tied else math.inf
    hits = [pair for pair in around if pair[0] <= last] if tied else around[:count]
    return Blast(tuple(id for _, id in hits), tied, tuple(d for d, _ in hits))


def spray_line(attacker: Body, target: Body, range: float) -> tuple[XYZ, XYZ]:
    """Return a line of length `range` toward the center of the target's base, from the nearest
    point of the attacker's base.

    If that point is the center of the target's base itself, the line continues away from the
    attacker's center (or east, if the centers coincide).
    """
    (ax, ay, az), (tx, ty, tz) = attacker.at, target.at
    separation = math.hypot(tx - ax, ty - ay)
    share = 1.0 if separation <= attacker.radius else attacker.radius / separation
    start = (ax + share * (tx - ax), ay + share * (ty - ay), az)
    way = (tx - start[0], ty - start[1], tz - start[2])
    long = math.hypot(*way)
    if long <= EPSILON_IN:
        way, long = (
            ((tx - ax, ty - ay, 0.0), separation)
            if separation > EPSILON_IN
            else ((1.0, 0.0, 0.0), 1.0)
        )
    end = (
        start[0] + way[0] / long * range,
        start[1] + way[1] / long * range,
        start[2] + way[2] / long * range,
    )
    return start, end


def distance_to_first_touch(line: tuple[XYZ, XYZ], volume: Cylinder) -> float | None:
    """Return the inches along a line until it first touches a model's volume, or None."""
    (ax, ay, az), (bx, by, bz) = line
    long = math.dist(*line)
    flat = math.hypot(bx - ax, by - ay)
    first, last = 0.0, 1.0
    if flat <= EPSILON_IN:
        if math.hypot(ax - volume.center[0], ay - volume.center[1]) > volume.radius + EPSILON_IN:
            return None
    else:
        through = overlap_interval(
            (ax, ay),
            ((bx - ax) / flat, (by - ay) / flat),
            volume.radius + EPSILON_IN,
            (volume.center, 0.0),
        )
        if through is None:
            return None
        first, last = max(first, through[0] / flat), min(last, through[1] / flat)
    low = volume.low - EPSILON_IN
    high = volume.high + EPSILON_IN
    rise = bz - az
    if abs(rise) <= TINY_LENGTH_IN:
        if not low <= az <= high:
            return None
    else:
        s, t = sorted(((low - az) / rise, (high - az) / rise))
        first, last = max(first, s), min(last, t)
    return first * long if first <= last else None


def spray(table: TableState, attacker: Body, target: Body, range: float) -> Spray:
    """Return the models that a spray aimed at the target attacks, nearest along the line first.

    The spray attacks every model on the line except the attacker, friend or foe, unless terrain
    hides it entirely from the attacker. It always attacks the target; the caller checks that the
    target is legal.
    """
    line = spray_line(attacker, target, range)
    contacts: list[tuple[float, str]] = []
    for body in table.bodies:
        if body.id == attacker.id:
            continue
        at = distance_to_first_touch(line, body.volume)
        if at is None and body.id == target.id:
            at = math.dist(line[0], target.at)
        if at is not None:
            contacts.append((at, body.id))
    contacts = _sort_by_distance(contacts)
    candidates = (
        [id for _, id in contacts if id != target.id]
        if any(can_block_sight(f) for f in table.features)
        else []
    )
    sights = tuple(sight(table, attacker, table.body(id)) for id in candidates)
    hidden_models = tuple(view.b.id for view in sights if view.verdict == "blocked")
    hits = tuple(id for _, id in contacts if id not in hidden_models)
    return Spray(hits, line, tuple((id, at) for at, id in contacts), hidden_models, sights)
