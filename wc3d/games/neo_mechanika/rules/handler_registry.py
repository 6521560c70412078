"""Registries of the handlers in one rules module: frame steps, answers, effects.

Each module names its registry `REGISTRY`; `wc3d.games.neo_mechanika.rules.all_handlers` combines
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.action_handlers import BaseHandlerRegistry, CheckFunction, DecideFunction
from wc3d.engine.actions import LEGAL
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.events import Passed

EffectResolver = Callable[[Resolution, Any, Any], None]
"""A function that resolves an effect, from the resolution, the effect and the use."""


class HandlerRegistry(BaseHandlerRegistry):
    """The handlers of one module, filled while the module is imported."""

    def __init__(self) -> None:
        super().__init__()
        self.effects: dict[type, EffectResolver] = {}

    def register_effect(self, kind: type) -> Callable[[EffectResolver], EffectResolver]:
        """Register the resolver of a kind of effect."""

        def mark(resolver: EffectResolver) -> EffectResolver:
            self.effects[kind] = resolver
            return resolver

        return mark

    def register_pass(
        self,
        question: type[Question],
        *,
        text: str,
        what: Callable[[Any], str] = lambda asked: "",
        decide: DecideFunction | None = None,
        check: CheckFunction = lambda state, asked, action: LEGAL,
    ) -> None:
        """Register passing as an answer; `what` describes the pass in the log."""
        super().register_pass(
            question,
            text=text,
            check=check,
            decide=decide or (lambda r, asked, action: r.emit(Passed(asked.player, what(asked)))),
        )
