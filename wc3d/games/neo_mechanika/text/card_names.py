"""Find cards by id, name, or an unambiguous part, with an optional kind ("weapon:fusion_blade")."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import get_args

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import (
    AbilityCard,
    Card,
    Cards,
    CypherCard,
    UnitCard,
    WeaponCard,
)
from wc3d.games.neo_mechanika.text.card_words import card_rules, card_weapons, title_from_id
from wc3d.games.neo_mechanika.text.typed_names import AmbiguousNameError, match_name

CARD_TABLES: dict[str, type[Card]] = {
    "unit": UnitCard,
    "weapon": WeaponCard,
    "cypher": CypherCard,
    "ability": AbilityCard,
}

_PRINTED = (
    kind for card in CARD_TABLES.values() for kind in get_args(card.model_fields["kind"].annotation)
)

CARD_KINDS = tuple(dict.fromkeys((*CARD_TABLES, "hero", *_PRINTED)))
"""The kinds to filter by: the four card tables, and the cards' own ("squad", "ranged", "fury")."""


def card_table(card: Card) -> str:
    """Return the table of a card: "unit", "weapon", "cypher" or "ability"."""
    return next(table for table, kind in CARD_TABLES.items() if isinstance(card, kind))


def find_cards_by_key(cards: Cards, kind: str = "", faction: str = "") -> dict[str, Card]:
    """Return cards by key ("weapon:fusion_blade"), filtered if requested. Raises InputError."""
    all_cards = [
        *cards.units.values(),
        *cards.weapons.values(),
        *cards.cyphers.values(),
        *cards.abilities.values(),
    ]
    cards_in_scope = (
        all_cards if not faction else _list_faction_cards(cards, parse_faction(faction, cards))
    )
    return {
        f"{card_table(card)}:{card.id}": card
        for card in cards_in_scope
        if not kind or is_card_of_kind(card, parse_kind(kind))
    }


def is_card_of_kind(card: Card, kind: str) -> bool:
    """Return whether a card is of a kind; "ability" matches the entire table."""
    if kind in CARD_TABLES:
        return card_table(card) == kind
    return (
        bool(getattr(card, "hero", False)) if kind == "hero" else getattr(card, "kind", "") == kind
    )


def parse_kind(text: str) -> str:
    """Return the kind of that name. Raises InputError."""
    if (kind := text.lower()) in CARD_KINDS:
        return kind
    raise InputError(f"--kind: expected one of {', '.join(CARD_KINDS)}, found {text!r}")


def parse_faction(text: str, cards: Cards) -> str:
    """Return the Faction of that id or name, or part of its name. Raises InputError."""
    return match_name(text, {id: title_from_id(id) for id in cards.factions()}, "Faction")


def _list_faction_cards(cards: Cards, faction: str) -> list[Card]:
    """Return a Faction's units with their weapons and rules, and all Cyphers (factionless)."""
    units: list[Card] = [unit for unit in cards.units.values() if faction in unit.factions]
    weapons = {id: card for unit in units for id, card in card_weapons(unit, cards).items()}
    rules = {
        id: card
        for unit in (*units, *cards.cyphers.values())
        for id, card in card_rules(unit, cards).items()
    }
    return [*units, *weapons.values(), *cards.cyphers.values(), *rules.values()]


def match_card(text: str, cards_by_key: Mapping[str, Card]) -> Card:
    """Return the card with an id, a name or an unambiguous part of one, with an optional kind.
    Raises InputError.

    The error lists the cards of an ambiguous name, or similar names of an unknown one.
    """
    text = text.strip()
    if text.lower() in cards_by_key:
        return cards_by_key[text.lower()]
    kind, colon, rest = text.partition(":")
    if colon and kind.lower().strip() in CARD_KINDS:
        cards_by_key = {
            key: card
            for key, card in cards_by_key.items()
            if is_card_of_kind(card, kind.lower().strip())
        }
        text = rest.strip()
    named = [card for card in cards_by_key.values() if card.name.casefold() == text.casefold()]
    matches = named or [card for card in cards_by_key.values() if card.id == text.lower()]
    if len(matches) == 1:
        return matches[0]
    try:
        return cards_by_key[
            match_name(text, {key: card.name for key, card in cards_by_key.items()}, "card")
        ]
    except AmbiguousNameError:
        raise
    except InputError:
        raise InputError(f"there is no card {text!r}{_suggest_names(text, cards_by_key)}") from None


def _suggest_names(text: str, cards_by_key: Mapping[str, Card]) -> str:
    """Return the end of an error message for an unknown name: similar names."""
    names = {
        spelt.casefold(): card.name
        for card in cards_by_key.values()
        for spelt in (card.id.replace("_", " "), card.name)
    }
    close = get_close_matches(text.casefold().replace("_", " "), names, 5, 0.6)
    suggestions = list(dict.fromkeys(names[spelt] for spelt in close))[:3]
    return (
        f"; did you mean {' or '.join(suggestions)}?"
        if suggestions
        else "; `wc3d card` lists all cards"
    )
