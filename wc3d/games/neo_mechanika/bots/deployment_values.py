"""Evaluate deployments, recalls, void gates and cards in hand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from wc3d.games.neo_mechanika.bots.evaluation import (
    ARC_VALUE,
    lost_health_share,
    scoring_unit_kinds,
)
from wc3d.games.neo_mechanika.bots.objective_value import (
    path_distance_to_objective,
    unclaimed_objectives,
)
from wc3d.games.neo_mechanika.bots.secondaries import is_playing_overrun
from wc3d.games.neo_mechanika.rules.actions import Deploy, PlaceGate, Recall
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.cards import CypherCard
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.state import Gate, State, Unit, Where
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.geometry.points import XY

MAX_OBJECTIVES = 3
"""The maximum number of objectives that a plan considers."""

VALUE_PER_INCH = 0.04
"""The value of an inch nearer to where units are needed, without a plan."""

PLANNED_VALUE_PER_INCH = 0.12
"""The value of an inch nearer to where the plan needs units."""

MIN_OBJECTIVE_POINTS = 0.7
"""The fewest victory points for which a unit goes to an objective in the last Pulse round."""


def deployment_goals(state: State, player: int) -> list[tuple[float, XY]]:
    """List where units are needed as (weight, place): objectives not held, otherwise enemies."""
    targets = []
    for o in carrying.objectives_on_table(state):
        mine = securing.units_near_objective(state, o.id, player)
        targets.append((0.3 if mine else 1.0, (o.at[0], o.at[1])))
    return targets or [
        (0.5, (b.at[0], b.at[1])) for b in state.bodies if state.owner(b.id) != player
    ]


def closeness_to_goals(state: State, player: int, at: tuple[float, ...]) -> float:
    """Return how near a place is to where units are needed: 0 on the spot, else negative."""
    return (
        max(
            (
                -math.dist(at[:2], place) / weight
                for weight, place in deployment_goals(state, player)
            ),
            default=0.0,
        )
        * VALUE_PER_INCH
    )


def closeness_to_needs(
    state: State, player: int, places: Iterable[tuple[float, ...]], holder: bool = True
) -> float:
    """Return how near the closest place is to where units are needed, weighted by the stake."""
    points = [(at[0], at[1], at[2] if len(at) > 2 else 0.0) for at in places]
    needs = unclaimed_objectives(state, player)[: 2 * MAX_OBJECTIVES]
    values = [
        min(value, 4.0)
        - PLANNED_VALUE_PER_INCH
        * min(path_distance_to_objective(state, at, "small", o) for at in points)
        for value, o in needs
    ]
    return max(values, default=0.0) if holder else 0.4 * max(values, default=0.0)


def deployment_value(state: State, action: Deploy) -> float:
    """Return a deployment's value: the unit's cost, holding open objectives and closeness."""
    first = next(iter(action.places.values()))
    holders = [
        carrying.can_hold_objective(state, action.unit, o.id)
        for o in carrying.objectives_on_table(state)
    ]
    holds = sum(holders) / len(holders) if holders else 0.5
    value = _combat_value(state, action) + 1.5 * holds
    return value + closeness_to_goals(state, action.player, first)


def _combat_value(state: State, action: Deploy) -> float:
    """Return the value of a unit and its attachments by their cost."""
    cost = state.setup.card_of(action.unit).cost
    return 1.0 + (cost + sum(state.setup.card_of(id).cost for id in action.attachments))


def planned_deployment_value(state: State, action: Deploy) -> float:
    """Return a deployment's value by the plan: the objectives that need units count most."""
    card = state.setup.card_of(action.unit)
    player = action.player
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
        _combat_value(state, action)
        + 4.0 * holds
        + squads
        + solos
        + closeness_to_needs(state, player, action.places.values(), holds > 0.0)
    )


def count_remaining_turns(state: State) -> int:
    """Return how many turns the active player has after this one until the game ends."""
    rounds = PULSE_ROUNDS - max(1, state.round)
    return (turns_left(state) + 2 * rounds * int(state.setup.mission.turns_per_round)) // 2


def can_deploy_next_turn(state: State, player: int, arc: int) -> bool:
    """Return whether a void gate with this Arc could bring in a unit next turn that then acts."""
    return any(
        state.setup.card_of(u.id).cost <= arc and _will_act(state, u)
        for u in list_reserve(state, player)
    )


def _will_act(state: State, unit: Unit) -> bool:
    """Return whether a unit that arrives next turn will have a turn to act.

    In the last Pulse round ready units act first, except for needed units that alone can hold an
    open objective.
    """
    remaining_turns = count_remaining_turns(state) - 1
    if state.round < PULSE_ROUNDS or remaining_turns < 1 or _is_needed(state, unit):
        return remaining_turns >= 1
    solo = state.setup.card_of(unit.id).kind == "solo"
    ready_units = [
        u
        for u in state.units_in_play(unit.player)
        if not u.token and (state.setup.card_of(u.id).kind == "solo") == solo
    ]
    return len(ready_units) <= remaining_turns


def _is_needed(state: State, unit: Unit) -> bool:
    """Return whether only such units can hold objectives and a worthwhile objective is open."""
    if state.setup.card_of(unit.id).kind not in scoring_unit_kinds(state):
        return False
    return any(
        value >= MIN_OBJECTIVE_POINTS and carrying.can_hold_objective(state, unit.id, o.id)
        for value, o in unclaimed_objectives(state, unit.player)
    )


def has_room_at_gate(state: State, action: PlaceGate) -> bool:
    """Return whether a unit of the reserve could deploy at this void gate."""
    x, y, *z = action.at
    gate = Gate(
        f"{action.player}.gate.room", action.player, "", (x, y, z[0] if z else 0.0), action.arc
    )
    deployment_question = DeploymentQuestion(player=action.player)
    new_state = replace(
        state,
        gates={**state.gates, gate.id: gate},
        agenda=(*state.agenda[:-1], deployment_question),
    )
    candidates = ACTION_HANDLERS[DeploymentQuestion, Deploy].candidates(
        new_state, deployment_question
    )
    return any(isinstance(a, Deploy) and a.gate == gate.id for a in candidates)


def recall_value(state: State, action: Recall) -> float:
    """Return the value of recalling a unit. Only a depleted squad that holds nothing has value,
    because a void gate restores its losses.

    A gate must be able to pay for it at once, with nothing else left in the reserve.
    """
    player = action.player
    models = state.models_of(action.unit)
    unit = state.units[action.unit]
    card = state.setup.card_of(action.unit)
    loss = sum(card.cost / card.size for id in unit.models if not state.is_on_table(id))
    loss += sum(card.cost / card.size * 0.5 * lost_health_share(state, m.id) for m in models)
    holds = any(
        carrying.is_near_objective(m, o)
        for m in models
        for o in carrying.objectives_on_table(state)
    ) or any(m.carrying for m in models)
    gates = [g.arc for g in state.gates_of(player) if g.arc >= card.cost]
    if (
        holds
        or not gates
        or not unit.token
        or any(state.setup.card_of(u.id).cost <= max(gates) for u in list_reserve(state, player))
    ):
        return 0.0
    return loss if loss > 0.5 * card.cost else 0.0


def gate_value(state: State, action: PlaceGate) -> float:
    """Return the value of a void gate: its forward position, its Arc and the room around it."""
    reserve = [state.setup.card_of(u.id).cost for u in list_reserve(state, action.player)]
    useful = min(action.arc, sum(reserve))
    distances = [(state.owner(b.id), math.dist(b.at[:2], action.at[:2])) for b in state.bodies]
    enemies = sum(owner != action.player and distance < 6.0 for owner, distance in distances)
    crowd = sum(distance < 3.0 for _, distance in distances) + sum(
        math.dist(o.at[:2], action.at[:2]) < 3.0 for o in carrying.objectives_on_table(state)
    )
    return (
        1.0
        + ARC_VALUE * useful
        + 2.0 * closeness_to_goals(state, action.player, action.at)
        - 0.4 * enemies
        - 0.3 * crowd
    )


def planned_gate_value(state: State, action: PlaceGate) -> float:
    """Return the value of a void gate by the plan: closeness to where units are needed, and room."""
    crowd = sum(math.dist(b.at[:2], action.at[:2]) < 2.5 for b in state.bodies)
    return 6.0 + 1.5 * closeness_to_needs(state, action.player, [action.at]) - 0.15 * crowd


def list_reserve(state: State, player: int) -> list[Unit]:
    """List the units of a player in reserve."""
    return [u for u in state.units.values() if u.player == player and u.where is Where.RESERVE]


def card_value(state: State, player: int, id: str) -> float:
    """Return the value of a card in hand: whether this force can ever play it, and how soon."""
    card = state.setup.cards.cyphers[id]
    mine = [u for u in state.units.values() if u.player == player and u.where is not Where.GONE]
    users = [u for u in mine if _can_be_used(state, card, u.id)]
    in_play = [u for u in users if u.is_in_play]
    return 1.0 * bool(users) + 1.0 * bool(in_play)


def _can_be_used(state: State, card: CypherCard, unit: str) -> bool:
    """Return whether a card suits the unit: its kind, or Arc Relay for a Fury."""
    if card.kind == "fury":
        return any(
            a.startswith("arc_relay")
            for m in state.units[unit].models
            for a in state.setup.abilities.get(m, ())
        )
    target_kind = card.target.removeprefix("friendly_")
    return target_kind in ("unit", "unit_model") or state.setup.card_of(unit).kind == target_kind
