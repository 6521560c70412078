"""What may be decided now, by whom, and what it does: every question to its handler."""
from __future__ import annotations

from wc3d.engine.actions import LEGAL, Action, Verdict
from wc3d.engine.agenda import Question, Resolution, question
from wc3d.engine.handlers import Ask
from wc3d.warmachine import victory
from wc3d.warmachine.actions import Concede
from wc3d.warmachine.chapter import refuse
from wc3d.warmachine.chapters import HANDLERS
from wc3d.warmachine.state import PLAYERS, State


def to_act(state: State) -> int | None:
    """Whose action is awaited? None when the game is over."""
    asked = question(state)
    return asked.player if asked is not None and not state.over else None


def check(state: State, action: Action) -> Verdict:
    """May this be done now? A refusal has a code, a sentence and the rule it rests on."""
    asked = question(state)
    if state.over or asked is None:
        return refuse("game_over", "the game is over", "WM-VIC-01")
    if isinstance(action, Concede) and action.player in PLAYERS:
        return LEGAL  # at any time, whoever is to act (WM-RUL-96)
    if action.player != asked.player:
        return refuse("wrong_player", f"it is player {asked.player}'s to decide now", "WM-TRN-01")
    handler = HANDLERS.get((type(asked), type(action)))
    if handler is None:
        return _not_now(state, asked, action)
    return handler.check(state, asked, action)


def _not_now(state: State, asked: Question, action: Action) -> Verdict:
    possible = ", ".join(dict.fromkeys(h.text for h in HANDLERS.of(asked)))
    return refuse("not_now", f"{action.type.replace('_', ' ')} is not possible now; possible: {possible}", "WM-TRN-05")


def decide(resolution: Resolution, action: Action) -> None:
    """Do what was asked, and all that follows, up to the next question."""
    if isinstance(action, Concede):
        victory.concede(resolution, action.player)
        return
    asked = resolution.pop()
    HANDLERS[type(asked), type(action)].decide(resolution, asked, action)  # type: ignore[index]
    resolution.run()


def offers(state: State, player: int) -> tuple[Ask, ...]:
    """What may be asked now by this player."""
    asked = question(state)
    if state.over or asked is None or asked.player != player:
        return ()
    return tuple(Ask(state, asked, handler) for handler in HANDLERS.of(asked))
