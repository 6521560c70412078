"""A force as a player writes it down: its units, each warjack's head and weapons, and the rack of Cyphers (pp. 41 to 43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import Field, StringConstraints

from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard, WeaponCard
from wc3d.table.maps.strict_json import PRINTABLE_PATTERN, Id, StrictModel

MAX_LIST_ENTRIES = 200
"""Entries: no list of a force file is longer; what the rules allow is far less."""


class UnitChoice(StrictModel):
    """One unit of a force. A warjack's choice names its head and its weapons by kind of hardpoint: {"arm": ["ripper"]}."""

    unit: Id
    cortex: Id | None = None
    weapons: dict[Id, Annotated[tuple[Id, ...], Field(max_length=MAX_LIST_ENTRIES)]] = {}  # noqa: RUF012

    def __hash__(self) -> int:
        return hash((self.unit, self.cortex, tuple(sorted(self.weapons.items()))))


UnitChoices = Annotated[tuple[UnitChoice, ...], Field(max_length=MAX_LIST_ENTRIES)]
Ids = Annotated[tuple[Id, ...], Field(max_length=MAX_LIST_ENTRIES)]


class Force(StrictModel):
    """What one player brings: units, Heroes (counted apart), squad attachments and the rack, the Cyphers they play with."""

    name: Annotated[
        str, StringConstraints(strict=True, max_length=500, pattern=f"^{PRINTABLE_PATTERN}*$")
    ] = ""
    faction: Id
    units: UnitChoices
    heroes: UnitChoices = ()
    attachments: Ids = ()
    rack: Ids


@dataclass(frozen=True)
class WeaponInstance:
    """One weapon that one model carries. `key` tells it from the model's others: "battle_rifle", "battle_rifle#2"."""

    key: str
    card: WeaponCard
    hardpoint: str | None = None


def format_faction(faction: str) -> str:
    """A Faction as people write it: "Marcher Worlds"."""
    return faction.replace("_", " ").title()


@lru_cache(maxsize=1024)
def choice_weapons(choice: UnitChoice, cards: Cards) -> tuple[WeaponInstance, ...]:
    """The weapons that each model of a unit (or an attachment) can attack with, in order: those of its card, then the chosen.

    A composite gives its components, a card that counts several gives each (NM-STA-20), equipment gives none. Every model
    of a squad carries all of them (NM-ACT-08). Raises InputError for an unknown id.
    """
    instances = []
    numbers: Counter[str] = Counter()
    for weapon, hardpoint in _list_carried_weapons(choice, cards):
        for component in [cards.weapon(c) for c in weapon.components] or [weapon]:
            for _ in range(component.count if component.kind in ("melee", "ranged") else 0):
                numbers[component.id] += 1
                key = (
                    component.id
                    if numbers[component.id] == 1
                    else f"{component.id}#{numbers[component.id]}"
                )
                instances.append(WeaponInstance(key, component, hardpoint))
    return tuple(instances)


@lru_cache(maxsize=1024)
def choice_abilities(choice: UnitChoice, cards: Cards) -> tuple[str, ...]:
    """The ids of a unit's advantages and special rules, each once: its card's, its head's, its equipment's.

    Those of its weapons are on the weapons' cards. Raises InputError for an unknown id.
    """
    card = cards.unit(choice.unit)
    cortex = card.cortex(choice.cortex)
    equipment = [
        a
        for weapon, _ in _list_carried_weapons(choice, cards)
        if weapon.kind == "equipment"
        for a in weapon.abilities
    ]
    return tuple(
        dict.fromkeys((*card.abilities, *(cortex.abilities if cortex else ()), *equipment))
    )


def weapon_points_cost(choice: UnitChoice, cards: Cards) -> int:
    """The Weapon Points that a warjack's weapons cost (p. 42); unknown weapons cost nothing."""
    return sum(
        cards.weapons[id].points or 0
        for ids in choice.weapons.values()
        for id in ids
        if id in cards.weapons
    )


def _list_carried_weapons(
    choice: UnitChoice, cards: Cards
) -> Iterator[tuple[WeaponCard, str | None]]:
    """The weapon cards of a unit with their hardpoints: its card's (no hardpoint), then the chosen in the card's order."""
    card = cards.unit(choice.unit)
    yield from ((cards.weapon(id), None) for id in card.weapons)
    for location in _sort_locations(choice, card):
        yield from ((cards.weapon(id), location) for id in choice.weapons[location])


def _sort_locations(choice: UnitChoice, card: UnitCard) -> list[str]:
    locations = [location for location in card.hardpoints if location in choice.weapons]
    return locations + [location for location in choice.weapons if location not in card.hardpoints]
