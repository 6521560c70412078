"""A simple plan to measure bots against: the nearest holder takes each objective and stays; all shoot the best odds.

wc3d ladder --bots tests.games.neo_mechanika.bots.simple_plan:SimplePlan regular --mission boiling_point --games 32
"""

from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS
from wc3d.games.neo_mechanika.bots.objective_value import unit_path_distance
from wc3d.games.neo_mechanika.bots.player import (
    Chooser,
    NeoMechanikaPlayer,
    Strength,
    build_pass,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
)
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

THERE_IN = 1e-6
"""The path in inches to an objective's range of a unit that is there."""


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


def choose_unit(player: NeoMechanikaPlayer, view: View, question: ActivationQuestion) -> Action:
    """Activate a holder on its way, then one that is there and scores, then any unit."""
    state = view.state
    goals = assign_holders(state, question.player)

    def rank(action: Activate) -> tuple[float, str]:
        goal = goals.get(action.unit)
        if goal is None:
            return 50.0, action.unit
        distance = unit_path_distance(state, action.unit, goal)
        scores = state.setup.mission.scored == "activation"
        return (distance if distance > THERE_IN or scores else 40.0), action.unit

    options = list(list_offered_actions(view, Activate))
    return min(options, key=rank) if options else build_pass(question)


def choose_action(player: NeoMechanikaPlayer, view: View, question: ActingQuestion) -> Action:
    """Walk to the own objective and stay there; shoot the best odds before or after."""
    state = view.state
    unit = question.unit
    goal = assign_holders(state, question.player).get(unit)
    value, shot = best_shot(view)
    walks = goal is not None and unit_path_distance(state, unit, goal) > THERE_IN
    if shot is not None and value > 0.2:
        return shot
    if check_can_advance(state, unit):
        spot = goal.at[:2] if goal is not None and walks else None
        if goal is None:
            enemies = [b.at for b in state.bodies if state.owner(b.id) != question.player]
            first = state.place(state.models_of(unit)[0].id)
            spot = min(
                ((x, y) for x, y, _ in enemies),
                key=lambda p: abs(p[0] - first[0]) + abs(p[1] - first[1]),
                default=None,
            )
        if spot is not None:
            model = state.models_of(unit)[0].id
            order = advance_order(state, unit, model)
            keep = 1.5 if goal is not None else 6.0
            move = find_approach(state, order, model, spot, player=question.player, keep=keep)
            if isinstance(move, Advance) and view.rules.play.check(state, move):
                return move
    return build_pass(question)


class SimplePlan(NeoMechanikaPlayer):
    """The simple plan. Deployments, void gates and Arc are the regular's."""

    def __init__(self, seed: int | str = 0) -> None:
        choosers: dict[type[Question], Chooser] = {
            **CHOOSERS,
            ActivationQuestion: choose_unit,
            ActingQuestion: choose_action,
        }
        super().__init__(seed, Strength(choosers))
