"""What may be decided now, by whom, and what it does, by the rules of Neo-Mechanika."""
from __future__ import annotations

from wc3d.engine.decisions import Decisions
from wc3d.warcaster.chapters import HANDLERS
from wc3d.warcaster.handlers import refuse
from wc3d.warcaster.missions import victory
from wc3d.warcaster.state import State

STEP_NAMES = {
    0: "the setup", 1: "the Ready Phase", 2: "the Charging Phase", 3: "playing a Cypher", 4: "the Activation Phase",
    5: "playing a second Cypher", 6: "the Deployment Phase", 7: "placing a void gate", 8: "discarding", 9: "drawing",
}  # fmt: skip
"""The nine steps of a turn, for people (NM-TRN-01)."""


def step_words(state: State) -> str:
    """The step of the turn, with its number."""
    where = STEP_NAMES[state.phase]
    return f"step {state.phase}, {where}" if state.phase else where


DECISIONS = Decisions(
    HANDLERS, refuse, ended="NM-VIC-01", turn="NM-TRN-13", order="NM-TRN-01", concede=victory.concede, moment=step_words,
)  # fmt: skip
"""Every question to its handler; a player may give up at any time (NM-SIL-01)."""
