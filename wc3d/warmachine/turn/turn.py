"""Rounds and turns, and a turn's three phases (WM-TRN-05): Maintenance, Control, Activation."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.warmachine import events
from wc3d.warmachine.actions import Activate
from wc3d.warmachine.chapter import Chapter, refuse
from wc3d.warmachine.frames import Activation
from wc3d.warmachine.state import Model, State, other
from wc3d.warmachine.turn import control, maintenance

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class GameFrame(Frame):
    """The game from its first round on."""

    STEPS: ClassVar[tuple[str, ...]] = ("round", "first", "second", "again")


@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A player's turn."""

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "focus", "expire", "lasting", "control", "activation", "next", "again", "over")
    player: int = 0


@dataclass(frozen=True, slots=True)
class ActivationQuestion(Question):
    """Which model activates next (WM-TRN-11)?"""


@CHAPTER.step(GameFrame, "round")
def _round(r: Resolution, frame: GameFrame) -> None:
    """A new round (WM-TRN-01, WM-TRN-03). With a limit of rounds the game is a draw after the last (WM-RUL-96)."""
    limit = r.state.setup.rounds
    if limit and r.state.round >= limit:
        r.emit(events.GameEnded(0, "the rounds agreed on are played"))
        return
    r.emit(events.RoundBegan(r.state.round + 1))


@CHAPTER.step(GameFrame, "first")
def _first(r: Resolution, frame: GameFrame) -> None:
    """Who deployed first has the first turn of every round (WM-TRN-02)."""
    r.push(TurnFrame(player=r.state.first))


@CHAPTER.step(GameFrame, "second")
def _second(r: Resolution, frame: GameFrame) -> None:
    r.push(TurnFrame(player=other(r.state.first)))


@CHAPTER.step(GameFrame, "again")
def _again(r: Resolution, frame: GameFrame) -> GameFrame:
    return replace(frame, step="round")


@CHAPTER.step(TurnFrame, "begin")
def _begin(r: Resolution, frame: TurnFrame) -> None:
    """The three phases follow in their order (WM-TRN-05, WM-REF-01)."""
    r.emit(events.TurnBegan(frame.player))
    r.emit(events.PhaseBegan("maintenance"))


@CHAPTER.step(TurnFrame, "focus")
def _focus(r: Resolution, frame: TurnFrame) -> None:
    maintenance.remove_focus(r, frame.player)


@CHAPTER.step(TurnFrame, "expire")
def _expire(r: Resolution, frame: TurnFrame) -> None:
    maintenance.expire(r, frame.player)


@CHAPTER.step(TurnFrame, "lasting")
def _lasting(r: Resolution, frame: TurnFrame) -> None:
    maintenance.resolve_continuous(r, frame.player)


@CHAPTER.step(TurnFrame, "control")
def _control(r: Resolution, frame: TurnFrame) -> None:
    r.emit(events.PhaseBegan("control"))
    control.gain_focus(r, frame.player)
    r.push(control.ControlQuestion(player=frame.player))


@CHAPTER.step(TurnFrame, "activation")
def _activation(r: Resolution, frame: TurnFrame) -> None:
    r.emit(events.PhaseBegan("activation"))


@CHAPTER.step(TurnFrame, "next")
def _next(r: Resolution, frame: TurnFrame) -> None:
    """One model after the other, each once, in any order, until all have activated (WM-TRN-11, WM-RUL-05)."""
    if to_activate(r.state, frame.player):
        r.push(ActivationQuestion(player=frame.player))


@CHAPTER.step(TurnFrame, "again")
def _another(r: Resolution, frame: TurnFrame) -> TurnFrame | None:
    return replace(frame, step="next") if to_activate(r.state, frame.player) else None


@CHAPTER.step(TurnFrame, "over")
def _end(r: Resolution, frame: TurnFrame) -> None:
    maintenance.end_turn(r, frame.player)


def to_activate(state: State, player: int) -> tuple[Model, ...]:
    """A player's models that have still to activate this turn (WM-TRN-11); those inert never do (WM-RUL-98).
    """
    return tuple(m for m in state.in_play(player) if m.activated != state.turn and not state.is_inert(m.id))


def _check(state: State, asked: ActivationQuestion, action: Activate) -> Verdict:
    model = state.models.get(action.model)
    if model is None or model.at is None or model.owner != asked.player:
        return refuse("not_yours", "this is no model of yours on the table", "WM-TRN-11")
    if model not in to_activate(state, asked.player):
        return refuse("activated", f"{model.name} has activated this turn", "WM-TRN-11")
    return LEGAL


CHAPTER.answers(
    ActivationQuestion, Activate, text="activate a model", check=_check,
    decide=lambda r, asked, action: r.push(Activation(model=action.model)),
    candidates=lambda state, asked: (Activate(player=asked.player, model=m.id) for m in to_activate(state, asked.player)),
)  # fmt: skip
