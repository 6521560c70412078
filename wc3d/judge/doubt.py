"""Does a verdict stand although nobody measures exactly? Proved, refuted by a place that changes it, or not known.

The doubt: each model may really stand up to `inches` off in any direction of the plan, and up to `inches` higher or lower
(terrain is taken as given; a terrain that is higher by so much is the same as models that are lower). All the places of one
model, seen together, are simple solids:

* the *core*, the points it fills wherever it stands: a cylinder, its radius, top and bottom drawn in by the doubt;
* the *reach*, the points it may fill: the same cylinder, drawn out by the doubt. Each point of it is filled in some place.

From this follows, exactly and not by trying:

* Sight blocked between the reaches of both models is blocked wherever they stand. And a line that is open between the reaches
  is open between two places of the models: so for "blocked" one search decides.
* A line that is open between the cores is open wherever they stand. (The reverse does not hold: another line may do elsewhere.)
* What lies in the hull of the cores intervenes wherever they stand; what does not meet the hull of the reaches never does.
* A base that moves by u, along and up, changes no distance by more than |u|.

Where one such proof for all places together does not do, the places are halved again and again, and each part is proved by
itself; the middle of every part is tried, and a middle with another verdict refutes. When the budget runs out first, it is
not known. So "stands" is never a matter of samples, and "falls" always names the places.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from wc3d._internal.progress import Progress
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import SightResult
from wc3d.table.body import Body
from wc3d.table.sight.cover import has_cover, is_feature_between
from wc3d.table.sight.distances import distance_to_feature, is_within
from wc3d.table.sight.sight import make_occluders, sight
from wc3d.table.table import Table

MAX_PARTS = 600
"""Parts that are looked at before it is not known."""
MIN_CORE_IN = 1e-4
"""A core is no thinner than this: thinner ones prove nothing."""
SURE_MARGIN_IN = 1e-6
UNDECIDED = "undecided"

Offset = tuple[float, float, float]


@dataclass(frozen=True)
class Doubt:
    """What a doubt of so many inches does to a verdict. `stands`: True proved, False refuted by `places`, None not known.

    `places` are the models, moved within the doubt, among which the verdict is `other`; `tried` counts the parts or places
    looked at. `words` says it in a sentence; `why` how it is known. `measured`: the answer is a measure, which neither stands
    nor falls.
    """

    inches: float
    stands: bool | None
    words: str
    why: str
    places: tuple[Body, ...] = ()
    other: str = ""
    tried: int = 0
    measured: bool = False

    @property
    def short_text(self) -> str:
        """What the doubt does to the answer, in a word."""
        return (
            "between"
            if self.measured
            else {True: "certain", False: "not certain", None: "undecided"}[self.stands]
        )


@dataclass(frozen=True)
class _Places:
    """Some of the places of two models: a middle and half the width, each along x, y and z, for the one and the other."""

    middle: tuple[float, ...]
    half: tuple[float, ...]
    round: float
    """The doubt itself: along the plan no place is farther off than this."""

    def off(self, k: int) -> Offset:
        """The middle's offset for one of the two."""
        x, y, z = self.middle[3 * k : 3 * k + 3]
        return x, y, z

    def flat(self, k: int) -> float:
        """How far a place of the part is from its middle, in plan."""
        x, y, _ = self.off(k)
        hx, hy, _ = self.half[3 * k : 3 * k + 3]
        return min(math.hypot(hx, hy), self.round + math.hypot(x, y))

    def up(self, k: int) -> float:
        """How far a place of the part is from its middle, in height."""
        return self.half[3 * k + 2]

    def far(self, k: int) -> float:
        """How far a place of the part is from its middle."""
        return math.hypot(self.flat(k), self.up(k))

    @property
    def outside(self) -> bool:
        """Is none of it within the doubt, in plan?"""
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

    def halves(self) -> tuple[_Places, _Places]:
        """The part cut across its widest side."""
        i = max(range(6), key=lambda k: self.half[k])
        half = self._replace_value(self.half, i, self.half[i] / 2)
        return tuple(  # type: ignore[return-value]
            _Places(
                self._replace_value(self.middle, i, self.middle[i] + side * half[i]),
                half,
                self.round,
            )
            for side in (-1, 1)
        )

    @staticmethod
    def _replace_value(values: tuple[float, ...], i: int, value: float) -> tuple[float, ...]:
        return (*values[:i], value, *values[i + 1 :])


def shift_body(body: Body, by: Offset) -> Body:
    """The model, so much off."""
    x, y, z = body.at
    return body.moved((x + by[0], y + by[1], z + by[2]))


def certain_volume(volume: Cylinder, flat: float, up: float) -> Cylinder | None:
    """What a volume fills wherever it stands, up to so far off in plan and in height; None if that is nothing."""
    radius, low, high = volume.radius - flat, volume.low + up, volume.high - up
    return (
        Cylinder(volume.center, radius, low, high)
        if radius > MIN_CORE_IN and high - low > MIN_CORE_IN
        else None
    )


def possible_volume(volume: Cylinder, flat: float, up: float) -> Cylinder:
    """What a volume may fill, up to so far off in plan and in height."""
    return Cylinder(volume.center, volume.radius + flat, volume.low - up, volume.high + up)


def _limit_offset(at: Offset, inches: float) -> Offset:
    """An offset, no farther off in plan than the doubt."""
    x, y, z = at
    flat = math.hypot(x, y)
    return at if flat <= inches else (x / flat * inches, y / flat * inches, z)


BodyPair = tuple[Body, Body]
ProofFunction = Callable[[_Places, BodyPair], bool]
VerdictFunction = Callable[[BodyPair], str]
GuessFunction = Callable[[], BodyPair | None]


def _prove_or_refute(
    pair: BodyPair,
    inches: float,
    verdict: VerdictFunction,
    proved: ProofFunction,
    guess: GuessFunction,
    reason: str,
    progress: Progress | None,
) -> Doubt:
    """Halve the places until every part is proved or one middle has another verdict."""
    current_verdict = verdict(pair)
    condition = f'if models are up to {inches:.4g}" off'

    def refuted(places: BodyPair | None) -> Doubt | None:
        new_verdict = verdict(places) if places is not None else current_verdict
        if places is None or new_verdict in (current_verdict, UNDECIDED):
            return None
        words = f"could also be {new_verdict} {condition}"
        return Doubt(
            inches,
            False,
            words,
            "the verdict differs with the models at these places",
            places,
            new_verdict,
            looked_at,
        )

    def stands(proof_text: str) -> Doubt:
        return Doubt(
            inches, True, f"{current_verdict}, even {condition}", proof_text, tried=looked_at
        )

    whole, looked_at = _Places((0.0,) * 6, (inches,) * 6, inches), 1
    if proved(whole, pair):
        return stands(reason)
    if refutation := refuted(guess()):
        return refutation
    order = count()
    parts = [(-math.inf, next(order), whole)]
    while parts:
        _, _, part = heapq.heappop(parts)
        for half in part.halves():
            if half.outside:
                continue
            looked_at += 1
            if looked_at > MAX_PARTS or (
                progress is not None and not progress(looked_at, MAX_PARTS)
            ):
                gave_up = f"neither proved nor refuted in {looked_at:,} steps"
                return Doubt(
                    inches,
                    None,
                    f"{current_verdict}; undecided {condition}",
                    gave_up,
                    tried=looked_at,
                )
            middle = [
                shift_body(body, _limit_offset(half.off(k), inches)) for k, body in enumerate(pair)
            ]
            if refutation := refuted((middle[0], middle[1])):
                return refutation
            moved_bodies = [shift_body(body, half.off(k)) for k, body in enumerate(pair)]
            if not proved(half, (moved_bodies[0], moved_bodies[1])):
                heapq.heappush(parts, (-math.prod(h + 1e-9 for h in half.half), next(order), half))
    return stands(f"{reason} (proved in {looked_at:,} steps)")


def assess_sight_doubt(
    table: Table, a: Body, b: Body, inches: float, progress: Progress | None = None
) -> Doubt:
    """Does the verdict of `sight` stand (p. 32)?"""
    occluder_index, policy = make_occluders(table.features)[1], table.policy
    depth, current_verdict = policy.obscuring_depth, sight(table, a, b).verdict
    if current_verdict == UNDECIDED:
        return Doubt(
            inches, None, "undecided, as the verdict itself is undecided", "nothing to prove"
        )
    if policy.sight_blockers(a, b, table.bodies):
        return Doubt(
            inches,
            None,
            "undecided, as models block sight here too",
            "the proof covers only terrain",
        )

    def proved(part: _Places, pair: BodyPair) -> bool:
        volumes = policy.sight_source(pair[0]), policy.sight_target(pair[1])
        if current_verdict == "blocked":
            ends = [possible_volume(v, part.flat(k), part.up(k)) for k, v in enumerate(volumes)]
            return (
                occluder_index.find_open_line(ends[0], ends[1], depth=depth)[0]
                is SightResult.BLOCKED
            )
        cores = [certain_volume(v, part.flat(k), part.up(k)) for k, v in enumerate(volumes)]
        if cores[0] is None or cores[1] is None:
            return False
        return (
            occluder_index.find_open_line(cores[0], cores[1], depth=depth)[0] is SightResult.CLEAR
        )

    def guess() -> BodyPair | None:
        return (
            _find_open_pair(table, a, b, inches)
            if current_verdict == "blocked"
            else _find_blocked_pair(table, a, b, inches)
        )

    reason = (
        "every line stays blocked, wherever they stand"
        if current_verdict == "blocked"
        else "some line stays open, wherever they stand"
    )
    return _prove_or_refute(
        (a, b), inches, lambda pair: sight(table, *pair).verdict, proved, guess, reason, progress
    )


def _find_open_pair(table: Table, a: Body, b: Body, inches: float) -> BodyPair | None:
    """Blocked models, moved within the doubt so that each holds an end of a line that is open between their reaches."""
    occluder_index, depth = make_occluders(table.features)[1], table.policy.obscuring_depth
    ends = [
        possible_volume(v, inches, inches)
        for v in (table.policy.sight_source(a), table.policy.sight_target(b))
    ]
    answer, line, _ = occluder_index.find_open_line(ends[0], ends[1], depth=depth)
    if answer is not SightResult.CLEAR or line is None:
        return None
    return _move_to_hold(a, line[0], inches), _move_to_hold(b, line[1], inches)


def _move_to_hold(body: Body, point: tuple[float, float, float], inches: float) -> Body:
    """The model, moved as little as it takes to hold a point well inside it, within the doubt."""
    (x, y, z), (px, py, pz) = body.at, point
    distance = math.hypot(px - x, py - y)
    flat = min(inches, max(0.0, distance - body.radius + inches / 8))
    up = 0.0
    if pz > z + body.height - inches / 8:
        up = min(inches, pz - z - body.height + inches / 8)
    elif pz < z + inches / 8:
        up = max(-inches, pz - z - inches / 8)
    way = ((px - x) / distance, (py - y) / distance) if distance > SURE_MARGIN_IN else (0.0, 0.0)
    return shift_body(body, (way[0] * flat, way[1] * flat, up))


def _find_blocked_pair(table: Table, a: Body, b: Body, inches: float) -> BodyPair | None:
    """Models that see each other, moved to the ends of the doubt along, across and down: the first that do not, if any."""
    (ax, ay, _), (bx, by, _) = a.at, b.at
    distance = math.hypot(bx - ax, by - ay)
    u = ((bx - ax) / distance, (by - ay) / distance) if distance > SURE_MARGIN_IN else (1.0, 0.0)
    ways = ((0.0, 0.0), u, (-u[0], -u[1]), (-u[1], u[0]), (u[1], -u[0]))
    for z in (-inches, inches):
        for first_way in ways:
            for second_way in ways:
                pair = (
                    shift_body(a, (first_way[0] * inches, first_way[1] * inches, z)),
                    shift_body(b, (second_way[0] * inches, second_way[1] * inches, z)),
                )
                if sight(table, *pair).verdict != "clear":
                    return pair
    return None


def assess_cover_doubt(
    table: Table, attacker: Body, target: Body, inches: float, progress: Progress | None = None
) -> Doubt:
    """Does the verdict of `cover` stand (p. 34)?"""
    within = table.policy.cover_within
    giving = [f for f in table.features if f.cover and f.pieces]

    def ends_of(pair: BodyPair) -> tuple[Cylinder, Cylinder]:
        return table.policy.cover_from(pair[0]), table.policy.cover_to(pair[1])

    is_covered = has_cover(table, attacker, target)

    def proved(part: _Places, pair: BodyPair) -> bool:
        max_error = part.far(1)
        distances = {f.id: distance_to_feature(table, pair[1], f) for f in giving}
        if is_covered:
            cores = [
                certain_volume(v, part.flat(k), part.up(k)) for k, v in enumerate(ends_of(pair))
            ]
            if cores[0] is None or cores[1] is None:
                return False
            return any(
                distances[f.id] + max_error <= within and is_feature_between(f, cores[0], cores[1])
                for f in giving
            )
        from_volume, to_volume = (
            possible_volume(v, part.flat(k), part.up(k)) for k, v in enumerate(ends_of(pair))
        )
        close_features = (f for f in giving if is_within(distances[f.id] - max_error, within))
        return not any(is_feature_between(f, from_volume, to_volume) for f in close_features)

    def verdict(pair: BodyPair) -> str:
        return "cover" if has_cover(table, *pair) else "no cover"

    def guess() -> BodyPair | None:
        x, y, _ = attacker.at
        u, v, _ = target.at
        distance = math.hypot(u - x, v - y)
        way = ((u - x) / distance, (v - y) / distance) if distance > SURE_MARGIN_IN else (1.0, 0.0)
        for side in (inches, -inches):
            pair = attacker, shift_body(target, (way[0] * side, way[1] * side, 0.0))
            if verdict(pair) != verdict((attacker, target)):
                return pair
        return None

    clause = "near enough and in between, wherever they stand"
    reason = f"one feature is {clause}" if is_covered else f"no feature is {clause}"
    return _prove_or_refute((attacker, target), inches, verdict, proved, guess, reason, progress)
