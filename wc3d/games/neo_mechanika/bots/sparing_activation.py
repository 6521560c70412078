"""Choose the unit to activate, and save activations that gain nothing now."""

from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.activation_estimate import VICTORY_POINT_VALUE
from wc3d.games.neo_mechanika.bots.choosers import activation_value, choose_ranked_unit
from wc3d.games.neo_mechanika.bots.objective_value import activations_left
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer, build_pass
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, is_solo

MIN_GAIN = 0.1 * VICTORY_POINT_VALUE
"""The least gain for which a unit is activated that can wait for a later turn."""


def choose_sparing_unit(
    player: NeoMechanikaPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit whose best action gains most; let it wait if it gains little and can.

    A unit activates once in a Pulse round. One that has nothing to do now is worth more ready, as
    long as each ready unit of its kind still gets a turn.
    """
    best = choose_ranked_unit(player, view, open_question)
    if not open_question.activated or not isinstance(best, Activate):
        return best
    state = view.state
    can_wait = _count_ready(state, best.unit) < activations_left(state, open_question.player)
    if can_wait and activation_value(state, best.unit) < MIN_GAIN:
        return build_pass(open_question)
    return best


def _count_ready(state: State, unit: str) -> int:
    """Return how many ready units need the same kind of activation as a unit, itself included."""
    return sum(
        not u.token and is_solo(state, u.id) == is_solo(state, unit)
        for u in state.units_in_play(state.units[unit].player)
    )
