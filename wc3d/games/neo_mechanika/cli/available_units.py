"""List what a force can include: units, Heroes, attachments, Cyphers and sample forces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import get_args

from wc3d.games.neo_mechanika.rules.cards import Card, Cards, CypherCard, CypherKind, UnitCard
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    PRIMARY_LIMITS,
    format_faction,
    sample_force,
    sample_names,
)
from wc3d.games.neo_mechanika.text.force_sheet import DOUBT_MARK, describe_cypher, format_count

UNIT_GROUPS: dict[str, tuple[str, Callable[[UnitCard], bool]]] = {
    "warjack": ("Warjacks", lambda card: card.kind == "warjack"),
    "squad": ("Squads", lambda card: card.kind == "squad"),
    "solo": ("Solos", lambda card: card.kind == "solo" and not card.hero),
    "hero": ("Heroes", lambda card: card.hero),
    "attachment": ("Attachments", lambda card: card.kind == "attachment"),
}
"""The kinds of units in listed order, with their titles."""


def units_by_group(
    faction: str, kind: str | None, cards: Cards
) -> Iterator[tuple[str, list[UnitCard]]]:
    """Yield a Faction's units, Heroes and attachments by kind, or of one kind."""
    for name, (title, fits) in UNIT_GROUPS.items():
        own = [card for card in cards.units.values() if faction in card.factions and fits(card)]
        if own and kind in (None, name):
            yield title, own


def cyphers_by_kind(kind: str | None, cards: Cards) -> Iterator[tuple[str, list[CypherCard]]]:
    """Yield the Cyphers by kind, or of one kind."""
    for name in get_args(CypherKind):
        if kind in (None, "cypher", name):
            yield f"Cyphers: {name}", [card for card in cards.cyphers.values() if card.kind == name]


def describe_available_card(card: UnitCard | CypherCard, faction: str) -> str:
    """Return a line with the cost and contents of a card that a Faction can take."""
    if isinstance(card, CypherCard):
        return f"{_name_with_id(card)}: {describe_cypher(card)}"
    facts = [f"cost {card.cost}", f"{card.size} models" if card.size > 1 else ""]
    if card.hardpoints:
        places = ", ".join(f"{location} {number}" for location, number in card.hardpoints.items())
        facts.append(f"{card.weapon_points} Weapon Points, hardpoints: {places}")
    facts.append("unique" if card.hero else f"up to {PRIMARY_LIMITS.copies}")
    other_factions = [
        format_faction(other_faction) for other_faction in card.factions if other_faction != faction
    ]
    facts.append(f"also {' and '.join(other_factions)}" if other_factions else "")
    return f"{_name_with_id(card)}: {', '.join(fact for fact in facts if fact)}"


def _name_with_id(card: Card) -> str:
    return f"{card.name} [{card.id}]{DOUBT_MARK if card.doubts else ''}"


def describe_available(factions: Iterable[str], kind: str | None, cards: Cards) -> list[str]:
    """Return the lines of `wc3d force list`."""
    lines = []
    for faction in factions:
        lines += [f"{format_faction(faction)} [{faction}]"] if kind != "cypher" else []
        lines += _format_lines(units_by_group(faction, kind, cards), faction)
        lines += _list_samples(faction) if kind is None else []
    lines += _format_lines(cyphers_by_kind(kind, cards), "")
    return [*lines, "", f"{DOUBT_MARK.strip()}: a value on this card is assumed or disputed"]


def _format_lines(
    groups: Iterable[tuple[str, Sequence[UnitCard | CypherCard]]], faction: str
) -> Iterator[str]:
    for title, own in groups:
        yield f"  {title}"
        yield from (f"    {describe_available_card(card, faction)}" for card in own)


def _list_samples(faction: str) -> Iterator[str]:
    own = {
        name: force for name in sample_names() if (force := sample_force(name)).faction == faction
    }
    if own:
        yield "  Sample forces"
    for name, force in own.items():
        heroes = format_count(len(force.heroes), "Hero", "Heroes")
        yield f"    {name}: {force.name} ({format_count(len(force.units), 'unit')}, {heroes})"
