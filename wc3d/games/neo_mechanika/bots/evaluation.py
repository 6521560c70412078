"""What things are worth to a bot, all in one coin: about the points of a unit's deployment cost.

Enemies by what they cost to bring back, objectives by the victory points they bring, Arc by what it pays for.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from wc3d.engine.memo import memo_on_state
from wc3d.games.neo_mechanika.bots.objective_value import (
    activation_distance,
    artifact_value,
    assign_objectives,
    can_score_artifact,
    carried_artifact_bonus,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.odds.chances import attack_odds, remaining_health
from wc3d.games.neo_mechanika.rules import objectives
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
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
"""A point of Arc."""

VICTORY_POINT_VALUE = 2.5
"""A victory point."""

MAX_REACH_BONUS_IN = 6.0
"""By how much abilities may lengthen a weapon's reach, for a first look, in inches."""

HEALTH_VALUE_SHARE = 0.6
"""The part of a model's worth that lies in its damage points; the rest is lost when it is destroyed."""

OBJECTIVE_CARE_RANGE_IN = 7.0
"""A unit this near to an objective takes care of it, in inches."""

OBJECTIVE_HOLD_RANGE_IN = objectives.OBJECTIVE_RADIUS_IN + OBJECTIVE_RANGE_IN
"""How far a base's edge may be from an objective's center to hold it, in inches."""


def model_value(state: State, model: str) -> float:
    """The worth of a model: its part of what its unit costs."""
    if model in state.gates:
        return 1.0 + ARC_VALUE * state.gates[model].arc
    card = state.setup.card_of(model)
    return (1.0 + card.cost) / card.size


def attack_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack is worth, on average: a spray at all whom it meets, its own side included."""
    if "spray" not in weapon.qualities:
        return single_target_value(state, attacker, weapon, target) + blast_value(
            state, weapon, attacker, target
        )
    return spray_value(state, attacker, weapon, target)


def spray_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack is worth if it is a spray: friends whom it meets count against it."""
    hits = state.table.spray(attacker, target, attack_range(state, attacker, weapon, target)).hits
    own = state.owner(attacker)
    return sum(
        single_target_value(state, attacker, weapon, id) * (1.0 if state.owner(id) != own else -1.3)
        for id in hits
    )


def blast_value(state: State, weapon: Weapon, attacker: str, target: str) -> float:
    """What the blast of an attack does to those beside its target."""
    if "blast" not in weapon.qualities:
        return 0.0
    own = state.owner(attacker)
    return sum(0.15 if state.owner(id) != own else -0.2 for id in state.table.blast(target).models)


def single_target_value(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack does to the model hit, on average."""
    odds = attack_odds(state, attacker, weapon, target)
    if target in state.gates:
        return odds.damage * ARC_VALUE + odds.destroy
    whole, full = model_value(state, target), max_health(state, target)
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
    """The kinds of unit that alone may hold the mission's objectives; none where all may."""
    kinds = objective_holder_kinds(state.setup.mission)
    return () if kinds == ANY_UNIT_KIND else kinds


def objective_holder_bonus(state: State, model: str) -> float:
    """How much more an enemy is worth where it stands: it holds or contests an objective, or soon will, or carries one."""
    it, current_outlook = state.models[model], current_weights()
    if it.carrying and can_score_artifact(state, model):
        return 1.0
    if any(carrying.is_near_objective(it, o) for o in carrying.objectives_on_table(state)):
        return current_outlook.objective_holder
    return (
        current_outlook.objective_approacher
        if current_outlook.objective_approacher and is_approaching_objective(state, it.unit)
        else 0.0
    )


@memo_on_state
def is_approaching_objective(state: State, unit: str) -> bool:
    """May the unit hold the objective it wants, and stand by it after its next activation?"""
    _, o = assign_objectives(state, state.units[unit].player).get(unit, (0.0, None))
    if (
        o is None
        or o.portable
        or state.units[unit].token
        or not carrying.can_hold_objective(state, unit, o.id)
    ):
        return False
    return unit_path_distance(state, unit, o) <= activation_distance(state, unit)


def nearby_enemies(state: State, model: str, inches: float) -> list[str]:
    """The enemies that may be within so many inches, and some that are a little farther."""
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
    """A player's models and void gates on the table, with where their bases are and their radius."""
    return tuple(
        (b.id, b.at[0], b.at[1], b.radius) for b in state.bodies if state.owner(b.id) == player
    )


def best_attack(
    state: State, model: str, weapon: Weapon, bonus: Callable[[str], float] = lambda target: 0.0
) -> tuple[float, str, str]:
    """The worth of the best attack with a weapon where the model stands, its target and mode; worth 0 if there is none.

    `bonus`: what an attack on a target is worth besides.
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
    """What all the attacks are worth that a unit may make in an activation from where it stands.

    For a squad: its first model's best attack for each of its models, the others doing a little worse.
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
    """What a unit's attacks are worth together, given those of its first model's weapons."""
    models = state.models_of(unit)
    if not values or not models:
        return 0.0
    first = models[0].id
    several = state.setup.card_of(unit).kind == "warjack" or has_flag(state, first, "every_weapon")
    several = several and not has_flag(state, first, "one_weapon")
    return sum(values) if several else max(values) * (0.3 + 0.7 * len(models))


AttackValueCache = dict[tuple[object, ...], tuple[float, tuple[object, ...]]]
"""What attacks promised, by who attacks whom with what; beside it what the key names, so that it stays."""


def expected_attack_value(
    state: State, unit: str, glances: AttackValueCache | None = None
) -> float:
    """What a unit's attacks might be worth if it advanced toward its targets first, whatever is in the way.

    With `glances` what was found there in a state before is taken as it was, if attacker and target are as they were then:
    what else has changed is overlooked.
    """
    key = ("promise", unit, glances is None, current_weights())
    if key not in state.notes:
        models = state.models_of(unit)
        values = (
            [
                _best_after_move(state, models[0].id, w, glances)
                for w in model_weapons(state, models[0].id)
            ]
            if models
            else []
        )
        state.notes[key] = _combine_attacks(state, unit, values)
    return float(state.notes[key])


def _best_after_move(
    state: State, model: str, weapon: Weapon, glances: AttackValueCache | None
) -> float:
    """The worth of the best attack with a weapon on an enemy no farther than its reach and a move."""
    speed = float(current_stat(state, model, "SPD").value)
    enemies = nearby_enemies(state, model, weapon.rng + speed + MAX_REACH_BONUS_IN)
    plain = apply_mode(weapon, attack_modes(weapon)[0])
    assert isinstance(plain, Weapon)
    within = attack_range(state, model, plain) + speed if enemies else 0.0
    targets = (id for id in enemies if state.table.distance(model, id) <= within)
    return max((_look_up_attack(state, model, plain, id, glances) for id in targets), default=0.0)


def _look_up_attack(
    state: State, model: str, weapon: Weapon, target: str, glances: AttackValueCache | None
) -> float:
    """What an attack does to the model hit, on average; as it was when last looked at."""
    if glances is None:
        return single_target_value(state, model, weapon, target)
    named = (
        state.models[model],
        state.units[state.models[model].unit],
        state.gates.get(target) or state.models[target],
    )
    key = (*map(id, named), weapon.key)
    if key not in glances:
        glances[key] = single_target_value(state, model, weapon, target), named
    return glances[key][0]


# Objectives


def objective_value(state: State, unit: str, objective: Objective) -> float:
    """What it is worth for a unit to stand by an objective: to secure it, to contest it, or to pick it up."""
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
    """Is another own unit that may hold the objective nearer to it, and near?"""
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
    """The objectives worth going to, with their worth, best first as far as they are near."""
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
    """What it is worth that a unit's model stands at a place: by an objective now, or on the way to one."""
    radius = SPACE.bases[base].radius
    by, way = 0.0, _enemy_proximity_worth(state, unit, at)
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
    """What it is worth to be nearer to the fight."""
    player = state.units[unit].player
    nearest = min(
        (math.dist(at[:2], b.at[:2]) for b in state.bodies if state.owner(b.id) != player),
        default=100.0,
    )
    return 0.8 / (1.0 + max(0.0, nearest - 2.0) / 6.0)


def lost_health_share(state: State, model: str) -> float:
    """The part of a model's damage points that is gone."""
    return 1.0 - remaining_health(state, model) / max(1, max_health(state, model))
