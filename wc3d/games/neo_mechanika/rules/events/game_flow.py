"""Events of the game's course: dice, turns, steps, tokens, Arc, points and the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine import common_events
from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.state import XYZ, State


@dataclass(frozen=True, slots=True)
class Rolled(common_events.BaseRolled):
    """A player rolls dice: purpose, results (Action Dice first) and sum.

    `rule` is the rule that requires the roll or defines a reroll's dice. `again` marks a reroll.
    """

    RULE: ClassVar[str] = "NM-SIL-69"
    action: tuple[int, ...] = ()
    power: tuple[int, ...] = ()
    plain: tuple[int, ...] = ()  # d6
    rule: str = ""
    again: bool = False

    @property
    def strikes(self) -> int:
        """The strikes rolled (p. 26)."""
        return sum(self.action) + sum(self.power)


@dataclass(frozen=True, slots=True)
class RollRepeated(common_events.BaseRollRepeated):
    """A roll does not count and is repeated. `why` is the reason, as a clause."""

    RULE: ClassVar[str] = "NM-SIL-26"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RoundBegan(common_events.BaseRoundBegan):
    """A Pulse round begins."""

    RULE: ClassVar[str] = "NM-PUL-01"

    def evolve(self, state: State) -> State:
        return replace_fields(state, round=self.round, tracker=0)


@dataclass(frozen=True, slots=True)
class TurnBegan(common_events.BaseTurnBegan):
    """A player's turn begins."""

    RULE: ClassVar[str] = "NM-TRN-13"

    def evolve(self, state: State) -> State:
        tracker = state.tracker + (1 if self.player == state.first else 0)
        return replace_fields(
            state, active=self.player, turn=state.turn + 1, tracker=tracker, tally=()
        )


@dataclass(frozen=True, slots=True)
class PhaseBegan(common_events.BasePhaseBegan):
    """A step of the turn begins (1 to 9)."""

    RULE: ClassVar[str] = "NM-TRN-01"
    phase: int


@dataclass(frozen=True, slots=True)
class SidesTaken(Event):
    """The roll for the first turn decides the first player and the players' sides."""

    RULE: ClassVar[str] = "NM-SET-06"
    first: int
    sides: tuple[str, str]

    def evolve(self, state: State) -> State:
        state = replace_fields(state, first=self.first)
        return state.with_player(1, side=self.sides[0]).with_player(2, side=self.sides[1])


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """Units lose their activation tokens at the start of a turn."""

    RULE: ClassVar[str] = "NM-TRN-02"
    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = state.with_unit(unit, token=False)
        return state


@dataclass(frozen=True, slots=True)
class TokenGiven(Event):
    """A unit gets an activation token. `why`: a "fall" or an ability; empty for its activation."""

    RULE: ClassVar[str] = "NM-ACT-02"
    unit: str
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, token=True)


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    """A unit loses its activation token by the ability or Cypher `why`."""

    RULE: ClassVar[str] = "NM-ACT-04"
    unit: str
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, token=False)


@dataclass(frozen=True, slots=True)
class ActivationBegan(Event):
    """A unit activates."""

    RULE: ClassVar[str] = "NM-TRN-05"
    unit: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, used=())


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    """A unit's activation ends."""

    RULE: ClassVar[str] = "NM-ACT-02"
    unit: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player passes."""

    player: int
    what: str


@dataclass(frozen=True, slots=True)
class Conceded(common_events.BaseConceded):
    """A player concedes."""

    RULE: ClassVar[str] = "NM-SIL-01"


@dataclass(frozen=True, slots=True)
class GameEnded(common_events.BaseGameEnded):
    """The game ends. `winner` is 0 for a draw."""

    RULE: ClassVar[str] = "NM-VIC-01"


def _move_well_arc(state: State, holder: str, arc: int) -> State:
    """Move Arc from the owner's well to a unit or void gate, or back if `arc` is negative."""
    player = state.owner(holder)
    state = state.with_player(player, well=state.players[player].well - arc)
    change = state.with_gate if holder in state.gates else state.with_unit
    return change(holder, arc=state.arc_on(holder) + arc)


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """Arc moves from the well onto a unit or void gate."""

    RULE: ClassVar[str] = "NM-ARC-02"
    on: str
    arc: int
    why: str = ""

    def evolve(self, state: State) -> State:
        return _move_well_arc(state, self.on, self.arc)


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """Arc moves from a unit or void gate to its owner's well."""

    RULE: ClassVar[str] = "NM-ARC-04"
    on: str
    arc: int
    why: str = ""

    def evolve(self, state: State) -> State:
        return _move_well_arc(state, self.on, -self.arc)


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Event):
    """A model picks up a portable objective."""

    RULE: ClassVar[str] = "NM-OBJ-07"
    model: str
    objective: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, carrying=self.objective)


@dataclass(frozen=True, slots=True)
class ObjectiveDropped(Event):
    """A model puts down a portable objective."""

    RULE: ClassVar[str] = "NM-OBJ-10"
    objective: str
    at: XYZ

    def evolve(self, state: State) -> State:
        for model in [m.id for m in state.models.values() if m.carrying == self.objective]:
            state = state.with_model(model, carrying="")
        return state.with_objective(self.objective, at=self.at)


@dataclass(frozen=True, slots=True)
class ObjectiveRemoved(Event):
    """An objective is removed from the table."""

    RULE: ClassVar[str] = "NM-UNP-04"
    objective: str

    def evolve(self, state: State) -> State:
        return state.with_objective(self.objective, removed=True)


@dataclass(frozen=True, slots=True)
class ZonesActive(Event):
    """The drop zones with this number become active, all others inactive."""

    RULE: ClassVar[str] = "NM-ORD-03"
    number: int

    def evolve(self, state: State) -> State:
        marked = {
            id: replace(o, active=o.number == self.number) for id, o in state.objectives.items()
        }
        return replace_fields(state, objectives=marked)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player scores victory points. An `objective` scores once in this round."""

    RULE: ClassVar[str] = "NM-PUL-05"
    player: int
    points: int
    why: str
    objective: str = ""

    def evolve(self, state: State) -> State:
        state = state.with_player(
            self.player, points=state.players[self.player].points + self.points
        )
        if not self.objective:
            return state
        return replace_fields(
            state, scored=(*state.scored, (self.player, self.objective, state.round))
        )


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """A secondary mission's count for this turn rises. The log does not show it."""

    what: str

    def evolve(self, state: State) -> State:
        tally = dict(state.tally)
        tally[self.what] = tally.get(self.what, 0) + 1
        return replace_fields(state, tally=tuple(sorted(tally.items())))


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """Something that counts once per game has happened. The log does not show it."""

    what: str

    def evolve(self, state: State) -> State:
        return replace_fields(state, done=(*state.done, self.what))
