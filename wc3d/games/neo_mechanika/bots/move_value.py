"""Evaluate the places that a model can move to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.bots.evaluation import (
    model_value,
    objective_position_value,
    ranked_objectives,
    total_attack_value,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    has_terrain_cover_at,
    line_of_sight_from,
)
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    check_move,
    compute_move,
    to_table_steps,
)
from wc3d.games.neo_mechanika.rules.moving.placing import make_point
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.geometry.points import XY
from wc3d.table.moves.movement import Move

DIRECTION_COUNT = 8
"""The number of directions tried in addition to those toward a goal."""

MAX_APPROACHED = 2
"""The maximum number of objectives, and of enemies, approached."""

MAX_DANGER_SHARE = 0.3
"""The maximum share of a unit's value that danger costs, with many enemies nearby."""

ACTIVATED_ENEMY_DANGER = 0.5
"""The weight of danger from an enemy that has already activated in this Pulse round."""

MELEE_REACH_IN = 4.0
"""The maximum reach in inches of weapons treated as melee, against which cover does not help."""


def candidate_moves(state: State, order: MoveOrder, model: str) -> Iterator[tuple[Advance, XYZ]]:
    """Yield a model's legal moves worth comparing and their end places; staying is the first."""
    player, start = state.owner(model), state.place(model)
    yield Advance(player=player, model=model), start
    seen_ends = {_round_point(start)}
    for action in (
        *_propose_approaches(state, order, model),
        *_propose_circle_moves(state, order, model),
    ):
        verdict = compute_move(
            state, order, model, to_table_steps(action.path), brief=True
        ) and check_move(state, order, action)
        if not verdict:
            continue
        move: Move = verdict.evidence
        end = make_point(*move.end)
        if _round_point(end) not in seen_ends and move.power == 0:
            seen_ends.add(_round_point(end))
            yield action, end


def _round_point(at: XYZ) -> tuple[float, ...]:
    return tuple(round(v, 1) for v in at)


def _propose_approaches(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    """Yield moves toward the best objectives, and into contact or range of the nearest enemies."""
    player, start = state.owner(model), state.place(model)
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


def _propose_circle_moves(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    x, y, _ = state.place(model)
    for k in range(DIRECTION_COUNT):
        turn = math.tau * k / DIRECTION_COUNT
        for distance in (order.inches, order.inches / 2):
            path = ((x + distance * math.cos(turn), y + distance * math.sin(turn)),)
            yield Advance(player=state.owner(model), model=model, path=path)


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move and the value of its end place, with and without attacks from there."""

    action: Advance
    position_value: float
    value_with_attacks: float


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


def evaluate_moves(
    state: State, order: MoveOrder, model: str, *, attacking: bool
) -> list[MoveChoice]:
    """Return moves worth comparing; with `attacking`, including attacks from their end places."""
    options = []
    for action, at in candidate_moves(state, order, model):
        stands = position_value(state, order.unit, model, at)
        attacks = (
            total_attack_value(state_with_model_at(state, order.unit, model, at), order.unit)
            if attacking
            else 0.0
        )
        options.append(MoveChoice(action, stands, stands + attacks))
    return options


def best_move(state: State, order: MoveOrder, model: str, *, attacking: bool) -> MoveChoice:
    """Return the best move. With `attacking`, include the attacks from its end place."""
    return max(
        evaluate_moves(state, order, model, attacking=attacking), key=lambda c: c.value_with_attacks
    )
