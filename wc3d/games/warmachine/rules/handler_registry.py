"""The registry in which each rule module lists its handlers."""

from __future__ import annotations

from typing import Any

from wc3d.engine.action_handlers import (
    BaseHandlerRegistry,
    CheckFunction,
    DecideFunction,
    OptionsFunction,
)
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question
from wc3d.games.warmachine.rules.events import Declined
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import State


class HandlerRegistry(BaseHandlerRegistry):
    """The handlers of one rule module, registered during its import."""

    def register_choice_by_rule(
        self,
        question: type[Question],
        *,
        text: str,
        options: OptionsFunction,
        decide: DecideFunction,
        rule: str,
    ) -> None:
        """Register a choice among options that a rule gives."""

        def refuse_other(state: State, asked: Any, option: str) -> Verdict:
            return refuse(
                "no_option",
                f"expected one of {', '.join(options(state, asked))}, found {option!r}",
                rule,
            )

        self.register_choice(
            question, text=text, options=options, decide=decide, refusal=refuse_other
        )

    def register_pass(
        self,
        question: type[Question],
        *,
        text: str,
        what: str = "",
        rule: str = "",
        decide: DecideFunction | None = None,
        check: CheckFunction = lambda state, asked, action: LEGAL,
    ) -> None:
        """Register a question that may be passed.

        The log reports `what` the player declines, as a verb phrase, and the `rule` that allows
        it.
        """
        super().register_pass(
            question,
            text=text,
            check=check,
            decide=decide or (lambda r, asked, action: r.emit(Declined(asked.player, what, rule))),
        )
