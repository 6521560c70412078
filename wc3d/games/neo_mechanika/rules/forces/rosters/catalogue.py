"""The names that a roster may use: units, weapons, Cyphers, and the options of each unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.rules.cards import Cards, CypherCard, UnitCard, WeaponCard
from wc3d.games.neo_mechanika.rules.forces.rosters.card_name_index import (
    CardNameIndex,
    load_aliases,
    normalize_name,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import Selection

RACK_NAMES = ("cyphers", "therack", "rack")
"""A catalogue's names for the rack: a selection, or the category of its Cyphers."""


@dataclass(frozen=True)
class UnitOption:
    """An option of a unit: a head, a hardpoint weapon, a part of one, or a weapon of its card."""

    kind: Literal["head", "option", "part", "fixed"]
    id: str
    name: str
    location: str = ""
    whole: str = ""


class Catalogue:
    """Cards by the names that rosters use."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.units: CardNameIndex[UnitCard] = CardNameIndex(
            (u, _list_names(u.name, u.id, "units")) for u in cards.units.values()
        )
        self.weapons: CardNameIndex[WeaponCard] = CardNameIndex(
            (w, _list_names(w.name, w.id, "weapons")) for w in cards.weapons.values()
        )
        self.cyphers: CardNameIndex[CypherCard] = CardNameIndex(
            (c, (c.name, c.id)) for c in cards.cyphers.values()
        )
        self.factions: CardNameIndex[str] = CardNameIndex((f, (f,)) for f in cards.factions())
        self.notes: dict[Any, Any] = {}

    def is_rack(self, selection: Selection) -> bool:
        """Return whether a selection is the heading of the rack."""
        return normalize_name(selection.name) in RACK_NAMES

    def is_in_rack(self, selection: Selection) -> bool:
        """Return whether a selection is the rack, or a Cypher by its category."""
        return self.is_rack(selection) or any(
            normalize_name(kind) in RACK_NAMES for kind in selection.kinds
        )

    def excluded_kind(self, selection: Selection) -> str:
        """Return a unit's kind if the cards have no units of that kind ("vehicle"), or ""."""
        kinds = load_aliases()["left_out"]
        named = kinds.get(normalize_name(selection.name), "")
        return named or next(
            (normalize_name(k) for k in selection.kinds if normalize_name(k) in kinds.values()), ""
        )

    @memo_on_state
    def things(self, unit: UnitCard) -> CardNameIndex[UnitOption]:
        """Return the options of a unit by name."""
        return CardNameIndex((item, names) for item, names in self._each_thing(unit))

    def _each_thing(self, unit: UnitCard) -> Iterator[tuple[UnitOption, tuple[str, ...]]]:
        options = [
            (location, self.cards.weapon(id))
            for location, ids in unit.weapon_options.items()
            for id in ids
        ]
        for location, weapon in options:
            yield (
                UnitOption("option", weapon.id, weapon.name, location),
                _list_names(weapon.name, weapon.id, "weapons"),
            )
        for id in unit.weapons:
            weapon = self.cards.weapon(id)
            yield UnitOption("fixed", id, weapon.name), _list_names(weapon.name, id, "weapons")
        for cortex in unit.cortexes:
            stem = cortex.name.removesuffix(" Cortex")
            yield UnitOption("head", cortex.id, cortex.name), (cortex.name, stem, f"{stem} Cortex")
        for location, weapon in options:
            for id in weapon.components:
                part = self.cards.weapon(id)
                yield (
                    UnitOption("part", id, part.name, location, weapon.id),
                    _list_names(part.name, id, "weapons"),
                )


def _list_names(name: str, id: str, kind: str) -> tuple[str, ...]:
    """Return a card's names: printed name, aliases, name before a title, id."""
    aliases = [alias for alias, card_id in load_aliases()[kind].items() if card_id == id]
    return name, *aliases, name.split(",")[0], id
