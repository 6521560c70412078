"""The state of a game as one frozen value. The constant parts are in the setup.

Dictionaries in a state are never changed in place: a new state has new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.memo import SharedNotes, Size, memo_on, memo_on_state, memo_per_terrain
from wc3d.engine.actions import PLAYERS as PLAYERS
from wc3d.engine.actions import opponent_of as opponent_of
from wc3d.engine.agenda import Frame
from wc3d.engine.state_digest import state_digest
from wc3d.engine.trooper_names import trooper_name
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.damage_grid import Box, DamageGrid, mark_boxes
from wc3d.games.warmachine.rules.editions import Edition
from wc3d.games.warmachine.rules.game_setup import Setup
from wc3d.games.warmachine.rules.space.fighters import DEFAULT_REACH_IN, Fighter
from wc3d.geometry.points import XY as XY
from wc3d.geometry.points import XYZ as XYZ
from wc3d.table.table import Table

_BOARDS = SharedNotes(Size.SMALL)
_FIGHTERS = SharedNotes(Size.MEDIUM)

memo_on_board = memo_on("board_notes")
"""Cache a function in a state's board notes by its other arguments: see `memo_on_state`."""

CONTROL_WORD = "control"
"""The effect word for control of an opponent's model (WM-MK3-04)."""

JOINED_WORD = "joined"
"""The effect word for a warjack that joins the battlegroup of the effect's maker (WM-MK3-05)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A lasting effect on a model, from a spell, a feat or a weapon's rule.

    `does` are words and numbers: ("ARM", 3), ("stationary", 1). `maker` is the model that made the
    effect. `until` is "turn" (the creator's), "round" (the start of the creator's next turn,
    WM-TRN-04), "upkeep" (while a point is assigned to it) or "continuous" (until it goes out).
    `over` is "" for the model itself, or "friends" or "enemies" for the models of that side
    currently in the model's control area.
    """

    name: str
    player: int
    maker: str
    until: str
    does: tuple[tuple[str, int], ...] = ()
    over: str = ""

    @property
    def is_upkeep(self) -> bool:
        """Return whether this is an upkeep spell."""
        return self.until == "upkeep"


@dataclass(frozen=True, slots=True)
class Model:
    """A model in a game.

    `kind` is "warcaster", "warjack", "trooper" (of a `unit`, perhaps its `leader`) or "solo". `at`
    is the center of the bottom of its base, None off the table. `facing` is in degrees as in all
    of space.

    `damage` counts the marked boxes of a damage row; `marked` are those of a warjack's grid, in
    the order marked. `down` is the turn in which it was knocked down (0: standing). `activated` is
    the turn of its last activation; `stirred` is the turn in which it last moved, turned or stood
    up. `assigned` counts the focus points assigned this turn. `struck` is the last model hit this
    activation by a weapon that follows up.

    `fleeing`: it flees until it rallies (WM-REF-22 to 26); `fled` is the turn of its last flight.
    `owner` is its controller; `lent` is its own player while another controls it, else 0. Saved
    games store `name`; people read `display_name`.
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
        """Return whether the model is a warcaster."""
        return self.kind == "warcaster"

    @property
    def is_warjack(self) -> bool:
        """Return whether the model is a warjack, with a damage grid and focus."""
        return self.kind == "warjack"

    @property
    def display_name(self) -> str:
        """The name for people."""
        if not (self.unit and self.id.startswith(f"{self.unit}.")):
            return self.name
        unit, _, mark = self.name.rpartition(" ")
        return trooper_name(unit, mark)

    @property
    def activation_group(self) -> str:
        """The group that activates, fears and flees together: the unit, or the model alone."""
        return self.unit or self.id

    @property
    def army_player(self) -> int:
        """The player whose army the model belongs to, independent of its controller."""
        return self.lent or self.owner

    @property
    def is_in_play(self) -> bool:
        """Return whether the model is on the table."""
        return self.at is not None

    @property
    def knocked_down(self) -> bool:
        """Return whether the model is knocked down."""
        return self.down > 0

    def effect_total(self, word: str) -> int:
        """Return the sum of a word over the model's own effects: ("ARM", 3) twice is 6."""
        return sum(
            n for effect in self.effects if not effect.over for w, n in effect.does if w == word
        )

    def has_effect_word(self, word: str) -> bool:
        """Return whether one of the model's own effects has this word."""
        return bool(self.effects) and any(
            w == word for effect in self.effects if not effect.over for w, _ in effect.does
        )


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of troopers. `order` is its order ("run", "charge") in the turn `ordered`.

    `strength` is the number of its models in play at the start of the turn (WM-RUL-101). `shaken`
    is the turn of its last check for massive casualties.
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
    """A lock on a warjack's arm or head (WM-LCK-02).

    `fist` of `attacker` holds the system `part` of `defender` since the turn `since`.
    """

    attacker: str
    fist: str
    defender: str
    part: str
    since: int


@dataclass(frozen=True, slots=True)
class CloudInPlay:
    """A player's cloud (WM-CLD-01), until the start of the player's next turn (WM-RUL-53).

    `power` is the POW against models that enter it or end their turn inside; 0 is harmless
    (WM-CLD-05).
    """

    id: str
    center: XY
    diameter: float
    player: int
    power: int = 0


@dataclass(frozen=True)
class State:
    """The variable part of a game.

    `round` counts game rounds, `turn` all turns. `phase` is "setup", "maintenance", "control" or
    "activation". `sides` are the players' table edges. `dared` are pairs of a checked model or
    unit and the terrifying model or unit met this turn. `winner` is 0 for a draw, None during the
    game; `why` is the reason for the end.
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

    # Changes: each method returns a new state.

    def with_model(self, id: str, **changes: Any) -> State:
        """Return the state with a changed model."""
        return replace_fields(
            self, models={**self.models, id: replace_fields(self.models[id], **changes)}
        )

    def with_unit(self, id: str, **changes: Any) -> State:
        """Return the state with a changed unit."""
        return replace_fields(
            self, units={**self.units, id: replace_fields(self.units[id], **changes)}
        )

    # Queries

    @property
    def edition(self) -> Edition:
        """The switches of the game."""
        return self.setup.edition

    @cached_property
    def notes(self) -> dict[Any, Any]:
        """A cache of values computed from this state."""
        return {}

    @cached_property
    def board_notes(self) -> dict[Any, Any]:
        """The cache shared by states with equal bodies on the table and the same clouds.

        Most actions move nothing. Sight and the table took a fifth of a random game's time.
        """
        return _BOARDS.notes_for(self.setup, self.clouds, *self.fighters)

    @cached_property
    def table(self) -> Table:
        """The current table: the terrain, and every model in play as a fighter."""
        notes = self.board_notes
        if "table" not in notes:
            notes["table"] = self.setup.table.with_bodies(*self.fighters)
        return cast(Table, notes["table"])

    @cached_property
    def fighters(self) -> tuple[Fighter, ...]:
        """Every model on the table as a space body. Equal bodies are the same object."""
        return tuple(self._fighter(m, m.at) for m in self.models.values() if m.at is not None)

    @cached_property
    def area_effects(self) -> tuple[tuple[Model, Effect], ...]:
        """The effects over control areas, each with the model in play that has it.

        Most states have none, and a random game asks for a model's effects ten times a step.
        """
        return tuple(
            (model, effect)
            for model in self.models_in_play()
            for effect in model.effects
            if effect.over
        )

    def _fighter(self, model: Model, at: XYZ) -> Fighter:
        notes = _FIGHTERS.notes_for(self.setup, model, self.locks)
        if "fighter" not in notes:
            notes["fighter"] = _make_fighter(
                self.setup,
                model.id,
                model.base,
                at,
                model.facing,
                model.owner,
                self.longest_melee_reach(model.id),
                model.knocked_down,
                self.is_stationary(model.id),
            )
        return cast(Fighter, notes["fighter"])

    def longest_melee_reach(self, id: str) -> float:
        """Return the reach of a model's longest working melee weapon (WM-RUL-14).

        A warjack without one can bash at half an inch; another model without one has no melee
        range (WM-RUL-17). A fleeing model has none either, because it performs no actions
        (WM-REF-24).
        """
        if self.models[id].fleeing:
            return 0.0
        longest = max((w.melee_range for w in self.usable_weapons(id)), default=0.0)
        return longest or (DEFAULT_REACH_IN if self.models[id].is_warjack else 0.0)

    def usable_weapons(self, id: str) -> tuple[Armament, ...]:
        """Return a model's usable weapons (WM-DJA-12, WM-LCK-03, WM-LCK-04)."""
        return tuple(w for w in self.setup.card_of(id).weapons if self.is_weapon_usable(id, w))

    def is_weapon_usable(self, id: str, weapon: Armament) -> bool:
        """Return whether a weapon works (WM-DJA-12, WM-RUL-92), is not held and holds nothing."""
        location = weapon.location
        if location is None:
            return True
        if self.is_disabled(id, location):
            return False
        if not self.locks:
            return True
        is_held = any(lock.defender == id and lock.part == location for lock in self.locks)
        holds = any(lock.attacker == id and lock.fist == weapon.id for lock in self.locks)
        return not is_held and not holds

    def is_wreck(self, id: str) -> bool:
        """Return whether this is a disabled warjack that remains in place (WM-RUL-98)."""
        model = self.models[id]
        return model.is_warjack and model.at is not None and self.damage_grid(id).is_down

    def is_inert(self, id: str) -> bool:
        """Return whether a model is a wreck or has lost its furnace (WM-REF-34, WM-RUL-153)."""
        return self.is_wreck(id) or self.models[id].has_effect_word("inert")

    def is_stationary(self, id: str) -> bool:
        """Return whether a model is knocked down (WM-KND-01), stationary by an effect, a wreck or
        inert (WM-RUL-98, WM-RUL-153).
        """
        model = self.models[id]
        return model.knocked_down or model.has_effect_word("stationary") or self.is_inert(id)

    def models_in_play(self, player: int | None = None) -> Iterator[Model]:
        """Yield the models on the table in order, of one player or of both."""
        return (m for m in self.models.values() if m.at is not None and player in (None, m.owner))

    def is_on_table(self, id: str) -> bool:
        """Return whether a model is on the table."""
        return id in self.models and self.models[id].at is not None

    def place(self, id: str) -> XYZ:
        """Return the place of a model on the table. Raises KeyError."""
        at = self.models[id].at
        if at is None:
            raise KeyError(f"{id} is not on the table")
        return at

    def warcaster_of(self, player: int) -> Model:
        """Return the warcaster of a player's army, even if removed or controlled by the enemy."""
        return next(m for m in self.models.values() if m.is_warcaster and m.army_player == player)

    @memo_on_state
    def damage_grid(self, id: str) -> DamageGrid:
        """Return the current damage grid of a warjack. Raises KeyError for other models."""
        return mark_boxes(self.setup.grids[id], self.models[id].marked)

    def is_disabled(self, id: str, system: str) -> bool:
        """Return whether a warjack's system is disabled (WM-DJA-06). False for other models."""
        return self.models[id].is_warjack and self.damage_grid(id).is_disabled(system)

    def name(self, id: str) -> str:
        """Return the display name of a model or a unit, with its player's name if ambiguous."""
        named: Mapping[str, Model | Unit] = self.units if id in self.units else self.models
        if id not in named:
            return id
        own = named[id].name
        owner = named[id].owner
        called = own if id in self.units else self.models[id].display_name
        twins = sum(entry.name == own for entry in named.values())
        return f"{self.setup.names[owner - 1]}'s {called}" if twins > 1 else called

    def members_of(self, unit: str) -> tuple[Model, ...]:
        """Return the troopers of a unit that are on the table, or a single model."""
        return tuple(
            m for m in self.models.values() if m.activation_group == unit and m.at is not None
        )

    def has_trait(self, id: str, word: str) -> bool:
        """Return whether a model has a special rule and does not flee (WM-REF-24)."""
        model = self.models[id]
        return self.setup.card_of(id).has_trait(word) and (not model.fleeing or word == "fearless")


@memo_per_terrain(Size.LARGE)
def _make_fighter(
    setup: Setup,
    id: str,
    base: str,
    at: XYZ,
    facing: float,
    owner: int,
    reach: float,
    knocked_down: bool,
    stationary: bool,
) -> Fighter:
    """Return a space body, the same object for equal arguments: the key of board notes."""
    return Fighter(
        id=id,
        base=base,
        at=at,
        sizes=setup.table.policy.bases,
        facing=facing,
        owner=owner,
        reach=reach,
        knocked_down=knocked_down,
        stationary=stationary,
    )


def digest(state: State) -> str:
    """Return the state's hash. Equal states have equal hashes on any machine."""
    return state_digest(state)
