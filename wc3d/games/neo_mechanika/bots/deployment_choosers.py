"""Choose deployments, void gates and Arc charges that support unclaimed objectives."""

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
"""The maximum number of objectives considered."""

GATE_ANGLES_RAD = (0.0, 0.35, -0.35, 0.8, -0.8)
"""The angles at which void gates are tried, in radians from the straight path to an objective."""

VALUE_PER_INCH = 0.12
"""The value of an inch nearer to where units are needed."""

MIN_GATE_SPACING_IN = 3.0
"""The minimum distance in inches between void gates that count as different plans."""

MAX_FIRST_MODEL_PLACES = 10
"""The maximum number of first-model places tried for each void gate and objective."""


def _nearness(
    state: State, player: int, places: Iterable[tuple[float, ...]], holder: bool = True
) -> float:
    """Return how near the closest place is to where units are needed, weighted by the stake."""
    points = [(at[0], at[1], at[2] if len(at) > 2 else 0.0) for at in places]
    needs = unclaimed_objectives(state, player)[: 2 * MAX_OBJECTIVES]
    values = [
        min(value, 4.0)
        - VALUE_PER_INCH * min(path_distance_to_objective(state, at, "small", o) for at in points)
        for value, o in needs
    ]
    return max(values, default=0.0) if holder else 0.4 * max(values, default=0.0)


def choose_deployment(player: Any, view: View, open_question: Question) -> Action:
    """Deploy near an objective, holders first, or recall a depleted squad that can return now."""
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
    """Yield the offered deployments and variants toward objectives, along the player's edge or
    around a void gate.

    `arrangements` is the number of variants for each gate and objective.
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
    """Yield the deployments moved along the edge until they face an objective."""
    for action in deployments:
        middle = next(iter(action.places.values()))[0]
        for goal in (o.at[0] for _, o in unclaimed_objectives(state, player)[:MAX_OBJECTIVES]):
            places = {id: (x + goal - middle, y) for id, (x, y, *_) in action.places.items()}
            yield action.model_copy(update={"places": places})


def _place_around_gate(state: State, action: Deploy, goal: Objective) -> Iterator[Deploy]:
    """Yield deployments toward an objective: the first model on that side of the void gate, the
    rest of the squad beyond it.
    """
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
    """Return a deployment's value: holding open objectives, combat value and closeness."""
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
    )  # a solo can activate in addition to a unit
    return (
        1.0
        + total_cost
        + 4.0 * holds
        + squads
        + solos
        + _nearness(state, player, action.places.values(), holds > 0.0)
    )


def deployment_plans(view: View, open_question: Question, arrangements: int) -> list[Action]:
    """List each unit's best deployment, the best recall and the pass, the most valuable first."""
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
    """List different places for a void gate and the pass, the most valuable first."""
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
    """List the units and gates to charge or clear of Arc, and the pass, the most valuable first."""
    return _sort_by_worth(_list_charges(view, open_question), Pass(player=open_question.player))


def _sort_by_worth(options: list[tuple[float, Action]], no_action: Action) -> list[Action]:
    """Sort options by value; `no_action` has the value 0."""
    return [
        action for _, action in sorted([*options, (0.0, no_action)], key=lambda option: -option[0])
    ]


def choose_gate(player: Any, view: View, open_question: Question) -> Action:
    """Place the best void gate, or none if no unit could use it."""
    return best_gate(view.state, _list_gates(view, open_question)) or Pass(
        player=open_question.player
    )


def _list_gates(view: View, open_question: Question) -> list[tuple[float, PlaceGate]]:
    """List void gates worth comparing with their values; empty if no unit could use one."""
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
    """Return the value of a void gate: closeness to where units are needed, and room around it."""
    crowd = sum(math.dist(b.at[:2], action.at[:2]) < 2.5 for b in state.bodies)
    return 6.0 + 1.5 * _nearness(state, action.player, [action.at]) - 0.15 * crowd


def _list_sites(state: State, player: int, arc: int) -> Iterator[PlaceGate]:
    """Yield sites from each warrior unit's front model and from the edge toward open objectives."""
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
    """Yield points up to `max_distance` away in directions around the straight path to a goal."""
    angle, distance = math.atan2(goal[1] - start[1], goal[0] - start[0]), math.dist(start, goal)
    reach = min(max_distance, max(1.5, distance - 3.5))
    for turn in GATE_ANGLES_RAD:
        yield start[0] + reach * math.cos(angle + turn), start[1] + reach * math.sin(angle + turn)


def choose_charge(player: Any, view: View, open_question: Question) -> Action:
    """Charge Arc where it has an effect now, and reserve the Arc that the next void gate needs."""
    return best_option(_list_charges(view, open_question), least=0.01) or Pass(
        player=open_question.player
    )


def _list_charges(view: View, open_question: Question) -> list[tuple[float, Action]]:
    """List the units and gates to charge or clear, with their values."""
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
    """Return the value of the last Arc in the well to units that wait for a void gate."""
    waiting = (
        deployment_values.can_deploy_next_turn(state, player, MAX_GATE_ARC)
        and activations_left(state, player) > 0
    )
    return 0.15 if waiting and state.players[player].well <= 4 else 0.0
