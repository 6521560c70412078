"""A bot that sends the nearest suitable unit to each objective; other units fight holders."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_frame
from wc3d.engine.game import View
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots import deployment_choosers, greedy
from wc3d.games.neo_mechanika.bots.ability_evaluation import ability_use_value
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    estimate_activation_value,
    prefer_units_with_card,
    victory_point_value,
)
from wc3d.games.neo_mechanika.bots.evaluation import (
    AttackValueCache,
    expected_attack_value,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.greedy import (
    Chooser,
    RecruitPlayer,
    best_option,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.bots.move_generation import (
    candidate_moves,
    choose_leader,
    objective_goals,
)
from wc3d.games.neo_mechanika.bots.move_value import danger_at, state_with_model_at
from wc3d.games.neo_mechanika.bots.objective_value import (
    approach_value,
    assign_objectives,
    path_distance_to_objective,
    value_if_destroyed,
)
from wc3d.games.neo_mechanika.bots.secondaries import (
    choose_secondaries,
    destruction_value,
    recon_value,
)
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Choose, Pass, Use
from wc3d.games.neo_mechanika.rules.frames import Activation
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
    check_can_attack,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import TABLE_SIDES, ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion
from wc3d.games.neo_mechanika.rules.weapons import Weapon

MAX_EVALUATED_POSITIONS = 5
"""The maximum number of places, best first, whose attacks and danger are evaluated."""

DANGER_WEIGHT = 0.6
"""The weight of a place's danger."""

SAME_POSITION_IN = 0.3
"""The distance in inches within which two places count as the same."""


@dataclass(frozen=True, slots=True)
class EvaluatedMove:
    """A move, its end place, and its value by objectives alone and with attacks and danger."""

    action: Advance
    at: XYZ
    position_value: float
    value_with_attacks: float


class RegularPlayer(RecruitPlayer):
    """A bot that plays for the mission. The same seed and views give the same game."""

    attack_values: AttackValueCache | None = None
    """Cached attack values from earlier states, or None; see `expected_attack_value`."""

    arrangements: int = 1
    """The number of arrangements tried for a unit around a void gate, per objective."""

    reaching: bool = False
    """True to place a squad's other models as far forward as possible where that helps."""

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """Return the game plan with the bot's chosen secondary missions, if the game uses any."""
        return choose_secondaries(plan, player)

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """The recruit's choosers, with new ones for moves, deployments, void gates and Arc."""
        return CHOOSERS


# Position values


def placement_value(state: State, unit: str, model: str, at: XYZ) -> float:
    """Return the mission value of a model's position with its squad around it."""
    player, base = state.units[unit].player, state.models[model].base
    goer = assign_objectives(state, player).get(unit)
    local_value, onward = 0.0, 0.0
    for o in carrying.objectives_on_table(state):
        distance = path_distance_to_objective(state, at, base, o)
        value = approach_value(state, unit, o, distance, acts=False)
        if goer is not None and goer[1].id != o.id and distance > 0.0:
            value *= 0.4
        if distance <= 1e-6:
            local_value += value
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


def evaluate_moves(
    state: State,
    order: MoveOrder,
    model: str,
    *,
    attacking: bool,
    reaching: bool,
    apart: float = SAME_POSITION_IN,
) -> list[EvaluatedMove]:
    """Return the stay and the best moves that end more than `apart` from each other."""
    unit, goals = order.unit, objective_goals(state, order.unit)
    ends = candidate_moves(state, order, model, goals, reaching=reaching)
    options = [(placement_value(state, unit, model, at), action, at) for action, at in ends]
    hopes = expected_attack_value(state, unit) if attacking else 0.0
    stay, rest = options[0], sorted(options[1:], key=lambda f: -f[0])
    weighed_moves = []
    for value, action, at in [stay, *_select_different(rest, attacking, apart)]:
        fear = DANGER_WEIGHT * danger_at(state, unit, model, at)
        strikes = (
            total_attack_value(state_with_model_at(state, unit, model, at), unit)
            if hopes > 0.0
            else 0.0
        )
        weighed_moves.append(EvaluatedMove(action, at, value - fear, value - fear + strikes))
    return weighed_moves


def evaluate_advances(
    state: State, unit: str, *, attacking: bool, reaching: bool, apart: float = SAME_POSITION_IN
) -> list[EvaluatedMove]:
    """Return a unit's advances worth comparing, led by the model with the shortest free path."""
    goals = objective_goals(state, unit)
    leader = choose_leader(
        state, unit, goals[0] if goals else None, partial(advance_order, state, unit)
    )
    order = advance_order(state, unit, leader)
    return evaluate_moves(state, order, leader, attacking=attacking, reaching=reaching, apart=apart)


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


# Choosers


def _choose_opening(player: RegularPlayer, view: View, open_question: ChoiceQuestion) -> Choose:
    """Choose the first turn if activations score points; otherwise a side, and so the last turn."""
    if "first" in open_question.options and view.state.setup.mission.scored == "activation":
        return Choose(player=open_question.player, option="first")
    return Choose(player=open_question.player, option=player.rng.choice(TABLE_SIDES))


def _choose_unit(
    player: RegularPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit that gains most by points taken or denied and by attacks."""
    options = (
        (estimate_activation_value(view.state, a.unit, player.attack_values), a)
        for a in prefer_units_with_card(view.state, list_offered_actions(view, Activate))
    )
    return best_option(options, least=-math.inf)


def _choose_unit_action(player: RegularPlayer, view: View, open_question: ActingQuestion) -> Action:
    """Spike first, then attack and move or move and attack, whichever is better; then the rest."""
    state, unit = view.state, open_question.unit
    spiked = best_option((ability_use_value(state, a), a) for a in list_offered_actions(view, Use))
    if spiked is not None:
        return spiked
    attack = best_option(best_attacks(state, unit)) if check_can_attack(state, unit) else None
    if not check_can_advance(state, unit):
        return attack or Pass(player=open_question.player)
    fresh = bool(check_can_attack(state, unit)) and not current_activation(state).fired
    if attack is not None and not fresh:
        return attack
    options = evaluate_advances(state, unit, attacking=fresh, reaching=player.reaching)
    onward, best_standing = (
        max(options, key=lambda c: c.value_with_attacks),
        max(options, key=lambda c: c.position_value),
    )
    trace_options((c.value_with_attacks, c.action) for c in options)
    if (
        attack is not None
        and total_attack_value(state, unit) + best_standing.position_value
        >= onward.value_with_attacks
    ):
        return attack
    return onward.action


def best_attacks(state: State, unit: str) -> Iterator[tuple[float, Attack]]:
    """Yield the best attack with each unused weapon of each model, preferring objective holders."""
    return greedy.best_attacks(state, unit, partial(_attack_bonus, state))


def _attack_bonus(state: State, attacker: str, using: Weapon, target: str) -> float:
    """Return the extra value of an attack: a freed objective or a secondary mission."""
    unit = state.models[attacker].unit
    bonus = destruction_value(state, state.owner(unit), target, unit, using.kind == "melee")
    bonus += (1.0 + current_weights().freed_objective) * value_if_destroyed(state, target)
    return (
        victory_point_value(state) * bonus * attack_odds(state, attacker, using, target).destroy
        if bonus > 0.0
        else 0.0
    )


def _choose_move(player: RegularPlayer, view: View, open_question: MoveQuestion) -> Action:
    """Move to a better place outside the advance, or stay."""
    state, unit = view.state, open_question.order.unit
    goals = objective_goals(state, unit)
    order = open_question.order
    model = order.model or choose_leader(
        state, unit, goals[0] if goals else None, lambda id: replace(order, model=id)
    )
    activation = find_frame(state, Activation)
    acts = activation is not None and activation.unit == unit and not activation.closed
    options = evaluate_moves(
        state, replace(order, model=model), model, attacking=acts, reaching=player.reaching
    )
    move = max(options, key=lambda c: c.value_with_attacks).action
    return move if move.path else Pass(player=open_question.player)


CHOOSERS: dict[type[Question], Chooser] = {
    **greedy.CHOOSERS,
    ChoiceQuestion: _choose_opening,
    ActivationQuestion: _choose_unit,
    ActingQuestion: _choose_unit_action,
    MoveQuestion: _choose_move,
    InitialQuestion: deployment_choosers.choose_deployment,
    DeploymentQuestion: deployment_choosers.choose_deployment,
    GateQuestion: deployment_choosers.choose_gate,
    ChargingQuestion: deployment_choosers.choose_charge,
}
