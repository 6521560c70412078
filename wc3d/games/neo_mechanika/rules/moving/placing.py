"""Legal places for models: check exact places and find places near something.

All places are finite floats without a negative zero, since the state's text is hashed. Functions
accept a state or a table, which may contain models that the state does not have yet.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.neo_mechanika.rules.actions import Point
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.distance import disc_to_disc
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.moves.falling import candidate_places
from wc3d.table.moves.reposition import reposition
from wc3d.table.sight.distances import is_within
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import (
    Stand,
    highest_standable,
    is_base_on_table,
    stand,
    table_levels,
)

RING_GAPS_IN = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
"""The gaps between a body and the rings of places around it, base to base, in inches."""

RING_SPACING_IN = 0.75
"""The maximum distance between the places of a ring, in inches."""

RANDOM_TRIES_PER_PLACE = 12
"""The number of random tries for each requested place."""

MAX_PACKING_TRIES = 200
"""The most places to try for packing a squad tightly."""


def make_point(x: float, y: float, z: float = 0.0) -> XYZ:
    """Return a place in the form that states use: floats without negative zero."""
    return float(x) + 0.0, float(y) + 0.0, float(z) + 0.0


def as_table(state: State | Table) -> Table:
    """Return the table of a state, or the table itself."""
    return state if isinstance(state, Table) else state.table


def find_stand(
    state: State | Table,
    base: str,
    at: Point,
    ignore: Collection[str] = (),
    near: float | None = None,
) -> Stand:
    """Return whether a base can stand at a point, and its exact place (p. 28, 44).

    Without a height, use the legal level nearest to the height `near`, or the highest one.
    """
    table = as_table(state)
    height = at[2] if len(at) == 3 else _find_level(table, base, (at[0], at[1]), ignore, near)
    return stand(table, base, make_point(at[0], at[1], 0.0 if height is None else height), ignore)


def _find_level(
    table: Table, base: str, at: XY, ignore: Collection[str], near_height: float | None
) -> float | None:
    if near_height is None:
        return highest_standable(table, base, at, ignore)
    heights = sorted(
        (level.height for level in table_levels(table)),
        key=lambda height: abs(height - near_height),
    )
    return next((height for height in heights if stand(table, base, (*at, height), ignore)), None)


def are_heights_literal(state: State) -> bool:
    """Return whether a given height is exact (NM-SIL-150); old games use the nearest level."""
    return state.setup.rulings >= 2


def resolve_place(
    state: State | Table,
    base: str,
    at: Point,
    ignore: Collection[str] = (),
    near: float | None = None,
) -> XYZ | None:
    """Return the exact place of a base at a point, or None if it cannot stand there (p. 28, 44)."""
    placement = find_stand(state, base, at, ignore, near)
    return placement.position if placement else None


def resolve_squad_places(
    state: State, table: Table, leader: Body, wanted_places: Mapping[str, Point]
) -> dict[str, Point]:
    """Return a squad's wanted places; a missing height becomes the level nearest the leader's."""
    if not are_heights_literal(state):
        return dict(wanted_places)
    height = leader.at[2]
    return {
        id: resolve_place(table, state.models[id].base, at, near=height) or at
        for id, at in wanted_places.items()
    }


def check_stand(
    state: State | Table,
    base: str,
    at: Point,
    ignore: Collection[str] = (),
    *,
    names: State | None = None,
    near: float | None = None,
) -> Verdict:
    """Check that a base can be put at a point. Evidence: the place.

    Codes "off_table" (NM-MOV-17) and "cannot_stand" (NM-MOV-12). `names` is the state with display
    names for obstacles, needed with a table. For `near` see `find_stand`.
    """
    table = as_table(state)
    if not is_base_on_table(table, (at[0], at[1]), table.policy.bases[base].radius):
        return refuse("off_table", "part of the base would be off the table", "NM-MOV-17")
    placement = find_stand(table, base, at, ignore, near)
    if placement:
        return replace_fields(LEGAL, evidence=placement.position)
    name_source = state if isinstance(state, State) else names
    reason = placement.reason
    if name_source is not None:
        for id in placement.blockers:
            reason = reason.replace(id, name_source.name(id))
    return refuse("cannot_stand", f"the base cannot stand there: {reason}", "NM-MOV-12")


def check_replacement(state: State | Table, old: Body, base: str, at: XYZ) -> Verdict:
    """Check that another base may replace a model there (NM-MOV-13, p. 28). Evidence: the place.

    Equal bases share the spot. Otherwise the smaller base is inside the larger.
    """
    spare = abs(old.radius - SPACE.bases[base].radius)
    if math.dist(old.at[:2], at[:2]) > spare + EPSILON_IN or abs(old.at[2] - at[2]) > EPSILON_IN:
        return refuse(
            "not_in_its_place",
            "the smaller base would not be completely within the larger one",
            "NM-MOV-13",
        )
    return check_stand(state, base, at, ignore=(old.id,))


def distance_to_base(around: Body | XYZ, base: str, at: XYZ) -> float:
    """Return the inches between a placed base and a model's base or a point (p. 32)."""
    center, radius = (around.at, around.radius) if isinstance(around, Body) else (around, 0.0)
    return disc_to_disc(center, radius, at, SPACE.bases[base].radius)


def can_see_from(table: Table, base: str, at: XYZ, target: Body) -> bool:
    """Return whether a model on a base at a place would see the target (p. 32)."""
    return sight(table, Body("here", base, at), target).verdict == "clear"


def find_places(
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
    """Return up to `count` legal places for a base within inches of a model or point.

    Without `rng`, list rings from the nearest outward, always the same. With `rng`, sample the
    area evenly. `ignore` lists models that are not in the way. `keep_off` lists models in the way
    that the table does not have yet.
    """
    table = (
        as_table(state).with_bodies(*blocking_bodies)
        if (blocking_bodies := tuple(keep_off))
        else as_table(state)
    )
    target = around if isinstance(around, Body) else _resolve_point(around)
    spot_count = 0
    for x, y in (
        _list_ring_points(target, base, within)
        if rng is None
        else _scatter_points(target, base, within, rng, count * RANDOM_TRIES_PER_PLACE)
    ):
        at = _find_nearest_level(table, base, (x, y), target, within, ignore)
        if at is None or (sight_to is not None and not can_see_from(table, base, at, sight_to)):
            continue
        yield at
        spot_count += 1
        if spot_count == count:
            return


def _resolve_point(around: Point) -> XYZ:
    return make_point(around[0], around[1], around[2] if len(around) == 3 else 0.0)


def _get_center(around: Body | XYZ) -> tuple[XYZ, float]:
    return (around.at, around.radius) if isinstance(around, Body) else (around, 0.0)


def _find_nearest_level(
    table: Table, base: str, at: XY, around: Body | XYZ, within: float, ignore: Collection[str]
) -> XYZ | None:
    """Return the place on the level nearest in height to `around`, if it is near enough."""
    height = _get_center(around)[0][2]
    for level in sorted(table_levels(table), key=lambda level: abs(level.height - height)):
        place = make_point(*at, level.height)
        if not is_within(distance_to_base(around, base, place), within):
            return None
        if stand(table, base, place, ignore):
            return place
    return None


def _list_ring_points(around: Body | XYZ, base: str, within: float) -> Iterator[XY]:
    """Yield points on rings, nearest first. A point's first ring is the point itself."""
    (x, y, _), radius = _get_center(around)
    own = SPACE.bases[base].radius
    if not isinstance(around, Body):
        yield x, y
    gaps = [g for g in RING_GAPS_IN if g < within - EPSILON_IN] + [within]
    for i, gap in enumerate(gaps):
        ring_radius = radius + own + gap
        number = max(8, math.ceil(math.tau * ring_radius / RING_SPACING_IN))
        for k in range(number):
            turn = math.tau * (k + 0.5 * (i % 2)) / number
            yield x + ring_radius * math.cos(turn), y + ring_radius * math.sin(turn)


def _scatter_points(
    around: Body | XYZ, base: str, within: float, rng: random.Random, tries: int
) -> Iterator[XY]:
    """Yield random points where the base is near enough to the model but does not overlap it."""
    (x, y, _), radius = _get_center(around)
    own = SPACE.bases[base].radius
    inner = radius + own if isinstance(around, Body) else 0.0
    outer = radius + own + within
    for _ in range(tries):
        distance = math.sqrt(rng.uniform(inner * inner, outer * outer))
        turn = rng.uniform(0.0, math.tau)
        yield x + distance * math.cos(turn), y + distance * math.sin(turn)


def place_squad(
    state: State | Table,
    leader: Body,
    models: Sequence[str],
    wanted_places: Mapping[str, Point],
    start: XYZ | None = None,
) -> tuple[dict[str, XYZ], tuple[str, ...]]:
    """Return places for a squad's other models around `leader`, and the models without one.

    `models` are the others at their old places (p. 28). `start` is the leader's old place if the
    table no longer has it. A model goes to its wanted place, stays if it may, or goes somewhere
    near. Saving more models matters more than the wanted places.
    """
    table = as_table(state).with_bodies(leader).without(*models)
    bodies = tuple(as_table(state).body(id) for id in models)
    shift = _get_shift(start or as_table(state).body(leader.id).at, leader.at)
    best: dict[str, XYZ] = {}
    for fixed_places in _list_settlements(table, leader, bodies, wanted_places):
        places = _fill(table, leader, bodies, fixed_places, shift)
        if len(places) > len(best):
            best = places
        if len(best) == len(bodies):
            break
    return {id: best[id] for id in models if id in best}, tuple(
        id for id in models if id not in best
    )


def _get_shift(a: XYZ, b: XYZ) -> XY:
    return b[0] - a[0], b[1] - a[1]


def _list_settlements(
    table: Table, leader: Body, bodies: Sequence[Body], wanted_places: Mapping[str, Point]
) -> Iterator[dict[str, XYZ]]:
    """Yield the fixed places to try: wanted and staying models, only wanted ones, none."""
    fixed_places: dict[str, XYZ] = {}
    for body in bodies:
        if body.id in wanted_places:
            _settle(table, leader, body, wanted_places[body.id], fixed_places, bodies)
    chosen_places = dict(fixed_places)
    for body in bodies:
        if body.id not in wanted_places:
            _settle(table, leader, body, body.at, fixed_places, bodies)
    yield fixed_places
    if len(chosen_places) < len(fixed_places):
        yield chosen_places
    if chosen_places:
        yield {}


def _settle(
    table: Table,
    leader: Body,
    body: Body,
    at: Point,
    fixed_places: dict[str, XYZ],
    bodies: Sequence[Body],
) -> None:
    placement = reposition(_add_bodies(table, bodies, fixed_places), leader, body, at)
    if placement:
        fixed_places[body.id] = make_point(*placement.at)


def _add_bodies(table: Table, bodies: Sequence[Body], places: Mapping[str, XYZ]) -> Table:
    """Return the table with the placed models."""
    return table.with_bodies(*(b.moved(places[b.id]) for b in bodies if b.id in places))


def _fill(
    table: Table, leader: Body, bodies: Sequence[Body], fixed_places: Mapping[str, XYZ], shift: XY
) -> dict[str, XYZ]:
    """Return places for the remaining models: in or near the old formation, else packed tightly."""
    places = dict(fixed_places)
    for body in bodies:
        if body.id not in places:
            free = _add_bodies(table, bodies, places)
            at = next(_list_loose_places(free, leader, body, shift), None)
            if at is not None:
                places[body.id] = at
    if len(places) == len(bodies):
        return places
    unplaced_bodies = sorted(
        (b for b in bodies if b.id not in fixed_places), key=lambda b: -b.radius
    )
    packed = _pack(
        _add_bodies(table, bodies, fixed_places), leader, unplaced_bodies, [MAX_PACKING_TRIES]
    )
    return {**fixed_places, **packed} if len(fixed_places) + len(packed) > len(places) else places


def _list_loose_places(table: Table, leader: Body, body: Body, shift: XY) -> Iterator[XYZ]:
    """Yield places for one model: its place in the old formation, then the nearest to that."""
    x, y = body.at[0] + shift[0], body.at[1] + shift[1]
    ring_points = sorted(
        _list_ring_points(leader, body.base, table.policy.squad_within),
        key=lambda p: math.dist(p, (x, y)),
    )
    for place in ((x, y), *ring_points):
        at = _find_nearest_level(table, body.base, place, leader, table.policy.squad_within, ())
        if at is not None and can_see_from(table, body.base, at, leader):
            yield at


def _pack(table: Table, leader: Body, bodies: Sequence[Body], budget: list[int]) -> dict[str, XYZ]:
    """Place as many models as possible in contact with others, by a search of limited length."""
    if not bodies:
        return {}
    body = bodies[0]
    rest = bodies[1:]
    best: dict[str, XYZ] = {}
    for at in _list_tight_places(table, leader, body):
        budget[0] -= 1
        places = {body.id: at, **_pack(table.with_bodies(body.moved(at)), leader, rest, budget)}
        best = places if len(places) > len(best) else best
        if len(best) == len(bodies) or budget[0] <= 0:
            return best
    return best or _pack(table, leader, rest, budget)


def _list_tight_places(table: Table, leader: Body, body: Body) -> Iterator[XYZ]:
    """Yield a model's places that touch two things or are closest to its leader, nearest first."""
    within = table.policy.squad_within
    x, y, z = leader.at
    for level in sorted(table_levels(table), key=lambda level: abs(level.height - z)):
        if abs(level.height - z) > within + EPSILON_IN:
            return
        reach = leader.radius + body.radius + within
        for corner in sorted(
            candidate_places(table, body.base, (x, y), level.height, reach),
            key=lambda p: math.dist(p, (x, y)),
        ):
            at = make_point(*corner, level.height)
            is_close = is_within(distance_to_base(leader, body.base, at), within)
            if (
                is_close
                and stand(table, body.base, at)
                and can_see_from(table, body.base, at, leader)
            ):
                yield at
