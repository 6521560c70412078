"""Look up the units, weapons and Furies named in `wc3d odds`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS, Card, UnitCard, WeaponCard
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice, choice_weapons
from wc3d.games.neo_mechanika.text.card_names import card_table, match_card
from wc3d.games.neo_mechanika.text.typed_names import AmbiguousNameError

GATE_NAME = "void gate"
"""The name of a target that is a void gate."""


@dataclass(frozen=True)
class DuelSide:
    """One side by ids: a unit's card or a void gate, a warjack's parts, and everything on it."""

    unit: str
    head: str | None = None
    weapons: tuple[str, ...] = ()
    arc: int = 0
    cyphers: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    spikes: tuple[str, ...] = ()


def find_card_id(text: str, cards: Mapping[str, Card]) -> str:
    """Return the id of the card named, from cards by id. Raises InputError with similar names."""
    return match_card(text, {f"{card_table(card)}:{id}": card for id, card in cards.items()}).id


def find_unit(text: str) -> str:
    """Return the id of a unit or attachment, or GATE_NAME. Raises InputError."""
    return (
        GATE_NAME
        if text.lower().replace("_", " ") in (GATE_NAME, "gate")
        else find_card_id(text, CARDS().units)
    )


def available_weapons(card: UnitCard) -> dict[str, WeaponCard]:
    """Return all weapons that a unit can use: its card's and those a warjack can take."""
    cards = CARDS()
    ids = (*card.weapons, *(w for options in card.weapon_options.values() for w in options))
    parts = (part for id in ids for part in (cards.weapon(id).components or (id,)))
    return {id: cards.weapon(id) for id in parts if cards.weapon(id).kind in ("melee", "ranged")}


def find_weapon(text: str, card: UnitCard) -> str:
    """Return the id of a weapon or Fury. Raises InputError with the weapons the unit can carry."""
    cards = CARDS()
    able = available_weapons(card)
    furies = {c.id: c for c in cards.cyphers.values() if c.kind == "fury"}
    try:
        return find_card_id(text, {**able, **furies})
    except AmbiguousNameError:
        raise
    except InputError:
        id = find_card_id(text, {**cards.weapons, **furies})
        weapon_names = ", ".join(able) or "no weapon"
        raise InputError(
            f"{card.name} cannot attack with {cards.weapons[id].name}; it can attack with {weapon_names}"
        ) from None


def arm_unit(side: DuelSide, using: str = "") -> UnitChoice:
    """Return the unit as a force choice with its weapons. Raises InputError for illegal ones."""
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
