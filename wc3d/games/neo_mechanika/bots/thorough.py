"""A player with a plan who works out what each unit would do before it says which acts."""
from __future__ import annotations

from collections.abc import Mapping

from wc3d.bots.decision_trace import weigh
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import planner
from wc3d.games.neo_mechanika.bots.eagerness import card_first, eagerness, errand
from wc3d.games.neo_mechanika.bots.evaluation import attacks_worth
from wc3d.games.neo_mechanika.bots.greedy import Chooser, list_offered
from wc3d.games.neo_mechanika.bots.move_value import danger
from wc3d.games.neo_mechanika.bots.planner import RegularPlayer, advances
from wc3d.games.neo_mechanika.bots.weights import KEEN, outlook
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion

WORKED_OUT = 4
"""For how many units, the most eager at a glance, it is worked out what they would do."""

AT_A_GLANCE = 0.3
"""How much of its errand, as a glance shows it, counts besides what a unit would do now: some errands take more than one move."""


class ThoroughPlayer(RegularPlayer):
    """The regular, who takes the time to choose who acts and where units come in. The same seed and views give the same game."""

    arrangements = 4
    reaching = True
    outlook = KEEN

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """Those of a regular, but for who acts."""
        return CHOOSERS


def eager_to_act(view: View) -> list[Activate]:
    """The units that may activate, whoever gains most by it first: what the most eager would do is worked out."""
    state = view.state
    glanced = sorted(card_first(state, list_offered(view, Activate)), key=lambda a: (-eagerness(state, a.unit), a.unit))
    looked, rest = glanced[:WORKED_OUT], glanced[WORKED_OUT:]
    if len(glanced) < 2:
        return glanced
    return [*sorted(looked, key=lambda a: -activation_worth(state, a.unit)), *rest]


def activation_worth(state: State, unit: str) -> float:
    """What a unit gains by activating now: its best move, and its attacks from there or from here; kept with the state.

    Whoever is in danger where it stands had better act while it can.
    """
    key = ("activation worth", unit, outlook())
    if key not in state.notes:
        state.notes[key] = _activation_worth(state, unit)
    return float(state.notes[key])


def _activation_worth(state: State, unit: str) -> float:
    options = advances(state, unit, attacking=True, reaching=True)
    onward = max(c.attacking for c in options)
    best_standing = max(c.standing for c in options)
    first = state.models_of(unit)[0].id
    threat = danger(state, unit, first, state.place(first))
    return max(onward, attacks_worth(state, unit) + best_standing) - options[0].standing + threat + AT_A_GLANCE * errand(state, unit)


def _activation(player: ThoroughPlayer, view: View, open_question: ActivationQuestion) -> Action | None:
    """Whoever gains most by what it would do."""
    activations = eager_to_act(view)
    if len(activations) > 1:
        weigh((activation_worth(view.state, a.unit), a) for a in activations[:WORKED_OUT])
    return activations[0] if activations else None


CHOOSERS: dict[type[Question], Chooser] = {**planner.CHOOSERS, ActivationQuestion: _activation}
