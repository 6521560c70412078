"""Generate moves to useful places: objectives, cover, weapon range, ladders and jumps.

Each candidate costs a path check, so the generator proposes a few fixed candidates without random
sampling.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from wc3d.games.neo_mechanika.bots.evaluation import ranked_objectives
from wc3d.games.neo_mechanika.bots.objective_value import (
    approach_value,
    assign_objectives,
    distance_to_objective,
    path_distance_to_objective,
    unclaimed_objectives,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.bots.path_distance import distance_field_to
from wc3d.games.neo_mechanika.rules.actions import Advance, JumpStep, LadderStep
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN, SQUAD_RANGE_IN
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.moving.candidate_paths import _list_climbs, _list_ladders_near
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    check_move,
    compute_move,
    to_table_steps,
)
from wc3d.games.neo_mechanika.rules.moving.placing import (
    can_see_from,
    find_places,
    make_point,
    resolve_place,
)
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN, Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State, opponent_of
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.geometry.points import XY
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.movement import Move
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

MAX_GOALS = 2
"""The maximum number of objectives considered for a unit."""

MAX_ENEMIES = 2
"""The maximum number of enemies considered."""

MAX_COVER_FEATURES = 4
"""The maximum number of terrain features considered as cover."""

MAX_APPROACHED = 2
"""The maximum number of objectives, and of enemies, approached without a plan."""

DIRECTION_COUNT = 8
"""The number of additional directions tried."""

MAX_LADDER_PLACES = 6
"""The maximum number of places tried at the foot of a ladder."""

MAX_FREE_PATH_TRIES = 3
"""The maximum number of moves tried to see whether a model's path to a goal is free."""

MAX_DETOUR_IN = 1.0
"""The most inches that a move on a free path may fall short of its full progress to a goal."""

MAX_REACHING_MOVES = 2
"""The maximum number of moves tried with the rest of the squad placed forward."""

MIN_APPROACH_GAIN_IN = 0.3
"""The minimum gain in inches when another model of the squad is placed nearest to the goal."""

SIDE_ANGLES_RAD = (0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2.2, -2.2)
"""The angles tried around a void gate or a squad's first model, in radians from the goal."""

CLEARANCE_IN = 0.02
"""The margin in inches that places leave to contacts and to limits."""

COVER_DISTANCE_IN = 0.1
"""The distance between a base and its cover, in inches."""

COVER_KINDS = (Kind.OBSTACLE, Kind.STRUCTURE, Kind.OBJECTIVE)


def objective_goals(state: State, unit: str) -> list[Objective]:
    """Return the objectives a unit considers: its assigned one and the most valuable others."""
    player = state.units[unit].player
    own = assign_objectives(state, player).get(unit)
    acts = not state.units[unit].token
    rest = sorted(
        (
            (approach_value(state, unit, o, unit_path_distance(state, unit, o), acts=acts), o)
            for o in carrying.objectives_on_table(state)
        ),
        key=lambda p: (-p[0], p[1].id),
    )
    goals = [own[1]] if own is not None else []
    goals += [o for value, o in rest if value > 0.0 and o not in goals]
    return goals[:MAX_GOALS]


def choose_leader(
    state: State, unit: str, goal: Objective | None, order_of: Callable[[str], MoveOrder]
) -> str:
    """Return the model to lead a move: the one with the shortest free path, so a squad gains the
    length of its row.

    Other squad models may block a path. `order_of` returns a model's move order.
    """
    models = [(m.id, m.at, m.base) for m in state.models_of(unit) if m.at is not None]
    if goal is None or len(models) == 1:
        return models[0][0]
    short: list[tuple[float, float, str]] = []
    for distance, id, base in sorted(
        (path_distance_to_objective(state, at, base, goal), id, base) for id, at, base in models
    ):
        order = order_of(id)
        verdicts = (
            check_move(state, order, action)
            for action in islice(
                _propose_objective_moves(state, order, id, goal), MAX_FREE_PATH_TRIES
            )
        )
        remaining = min(
            (
                path_distance_to_objective(state, make_point(*move.evidence.end), base, goal)
                for move in verdicts
                if move
            ),
            default=distance,
        )
        if remaining <= max(0.0, distance - order.inches) + MAX_DETOUR_IN:
            return id
        short.append((remaining, distance, id))
    return min(short)[-1]


def candidate_moves(
    state: State, order: MoveOrder, model: str, goals: list[Objective], *, reaching: bool = False
) -> Iterator[tuple[Advance, XYZ]]:
    """Yield legal moves worth comparing and their end places; staying is the first.

    With `reaching`, also yield moves that place the squad's other models forward; their end place
    is the front model's.
    """
    player = state.owner(model)
    start = state.place(model)
    ends = [(Advance(player=player, model=model), start)]
    yield ends[0]
    seen_ends = {_round_point(start)}
    for option in _list_legal_moves(
        state, order, _propose_moves(state, order, model, goals), seen_ends
    ):
        ends.append(option)
        yield option
    if reaching and order.whole_squad:
        for goal in goals:
            for action, end in _move_squad_toward(state, order, ends, goal):
                if _round_point(end) not in seen_ends and check_move(state, order, action):
                    seen_ends.add(_round_point(end))
                    yield action, end


def simple_candidate_moves(
    state: State, order: MoveOrder, model: str
) -> Iterator[tuple[Advance, XYZ]]:
    """Yield legal moves toward objectives and enemies and all around; staying is the first.

    They need no plan for the mission and no known paths.
    """
    player = state.owner(model)
    start = state.place(model)
    yield Advance(player=player, model=model), start
    distances = order.inches, order.inches / 2
    around = [
        Advance(player=player, model=model, path=(at,))
        for at in _circle_points(start, distances, first_direction=0.0)
    ]
    moves = (
        action
        for action in (*_propose_approaches(state, order, model), *around)
        if compute_move(state, order, model, to_table_steps(action.path), brief=True)
    )
    yield from _list_legal_moves(state, order, moves, {_round_point(start)})


def _list_legal_moves(
    state: State, order: MoveOrder, moves: Iterable[Advance], seen_ends: set[tuple[float, ...]]
) -> Iterator[tuple[Advance, XYZ]]:
    """Yield the legal moves without a fall to new end places, and add these to `seen_ends`."""
    for action in moves:
        verdict = check_move(state, order, action)
        if not verdict:
            continue
        move: Move = verdict.evidence
        end = make_point(*move.end)
        if move.power == 0 and _round_point(end) not in seen_ends:
            seen_ends.add(_round_point(end))
            yield action, end


def _move_squad_toward(
    state: State, order: MoveOrder, ends: list[tuple[Advance, XYZ]], goal: Objective
) -> Iterator[tuple[Advance, XYZ]]:
    """Yield the stay and the moves nearest to a goal, with the squad placed toward the goal."""
    stay, *rest = ends
    for action, end in (
        stay,
        *sorted(rest, key=lambda e: math.dist(e[1], goal.at))[:MAX_REACHING_MOVES],
    ):
        leader = state.table.body(action.model).moved(end)
        comrades = {m.id: m.base for m in state.models_of(order.unit) if m.id != action.model}
        table = state.table.with_bodies(leader).without(*comrades)
        if places := place_squad_beside(table, leader, comrades, goal.at, _is_in_sight):
            foremost = min(places.values(), key=lambda at: (math.dist(at, goal.at), at))
            if math.dist(foremost, goal.at) < math.dist(end, goal.at) - MIN_APPROACH_GAIN_IN:
                yield action.model_copy(update={"others": places}), foremost


def _is_in_sight(table: Table, first: Body, follower: Body) -> bool:
    return can_see_from(table, follower.base, follower.at, first)


def place_squad_beside(
    table: Table,
    first: Body,
    bases: Mapping[str, str],
    spot: XYZ,
    fits: Callable[[Table, Body, Body], bool],
) -> dict[str, XYZ] | None:
    """Return places for a squad's other models within 2" of the first, each as near to a spot as
    possible.

    Return None if a model has no place. `fits` returns whether a model can stand at a place, given
    the table and the first.
    """
    places: dict[str, XYZ] = {}
    for id, base in bases.items():
        candidates = (
            Body(id, base, at)
            for at in find_places_beside(table, base, first, SQUAD_RANGE_IN, spot)
        )
        follower = next((body for body in candidates if fits(table, first, body)), None)
        if follower is None:
            return None
        places[id], table = follower.at, table.with_bodies(follower)
    return places


def find_places_beside(
    table: Table, base: str, body: Body, within: float, spot: XYZ
) -> Iterator[XYZ]:
    """Yield places for a base within some inches of a body, those nearest to a spot first."""
    (x, y, z), touching = body.at, body.radius + SPACE.bases[base].radius
    angle = math.atan2(spot[1] - y, spot[0] - x)
    points = []
    for distance in (within - CLEARANCE_IN, within / 2, CLEARANCE_IN):
        for turn in SIDE_ANGLES_RAD:
            reach = touching + distance
            points.append((x + reach * math.cos(angle + turn), y + reach * math.sin(angle + turn)))
    for place in sorted(points, key=lambda place: (math.dist(place, spot[:2]), place)):
        if (at := resolve_place(table, base, place, near=z)) is not None:
            yield at


def _round_point(at: XYZ) -> tuple[float, ...]:
    return tuple(round(v, 1) for v in at)


def _propose_moves(
    state: State, order: MoveOrder, model: str, goals: list[Objective]
) -> Iterator[Advance]:
    """Yield pathfinding moves to main goals, and straight, ladder and jump moves to others."""
    player = state.owner(model)
    for goal in goals:
        yield from _propose_objective_moves(state, order, model, goal)
    yield from _propose_enemy_moves(state, order, model)
    for at in (
        *_list_cover_spots(state, order, model),
        *_circle_points(state.place(model), (order.inches,), first_direction=0.5),
    ):
        yield Advance(player=player, model=model, path=(at,))
    yield from _propose_level_changes(state, order, model, goals)


def _propose_objective_moves(
    state: State, order: MoveOrder, model: str, goal: Objective
) -> Iterator[Advance]:
    """Yield moves to the edge of an objective's range and to places within it."""
    player = state.owner(model)
    start = state.place(model)
    own = SPACE.bases[state.models[model].base].radius
    spot = (goal.at[0], goal.at[1])
    keep = 0.0 if goal.portable else OBJECTIVE_RADIUS_IN + own + OBJECTIVE_RANGE_IN - 0.1
    distance = math.dist(start[:2], spot)
    yield from _propose_walks(state, order, model, goal)
    if distance > keep + 0.05:
        action = find_approach(state, order, model, spot, player=player, keep=keep)
        if action is not None:
            yield action
    if goal.portable or distance > order.inches + keep:
        return
    for turn in range(DIRECTION_COUNT):
        angle = math.tau * turn / DIRECTION_COUNT
        at = spot[0] + (keep - 0.1) * math.cos(angle), spot[1] + (keep - 0.1) * math.sin(angle)
        if math.dist(start[:2], at) <= order.inches:
            yield Advance(player=player, model=model, path=(at,))


def _propose_walks(
    state: State, order: MoveOrder, model: str, goal: Objective
) -> Iterator[Advance]:
    """Yield moves along the path to an objective out of straight reach, also by ladder."""
    player = state.owner(model)
    body = state.table.body(model)
    ways = distance_field_to(state, body.base, goal)
    if path_distance_to_objective(state, body.at, body.base, goal) <= distance_to_objective(
        body.at, body.base, goal
    ):
        return
    spot, ladder_id, height = ways.next_leg(body.at, order.inches)
    for ladder in (ladder for ladder in state.table.ladders if ladder.id == ladder_id):
        yield from _propose_climbs(state, order, model, ladder, height)
    if math.dist(body.at[:2], spot) > 0.1:
        action = find_approach(state, order, model, spot, player=player)
        if action is not None:
            yield action


def _propose_climbs(
    state: State, order: MoveOrder, model: str, ladder: Ladder, height: float
) -> Iterator[Advance]:
    """Yield moves by a ladder to a height: straight, or around obstacles to a place at its foot."""
    player = state.owner(model)
    body = state.table.body(model)
    for path in _list_climbs(state, body, ladder, None):
        step = path[-1]
        if not isinstance(step, LadderStep) or abs(step.to[-1] - height) > 1e-6:
            continue
        straight = Advance(player=player, model=model, path=path)
        yield straight
        if check_move(state, order, straight):
            return
        feet = find_places(
            state,
            body.base,
            (*ladder.at, body.at[2]),
            state.table.policy.ladder_within,
            count=MAX_LADDER_PLACES,
            ignore=(model,),
        )
        for foot in (at for at in feet if at[2] == body.at[2]):
            round_it = find_approach(state, order, model, (foot[0], foot[1]), player=player)
            if round_it is not None and math.dist(tuple(round_it.path[-1])[:2], foot[:2]) < 1e-6:  # type: ignore[arg-type]
                yield Advance(player=player, model=model, path=(*round_it.path, step))


def _propose_enemy_moves(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    """Yield straight moves into contact and into the longest weapon's range."""
    player = state.owner(model)
    start = state.place(model)
    body = state.table.body(model)
    foes = sorted(
        (math.dist(start, b.at), b.id) for b in state.bodies if state.owner(b.id) != player
    )
    reach = max((w.rng for w in model_weapons(state, model)), default=0.0)
    for distance, id in foes[:MAX_ENEMIES]:
        foe = state.table.body(id)
        touching = body.radius + foe.radius
        for keep in (touching + 0.01, touching + reach - 0.3):
            if touching <= keep < distance - 0.1 and distance - keep <= order.inches:
                share = (distance - keep) / distance
                at = (
                    start[0] + share * (foe.at[0] - start[0]),
                    start[1] + share * (foe.at[1] - start[1]),
                )
                yield Advance(player=player, model=model, path=(at,))


def _list_cover_spots(state: State, order: MoveOrder, model: str) -> Iterator[XY]:
    """Yield places behind cover from the nearest enemy, close ones first."""
    start = state.place(model)
    own = state.table.body(model).radius
    foes = sorted(
        (math.dist(start, b.at), b.at)
        for b in state.bodies
        if state.owner(b.id) != state.owner(model)
    )[:1]
    options = []
    for _, at in foes:
        for feature in state.table.features:
            if feature.kind in COVER_KINDS and feature.cover:
                x0, y0, x1, y1 = feature.box
                middle = (x0 + x1) / 2, (y0 + y1) / 2
                angle = math.atan2(middle[1] - at[1], middle[0] - at[0])
                spot = _find_point_beyond(
                    (x0, y0), (x1, y1), middle, angle, own + COVER_DISTANCE_IN
                )
                if (distance := math.dist(spot, start[:2])) <= order.inches:
                    options.append((distance, spot))
    return (spot for _, spot in sorted(options)[:MAX_COVER_FEATURES])


def _find_point_beyond(low: XY, high: XY, middle: XY, turn: float, margin: float) -> XY:
    """Return the point on a ray from a box's middle, `margin` inches outside the box."""
    x, y = math.cos(turn), math.sin(turn)
    half = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2
    distance = (
        min(
            half[0] / abs(x) if abs(x) > 1e-9 else math.inf,
            half[1] / abs(y) if abs(y) > 1e-9 else math.inf,
        )
        + margin
    )
    return middle[0] + distance * x, middle[1] + distance * y


def _circle_points(start: XYZ, distances: Sequence[float], first_direction: float) -> Iterator[XY]:
    """Yield the points at some distances in all directions, from a share of a direction on."""
    x, y, _ = start
    for k in range(DIRECTION_COUNT):
        turn = math.tau * (k + first_direction) / DIRECTION_COUNT
        for distance in distances:
            yield x + distance * math.cos(turn), y + distance * math.sin(turn)


def _propose_approaches(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    """Yield moves toward the best objectives, and into contact or range of the nearest enemies."""
    player = state.owner(model)
    start = state.place(model)
    ways: list[tuple[XY, float]] = [
        (goal, 0.0) for _, goal in ranked_objectives(state, order.unit)[:MAX_APPROACHED]
    ]
    enemies = sorted(
        (state.table.distance(model, b.id), b.id)
        for b in state.bodies
        if state.owner(b.id) != player
    )
    reach = max((w.rng for w in model_weapons(state, model)), default=0.0)
    body = state.table.body(model)
    for distance, id in enemies[:MAX_APPROACHED]:
        enemy = state.table.body(id)
        touching = body.radius + enemy.radius
        goal = (enemy.at[0], enemy.at[1])
        ways.append((goal, touching))
        if touching + 1.0 < reach < distance:
            ways.append((goal, touching + reach - 0.5))
    for goal, keep in ways:
        if math.dist(start[:2], goal) > keep + 0.05:
            action = find_approach(state, order, model, goal, player=player, keep=keep)
            if action is not None:
                yield action


def _propose_level_changes(
    state: State, order: MoveOrder, model: str, goals: list[Objective]
) -> Iterator[Advance]:
    """Yield moves by nearby ladders, and a jump toward the goals in the model's own activation."""
    player = state.owner(model)
    body = state.table.body(model)
    for ladder in _list_ladders_near(state, body, order.inches):
        for path in _list_climbs(state, body, ladder, None):
            yield Advance(player=player, model=model, path=path)
    if not order.own_activation or (body.at[2] <= 0.0 and all(o.at[2] <= 0.0 for o in goals)):
        return
    foes = sorted(
        (math.dist(body.at, b.at), b.at)
        for b in state.bodies
        if state.owner(b.id) == opponent_of(player)
    )[:1]
    for at in [o.at for o in goals] + [at for _, at in foes]:
        distance = math.dist(body.at[:2], at[:2])
        if distance > 0.1:
            share = min(1.0, order.inches / distance)
            landing_point = (
                body.at[0] + share * (at[0] - body.at[0]),
                body.at[1] + share * (at[1] - body.at[1]),
            )
            yield Advance(player=player, model=model, path=(JumpStep(jump=landing_point),))


def find_reinforcement_places(state: State, player: int) -> list[tuple[float, XY]]:
    """List where units are needed as (worth, place): the unclaimed objectives."""
    return [(value, (o.at[0], o.at[1])) for value, o in unclaimed_objectives(state, player)]


def quick_candidate_moves(
    state: State, order: MoveOrder, model: str, goals: list[Objective]
) -> Iterator[tuple[Advance, XYZ]]:
    """Yield a few legal moves: the stay, toward the goal, and into range of the nearest enemies."""
    player = state.owner(model)
    start = state.place(model)
    yield Advance(player=player, model=model), start
    ways = (
        action
        for goal in goals[:1]
        for action in islice(_propose_objective_moves(state, order, model, goal), 1)
    )
    for action in (*ways, *_propose_enemy_moves(state, order, model)):
        if (verdict := check_move(state, order, action)) and verdict.evidence.power == 0:
            yield action, make_point(*verdict.evidence.end)
