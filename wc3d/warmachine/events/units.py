"""What happens to units: they activate together, are told what to do, and come out of it."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Event
from wc3d.warmachine.state import State


@dataclass(frozen=True, slots=True)
class UnitActivationBegan(Event):
    """A whole unit activates at once (WM-REF-05)."""

    RULE: ClassVar[str] = "WM-REF-05"
    unit: str

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for member in state.members(self.unit):
            models[member.id] = replace(member, activated=state.turn)
        return replace(state, models=models)


@dataclass(frozen=True, slots=True)
class UnitActivationEnded(Event):
    """A unit's activation is over."""

    RULE: ClassVar[str] = "WM-REF-05"
    unit: str


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """A unit is told to run or to charge (WM-REF-06, WM-REF-07)."""

    RULE: ClassVar[str] = "WM-REF-06"
    giver: str
    unit: str
    order: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, order=self.order, ordered=state.turn)
