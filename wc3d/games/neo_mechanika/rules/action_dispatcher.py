"""The legal decisions in a state: who may decide, and the results, by the rules."""

from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.engine.dispatch import ActionDispatcher
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.missions import victory
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State

STEP_NAMES = {
    0: "setup",
    1: "the Ready Phase",
    2: "the Charging Phase",
    3: "playing a Cypher",
    4: "the Activation Phase",
    5: "playing a second Cypher",
    6: "the Deployment Phase",
    7: "placing a void gate",
    8: "discarding",
    9: "drawing",
}
"""The display names of the nine steps of a turn (NM-TRN-01)."""


TIMING_PHRASES = {
    "charge": "you charge in step 2",
    "clear": "you clear Arc in step 2",
    "play": "you play Cyphers in steps 3 and 5",
    "activate": "you activate one unit in step 4, and one more solo if you like",
    "deploy": "you deploy in step 6",
    "recall": "you recall in step 6",
    "place_gate": "you place a void gate in step 7",
    "discard": "you discard in step 8",
}
"""The step of the turn for each type of action with a fixed step (NM-TRN-01, NM-TRN-06)."""


def describe_timing(action: Action) -> str:
    """Return the time of an action in words, or "" if its type has no fixed step."""
    return TIMING_PHRASES.get(action.type, "")


def describe_step(state: State) -> str:
    """Return the step of the turn with its number."""
    step_name = STEP_NAMES[state.phase]
    return f"step {state.phase}, {step_name}" if state.phase else step_name


DECISIONS = ActionDispatcher(
    ACTION_HANDLERS,
    refuse,
    game_over_rule="NM-VIC-01",
    wrong_player_rule="NM-TRN-13",
    not_now_rule="NM-TRN-01",
    concede=victory.concede,
    describe_moment=describe_step,
    describe_timing=describe_timing,
)
"""The dispatcher of questions and actions. A player may concede at any time (NM-SIL-01)."""
