"""Dispatch actions and questions to their handlers, for every game that has handlers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wc3d.engine.action_handlers import HandlerOffer, HandlerTable
from wc3d.engine.actions import LEGAL, PLAYERS, Action, Concede, Verdict
from wc3d.engine.agenda import Question, Resolution, find_open_question


@dataclass(frozen=True)
class ActionDispatcher:
    """The dispatcher of a game's actions.

    `refuse` makes a refusal from its code, sentence and rule. `game_over_rule`,
    `wrong_player_rule` and `not_now_rule` are the rules against actions after the end, by the
    wrong player, or out of order. For an action out of order, `describe_moment` describes the
    point in the turn, and `describe_timing` says when the action is possible.
    """

    handlers: HandlerTable
    refuse: Callable[[str, str, str], Verdict]
    game_over_rule: str
    wrong_player_rule: str
    not_now_rule: str
    concede: Callable[[Resolution, int], None]
    describe_moment: Callable[[Any], str] = lambda state: ""
    describe_timing: Callable[[Action], str] = lambda action: ""

    def to_act(self, state: Any) -> int | None:
        """Return the player who must act; None when the game is over."""
        current_question = find_open_question(state)
        return current_question.player if current_question is not None and not state.over else None

    def check(self, state: Any, action: Action) -> Verdict:
        """Return whether an action is legal now. A refusal has a code, a sentence and a rule."""
        current_question = find_open_question(state)
        if state.over or current_question is None:
            return self.refuse("game_over", "the game is over", self.game_over_rule)
        if isinstance(action, Concede) and action.player in PLAYERS:
            return LEGAL  # legal at any time, for either player
        if action.player != current_question.player:
            return self.refuse(
                "wrong_player",
                f"it is player {current_question.player}'s turn to decide",
                self.wrong_player_rule,
            )
        handler = self.handlers.get((type(current_question), type(action)))
        if handler is None:
            return self._refuse_action(state, current_question, action)
        return handler.check(state, current_question, action)

    def _refuse_action(self, state: Any, question: Question, action: Action) -> Verdict:
        possible = ", ".join(sorted({h.text for h in self.handlers.handlers_for(question)}))
        moment = f" ({moment_text})" if (moment_text := self.describe_moment(state)) else ""
        action_name = action.type.replace("_", " ")
        timing_note = f"; {timing}" if (timing := self.describe_timing(action)) else ""
        return self.refuse(
            "not_now",
            f"{action_name} is not possible now{moment}{timing_note}; possible now: {possible}",
            self.not_now_rule,
        )

    def decide(self, resolution: Resolution, action: Action) -> None:
        """Execute an action and its consequences, up to the next question."""
        if isinstance(action, Concede):
            self.concede(resolution, action.player)
            return
        question = resolution.pop()
        self.handlers[type(question), type(action)].decide(resolution, question, action)  # type: ignore[index]
        resolution.run()

    def offers(self, state: Any, player: int) -> tuple[HandlerOffer, ...]:
        """Return the player's offers."""
        current_question = find_open_question(state)
        if state.over or current_question is None or current_question.player != player:
            return ()
        return tuple(
            HandlerOffer(state, current_question, handler)
            for handler in self.handlers.handlers_for(current_question)
        )
