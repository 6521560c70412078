"""Handlers: for each kind of question, the actions that answer it and the rule behind each.

The same handler refuses, offers and executes an action, so each rule exists only once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.actions import LEGAL, Action, Choose, Pass, Verdict
from wc3d.engine.agenda import Question, Resolution, StepFunction, StepRegistry

CheckFunction = Callable[[Any, Any, Any], Verdict]
DecideFunction = Callable[[Resolution, Any, Any], None]
CandidatesFunction = Callable[[Any, Any], Iterable[Action]]
OptionsFunction = Callable[[Any, Any], Iterable[str]]
SampleFunction = Callable[[Any, Any, random.Random], "Action | None"]


@memo_per_process(Size.LARGE)
def action_type_name(action: type[Action]) -> str:
    """Return the name of a kind of action in files."""
    return str(action.model_fields["type"].default)


@dataclass(frozen=True, slots=True)
class ActionHandler:
    """The handler of one kind of action as the answer to one kind of question.

    `check` applies the rules. `decide` executes the action, after the question has left the
    agenda. `candidates` lists listable actions, to be checked. `sample` finds a legal action at
    random if the choices are continuous.
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
    """An offer: one kind of action, in one state, in answer to one question."""

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
        """The player who may take the action."""
        return self.question.player

    @property
    def text(self) -> str:
        """The description of the action for people."""
        return self.handler.text

    def check(self, action: Action) -> Verdict:
        """Return whether this action is legal now."""
        return self.handler.check(self.state, self.question, action)

    def candidates(self) -> Iterator[Action]:
        """Yield the legal actions of this kind that can be listed."""
        return (a for a in self.handler.candidates(self.state, self.question) if self.check(a))

    def sample(self, rng: random.Random) -> Action | None:
        """Return a random legal action of this kind, or None."""
        if self.handler.sample is not None:
            action = self.handler.sample(self.state, self.question, rng)
            return action if action is not None and self.check(action) else None
        listed = list(self.handler.candidates(self.state, self.question))
        rng.shuffle(listed)
        return next((a for a in listed if self.check(a)), None)

    def has_legal_action(self) -> bool:
        """Return whether a legal action of this kind was found."""
        return (
            any(True for _ in islice(self.candidates(), 1))
            or self.sample(random.Random(0)) is not None
        )


class BaseHandlerRegistry:
    """The rules of a module, registered during import: steps of frames, answers to questions."""

    def __init__(self) -> None:
        self.steps = StepRegistry()
        self.handlers: list[ActionHandler] = []

    def step(self, frame: Any, name: str) -> Callable[[StepFunction], StepFunction]:
        """Register the function for one step of a kind of frame."""
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
        """Register a kind of action as an answer to a kind of question."""
        self.handlers.append(
            ActionHandler(question, action, text, check, decide, candidates, sample)
        )

    def register_choice(
        self,
        question: type[Question],
        *,
        text: str,
        options: OptionsFunction,
        decide: DecideFunction,
        refusal: CheckFunction,
    ) -> None:
        """Register a choice among options as answer; `refusal` returns the verdict on others."""

        def check(state: Any, asked: Any, action: Choose) -> Verdict:
            if action.option in options(state, asked):
                return LEGAL
            return refusal(state, asked, action.option)

        def candidates(state: Any, asked: Any) -> Iterable[Choose]:
            return (
                Choose(player=asked.player, option=option)
                for option in dict.fromkeys(options(state, asked))
            )

        self.register_answer(
            question, Choose, text=text, check=check, decide=decide, candidates=candidates
        )

    def register_pass(
        self,
        question: type[Question],
        *,
        text: str,
        decide: DecideFunction,
        check: CheckFunction = lambda state, asked, action: LEGAL,
    ) -> None:
        """Register passing as an answer."""
        self.register_answer(
            question,
            Pass,
            text=text,
            check=check,
            decide=decide,
            candidates=lambda state, asked: (Pass(player=asked.player),),
        )


class HandlerTable(dict[tuple[type[Question], type[Action]], ActionHandler]):
    """The handlers of all chapters of a game in order, by kinds of question and action."""

    def __init__(self, chapters: Iterable[BaseHandlerRegistry]) -> None:
        super().__init__(
            {(h.question, h.action): h for chapter in chapters for h in chapter.handlers}
        )
        self._of: dict[type[Question], tuple[ActionHandler, ...]] = {}
        for handler in self.values():
            self._of[handler.question] = (*self._of.get(handler.question, ()), handler)

    def handlers_for(self, question: Question) -> tuple[ActionHandler, ...]:
        """Return the handlers of every action that can answer this question."""
        return self._of.get(type(question), ())
