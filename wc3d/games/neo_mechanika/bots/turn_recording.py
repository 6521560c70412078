"""Record the turn that a player without a search would play, as a plan that a search can vary."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.turn_cards import find_acting_unit, readies_unit
from wc3d.games.neo_mechanika.bots.turn_plan import (
    MAX_TURN_ACTIONS,
    TurnPlan,
    UnitPlan,
    see,
)
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Pass, Play, Use
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion


@dataclass(slots=True)
class _Recording:
    """The parts of a plan that are recorded so far."""

    charges: list[Action] = field(default_factory=list)
    card: Play | None = None
    second_card: Play | None = None
    units: dict[str, UnitPlan] = field(default_factory=dict)

    def add(self, question: Question, action: Action) -> None:
        """Record an action that answers a question."""
        if isinstance(question, ChargingQuestion):
            if not isinstance(action, Pass):
                self.charges.append(action)
        elif isinstance(question, CypherQuestion) and isinstance(action, Play):
            if question.phase == 3:
                self.card = action
            else:
                self.second_card = action
        elif isinstance(action, Activate):
            self.units[action.unit] = UnitPlan(action.unit)
        elif isinstance(question, ActingQuestion):
            own = self.units.get(question.unit, UnitPlan(question.unit))
            self.units[question.unit] = _add_unit_action(own, action)


def _add_unit_action(own: UnitPlan, action: Action) -> UnitPlan:
    """Return a unit's plan with another action of its activation."""
    if isinstance(action, Advance) and own.advance is None:
        return replace(own, advance=action) if action.path or action.others else own
    if isinstance(action, Attack):
        return replace(own, attacks_first=own.attacks_first or own.advance is None)
    if isinstance(action, Use):
        return replace(own, uses=(*own.uses, action))
    return own


def record_turn(position: Position, planner: NeoMechanikaPlayer) -> TurnPlan:
    """Return the plan of a player who decides one question at a time. The position changes.

    Deployments and the void gate are the most valuable ones. A unit that a Cypher readies or
    improves for this turn activates first. After the activations, no Cypher readies a unit.
    """
    recording = _Recording()
    acting_unit = ""
    began: int = position.state.turn
    for _ in range(MAX_TURN_ACTIONS):
        question = find_open_question(position.state)
        if (
            question is None
            or position.state.turn != began
            or isinstance(question, DeploymentQuestion | GateQuestion)
        ):
            break
        action = planner.choose(see(position))
        if isinstance(question, CypherQuestion) and isinstance(action, Play):
            if question.phase == 3:
                acting_unit = find_acting_unit(position.state, action)
            elif readies_unit(action):
                action = Pass(player=question.player)
        elif isinstance(question, ActivationQuestion) and acting_unit:
            first = Activate(player=question.player, unit=acting_unit)
            acting_unit = ""
            if position.rules.play.check(position.state, first):
                action = first
        recording.add(question, action)
        try:
            position.apply(action)
        except RefusedError:
            break
    return TurnPlan(
        charges=tuple(recording.charges),
        card=recording.card,
        units=tuple(recording.units.values()),
        second_card=recording.second_card,
    )
