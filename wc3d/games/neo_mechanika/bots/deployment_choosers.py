"""How a player with a plan brings units into play: by the objectives that nobody is on the way to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import deployment_values
from wc3d.games.neo_mechanika.bots.greedy import best_gate, best_option, list_offered_actions
from wc3d.games.neo_mechanika.bots.move_generation import (
    find_places_beside,
    find_reinforcement_places,
    place_squad_beside,
)
from wc3d.games.neo_mechanika.bots.objective_value import (
    activations_left,
    path_distance_to_objective,
    unclaimed_objectives,
)
from wc3d.games.neo_mechanika.bots.secondaries import is_playing_overrun
from wc3d.games.neo_mechanika.rules.actions import Charge, Clear, Deploy, Pass, PlaceGate, Recall
from wc3d.games.neo_mechanika.rules.book.rulings import DEPLOY_RANGE_IN, GATE_RANGE_IN, MAX_GATE_ARC
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion, check_off_objectives
from wc3d.games.neo_mechanika.rules.turn.gates import gate_nominees
from wc3d.geometry.points import XY
from wc3d.table.body import Body
from wc3d.table.table import Table

MAX_OBJECTIVES = 3
"""How many objectives are looked at."""

GATE_ANGLES_RAD = (0.0, 0.35, -0.35, 0.8, -0.8)
"""How far beside the straight way to an objective places for a void gate are looked for, in radians."""

VALUE_PER_INCH = 0.12
"""What an inch nearer to where it is needed is worth."""

MIN_GATE_SPACING_IN = 3.0
"""Inches: void gates nearer to one another than this are one plan."""

MAX_FIRST_MODEL_PLACES = 10
"""How many places of a unit's first model are tried for each void gate and objective."""


def _nearness(
    state: State, player: int, places: Iterable[tuple[float, ...]], holder: bool = True
) -> float:
    """How near the nearest of some places is to where more units are needed, weighed with what is at stake there."""
    points = [(at[0], at[1], at[2] if len(at) > 2 else 0.0) for at in places]
    needs = unclaimed_objectives(state, player)[: 2 * MAX_OBJECTIVES]
    values = [
        min(value, 4.0)
        - VALUE_PER_INCH * min(path_distance_to_objective(state, at, "small", o) for at in points)
        for value, o in needs
    ]
    return max(values, default=0.0) if holder else 0.4 * max(values, default=0.0)


def choose_deployment(player: Any, view: View, open_question: Question) -> Action:
    """Holders first, as near as can be to what they will hold; one is recalled that comes back whole at once."""
    state = view.state
    recalled = best_option(
        (deployment_values.recall_value(state, a), a) for a in list_offered_actions(view, Recall)
    )
    if recalled is not None:
        return recalled
    deployments = list(candidate_deployments(view, open_question, player.arrangements))
    return best_option((deployment_value(state, a), a) for a in deployments) or Pass(
        player=open_question.player
    )


def candidate_deployments(
    view: View, open_question: Question, arrangements: int
) -> Iterator[Deploy]:
    """The deployments offered, and each toward where units are needed: along the own edge, or round the void gate.

    `arrangements`: in how many ways round each gate toward each objective.
    """
    state, deployments = view.state, list(list_offered_actions(view, Deploy))
    yield from deployments
    offer = next((o for o in view.offers if o.type == "deploy"), None)
    if offer is None:
        return
    if isinstance(open_question, InitialQuestion):
        yield from filter(offer.check, _shift_along_edge(state, open_question.player, deployments))
        return
    for action in deployments:
        for _, goal in unclaimed_objectives(state, open_question.player)[:MAX_OBJECTIVES]:
            yield from islice(
                filter(offer.check, _place_around_gate(state, action, goal)), arrangements
            )


def _shift_along_edge(state: State, player: int, deployments: list[Deploy]) -> Iterator[Deploy]:
    """The deployments, moved along the edge until they are before an objective."""
    for action in deployments:
        middle = next(iter(action.places.values()))[0]
        for goal in (o.at[0] for _, o in unclaimed_objectives(state, player)[:MAX_OBJECTIVES]):
            places = {id: (x + goal - middle, y) for id, (x, y, *_) in action.places.items()}
            yield action.model_copy(update={"places": places})


def _place_around_gate(state: State, action: Deploy, goal: Objective) -> Iterator[Deploy]:
    """The same deployed toward an objective: the first model on that side of the void gate, a squad's others beyond it."""
    bases = {id: state.models[id].base for id in action.places}
    first = next(iter(bases))
    base = bases.pop(first)

    def fits(table: Table, leader: Body, follower: Body) -> bool:
        return bool(check_off_objectives(state, follower.id, follower.at))

    sites = find_places_beside(
        state.table, base, state.table.body(action.gate), DEPLOY_RANGE_IN, goal.at
    )
    for at in islice(
        (at for at in sites if check_off_objectives(state, first, at)), MAX_FIRST_MODEL_PLACES
    ):
        body = Body(first, base, at)
        places = place_squad_beside(state.table.with_bodies(body), body, bases, goal.at, fits)
        if places is not None:
            yield action.model_copy(update={"places": {first: at, **places}})


def deployment_value(state: State, action: Deploy) -> float:
    """What it is worth to deploy a unit so: whether it may hold what is open, its worth in a fight, and how near it comes."""
    card, player = state.setup.card_of(action.unit), action.player
    total_cost = card.cost + sum(state.setup.card_of(id).cost for id in action.attachments)
    needs = unclaimed_objectives(state, player)[:MAX_OBJECTIVES]
    total = sum(v for v, _ in needs)
    holds = (
        sum(v for v, o in needs if carrying.can_hold_objective(state, action.unit, o.id)) / total
        if total
        else 0.5
    )
    squads = 0.5 if card.kind == "squad" and is_playing_overrun(state, player) else 0.0
    own = [state.setup.card_of(u.id).kind for u in state.units_in_play(player)]
    solos = (
        1.2 if card.kind == "solo" and own.count("solo") < 2 else 0.0
    )  # one acts besides in each turn
    return (
        1.0
        + total_cost
        + 4.0 * holds
        + squads
        + solos
        + _nearness(state, player, action.places.values(), holds > 0.0)
    )


def deployment_plans(view: View, open_question: Question, arrangements: int) -> list[Action]:
    """List the best deployment of each unit, the best recall, and none, the most valuable first."""
    state = view.state
    deployments: dict[str, tuple[float, Action]] = {}
    for action in candidate_deployments(view, open_question, arrangements):
        value = deployment_value(state, action)
        if value > deployments.get(action.unit, (0.0, action))[0]:
            deployments[action.unit] = value, action
    recalls = (
        (deployment_values.recall_value(state, a), a) for a in list_offered_actions(view, Recall)
    )
    return _sort_by_worth(
        [*deployments.values(), *(r for r in recalls if r[0] > 0.0)],
        Pass(player=open_question.player),
    )


def gate_plans(view: View, open_question: Question) -> list[Action]:
    """List places for a void gate that differ, and none, the most valuable first."""
    state, selection = view.state, list[tuple[float, Action]]()
    for value, action in sorted(_list_gates(view, open_question), key=lambda option: -option[0]):
        is_apart = all(
            math.dist(action.at[:2], selected_gate.at[:2]) > MIN_GATE_SPACING_IN
            for _, selected_gate in selection
            if isinstance(selected_gate, PlaceGate)
        )
        if (
            len(selection) < MAX_OBJECTIVES
            and is_apart
            and deployment_values.has_room_at_gate(state, action)
        ):
            selection.append((value, action))
    return _sort_by_worth(selection, Pass(player=open_question.player))


def charging_plans(view: View, open_question: Question) -> list[Action]:
    """List what may be charged with Arc or cleared of it, and neither, the most valuable first."""
    return _sort_by_worth(_list_charges(view, open_question), Pass(player=open_question.player))


def _sort_by_worth(options: list[tuple[float, Action]], no_action: Action) -> list[Action]:
    """Sort options by their worth; doing none of them is worth 0."""
    return [
        action for _, action in sorted([*options, (0.0, no_action)], key=lambda option: -option[0])
    ]


def choose_gate(player: Any, view: View, open_question: Question) -> Action:
    """Toward the objectives nobody is on the way to, with what the next units cost; none where none could come."""
    return best_gate(view.state, _list_gates(view, open_question)) or Pass(
        player=open_question.player
    )


def _list_gates(view: View, open_question: Question) -> list[tuple[float, PlaceGate]]:
    """List the void gates worth comparing, with their worth; none where nobody could come through."""
    state, me = view.state, open_question.player
    max_arc = min(MAX_GATE_ARC, state.players[me].well)
    if not deployment_values.can_deploy_next_turn(state, me, max_arc):
        return []
    offer = next((o for o in view.offers if o.type == "place_gate"), None)
    return [
        (gate_value(state, a), a)
        for a in _list_sites(state, me, max_arc)
        if offer is not None and offer.check(a)
    ]


def gate_value(state: State, action: PlaceGate) -> float:
    """What a void gate is worth there: near to where units are needed, with room around it."""
    crowd = sum(math.dist(b.at[:2], action.at[:2]) < 2.5 for b in state.bodies)
    return 6.0 + 1.5 * _nearness(state, action.player, [action.at]) - 0.15 * crowd


def _list_sites(state: State, player: int, arc: int) -> Iterator[PlaceGate]:
    """From each warrior unit's foremost model, and from the own edge, toward each objective that is open."""
    radius, (width, depth) = SPACE.bases["small"].radius, state.setup.table.size
    goals = [place for _, place in find_reinforcement_places(state, player)[:MAX_OBJECTIVES]]
    for goal in goals:
        nearest_models = sorted(
            (math.dist(m.at[:2], goal), m.id)
            for m in gate_nominees(state, player)
            if m.at is not None
        )[:3]
        for _, id in nearest_models:
            body = state.table.body(id)
            for at in _list_points_toward(
                (body.at[0], body.at[1]), goal, body.radius + radius + GATE_RANGE_IN - 0.05
            ):
                if (site := resolve_place(state, "small", at)) is not None:
                    yield PlaceGate(player=player, at=site, arc=arc, nominee=id)
        offset = radius + GATE_RANGE_IN - 0.05
        edge = (
            min(max(goal[0], radius), width - radius),
            offset if state.players[player].side == "south" else depth - offset,
        )
        if (site := resolve_place(state, "small", edge)) is not None:
            yield PlaceGate(player=player, at=site, arc=arc)


def _list_points_toward(start: XY, goal: XY, max_distance: float) -> Iterator[XY]:
    """Points toward a goal, so far away or short of the goal by what a unit needs beside it, and some aside."""
    angle, distance = math.atan2(goal[1] - start[1], goal[0] - start[0]), math.dist(start, goal)
    reach = min(max_distance, max(1.5, distance - 3.5))
    for turn in GATE_ANGLES_RAD:
        yield start[0] + reach * math.cos(angle + turn), start[1] + reach * math.sin(angle + turn)


def choose_charge(player: Any, view: View, open_question: Question) -> Action:
    """Arc where it does something now; the well keeps what the next void gate needs."""
    return best_option(_list_charges(view, open_question), least=0.01) or Pass(
        player=open_question.player
    )


def _list_charges(view: View, open_question: Question) -> list[tuple[float, Action]]:
    """List what may be charged or cleared, with its worth."""
    state, me = view.state, open_question.player
    charge = [
        (deployment_values.charge_value(state, a) - arc_reserve_value(state, me), a)
        for a in list_offered_actions(view, Charge)
    ]
    clear = [
        (deployment_values.clear_value(state, a), a) for a in list_offered_actions(view, Clear)
    ]
    return [*charge, *clear]


def arc_reserve_value(state: State, player: int) -> float:
    """What the last Arc in the well is worth to units that wait for a void gate."""
    waiting = (
        deployment_values.can_deploy_next_turn(state, player, MAX_GATE_ARC)
        and activations_left(state, player) > 0
    )
    return 0.15 if waiting and state.players[player].well <= 4 else 0.0
