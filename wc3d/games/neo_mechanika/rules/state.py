"""The state of a game as one frozen value. The setup has everything that never changes.

Dictionaries in a state are never changed in place: a new state gets new dictionaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar, cast

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.memo import SharedNotes, Size, memo_on, memo_per_terrain
from wc3d.engine.actions import PLAYERS as PLAYERS
from wc3d.engine.actions import opponent_of as opponent_of
from wc3d.engine.agenda import Frame
from wc3d.engine.state_digest import state_digest
from wc3d.engine.trooper_names import trooper_name
from wc3d.games.neo_mechanika.rules.game_setup import Setup
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.geometry.points import XYZ as XYZ
from wc3d.table.body import Body
from wc3d.table.table import Table

T = TypeVar("T")
_OWNERS = {f"{player}.": player for player in PLAYERS}
HIDDEN_CARD = "?"
"""A card unknown to the viewer."""


class Where(StrEnum):
    """A unit's location (p. 26)."""

    RESERVE = "reserve"
    PLAY = "play"
    GONE = "gone"  # a destroyed Hero


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a unit. `at` is the center of its base's bottom; None if it is off the table.

    `name` is the name in saved games, with a small letter for a squad's model; use `display_name`
    for display. `effects` are its continuous effects; System Failure names the forbidden attacks
    ("system_failure:melee").
    """

    id: str
    unit: str
    card: str
    name: str
    base: str
    at: XYZ | None = None
    damage: int = 0
    effects: tuple[str, ...] = ()
    carrying: str = ""

    @property
    def mark(self) -> str:
        """The model's letter in its squad; empty for other models."""
        return (
            self.id.removeprefix(f"{self.unit}.").upper()
            if self.unit and self.id.startswith(f"{self.unit}.")
            else ""
        )

    @property
    def display_name(self) -> str:
        """The name for display."""
        return trooper_name(self.name[:-2], self.mark) if self.mark else self.name

    @property
    def is_in_play(self) -> bool:
        """Return whether the model is on the table."""
        return self.at is not None


@dataclass(frozen=True, slots=True)
class CardInPlay:
    """A Cypher on a unit: its owner, its model (if it is on one model only), and its expiry."""

    card: str
    player: int
    until: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class Boost:
    """A temporary effect on a unit: the ability, and its end ("activation" or "attack")."""

    ability: str
    until: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with its own `models` and the attachments that joined it (`attached`)."""

    id: str
    player: int
    card: str
    name: str
    models: tuple[str, ...]
    where: Where = Where.RESERVE
    attached: tuple[str, ...] = ()
    arc: int = 0
    token: bool = False
    cyphers: tuple[CardInPlay, ...] = ()
    boosts: tuple[Boost, ...] = ()
    used: tuple[str, ...] = ()
    deployed_on: int = 0

    @property
    def is_in_play(self) -> bool:
        """Return whether the unit is on the table."""
        return self.where is Where.PLAY

    @property
    def is_charged(self) -> bool:
        """Return whether the unit has 1 or more Arc (p. 27)."""
        return self.arc > 0


@dataclass(frozen=True, slots=True)
class Gate:
    """A void gate in play (p. 40): a model on a 30 mm base with Arc on it."""

    id: str
    player: int
    name: str
    at: XYZ
    arc: int
    effects: tuple[str, ...] = ()
    base: str = "small"


@dataclass(frozen=True, slots=True)
class Player:
    """A player's Arc, cards and points. The rack's top card is first."""

    well: int = 7
    rack: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    points: int = 0
    side: str = ""


@dataclass(frozen=True, repr=False)
class State:
    """Everything that changes in a game.

    `round` is the Pulse round, `tracker` the turn in it, `turn` counts all turns, `phase` is the
    step of the turn (0 before the first). `scored` has (player, objective, round); `done` the
    marks of things that count once; `tally` the counts of this turn. `winner` is 0 for a draw,
    None during the game.
    """

    setup: Setup = field(repr=False, compare=False)
    players: Mapping[int, Player]
    units: Mapping[str, Unit]
    models: Mapping[str, Model]
    gates: Mapping[str, Gate] = field(default_factory=dict)
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    round: int = 0
    tracker: int = 0
    turn: int = 0
    phase: int = 0
    active: int = 0
    first: int = 0
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0
    scored: tuple[tuple[int, str, int], ...] = ()
    done: tuple[str, ...] = ()
    tally: tuple[tuple[str, int], ...] = ()
    winner: int | None = None
    over: bool = False

    def __repr__(self) -> str:
        counts = f"{len(self.models)} models, {len(self.gates)} gates"
        return f"<State: Pulse round {self.round}, turn {self.turn}, step {self.phase}, player {self.active} active; {counts}>"

    # Changes: each method returns a new state.

    def with_player(self, player: int, **changes: Any) -> State:
        """Return the state with a changed player."""
        return replace_fields(
            self, players={**self.players, player: replace_fields(self.players[player], **changes)}
        )

    def with_unit(self, id: str, **changes: Any) -> State:
        """Return the state with a changed unit."""
        return replace_fields(
            self, units={**self.units, id: replace_fields(self.units[id], **changes)}
        )

    def with_model(self, id: str, **changes: Any) -> State:
        """Return the state with a changed model."""
        return replace_fields(
            self, models={**self.models, id: replace_fields(self.models[id], **changes)}
        )

    def with_gate(self, id: str, **changes: Any) -> State:
        """Return the state with a changed void gate."""
        return replace_fields(
            self, gates={**self.gates, id: replace_fields(self.gates[id], **changes)}
        )

    def with_model_or_gate(self, id: str, **changes: Any) -> State:
        """Return the state with a changed model or void gate."""
        return (self.with_gate if id in self.gates else self.with_model)(id, **changes)

    def with_objective(self, id: str, **changes: Any) -> State:
        """Return the state with a changed objective."""
        return replace_fields(
            self, objectives={**self.objectives, id: replace_fields(self.objectives[id], **changes)}
        )

    # Queries

    @cached_property
    def board_notes(self) -> dict[Any, Any]:
        """The cache shared by states with the same units, models, gates and objectives."""
        return _BOARDS.notes_for(
            self.setup.game_memo_key, self.units, self.models, self.gates, self.objectives
        )

    @cached_property
    def roster_notes(self) -> dict[Any, Any]:
        """The cache shared by states with the same units and models in play, at any places."""
        models_in_play = tuple(m.id for m in self.models.values() if m.at is not None)
        notes: dict[Any, Any] = _ROSTERS.notes_for(self.setup.game_memo_key, self.units).setdefault(
            models_in_play, {}
        )
        return notes

    def models_notes(self, unit: str) -> dict[Any, Any]:
        """Return the cache shared by states with the same models of a unit and objectives."""
        notes = self.board_notes
        key = ("models notes", unit)
        model_notes = notes.get(key)
        if model_notes is None:
            model_notes = notes[key] = _MODELS.notes_for(
                self.setup.game_memo_key, self.objectives, *self.models_of(unit)
            )
        return cast("dict[Any, Any]", model_notes)

    @cached_property
    def table(self) -> Table:
        """The current table: terrain, terrain objectives, and every model in play."""
        table = self.board_notes.get("table")
        if table is None:
            table = self.board_notes["table"] = self.setup.terrain(
                self.terrain_objectives
            ).with_bodies(*self.bodies)
        return cast(Table, table)

    @cached_property
    def terrain_objectives(self) -> tuple[str, ...]:
        """The ids of the objectives that are terrain."""
        return tuple(o.id for o in self.objectives.values() if not o.removed)

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Every model and void gate on the table, as space bodies."""
        models = [
            _make_body(m.id, m.base, m.at, "unit") for m in self.models.values() if m.at is not None
        ]
        return tuple(models + [_make_body(g.id, g.base, g.at, "gate") for g in self.gates.values()])

    @cached_property
    def notes(self) -> dict[Any, Any]:
        """The cache of this state."""
        return {}

    def unit_of(self, model: str) -> Unit:
        """Return a model's unit. Raises KeyError."""
        return self.units[self.models[model].unit]

    def models_of(self, unit: str) -> tuple[Model, ...]:
        """Return a unit's models on the table, including attachments, in order."""
        notes = self.board_notes
        key = ("models of", unit)
        models = notes.get(key)
        if models is None:
            u = self.units[unit]
            models = notes[key] = tuple(
                m for id in u.models + u.attached if (m := self.models[id]).at is not None
            )
        return cast("tuple[Model, ...]", models)

    def units_in_play(self, player: int | None = None) -> Iterator[Unit]:
        """Yield the units in play of a player or of both."""
        notes = self.board_notes
        key = ("units in play", player)
        units = notes.get(key)
        if units is None:
            units = notes[key] = tuple(
                u for u in self.units.values() if u.is_in_play and player in (None, u.player)
            )
        return iter(cast("tuple[Unit, ...]", units))

    def gates_of(self, player: int) -> tuple[Gate, ...]:
        """Return a player's void gates."""
        return tuple(g for g in self.gates.values() if g.player == player)

    def owner(self, id: str) -> int:
        """Return the owner of a model, unit or gate, the first digit of its id. Raises KeyError."""
        return _OWNERS[id[:2]]

    def is_on_table(self, id: str) -> bool:
        """Return whether a model or gate is on the table."""
        return id in self.gates or (id in self.models and self.models[id].at is not None)

    def model_or_gate(self, id: str) -> Model | Gate:
        """Return a model or void gate by id. Raises KeyError."""
        return self.models[id] if id in self.models else self.gates[id]

    def place(self, id: str) -> XYZ:
        """Return the place of a model or gate on the table."""
        at = self.model_or_gate(id).at
        if at is None:
            raise KeyError(f"{id} is not on the table")
        return at

    def name(self, id: str) -> str:
        """Return the display name for an id."""
        if id in self.models:
            return self.models[id].display_name
        for entities in (self.gates, self.units, self.objectives):
            if id in entities:
                return str(entities[id].name)
        return id

    def arc_on(self, id: str) -> int:
        """Return the Arc on a unit or gate, or on a model's unit."""
        if id in self.gates:
            return self.gates[id].arc
        return (self.units[id] if id in self.units else self.unit_of(id)).arc


_BOARDS = SharedNotes(Size.MEDIUM)
_ROSTERS = SharedNotes(Size.SMALL)
_MODELS = SharedNotes(Size.HUGE)
_TEXTS = SharedNotes(Size.HUGE)

memo_on_board = memo_on("board_notes")
"""Decorator that caches a result for states with the same units, models, gates and objectives."""

memo_on_roster = memo_on("roster_notes")
"""Decorator that caches a result for states with the same units and models in play."""


@memo_per_terrain(Size.LARGE)
def _make_body(id: str, base: str, at: XYZ, kind: str) -> Body:
    return Body(id, base, at, kind)


def keep_text_form(name: str, *newer: str, **fields_then: str) -> Callable[[type[T]], type[T]]:
    """Preserve a class's text form from its first saved games, despite later renames.

    The fields in `newer` are later additions. The text form omits their default values.
    """

    def mark(kind: type[T]) -> type[T]:
        def text(value: Any) -> str:
            hashed_fields = (
                f
                for f in fields(value)
                if f.name not in newer or getattr(value, f.name) != f.default
            )
            parts = (
                f"{fields_then.get(f.name, f.name)}={getattr(value, f.name)!r}"
                for f in hashed_fields
            )
            return f"{name}({', '.join(parts)})"

        kind.__repr__ = text  # type: ignore[method-assign]
        return kind

    return mark


def text_form(value: Any) -> str:
    """Return the text form of a frozen value, cached since most values survive each action."""
    notes = _TEXTS.notes_for(value)
    if "text" not in notes:
        notes["text"] = repr(value)
    return str(notes["text"])


def digest(state: State) -> str:
    """Return the state's hash. Equal states have equal hashes on any machine."""
    return state_digest(state, text_form)


def state_seen_by(state: State, player: int | None) -> State:
    """Return the state as a player knows it: no hidden hand, rack orders or future dice."""

    players = {
        p: _hide_cards(player_state, p == player) for p, player_state in state.players.items()
    }
    agenda = tuple(f.seen_by(player) for f in state.agenda)
    return replace_fields(state, players=players, agenda=agenda, setup=state.setup.seen_by(player))


def _hide_cards(player: Player, own: bool) -> Player:
    """Return a player with hidden cards: counts of rack and hand, and the hand itself if `own`."""
    return replace_fields(
        player,
        rack=(HIDDEN_CARD,) * len(player.rack),
        hand=player.hand if own else (HIDDEN_CARD,) * len(player.hand),
    )
