"""The state of a simple game: the board, the models on it, the round, the turn and the points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from wc3d.engine.agenda import Frame
from wc3d.errors import InputError, require_result
from wc3d.geometry.points import XY, XYZ
from wc3d.table.body import Body
from wc3d.table.table import Table

PLACE_STEP_IN = 0.5
"""The distance between the places that `find_place` tries, in inches."""

MAX_PLACE_RINGS = 40
"""The most rings of places that `find_place` tries around a point."""

PLACES_PER_RING = 16
"""The places that `find_place` tries on each ring."""


@dataclass(frozen=True)
class SimpleModel:
    """A model of a simple game. Add the numbers of your game as fields of a subclass.

    - `id`: its name in files, such as "scout1". `name`: its name for people. `player`: its owner.
    - `base`: "small", "medium", "large" or a base of the game's space policy.
    - `at`: its place (x, y, z) in inches; (x, y) in `SimpleGame.deploy`.
    - `health`: its remaining health. `full_health` is what it began with.
    - `used`: the kinds of actions that it has done in this round. `is_done`: it has finished.
    """

    id: str
    name: str
    player: int
    at: Any
    base: str = "medium"
    health: int = 1
    full_health: int = 0
    used: tuple[str, ...] = ()
    is_done: bool = False

    def status(self) -> str:
        """Return a word or two on its condition, for lists, such as "knocked down"."""
        return ""


def notes_of(model: SimpleModel) -> tuple[str, ...]:
    """Return the notes on a model for lists: its own status, and whether it has finished."""
    status = model.status()
    require_result(model.status, status, isinstance(status, str), "a text")
    return (*((status,) if status else ()), *(("done",) if model.is_done else ()))


@dataclass(frozen=True)
class SimpleObjective:
    """A place on the board that a player can hold: a circle of `radius` inches around `at`."""

    id: str
    name: str
    at: XY
    radius: float = 3.0


@dataclass(frozen=True)
class SimpleState:
    """A point in a simple game. It is a frozen value: events make changed copies of it.

    `board` is the table without models, `table` the table with them. `models` are on the table and
    `removed` are not. `player` has the turn, and `active` is the model that acts in it. Pairs, such
    as `points` and `names`, hold player 1's part first.
    """

    board: Table
    names: tuple[str, str]
    rounds: int
    models: tuple[SimpleModel, ...]
    objectives: tuple[SimpleObjective, ...] = ()
    removed: tuple[SimpleModel, ...] = ()
    round: int = 0
    first: int = 0
    player: int = 0
    active: str = ""
    points: tuple[int, int] = (0, 0)
    winner: int = 0
    why: str = ""
    over: bool = False
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0

    @cached_property
    def table(self) -> Table:
        """The table with all models, which answers questions of sight, distance and moves."""
        sizes = self.board.policy.bases
        return self.board.with_bodies(
            *(Body(model.id, model.base, model.at, sizes=sizes) for model in self.models)
        )

    def model(self, id: str) -> Any:
        """Return a model on the table. Raises KeyError for any other id."""
        return self._models_by_id[id]

    def has_model(self, id: str) -> bool:
        """Return whether this model is on the table."""
        return id in self._models_by_id

    @cached_property
    def _models_by_id(self) -> dict[str, SimpleModel]:
        return {model.id: model for model in self.models}

    def models_of(self, player: int) -> tuple[Any, ...]:
        """Return a player's models on the table."""
        return tuple(model for model in self.models if model.player == player)

    def ready_models(self, player: int) -> tuple[Any, ...]:
        """Return the models that the player may act with now."""
        ready = tuple(model for model in self.models_of(player) if not model.is_done)
        return tuple(model for model in ready if self.active in ("", model.id))

    def name_of(self, id: str) -> str:
        """Return the display name of a model or an objective; an unknown id is its own name."""
        names = {objective.id: objective.name for objective in self.objectives}
        names |= {model.id: model.name for model in (*self.removed, *self.models)}
        return names.get(id, id)

    def player_name(self, player: int) -> str:
        """Return a player's name; "Nobody" for 0."""
        return ("Nobody", *self.names)[player]

    def models_at(self, objective: SimpleObjective) -> Iterator[SimpleModel]:
        """Yield the models whose base touches the circle of an objective, seen from above."""
        for model in self.models:
            reach = objective.radius + self.table.body(model.id).radius
            if math.dist(model.at[:2], objective.at) <= reach:
                yield model

    def holder_of(self, objective: SimpleObjective) -> int:
        """Return the player with more models at an objective; 0 for equal numbers."""
        players = [model.player for model in self.models_at(objective)]
        difference = players.count(1) - players.count(2)
        return 0 if difference == 0 else 1 if difference > 0 else 2

    def with_model(self, id: str, **changes: Any) -> SimpleState:
        """Return the state with a changed model, which leaves the table at health 0."""
        changed = replace(self.model(id), **changes)
        others = tuple(model for model in self.models if model.id != id)
        if changed.health <= 0:
            return replace(self, models=others, removed=(*self.removed, changed))
        models = tuple(changed if model.id == id else model for model in self.models)
        return replace(self, models=models)


def place_models(board: Table, models: tuple[SimpleModel, ...]) -> tuple[SimpleModel, ...]:
    """Return the models with heights, each at the nearest place to its own where it can stand.

    Raises InputError for an unknown base, for two models with the same id or an owner who is not
    1 or 2, and if a board has no such place near.
    """
    placed: list[SimpleModel] = []
    table = board
    _check_models(board, models)
    for model in models:
        at = find_place(table, model.base, model.at[:2])
        table = table.with_bodies(Body(model.id, model.base, at, sizes=board.policy.bases))
        health = model.full_health or model.health
        placed.append(replace(model, at=at, full_health=health))
    return tuple(placed)


def _check_models(board: Table, models: tuple[SimpleModel, ...]) -> None:
    """Raise InputError for the first model that a game cannot begin with."""
    ids = set[str]()
    for model in models:
        if model.id in ids:
            raise InputError(f"deploy: two models have the id {model.id!r}")
        if model.player not in (1, 2):
            raise InputError(f"deploy: model {model.id!r}: expected player 1 or 2")
        if model.base not in board.policy.bases:
            known = ", ".join(board.policy.bases)
            raise InputError(
                f"deploy: model {model.id!r} has an unknown base {model.base!r}; expected {known}"
            )
        ids.add(model.id)


def find_place(table: Table, base: str, near: XY) -> XYZ:
    """Return the place nearest to a point where a base can stand, on the highest level there.

    Raises InputError if there is none within 20 inches.
    """
    width, depth = table.size
    for ring in range(MAX_PLACE_RINGS + 1):
        for i in range(PLACES_PER_RING if ring else 1):
            angle = math.tau * i / PLACES_PER_RING
            x = round(near[0] + ring * PLACE_STEP_IN * math.cos(angle), 2)
            y = round(near[1] + ring * PLACE_STEP_IN * math.sin(angle), 2)
            if not (0 <= x <= width and 0 <= y <= depth):
                continue
            try:
                tried = table.with_bodies(Body("?", base, (x, y), sizes=table.policy.bases))
            except InputError:
                continue
            if table.stand(base, tried.body("?").at):
                return tried.body("?").at
    raise InputError(f"the board has no room for a {base} base near ({near[0]:g}, {near[1]:g})")
