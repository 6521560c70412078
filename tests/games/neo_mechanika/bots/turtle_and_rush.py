"""Two more simple plans to measure bots against: a turtle on its own objectives, and a rush."""

from __future__ import annotations

import math

from tests.games.neo_mechanika.bots.simple_plan import (
    THERE_IN,
    approach,
    assign_holders,
    best_shot,
    choose_unit,
    nearest_enemy,
)
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS
from wc3d.games.neo_mechanika.bots.objective_value import unit_path_distance
from wc3d.games.neo_mechanika.bots.player import (
    Chooser,
    NeoMechanikaPlayer,
    Strength,
    any_option,
    build_pass,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion, check_can_advance
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion


def is_on_own_side(state: State, player: int, objective: Objective) -> bool:
    """Return whether an objective is nearer to the player's table edge than to the enemy's."""
    depth = state.setup.table.size[1]
    y = objective.at[1]
    return (y if state.players[player].side == "south" else depth - y) <= depth / 2


def act_as_turtle(player: NeoMechanikaPlayer, view: View, question: ActingQuestion) -> Action:
    """Walk to an objective on the own side, stay there, and shoot the best odds from there."""
    state = view.state
    value, shot = best_shot(view)
    if shot is not None and value > 0.0:
        return shot
    unit = question.unit
    goal = assign_holders(state, question.player).get(unit)
    if goal is None or not is_on_own_side(state, question.player, goal):
        own = [
            o
            for o in carrying.objectives_on_table(state)
            if not o.portable and is_on_own_side(state, question.player, o)
        ]
        goal = min(own, key=lambda o: (unit_path_distance(state, unit, o), o.id), default=None)
    if goal is not None and unit_path_distance(state, unit, goal) > THERE_IN:
        return approach(view, unit, goal.at[:2], 1.5) or build_pass(question)
    return build_pass(question)


def act_as_rush(player: NeoMechanikaPlayer, view: View, question: ActingQuestion) -> Action:
    """Run at the enemy's nearest objective or model, then shoot the best odds from there."""
    state = view.state
    unit = question.unit
    goals = [
        o.at[:2]
        for o in carrying.objectives_on_table(state)
        if not o.portable and not is_on_own_side(state, question.player, o)
    ]
    enemy = nearest_enemy(state, unit)
    at = state.place(state.models_of(unit)[0].id)[:2]
    spot = min([*goals, *([enemy] if enemy else [])], key=lambda p: math.dist(p, at), default=None)
    if spot is not None and check_can_advance(state, unit) and math.dist(spot, at) > 2.0:
        move = approach(view, unit, spot, 1.5)
        if move is not None:
            return move
    _, shot = best_shot(view)
    return shot or build_pass(question)


def choose_foremost(
    player: NeoMechanikaPlayer, view: View, question: ActivationQuestion
) -> Action | None:
    """Activate the unit nearest to the enemy."""
    state = view.state

    def nearness(unit: str) -> float:
        enemy = nearest_enemy(state, unit)
        at = state.place(state.models_of(unit)[0].id)
        return -math.dist(enemy, at[:2]) if enemy else 0.0

    return any_option((nearness(a.unit), a) for a in list_offered_actions(view, Activate))


class Turtle(NeoMechanikaPlayer):
    """A plan that stays on the objectives of its own side and shoots."""

    def __init__(self, seed: int | str = 0) -> None:
        choosers: dict[type[Question], Chooser] = {
            **CHOOSERS,
            ActivationQuestion: choose_unit,
            ActingQuestion: act_as_turtle,
        }
        super().__init__(seed, Strength(choosers))


class Rush(NeoMechanikaPlayer):
    """A plan that runs at the enemy's objectives and models and attacks what is near."""

    def __init__(self, seed: int | str = 0) -> None:
        choosers: dict[type[Question], Chooser] = {
            **CHOOSERS,
            ActivationQuestion: choose_foremost,
            ActingQuestion: act_as_rush,
        }
        super().__init__(seed, Strength(choosers))
