"""Fast choosers for the playouts of the veteran's search.

They estimate moves and attacks, and skip Cyphers, Arc and void gates. In the last Pulse round they
also deploy and charge, which count at once or never. Playouts from one state share the player's
`attack_values`, and playouts of one option its `activations`.
"""

from __future__ import annotations

from functools import partial

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.arc_values import (
    FIRST_ARC_VALUE,
    TOKENED_UNIT_WEIGHT,
    arc_reserve_value,
    charge_value,
)
from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS, best_attacks, rank_activations
from wc3d.games.neo_mechanika.bots.evaluation import (
    AttackValueCache,
    expected_attack_value,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_generation import (
    choose_leader,
    objective_goals,
    quick_candidate_moves,
)
from wc3d.games.neo_mechanika.bots.move_value import planned_position_value, state_with_model_at
from wc3d.games.neo_mechanika.bots.player import (
    Chooser,
    NeoMechanikaPlayer,
    best_option,
    build_pass,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.rules.actions import Activate, Charge
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
    check_can_attack,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

MAX_ATTACK_POSITIONS = 2
"""The maximum number of places, in addition to the present one, whose attacks are evaluated."""

ARC_ATTACK_SHARE = 0.1
"""The share of a unit's estimated attack value that a point of Arc adds."""

MIN_ARC_VALUE = 0.05
"""The minimum value of a point of Arc that the policy charges."""


def _choose_unit_action(
    player: NeoMechanikaPlayer, view: View, open_question: ActingQuestion
) -> Action:
    """Attack from here, or move toward the goal and attack there."""
    state = view.state
    unit = open_question.unit
    attack = best_option(best_attacks(state, unit)) if check_can_attack(state, unit) else None
    if not check_can_advance(state, unit):
        return attack or build_pass(open_question)
    fresh = bool(check_can_attack(state, unit)) and not current_activation(state).fired
    if attack is not None and not fresh:
        return attack
    goals = objective_goals(state, unit)[:1]
    leader = choose_leader(
        state, unit, goals[0] if goals else None, partial(advance_order, state, unit)
    )
    hopes = fresh and expected_attack_value(state, unit, player.attack_values) > 0.0
    moves = [
        (planned_position_value(state, unit, leader, at), i, a, at)
        for i, (a, at) in enumerate(
            quick_candidate_moves(state, advance_order(state, unit, leader), leader, goals)
        )
    ]
    best_standing = max(moves, key=lambda m: (m[0], -m[1]))
    looked = (
        [moves[0], *sorted(moves[1:], key=lambda m: (-m[0], m[1]))[:MAX_ATTACK_POSITIONS]]
        if hopes
        else [best_standing]
    )
    onward = max(
        (
            (
                value
                + (
                    total_attack_value(state_with_model_at(state, unit, leader, at), unit)
                    if hopes
                    else 0.0
                ),
                -i,
                a,
            )
            for value, i, a, at in looked
        ),
        key=lambda m: m[:2],
    )
    if attack is not None and total_attack_value(state, unit) + best_standing[0] >= onward[0]:
        return attack
    return onward[2]


def _choose_pass(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    return build_pass(open_question)


def _in_last_round(chooser: Chooser) -> Chooser:
    """Return a chooser that applies in the last Pulse round and passes before it."""

    def choose(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action | None:
        return (
            chooser(player, view, open_question)
            if view.state.round == PULSE_ROUNDS
            else _choose_pass(player, view, open_question)
        )

    return choose


def _choose_charge(
    player: NeoMechanikaPlayer, view: View, open_question: ChargingQuestion
) -> Action:
    """Charge the unit still to act whose attacks gain most; reserve Arc for the next void gate."""
    gate_arc = arc_reserve_value(view.state, open_question.player)
    options = (
        (_charge_value(view.state, a, player.attack_values) - gate_arc, a)
        for a in list_offered_actions(view, Charge)
    )
    return best_option(options, least=MIN_ARC_VALUE) or build_pass(open_question)


def _charge_value(state: State, action: Charge, attack_values: AttackValueCache | None) -> float:
    if action.on in state.gates:
        return charge_value(state, action)
    unit = state.units[action.on]
    first = FIRST_ARC_VALUE if not unit.arc else 0.0
    return (
        TOKENED_UNIT_WEIGHT * first
        if unit.token
        else first + ARC_ATTACK_SHARE * expected_attack_value(state, unit.id, attack_values)
    )


def _choose_unit(
    player: NeoMechanikaPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit that gains most; cached by the available units."""
    units = tuple(a.unit for a in list_offered_actions(view, Activate))
    if units and units not in player.activations:
        player.activations[units] = rank_activations(view)[0]
    return player.activations.get(units)


BRISK_CHOOSERS: dict[type[Question], Chooser] = {
    ActingQuestion: _choose_unit_action,
    MoveQuestion: _in_last_round(CHOOSERS[MoveQuestion]),
    CypherQuestion: _choose_pass,
    ChargingQuestion: _in_last_round(_choose_charge),
    GateQuestion: _in_last_round(CHOOSERS[GateQuestion]),
    DeploymentQuestion: _in_last_round(CHOOSERS[DeploymentQuestion]),
    DiscardQuestion: _choose_pass,
}
"""Fast choosers for expensive questions."""

DELIBERATE_CHOOSERS: dict[type[Question], Chooser] = {
    ActivationQuestion: _choose_unit,
    ActingQuestion: CHOOSERS[ActingQuestion],
    MoveQuestion: CHOOSERS[MoveQuestion],
    CypherQuestion: _in_last_round(CHOOSERS[CypherQuestion]),
    ChargingQuestion: _in_last_round(CHOOSERS[ChargingQuestion]),
}
"""Choosers for the searching player's own turn: thorough moves and attacks, and late cards."""
