"""An advance from a spell, in addition to the model's movement."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.warmachine.rules.actions import Advance
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.advancing import candidate_paths, check_path, random_paths
from wc3d.games.warmachine.rules.moving.walking import make_movement
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class ExtraAdvance(Frame):
    """An extra advance that a model may make at once."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask",)
    model: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ExtraAdvanceQuestion(Question):
    """The question of the path of an extra advance."""

    model: str = ""
    why: str = ""


@REGISTRY.step(ExtraAdvance, "ask")
def _ask(r: Resolution, f: ExtraAdvance) -> None:
    if r.state.is_on_table(f.model) and not r.state.is_stationary(f.model):
        r.push(ExtraAdvanceQuestion(player=r.state.models[f.model].owner, model=f.model, why=f.why))


def _check(state: State, question: ExtraAdvanceQuestion, action: Advance) -> Verdict:
    if action.model != question.model:
        return refuse(
            "not_active", f"{state.name(question.model)} must make this advance", "WM-MOV-01"
        )
    return check_path(state, question.model, action.path, run=False)


def _advance(r: Resolution, question: ExtraAdvanceQuestion, action: Advance) -> None:
    facing = None if action.facing is None else action.facing % 360.0
    r.push(make_movement(r.state, question.model, action.path, "advances", facing))


def _sample(state: State, question: ExtraAdvanceQuestion, rng: random.Random) -> Advance | None:
    me = ActQuestion(player=question.player, model=question.model)
    advances = (
        Advance(player=question.player, model=question.model, path=way)
        for way in random_paths(state, me, rng, run=False)
    )
    return next((action for action in advances if _check(state, question, action)), None)


REGISTRY.register_answer(
    ExtraAdvanceQuestion,
    Advance,
    text="make an extra advance",
    check=_check,
    decide=_advance,
    sample=_sample,
    candidates=lambda state, asked: (
        Advance(player=asked.player, model=asked.model, path=way)
        for way in candidate_paths(
            state, ActQuestion(player=asked.player, model=asked.model), run=False
        )
    ),
)
REGISTRY.register_pass(
    ExtraAdvanceQuestion, text="do not move", what="makes no extra advance", rule="WM-MOD-14"
)
