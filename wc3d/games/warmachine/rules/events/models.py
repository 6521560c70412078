"""The events of single models: activation, movement, focus, effects and removal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist
from typing import ClassVar

from wc3d.engine import common_events
from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules.state import CONTROL_WORD, Effect, Lock, State


@dataclass(frozen=True, slots=True)
class FocusLost(Event):
    """Models lose all their focus points except `left` each (WM-TRN-06).

    Outside the Maintenance phase, `why` is the cause as a clause, and `rule` its rule.
    """

    RULE: ClassVar[str] = "WM-TRN-06"
    models: tuple[str, ...]
    left: int = 0
    why: str = ""
    rule: str = ""

    def evolve(self, state: State) -> State:
        for id in self.models:
            state = state.with_model(id, focus=min(self.left, state.models[id].focus))
        return state


@dataclass(frozen=True, slots=True)
class FocusGained(Event):
    """A model gains focus points (WM-FOC-01)."""

    RULE: ClassVar[str] = "WM-FOC-01"
    model: str
    points: int

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, focus=state.models[self.model].focus + self.points)


@dataclass(frozen=True, slots=True)
class FocusAssigned(Event):
    """A warcaster assigns focus points to a warjack (WM-FOC-02)."""

    RULE: ClassVar[str] = "WM-FOC-02"
    caster: str
    model: str
    points: int

    def evolve(self, state: State) -> State:
        to = state.models[self.model]
        state = state.with_model(
            self.model, focus=to.focus + self.points, assigned=to.assigned + self.points
        )
        return state.with_model(self.caster, focus=state.models[self.caster].focus - self.points)


@dataclass(frozen=True, slots=True)
class FocusSpent(Event):
    """A model spends focus points (WM-FOC-06)."""

    RULE: ClassVar[str] = "WM-FOC-06"
    model: str
    points: int
    what: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, focus=state.models[self.model].focus - self.points)


@dataclass(frozen=True, slots=True)
class UpkeepPaid(Event):
    """A warcaster pays a point for an upkeep spell (WM-UPK-02)."""

    RULE: ClassVar[str] = "WM-UPK-02"
    caster: str
    spell: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.caster, focus=state.models[self.caster].focus - 1)


@dataclass(frozen=True, slots=True)
class ActivationBegan(Event):
    """A model activates (WM-TRN-11)."""

    RULE: ClassVar[str] = "WM-TRN-11"
    model: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, activated=state.turn, struck="")


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    """A model's activation ends."""

    RULE: ClassVar[str] = "WM-TRN-12"
    model: str


@dataclass(frozen=True, slots=True)
class Moved(common_events.BaseMoved):
    """A model moves along the track of its base's center, and ends with this facing.

    `how` is "advances", "runs", "charges", "slams", "is slammed", "is thrown", "is pushed",
    "follows" or "flees". `against` are the obstacles that stopped a forced movement. `why` is the
    weapon, spell or feat that moved it.
    """

    RULE: ClassVar[str] = "WM-MOV-01"
    facing: float
    how: str = "advances"
    against: tuple[str, ...] = ()
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(
            self.model, at=self.track[-1], facing=self.facing, stirred=state.turn
        )

    @property
    def inches(self) -> float:
        """The length of the track, measured horizontally (WM-RUL-22)."""
        return sum(dist(a[:2], b[:2]) for a, b in pairwise(self.track))


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """A slammed, thrown or pushed model has no room to move. The fields are those of `Moved`."""

    RULE: ClassVar[str] = "WM-SLM-17"
    model: str
    how: str
    against: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class MovedNowhere(Event):
    """A model runs, charges or slams 0" (`how` as in `Moved`), which still uses its movement."""

    RULE: ClassVar[str] = "WM-MOV-01"
    model: str
    how: str


@dataclass(frozen=True, slots=True)
class ChargeFailed(Event):
    """A charge or slam (`what`) ends out of range, as does the activation (WM-CHG-16, WM-SLM-13).

    `why` is the cause as a clause, if it is not the distance.
    """

    RULE: ClassVar[str] = "WM-CHG-16"
    model: str
    target: str
    what: str = "charge"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Faced(Event):
    """A model turns in place (WM-MOV-04), or by another `rule`."""

    RULE: ClassVar[str] = "WM-MOV-04"
    model: str
    facing: float
    rule: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, facing=self.facing, stirred=state.turn)


@dataclass(frozen=True, slots=True)
class StoodUp(Event):
    """A model stands up, and forfeits its movement or its action (WM-KND-04, WM-KND-06)."""

    RULE: ClassVar[str] = "WM-KND-06"
    model: str
    facing: float
    gives: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, down=0, facing=self.facing, stirred=state.turn)


@dataclass(frozen=True, slots=True)
class KnockedDown(Event):
    """A model is knocked down (WM-KND-01)."""

    RULE: ClassVar[str] = "WM-KND-01"
    model: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, down=state.turn)


@dataclass(frozen=True, slots=True)
class EffectPut(Event):
    """A lasting effect on a model begins."""

    RULE: ClassVar[str] = "WM-TRN-04"
    model: str
    effect: Effect

    def evolve(self, state: State) -> State:
        return apply_control(
            state.with_model(self.model, effects=(*state.models[self.model].effects, self.effect)),
            self.model,
        )


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """A lasting effect on a model ends (WM-TRN-07)."""

    RULE: ClassVar[str] = "WM-TRN-07"
    model: str
    effect: Effect
    why: str = ""

    def evolve(self, state: State) -> State:
        remaining = tuple(e for e in state.models[self.model].effects if e != self.effect)
        return apply_control(state.with_model(self.model, effects=remaining), self.model)


@dataclass(frozen=True, slots=True)
class Regenerated(Event):
    """A warcaster clears one of its damage boxes per focus point (WM-FOC-19)."""

    RULE: ClassVar[str] = "WM-FOC-19"
    model: str
    points: int

    def evolve(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(
            self.model, damage=model.damage - self.points, focus=model.focus - self.points
        )


@dataclass(frozen=True, slots=True)
class Locked(Event):
    """A fist locks an arm or a head (WM-LCK-02)."""

    RULE: ClassVar[str] = "WM-LCK-02"
    lock: Lock

    def evolve(self, state: State) -> State:
        return replace(state, locks=(*state.locks, self.lock))


@dataclass(frozen=True, slots=True)
class Unlocked(Event):
    """A lock is broken, released or torn apart (WM-LCK-06, WM-LCK-08, WM-RUL-75)."""

    RULE: ClassVar[str] = "WM-RUL-75"
    lock: Lock
    why: str

    def evolve(self, state: State) -> State:
        return replace(state, locks=tuple(lock for lock in state.locks if lock != self.lock))


@dataclass(frozen=True, slots=True)
class ModelRemoved(Event):
    """A model is removed from play (WM-DCA-02, WM-DJA-15, WM-DJA-16)."""

    RULE: ClassVar[str] = "WM-DJA-15"
    model: str
    why: str

    def evolve(self, state: State) -> State:
        return apply_control(
            state.with_model(self.model, at=None, focus=0, effects=(), down=0, removed=True),
            self.model,
        )


def apply_control(state: State, id: str) -> State:
    """Return the state with a model under its controller.

    The controller is the maker of the latest control effect, or the model's own player.
    """
    model = state.models[id]
    takers = [
        effect.player
        for effect in model.effects
        if any(word == CONTROL_WORD for word, _ in effect.does)
    ]
    owner = takers[-1] if takers else model.army_player
    lent = model.army_player if owner != model.army_player else 0
    return (
        state
        if (owner, lent) == (model.owner, model.lent)
        else state.with_model(id, owner=owner, lent=lent)
    )
