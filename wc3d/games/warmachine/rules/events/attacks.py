"""What happens in attacks, spells and feats: they are declared, hit or miss, and do damage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules.damage_grid import Box
from wc3d.games.warmachine.rules.state import XYZ, State


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """An attack is declared: who, with what, at whom (WM-RNG-03). `kind`: "melee", "ranged" or "magic"; `line` is the line of
    sight. `part`: "free strike", "spray" (against one of the models that a spray meets) or "".
    """

    RULE: ClassVar[str] = "WM-RNG-03"
    attacker: str
    weapon: str
    target: str
    kind: str
    line: tuple[XYZ, XYZ] | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class OutOfRange(Event):
    """The target proves to be too far away: the attack misses, and is used up (WM-RNG-04)."""

    RULE: ClassVar[str] = "WM-RNG-04"
    attacker: str
    target: str
    distance: float
    range: float


@dataclass(frozen=True, slots=True)
class NobodyReached(Event):
    """A special attack against all models within so many inches has none there, and is used up (WM-MOD-16)."""

    RULE: ClassVar[str] = "WM-MOD-16"
    attacker: str
    weapon: str
    within: float


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """An attack hits (WM-ATK-07). `critical`: two of its dice show the same number; `automatic`: nothing was rolled."""

    RULE: ClassVar[str] = "WM-ATK-07"
    attacker: str
    target: str
    total: int = 0
    against: int = 0
    critical: bool = False
    automatic: bool = False
    weapon: str = ""

    @property
    def is_by_sixes(self) -> bool:
        """Whether it hits although the total does not reach the DEF: every die shows a 6 (WM-ATK-09)."""
        return not self.automatic and self.total < self.against

    def evolve(self, state: State) -> State:
        """Some weapons remember whom they hit last."""
        weapon = state.setup.weapon(self.attacker, self.weapon) if self.weapon else None
        if weapon is None or not weapon.has_trait("follows_up"):
            return state
        return state.with_model(self.attacker, struck=self.target)


@dataclass(frozen=True, slots=True)
class Missed(Event):
    """An attack misses (WM-ATK-07). `again` names the effect that lets the roll be made again."""

    RULE: ClassVar[str] = "WM-ATK-07"
    attacker: str
    target: str
    total: int = 0
    against: int = 0
    again: str = ""

    @property
    def is_by_ones(self) -> bool:
        """Whether it misses although the total reaches the DEF: every die shows a 1 (WM-ATK-08)."""
        return self.total >= self.against


@dataclass(frozen=True, slots=True)
class Strayed(Event):
    """A shot into a melee missed, and chance names the model that the roll is compared with next (WM-RUL-46).

    `number` was drawn among the models of `melee`, counted from 1.
    """

    RULE: ClassVar[str] = "WM-RUL-46"
    attacker: str
    target: str
    melee: tuple[str, ...]
    number: int

    @property
    def instead(self) -> str:
        """The model that was drawn."""
        return self.melee[self.number - 1]


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A damage roll against a model's ARM, and the boxes that it marks (WM-DMG-03). `boxes` are those of a warjack's grid, in
    order. `unshielded` is the ARM of a shield that did not count.
    """

    RULE: ClassVar[str] = "WM-DMG-03"
    model: str
    points: int
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
    """Two models try their strength, d6 + STR each (WM-MOD-05)."""

    RULE: ClassVar[str] = "WM-MOD-05"
    what: str
    attacker: str
    defender: str
    attack: int
    defense: int


@dataclass(frozen=True, slots=True)
class SpellCast(Event):
    """A warcaster casts a spell (WM-FOC-11), at somebody, maybe through a channeler."""

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
