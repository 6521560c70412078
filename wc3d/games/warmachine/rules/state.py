"""The state of a game: one frozen value. Everything that changes is here; what never changes is the setup.

Dictionaries in a state are never changed in place: a new state gets new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.agenda import Frame
from wc3d.engine.memo import PartMemo, state_digest
from wc3d.engine.trooper_names import trooper_name
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.damage_grid import Box, DamageGrid, mark_boxes
from wc3d.games.warmachine.rules.editions import Edition
from wc3d.games.warmachine.rules.setup import Setup
from wc3d.games.warmachine.rules.space.fighters import DEFAULT_REACH_IN, Fighter
from wc3d.geometry.points import XY as XY
from wc3d.geometry.points import XYZ as XYZ
from wc3d.table.memo import memo_per_table
from wc3d.table.table import Table

PLAYERS = (1, 2)

_BOARDS = memo_per_table(PartMemo(64))

CONTROL_WORD = "control"
"""The word of an effect by which a player controls a model of the other's (WM-MK3-04)."""

JOINED_WORD = "joined"
"""The word of an effect by which a warjack belongs to the battlegroup of the effect's maker (WM-MK3-05)."""


def opponent_of(player: int) -> int:
    """The opponent."""
    return 3 - player


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that lasts on a model: where it comes from (a spell, a feat, a weapon's rule), who made it, and what it does.

    `does` are words and numbers: ("ARM", 3), ("stationary", 1). `until`: "turn" (the creator's), "round" (the start of the
    creator's next turn, WM-TRN-04), "upkeep" (while a point is assigned to it), "continuous" (until it goes out). `maker` is the
    model that made it. `over`: "" what it does it does to the model it is on; "friends" or "enemies": to the models of that side
    in the control area of the model it is on, at each moment.
    """

    name: str
    player: int
    maker: str
    until: str
    does: tuple[tuple[str, int], ...] = ()
    over: str = ""

    @property
    def is_upkeep(self) -> bool:
        """Is it an upkeep spell?"""
        return self.until == "upkeep"


@dataclass(frozen=True, slots=True)
class Model:
    """A model. `kind`: "warcaster", "warjack", "trooper" (of a `unit`, maybe its `leader`) or "solo". `at` is the center of the
    bottom of its base, None while it is not on the table; `facing` as in all of space.

    `damage` are the boxes marked of a warcaster's row; `marked` those of a warjack's grid, in the order marked. `down` is the
    turn in which it was knocked down (0: it stands), `activated` and `stirred` the turns in which it last activated, and last
    changed its place or facing or stood up. `assigned` counts the focus points it was assigned this turn.
    `struck`: the last model hit this activation by a weapon that follows up. `fleeing`: it flees until it rallies (WM-REF-22 to
    26), and last ran for it in the turn `fled`. `owner` is who controls it; `lent` is whose it is
    while that is not the same player, else 0. `name` is part of what saved games know; people read `display_name`.
    """

    id: str
    owner: int
    name: str
    base: str
    kind: str
    at: XYZ | None = None
    facing: float = 90.0
    focus: int = 0
    assigned: int = 0
    damage: int = 0
    marked: tuple[Box, ...] = ()
    down: int = 0
    activated: int = 0
    stirred: int = 0
    feat_used: bool = False
    struck: str = ""
    removed: bool = False
    effects: tuple[Effect, ...] = ()
    unit: str = ""
    leader: bool = False
    fleeing: bool = False
    fled: int = 0
    lent: int = 0

    @property
    def is_warcaster(self) -> bool:
        """Is it a warcaster?"""
        return self.kind == "warcaster"

    @property
    def is_warjack(self) -> bool:
        """Is it a warjack: with a damage grid, and moved by focus?"""
        return self.kind == "warjack"

    @property
    def display_name(self) -> str:
        """What people call it."""
        if not (self.unit and self.id.startswith(f"{self.unit}.")):
            return self.name
        unit, _, mark = self.name.rpartition(" ")
        return trooper_name(unit, mark)

    @property
    def activation_group(self) -> str:
        """Whom it activates, fears and flees with: its unit, or itself alone."""
        return self.unit or self.id

    @property
    def army_player(self) -> int:
        """Whose army it is of: the player it belongs to, whoever controls it now."""
        return self.lent or self.owner

    @property
    def is_in_play(self) -> bool:
        """Is it on the table?"""
        return self.at is not None

    @property
    def knocked_down(self) -> bool:
        """Is it knocked down?"""
        return self.down > 0

    def effect_total(self, word: str) -> int:
        """What the effects on it make of a word, summed: ("ARM", 3) twice is 6."""
        return sum(
            n for effect in self.effects if not effect.over for w, n in effect.does if w == word
        )

    def has_effect_word(self, word: str) -> bool:
        """Does an effect on it say this word?"""
        return any(w == word for effect in self.effects if not effect.over for w, _ in effect.does)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of troopers. `order` is what it was told to do ("run", "charge") in the turn `ordered`.

    `strength` is how many were in play when the turn began (WM-RUL-101), `shaken` the turn of its last check for massive
    casualties.
    """

    id: str
    owner: int
    name: str
    order: str = ""
    ordered: int = 0
    strength: int = 0
    shaken: int = 0


@dataclass(frozen=True, slots=True)
class Lock:
    """A hold on a warjack's arm or head: which fist of whom holds which system of whom, and since which turn (WM-LCK-02)."""

    attacker: str
    fist: str
    defender: str
    part: str
    since: int


@dataclass(frozen=True, slots=True)
class CloudInPlay:
    """A cloud that lies on the table (WM-CLD-01), made by a player, until the start of the player's next turn (WM-RUL-53).

    `power` is the POW of what it does to models that move into it or end their turn inside, 0 if it does nothing (WM-CLD-05).
    """

    id: str
    center: XY
    diameter: float
    player: int
    power: int = 0


@dataclass(frozen=True)
class State:
    """Everything that changes in a game.

    `round` counts game rounds, `turn` all turns; `phase` is "setup", "maintenance", "control" or "activation". `sides` are the
    players' table edges. `dared` are the terrifying models or units that a model or unit was tested against this turn, each pair
    in order. `winner` is 0 for a draw, None while the game goes on; `why` says how it ended.
    """

    setup: Setup = field(repr=False, compare=False)
    models: Mapping[str, Model]
    round: int = 0
    turn: int = 0
    phase: str = "setup"
    active: int = 0
    first: int = 0
    sides: tuple[str, str] = ("", "")
    locks: tuple[Lock, ...] = ()
    clouds: tuple[CloudInPlay, ...] = ()
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0
    winner: int | None = None
    why: str = ""
    over: bool = False
    units: Mapping[str, Unit] = field(default_factory=dict)
    dared: tuple[tuple[str, str], ...] = ()

    # Changing it: each returns a new state.

    def with_model(self, id: str, **changes: Any) -> State:
        """The state with a model changed."""
        return replace_fields(
            self, models={**self.models, id: replace_fields(self.models[id], **changes)}
        )

    def with_unit(self, id: str, **changes: Any) -> State:
        """The state with a unit changed."""
        return replace_fields(
            self, units={**self.units, id: replace_fields(self.units[id], **changes)}
        )

    # Looking things up.

    @property
    def edition(self) -> Edition:
        """The switches it is played by."""
        return self.setup.edition

    @cached_property
    def notes(self) -> dict[Any, Any]:
        """Answers worked out from this state, kept while it lives."""
        return {}

    @cached_property
    def table(self) -> Table:
        """The table as it stands: the terrain, and every model in play as a fighter."""
        notes = _BOARDS.notes_for(self.setup, self.models, self.locks)
        if "table" not in notes:
            fighters = (self._fighter(m, m.at) for m in self.models.values() if m.at is not None)
            notes["table"] = self.setup.table.with_bodies(*fighters)
        return cast(Table, notes["table"])

    def _fighter(self, model: Model, at: XYZ) -> Fighter:
        return Fighter(
            id=model.id,
            base=model.base,
            at=at,
            sizes=self.setup.table.policy.bases,
            facing=model.facing,
            owner=model.owner,
            reach=self.longest_melee_reach(model.id),
            knocked_down=model.knocked_down,
            stationary=self.is_stationary(model.id),
        )

    def longest_melee_reach(self, id: str) -> float:
        """How far the longest melee weapon of a model that works reaches (WM-RUL-14).

        A warjack without one can still bash, half an inch far; another model without one has no melee range (WM-RUL-17), nor has
        one that flees, which performs no actions (WM-REF-24).
        """
        if self.models[id].fleeing:
            return 0.0
        longest = max((w.melee_range for w in self.usable_weapons(id)), default=0.0)
        return longest or (DEFAULT_REACH_IN if self.models[id].is_warjack else 0.0)

    def usable_weapons(self, id: str) -> tuple[Armament, ...]:
        """The weapons of a model that can be used: their system works, and nothing holds it (WM-DJA-12, WM-LCK-03, WM-LCK-04)."""
        return tuple(w for w in self.setup.card_of(id).weapons if self.is_weapon_usable(id, w))

    def is_weapon_usable(self, id: str, weapon: Armament) -> bool:
        """Can this weapon be used: is its system neither disabled (WM-DJA-12, WM-RUL-92) nor held, and its fist not holding?"""
        location = weapon.location
        if location is None:
            return True
        if self.is_disabled(id, location):
            return False
        is_held = any(lock.defender == id and lock.part == location for lock in self.locks)
        holds = any(lock.attacker == id and lock.fist == weapon.id for lock in self.locks)
        return not is_held and not holds

    def is_wreck(self, id: str) -> bool:
        """Is this a disabled warjack that was left where it stands (WM-RUL-98)?"""
        model = self.models[id]
        return model.is_warjack and model.at is not None and self.damage_grid(id).is_down

    def is_inert(self, id: str) -> bool:
        """Does it neither activate nor hold focus: a wreck, or a warjack whose furnace is out (WM-REF-34, WM-RUL-153)?"""
        return self.is_wreck(id) or self.models[id].has_effect_word("inert")

    def is_stationary(self, id: str) -> bool:
        """Is the model stationary: knocked down (WM-KND-01), by an effect, or a wreck or inert (WM-RUL-98, WM-RUL-153)?"""
        model = self.models[id]
        return model.knocked_down or model.has_effect_word("stationary") or self.is_inert(id)

    def models_in_play(self, player: int | None = None) -> Iterator[Model]:
        """The models on the table, of one player or of both, in order."""
        return (m for m in self.models.values() if m.at is not None and player in (None, m.owner))

    def is_on_table(self, id: str) -> bool:
        """Is this model on the table?"""
        return id in self.models and self.models[id].at is not None

    def place(self, id: str) -> XYZ:
        """Where a model on the table stands. Raises KeyError."""
        at = self.models[id].at
        if at is None:
            raise KeyError(f"{id} is not on the table")
        return at

    def warcaster_of(self, player: int) -> Model:
        """The warcaster of a player's army, whether or not it is on the table, and whoever controls it now."""
        return next(m for m in self.models.values() if m.is_warcaster and m.army_player == player)

    def damage_grid(self, id: str) -> DamageGrid:
        """The damage grid of a warjack as it is now. Raises KeyError for other models."""
        key = ("grid", id)
        if key not in self.notes:
            self.notes[key] = mark_boxes(self.setup.grids[id], self.models[id].marked)
        grid: DamageGrid = self.notes[key]
        return grid

    def is_disabled(self, id: str, system: str) -> bool:
        """Is this system of a warjack disabled (WM-DJA-06)? Other models have none."""
        return self.models[id].is_warjack and self.damage_grid(id).is_disabled(system)

    def name(self, id: str) -> str:
        """What people call a model or a unit; of two of one name with their player's."""
        named: Mapping[str, Model | Unit] = self.units if id in self.units else self.models
        if id not in named:
            return id
        own, owner = named[id].name, named[id].owner
        called = own if id in self.units else self.models[id].display_name
        twins = sum(entry.name == own for entry in named.values())
        return f"{self.setup.names[owner - 1]}'s {called}" if twins > 1 else called

    def members_of(self, unit: str) -> tuple[Model, ...]:
        """The troopers of a unit that are on the table, or a model alone."""
        return tuple(
            m for m in self.models.values() if m.activation_group == unit and m.at is not None
        )

    def has_trait(self, id: str, word: str) -> bool:
        """Has a model this special rule on its card, and may it use it: not while it flees (WM-REF-24)?"""
        model = self.models[id]
        return self.setup.card_of(id).has_trait(word) and (not model.fleeing or word == "fearless")


def digest(state: State) -> str:
    """The state's hash: equal states have equal hashes, on any machine."""
    return state_digest(state)
