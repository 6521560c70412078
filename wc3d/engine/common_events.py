"""Events that every game of this kind has: dice, rounds, turns, attacks, and the end.

A game's event extends one of these: `Moved` extends `BaseMoved`. It adds its rule, its own fields
and its change of the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import Event

Place = tuple[float, float, float]
"""A place in inches: x, y, z."""


@dataclass(frozen=True, slots=True)
class BaseRolled(Event):
    """A player rolls dice; `why` is the reason in words."""

    player: int
    why: str


@dataclass(frozen=True, slots=True)
class BaseRollRepeated(Event):
    """A roll does not count and is repeated. `why` is the reason, as a clause."""

    why: str


@dataclass(frozen=True, slots=True)
class BaseRoundBegan(Event):
    """A round begins."""

    round: int

    def evolve(self, state: Any) -> Any:
        return replace_fields(state, round=self.round)


@dataclass(frozen=True, slots=True)
class BaseTurnBegan(Event):
    """A player's turn begins."""

    player: int


@dataclass(frozen=True, slots=True)
class BasePhaseBegan(Event):
    """A phase of the turn begins."""

    phase: int | str

    def evolve(self, state: Any) -> Any:
        return replace_fields(state, phase=self.phase)


@dataclass(frozen=True, slots=True)
class BaseMoved(Event):
    """A model moves along a track, the path of its base's center."""

    model: str
    track: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class BaseAttackDeclared(Event):
    """A model declares an attack with a weapon. `line` is its line of sight, if it has one."""

    attacker: str
    weapon: str
    target: str
    kind: str
    line: tuple[Place, Place] | None = None


@dataclass(frozen=True, slots=True)
class BaseHit(Event):
    """An attack hits."""

    attacker: str
    target: str


@dataclass(frozen=True, slots=True)
class BaseMissed(Event):
    """An attack misses."""

    attacker: str
    target: str


@dataclass(frozen=True, slots=True)
class BaseDamaged(Event):
    """A model suffers damage points; 0 is possible."""

    model: str
    points: int


@dataclass(frozen=True, slots=True)
class BaseConceded(Event):
    """A player concedes."""

    player: int


@dataclass(frozen=True, slots=True)
class BaseGameEnded(Event):
    """The game ends. `winner` is 0 for a draw."""

    winner: int
    why: str

    def evolve(self, state: Any) -> Any:
        return replace_fields(state, winner=self.winner, over=True, agenda=())
