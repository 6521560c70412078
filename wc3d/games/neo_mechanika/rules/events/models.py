"""Events of models: moves, attacks, damage, changes and removal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine import common_events
from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.state import XYZ, Boost, State, Where


@dataclass(frozen=True, slots=True)
class Moved(common_events.BaseMoved):
    """A model moves along a track, the path of its base's center.

    `against` is the obstacle of a slam; `die` adds a Power Die to the damage roll.
    """

    RULE: ClassVar[str] = "NM-MOV-03"
    how: str = "walks"
    against: tuple[str, ...] = ()
    die: bool = False

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.track[-1])


@dataclass(frozen=True, slots=True)
class Repositioned(Event):
    """A model is put elsewhere without moving (p. 28). `ruling` decides the distance, if given."""

    RULE: ClassVar[str] = "NM-MOV-11"
    model: str
    at: XYZ
    why: str = ""
    ruling: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at)


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A model falls (p. 45). Its damage roll follows."""

    RULE: ClassVar[str] = "NM-TER-19"
    model: str
    at: XYZ
    height: float
    power: int

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at)


@dataclass(frozen=True, slots=True)
class AttackDeclared(common_events.BaseAttackDeclared):
    """An attacker declares a weapon (or Fury) and a target; `part` of a "spray" or "strafe"."""

    RULE: ClassVar[str] = "NM-ATK-02"
    cover: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True)
class Hit(common_events.BaseHit):
    """An attack hits, with its excess strikes."""

    RULE: ClassVar[str] = "NM-ATK-13"
    strikes: int
    against: int


@dataclass(frozen=True, slots=True)
class Missed(common_events.BaseMissed):
    """An attack misses."""

    RULE: ClassVar[str] = "NM-ATK-12"
    strikes: int
    against: int


@dataclass(frozen=True, slots=True)
class Redirected(Event):
    """Another model is hit instead. A blast weapon's `blast` "stays" or "follows" the hit."""

    RULE: ClassVar[str] = "NM-SIL-164"
    target: str
    instead: str
    why: str
    blast: str = ""


@dataclass(frozen=True, slots=True)
class BlastDrawn(Event):
    """The dice choose among models that are equally near the target of a blast.

    `numbers` are the positions of the `tied` models in the drawn order, from 1. The first `chosen`
    models suffer damage.
    """

    RULE: ClassVar[str] = "NM-BLA-03"
    target: str
    tied: tuple[str, ...]
    numbers: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Damaged(common_events.BaseDamaged):
    """A model suffers damage points (0 is possible) from `strikes` against `arm`."""

    RULE: ClassVar[str] = "NM-ATK-15"
    cause: str
    strikes: int = 0
    arm: int = 0

    def evolve(self, state: State) -> State:
        if self.model in state.gates or not self.points:
            return state
        return state.with_model(self.model, damage=state.models[self.model].damage + self.points)


@dataclass(frozen=True, slots=True)
class Healed(Event):
    """A model heals damage."""

    RULE: ClassVar[str] = "NM-ATK-16"
    model: str
    points: int
    why: str

    def evolve(self, state: State) -> State:
        return state.with_model(
            self.model, damage=max(0, state.models[self.model].damage - self.points)
        )


@dataclass(frozen=True, slots=True)
class ModelDestroyed(Event):
    """A model is destroyed and leaves the table."""

    RULE: ClassVar[str] = "NM-ATK-16"
    model: str
    why: str
    by: int = 0  # the player who destroyed it; 0: nobody

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=None, damage=0, effects=(), carrying="")


@dataclass(frozen=True, slots=True)
class ModelReturned(Event):
    """A destroyed model returns to its squad."""

    RULE: ClassVar[str] = "NM-SQD-01"
    model: str
    at: XYZ
    why: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at, damage=0, effects=())


@dataclass(frozen=True, slots=True)
class UnitLeft(Event):
    """A unit's last model leaves play: to the reserves, or, a destroyed Hero, for good (p. 26)."""

    RULE: ClassVar[str] = "NM-SQD-02"
    unit: str
    to: Where
    destroyed: bool
    by: int = 0

    def evolve(self, state: State) -> State:
        unit = state.units[self.unit]
        models = dict(state.models)
        for id in unit.models + unit.attached:
            home = self.unit if id in unit.models else ""
            models[id] = replace(models[id], unit=home, at=None, damage=0, effects=(), carrying="")
        return replace_fields(state, models=models).with_unit(
            self.unit,
            where=self.to,
            attached=(),
            arc=0,
            token=False,
            cyphers=(),
            boosts=(),
            used=(),
        )


@dataclass(frozen=True, slots=True)
class EffectPut(Event):
    """A continuous effect's token is put on a model or void gate (p. 36)."""

    RULE: ClassVar[str] = "NM-CON-01"
    model: str
    effect: str

    def evolve(self, state: State) -> State:
        effects = (*state.model_or_gate(self.model).effects, self.effect)
        return state.with_model_or_gate(self.model, effects=effects)


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """A continuous effect ends."""

    RULE: ClassVar[str] = "NM-CON-03"
    model: str
    effect: str

    def evolve(self, state: State) -> State:
        effects = tuple(e for e in state.model_or_gate(self.model).effects if e != self.effect)
        return state.with_model_or_gate(self.model, effects=effects)


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An ability is used; its Arc is a separate event. `counts` is the limit that it counts for."""

    RULE: ClassVar[str] = "NM-ARC-09"
    unit: str
    model: str
    ability: str
    counts: str = ""

    def evolve(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.with_unit(self.unit, used=(*unit.used, self.counts)) if self.counts else state


@dataclass(frozen=True, slots=True)
class Boosted(Event):
    """A temporary effect begins on a unit."""

    RULE: ClassVar[str] = "NM-ARC-09"
    unit: str
    boost: Boost

    def evolve(self, state: State) -> State:
        boosts = state.units[self.unit].boosts
        return (
            state
            if self.boost in boosts
            else state.with_unit(self.unit, boosts=(*boosts, self.boost))
        )


@dataclass(frozen=True, slots=True)
class BoostsEnded(Event):
    """A unit's temporary effects of one duration end."""

    unit: str
    until: str

    def evolve(self, state: State) -> State:
        return state.with_unit(
            self.unit,
            boosts=tuple(b for b in state.units[self.unit].boosts if b.until != self.until),
        )
