"""The nine steps of a turn, in order (p. ref)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.neo_mechanika.rules import arc
from wc3d.games.neo_mechanika.rules.abilities import triggers
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import trigger_abilities
from wc3d.games.neo_mechanika.rules.actions import Activate, Pass
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.events import PhaseBegan, Readied, TurnBegan
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn import charging, racks
from wc3d.games.neo_mechanika.rules.turn.deployment import (
    DeploymentQuestion,
    check_own_unit,
    deployable_units,
)
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion, can_place_gate

REGISTRY = HandlerRegistry()

TURN_STEPS = (
    "ready",
    "charging",
    "cypher",
    "activation",
    "cypher_again",
    "deployment",
    "gate",
    "discard",
    "draw",
)
"""The nine steps of a turn (NM-TRN-01)."""


@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A player's turn. `activated` lists the units activated in it, in order."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        *TURN_STEPS[:4],
        "another",
        *TURN_STEPS[4:],
        "finish",
        "mercy",
    )
    player: int = 0
    activated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CypherQuestion(Question):
    """Step 3 or 5 (`phase`): a choice to play one Cypher or none (NM-TRN-04, NM-TRN-08)."""

    phase: int = 3


@dataclass(frozen=True, slots=True)
class ActivationQuestion(Question):
    """Step 4: a choice of a unit that is not yet `activated` (NM-TRN-05, NM-TRN-06)."""

    activated: tuple[str, ...] = ()


def _begin_step(r: Resolution, name: str) -> None:
    r.emit(PhaseBegan(TURN_STEPS.index(name) + 1))


@REGISTRY.step(TurnFrame, "begin")
def _begin(r: Resolution, frame: TurnFrame) -> None:
    """Trigger abilities for the start of the turn (Impulse Reactor) before step 1."""
    r.emit(TurnBegan(frame.player))
    trigger_abilities(r, Moment.TURN_START)


@REGISTRY.step(TurnFrame, "ready")
def _ready(r: Resolution, frame: TurnFrame) -> None:
    """Step 1: remove all tokens if every unit in play has one (NM-TRN-02, NM-SIL-37, 38)."""
    _begin_step(r, "ready")
    units = tuple(r.state.units_in_play(frame.player))
    if units and all(u.token for u in units):
        r.emit(Readied(tuple(u.id for u in units)))


@REGISTRY.step(TurnFrame, "charging")
def _begin_charging(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 2 (NM-TRN-03)."""
    _begin_step(r, "charging")
    if arc.arc_holders(r.state, frame.player):
        r.push(charging.ChargingQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "cypher")
def _begin_cypher(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 3 (NM-TRN-04)."""
    _begin_step(r, "cypher")
    _ask_for_a_card(r, frame.player, 3)


@REGISTRY.step(TurnFrame, "activation")
def _begin_activation(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 4: a unit without token must activate (NM-TRN-05, NM-SIL-33, NM-SIL-35)."""
    _begin_step(r, "activation")
    _ask_for_a_unit(r, frame)


@REGISTRY.step(TurnFrame, "another")
def _ask_additional_unit(r: Resolution, frame: TurnFrame) -> None:
    """Continue step 4: one additional solo, or a unit after the solo (NM-TRN-06, NM-TRN-07)."""
    if frame.activated:
        _ask_for_a_unit(r, frame)


@REGISTRY.step(TurnFrame, "cypher_again")
def _begin_second_cypher(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 5 (NM-TRN-08)."""
    _begin_step(r, "cypher_again")
    _ask_for_a_card(r, frame.player, 5)


@REGISTRY.step(TurnFrame, "deployment")
def _begin_deployment(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 6 (NM-TRN-09)."""
    _begin_step(r, "deployment")
    if deployable_units(r.state, frame.player) or any(r.state.units_in_play(frame.player)):
        r.push(DeploymentQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "gate")
def _begin_gate(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 7 (NM-TRN-10, NM-SIL-42)."""
    _begin_step(r, "gate")
    if can_place_gate(r.state, frame.player):
        r.push(GateQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "discard")
def _discard(r: Resolution, frame: TurnFrame) -> None:
    """Begin step 8 (NM-TRN-11)."""
    _begin_step(r, "discard")
    if r.state.players[frame.player].hand:
        r.push(racks.DiscardQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "draw")
def _draw(r: Resolution, frame: TurnFrame) -> None:
    """Draw to the maximum hand size: step 9 (NM-TRN-12)."""
    _begin_step(r, "draw")
    racks.draw_to_hand_size(r, frame.player)


@REGISTRY.step(TurnFrame, "finish")
def _finish(r: Resolution, frame: TurnFrame) -> None:
    """End the turn and the effects that last for a turn."""
    triggers.expire_turn_cards(r)


def _ask_for_a_card(r: Resolution, player: int, phase: int) -> None:
    """Ask for a card whenever the hand has one, to not reveal the hand (NM-SIL-102)."""
    if r.state.players[player].hand:
        r.push(CypherQuestion(player=player, phase=phase))


def _ask_for_a_unit(r: Resolution, frame: TurnFrame) -> None:
    question = ActivationQuestion(player=frame.player, activated=frame.activated)
    if any(
        check_activate(r.state, question, action) for action in _list_activations(r.state, question)
    ):
        r.push(question)


def is_solo(state: State, unit: str) -> bool:
    """Return whether a unit is a solo (NM-CMP-03)."""
    return state.setup.card_of(unit).kind == "solo"


def check_has_no_token(state: State, unit: str) -> Verdict:
    """Check that a unit has no activation token. Code "has_token" (NM-ACT-04)."""
    if not state.units[unit].token:
        return LEGAL
    return refuse("has_token", f"{state.name(unit)} already has an activation token", "NM-ACT-04")


def check_second_activation(state: State, activated: tuple[str, ...], unit: str) -> Verdict:
    """Check for a solo among the two units (NM-TRN-06, NM-SIL-34): "one_unit_and_a_solo"."""
    if is_solo(state, unit) or all(is_solo(state, a) for a in activated):
        return LEGAL
    return refuse(
        "one_unit_and_a_solo", "only a solo can activate as a second unit in a turn", "NM-TRN-06"
    )


def check_activate(state: State, question: ActivationQuestion, action: Activate) -> Verdict:
    """Check that a unit may activate. Other codes: "unknown", "not_yours", "not_in_play"."""
    return (
        check_own_unit(state, question.player, action.unit, "NM-TRN-05")
        and check_has_no_token(state, action.unit)
        and check_second_activation(state, question.activated, action.unit)
    )


def check_no_activation(state: State, question: ActivationQuestion, action: Pass) -> Verdict:
    """Check that a unit was activated (NM-TRN-05, NM-SIL-33). Code "must_activate"."""
    if question.activated:
        return LEGAL
    return refuse(
        "must_activate", "you must activate a unit that has no activation token yet", "NM-TRN-05"
    )


def _activate(r: Resolution, question: ActivationQuestion, action: Activate) -> None:
    turn = r.find_frame(TurnFrame)
    assert turn is not None
    r.replace_frame(turn, replace(turn, activated=(*turn.activated, action.unit)))
    r.push(Activation(unit=action.unit))


def _list_activations(state: State, question: ActivationQuestion) -> Iterator[Activate]:
    return (
        Activate(player=question.player, unit=u.id) for u in state.units_in_play(question.player)
    )


REGISTRY.register_answer(
    ActivationQuestion,
    Activate,
    text="activate a unit",
    check=check_activate,
    decide=_activate,
    candidates=_list_activations,
)
REGISTRY.register_pass(
    ActivationQuestion,
    text="activate no other unit",
    check=check_no_activation,
    what=lambda asked: "activation",
)
REGISTRY.register_pass(CypherQuestion, text="play no Cypher", what=lambda asked: "Cypher")
