"""What one module of the rules brings: steps of frames, answers to questions, what the effects of abilities do.

A module names its chapter `REGISTRY`; `wc3d.games.neo_mechanika.rules.all_handlers` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from wc3d.engine.action_handlers import BaseHandlerRegistry, CheckFunction, DecideFunction
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.actions import Choose, Pass
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_source, rule_page
from wc3d.games.neo_mechanika.rules.events import Passed
from wc3d.games.neo_mechanika.rules.state import State


def refuse(code: str, text: str, rule: str, evidence: Any = None) -> Verdict:
    """A refusal that cites a rule by its id."""
    page, source = _find_source(rule)
    return Verdict(False, code, text, page, rule, evidence, source)


@cache
def _find_source(rule: str) -> tuple[str, str]:
    """A rule's page, and where that is in words."""
    page = rule_page(rule)
    return page, describe_source(page, rule)


EffectResolver = Callable[[Resolution, Any, Any], None]
"""Lets an effect happen: the resolution, the effect, and the ability being used."""


class HandlerRegistry(BaseHandlerRegistry):
    """The rules of one module, each by what it is for. It is filled as the module is read, and then left alone."""

    def __init__(self) -> None:
        super().__init__()
        self.effects: dict[type, EffectResolver] = {}

    def register_effect(self, kind: type) -> Callable[[EffectResolver], EffectResolver]:
        """Marks the resolver of a kind of effect."""

        def mark(resolver: EffectResolver) -> EffectResolver:
            self.effects[kind] = resolver
            return resolver

        return mark

    def register_choice(
        self,
        question: type[Question],
        *,
        text: str,
        options: Callable[[State, Any], Iterable[str]],
        decide: DecideFunction,
        refusal: Callable[[State, Any, str], Verdict],
    ) -> None:
        """Say that a question is answered by one of its options; `refusal` is what anything else gets."""

        def check(state: State, pending_question: Any, action: Choose) -> Verdict:
            return (
                LEGAL
                if action.option in options(state, pending_question)
                else refusal(state, pending_question, action.option)
            )

        def candidates(state: State, pending_question: Any) -> Iterable[Choose]:
            return (
                Choose(player=pending_question.player, option=option)
                for option in dict.fromkeys(options(state, pending_question))
            )

        self.register_answer(
            question, Choose, text=text, check=check, decide=decide, candidates=candidates
        )

    def register_pass(
        self,
        question: type[Question],
        *,
        text: str,
        what: Callable[[Any], str] = lambda asked: "",
        decide: DecideFunction | None = None,
        check: CheckFunction = lambda state, asked, action: LEGAL,
    ) -> None:
        """Say that a question may be passed: nothing is done here, or nothing more (`what`, the log says)."""
        self.register_answer(
            question,
            Pass,
            text=text,
            check=check,
            decide=decide or (lambda r, asked, action: r.emit(Passed(asked.player, what(asked)))),
            candidates=lambda state, asked: (Pass(player=asked.player),),
        )
