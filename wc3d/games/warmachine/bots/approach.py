"""A model's ways to get at an enemy: charge, walk into melee, come into range, or go nearer."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wc3d.engine.actions import Action
from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.bots.path_distance import find_path, truncate_path
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.moving.charging import CHARGE_BONUS_IN, charge_length
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.state import XY, Model, State
from wc3d.games.warmachine.rules.stats import stat_value, weapon_range

CLOSE_SHARE = 0.5
"""The share of its reach at which a model stops in front of an enemy."""

MEASURE_MARGIN_IN = 0.6
"""The inches by which a model goes nearer than its range, because it may not measure."""

SIDE_STEPS_RAD = (0.0, 0.5, -0.5, 1.0, -1.0)
"""The angles around an enemy at which a model tries to stop."""


def list_approaches(state: State, model: Model, target: Model) -> Iterator[Action]:
    """Yield movements that bring a model to attack an enemy, the best first.

    Without any, the model can attack from its place.
    """
    distance = estimate_distance(state, model.id, target.id)
    speed = float(stat_value(state, model.id, "SPD"))
    reach = state.longest_melee_reach(model.id)
    has_melee = any(w.kind == "melee" for w in state.usable_weapons(model.id))
    ranges = [
        weapon_range(state, model.id, w)
        for w in state.usable_weapons(model.id)
        if w.kind == "ranged"
    ]
    if model.is_warcaster:
        spells = state.setup.caster_card(model.id).spells
        ranges += [float(s.rng) for s in spells if s.offensive and s.pow is not None and s.rng]
    if reach and distance <= reach - 0.5:
        return
    can_pay = model.focus > 0 or not model.is_warjack
    can_charge = has_melee and can_pay and distance >= CHARGE_BONUS_IN
    if can_charge and distance <= charge_length(state, model.id) + reach:
        yield actions.Charge(player=model.owner, model=model.id, target=target.id)
    if reach and distance <= speed + reach:
        yield from _steps_into_melee(state, model, target, reach, speed)
    longest = max(ranges, default=0.0)
    if longest:
        if distance <= longest - MEASURE_MARGIN_IN:
            return
        if distance <= longest + speed:
            yield from _steps_toward(
                state, model, target, distance - longest + MEASURE_MARGIN_IN, speed
            )
            return
    runs = can_pay and not model.is_warcaster and distance > speed + reach + 1.0
    if runs and not longest:
        yield from _runs_toward(state, model, target, 2.0 * speed)
    yield from _steps_toward(state, model, target, speed, speed)


def _steps_into_melee(
    state: State, model: Model, target: Model, reach: float, speed: float
) -> Iterator[Action]:
    """Yield advances that end well within reach of an enemy."""
    x, y = state.place(model.id)[:2]
    fx, fy = state.place(target.id)[:2]
    bases = state.table.policy.bases
    gap = bases[model.base].radius + bases[target.base].radius + CLOSE_SHARE * reach
    toward = math.atan2(y - fy, x - fx)
    for turn in SIDE_STEPS_RAD:
        at = (
            round(fx + gap * math.cos(toward + turn), 2),
            round(fy + gap * math.sin(toward + turn), 2),
        )
        length = math.dist((x, y), at)
        if length <= speed:
            yield _advance(model, (at,), (fx, fy))
        elif turn == 0.0:
            share = (speed - 0.01) / length
            nearer = (round(x + share * (at[0] - x), 2), round(y + share * (at[1] - y), 2))
            yield _advance(model, (nearer,), (fx, fy))


def _steps_toward(
    state: State, model: Model, target: Model, length: float, speed: float
) -> Iterator[Action]:
    """Yield advances of a length toward an enemy, around obstacles, then shorter ones."""
    here = state.place(model.id)[:2]
    there = state.place(target.id)[:2]
    around = find_path(state, model, there, (target.id,))
    length = min(max(length, 0.5), speed) - 0.02
    for share in (1.0, 0.75, 0.5):
        path = truncate_path(here, around, length * share)
        if path and math.dist(path[-1], here) > 0.1:
            yield _advance(model, path, there)


def _runs_toward(state: State, model: Model, target: Model, length: float) -> Iterator[Action]:
    """Yield runs toward an enemy, around obstacles."""
    here = state.place(model.id)[:2]
    there = state.place(target.id)[:2]
    around = find_path(state, model, there, (target.id,))
    for share in (0.98, 0.8):
        path = truncate_path(here, around, length * share)
        if path and math.dist(path[-1], here) > 0.1:
            facing = facing_toward(path[-1], there)
            yield actions.Run(player=model.owner, model=model.id, path=path, facing=facing)


def _advance(model: Model, path: tuple[XY, ...], goal: XY) -> Action:
    facing = facing_toward(path[-1], goal)
    return actions.Advance(player=model.owner, model=model.id, path=path, facing=facing)
