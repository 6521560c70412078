"""What a roster may name: the units, weapons and Cyphers of the cards, and what one unit can have."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from wc3d.games.neo_mechanika.rules.cards import Cards, CypherCard, UnitCard, WeaponCard
from wc3d.games.neo_mechanika.rules.forces.rosters.names import Names, other_names, simplify
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import Selection

RACK = ("cyphers", "therack", "rack")
"""What a catalogue calls the rack: a selection, or the category of its Cyphers."""


@dataclass(frozen=True)
class Thing:
    """One thing that a unit can have: a head, a weapon for a hardpoint, a part of such a weapon, or a weapon of its card."""

    kind: Literal["head", "option", "part", "fixed"]
    id: str
    name: str
    location: str = ""
    whole: str = ""


class Catalogue:
    """The cards by the names that rosters use."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.units: Names[UnitCard] = Names((u, _names(u.name, u.id, "units")) for u in cards.units.values())
        self.weapons: Names[WeaponCard] = Names((w, _names(w.name, w.id, "weapons")) for w in cards.weapons.values())
        self.cyphers: Names[CypherCard] = Names((c, (c.name, c.id)) for c in cards.cyphers.values())
        self.factions: Names[str] = Names((f, (f,)) for f in cards.factions())
        self.things = cache(self._things)

    def is_rack(self, selection: Selection) -> bool:
        """Is it the heading of the rack?"""
        return simplify(selection.name) in RACK

    def in_rack(self, selection: Selection) -> bool:
        """Is it the rack, or by its category a Cypher?"""
        return self.is_rack(selection) or any(simplify(kind) in RACK for kind in selection.kinds)

    def left_out(self, selection: Selection) -> str:
        """Of what kind a unit is that no card can be of ("vehicle"), or ""."""
        kinds = other_names()["left_out"]
        named = kinds.get(simplify(selection.name), "")
        return named or next((simplify(k) for k in selection.kinds if simplify(k) in kinds.values()), "")

    def _things(self, unit: UnitCard) -> Names[Thing]:
        """What a unit can have, by name."""
        return Names((item, names) for item, names in self._each_thing(unit))

    def _each_thing(self, unit: UnitCard) -> Iterator[tuple[Thing, tuple[str, ...]]]:
        options = [(location, self.cards.weapon(id)) for location, ids in unit.weapon_options.items() for id in ids]
        for location, weapon in options:
            yield Thing("option", weapon.id, weapon.name, location), _names(weapon.name, weapon.id, "weapons")
        for id in unit.weapons:
            weapon = self.cards.weapon(id)
            yield Thing("fixed", id, weapon.name), _names(weapon.name, id, "weapons")
        for cortex in unit.cortexes:
            stem = cortex.name.removesuffix(" Cortex")
            yield Thing("head", cortex.id, cortex.name), (cortex.name, stem, f"{stem} Cortex")
        for location, weapon in options:
            for id in weapon.components:
                part = self.cards.weapon(id)
                yield Thing("part", id, part.name, location, weapon.id), _names(part.name, id, "weapons")


def _names(name: str, id: str, kind: str) -> tuple[str, ...]:
    """A card's names: the printed one, those of the ecosystem's catalogue, the one before a title, its id."""
    aliases = [alias for alias, card_id in other_names()[kind].items() if card_id == id]
    return name, *aliases, name.split(",")[0], id
