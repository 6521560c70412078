"""A regular that evaluates each unit's best action before it chooses a unit to activate."""

from __future__ import annotations

from collections.abc import Mapping

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import planner
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    estimate_activation_value,
    objective_gain,
    prefer_units_with_card,
)
from wc3d.games.neo_mechanika.bots.evaluation import total_attack_value
from wc3d.games.neo_mechanika.bots.greedy import Chooser, list_offered_actions
from wc3d.games.neo_mechanika.bots.move_value import danger_at
from wc3d.games.neo_mechanika.bots.planner import RegularPlayer, evaluate_advances
from wc3d.games.neo_mechanika.bots.weights import TUNED_WEIGHTS, current_weights
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion

MAX_EVALUATED_UNITS = 4
"""The number of units, best estimate first, whose actions are evaluated."""

OBJECTIVE_GAIN_WEIGHT = 0.3
"""The weight of `objective_gain`, for objectives that take more than one move to reach."""


class ActivationPlanningPlayer(RegularPlayer):
    """A regular that plans activations. The same seed and views give the same game."""

    arrangements = 4
    reaching = True
    weights = TUNED_WEIGHTS

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """The regular's choosers, with a new one for activations."""
        return CHOOSERS


def rank_activations(view: View) -> list[Activate]:
    """Return the activations, the most valuable first. The best estimates are evaluated."""
    state = view.state
    glanced = sorted(
        prefer_units_with_card(state, list_offered_actions(view, Activate)),
        key=lambda a: (-estimate_activation_value(state, a.unit), a.unit),
    )
    looked, rest = glanced[:MAX_EVALUATED_UNITS], glanced[MAX_EVALUATED_UNITS:]
    if len(glanced) < 2:
        return glanced
    return [*sorted(looked, key=lambda a: -activation_value(state, a.unit)), *rest]


def activation_value(state: State, unit: str) -> float:
    """Return a unit's gain by activating now: its best move, and attacks before or after it;
    cached with the state.

    Danger at its present place adds to the value.
    """
    key = ("activation worth", unit, current_weights())
    if key not in state.notes:
        state.notes[key] = _activation_worth(state, unit)
    return float(state.notes[key])


def _activation_worth(state: State, unit: str) -> float:
    options = evaluate_advances(state, unit, attacking=True, reaching=True)
    onward = max(c.value_with_attacks for c in options)
    best_standing = max(c.position_value for c in options)
    first = state.models_of(unit)[0].id
    threat = danger_at(state, unit, first, state.place(first))
    return (
        max(onward, total_attack_value(state, unit) + best_standing)
        - options[0].position_value
        + threat
        + OBJECTIVE_GAIN_WEIGHT * objective_gain(state, unit)
    )


def _choose_unit(
    player: ActivationPlanningPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit with the highest activation value."""
    activations = rank_activations(view)
    if len(activations) > 1:
        trace_options(
            (activation_value(view.state, a.unit), a) for a in activations[:MAX_EVALUATED_UNITS]
        )
    return activations[0] if activations else None


CHOOSERS: dict[type[Question], Chooser] = {**planner.CHOOSERS, ActivationQuestion: _choose_unit}
