"""The setup: racks, hands, first-turn roll, sides and initial deployment (p. 26)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.engine.dice import D6
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.book.rulings import INITIAL_DEPLOYMENT_COST
from wc3d.games.neo_mechanika.rules.events import Rolled, RollRepeated, SidesTaken
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import PLAYERS, opponent_of
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion, deployable_units
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.rules.turn.racks import draw_to_hand_size, shuffle_rack

REGISTRY = HandlerRegistry()

TABLE_SIDES = ("south", "north")


@dataclass(frozen=True, slots=True)
class SetupFrame(Frame):
    """The steps before the first turn. `rolled` has each player's d6 result."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "racks",
        "roll",
        "rolled",
        "choice",
        "first_deploys",
        "second_deploys",
        "play",
    )
    rolled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceQuestion(Question):
    """A choice of the first turn or a side (NM-SIL-03). `first`: the first player, 0 if open."""

    first: int = 0

    @property
    def options(self) -> tuple[str, ...]:
        """The options to choose from."""
        return TABLE_SIDES if self.first else ("first", *TABLE_SIDES)


@REGISTRY.step(SetupFrame, "racks")
def _prepare_racks(r: Resolution, frame: SetupFrame) -> None:
    """Shuffle each player's rack and draw a hand (NM-SIL-02)."""
    for player in PLAYERS:
        shuffle_rack(r, player)
        draw_to_hand_size(r, player)


@REGISTRY.step(SetupFrame, "roll")
def _roll(r: Resolution, frame: SetupFrame) -> SetupFrame:
    """Roll a d6 for each player (NM-SET-06); repeat ties (NM-SIL-03)."""
    rolls: list[int] = []
    for player in PLAYERS:
        results = r.roll((D6,), player, "first turn or choice of side")
        r.emit(Rolled(player, "first turn or choice of side", plain=results, rule="NM-SET-06"))
        rolls += results
    return replace(frame, rolled=tuple(rolls))


@REGISTRY.step(SetupFrame, "rolled")
def _repeat_tied_roll(r: Resolution, frame: SetupFrame) -> SetupFrame | None:
    if frame.rolled[0] != frame.rolled[1]:
        return None
    r.emit(RollRepeated(f"both players rolled {frame.rolled[0]}", "NM-SIL-03"))
    return replace(frame, step="roll")


@REGISTRY.step(SetupFrame, "choice")
def _ask_choice(r: Resolution, frame: SetupFrame) -> None:
    r.push(ChoiceQuestion(player=1 if frame.rolled[0] > frame.rolled[1] else 2))


@REGISTRY.step(SetupFrame, "first_deploys")
def _ask_first_player(r: Resolution, frame: SetupFrame) -> None:
    """Ask the first player to deploy up to 5 DC (NM-SET-07, NM-SIL-06)."""
    _ask_to_deploy(r, r.state.first)


@REGISTRY.step(SetupFrame, "second_deploys")
def _ask_second_player(r: Resolution, frame: SetupFrame) -> None:
    _ask_to_deploy(r, opponent_of(r.state.first))


@REGISTRY.step(SetupFrame, "play")
def _begin_play(r: Resolution, frame: SetupFrame) -> None:
    """Begin the first Pulse round (NM-SET-09)."""
    r.push(GameFrame())


def _ask_to_deploy(r: Resolution, player: int) -> None:
    if deployable_units(r.state, player, INITIAL_DEPLOYMENT_COST):
        r.push(InitialQuestion(player=player, left=INITIAL_DEPLOYMENT_COST))


def _choose(r: Resolution, question: ChoiceQuestion, action: Choose) -> None:
    """Give the first turn or a side to the roll's winner, the rest to the other (NM-SIL-03)."""
    if action.option == "first":
        r.push(ChoiceQuestion(player=opponent_of(question.player), first=question.player))
        return
    opposite = TABLE_SIDES[1 - TABLE_SIDES.index(action.option)]
    sides = (action.option, opposite) if question.player == 1 else (opposite, action.option)
    r.emit(SidesTaken(question.first or opponent_of(question.player), sides))


REGISTRY.register_choice(
    ChoiceQuestion,
    text="choose the first turn or a table side",
    decide=_choose,
    options=lambda state, asked: asked.options,
    refusal=lambda state, asked, option: refuse(
        "no_such_option",
        f"expected one of {', '.join(asked.options)}, found {option!r}",
        "NM-SIL-03",
    ),
)
