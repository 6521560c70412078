"""A simple plan to measure bots against: the nearest holder takes each objective and stays; all shoot the best odds.

wc3d ladder --bots tests.games.neo_mechanika.bots.simple_plan:SimplePlan regular --mission boiling_point --games 32
"""

from __future__ import annotations

import math

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS
from wc3d.games.neo_mechanika.bots.evaluation import nearby_enemies
from wc3d.games.neo_mechanika.bots.objective_value import activation_distance, unit_path_distance
from wc3d.games.neo_mechanika.bots.player import (
    Chooser,
    NeoMechanikaPlayer,
    Strength,
    any_option,
    build_pass,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
)
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion
from wc3d.games.neo_mechanika.rules.weapons import find_weapon, model_weapons
from wc3d.geometry.points import XY

THERE_IN = 1e-6
"""The path in inches to an objective's range of a unit that is there."""

LEAST_ODDS = 0.2
"""The least odds for which a unit shoots before it walks; destruction counts twice."""


def assign_holders(state: State, player: int) -> dict[str, Objective]:
    """Return the objective of each holder: the nearest pairs first, each unit and objective once."""
    pairs = sorted(
        (unit_path_distance(state, u.id, o), u.id, o.id)
        for o in state.objectives.values()
        for u in state.units_in_play(player)
        if not o.removed and not o.portable and carrying.can_hold_objective(state, u.id, o.id)
    )
    goals: dict[str, Objective] = {}
    for _, unit, objective in pairs:
        if unit not in goals and state.objectives[objective] not in goals.values():
            goals[unit] = state.objectives[objective]
    return goals


def best_shot(view: View) -> tuple[float, Attack | None]:
    """Return the offered attack with the best odds, destruction first."""
    options: list[tuple[float, int, Attack]] = []
    for action in list_offered_actions(view, Attack):
        weapon = find_weapon(view.state, action.model, action.weapon)
        if weapon is not None:
            odds = attack_odds(view.state, action.model, weapon, action.target)
            options.append((2.0 * odds.destroy + odds.damage, len(options), action))
    if not options:
        return 0.0, None
    value, _, best = max(options, key=lambda option: option[:2])
    return value, best


def approach(view: View, unit: str, spot: XY, keep: float) -> Advance | None:
    """Return the advance of a unit toward a spot, at least `keep` inches away from it."""
    state = view.state
    model = state.models_of(unit)[0].id
    order = advance_order(state, unit, model)
    player = state.units[unit].player
    move = find_approach(state, order, model, spot, player=player, keep=keep)
    allowed = isinstance(move, Advance) and view.rules.play.check(state, move)
    return move if isinstance(move, Advance) and allowed else None


def hope_of_shots(state: State, unit: str) -> float:
    """Return the sum of the best odds of each weapon of a unit after an advance."""
    total = 0.0
    for model in state.models_of(unit):
        speed = float(current_stat(state, model.id, "SPD").value)
        for weapon in model_weapons(state, model.id):
            odds = [
                attack_odds(state, model.id, weapon, enemy)
                for enemy in nearby_enemies(state, model.id, weapon.rng + speed)
            ]
            total += max((2.0 * o.destroy + o.damage for o in odds), default=0.0)
    return total


def choose_unit(player: NeoMechanikaPlayer, view: View, question: ActivationQuestion) -> Action:
    """Activate a holder that scores, or one on its way, or who has the best odds."""
    state = view.state
    goals = assign_holders(state, question.player)
    by_activation = state.setup.mission.scored == "activation"

    def gain(unit: str) -> float:
        value = hope_of_shots(state, unit)
        goal = goals.get(unit)
        if goal is None:
            return value
        distance = unit_path_distance(state, unit, goal)
        arrives = distance <= activation_distance(state, unit)
        is_scored = (question.player, goal.id, state.round) in state.scored
        if arrives and (distance > THERE_IN or by_activation) and not is_scored:
            return value + 8.0
        return value + (3.0 if distance > THERE_IN else 0.0)

    options = [(gain(a.unit), a) for a in list_offered_actions(view, Activate)]
    return any_option(options) or build_pass(question)


def choose_action(player: NeoMechanikaPlayer, view: View, question: ActingQuestion) -> Action:
    """Walk to the own objective and stay there; shoot the best odds before or after."""
    state = view.state
    unit = question.unit
    goal = assign_holders(state, question.player).get(unit)
    value, shot = best_shot(view)
    if shot is not None and value > LEAST_ODDS:
        return shot
    if check_can_advance(state, unit):
        move = None
        if goal is not None and unit_path_distance(state, unit, goal) > THERE_IN:
            move = approach(view, unit, goal.at[:2], 1.5)
        elif goal is None:
            enemy = nearest_enemy(state, unit)
            reach = max(
                (w.rng for m in state.models_of(unit) for w in model_weapons(state, m.id)),
                default=2.0,
            )
            move = approach(view, unit, enemy, max(2.0, reach - 1.0)) if enemy is not None else None
        if move is not None:
            return move
    return shot or build_pass(question)


def nearest_enemy(state: State, unit: str) -> XY | None:
    """Return the place of the enemy model nearest to a unit."""
    at = state.place(state.models_of(unit)[0].id)
    enemy = opponent_of(state.owner(unit))
    places = [m.at for m in state.models.values() if m.at and state.owner(m.id) == enemy]
    return min((p[:2] for p in places), key=lambda p: math.dist(p, at[:2]), default=None)


class SimplePlan(NeoMechanikaPlayer):
    """The simple plan. Deployments, void gates and Arc are the regular's."""

    def __init__(self, seed: int | str = 0) -> None:
        choosers: dict[type[Question], Chooser] = {
            **CHOOSERS,
            ActivationQuestion: choose_unit,
            ActingQuestion: choose_action,
        }
        super().__init__(seed, Strength(choosers))
