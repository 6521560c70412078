"""The saved setup of a game of any kind: read it, compare it with this program, begin from it.

A game has its own pydantic model with the fields of `SavedSetup`, because a saved file keeps the
order of the fields.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import ValidationError

from wc3d.engine.dice import Dice, SeededDice
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.maps.strict_json import FileError, FileFault, StrictModel, validation_faults
from wc3d.table.maps.terrain_hash import find_terrain_change
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table

Seed = int | str | None


class SetupError(FileError):
    """A game that cannot begin; `faults` lists every reason with its place."""


class SavedSetup(Protocol):
    """The fields that every setup has.

    `cards`, `terrain` and `meshes` are digests: a game continues only with the same cards, terrain
    solids and mesh files. `seed` is None for dice from elsewhere.
    """

    @property
    def seed(self) -> Seed: ...
    @property
    def cards(self) -> str: ...
    @property
    def terrain(self) -> str: ...
    @property
    def meshes(self) -> str: ...
    @property
    def map(self) -> dict[str, Any]: ...


SetupT = TypeVar("SetupT", bound=StrictModel)


def parse_setup(model: type[SetupT], data: Any) -> SetupT:
    """Return a setup from its data. Raises SetupError with every fault."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise SetupError("setup", validation_faults(error, data)) from None


def setup_data(setup: StrictModel) -> dict[str, Any]:
    """Return the data of a setup for a saved game, without defaults."""
    return setup.model_dump(mode="json", exclude_defaults=True)


def choose_seed(seed: Seed, dice: Dice | None) -> Seed:
    """Return the seed of a new game: random without a seed and without dice."""
    return secrets.randbelow(2**53) if dice is None and seed is None else seed


def saved_dice(setup: SavedSetup, dice: Dice | None) -> Dice:
    """Return these dice, or those of the setup's seed. Raises SetupError if both are missing."""
    if dice is not None:
        return dice
    if setup.seed is None:
        text = "missing: this game uses other dice; pass them as `dice`"
        raise SetupError("setup", [FileFault("seed", text)])
    return SeededDice(setup.seed)


def read_saved_map(described: dict[str, Any], policy: SpacePolicy) -> Table:
    """Return the table of a setup's map."""
    return table_from_map(described, policy, "the game's map", Path())


def restore_table(setup: SavedSetup, policy: SpacePolicy, cards_digest: str) -> Table:
    """Return the table of a saved game. Raises SetupError for other cards and changed terrain."""
    if setup.cards != cards_digest:
        text = "this game uses different cards than this version of the program"
        raise SetupError("setup", [FileFault("cards", text)])
    table = read_saved_map(setup.map, policy)
    if fault := find_terrain_change(table, setup.terrain, setup.meshes):
        raise SetupError("setup", [FileFault("terrain", fault)])
    return table
