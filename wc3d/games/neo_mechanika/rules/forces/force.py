"""A force as its player chooses it: units, warjack heads and weapons, the rack (pp. 41 to 43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard, WeaponCard
from wc3d.table.maps.strict_json import PRINTABLE_PATTERN, Id, StrictModel

MAX_LIST_ENTRIES = 200
"""The most entries in a list of a force file; the rules allow far fewer."""


class UnitChoice(StrictModel):
    """A chosen unit. A warjack names its head, and weapons by hardpoint: {"arm": ["ripper"]}."""

    unit: Id
    cortex: Id | None = None
    weapons: dict[Id, Annotated[tuple[Id, ...], Field(max_length=MAX_LIST_ENTRIES)]] = {}  # noqa: RUF012

    def __hash__(self) -> int:
        return hash((self.unit, self.cortex, tuple(sorted(self.weapons.items()))))


UnitChoices = Annotated[tuple[UnitChoice, ...], Field(max_length=MAX_LIST_ENTRIES)]
Ids = Annotated[tuple[Id, ...], Field(max_length=MAX_LIST_ENTRIES)]


class Force(StrictModel):
    """A player's units, Heroes (counted separately), squad attachments and rack of Cyphers."""

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
    """A weapon of one model. `key` is unique for the model: "battle_rifle", "battle_rifle#2"."""

    key: str
    card: WeaponCard
    hardpoint: str | None = None


def format_faction(faction: str) -> str:
    """Return a Faction's display name: "Marcher Worlds"."""
    return faction.replace("_", " ").title()


def choice_weapons(choice: UnitChoice, cards: Cards) -> tuple[WeaponInstance, ...]:
    """Return the weapons of each model of a unit or attachment: the card's, then the chosen.

    A composite gives its components. A card that counts several gives each (NM-STA-20). Equipment
    gives none. Every model of a squad carries all of them (NM-ACT-08). Raises InputError for an
    unknown id.
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


def choice_abilities(choice: UnitChoice, cards: Cards) -> tuple[str, ...]:
    """Return the ids of a unit's advantages and special rules, from card, head and equipment.

    Each id occurs once. The weapons' own rules are on their cards. Raises InputError for an
    unknown id.
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
    """Return the Weapon Points of a warjack's weapons (p. 42); unknown weapons cost nothing."""
    return sum(
        cards.weapons[id].points or 0
        for ids in choice.weapons.values()
        for id in ids
        if id in cards.weapons
    )


def _list_carried_weapons(
    choice: UnitChoice, cards: Cards
) -> Iterator[tuple[WeaponCard, str | None]]:
    """Yield a unit's weapon cards with their hardpoints: the card's own (None), then the chosen."""
    card = cards.unit(choice.unit)
    yield from ((cards.weapon(id), None) for id in card.weapons)
    for location in _sort_locations(choice, card):
        yield from ((cards.weapon(id), location) for id in choice.weapons[location])


def _sort_locations(choice: UnitChoice, card: UnitCard) -> list[str]:
    locations = [location for location in card.hardpoints if location in choice.weapons]
    return locations + [location for location in choice.weapons if location not in card.hardpoints]
