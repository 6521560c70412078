"""Where to stand: the moves worth trying for a model, and what each place is worth."""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.memo import kept
from wc3d.games.neo_mechanika.bots.evaluation import attacks_worth, cost, goals, standing_worth
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.fighting.targeting import sight_from, terrain_covers_at
from wc3d.games.neo_mechanika.rules.moving.approach import approach
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, check_move, moved, steps_of
from wc3d.games.neo_mechanika.rules.moving.placing import point
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.weapons import weapons_of
from wc3d.geometry.points import XY
from wc3d.table.moves.movement import Move

COMPASS = 8
"""How many directions are tried besides those toward something."""

NEAREST = 2
"""How many objectives, and how many enemies, are approached."""

DANGER = 0.3
"""The part of its own worth that a unit fears for at most, with very many enemies about."""

ACTED = 0.5
"""How much an enemy that has activated in this Pulse round is still to be feared."""

MELEE = 4.0
"""Weapons that reach no farther are taken for melee weapons: cover does not help against them."""


def tries(state: State, order: MoveOrder, model: str) -> Iterator[tuple[Advance, XYZ]]:
    """Legal moves of a model worth comparing, and where each ends; staying is the first."""
    player, start = state.owner(model), state.place(model)
    yield Advance(player=player, model=model), start
    seen_ends = {_rounded(start)}
    for action in (*_approaches(state, order, model), *_around(state, order, model)):
        verdict = moved(state, order, model, steps_of(action.path), brief=True) and check_move(state, order, action)
        if not verdict:
            continue
        move: Move = verdict.evidence
        end = point(*move.end)
        if _rounded(end) not in seen_ends and move.power == 0:
            seen_ends.add(_rounded(end))
            yield action, end


def _rounded(at: XYZ) -> tuple[float, ...]:
    return tuple(round(v, 1) for v in at)


def _approaches(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    """Toward the best objectives, and toward the nearest enemies: to contact, and to where the longest weapon reaches."""
    player, start = state.owner(model), state.place(model)
    ways: list[tuple[XY, float]] = [(goal, 0.0) for _, goal in goals(state, order.unit)[:NEAREST]]
    enemies = sorted((state.table.distance(model, b.id), b.id) for b in state.bodies if state.owner(b.id) != player)
    reach = max((w.rng for w in weapons_of(state, model)), default=0.0)
    body = state.table.body(model)
    for distance, id in enemies[:NEAREST]:
        enemy = state.table.body(id)
        touching = body.radius + enemy.radius
        goal = (enemy.at[0], enemy.at[1])
        ways.append((goal, touching))
        if touching + 1.0 < reach < distance:
            ways.append((goal, touching + reach - 0.5))
    for goal, keep in ways:
        if math.dist(start[:2], goal) > keep + 0.05:
            action = approach(state, order, model, goal, player=player, keep=keep)
            if action is not None:
                yield action


def _around(state: State, order: MoveOrder, model: str) -> Iterator[Advance]:
    x, y, _ = state.place(model)
    for k in range(COMPASS):
        turn = math.tau * k / COMPASS
        for distance in (order.inches, order.inches / 2):
            path = ((x + distance * math.cos(turn), y + distance * math.sin(turn)),)
            yield Advance(player=state.owner(model), model=model, path=path)


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move, and what it is worth to stand where it ends: by itself, and with the attacks from there."""

    action: Advance
    standing: float
    attacking: float


def place_worth(state: State, unit: str, model: str, at: XYZ) -> float:
    """What it is worth that the model (with its squad) stands there: objectives and the danger."""
    return standing_worth(state, unit, state.models[model].base, at) - danger(state, unit, model, at)


def there(state: State, unit: str, model: str, at: XYZ) -> State:
    """The state with the unit's models at a place, as far as shooting from there is concerned: its first model stands for it."""
    first = state.models_of(unit)[0].id
    new_state = state.with_model(first, at=at)
    return new_state if first == model else new_state.with_model(model, at=state.place(first))


def danger(state: State, unit: str, model: str, at: XYZ) -> float:
    """How much the enemies who could shoot at that place count against it; less if it has cover from them."""
    stand, player = (state.models_of(unit)[0].base, at), state.owner(model)  # its first model stands for the unit
    risk = 0.0
    for m in state.models.values():
        if m.at is None or state.owner(m.id) == player:
            continue
        reach, speed = _reach_and_speed(state, m.id)
        distance = math.dist(at, m.at)
        if distance > reach + speed or not sight_from(state, stand, m.id):
            continue
        covered = reach > MELEE and terrain_covers_at(state, m.id, stand)
        share = (0.5 if covered else 1.0) * (1.0 if distance <= reach else 0.5) * (ACTED if state.units[m.unit].token else 1.0)
        risk += cost(state, m.id) * share
    own = cost(state, model) * len(state.models_of(unit))
    return DANGER * own * risk / (own + risk)


@kept
def _reach_and_speed(state: State, enemy: str) -> tuple[float, float]:
    """How far an enemy's longest weapon reaches, as its card says, and its SPD now."""
    reach = max((w.rng for w in weapons_of(state, enemy)), default=0.0)
    return reach, float(stat(state, enemy, "SPD").value)


def choices(state: State, order: MoveOrder, model: str, *, attacking: bool) -> list[MoveChoice]:
    """The moves worth comparing; the attacks from where they end are looked at only if asked for."""
    options = []
    for action, at in tries(state, order, model):
        stands = place_worth(state, order.unit, model, at)
        attacks = attacks_worth(there(state, order.unit, model, at), order.unit) if attacking else 0.0
        options.append(MoveChoice(action, stands, stands + attacks))
    return options


def best_move(state: State, order: MoveOrder, model: str, *, attacking: bool) -> MoveChoice:
    """The best of them: by what the attacks from there are worth too, if asked for."""
    return max(choices(state, order, model, attacking=attacking), key=lambda c: c.attacking)
