"""The events of units: activation, orders, command checks, flight and rallying."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules.state import State

FLED_OFF_TABLE = "flees from the table"
"""The reason for removing a model that flees to the edge (WM-RUL-102)."""

MASSIVE_CASUALTIES = "massive casualties"
"""The reason for a command check of a unit that has lost half of its models (WM-REF-17)."""


@dataclass(frozen=True, slots=True)
class UnitActivationBegan(Event):
    """A unit activates (WM-REF-05)."""

    RULE: ClassVar[str] = "WM-REF-05"
    unit: str

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for member in state.members_of(self.unit):
            if not member.fleeing:
                models[member.id] = replace(member, activated=state.turn)
        return replace(state, models=models)


@dataclass(frozen=True, slots=True)
class UnitActivationEnded(Event):
    """A unit's activation ends."""

    RULE: ClassVar[str] = "WM-REF-05"
    unit: str


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """A unit receives an order to run or to charge (WM-REF-06, WM-REF-07)."""

    RULE: ClassVar[str] = "WM-REF-06"
    giver: str
    unit: str
    order: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, order=self.order, ordered=state.turn)


@dataclass(frozen=True, slots=True)
class CommandChecked(Event):
    """A unit or a model makes a command check: 2d6 equal to or below CMD passes (WM-REF-15)."""

    RULE: ClassVar[str] = "WM-REF-15"
    who: str
    total: int
    cmd: int
    why: str

    def evolve(self, state: State) -> State:
        """Record the check for massive casualties, which a unit makes once a turn."""
        if self.why != MASSIVE_CASUALTIES or self.who not in state.units:
            return state
        return state.with_unit(self.who, shaken=state.turn)


@dataclass(frozen=True, slots=True)
class Dared(Event):
    """A unit or a model meets a terrifying model, for which it checks once a turn (WM-RUL-142)."""

    RULE: ClassVar[str] = "WM-REF-20"
    who: str
    source: str

    def evolve(self, state: State) -> State:
        return replace(state, dared=(*state.dared, (self.who, self.source)))


@dataclass(frozen=True, slots=True)
class Fled(Event):
    """Models begin to flee, and turn away from the threat (WM-REF-22)."""

    RULE: ClassVar[str] = "WM-REF-22"
    models: tuple[str, ...]
    facings: tuple[float, ...]

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for id, facing in zip(self.models, self.facings, strict=True):
            models[id] = replace(models[id], fleeing=True, facing=facing, stirred=state.turn)
        return replace(state, models=models)


@dataclass(frozen=True, slots=True)
class FlightBegan(Event):
    """A fleeing model activates in Maintenance (WM-REF-23), and not again (WM-REF-03)."""

    RULE: ClassVar[str] = "WM-REF-23"
    model: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, activated=state.turn, fled=state.turn)


@dataclass(frozen=True, slots=True)
class Rallied(Event):
    """Models rally, face their nearest opponent, and act normally next turn (WM-REF-26)."""

    RULE: ClassVar[str] = "WM-REF-26"
    models: tuple[str, ...]
    facings: tuple[float, ...]

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for id, facing in zip(self.models, self.facings, strict=True):
            models[id] = replace(models[id], fleeing=False, facing=facing, stirred=state.turn)
        return replace(state, models=models)


@dataclass(frozen=True, slots=True)
class Combined(Event):
    """Troopers make a combined attack, "ranged" or "melee" (WM-REF-45, WM-REF-46)."""

    RULE: ClassVar[str] = "WM-REF-45"
    attacker: str
    others: tuple[str, ...]
    bonus: int
    kind: str = "ranged"
