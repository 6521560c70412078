"""`wc3d card NAME`: print a card and its encoding, a list of all cards, or `--doubts`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from wc3d.cli.output.card_doubts import describe_doubts, find_doubts, format_card_count
from wc3d.cli.shared_arguments import add_cards_argument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wc3d.games.neo_mechanika.rules.cards import Card, Cards


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.epilog = "Assumed or disputed values are marked Doubt."
    words = "a card's name, part of it or its id; a kind may precede it, as in weapon:shield"
    command.add_argument("words", metavar="NAME", nargs="*", help=words)
    kind_help = "show only this kind: unit, weapon, cypher, ability, squad, ..."
    command.add_argument("--kind", metavar="KIND", default="", help=kind_help)
    command.add_argument(
        "--faction", metavar="F", default="", help="show only cards of this Faction"
    )
    command.add_argument(
        "--doubts", action="store_true", help="list assumed or disputed values and their cards"
    )
    add_cards_argument(command)
    command.add_argument(
        "--json", action="store_true", help="print the cards as JSON, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the card, the list or the doubts; return 1 if no card matches."""
    from wc3d.games.neo_mechanika.rules.cards import CARDS
    from wc3d.games.neo_mechanika.text.card_names import find_cards_by_key, match_card
    from wc3d.games.neo_mechanika.text.card_words import cards_named_by, describe_card

    cards = CARDS()
    cards_by_key = find_cards_by_key(cards, arguments.kind, arguments.faction)
    if name := " ".join(arguments.words).strip():
        card = match_card(name, cards_by_key)
        if not arguments.doubts:
            print_lines_or_json(
                card_to_json(card, cards) if arguments.json else describe_card(card, cards),
                arguments.json,
            )
            return 0
        keys = {(type(entry), entry.id) for entry in (card, *cards_named_by(card, cards))}
        cards_by_key = {
            key: entry
            for key, entry in find_cards_by_key(cards).items()
            if (type(entry), entry.id) in keys
        }
    if arguments.doubts:
        print_lines_or_json(
            card_doubts(cards_by_key)
            if arguments.json
            else describe_doubts(find_doubts(cards_by_key), display_names(cards_by_key)),
            arguments.json,
        )
    else:
        print_lines_or_json(
            [card_identity(card) for card in cards_by_key.values()]
            if arguments.json
            else format_card_list(cards_by_key),
            arguments.json,
        )
    return 0 if cards_by_key else 1


def print_lines_or_json(content: Any, as_json: bool) -> None:
    """Print lines, or a value as JSON."""
    import json

    print(json.dumps(content, indent=2, ensure_ascii=False) if as_json else "\n".join(content))


# JSON


def card_identity(card: Card) -> dict[str, Any]:
    """Return a card's table, id and name."""
    from wc3d.games.neo_mechanika.text.card_names import card_table

    return {"type": card_table(card), "id": card.id, "name": card.name}


def card_fields(card: Card) -> dict[str, Any]:
    """Return a card's fields without empty ones, and the encoding of abilities and Cyphers."""
    from wc3d.games.neo_mechanika.text.card_names import is_card_of_kind
    from wc3d.games.neo_mechanika.text.card_words import describe_encoding

    values: dict[str, Any] = card.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return (
        values | {"encoded": describe_encoding(card)}
        if is_card_of_kind(card, "ability") or is_card_of_kind(card, "cypher")
        else values
    )


def card_to_json(card: Card, cards: Cards) -> dict[str, Any]:
    """Return a card with the weapons and rules that it names."""
    from wc3d.games.neo_mechanika.text.card_words import card_rules, card_weapons

    return {
        **card_identity(card),
        "card": card_fields(card),
        "weapons": [card_fields(weapon) for weapon in card_weapons(card, cards).values()],
        "rules": [card_fields(rule) for rule in card_rules(card, cards).values()],
    }


# Doubts


def card_doubts(cards_by_key: Mapping[str, Card]) -> list[dict[str, Any]]:
    """Return each doubtful or assumed value once with its cards, the most frequent first."""
    return [
        {"doubt": text, "cards": [card_identity(cards_by_key[key]) for key in keys]}
        for text, keys in find_doubts(cards_by_key)
    ]


# List


def format_card_list(cards_by_key: Mapping[str, Card]) -> Iterator[str]:
    """Yield the names of cards: units by Faction and kind, other cards by kind."""
    from wc3d.engine.text import wrap_paragraph
    from wc3d.games.neo_mechanika.text.card_words import join_names

    names = display_names(cards_by_key)
    sections: dict[str, dict[str, list[str]]] = {}
    for key, card in cards_by_key.items():
        sections.setdefault(section_title(card), {}).setdefault(
            getattr(card, "kind", ""), []
        ).append(names[key])
    for section, kinds in sections.items():
        yield section
        for kind, of_kind in kinds.items():
            yield wrap_paragraph(f"{kind}: {join_names(of_kind)}", "  ", "    ")
    yield format_card_count(cards_by_key)


def display_names(cards_by_key: Mapping[str, Card]) -> dict[str, str]:
    """Return the display name of each card, with its key if several share the name."""
    from collections import Counter

    count = Counter(card.name for card in cards_by_key.values())
    return {
        key: card.name if count[card.name] == 1 else f"{card.name} ({key})"
        for key, card in cards_by_key.items()
    }


def section_title(card: Card) -> str:
    """Return the heading of a card in the list: a unit's Factions, or the card's kind."""
    from wc3d.games.neo_mechanika.text.card_names import card_table
    from wc3d.games.neo_mechanika.text.card_words import title_from_id

    headings = {
        "weapon": "Weapons",
        "cypher": "Cyphers",
        "ability": "Advantages, qualities and abilities",
    }
    return headings.get(card_table(card)) or " and ".join(
        title_from_id(faction) for faction in getattr(card, "factions", ())
    )
