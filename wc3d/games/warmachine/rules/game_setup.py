"""The constants of a game: cards, battlegroups, terrain, the edition and the models' identities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.cards import (
    AnyCard,
    Armament,
    CardSet,
    Spell,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.games.warmachine.rules.editions import Edition
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.table.table import Table


@dataclass(frozen=True, eq=False)
class Setup:
    """The constants of a game. Values of player 1 come first.

    `table` contains the terrain only. `card_ids` maps each model to its card. `grids` are the
    unmarked grids of the warjacks. `rounds` is the round limit, 0 for none (WM-RUL-96).
    """

    cards: CardSet
    forces: tuple[Battlegroup, Battlegroup]
    table: Table
    edition: Edition
    rounds: int
    names: tuple[str, str]
    card_ids: Mapping[str, str] = field(repr=False)
    grids: Mapping[str, DamageGrid] = field(repr=False)

    def card_of(self, id: str) -> AnyCard:
        """Return the card of a model. Raises KeyError."""
        return self.cards.models[self.card_ids[id]]

    def damage_row_size(self, id: str) -> int:
        """Return the boxes in a warrior's damage row. Raises KeyError for a warjack."""
        card = self.card_of(id)
        if isinstance(card, WarjackCard):
            raise KeyError(f"{id} has a damage grid, not a single row of boxes")
        return card.boxes

    def caster_card(self, id: str) -> WarcasterCard:
        """Return the card of a warcaster. Raises KeyError for other models."""
        card = self.card_of(id)
        if not isinstance(card, WarcasterCard):
            raise KeyError(f"{id} is not a warcaster")
        return card

    def weapon(self, id: str, weapon: str) -> Armament | None:
        """Return a weapon of a model, or None if it has no such weapon."""
        return next((w for w in self.card_of(id).weapons if w.id == weapon), None)

    def spell(self, id: str, spell: str) -> Spell | None:
        """Return a spell of a warcaster, or None if it has no such spell."""
        try:
            return self.caster_card(id).spell(spell)
        except (KeyError, InputError):
            return None
