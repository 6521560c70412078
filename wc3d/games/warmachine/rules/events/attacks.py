"""The events of attacks, spells and feats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine import common_events
from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules.damage_grid import Box
from wc3d.games.warmachine.rules.state import State


@dataclass(frozen=True, slots=True)
class AttackDeclared(common_events.BaseAttackDeclared):
    """A model declares an attack on a target (WM-RNG-03). `line` is the line of sight.

    `kind` is "melee", "ranged" or "magic". `part` is "free strike", "spray" (against one model
    under a spray) or "".
    """

    RULE: ClassVar[str] = "WM-RNG-03"
    part: str = ""


@dataclass(frozen=True, slots=True)
class OutOfRange(Event):
    """The target is out of range: the attack misses and is used up (WM-RNG-04)."""

    RULE: ClassVar[str] = "WM-RNG-04"
    attacker: str
    target: str
    distance: float
    range: float


@dataclass(frozen=True, slots=True)
class NobodyReached(Event):
    """A special attack finds no model `within` inches, and is used up (WM-MOD-16)."""

    RULE: ClassVar[str] = "WM-MOD-16"
    attacker: str
    weapon: str
    within: float


@dataclass(frozen=True, slots=True)
class Hit(common_events.BaseHit):
    """An attack hits (WM-ATK-07). `critical`: two equal dice; `automatic`: without a roll."""

    RULE: ClassVar[str] = "WM-ATK-07"
    total: int = 0
    against: int = 0
    critical: bool = False
    automatic: bool = False
    weapon: str = ""

    @property
    def is_by_sixes(self) -> bool:
        """Return whether the attack hits below the DEF because all dice show 6 (WM-ATK-09)."""
        return not self.automatic and self.total < self.against

    def evolve(self, state: State) -> State:
        """Record the model that the weapon hit last, for weapons that follow up."""
        weapon = state.setup.weapon(self.attacker, self.weapon) if self.weapon else None
        if weapon is None or not weapon.has_trait("follows_up"):
            return state
        return state.with_model(self.attacker, struck=self.target)


@dataclass(frozen=True, slots=True)
class Missed(common_events.BaseMissed):
    """An attack misses (WM-ATK-07). `again` names the effect that allows a reroll."""

    RULE: ClassVar[str] = "WM-ATK-07"
    total: int = 0
    against: int = 0
    again: str = ""

    @property
    def is_by_ones(self) -> bool:
        """Return whether the attack misses despite the DEF because all dice show 1 (WM-ATK-08)."""
        return self.total >= self.against


@dataclass(frozen=True, slots=True)
class Strayed(Event):
    """A shot into a melee missed, and its roll is compared with a random other model (WM-RUL-46).

    `number` is the drawn position among the models of `melee`, counted from 1.
    """

    RULE: ClassVar[str] = "WM-RUL-46"
    attacker: str
    target: str
    melee: tuple[str, ...]
    number: int

    @property
    def instead(self) -> str:
        """The drawn model."""
        return self.melee[self.number - 1]


@dataclass(frozen=True, slots=True)
class Damaged(common_events.BaseDamaged):
    """A damage roll against a model's ARM, and the boxes it marks (WM-DMG-03).

    `boxes` are boxes of a warjack's grid in order. `unshielded` is the ARM if a shield did not
    count.
    """

    RULE: ClassVar[str] = "WM-DMG-03"
    total: int = 0
    arm: int = 0
    cause: str = ""
    column: int = 0
    boxes: tuple[Box, ...] = ()
    unshielded: int = 0

    def evolve(self, state: State) -> State:
        model = state.models[self.model]
        if not model.is_warjack:
            return state.with_model(self.model, damage=model.damage + self.points)
        return state.with_model(self.model, marked=(*model.marked, *self.boxes))


@dataclass(frozen=True, slots=True)
class SystemDisabled(Event):
    """A warjack's system is disabled (WM-DJA-06)."""

    RULE: ClassVar[str] = "WM-DJA-06"
    model: str
    system: str


@dataclass(frozen=True, slots=True)
class Contested(Event):
    """Two models make a strength roll, d6 + STR each (WM-MOD-05)."""

    RULE: ClassVar[str] = "WM-MOD-05"
    what: str
    attacker: str
    defender: str
    attack: int
    defense: int


@dataclass(frozen=True, slots=True)
class SpellCast(Event):
    """A warcaster casts a spell (WM-FOC-11), with an optional target and channeler."""

    RULE: ClassVar[str] = "WM-FOC-11"
    caster: str
    spell: str
    cost: int
    target: str = ""
    channel: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(self.caster, focus=state.models[self.caster].focus - self.cost)


@dataclass(frozen=True, slots=True)
class FeatUsed(Event):
    """A warcaster uses its feat (WM-FEA-01)."""

    RULE: ClassVar[str] = "WM-FEA-01"
    model: str
    feat: str
    touched: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, feat_used=True)
