"""Questions and their answers: for each kind of question, which actions answer it, and the rule behind each.

One handler serves the refusal, the offer and the doing: there is no second copy of a rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from wc3d.engine.actions import LEGAL, Action, Verdict
from wc3d.engine.agenda import Question, Resolution, StepFunction, StepRegistry

CheckFunction = Callable[[Any, Any, Any], Verdict]
DecideFunction = Callable[[Resolution, Any, Any], None]
CandidatesFunction = Callable[[Any, Any], Iterable[Action]]
SampleFunction = Callable[[Any, Any, random.Random], "Action | None"]


@cache
def action_type_name(action: type[Action]) -> str:
    """What files call a kind of action."""
    return str(action.model_fields["type"].default)


@dataclass(frozen=True, slots=True)
class ActionHandler:
    """How one kind of action answers one kind of question.

    `check` asks the rules; `decide` does it (the question has been taken off the agenda); `candidates` lists what can be
    listed, each still to be checked; `sample` finds a legal one at random where the table is continuous.
    """

    question: type[Question]
    action: type[Action]
    text: str
    check: CheckFunction
    decide: DecideFunction
    candidates: CandidatesFunction
    sample: SampleFunction | None = None


@dataclass(frozen=True, repr=False)
class HandlerOffer:
    """An offer: one kind of action, on one state, in answer to one question."""

    state: Any
    question: Question
    handler: ActionHandler

    def __repr__(self) -> str:
        return f"<Offer {self.type}: {self.text} (player {self.player})>"

    @property
    def type(self) -> str:
        """The kind of action."""
        return action_type_name(self.handler.action)

    @property
    def player(self) -> int:
        """Who may ask for it."""
        return self.question.player

    @property
    def text(self) -> str:
        """What it does, for people."""
        return self.handler.text

    def check(self, action: Action) -> Verdict:
        """May this action be done now?"""
        return self.handler.check(self.state, self.question, action)

    def candidates(self) -> Iterator[Action]:
        """The legal actions of this kind that can be listed."""
        return (a for a in self.handler.candidates(self.state, self.question) if self.check(a))

    def sample(self, rng: random.Random) -> Action | None:
        """One legal action of this kind at random, or None."""
        if self.handler.sample is not None:
            action = self.handler.sample(self.state, self.question, rng)
            return action if action is not None and self.check(action) else None
        listed = list(self.handler.candidates(self.state, self.question))
        rng.shuffle(listed)
        return next((a for a in listed if self.check(a)), None)

    def has_legal_action(self) -> bool:
        """Is there any legal action of this kind (that was found)?"""
        return (
            any(True for _ in islice(self.candidates(), 1))
            or self.sample(random.Random(0)) is not None
        )


class BaseHandlerRegistry:
    """The rules of one module: steps of frames, and answers to questions. It is filled as the module is read, then left alone."""

    def __init__(self) -> None:
        self.steps = StepRegistry()
        self.handlers: list[ActionHandler] = []

    def step(self, frame: Any, name: str) -> Callable[[StepFunction], StepFunction]:
        """Marks the function that does one step of a kind of frame."""
        return self.steps.step(frame, name)

    def register_answer(
        self,
        question: type[Question],
        action: type[Action],
        *,
        text: str,
        decide: DecideFunction,
        check: CheckFunction = lambda state, asked, action: LEGAL,
        candidates: CandidatesFunction = lambda state, asked: (),
        sample: SampleFunction | None = None,
    ) -> None:
        """Say that an action of this kind can answer a question of this kind."""
        self.handlers.append(
            ActionHandler(question, action, text, check, decide, candidates, sample)
        )


class HandlerTable(dict[tuple[type[Question], type[Action]], ActionHandler]):
    """How each kind of action answers each kind of question, of all chapters of a game in their order."""

    def __init__(self, chapters: Iterable[BaseHandlerRegistry]) -> None:
        super().__init__(
            {(h.question, h.action): h for chapter in chapters for h in chapter.handlers}
        )
        self._of: dict[type[Question], tuple[ActionHandler, ...]] = {}
        for handler in self.values():
            self._of[handler.question] = (*self._of.get(handler.question, ()), handler)

    def handlers_for(self, question: Question) -> tuple[ActionHandler, ...]:
        """The handlers of every action that can answer this question."""
        return self._of.get(type(question), ())
