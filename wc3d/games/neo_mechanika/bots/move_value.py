"""Evaluate the moves of a unit: the value of each end place, and of attacks from there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.bots.activation_estimate import victory_point_value
from wc3d.games.neo_mechanika.bots.evaluation import (
    expected_attack_value,
    model_value,
    objective_position_value,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_generation import (
    candidate_moves,
    choose_leader,
    objective_goals,
    simple_candidate_moves,
)
from wc3d.games.neo_mechanika.bots.objective_value import (
    approach_value,
    assign_objectives,
    holders_near,
    path_distance_to_objective,
)
from wc3d.games.neo_mechanika.bots.secondaries import recon_value
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    has_terrain_cover_at,
    line_of_sight_from,
)
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.activation import advance_order
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

MAX_EVALUATED_POSITIONS = 5
"""The maximum number of places, best first, whose attacks and danger are evaluated."""

DANGER_WEIGHT = 0.6
"""The weight of a place's danger."""

SAME_POSITION_IN = 0.3
"""The distance in inches within which two places count as the same."""


GROUND_SHARE = 0.2
"""The extra share of an objective's value for its only holder, because to leave it costs another
unit's activation."""

MAX_DANGER_SHARE = 0.3
"""The maximum share of a unit's value that danger costs, with many enemies nearby."""

ACTIVATED_ENEMY_DANGER = 0.5
"""The weight of danger from an enemy that has already activated in this Pulse round."""

MELEE_REACH_IN = 4.0
"""The maximum reach in inches of weapons treated as melee, against which cover does not help."""


@dataclass(frozen=True, slots=True)
class EvaluatedMove:
    """A move, its end place, and its value by objectives alone and with attacks and danger."""

    action: Advance
    at: XYZ
    position_value: float
    value_with_attacks: float


# Positions


def position_value(state: State, unit: str, model: str, at: XYZ) -> float:
    """Return the value of a model's position (with its squad): objectives minus danger."""
    return objective_position_value(state, unit, state.models[model].base, at) - danger_at(
        state, unit, model, at
    )


def state_with_model_at(state: State, unit: str, model: str, at: XYZ) -> State:
    """Return the state with the unit's first model at a place, to estimate attacks from there."""
    first = state.models_of(unit)[0].id
    new_state = state.with_model(first, at=at)
    return new_state if first == model else new_state.with_model(model, at=state.place(first))


def danger_at(state: State, unit: str, model: str, at: XYZ) -> float:
    """Return the danger from enemies that can attack a place; cover reduces it."""
    stand, player = (
        (state.models_of(unit)[0].base, at),
        state.owner(model),
    )  # its first model represents the unit
    risk = 0.0
    for m in state.models.values():
        if m.at is None or state.owner(m.id) == player:
            continue
        reach, speed = _reach_and_speed(state, m.id)
        distance = math.dist(at, m.at)
        if distance > reach + speed or not line_of_sight_from(state, stand, m.id):
            continue
        covered = reach > MELEE_REACH_IN and has_terrain_cover_at(state, m.id, stand)
        share = (
            (0.5 if covered else 1.0)
            * (1.0 if distance <= reach else 0.5)
            * (ACTIVATED_ENEMY_DANGER if state.units[m.unit].token else 1.0)
        )
        risk += model_value(state, m.id) * share
    own = model_value(state, model) * len(state.models_of(unit))
    return MAX_DANGER_SHARE * own * risk / (own + risk)


@memo_on_state
def _reach_and_speed(state: State, enemy: str) -> tuple[float, float]:
    """Return the reach of an enemy's longest weapon as printed on its card, and its current SPD."""
    reach = max((w.rng for w in model_weapons(state, enemy)), default=0.0)
    return reach, float(current_stat(state, enemy, "SPD").value)


def planned_position_value(state: State, unit: str, model: str, at: XYZ) -> float:
    """Return the mission value of a model's position with its squad around it."""
    player = state.units[unit].player
    base = state.models[model].base
    goer = assign_objectives(state, player).get(unit)
    local_value = 0.0
    onward = 0.0
    for o in carrying.objectives_on_table(state):
        distance = path_distance_to_objective(state, at, base, o)
        value = approach_value(state, unit, o, distance, acts=False)
        if goer is not None and goer[1].id != o.id and distance > 0.0:
            value *= 0.4
        if distance <= 1e-6:
            stands_ground = holders_near(state, player, o) == (unit,)
            local_value += value * (1.0 + GROUND_SHARE if stands_ground else 1.0)
        else:
            onward = max(onward, value)
    total_value = local_value + (0.6 if local_value > 0.3 else 1.0) * onward
    return victory_point_value(state) * (total_value + recon_value(state, unit, at)) + _fight_worth(
        state, unit, at
    )


def _fight_worth(state: State, unit: str, at: XYZ) -> float:
    """Return the small value of being closer to the enemy."""
    foes = [
        math.dist(at[:2], b.at[:2])
        for b in state.bodies
        if state.owner(b.id) != state.units[unit].player
    ]
    return 0.6 / (1.0 + max(0.0, min(foes, default=60.0) - 6.0) / 8.0)


# Moves


def evaluate_moves(
    state: State,
    order: MoveOrder,
    model: str,
    *,
    attacking: bool,
    reaching: bool = False,
    has_plan: bool = True,
    apart: float = SAME_POSITION_IN,
) -> list[EvaluatedMove]:
    """Return the stay and the best moves that end more than `apart` from each other.

    With `attacking`, include the attacks from the end places. Without a plan, return every move,
    by its value at the moment.
    """
    unit = order.unit
    if not has_plan:
        return [
            _evaluate_move(
                state, unit, model, (position_value(state, unit, model, at), action, at), attacking
            )
            for action, at in simple_candidate_moves(state, order, model)
        ]
    ends = candidate_moves(state, order, model, objective_goals(state, unit), reaching=reaching)
    options = [(planned_position_value(state, unit, model, at), action, at) for action, at in ends]
    hopes = attacking and expected_attack_value(state, unit) > 0.0
    stay = options[0]
    rest = sorted(options[1:], key=lambda f: -f[0])
    return [
        _evaluate_move(
            state,
            unit,
            model,
            (value - DANGER_WEIGHT * danger_at(state, unit, model, at), action, at),
            hopes,
        )
        for value, action, at in (stay, *_select_different(rest, attacking, apart))
    ]


def _evaluate_move(
    state: State, unit: str, model: str, option: tuple[float, Advance, XYZ], attacking: bool
) -> EvaluatedMove:
    """Return a move with its value, and with the value of attacks from its end place."""
    value, action, at = option
    strikes = 0.0
    if attacking:
        strikes = total_attack_value(state_with_model_at(state, unit, model, at), unit)
    return EvaluatedMove(action, at, value, value + strikes)


def evaluate_advances(
    state: State,
    unit: str,
    *,
    attacking: bool,
    reaching: bool = False,
    has_plan: bool = True,
    apart: float = SAME_POSITION_IN,
) -> list[EvaluatedMove]:
    """Return a unit's advances worth comparing; see `evaluate_moves`.

    With a plan, the model with the shortest free path leads, otherwise the first.
    """
    leader = state.models_of(unit)[0].id
    if has_plan:
        goals = objective_goals(state, unit)
        goal = goals[0] if goals else None
        leader = choose_leader(state, unit, goal, partial(advance_order, state, unit))
    return evaluate_moves(
        state,
        advance_order(state, unit, leader),
        leader,
        attacking=attacking,
        reaching=reaching,
        has_plan=has_plan,
        apart=apart,
    )


def _select_different(
    options: list[tuple[float, Advance, XYZ]], attacking: bool, spacing: float
) -> list[tuple[float, Advance, XYZ]]:
    """Return the best moves that end far enough apart; with attacks to come, more of them."""
    selection: list[tuple[float, Advance, XYZ]] = []
    for option in options:
        if all(math.dist(option[2], k[2]) > spacing for k in selection):
            selection.append(option)
        if len(selection) == (
            MAX_EVALUATED_POSITIONS if attacking else MAX_EVALUATED_POSITIONS - 2
        ):
            break
    return selection
