"""Choose deployments, void gates and Arc charges, and list plans of them for the search."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from itertools import islice

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.arc_values import arc_reserve_value, charge_value, clear_value
from wc3d.games.neo_mechanika.bots.deployment_values import (
    MAX_OBJECTIVES,
    can_deploy_next_turn,
    deployment_value,
    gate_value,
    has_room_at_gate,
    planned_deployment_value,
    planned_gate_value,
    recall_value,
)
from wc3d.games.neo_mechanika.bots.move_generation import (
    find_places_beside,
    find_reinforcement_places,
    place_squad_beside,
)
from wc3d.games.neo_mechanika.bots.objective_value import unclaimed_objectives
from wc3d.games.neo_mechanika.bots.player import (
    MIN_ACTION_VALUE,
    NeoMechanikaPlayer,
    best_option,
    build_pass,
    list_offered_actions,
    sample_offered_actions,
)
from wc3d.games.neo_mechanika.rules.actions import Charge, Clear, Deploy, PlaceGate, Recall
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

GATE_ANGLES_RAD = (0.0, 0.35, -0.35, 0.8, -0.8)
"""The angles at which void gates are tried, in radians from the straight path to an objective."""

MIN_GATE_SPACING_IN = 3.0
"""The minimum distance in inches between void gates that count as different plans."""

MAX_FIRST_MODEL_PLACES = 10
"""The maximum number of first-model places tried for each void gate and objective."""

MAX_RANDOM_DEPLOYMENTS = 4
"""The maximum number of random places tried for a deployment without a plan."""

MAX_RANDOM_GATES = 16
"""The maximum number of random void gates compared without a plan."""

MAX_ROOM_CHECKS = 4
"""The maximum number of sites, the best first, checked for room to deploy a unit."""

# Deployments


def choose_deployment(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    """Recall a depleted squad that can return at once, or deploy the most valuable unit."""
    recalled = best_option(_list_recalls(view))
    if recalled is not None:
        return recalled
    deployments = (
        _list_planned_deployments(view, open_question, player.strength.arrangements)
        if player.strength.has_plan
        else _list_deployments(view, player.rng)
    )
    return best_option(deployments) or build_pass(open_question)


def _list_recalls(view: View) -> list[tuple[float, Recall]]:
    return [(recall_value(view.state, a), a) for a in list_offered_actions(view, Recall)]


def _list_deployments(view: View, rng: random.Random) -> list[tuple[float, Deploy]]:
    """List the offered deployments with their values, or random ones if none can be listed."""
    deployments = [*list_offered_actions(view, Deploy)] or sample_offered_actions(
        view, Deploy, MAX_RANDOM_DEPLOYMENTS, rng
    )
    return [(deployment_value(view.state, a), a) for a in deployments]


def _list_planned_deployments(
    view: View, open_question: Question, arrangements: int
) -> list[tuple[float, Deploy]]:
    """List the deployments toward objectives with their values."""
    deployments = list(candidate_deployments(view, open_question, arrangements))
    return [(planned_deployment_value(view.state, a), a) for a in deployments]


def candidate_deployments(
    view: View, open_question: Question, arrangements: int
) -> Iterator[Deploy]:
    """Yield the offered deployments and variants toward objectives, along the player's edge or
    around a void gate.

    `arrangements` is the number of variants for each gate and objective.
    """
    state = view.state
    deployments = list(list_offered_actions(view, Deploy))
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


# Void gates


def choose_gate(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    """Place the best void gate, or none if no unit could use it."""
    gates = (
        _list_planned_gates(view, open_question)
        if player.strength.has_plan
        else _list_random_gates(view, open_question, player.rng)
    )
    return _best_gate(view.state, gates) or build_pass(open_question)


def _best_gate(state: State, options: Iterable[tuple[float, PlaceGate]]) -> PlaceGate | None:
    """Return the most valuable gate with room for a unit that it can pay for."""
    for value, action in sorted(trace_options(options), key=lambda o: -o[0])[:MAX_ROOM_CHECKS]:
        if value >= MIN_ACTION_VALUE and has_room_at_gate(state, action):
            return action
    return None


def _max_gate_arc(state: State, player: int) -> int:
    """Return the Arc for a void gate: all that is available, or 0 if no unit could use it."""
    arc = min(MAX_GATE_ARC, state.players[player].well)
    return arc if can_deploy_next_turn(state, player, arc) else 0


def _list_random_gates(
    view: View, open_question: Question, rng: random.Random
) -> list[tuple[float, PlaceGate]]:
    """List void gates at random sites with their values."""
    arc = _max_gate_arc(view.state, open_question.player)
    sites = sample_offered_actions(view, PlaceGate, MAX_RANDOM_GATES if arc else 0, rng)
    gates = [a.model_copy(update={"arc": arc}) for a in sites]
    return [(gate_value(view.state, a), a) for a in gates]


def _list_planned_gates(view: View, open_question: Question) -> list[tuple[float, PlaceGate]]:
    """List void gates toward objectives with their values."""
    state = view.state
    me = open_question.player
    arc = _max_gate_arc(state, me)
    offer = next((o for o in view.offers if o.type == "place_gate"), None)
    if not arc or offer is None:
        return []
    return [
        (planned_gate_value(state, a), a) for a in _list_sites(state, me, arc) if offer.check(a)
    ]


def _list_sites(state: State, player: int, arc: int) -> Iterator[PlaceGate]:
    """Yield sites from each warrior unit's front model and from the edge toward open objectives."""
    goals = [place for _, place in find_reinforcement_places(state, player)[:MAX_OBJECTIVES]]
    yield from _list_sites_toward(state, player, arc, goals)


def _list_sites_toward(
    state: State, player: int, arc: int, goals: Iterable[XY]
) -> Iterator[PlaceGate]:
    """Yield sites from each warrior unit's front model and from the edge toward some places."""
    radius, (width, depth) = SPACE.bases["small"].radius, state.setup.table.size
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
    angle = math.atan2(goal[1] - start[1], goal[0] - start[0])
    distance = math.dist(start, goal)
    reach = min(max_distance, max(1.5, distance - 3.5))
    for turn in GATE_ANGLES_RAD:
        yield start[0] + reach * math.cos(angle + turn), start[1] + reach * math.sin(angle + turn)


# Arc


def choose_charge(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    """Charge or clear Arc where it has an effect now.

    With a plan, reserve the Arc that the next void gate needs.
    """
    reserve = player.strength.has_plan
    charges = _list_charges(view, open_question, reserve=reserve)
    return best_option(charges, least=0.01) or build_pass(open_question)


def _list_charges(
    view: View, open_question: Question, *, reserve: bool
) -> list[tuple[float, Action]]:
    """List the units and gates to charge or clear, with their values."""
    state = view.state
    gate_arc = arc_reserve_value(state, open_question.player) if reserve else 0.0
    charges = [(charge_value(state, a) - gate_arc, a) for a in list_offered_actions(view, Charge)]
    clears = [(clear_value(state, a), a) for a in list_offered_actions(view, Clear)]
    return [*charges, *clears]


# Plans for the search, the most valuable first


def deployment_plans(view: View, open_question: Question, arrangements: int) -> list[Action]:
    """List each unit's best deployment, the best recall and the pass, the most valuable first."""
    deployments: dict[str, tuple[float, Action]] = {}
    for value, action in _list_planned_deployments(view, open_question, arrangements):
        if value > deployments.get(action.unit, (0.0, action))[0]:
            deployments[action.unit] = value, action
    return _sort_by_value(
        [*deployments.values(), *(r for r in _list_recalls(view) if r[0] > 0.0)],
        build_pass(open_question),
    )


def gate_plans(view: View, open_question: Question) -> list[Action]:
    """List different places for a void gate and the pass, the most valuable first."""
    state = view.state
    selection = list[tuple[float, Action]]()
    for value, action in sorted(
        _list_planned_gates(view, open_question), key=lambda option: -option[0]
    ):
        is_apart = all(
            math.dist(action.at[:2], selected_gate.at[:2]) > MIN_GATE_SPACING_IN
            for _, selected_gate in selection
            if isinstance(selected_gate, PlaceGate)
        )
        if len(selection) < MAX_OBJECTIVES and is_apart and has_room_at_gate(state, action):
            selection.append((value, action))
    nearest = _find_gate_by_artifact(view, open_question)
    if nearest is not None and all(nearest != action for _, action in selection):
        selection[MAX_OBJECTIVES - 1 :] = [(0.01, nearest)]
    return _sort_by_value(selection, build_pass(open_question))


def _find_gate_by_artifact(view: View, open_question: Question) -> PlaceGate | None:
    """Return the void gate nearest to an artifact that nobody carries, if there is one."""
    state = view.state
    arc = _max_gate_arc(state, open_question.player)
    offer = next((o for o in view.offers if o.type == "place_gate"), None)
    goals = [o.at[:2] for o in carrying.objectives_on_table(state) if o.portable]
    if not arc or offer is None or not goals:
        return None
    sites = sorted(
        (min(math.dist(action.at[:2], goal) for goal in goals), number, action)
        for number, action in enumerate(_list_sites_toward(state, open_question.player, arc, goals))
    )
    for _, _, action in sites[: 2 * MAX_ROOM_CHECKS]:
        if offer.check(action) and has_room_at_gate(state, action):
            return action
    return None


def charging_plans(view: View, open_question: Question) -> list[Action]:
    """List the units and gates to charge or clear of Arc, and the pass, the most valuable first."""
    return _sort_by_value(
        _list_charges(view, open_question, reserve=True), build_pass(open_question)
    )


def _sort_by_value(options: list[tuple[float, Action]], no_action: Action) -> list[Action]:
    """Sort options by value; `no_action` has the value 0."""
    return [
        action for _, action in sorted([*options, (0.0, no_action)], key=lambda option: -option[0])
    ]
