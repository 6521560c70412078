"""Rounds, turns and the three phases of a turn (WM-TRN-05): Maintenance, Control, Activation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Activate, Pass
from wc3d.games.warmachine.rules.agenda_frames import Activation, Flight, Rally, UnitActivation
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import Model, State, opponent_of
from wc3d.games.warmachine.rules.turn import control, maintenance
from wc3d.games.warmachine.rules.turn.unit_activation import (
    ACT,
    active_unit,
    skip_remaining_troopers,
    trooper_activation,
    troopers_to_act,
)

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class GameFrame(Frame):
    """The game from its first round."""

    STEPS: ClassVar[tuple[str, ...]] = ("round", "first", "second", "again")


@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A player's turn."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "focus",
        "expire",
        "lasting",
        "flight",
        "rally",
        "control",
        "activation",
        "next",
        "again",
        "over",
    )
    player: int = 0


@dataclass(frozen=True, slots=True)
class ActivationQuestion(Question):
    """The question of the next model to activate (WM-TRN-11), or trooper of a `unit`."""

    unit: str = ""


@REGISTRY.step(GameFrame, "round")
def _begin_round(r: Resolution, frame: GameFrame) -> None:
    """Begin a round (WM-TRN-01, WM-TRN-03), or draw after the round limit (WM-RUL-96)."""
    limit = r.state.setup.rounds
    if limit and r.state.round >= limit:
        r.emit(events.GameEnded(0, "the rounds agreed on are played"))
        return
    r.emit(events.RoundBegan(r.state.round + 1))


@REGISTRY.step(GameFrame, "first")
def _begin_first_turn(r: Resolution, frame: GameFrame) -> None:
    """Begin the turn of the player who deployed first (WM-TRN-02)."""
    r.push(TurnFrame(player=r.state.first))


@REGISTRY.step(GameFrame, "second")
def _begin_second_turn(r: Resolution, frame: GameFrame) -> None:
    r.push(TurnFrame(player=opponent_of(r.state.first)))


@REGISTRY.step(GameFrame, "again")
def _repeat_rounds(r: Resolution, frame: GameFrame) -> GameFrame:
    return replace(frame, step="round")


@REGISTRY.step(TurnFrame, "begin")
def _begin_turn(r: Resolution, frame: TurnFrame) -> None:
    """Begin a turn, which consists of three phases in order (WM-TRN-05, WM-REF-01)."""
    r.emit(events.TurnBegan(frame.player))
    r.emit(events.PhaseBegan("maintenance"))


@REGISTRY.step(TurnFrame, "focus")
def _remove_focus(r: Resolution, frame: TurnFrame) -> None:
    maintenance.remove_focus(r, frame.player)


@REGISTRY.step(TurnFrame, "expire")
def _expire(r: Resolution, frame: TurnFrame) -> None:
    maintenance.end_round_effects(r, frame.player)


@REGISTRY.step(TurnFrame, "lasting")
def _resolve_continuous(r: Resolution, frame: TurnFrame) -> None:
    maintenance.resolve_continuous_effects(r, frame.player)


@REGISTRY.step(TurnFrame, "flight")
def _begin_flights(r: Resolution, frame: TurnFrame) -> None:
    """Start the flights of fleeing models, nearest to their edge first (WM-REF-02, WM-REF-23)."""
    south = r.state.sides[frame.player - 1] == "south"
    fleeing = [m.id for m in r.state.models_in_play(frame.player) if m.fleeing]
    fleeing.sort(key=lambda id: r.state.place(id)[1] if south else -r.state.place(id)[1])
    r.push(*(Flight(model=id) for id in fleeing))


@REGISTRY.step(TurnFrame, "rally")
def _begin_rallies(r: Resolution, frame: TurnFrame) -> None:
    """Start the rallies of fleeing models, those of a unit together (WM-REF-02, WM-REF-25)."""
    groups: dict[str, list[str]] = {}
    for m in r.state.models_in_play(frame.player):
        if m.fleeing:
            groups.setdefault(m.activation_group, []).append(m.id)
    r.push(*(Rally(models=tuple(ids)) for ids in groups.values()))


@REGISTRY.step(TurnFrame, "control")
def _begin_control(r: Resolution, frame: TurnFrame) -> None:
    r.emit(events.PhaseBegan("control"))
    control.gain_focus(r, frame.player)
    r.push(control.ControlQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "activation")
def _begin_activations(r: Resolution, frame: TurnFrame) -> None:
    r.emit(events.PhaseBegan("activation"))


@REGISTRY.step(TurnFrame, "next")
def _ask_next(r: Resolution, frame: TurnFrame) -> None:
    """Ask for the next model in any order, each once (WM-TRN-11, WM-RUL-05)."""
    if models_to_activate(r.state, frame.player):
        r.push(ActivationQuestion(player=frame.player))


@REGISTRY.step(TurnFrame, "again")
def _repeat_activations(r: Resolution, frame: TurnFrame) -> TurnFrame | None:
    return replace(frame, step="next") if models_to_activate(r.state, frame.player) else None


@REGISTRY.step(TurnFrame, "over")
def _end_turn(r: Resolution, frame: TurnFrame) -> None:
    maintenance.end_turn_effects(r, frame.player)


def models_to_activate(state: State, player: int) -> tuple[Model, ...]:
    """Return a player's models still to activate (WM-TRN-11), except inert ones (WM-RUL-98).

    During a unit's activation, return its troopers that have not moved, or not acted (WM-REF-05).
    """
    unit_frame = active_unit(state, player)
    if unit_frame is not None:
        return troopers_to_act(state, unit_frame)
    return tuple(
        m
        for m in state.models_in_play(player)
        if m.activated != state.turn and not m.fleeing and not state.is_inert(m.id)
    )


def _check(state: State, question: ActivationQuestion, action: Activate) -> Verdict:
    model = _find_model(state, action)
    if model is None or model.at is None or model.owner != question.player:
        return refuse("not_yours", "you have no such model on the table", "WM-TRN-11")
    if question.unit and model.unit != question.unit:
        return refuse(
            "unit_first", f"finish the activation of {state.name(question.unit)} first", "WM-REF-05"
        )
    if model not in models_to_activate(state, question.player):
        if question.unit:
            return refuse(
                "has_gone", f"{model.display_name} has already moved or acted", "WM-REF-05"
            )
        fled = (
            (" in the Maintenance Phase", "WM-REF-03")
            if model.fled == state.turn
            else ("", "WM-TRN-11")
        )
        return refuse(
            "activated", f"{model.display_name} has already activated this turn{fled[0]}", fled[1]
        )
    return LEGAL


def _find_model(state: State, action: Activate) -> Model | None:
    """Return the named model, or a trooper of the named unit that may still activate."""
    if action.model not in state.units:
        return state.models.get(action.model)
    own = state.members_of(action.model)
    remaining = models_to_activate(state, state.units[action.model].owner)
    return next((m for m in own if m in remaining), next(iter(own), None))


def _activate(r: Resolution, question: ActivationQuestion, action: Activate) -> None:
    """Activate a model, or a trooper's unit (WM-REF-05)."""
    model = _find_model(r.state, action)
    unit_frame = active_unit(r.state, question.player)
    if model is None:
        return
    if unit_frame is not None:
        r.push(trooper_activation(r.state, unit_frame, model.id))
    else:
        r.push(UnitActivation(unit=model.unit) if model.unit else Activation(model=model.id))


def _candidates(state: State, question: ActivationQuestion) -> Iterator[Activate]:
    """Yield every model and unit; for an activated unit, yield each trooper."""
    remaining = models_to_activate(state, question.player)
    representatives = (
        {m.activation_group: m.id for m in reversed(remaining)}
        if not question.unit
        else {m.id: m.id for m in remaining}
    )
    return (
        Activate(player=question.player, model=m.id)
        for m in remaining
        if m.id in representatives.values()
    )


def _check_pass(state: State, question: ActivationQuestion, action: Pass) -> Verdict:
    """Check that only troopers of a unit are passed, since other models activate (WM-RUL-05).

    A trooper out of formation cannot pass while it can regain formation (WM-REF-13).
    """
    if not question.unit:
        return refuse(
            "must_activate", "every model must activate before you end the turn", "WM-RUL-05"
        )
    unit_frame = active_unit(state, question.player)
    astray = [
        m.display_name
        for m in models_to_activate(state, question.player)
        if unit_frame is not None and m.id in unit_frame.strays
    ]
    if unit_frame is not None and unit_frame.part != ACT and astray:
        return refuse(
            "out_of_formation",
            f"{astray[0]} is out of formation and must try to rejoin its unit",
            "WM-REF-13",
        )
    return LEGAL


@REGISTRY.step(UnitActivation, "move")
def _unit_moves(r: Resolution, f: UnitActivation) -> None:
    _next_trooper(r, f)


@REGISTRY.step(UnitActivation, "act")
def _unit_acts(r: Resolution, f: UnitActivation) -> None:
    _next_trooper(r, f)


def _next_trooper(r: Resolution, f: UnitActivation) -> None:
    if troopers_to_act(r.state, f):
        r.push(ActivationQuestion(player=r.state.units[f.unit].owner, unit=f.unit))


REGISTRY.register_answer(
    ActivationQuestion,
    Activate,
    text="activate a model",
    check=_check,
    decide=_activate,
    candidates=_candidates,
)
REGISTRY.register_pass(
    ActivationQuestion,
    text="end the turn, or skip the rest of the unit",
    check=_check_pass,
    decide=lambda r, asked, action: skip_remaining_troopers(r),
)
