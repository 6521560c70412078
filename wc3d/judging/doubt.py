"""Doubts: tests whether a verdict holds although models are not measured exactly.

The result is proved, refuted by places that change the verdict, or unknown. Each model may really
be up to `inches` off in any direction of the plan, and up to `inches` higher or lower. Terrain is
exact; higher terrain is the same as lower models. All places of one model together form simple
solids:

* the *core*, the points that the model fills at every place: its cylinder, with radius, top and
  bottom reduced by the doubt;
* the *reach*, the points that the model may fill: its cylinder, enlarged by the doubt. Some place
  fills each point of the reach.

These facts follow exactly, without trying places:

* If sight is blocked between the reaches of both models, it is blocked at all places. A line that
  is open between the reaches is open between two places. So one search decides "blocked".
* A line that is open between the cores is open at all places. (The reverse does not hold: other
  places may have another open line.)
* Anything in the hull of the cores intervenes at all places; anything outside the hull of the
  reaches never does.
* A base that moves by u, along and up, changes no distance by more than |u|.

If a proof for all places together fails, the places are halved repeatedly, and each part is proved
separately. The middle of every part is tried, and a middle with another verdict refutes. If the
budget runs out first, the result is unknown. So "stands" never depends on samples, and "falls"
always names the places.
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
from wc3d.judging.displacement import (
    BodyPair,
    Displacement,
    Inaccuracy,
    PlacesPart,
    as_displacement,
    shift_body,
    ways_between,
)
from wc3d.table.body import Body
from wc3d.table.sight.cover import has_cover, is_feature_between
from wc3d.table.sight.distances import distance_to_feature, is_within
from wc3d.table.sight.sight import make_occluders, sight
from wc3d.table.table import Table

MIN_CORE_IN = 1e-4
"""The smallest size of a core in inches; a thinner core proves nothing."""
SURE_MARGIN_IN = 1e-6
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Doubt:
    """The effect of a doubt on a verdict. `stands`: True if proved, False if refuted by `places`,
    None if unknown.

    With the models at `places`, within the doubt, the verdict is `other`. `tried` counts the
    examined parts or places. `words` is the result as a sentence, `why` its reason. `measured`:
    the answer is a measure, which neither stands nor falls.
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
        """The effect of the doubt on the answer in one word."""
        return (
            "between"
            if self.measured
            else {True: "certain", False: "not certain", None: "undecided"}[self.stands]
        )


def certain_volume(volume: Cylinder, flat: float, up: float) -> Cylinder | None:
    """Return a volume's core, up to `flat` inches off in plan and `up` in height, or None."""
    radius = volume.radius - flat
    low = volume.low + up
    high = volume.high - up
    return (
        Cylinder(volume.center, radius, low, high)
        if radius > MIN_CORE_IN and high - low > MIN_CORE_IN
        else None
    )


def possible_volume(volume: Cylinder, flat: float, up: float) -> Cylinder:
    """Return the reach of a volume, up to `flat` inches off in plan and `up` in height."""
    return Cylinder(volume.center, volume.radius + flat, volume.low - up, volume.high + up)


ProofFunction = Callable[[PlacesPart, BodyPair], bool]
VerdictFunction = Callable[[BodyPair], str]
GuessFunction = Callable[[], BodyPair | None]


def _prove_or_refute(
    pair: BodyPair,
    displacement: Displacement,
    verdict: VerdictFunction,
    proved: ProofFunction,
    guess: GuessFunction,
    reason: str,
    progress: Progress | None,
) -> Doubt:
    """Halve the places until every part is proved or one middle has another verdict."""
    current_verdict = verdict(pair)
    condition = displacement.condition
    inches = displacement.inches

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

    whole: PlacesPart = displacement.whole(pair[0].id, pair[1].id)
    looked_at = 1
    if proved(whole, pair):
        return stands(reason)
    if refutation := refuted(guess()):
        return refutation
    order = count()
    parts: list[tuple[float, int, PlacesPart]] = [(-math.inf, next(order), whole)]
    while parts:
        _, _, part = heapq.heappop(parts)
        for half in part.halves():
            if half.outside:
                continue
            looked_at += 1
            if looked_at > displacement.max_parts or (
                progress is not None and not progress(looked_at, displacement.max_parts)
            ):
                gave_up = "not settled: the search for a proof or a counterexample was ended"
                return Doubt(
                    inches,
                    None,
                    f"{current_verdict}; undecided {condition}",
                    gave_up,
                    tried=looked_at,
                )
            if refutation := refuted(half.place_inside(pair)):
                return refutation
            moved_bodies = [shift_body(body, half.off(k)) for k, body in enumerate(pair)]
            if not proved(half, (moved_bodies[0], moved_bodies[1])):
                heapq.heappush(parts, (-half.volume, next(order), half))
    return stands(f"{reason} (proved in {looked_at:,} steps)")


def assess_sight_doubt(
    table: Table, a: Body, b: Body, inches: Inaccuracy, progress: Progress | None = None
) -> Doubt:
    """Assess whether the verdict of `sight` stands (p. 32)."""
    displacement = as_displacement(inches)
    occluder_index = make_occluders(table.features)[1]
    policy = table.policy
    depth = policy.obscuring_depth
    current_verdict = sight(table, a, b).verdict
    if current_verdict == UNDECIDED:
        return Doubt(
            displacement.inches,
            None,
            "undecided, as the verdict itself is undecided",
            "nothing to prove",
        )
    if policy.sight_blockers(a, b, table.bodies):
        return Doubt(
            displacement.inches,
            None,
            "undecided, as models block sight here too",
            "the proof covers only terrain",
        )

    def proved(part: PlacesPart, pair: BodyPair) -> bool:
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
            _find_open_pair(table, a, b, displacement)
            if current_verdict == "blocked"
            else _find_blocked_pair(table, a, b, displacement)
        )

    reason = (
        "every line stays blocked, wherever they stand"
        if current_verdict == "blocked"
        else "some line stays open, wherever they stand"
    )
    return _prove_or_refute(
        (a, b),
        displacement,
        lambda pair: sight(table, *pair).verdict,
        proved,
        guess,
        reason,
        progress,
    )


def _find_open_pair(table: Table, a: Body, b: Body, displacement: Displacement) -> BodyPair | None:
    """Return blocked models moved, within the doubt, to an open line between their reaches."""
    occluder_index = make_occluders(table.features)[1]
    depth = table.policy.obscuring_depth
    ends = [
        possible_volume(v, displacement.flat(body.id), displacement.up(body.id))
        for body, v in ((a, table.policy.sight_source(a)), (b, table.policy.sight_target(b)))
    ]
    answer, line, _ = occluder_index.find_open_line(ends[0], ends[1], depth=depth)
    if answer is not SightResult.CLEAR or line is None:
        return None
    moved = [
        _move_to_hold(body, point, displacement.flat(body.id), displacement.up(body.id))
        for body, point in zip((a, b), line, strict=True)
    ]
    return displacement.limit((a, b), (moved[0], moved[1]))


def _move_to_hold(
    body: Body, point: tuple[float, float, float], most_flat: float, most_up: float
) -> Body:
    """Return the model moved minimally, within the doubt, until a point is well inside it."""
    (x, y, z), (px, py, pz) = body.at, point
    distance = math.hypot(px - x, py - y)
    flat = min(most_flat, max(0.0, distance - body.radius + most_flat / 8))
    up = 0.0
    if pz > z + body.height - most_up / 8:
        up = min(most_up, pz - z - body.height + most_up / 8)
    elif pz < z + most_up / 8:
        up = max(-most_up, pz - z - most_up / 8)
    way = ((px - x) / distance, (py - y) / distance) if distance > SURE_MARGIN_IN else (0.0, 0.0)
    return shift_body(body, (way[0] * flat, way[1] * flat, up))


def _find_blocked_pair(
    table: Table, a: Body, b: Body, displacement: Displacement
) -> BodyPair | None:
    """Return the first pair of places at the ends of the doubt at which sight is blocked."""
    ends = displacement.end_pairs(a, b)
    return next((pair for pair in ends if sight(table, *pair).verdict != "clear"), None)


def assess_cover_doubt(
    table: Table, attacker: Body, target: Body, inches: Inaccuracy, progress: Progress | None = None
) -> Doubt:
    """Assess whether the verdict of `cover` stands (p. 34)."""
    displacement = as_displacement(inches)
    within = table.policy.cover_within
    giving = [f for f in table.features if f.cover and f.pieces]

    def ends_of(pair: BodyPair) -> tuple[Cylinder, Cylinder]:
        return table.policy.cover_from(pair[0]), table.policy.cover_to(pair[1])

    is_covered = has_cover(table, attacker, target)

    def proved(part: PlacesPart, pair: BodyPair) -> bool:
        max_error = math.hypot(part.flat(1), part.up(1))
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
        along = ways_between(attacker, target)[1]
        most = displacement.flat(target.id)
        for side in (most, -most):
            moved = attacker, shift_body(target, (along[0] * side, along[1] * side, 0.0))
            pair = displacement.limit((attacker, target), moved)
            if verdict(pair) != verdict((attacker, target)):
                return pair
        return None

    clause = "near enough and in between, wherever they stand"
    reason = f"one feature is {clause}" if is_covered else f"no feature is {clause}"
    return _prove_or_refute(
        (attacker, target), displacement, verdict, proved, guess, reason, progress
    )
