"""Estimate what units gain by activating, and the value of readying or improving a unit."""

from __future__ import annotations

from collections.abc import Iterable

from wc3d.engine.agenda import find_frame
from wc3d.games.neo_mechanika.bots.deployment_values import count_remaining_turns
from wc3d.games.neo_mechanika.bots.evaluation import AttackValueCache, expected_attack_value
from wc3d.games.neo_mechanika.bots.objective_value import (
    activation_distance,
    activations_left,
    approach_value,
    assign_objectives,
    presence_value,
    unit_path_distance,
    value_if_absent,
)
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.turn import TurnFrame, check_second_activation, is_solo

VICTORY_POINT_VALUE = 6.0
"""The value of a victory point, in points of deployment cost; see `victory_point_value`."""


def victory_point_value(state: State) -> float:
    """Return the value of a victory point. With `final_turn_point` it rises as the turns run out,
    because destroyed units then matter less.
    """
    last = current_weights().final_turn_point
    if not last:
        return VICTORY_POINT_VALUE
    progress = 1.0 - (count_remaining_turns(state) + 1) / (
        PULSE_ROUNDS * int(state.setup.mission.turns_per_round)
    )
    return VICTORY_POINT_VALUE * (1.0 + last * max(0.0, progress) ** 2)


def estimate_activation_value(
    state: State, unit: str, attack_values: AttackValueCache | None = None
) -> float:
    """Estimate a unit's gain by activating: its best objective and its attacks after a move."""
    return objective_gain(state, unit) + 0.8 * expected_attack_value(state, unit, attack_values)


def objective_gain(state: State, unit: str) -> float:
    """Estimate a unit's gain from the best objective that it can reach or approach."""
    player = state.units[unit].player
    gains = [_gain(state, unit, o) for o in carrying.objectives_on_table(state)]
    own = assign_objectives(state, player).get(unit)
    sure = _score_in_reach(state, unit) if state.setup.mission.scored == "activation" else 0.0
    goes = _gain(state, unit, own[1]) if own is not None else 0.0
    return victory_point_value(state) * max(0.5 * max(gains, default=0.0), goes, sure)


def _gain(state: State, unit: str, objective: Objective) -> float:
    """Return the gain of approaching an objective, or the loss by staying away if that is more."""
    distance = unit_path_distance(state, unit, objective)
    if distance <= 1e-6:
        return 0.0
    remaining_distance = max(0.0, distance - activation_distance(state, unit))
    gained = approach_value(
        state, unit, objective, remaining_distance, acts=False
    ) - approach_value(state, unit, objective, distance, acts=False)
    gained += 0.3 * presence_value(state, unit, objective) if remaining_distance <= 1e-6 else 0.0
    return max(gained, value_if_absent(state, unit, objective))


def _score_in_reach(state: State, unit: str) -> float:
    """Return the most points in reach, for missions scored as activations end."""
    reach = activation_distance(state, unit)
    values = [
        presence_value(state, unit, o)
        for o in carrying.objectives_on_table(state)
        if unit_path_distance(state, unit, o) <= reach
    ]
    return max(values, default=0.0)


# Remaining activations


def remaining_activations(state: State, unit: str) -> int:
    """Return how many units of this kind (solos, or all others) their player can still activate in
    this Pulse round.

    A turn has one activation for a unit and one for a solo. Activations used up in the present
    turn do not count.
    """
    player = state.units[unit].player
    activations = activations_left(state, player)
    turn = find_frame(state, TurnFrame)
    if turn is None or turn.player != player or state.phase > 4:
        return activations
    is_open = len(turn.activated) < 2 and bool(check_second_activation(state, turn.activated, unit))
    return activations - (not is_open)


def activation_gain(
    state: State, unit: str, old_gain: float | None, new_gain: float, turns: int
) -> float:
    """Return how much a player's best activations improve if a unit gains `new_gain` by
    activating.

    `old_gain` is its present gain, or None if it has a token. `turns` is the number of activations
    left for its kind.
    """
    other_gains = [
        estimate_activation_value(state, u.id)
        for u in state.units_in_play(state.units[unit].player)
        if u.id != unit and not u.token and is_solo(state, u.id) == is_solo(state, unit)
    ]
    return _sum_best(other_gains + [new_gain], turns) - _sum_best(
        other_gains + ([] if old_gain is None else [old_gain]), turns
    )


def _sum_best(gains: list[float], turns: int) -> float:
    """Add up the largest gains, one for each activation."""
    return sum(sorted((g for g in gains if g > 0.0), reverse=True)[: max(0, turns)])


def ready_value(state: State, unit: str) -> float:
    """Return the value of removing a unit's activation token; 0 if it has no activation left."""
    turns = remaining_activations(state, unit)
    if turns < 1 or not state.units[unit].token:
        return 0.0
    return activation_gain(
        state,
        unit,
        None,
        estimate_activation_value(state.with_unit(unit, token=False), unit),
        turns,
    )


def improvement_value(state: State, unit: str, extra_gain: float, *, this_turn: bool) -> float:
    """Return the value of `extra_gain` in a unit's next activation; `this_turn` requires it now."""
    turns = remaining_activations(state, unit)
    if turns < 1 or state.units[unit].token or (this_turn and state.phase > 4):
        return 0.0
    gain = estimate_activation_value(state, unit)
    return activation_gain(
        state, unit, gain, gain + extra_gain, min(turns, 1) if this_turn else turns
    )


def prefer_units_with_card(state: State, activations: Iterable[Activate]) -> list[Activate]:
    """List the activations of units with a card for this turn, or all if there are none."""
    options = list(activations)
    return [a for a in options if has_turn_card(state, a.unit)] or options


def has_turn_card(state: State, unit: str) -> bool:
    """Return whether a unit has a card of its player that expires this turn."""
    return any(
        card.until == "turn" and card.player == state.units[unit].player
        for card in state.units[unit].cyphers
    )
