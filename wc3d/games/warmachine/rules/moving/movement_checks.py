"""Common checks before a model moves: its activation, its condition and its unused movement."""

from __future__ import annotations

from typing import Any

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, activation_of
from wc3d.games.warmachine.rules.focus import available_focus
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import current_stat, is_act_forbidden


def check_is_activated(state: State, question: ActQuestion, action: Any) -> Verdict:
    """Check that this is the activated model (WM-TRN-11)."""
    if action.model == question.model:
        return LEGAL
    return refuse(
        "not_active",
        f"{state.name(question.model)} is the active model; finish its activation first",
        "WM-TRN-11",
    )


def check_not_stationary(state: State, id: str) -> Verdict:
    """Check that a model is not stationary, so that it may act (WM-STA-01, WM-KND-01)."""
    if not state.is_stationary(id):
        return LEGAL
    status = "knocked down" if state.models[id].knocked_down else "stationary"
    return refuse("stationary", f"{state.name(id)} is {status}", "WM-STA-01")


def check_movement(state: State, question: ActQuestion, action: Any) -> Verdict:
    """Check that this model may use its movement now (WM-TRN-12, WM-TRN-13)."""
    verdict = check_is_activated(state, question, action) and check_not_stationary(
        state, question.model
    )
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    if f.action and f.action != "none":
        return refuse("acting", "the model must move before its action", "WM-TRN-13")
    if f.movement:
        return refuse("moved", f"{state.name(question.model)} has already moved", "WM-TRN-12")
    if any(lock.defender == question.model for lock in state.locks):
        return refuse("locked", "a locked warjack cannot move", "WM-RUL-75")
    return LEGAL


def current_activation(state: State, model: str) -> Activation:
    """Return the current activation, which must be this model's."""
    frame = activation_of(state, model)
    if frame is None:
        raise KeyError(f"{model} is not the active model")
    return frame


def check_full_movement(state: State, f: Activation) -> Verdict:
    """Check that a model has its full movement, which a charge or slam requires (WM-CHG-03,
    WM-SLM-03, WM-RUL-24, WM-RUL-59).
    """
    if f.action == "none":
        return refuse(
            "stood",
            "the model forfeited its action to stand up and cannot use its full movement",
            "WM-KND-09",
        )
    if state.is_disabled(f.model, "M"):
        return refuse("crippled", "the movement system of this warjack is disabled", "WM-DJA-11")
    if any(
        line.amount < 0 for line in current_stat(state, f.model, "SPD").lines
    ) or is_act_forbidden(state, f.model, "move"):
        return refuse("slowed", "an effect reduces this model's movement", "WM-CHG-03")
    return LEGAL


def check_has_focus(state: State, id: str, rule: str, points: int = 1) -> Verdict:
    """Check that the model has enough focus points to spend (WM-FOC-06)."""
    if available_focus(state, id) >= points:
        return LEGAL
    return refuse(
        "no_focus",
        f"the action costs {points} focus point{'s' if points > 1 else ''}, but the model has {available_focus(state, id)}",
        rule,
    )
