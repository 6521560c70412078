"""Fast rollout policy for the veteran's search. It estimates moves and attacks, and skips Cyphers,
Arc and void gates.

In the last Pulse round it also deploys and charges, which count at once or never.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import planner
from wc3d.games.neo_mechanika.bots.deployment_choosers import arc_reserve_value
from wc3d.games.neo_mechanika.bots.deployment_values import (
    FIRST_ARC_VALUE,
    TOKENED_UNIT_WEIGHT,
    charge_value,
)
from wc3d.games.neo_mechanika.bots.evaluation import (
    AttackValueCache,
    expected_attack_value,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.greedy import Chooser, best_option, list_offered_actions
from wc3d.games.neo_mechanika.bots.move_generation import (
    choose_leader,
    objective_goals,
    quick_candidate_moves,
)
from wc3d.games.neo_mechanika.bots.move_value import state_with_model_at
from wc3d.games.neo_mechanika.bots.planner import RegularPlayer, best_attacks, placement_value
from wc3d.games.neo_mechanika.bots.thorough import rank_activations
from wc3d.games.neo_mechanika.bots.weights import TUNED_WEIGHTS
from wc3d.games.neo_mechanika.rules.actions import Activate, Charge, Pass
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


class RolloutPlayer(RegularPlayer):
    """A fast regular with the veteran's weights. The same seed, views and cache give the same
    game.

    `glances` caches attack values; rollouts from one position share it.
    """

    weights = TUNED_WEIGHTS

    def __init__(self, seed: int | str = 0, glances: AttackValueCache | None = None) -> None:
        super().__init__(seed)
        self.attack_values = {} if glances is None else glances

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """The regular's choosers, with fast ones for expensive questions."""
        return CHOOSERS


def _choose_unit_action(player: RolloutPlayer, view: View, open_question: ActingQuestion) -> Action:
    """Attack from here, or move toward the goal and attack there."""
    state, unit = view.state, open_question.unit
    attack = best_option(best_attacks(state, unit)) if check_can_attack(state, unit) else None
    if not check_can_advance(state, unit):
        return attack or Pass(player=open_question.player)
    fresh = bool(check_can_attack(state, unit)) and not current_activation(state).fired
    if attack is not None and not fresh:
        return attack
    goals = objective_goals(state, unit)[:1]
    leader = choose_leader(
        state, unit, goals[0] if goals else None, partial(advance_order, state, unit)
    )
    hopes = fresh and expected_attack_value(state, unit, player.attack_values) > 0.0
    moves = [
        (placement_value(state, unit, leader, at), i, a, at)
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


def _choose_pass(player: RolloutPlayer, view: View, open_question: Question) -> Action:
    return Pass(player=open_question.player)


def _in_last_round(chooser: Chooser) -> Chooser:
    """Return a chooser that applies in the last Pulse round and passes before it."""

    def choose(player: RolloutPlayer, view: View, open_question: Question) -> Action | None:
        return (
            chooser(player, view, open_question)
            if view.state.round == PULSE_ROUNDS
            else _choose_pass(player, view, open_question)
        )

    return choose


def _choose_charge(player: RolloutPlayer, view: View, open_question: ChargingQuestion) -> Action:
    """Charge the unit still to act whose attacks gain most; reserve Arc for the next void gate."""
    gate_arc = arc_reserve_value(view.state, open_question.player)
    options = (
        (_charge_worth(view.state, a, player.attack_values) - gate_arc, a)
        for a in list_offered_actions(view, Charge)
    )
    return best_option(options, least=MIN_ARC_VALUE) or Pass(player=open_question.player)


def _charge_worth(state: State, action: Charge, glances: AttackValueCache | None) -> float:
    if action.on in state.gates:
        return charge_value(state, action)
    unit = state.units[action.on]
    first = FIRST_ARC_VALUE if not unit.arc else 0.0
    return (
        TOKENED_UNIT_WEIGHT * first
        if unit.token
        else first + ARC_ATTACK_SHARE * expected_attack_value(state, unit.id, glances)
    )


CHOOSERS: dict[type[Question], Chooser] = {
    **planner.CHOOSERS,
    ActingQuestion: _choose_unit_action,
    MoveQuestion: _in_last_round(planner.CHOOSERS[MoveQuestion]),
    CypherQuestion: _choose_pass,
    ChargingQuestion: _in_last_round(_choose_charge),
    GateQuestion: _in_last_round(planner.CHOOSERS[GateQuestion]),
    DeploymentQuestion: _in_last_round(planner.CHOOSERS[DeploymentQuestion]),
    DiscardQuestion: _choose_pass,
}


ActivationCache = dict[tuple[str, ...], Activate]
"""The chosen activation for each set of available units."""


class OwnTurnRolloutPlayer(RolloutPlayer):
    """A rollout policy that chooses activations, moves and attacks thoroughly, for the searching
    player's own turn.

    `acting` caches the activation for each set of available units; rollouts of one option share
    it.
    """

    reaching = True

    def __init__(
        self,
        seed: int | str = 0,
        glances: AttackValueCache | None = None,
        acting: ActivationCache | None = None,
    ) -> None:
        super().__init__(seed, glances)
        self.acting = {} if acting is None else acting

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """The rollout choosers, with thorough ones for units, moves, attacks and late cards."""
        return OWN_TURN_CHOOSERS


def _choose_unit(
    player: OwnTurnRolloutPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit that gains most; cached by the available units."""
    units = tuple(a.unit for a in list_offered_actions(view, Activate))
    if units and units not in player.acting:
        player.acting[units] = rank_activations(view)[0]
    return player.acting.get(units)


OWN_TURN_CHOOSERS: dict[type[Question], Chooser] = {**CHOOSERS, ActivationQuestion: _choose_unit}
OWN_TURN_CHOOSERS |= {kind: planner.CHOOSERS[kind] for kind in (ActingQuestion, MoveQuestion)}
OWN_TURN_CHOOSERS |= {
    kind: _in_last_round(planner.CHOOSERS[kind]) for kind in (CypherQuestion, ChargingQuestion)
}
