"""The end of a model's activation, or of a trooper's part in its unit's activation (WM-TRN-12)."""

from __future__ import annotations

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules.actions import Pass
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, activation_of
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.advancing import paths_back_to_unit
from wc3d.games.warmachine.rules.moving.rejoin_formation import must_regain_formation
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State

REGISTRY = HandlerRegistry()


def _check_pass(state: State, question: ActQuestion, action: Pass) -> Verdict:
    """Check that a trooper out of formation does not pass while a path back exists (WM-REF-13)."""
    f = activation_of(state, question.model)
    if (
        f is not None
        and f.part == "move"
        and must_regain_formation(state, question.model)
        and next(paths_back_to_unit(state, question.model), None)
    ):
        return refuse(
            "out_of_formation",
            "the trooper is out of formation and must try to rejoin its unit",
            "WM-REF-13",
        )
    return LEGAL


def _pass(r: Resolution, question: ActQuestion, action: Pass) -> None:
    f = r.find_frame(Activation)
    if f is not None:
        r.replace_frame(
            f,
            replace_fields(f, movement="none")
            if f.part == "move"
            else replace_fields(f, ended=True),
        )


REGISTRY.register_pass(ActQuestion, text="end the activation", check=_check_pass, decide=_pass)
