"""Show the game's progress: Pulse round, turn, its nine steps, victory points."""

from __future__ import annotations

from wc3d.engine.agenda import find_frame
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.triggers import Opened
from wc3d.games.neo_mechanika.rules.action_dispatcher import STEP_NAMES
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.presentation.display_values import TurnBar
from wc3d.presentation.icons import ICONS

SHORT_STEP_NAMES = (
    "Ready",
    "Charge",
    "Cypher",
    "Activate",
    "Cypher",
    "Deploy",
    "Gate",
    "Discard",
    "Draw",
)
"""The nine steps of a turn in a word each."""
STEP_LABELS = tuple((short, STEP_NAMES[number]) for number, short in enumerate(SHORT_STEP_NAMES, 1))


def turn_bar_of(state: State) -> TurnBar:
    """Return the contents of the top bar."""
    points = f"{ICONS['star']} {state.players[1].points} : {state.players[2].points}"
    tip = f"{state.setup.mission.name}: the score, and what the mission asks for"
    if not state.round:
        return TurnBar("Setting up", points=points, points_tip=tip, steps=STEP_LABELS)
    heading = f"Round {state.round}/{PULSE_ROUNDS}"
    return TurnBar(
        heading, state.active, f"turn {state.turn}", points, tip, STEP_LABELS, current_step(state)
    )


def current_step(state: State) -> int:
    """Return the step of the turn; questions at its beginning belong to the first step."""
    opened = find_frame(state, Opened)
    return (
        0
        if not state.round
        else 1
        if opened is not None and opened.window is Moment.TURN_START
        else state.phase
    )


def make_announcement(old_state: State, new_state: State) -> str:
    """Return an announcement with the points if a Pulse round has ended, else an empty string."""
    if not 0 < old_state.round < new_state.round:
        return ""
    points = ", ".join(
        f"{new_state.setup.names[p - 1]} {new_state.players[p].points} VP" for p in PLAYERS
    )
    return f"Pulse round {old_state.round} is over: {points}"
