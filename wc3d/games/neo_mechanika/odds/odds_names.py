"""What the words of `wc3d odds` name: units, weapons and Furies, and a unit with the weapons it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS, Card, UnitCard, WeaponCard
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice, choice_weapons
from wc3d.games.neo_mechanika.text.card_names import card_table, match_card
from wc3d.games.neo_mechanika.text.names_in_game import AmbiguousNameError

GATE_NAME = "void gate"
"""What is attacked if it is no unit."""


@dataclass(frozen=True)
class DuelSide:
    """One side: a unit's card (or a void gate), what a warjack is made of, and what is on it. Ids throughout."""

    unit: str
    head: str | None = None
    weapons: tuple[str, ...] = ()
    arc: int = 0
    cyphers: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    spikes: tuple[str, ...] = ()


def find_card(text: str, cards: Mapping[str, Card]) -> str:
    """The id of the card meant, of those known by id. Raises InputError, with those that could be meant or look like it."""
    return match_card(text, {f"{card_table(card)}:{id}": card for id, card in cards.items()}).id


def find_unit(text: str) -> str:
    """The id of a unit or attachment, or GATE. Raises InputError."""
    return (
        GATE_NAME
        if text.lower().replace("_", " ") in (GATE_NAME, "gate")
        else find_card(text, CARDS().units)
    )


def available_weapons(card: UnitCard) -> dict[str, WeaponCard]:
    """Every weapon that a unit can attack with: its card's, and what a warjack can be given."""
    cards = CARDS()
    ids = (*card.weapons, *(w for options in card.weapon_options.values() for w in options))
    parts = (part for id in ids for part in (cards.weapon(id).components or (id,)))
    return {id: cards.weapon(id) for id in parts if cards.weapon(id).kind in ("melee", "ranged")}


def find_weapon(text: str, card: UnitCard) -> str:
    """The id of the weapon (or Fury) meant. Raises InputError that says which weapons the unit can carry."""
    cards, able = CARDS(), available_weapons(card)
    furies = {c.id: c for c in cards.cyphers.values() if c.kind == "fury"}
    try:
        return find_card(text, {**able, **furies})
    except AmbiguousNameError:
        raise
    except InputError:
        id = find_card(text, {**cards.weapons, **furies})
        weapon_names = ", ".join(able) or "no weapon"
        raise InputError(
            f"{card.name} cannot attack with {cards.weapons[id].name}; it can attack with {weapon_names}"
        ) from None


def arm_unit(side: DuelSide, using: str = "") -> UnitChoice:
    """The unit as a force would list it, with the weapons named and the one used. Raises InputError for what it cannot have."""
    cards = CARDS()
    card = cards.unit(side.unit)
    if side.head is not None and card.cortex(side.head) is None:
        heads = ", ".join(c.id for c in card.cortexes) or "it is not a warjack"
        raise InputError(f"{card.name} has no head {side.head!r} ({heads})")
    weapons_by_location: dict[str, tuple[str, ...]] = {}
    built_in = {i.card.id for i in choice_weapons(UnitChoice(unit=side.unit), cards)}
    for id in dict.fromkeys((*side.weapons, *([using] if using and using not in built_in else []))):
        candidates = [
            (at, w)
            for at, weapons in card.weapon_options.items()
            for w in weapons
            if id in (w, *cards.weapon(w).components)
        ]
        if not candidates:
            options = (
                ", ".join(w for weapons in card.weapon_options.values() for w in weapons)
                or "it has no weapon options"
            )
            raise InputError(f"{card.name} cannot carry {id!r} ({options})")
        location, mounted = candidates[0]
        weapons_by_location[location] = (*weapons_by_location.get(location, ()), mounted)
        if len(weapons_by_location[location]) > card.hardpoints[location]:
            names = " and ".join(weapons_by_location[location])
            raise InputError(
                f"{card.name} has no room for {names}; {location} hardpoints: {card.hardpoints[location]}"
            )
    return UnitChoice(unit=side.unit, cortex=side.head, weapons=weapons_by_location)
