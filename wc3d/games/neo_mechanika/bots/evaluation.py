"""Evaluate models, attacks, objectives and positions for the bots.

All values use one unit, about a point of deployment cost. Enemies count by the cost to bring them
back, objectives by their victory points, Arc by what it pays for.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.bots.objective_value import (
    activation_distance,
    artifact_value,
    assign_objectives,
    can_score_artifact,
    carried_artifact_bonus,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules import objectives
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health, remaining_health
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    attack_range,
    is_likely_target,
    uniform_range,
)
from wc3d.games.neo_mechanika.rules.forces.scoring_units import objective_holder_kinds
from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT_KIND
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.missions.scoring import objective_points
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State, memo_on_board, opponent_of
from wc3d.games.neo_mechanika.rules.weapons import Weapon, model_weapons
from wc3d.geometry.points import XY

ARC_VALUE = 0.6
"""The value of a point of Arc."""

VICTORY_POINT_VALUE = 2.5
"""The value of a victory point."""

MAX_REACH_BONUS_IN = 6.0
"""The maximum by which abilities may extend a weapon's reach in a first estimate, in inches."""

HEALTH_VALUE_SHARE = 0.6
"""The share of a model's value in its damage points; destroying the model takes the rest."""

OBJECTIVE_CARE_RANGE_IN = 7.0
"""The distance within which a unit counts as near an objective, in inches."""

OBJECTIVE_HOLD_RANGE_IN = objectives.OBJECTIVE_RADIUS_IN + OBJECTIVE_RANGE_IN
"""The maximum distance from a base's edge to the center of an objective it holds, in inches."""


def model_value(state: State, model: str) -> float:
    """Return the value of a model: its share of its unit's cost."""
    if model in state.gates:
        return 1.0 + ARC_VALUE * state.gates[model].arc
    card = state.setup.card_of(model)
    return (1.0 + card.cost) / card.size


def attack_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """Return the mean value of an attack; a spray counts all models it hits, friends included."""
    if "spray" not in weapon.qualities:
        return single_target_value(state, attacker, weapon, target) + blast_value(
            state, weapon, attacker, target
        )
    return spray_value(state, attacker, weapon, target)


def spray_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """Return the mean value of a spray attack; friendly models hit count against it."""
    hits = state.table.spray(attacker, target, attack_range(state, attacker, weapon, target)).hits
    own = state.owner(attacker)
    return sum(
        single_target_value(state, attacker, weapon, id) * (1.0 if state.owner(id) != own else -1.3)
        for id in hits
    )


def blast_value(state: State, weapon: Weapon, attacker: str, target: str) -> float:
    """Return the mean value of an attack's blast on the models around its target."""
    if "blast" not in weapon.qualities:
        return 0.0
    own = state.owner(attacker)
    return sum(0.15 if state.owner(id) != own else -0.2 for id in state.table.blast(target).models)


def single_target_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """Return the mean value of an attack on its target alone."""
    odds = attack_odds(state, attacker, weapon, target)
    if target in state.gates:
        return odds.damage * ARC_VALUE + odds.destroy
    whole = model_value(state, target)
    full = max_health(state, target)
    if state.setup.card_of(target).kind in scoring_unit_kinds(state):
        whole *= 1.0 + current_weights().sole_scorer
    gained = whole * (
        HEALTH_VALUE_SHARE * odds.damage / full + (1.0 - HEALTH_VALUE_SHARE) * odds.destroy
    )
    extras = sum(
        quality in weapon.qualities
        for quality in ("fire", "corrosion", "system_failure", "lock_down")
    )
    strafe = 0.1 * ("strafe" in weapon.qualities)
    return gained * (1.0 + objective_holder_bonus(state, target)) + odds.hit * 0.1 * extras + strafe


@memo_on_state
def scoring_unit_kinds(state: State) -> tuple[str, ...]:
    """Return the kinds of unit that alone can hold the mission's objectives; empty if all can."""
    kinds = objective_holder_kinds(state.setup.mission)
    return () if kinds == ANY_UNIT_KIND else kinds


def objective_holder_bonus(state: State, model: str) -> float:
    """Return an enemy's extra value for holding, contesting, nearing or carrying an objective."""
    it = state.models[model]
    current_outlook = current_weights()
    if it.carrying and can_score_artifact(state, model):
        return 1.0
    if any(carrying.is_near_objective(it, o) for o in carrying.objectives_on_table(state)):
        return current_outlook.objective_holder
    return (
        current_outlook.objective_approacher
        if current_outlook.objective_approacher and is_approaching_objective(state, it.unit)
        else 0.0
    )


def is_approaching_objective(state: State, unit: str) -> bool:
    """Return whether the unit can hold its assigned objective after its next activation."""
    if state.units[unit].token:
        return False
    move = activation_distance(state, unit)
    reachable = [
        o.id
        for o in carrying.objectives_on_table(state)
        if not o.portable
        and carrying.can_hold_objective(state, unit, o.id)
        and unit_path_distance(state, unit, o) <= move
    ]
    if not reachable:
        return False
    _, goal = assign_objectives(state, state.units[unit].player).get(unit, (0.0, None))
    return goal is not None and goal.id in reachable


def nearby_enemies(state: State, model: str, inches: float) -> list[str]:
    """Return the enemies that may be within some inches, including a few slightly farther away."""
    x, y, _ = state.place(model)
    max_distance = inches + SPACE.bases[state.model_or_gate(model).base].radius
    enemies = _list_bodies(state, opponent_of(state.owner(model)))
    return [
        id
        for id, at_x, at_y, radius in enemies
        if math.hypot(x - at_x, y - at_y) <= max_distance + radius
    ]


@memo_on_board
def _list_bodies(state: State, player: int) -> tuple[tuple[str, float, float, float], ...]:
    """Return the position and radius of a player's models and void gates on the table."""
    return tuple(
        (b.id, b.at[0], b.at[1], b.radius) for b in state.bodies if state.owner(b.id) == player
    )


def best_attack(
    state: State, model: str, weapon: Weapon, bonus: Callable[[str], float] = lambda target: 0.0
) -> tuple[float, str, str]:
    """Return the value, target and mode of the best attack from the model's position; the value is
    0 without an attack.

    `bonus` returns the extra value of an attack on a target.
    """
    best = (0.0, "", "")
    enemies = nearby_enemies(state, model, weapon.rng + MAX_REACH_BONUS_IN)
    for mode in attack_modes(weapon) if enemies else ():
        using = apply_mode(weapon, mode)
        assert isinstance(using, Weapon)
        reach = uniform_range(state, model, using)
        for target in enemies:
            if is_likely_target(state, model, using, target, reach):
                best = max(
                    best, (attack_value(state, model, using, target) + bonus(target), target, mode)
                )
    return best


def total_attack_value(state: State, unit: str) -> float:
    """Return the value of all attacks that a unit can make from its position in an activation.

    A squad counts its first model's best attack for each model, slightly discounted.
    """
    key = ("attacks worth", unit, current_weights())
    if key not in state.notes:
        models = state.models_of(unit)
        armed = bool(models) and not has_flag(state, models[0].id, "no_attacks")
        values = (
            [best_attack(state, models[0].id, w)[0] for w in model_weapons(state, models[0].id)]
            if armed
            else []
        )
        state.notes[key] = _combine_attacks(state, unit, values)
    return float(state.notes[key])


def _combine_attacks(state: State, unit: str, values: list[float]) -> float:
    """Return the value of all attacks of a unit, from those of its first model's weapons."""
    models = state.models_of(unit)
    if not values or not models:
        return 0.0
    first = models[0].id
    several = state.setup.card_of(unit).kind == "warjack" or has_flag(state, first, "every_weapon")
    several = several and not has_flag(state, first, "one_weapon")
    return sum(values) if several else max(values) * (0.3 + 0.7 * len(models))


AttackValueCache = dict[tuple[object, ...], tuple[float, tuple[object, ...]]]
"""Attack values by attacker, weapon and target, each with the objects whose ids form its key."""


def expected_attack_value(
    state: State, unit: str, attack_values: AttackValueCache | None = None
) -> float:
    """Return the value of a unit's attacks after an advance toward its targets, ignoring anything
    in the way.

    `attack_values` reuses values from earlier states if attacker and target are unchanged, and ignores
    all other changes.
    """
    key = ("promise", unit, attack_values is None, current_weights())
    if key not in state.notes:
        models = state.models_of(unit)
        values = (
            [
                _best_after_move(state, models[0].id, w, attack_values)
                for w in model_weapons(state, models[0].id)
            ]
            if models
            else []
        )
        state.notes[key] = _combine_attacks(state, unit, values)
    return float(state.notes[key])


def _best_after_move(
    state: State, model: str, weapon: Weapon, attack_values: AttackValueCache | None
) -> float:
    """Return the value of the best attack with a weapon on an enemy within its reach and a move."""
    speed = float(current_stat(state, model, "SPD").value)
    enemies = nearby_enemies(state, model, weapon.rng + speed + MAX_REACH_BONUS_IN)
    plain = apply_mode(weapon, attack_modes(weapon)[0])
    assert isinstance(plain, Weapon)
    within = attack_range(state, model, plain) + speed if enemies else 0.0
    targets = (id for id in enemies if state.table.distance(model, id) <= within)
    return max(
        (_look_up_attack(state, model, plain, id, attack_values) for id in targets), default=0.0
    )


def _look_up_attack(
    state: State, model: str, weapon: Weapon, target: str, attack_values: AttackValueCache | None
) -> float:
    """Return the mean value of an attack on its target, from the cache if possible."""
    if attack_values is None:
        return single_target_value(state, model, weapon, target)
    named = (
        state.models[model],
        state.units[state.models[model].unit],
        state.gates.get(target) or state.models[target],
    )
    key = (*map(id, named), weapon.key)
    if key not in attack_values:
        attack_values[key] = single_target_value(state, model, weapon, target), named
    return attack_values[key][0]


# Objectives


def objective_value(state: State, unit: str, objective: Objective) -> float:
    """Return the value of a unit's presence by an objective: to secure, contest or pick it up."""
    player = state.units[unit].player
    may_hold = carrying.can_hold_objective(state, unit, objective.id)
    if objective.portable:
        return VICTORY_POINT_VALUE * artifact_value(
            state,
            unit,
            objective,
            unit_path_distance(state, unit, objective),
            acts=not state.units[unit].token,
        )
    enemies = securing.units_near_objective(state, objective.id, opponent_of(player))
    if not may_hold:
        return 0.5 * VICTORY_POINT_VALUE if enemies else 0.0
    if (player, objective.id, state.round) in state.scored:
        return 0.4 * VICTORY_POINT_VALUE
    points = carried_artifact_bonus(state, unit, objective) + (
        objective_points(state, player, objective.id) if state.round else 1
    )
    return (
        points
        * VICTORY_POINT_VALUE
        * (0.1 if _has_nearer_unit(state, unit, objective) else 0.6 if enemies else 1.0)
    )


def _has_nearer_unit(state: State, unit: str, objective: Objective) -> bool:
    """Return whether another friendly unit that can hold the objective is near and closer to it."""
    own_distance = min(
        math.dist(m.at, objective.at) for m in state.models_of(unit) if m.at is not None
    )
    for friend in state.units_in_play(state.units[unit].player):
        if friend.id != unit and carrying.can_hold_objective(state, friend.id, objective.id):
            distance = min(
                math.dist(m.at, objective.at)
                for m in state.models_of(friend.id)
                if m.at is not None
            )
            if distance <= OBJECTIVE_CARE_RANGE_IN and (distance, friend.id) < (own_distance, unit):
                return True
    return False


def ranked_objectives(state: State, unit: str) -> list[tuple[float, XY]]:
    """Return the objectives worth going to, with their values, near and valuable ones first."""
    at = state.place(state.models_of(unit)[0].id)
    options = [
        (objective_value(state, unit, o), (o.at[0], o.at[1]))
        for o in carrying.objectives_on_table(state)
    ]
    return sorted(
        (g for g in options if g[0] > 0.0),
        key=lambda g: (math.dist(at[:2], g[1]) - 2.0 * g[0], g[1]),
    )


def objective_position_value(state: State, unit: str, base: str, at: XYZ) -> float:
    """Return the value of a model's position by an objective or on the way to one."""
    radius = SPACE.bases[base].radius
    by = 0.0
    way = _enemy_proximity_worth(state, unit, at)
    for o in carrying.objectives_on_table(state):
        value = objective_value(state, unit, o)
        if value <= 0.0:
            continue
        distance = max(0.0, math.dist(at, o.at) - radius)
        reach = (
            1e-9 + radius + objectives.OBJECTIVE_RADIUS_IN
            if o.portable
            else OBJECTIVE_HOLD_RANGE_IN
        )
        if distance <= reach:
            by = max(by, value)
        else:
            way = max(way, value * 0.5 / (1.0 + (distance - reach) / 6.0))
    return by + 0.5 * way


def _enemy_proximity_worth(state: State, unit: str, at: XYZ) -> float:
    """Return the value of being closer to the enemy."""
    player = state.units[unit].player
    nearest = min(
        (math.dist(at[:2], b.at[:2]) for b in state.bodies if state.owner(b.id) != player),
        default=100.0,
    )
    return 0.8 / (1.0 + max(0.0, nearest - 2.0) / 6.0)


def lost_health_share(state: State, model: str) -> float:
    """Return the share of a model's damage points that is lost."""
    return 1.0 - remaining_health(state, model) / max(1, max_health(state, model))
