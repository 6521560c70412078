"""Where a model can be put: exact places, and places found near something.

All places are finite floats without a negative zero, since the state is hashed by its text. Wherever a state is asked
for, a table will do: with models already put down that the state does not know of yet.
"""
from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from wc3d._internal.fast_replace import with_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.neo_mechanika.rules.actions import Point
from wc3d.games.neo_mechanika.rules.handlers import refuse
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.distance import disc_to_disc
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EQUAL
from wc3d.table.body import Body
from wc3d.table.moves.falling import corners
from wc3d.table.moves.squads import reposition
from wc3d.table.sight.ranges import is_within
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing import Stand, highest_standable, levels, on_table, stand

GAPS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
"""How far from what they surround the rings of places lie that are tried, base to base, in inches."""

SPACING = 0.75
"""How far apart the places of a ring are at most, in inches."""

TRIES = 12
"""How many random places are tried for each that is wanted."""

PACKING = 200
"""How many places are tried to pack a squad tightly."""


def point(x: float, y: float, z: float = 0.0) -> XYZ:
    """A place as states hold it: floats, and no negative zero."""
    return float(x) + 0.0, float(y) + 0.0, float(z) + 0.0


def table_of(state: State | Table) -> Table:
    """The table meant."""
    return state if isinstance(state, Table) else state.table


def standing(
    state: State | Table, base: str, at: Point, ignore: Collection[str] = (), near: float | None = None
) -> Stand:
    """Can such a base stand there, and at which place (p. 28, 44)?

    Without a height: on the level where it can that is nearest to the height `near`, or on the highest one.
    """
    table = table_of(state)
    height = at[2] if len(at) == 3 else _level_meant(table, base, (at[0], at[1]), ignore, near)
    return stand(table, base, point(at[0], at[1], 0.0 if height is None else height), ignore)


def _level_meant(table: Table, base: str, at: XY, ignore: Collection[str], near: float | None) -> float | None:
    if near is None:
        return highest_standable(table, base, at, ignore)
    heights = sorted((level.height for level in levels(table)), key=lambda height: abs(height - near))
    return next((height for height in heights if stand(table, base, (*at, height), ignore)), None)


def heights_are_meant(state: State) -> bool:
    """Is a height that is named meant, and one that is not the nearest to those around (NM-SIL-150)? Not in games of before."""
    return state.setup.rulings >= 2


def put(state: State | Table, base: str, at: Point, ignore: Collection[str] = (), near: float | None = None) -> XYZ | None:
    """The place a point means for such a base, or None if it cannot stand there (p. 28, 44)."""
    there = standing(state, base, at, ignore, near)
    return there.position if there else None


def meant(state: State, table: Table, leader: Body, wanted: Mapping[str, Point]) -> dict[str, Point]:
    """Where each of a squad is wanted, those without a height on the level nearest to that of its leader."""
    if not heights_are_meant(state):
        return dict(wanted)
    near = leader.at[2]
    return {id: put(table, state.models[id].base, at, near=near) or at for id, at in wanted.items()}


def check_stand(
    state: State | Table, base: str, at: Point, ignore: Collection[str] = (), *, names: State | None = None,
    near: float | None = None,
) -> Verdict:  # fmt: skip
    """May such a base be put there? Evidence: the place. Codes "off_table" (NM-MOV-17) and "cannot_stand" (NM-MOV-12).

    `names`: the state that knows what people call what is in the way, where a table is asked. `near`: see `standing`.
    """
    table = table_of(state)
    if not on_table(table, (at[0], at[1]), table.policy.bases[base].radius):
        return refuse("off_table", "part of the base would be off the table", "NM-MOV-17")
    there = standing(table, base, at, ignore, near)
    if there:
        return with_fields(LEGAL, evidence=there.position)
    known, reason = state if isinstance(state, State) else names, there.reason
    if known is not None:
        for id in there.blockers:
            reason = reason.replace(id, known.name(id))
    return refuse("cannot_stand", f"it cannot stand there: {reason}", "NM-MOV-12")


def check_replace(state: State | Table, old: Body, base: str, at: XYZ) -> Verdict:
    """May a model be replaced by one on such a base there (NM-MOV-13, p. 28)? Evidence: the place.

    With equal bases on the same spot; else the smaller base lies wholly inside the larger.
    """
    spare = abs(old.radius - SPACE.bases[base].radius)
    if math.dist(old.at[:2], at[:2]) > spare + EQUAL or abs(old.at[2] - at[2]) > EQUAL:
        return refuse("not_in_its_place", "the smaller base would not be completely within the larger one", "NM-MOV-13")
    return check_stand(state, base, at, ignore=(old.id,))


def apart(around: Body | XYZ, base: str, at: XYZ) -> float:
    """How far a base at a place is from a model's base or a point, in inches (p. 32)."""
    center, radius = (around.at, around.radius) if isinstance(around, Body) else (around, 0.0)
    return disc_to_disc(center, radius, at, SPACE.bases[base].radius)


def sees(table: Table, base: str, at: XYZ, target: Body) -> bool:
    """Would a model on such a base there see the target (p. 32)?"""
    return sight(table, Body("here", base, at), target).verdict == "clear"


def spots(
    state: State | Table,
    base: str,
    around: Body | Point,
    within: float,
    *,
    rng: random.Random | None = None,
    count: int = 16,
    sight_to: Body | None = None,
    ignore: Collection[str] = (),
    keep_off: Iterable[Body] = (),
) -> Iterator[XYZ]:
    """Up to `count` places near a model or point where such a base can stand, within so many inches, base to base.

    Without `rng`: rings from the nearest outward, always the same. With it: random ones, as even as the area. `ignore`:
    models that are not in the way (the one to be put); `keep_off`: models in the way that the table does not have yet.
    """
    table = table_of(state).with_bodies(*off) if (off := tuple(keep_off)) else table_of(state)
    target = around if isinstance(around, Body) else _resolved(around)
    found = 0
    for x, y in _ringed(target, base, within) if rng is None else _scattered(target, base, within, rng, count * TRIES):
        at = _nearest_level(table, base, (x, y), target, within, ignore)
        if at is None or (sight_to is not None and not sees(table, base, at, sight_to)):
            continue
        yield at
        found += 1
        if found == count:
            return


def _resolved(around: Point) -> XYZ:
    return point(around[0], around[1], around[2] if len(around) == 3 else 0.0)


def _center(around: Body | XYZ) -> tuple[XYZ, float]:
    return (around.at, around.radius) if isinstance(around, Body) else (around, 0.0)


def _nearest_level(
    table: Table, base: str, at: XY, around: Body | XYZ, within: float, ignore: Collection[str]
) -> XYZ | None:
    """The place there on the level nearest in height to what is surrounded, if it is near enough."""
    height = _center(around)[0][2]
    for level in sorted(levels(table), key=lambda level: abs(level.height - height)):
        place = point(*at, level.height)
        if not is_within(apart(around, base, place), within):
            return None
        if stand(table, base, place, ignore):
            return place
    return None


def _ringed(around: Body | XYZ, base: str, within: float) -> Iterator[XY]:
    """Points on rings, nearest first; beside a point, the point itself first."""
    (x, y, _), radius = _center(around)
    own = SPACE.bases[base].radius
    if not isinstance(around, Body):
        yield x, y
    gaps = [g for g in GAPS if g < within - EQUAL] + [within]
    for i, gap in enumerate(gaps):
        out = radius + own + gap
        number = max(8, math.ceil(math.tau * out / SPACING))
        for k in range(number):
            turn = math.tau * (k + 0.5 * (i % 2)) / number
            yield x + out * math.cos(turn), y + out * math.sin(turn)


def _scattered(around: Body | XYZ, base: str, within: float, rng: random.Random, tries: int) -> Iterator[XY]:
    """Random points of the disc or ring in which the base is near enough and beside the model."""
    (x, y, _), radius = _center(around)
    own = SPACE.bases[base].radius
    inner = radius + own if isinstance(around, Body) else 0.0
    outer = radius + own + within
    for _ in range(tries):
        out = math.sqrt(rng.uniform(inner * inner, outer * outer))
        turn = rng.uniform(0.0, math.tau)
        yield x + out * math.cos(turn), y + out * math.sin(turn)


def arrange(
    state: State | Table, leader: Body, models: Sequence[str], wanted: Mapping[str, Point], start: XYZ | None = None
) -> tuple[dict[str, XYZ], tuple[str, ...]]:
    """Where a squad's other models go once `leader` has come to where it is given, and which find no place (p. 28).

    `models` are the others, on the table still where they stood; `start` is where the leader comes from, if the table no
    longer has it there. A model goes where it is wanted, or stays where it may, or is put somewhere near; the
    arrangement that saves the most models counts for more than where they are wanted.
    """
    table = table_of(state).with_bodies(leader).without(*models)
    others = tuple(table_of(state).body(id) for id in models)
    shift = _way(start or table_of(state).body(leader.id).at, leader.at)
    best: dict[str, XYZ] = {}
    for settled in _settlements(table, leader, others, wanted):
        places = _fill(table, leader, others, settled, shift)
        if len(places) > len(best):
            best = places
        if len(best) == len(others):
            break
    return {id: best[id] for id in models if id in best}, tuple(id for id in models if id not in best)


def _way(a: XYZ, b: XYZ) -> XY:
    return b[0] - a[0], b[1] - a[1]


def _settlements(table: Table, leader: Body, others: Sequence[Body], wanted: Mapping[str, Point]) -> Iterator[dict[str, XYZ]]:
    """What is settled before the search: the wanted places and who may stay; then the wanted alone; then nothing."""
    settled: dict[str, XYZ] = {}
    for body in others:
        if body.id in wanted:
            _settle(table, leader, body, wanted[body.id], settled, others)
    asked = dict(settled)
    for body in others:
        if body.id not in wanted:
            _settle(table, leader, body, body.at, settled, others)
    yield settled
    if len(asked) < len(settled):
        yield asked
    if asked:
        yield {}


def _settle(
    table: Table, leader: Body, body: Body, at: Point, settled: dict[str, XYZ], others: Sequence[Body]
) -> None:
    there = reposition(_with(table, others, settled), leader, body, at)
    if there:
        settled[body.id] = point(*there.at)


def _with(table: Table, others: Sequence[Body], places: Mapping[str, XYZ]) -> Table:
    """The table with those models put down that have a place."""
    return table.with_bodies(*(b.moved(places[b.id]) for b in others if b.id in places))


def _fill(
    table: Table, leader: Body, others: Sequence[Body], settled: Mapping[str, XYZ], shift: XY
) -> dict[str, XYZ]:
    """A place for each model that has none: in the old formation or near it, else packed as tightly as can be."""
    places = dict(settled)
    for body in others:
        if body.id not in places:
            free = _with(table, others, places)
            at = next(_loose(free, leader, body, shift), None)
            if at is not None:
                places[body.id] = at
    if len(places) == len(others):
        return places
    left = sorted((b for b in others if b.id not in settled), key=lambda b: -b.radius)
    packed = _pack(_with(table, others, settled), leader, left, [PACKING])
    return {**settled, **packed} if len(settled) + len(packed) > len(places) else places


def _loose(table: Table, leader: Body, body: Body, shift: XY) -> Iterator[XYZ]:
    """Places for one model: where it would be had all moved alike, then the nearest of the rings to that."""
    x, y = body.at[0] + shift[0], body.at[1] + shift[1]
    near = sorted(_ringed(leader, body.base, table.policy.squad_within), key=lambda p: math.dist(p, (x, y)))
    for place in ((x, y), *near):
        at = _nearest_level(table, body.base, place, leader, table.policy.squad_within, ())
        if at is not None and sees(table, body.base, at, leader):
            yield at


def _pack(table: Table, leader: Body, left: Sequence[Body], budget: list[int]) -> dict[str, XYZ]:
    """As many of the models as can be put down, each against what is there already; a search of limited length."""
    if not left:
        return {}
    body, rest = left[0], left[1:]
    best: dict[str, XYZ] = {}
    for at in _tight(table, leader, body):
        budget[0] -= 1
        found = {body.id: at, **_pack(table.with_bodies(body.moved(at)), leader, rest, budget)}
        best = found if len(found) > len(best) else best
        if len(best) == len(left) or budget[0] <= 0:
            return best
    return best or _pack(table, leader, rest, budget)


def _tight(table: Table, leader: Body, body: Body) -> Iterator[XYZ]:
    """Every place for one model that touches two things, or one where it is nearest to its leader; nearest first."""
    within = table.policy.squad_within
    x, y, z = leader.at
    for level in sorted(levels(table), key=lambda level: abs(level.height - z)):
        if abs(level.height - z) > within + EQUAL:
            return
        reach = leader.radius + body.radius + within
        for corner in sorted(corners(table, body.base, (x, y), level.height, reach), key=lambda p: math.dist(p, (x, y))):
            at = point(*corner, level.height)
            near = is_within(apart(leader, body.base, at), within)
            if near and stand(table, body.base, at) and sees(table, body.base, at, leader):
                yield at
