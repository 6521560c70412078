"""The constants of a game: cards, forces, mission, terrain, and the data of units and models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from wc3d.games.neo_mechanika.rules.book.rulings import (
    INITIAL_DEPTH_IN,
    RULINGS_VERSION,
    GameOptions,
)
from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, WeaponInstance
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.objectives import build_objective_features
from wc3d.table.table import Table

Two = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Setup:
    """The constants of a game. Player 1's values come first.

    `table` is the terrain alone. `card_ids` has the card of each unit, model and attachment.
    `weapons` and `abilities` are those of each model, including a warjack's head and equipment.
    `attachments` are each player's, by model id. `rulings` is the version of the rulings.
    """

    cards: Cards
    forces: tuple[Force, Force]
    mission: Mission
    options: GameOptions
    table: Table
    secondary: Two
    names: tuple[str, str]
    card_ids: Mapping[str, str] = field(repr=False)
    weapons: Mapping[str, tuple[WeaponInstance, ...]] = field(repr=False)
    abilities: Mapping[str, tuple[str, ...]] = field(repr=False)
    attachments: Mapping[int, tuple[str, ...]] = field(repr=False)
    rulings: int = RULINGS_VERSION
    _terrains: dict[tuple[str, ...], Table] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<Setup: {self.mission.name}, {' against '.join(force.name or force.faction for force in self.forces)}>"

    def card_of(self, id: str) -> UnitCard:
        """Return the card of a unit, model or attachment. Raises KeyError."""
        return self.cards.units[self.card_ids[id]]

    @property
    def initial_depth(self) -> float:
        """The depth of the initial deployment in inches (NM-SET-07) on this table (NM-SIL-149)."""
        return INITIAL_DEPTH_IN * self.table.size[1] / self.mission.size[1]

    def terrain(self, objectives: tuple[str, ...]) -> Table:
        """Return the terrain with those of these objectives that are terrain (NM-OBJ-12)."""
        if objectives not in self._terrains:
            objective_features = build_objective_features(self.mission, self.table, objectives)
            self._terrains[objectives] = (
                replace(self.table, features=self.table.features + objective_features)
                if objective_features
                else self.table
            )
        return self._terrains[objectives]

    @cached_property
    def game_memo_key(self) -> object:
        """The cache key shared by all views of one game, for results without hidden information."""
        return object()

    @cached_property
    def _known(self) -> Mapping[int | None, Setup]:
        first, second = self.forces
        bare, bare_second = (force.model_copy(update={"rack": ()}) for force in self.forces)
        forces_by_player = {1: (first, bare_second), 2: (bare, second), None: (bare, bare_second)}
        setups = {
            player: replace(self, forces=forces) for player, forces in forces_by_player.items()
        }
        for setup in setups.values():
            vars(setup)["game_memo_key"] = self.game_memo_key
        return setups

    def seen_by(self, player: int | None) -> Setup:
        """Return the setup without the Cyphers hidden from a player (None: from a spectator)."""
        return self._known[player]
