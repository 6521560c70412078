"""What may be decided now, by whom, and what it does: every question to its handler."""
from __future__ import annotations

from wc3d.engine.actions import LEGAL, Action, Verdict
from wc3d.engine.agenda import Question, Resolution, question
from wc3d.engine.handlers import Ask
from wc3d.warcaster.actions import Concede
from wc3d.warcaster.chapters import HANDLERS
from wc3d.warcaster.handlers import refuse
from wc3d.warcaster.missions import victory
from wc3d.warcaster.state import PLAYERS, State

STEP_NAMES = {
    0: "the setup", 1: "the Ready Phase", 2: "the Charging Phase", 3: "playing a Cypher", 4: "the Activation Phase",
    5: "playing a second Cypher", 6: "the Deployment Phase", 7: "placing a void gate", 8: "discarding", 9: "drawing",
}  # fmt: skip
"""The nine steps of a turn, for people (NM-TRN-01)."""


def to_act(state: State) -> int | None:
    """Whose action is awaited? None when the game is over."""
    asked = question(state)
    return asked.player if asked is not None and not state.over else None


def check(state: State, action: Action) -> Verdict:
    """May this be done now? A refusal has a code, a sentence and a page."""
    asked = question(state)
    if state.over or asked is None:
        return refuse("game_over", "the game is over", "NM-VIC-01")
    if isinstance(action, Concede) and action.player in PLAYERS:
        return LEGAL  # at any time, whoever is to act (NM-SIL-01)
    if action.player != asked.player:
        return refuse("wrong_player", f"it is player {asked.player}'s to decide now", "NM-TRN-13")
    handler = HANDLERS.get((type(asked), type(action)))
    if handler is None:
        return _not_now(state, asked, action)
    return handler.check(state, asked, action)


def _not_now(state: State, asked: Question, action: Action) -> Verdict:
    possible = ", ".join(sorted({h.text for h in HANDLERS.of(asked)}))
    where = STEP_NAMES[state.phase]
    step = f"step {state.phase}, {where}" if state.phase else where
    said = f"{action.type.replace('_', ' ')} is not possible now ({step}); possible: {possible}"
    return refuse("not_now", said, "NM-TRN-01")


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
