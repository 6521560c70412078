"""What things are worth to a bot, all in one coin: about the points of a unit's deployment cost.

Enemies by what they cost to bring back, objectives by the victory points they bring, Arc by what it pays for.
"""
from __future__ import annotations

import math
from collections.abc import Callable

from wc3d.engine.memo import kept
from wc3d.games.neo_mechanika.bots.objective_value import (
    brings,
    carries_for,
    may_deliver,
    speed,
    unit_gap,
    wanted,
)
from wc3d.games.neo_mechanika.bots.weights import outlook
from wc3d.games.neo_mechanika.odds.chances import attack_odds, left
from wc3d.games.neo_mechanika.rules import objectives
from wc3d.games.neo_mechanika.rules.abilities.selectors import has
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_WITHIN
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import modes_of, with_mode
from wc3d.games.neo_mechanika.rules.fighting.damage import health
from wc3d.games.neo_mechanika.rules.fighting.targeting import is_target, reach_of, reach_of_all
from wc3d.games.neo_mechanika.rules.forces.scorers import holders
from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.missions.scoring import worth
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State, kept_with_the_board, other
from wc3d.games.neo_mechanika.rules.weapons import Weapon, weapons_of
from wc3d.geometry.points import XY

ARC = 0.6
"""A point of Arc."""

VP = 2.5
"""A victory point."""

LONGER = 6.0
"""By how much abilities may lengthen a weapon's reach, for a first look, in inches."""

HURT = 0.6
"""The part of a model's worth that lies in its damage points; the rest is lost when it is destroyed."""

CARED = 7.0
"""A unit this near to an objective takes care of it, in inches."""

NEAR = objectives.RADIUS + OBJECTIVE_WITHIN
"""How far a base's edge may be from an objective's center to hold it, in inches."""


def cost(state: State, model: str) -> float:
    """The worth of a model: its part of what its unit costs."""
    if model in state.gates:
        return 1.0 + ARC * state.gates[model].arc
    card = state.setup.card_of(model)
    return (1.0 + card.cost) / card.size


def attack_worth(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack is worth, on average: a spray at all whom it meets, its own side included."""
    if "spray" not in weapon.qualities:
        return single_worth(state, attacker, weapon, target) + blast_worth(state, weapon, attacker, target)
    return spray_worth(state, attacker, weapon, target)


def spray_worth(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack is worth if it is a spray: friends whom it meets count against it."""
    hits = state.table.spray(attacker, target, reach_of(state, attacker, weapon, target)).hits
    own = state.owner(attacker)
    return sum(single_worth(state, attacker, weapon, id) * (1.0 if state.owner(id) != own else -1.3) for id in hits)


def blast_worth(state: State, weapon: Weapon, attacker: str, target: str) -> float:
    """What the blast of an attack does to those beside its target."""
    if "blast" not in weapon.qualities:
        return 0.0
    own = state.owner(attacker)
    return sum(0.15 if state.owner(id) != own else -0.2 for id in state.table.blast(target).models)


def single_worth(state: State, attacker: str, weapon: Weapon, target: str) -> float:
    """What an attack does to the model hit, on average."""
    odds = attack_odds(state, attacker, weapon, target)
    if target in state.gates:
        return odds.damage * ARC + odds.destroy
    whole, full = cost(state, target), health(state, target)
    if state.setup.card_of(target).kind in scoring_kinds(state):
        whole *= 1.0 + outlook().scoring
    gained = whole * (HURT * odds.damage / full + (1.0 - HURT) * odds.destroy)
    extras = sum(quality in weapon.qualities for quality in ("fire", "corrosion", "system_failure", "lock_down"))
    strafe = 0.1 * ("strafe" in weapon.qualities)
    return gained * (1.0 + holds_something(state, target)) + odds.hit * 0.1 * extras + strafe


@kept
def scoring_kinds(state: State) -> tuple[str, ...]:
    """The kinds of unit that alone may hold the mission's objectives; none where all may."""
    kinds = holders(state.setup.mission)
    return () if kinds == ANY_UNIT else kinds


def holds_something(state: State, model: str) -> float:
    """How much more an enemy is worth where it stands: it holds or contests an objective, or soon will, or carries one."""
    it, current_outlook = state.models[model], outlook()
    if it.carrying and may_deliver(state, model):
        return 1.0
    if any(carrying.is_near(it, o) for o in carrying.lying(state)):
        return current_outlook.holding
    return current_outlook.coming if current_outlook.coming and is_coming(state, it.unit) else 0.0


@kept
def is_coming(state: State, unit: str) -> bool:
    """May the unit hold the objective it wants, and stand by it after its next activation?"""
    _, o = wanted(state, state.units[unit].player).get(unit, (0.0, None))
    if o is None or o.portable or state.units[unit].token or not carrying.may_hold(state, unit, o.id):
        return False
    return unit_gap(state, unit, o) <= speed(state, unit)


def near_enemies(state: State, model: str, inches: float) -> list[str]:
    """The enemies that may be within so many inches, and some that are a little farther."""
    x, y, _ = state.place(model)
    max_distance = inches + SPACE.bases[state.thing(model).base].radius
    enemies = _bodies_of(state, other(state.owner(model)))
    return [id for id, at_x, at_y, radius in enemies if math.hypot(x - at_x, y - at_y) <= max_distance + radius]


@kept_with_the_board
def _bodies_of(state: State, player: int) -> tuple[tuple[str, float, float, float], ...]:
    """A player's models and void gates on the table, with where their bases are and their radius."""
    return tuple((b.id, b.at[0], b.at[1], b.radius) for b in state.bodies if state.owner(b.id) == player)


def best_attack(
    state: State, model: str, weapon: Weapon, bonus: Callable[[str], float] = lambda target: 0.0
) -> tuple[float, str, str]:
    """The worth of the best attack with a weapon where the model stands, its target and mode; worth 0 if there is none.

    `bonus`: what an attack on a target is worth besides.
    """
    best = (0.0, "", "")
    enemies = near_enemies(state, model, weapon.rng + LONGER)
    for mode in modes_of(weapon) if enemies else ():
        using = with_mode(weapon, mode)
        assert isinstance(using, Weapon)
        reach = reach_of_all(state, model, using)
        for target in enemies:
            if is_target(state, model, using, target, reach):
                best = max(best, (attack_worth(state, model, using, target) + bonus(target), target, mode))
    return best


def attacks_worth(state: State, unit: str) -> float:
    """What all the attacks are worth that a unit may make in an activation from where it stands.

    For a squad: its first model's best attack for each of its models, the others doing a little worse.
    """
    key = ("attacks worth", unit, outlook())
    if key not in state.notes:
        models = state.models_of(unit)
        armed = bool(models) and not has(state, models[0].id, "no_attacks")
        values = [best_attack(state, models[0].id, w)[0] for w in weapons_of(state, models[0].id)] if armed else []
        state.notes[key] = _together(state, unit, values)
    return float(state.notes[key])


def _together(state: State, unit: str, values: list[float]) -> float:
    """What a unit's attacks are worth together, given those of its first model's weapons."""
    models = state.models_of(unit)
    if not values or not models:
        return 0.0
    first = models[0].id
    several = state.setup.card_of(unit).kind == "warjack" or has(state, first, "every_weapon")
    several = several and not has(state, first, "one_weapon")
    return sum(values) if several else max(values) * (0.3 + 0.7 * len(models))


Glances = dict[tuple[object, ...], tuple[float, tuple[object, ...]]]
"""What attacks promised, by who attacks whom with what; beside it what the key names, so that it stays."""


def promise(state: State, unit: str, glances: Glances | None = None) -> float:
    """What a unit's attacks might be worth if it advanced toward its targets first, whatever is in the way.

    With `glances` what was found there in a state before is taken as it was, if attacker and target are as they were then:
    what else has changed is overlooked.
    """
    key = ("promise", unit, glances is None, outlook())
    if key not in state.notes:
        models = state.models_of(unit)
        values = [_within_a_move(state, models[0].id, w, glances) for w in weapons_of(state, models[0].id)] if models else []
        state.notes[key] = _together(state, unit, values)
    return float(state.notes[key])


def _within_a_move(state: State, model: str, weapon: Weapon, glances: Glances | None) -> float:
    """The worth of the best attack with a weapon on an enemy no farther than its reach and a move."""
    speed = float(stat(state, model, "SPD").value)
    enemies = near_enemies(state, model, weapon.rng + speed + LONGER)
    plain = with_mode(weapon, modes_of(weapon)[0])
    assert isinstance(plain, Weapon)
    within = reach_of(state, model, plain) + speed if enemies else 0.0
    targets = (id for id in enemies if state.table.distance(model, id) <= within)
    return max((_glanced(state, model, plain, id, glances) for id in targets), default=0.0)


def _glanced(state: State, model: str, weapon: Weapon, target: str, glances: Glances | None) -> float:
    """What an attack does to the model hit, on average; as it was when last looked at."""
    if glances is None:
        return single_worth(state, model, weapon, target)
    named = state.models[model], state.units[state.models[model].unit], state.gates.get(target) or state.models[target]
    key = (*map(id, named), weapon.key)
    if key not in glances:
        glances[key] = single_worth(state, model, weapon, target), named
    return glances[key][0]


# Objectives


def objective_worth(state: State, unit: str, objective: Objective) -> float:
    """What it is worth for a unit to stand by an objective: to secure it, to contest it, or to pick it up."""
    player = state.units[unit].player
    may_hold = carrying.may_hold(state, unit, objective.id)
    if objective.portable:
        return VP * brings(state, unit, objective, unit_gap(state, unit, objective), acts=not state.units[unit].token)
    enemies = securing.units_near(state, objective.id, other(player))
    if not may_hold:
        return 0.5 * VP if enemies else 0.0
    if (player, objective.id, state.round) in state.scored:
        return 0.4 * VP
    points = carries_for(state, unit, objective) + (worth(state, player, objective.id) if state.round else 1)
    return points * VP * (0.1 if _is_taken_care_of(state, unit, objective) else 0.6 if enemies else 1.0)


def _is_taken_care_of(state: State, unit: str, objective: Objective) -> bool:
    """Is another own unit that may hold the objective nearer to it, and near?"""
    own_distance = min(math.dist(m.at, objective.at) for m in state.models_of(unit) if m.at is not None)
    for friend in state.units_in_play(state.units[unit].player):
        if friend.id != unit and carrying.may_hold(state, friend.id, objective.id):
            distance = min(math.dist(m.at, objective.at) for m in state.models_of(friend.id) if m.at is not None)
            if distance <= CARED and (distance, friend.id) < (own_distance, unit):
                return True
    return False


def goals(state: State, unit: str) -> list[tuple[float, XY]]:
    """The objectives worth going to, with their worth, best first as far as they are near."""
    at = state.place(state.models_of(unit)[0].id)
    options = [(objective_worth(state, unit, o), (o.at[0], o.at[1])) for o in carrying.lying(state)]
    return sorted((g for g in options if g[0] > 0.0), key=lambda g: (math.dist(at[:2], g[1]) - 2.0 * g[0], g[1]))


def standing_worth(state: State, unit: str, base: str, at: XYZ) -> float:
    """What it is worth that a unit's model stands at a place: by an objective now, or on the way to one."""
    radius = SPACE.bases[base].radius
    by, way = 0.0, _toward_enemies(state, unit, at)
    for o in carrying.lying(state):
        value = objective_worth(state, unit, o)
        if value <= 0.0:
            continue
        distance = max(0.0, math.dist(at, o.at) - radius)
        reach = 1e-9 + radius + objectives.RADIUS if o.portable else NEAR
        if distance <= reach:
            by = max(by, value)
        else:
            way = max(way, value * 0.5 / (1.0 + (distance - reach) / 6.0))
    return by + 0.5 * way


def _toward_enemies(state: State, unit: str, at: XYZ) -> float:
    """What it is worth to be nearer to the fight."""
    player = state.units[unit].player
    nearest = min((math.dist(at[:2], b.at[:2]) for b in state.bodies if state.owner(b.id) != player), default=100.0)
    return 0.8 / (1.0 + max(0.0, nearest - 2.0) / 6.0)


def wounds(state: State, model: str) -> float:
    """The part of a model's damage points that is gone."""
    return 1.0 - left(state, model) / max(1, health(state, model))
