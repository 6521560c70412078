"""The events of the whole game: rolls, setup, rounds, turns, phases and the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine import common_events
from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules.state import XY, XYZ, CloudInPlay, State, opponent_of


@dataclass(frozen=True, slots=True)
class Rolled(common_events.BaseRolled):
    """A player rolls dice: the reason, the faces, and the total with its modifiers.

    `rule` requires the roll, if `kind` does not imply it. `again` marks a reroll; `rule` then
    determines its dice.
    """

    RULE: ClassVar[str] = "WM-ATK-05"
    faces: tuple[int, ...]
    total: int
    kind: str = "other"
    rule: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class RollRepeated(common_events.BaseRollRepeated):
    """A roll does not count and is repeated (WM-RUL-01). `why` is the reason as a clause."""

    RULE: ClassVar[str] = "WM-RUL-01"


@dataclass(frozen=True, slots=True)
class FirstTurnWon(Event):
    """A player wins the roll for the first turn (WM-SET-04)."""

    RULE: ClassVar[str] = "WM-SET-04"
    player: int


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen(Event):
    """A player is chosen to go first."""

    RULE: ClassVar[str] = "WM-SET-04"
    player: int

    def evolve(self, state: State) -> State:
        return replace(state, first=self.player, active=self.player)


@dataclass(frozen=True, slots=True)
class EdgeTaken(Event):
    """The first player chooses an edge; the other gets the opposite one (WM-RUL-02, WM-SET-06)."""

    RULE: ClassVar[str] = "WM-RUL-02"
    player: int
    side: str

    def evolve(self, state: State) -> State:
        opposite = "north" if self.side == "south" else "south"
        return replace(
            state, sides=(self.side, opposite) if self.player == 1 else (opposite, self.side)
        )


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """A model is deployed (WM-SET-05), or placed by a judge (`why` is then the reason)."""

    RULE: ClassVar[str] = "WM-SET-05"
    model: str
    at: XYZ
    facing: float
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at, facing=self.facing)


@dataclass(frozen=True, slots=True)
class RoundBegan(common_events.BaseRoundBegan):
    """A game round begins (WM-TRN-01)."""

    RULE: ClassVar[str] = "WM-TRN-01"


@dataclass(frozen=True, slots=True)
class TurnBegan(common_events.BaseTurnBegan):
    """A player's turn begins (WM-TRN-02)."""

    RULE: ClassVar[str] = "WM-TRN-02"

    def evolve(self, state: State) -> State:
        models = {
            id: replace_fields(m, assigned=0) if m.assigned else m for id, m in state.models.items()
        }
        units = {
            id: replace(unit, strength=len(state.members_of(id)))
            for id, unit in state.units.items()
        }
        return replace(
            state, active=self.player, turn=state.turn + 1, models=models, units=units, dared=()
        )


@dataclass(frozen=True, slots=True)
class PhaseBegan(common_events.BasePhaseBegan):
    """A phase of the turn begins (WM-TRN-05)."""

    RULE: ClassVar[str] = "WM-TRN-05"
    phase: str


@dataclass(frozen=True, slots=True)
class CloudPut(Event):
    """A cloud stays where its area came to rest (WM-CLD-01)."""

    RULE: ClassVar[str] = "WM-CLD-01"
    cloud: CloudInPlay

    def evolve(self, state: State) -> State:
        return replace(state, clouds=(*state.clouds, self.cloud))


@dataclass(frozen=True, slots=True)
class CloudsEnded(Event):
    """A player's clouds are removed (WM-RUL-53)."""

    RULE: ClassVar[str] = "WM-RUL-53"
    player: int

    def evolve(self, state: State) -> State:
        return replace(state, clouds=tuple(c for c in state.clouds if c.player != self.player))


@dataclass(frozen=True, slots=True)
class AreaPlaced(Event):
    """An area of effect comes to rest on its target or after a deviation (WM-AOE-01, WM-AOE-04)."""

    RULE: ClassVar[str] = "WM-AOE-01"
    center: XY
    diameter: float
    deviated: float = 0.0


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A player declines an option.

    `what` is a verb phrase ("makes no free strike"), `rule` allows it.
    """

    RULE: ClassVar[str] = "WM-RUL-18"
    player: int
    what: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Conceded(common_events.BaseConceded):
    """A player concedes the game (WM-RUL-96)."""

    RULE: ClassVar[str] = "WM-RUL-96"


@dataclass(frozen=True, slots=True)
class GameEnded(common_events.BaseGameEnded):
    """The game ends. `winner` is 0 for a draw."""

    RULE: ClassVar[str] = "WM-VIC-01"

    def evolve(self, state: State) -> State:
        return replace(state, winner=self.winner, why=self.why, over=True, agenda=())


def make_loss(player: int, reason: str) -> GameEnded:
    """Return the event that a player has lost."""
    return GameEnded(opponent_of(player), reason)
