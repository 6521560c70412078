"""The events of a simple game. Each changes the state, and has its words and its display.

Your own event is a frozen dataclass on top of `SimpleEvent`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.dice import D6, Die
from wc3d.geometry.points import XYZ
from wc3d.presentation.display_values import DisplayedRoll, EventDisplay
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import Pen


@dataclass(frozen=True, slots=True)
class SimpleEvent(Event):
    """Something that happened. The methods get the state just before it."""

    def words(self, state: Any) -> str:
        """Return the line of the log; "" for none."""
        return ""

    def display(self, state: Any) -> EventDisplay:
        """Return what a screen shows."""
        return EventDisplay()


@dataclass(frozen=True, slots=True)
class FirstPlayerRolled(SimpleEvent):
    """A player wins the roll for the first turn."""

    player: int
    faces: tuple[int, int]

    def evolve(self, state: Any) -> Any:
        return replace(state, first=self.player)

    def words(self, state: Any) -> str:
        name = state.player_name(self.player)
        return f"{name} goes first ({max(self.faces)} against {min(self.faces)})"

    def display(self, state: Any) -> EventDisplay:
        dice = ((D6, (max(self.faces),)),)
        return EventDisplay(roll=DisplayedRoll(self.player, "the first turn", dice))


@dataclass(frozen=True, slots=True)
class RoundStarted(SimpleEvent):
    """A round begins: every model may act again."""

    round: int

    def evolve(self, state: Any) -> Any:
        models = tuple(replace(model, used=(), is_done=False) for model in state.models)
        return replace(state, round=self.round, player=0, active="", models=models)

    def words(self, state: Any) -> str:
        return f"Round {self.round} of {state.rounds}"

    def display(self, state: Any) -> EventDisplay:
        return EventDisplay(round=self.round)


@dataclass(frozen=True, slots=True)
class TurnStarted(SimpleEvent):
    """A player's turn begins."""

    player: int

    def evolve(self, state: Any) -> Any:
        return replace(state, player=self.player, active="")


@dataclass(frozen=True, slots=True)
class ActionUsed(SimpleEvent):
    """A model uses one of its kinds of actions for this round."""

    model: str
    type: str

    def evolve(self, state: Any) -> Any:
        used = (*state.model(self.model).used, self.type)
        return replace(state.with_model(self.model, used=used), active=self.model)


@dataclass(frozen=True, slots=True)
class ModelsFinished(SimpleEvent):
    """Models have finished for this round: the active one, or all of a player who waits."""

    player: int
    models: tuple[str, ...]

    def evolve(self, state: Any) -> Any:
        for id in self.models:
            if state.has_model(id):
                state = state.with_model(id, is_done=True)
        return replace(state, active="")

    def words(self, state: Any) -> str:
        return "" if state.active else f"{state.player_name(self.player)} waits"


@dataclass(frozen=True, slots=True)
class ModelWalked(SimpleEvent):
    """A model moves along a track, the path of its base's center."""

    model: str
    track: tuple[XYZ, ...]

    def evolve(self, state: Any) -> Any:
        return state.with_model(self.model, at=self.track[-1])

    def words(self, state: Any) -> str:
        x, y, _ = self.track[-1]
        return f"{state.name_of(self.model)} moves to ({x:g}, {y:g})"

    def display(self, state: Any) -> EventDisplay:
        return EventDisplay(tracks={self.model: self.track}, places=self.track)


@dataclass(frozen=True, slots=True)
class DiceShot(SimpleEvent):
    """A model attacks another with dice. `result` says what came of it: "a hit"."""

    model: str
    target: str
    faces: tuple[int, ...]
    result: str
    die: Die = D6

    def words(self, state: Any) -> str:
        shown = ", ".join(map(str, self.faces))
        names = f"{state.name_of(self.model)} attacks {state.name_of(self.target)}"
        return f"{names}: {shown}, {self.result}"

    def display(self, state: Any) -> EventDisplay:
        attacker = state.model(self.model)
        line = (attacker.at, state.model(self.target).at)
        dice = ((self.die, self.faces),)
        return EventDisplay(
            attack=Stroke(line, Pen.CLEAR),
            ends_attack=True,
            roll=DisplayedRoll(attacker.player, "the attack", dice, self.result),
            places=line,
        )


@dataclass(frozen=True, slots=True)
class ModelHurt(SimpleEvent):
    """A model loses health. Without health it leaves the table."""

    model: str
    damage: int = 1

    def evolve(self, state: Any) -> Any:
        return state.with_model(self.model, health=state.model(self.model).health - self.damage)

    def words(self, state: Any) -> str:
        remaining = state.model(self.model).health - self.damage
        effect = f"loses {self.damage} health" if remaining > 0 else "is destroyed"
        return f"{state.name_of(self.model)} {effect}"

    def display(self, state: Any) -> EventDisplay:
        model = state.model(self.model)
        is_destroyed = model.health <= self.damage
        return EventDisplay(
            hurt_models=(model.id,),
            destroyed_models=(model.id,) if is_destroyed else (),
            places=(model.at,),
        )


@dataclass(frozen=True, slots=True)
class PointsWon(SimpleEvent):
    """A player scores points. `why` says what for, as in "for the hill"."""

    player: int
    points: int
    why: str = ""

    def evolve(self, state: Any) -> Any:
        first, second = state.points
        added = (self.points, 0) if self.player == 1 else (0, self.points)
        return replace(state, points=(first + added[0], second + added[1]))

    def words(self, state: Any) -> str:
        number = f"{self.points} point" if self.points == 1 else f"{self.points} points"
        return f"{state.player_name(self.player)} scores {number} {self.why}".rstrip()


@dataclass(frozen=True, slots=True)
class ModelRelocated(SimpleEvent):
    """A judge puts a model elsewhere."""

    model: str
    at: XYZ
    why: str

    def evolve(self, state: Any) -> Any:
        return state.with_model(self.model, at=self.at)

    def words(self, state: Any) -> str:
        reason = f": {self.why}" if self.why else ""
        x, y, _ = self.at
        return f"The judge puts {state.name_of(self.model)} at ({x:g}, {y:g}){reason}"

    def display(self, state: Any) -> EventDisplay:
        track = (state.model(self.model).at, self.at)
        return EventDisplay(tracks={self.model: track}, is_sliding=True, places=track)


@dataclass(frozen=True, slots=True)
class GameFinished(SimpleEvent):
    """The game ends. `winner` is 0 for a draw."""

    winner: int
    why: str

    def evolve(self, state: Any) -> Any:
        return replace(
            state, winner=self.winner, why=self.why, over=True, player=0, active="", agenda=()
        )

    def words(self, state: Any) -> str:
        return describe_ending(state, self.winner, self.why)


def describe_ending(state: Any, winner: int, why: str) -> str:
    """Return a sentence on the end of the game."""
    return f"{state.player_name(winner)} wins: {why}" if winner else f"The game is a draw: {why}"
