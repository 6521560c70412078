"""Evaluate Arc: charging, clearing, and the last points in the well."""

from __future__ import annotations

from wc3d.games.neo_mechanika.bots.deployment_values import can_deploy_next_turn, list_reserve
from wc3d.games.neo_mechanika.bots.evaluation import expected_attack_value, total_attack_value
from wc3d.games.neo_mechanika.bots.objective_value import activations_left
from wc3d.games.neo_mechanika.rules.actions import Charge, Clear
from wc3d.games.neo_mechanika.rules.arc import free_arc_capacity
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATE_ARC
from wc3d.games.neo_mechanika.rules.state import State

FIRST_ARC_VALUE, TOKENED_UNIT_WEIGHT = 0.2, 0.3
"""The value of a unit's first point of Arc, and the weight of Arc on a unit that has acted."""

CLEARED_ARC_VALUE = 0.01
"""The value of each further point of Arc that is cleared together."""


def charge_value(state: State, action: Charge) -> float:
    """Return the value of a point of Arc: attacks this turn for a unit, a deployment for a gate."""
    player = action.player
    costs = [state.setup.card_of(u.id).cost for u in list_reserve(state, player)]
    if action.on in state.gates:
        gate = state.gates[action.on]
        return 2.0 * any(gate.arc < cost <= gate.arc + 1 for cost in costs) + 0.05
    unit = state.units[action.on]
    short = (
        bool(costs)
        and state.players[player].well <= min(MAX_GATE_ARC, min(costs))
        and not state.gates_of(player)
    )
    new_state = state.with_unit(unit.id, arc=unit.arc + 1)
    gained = (
        expected_attack_value(new_state, unit.id)
        - expected_attack_value(state, unit.id)
        + total_attack_value(new_state, unit.id)
        - total_attack_value(state, unit.id)
    )
    first = FIRST_ARC_VALUE if not unit.arc else 0.0
    return (gained + first) * (TOKENED_UNIT_WEIGHT if unit.token else 1.0) - (0.5 if short else 0.0)


def clear_value(state: State, action: Clear) -> float:
    """Return the value of clearing Arc that a unit cannot use, if the well lacks Arc for a gate.

    Arc in void gates that no unit needs has the value of a later charge, if the well is empty.
    """
    player = action.player
    if all(id in state.gates for id in action.arc):
        return _clear_gates_value(state, player) + CLEARED_ARC_VALUE * sum(action.arc.values())
    costs = [state.setup.card_of(u.id).cost for u in list_reserve(state, player)]
    available_arc = state.players[player].well + sum(g.arc for g in state.gates_of(player))
    if not costs or available_arc >= min(costs) or any(id in state.gates for id in action.arc):
        return -1.0
    idle = all(
        state.units[id].token or expected_attack_value(state, id) <= 0.0 for id in action.arc
    )
    return 0.5 * sum(action.arc.values()) if idle else 0.0


def _clear_gates_value(state: State, player: int) -> float:
    """Return the value of the best charge of a ready unit by Arc that lies idle in void gates."""
    if state.players[player].well or can_deploy_next_turn(state, player, MAX_GATE_ARC):
        return -1.0
    ready = [u.id for u in state.units_in_play(player) if not u.token]
    return max(
        (
            charge_value(state, Charge(player=player, on=id))
            for id in ready
            if free_arc_capacity(state, id)
        ),
        default=-1.0,
    )


def arc_reserve_value(state: State, player: int) -> float:
    """Return the value of the last Arc in the well to units that wait for a void gate."""
    waiting = (
        can_deploy_next_turn(state, player, MAX_GATE_ARC) and activations_left(state, player) > 0
    )
    return 0.15 if waiting and state.players[player].well <= 4 else 0.0
