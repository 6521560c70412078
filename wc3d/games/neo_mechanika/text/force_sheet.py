"""Print a force for use at the table, as plain text of 80 columns or as Markdown."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from wc3d.engine.actions import Verdict
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.cards import (
    AbilityCard,
    Card,
    Cards,
    CypherCard,
    CypherKind,
    Stat,
    UnitCard,
    WeaponCard,
)
from wc3d.games.neo_mechanika.rules.forces.force_editor import total_deployment_cost
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    Force,
    Limits,
    UnitChoice,
    choice_abilities,
    format_faction,
    list_faults,
    weapon_points_cost,
)

SHEET_COLUMNS = 80
"""The width of a sheet in columns."""

DOUBT_MARK = " (?)"
"""The mark of a card with assumed or disputed values, which the end of the sheet lists."""

TRIGGER_WORDS = {
    "always": "",
    "charge": "while charged",
    "spike": "spike",
    "action": "action",
    "reaction": "reaction",
}
"""The trigger of an ability in a word or two, shown by its name."""

EXPIRY_WORDS = {"resolved": "at once", "turn": "this turn", "pulse_round": "this Pulse round"}


@dataclass(frozen=True)
class SheetCard:
    """A card on the sheet: its heading and its lines."""

    title: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetPart:
    """A part of the sheet."""

    title: str
    entries: tuple[SheetCard, ...]


# Card text


def format_count(number: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun: "1 unit", "2 units", "no units"."""
    return f"{number or 'no'} {singular if number == 1 else plural or singular + 's'}"


def format_stats(card: UnitCard) -> str:
    """Return the stat line of a card: "SPD 6  MAT 4 ..."."""
    return "  ".join(
        f"{stat} {value}" for stat in get_args(Stat) if (value := card.stat(stat)) is not None
    )


def describe_weapon(card: WeaponCard, cards: Cards) -> str:
    """Return a weapon's profile and rules: "ranged, RNG 18", POW 5, ballistic; Advanced Optics"."""
    if card.components:
        return "; ".join(
            f"{cards.weapon(id).name}: {describe_weapon(cards.weapon(id), cards)}"
            for id in card.components
        )
    facts = [
        card.kind,
        f'RNG {card.rng}"' if card.rng else "",
        f"POW {card.pow}" if card.pow else "",
        *card.energy,
    ]
    rules = ", ".join(cards.ability(id).name for id in (*card.qualities, *card.abilities))
    return ", ".join(fact for fact in facts if fact) + (f"; {rules}" if rules else "")


def describe_unit(card: UnitCard) -> str:
    """Return a unit's kind and cost: "squad of 3, small base, cost 2"."""
    kind = f"{'Hero ' if card.hero else ''}{card.kind}" + (
        f" of {card.size}" if card.size > 1 else ""
    )
    return f"{kind}, {card.base} base, cost {card.cost}"


def describe_cypher(card: CypherCard) -> str:
    """Return a Cypher's target and duration: "POW 3, fire, on an enemy model, at once"."""
    facts = [
        f"POW {card.pow}" if card.pow else "",
        *card.energy,
        f"on {card.target.replace('_', ' ')}",
        EXPIRY_WORDS[card.expires],
    ]
    return ", ".join(fact for fact in facts if fact)


# Sheet


def describe_limits(limits: Limits) -> str:
    """Return the limits of a force: "1 to 15 units and up to 3 Heroes (p. 41, NM-FRC-01)"."""
    minimum, maximum = limits.units
    units = f"{minimum} to {maximum}" if minimum < maximum else f"{maximum}"
    heroes = format_count(limits.heroes, "Hero", "Heroes")
    return f"{units} units and up to {heroes} ({describe_page(limits.page)}, {limits.rule})"


def describe_refusal(verdict: Verdict) -> str:
    """Return a refusal's text alone: "5 Hunter, at most 4 allowed (p. 41, NM-FRC-02)"."""
    words = verdict.text.removesuffix(".").removesuffix(f" ({verdict.evidence})")
    return words + (f" ({verdict.source})" if verdict.source else "")


def describe_totals(force: Force, cards: Cards, limits: Limits) -> str:
    """Return the totals of a force with their limits."""
    return ", ".join(
        (
            f"{len(force.units)} of {format_count(limits.units[1], 'unit')}",
            f"{len(force.heroes)} of {format_count(limits.heroes, 'Hero', 'Heroes')}",
            format_count(len(force.attachments), "attachment"),
            format_count(len(force.rack), "Cypher"),
            f"deployment cost {total_deployment_cost(force, cards)}",
        )
    )


def make_force_sheet(force: Force, cards: Cards, limits: Limits) -> tuple[SheetPart, ...]:
    """Return the parts of a sheet, name and totals first. Raises InputError for unknown cards."""
    faults = tuple(f"! {describe_refusal(fault)}" for fault in list_faults(force, cards, limits))
    head = (format_faction(force.faction), describe_totals(force, cards, limits))
    legal = (f"Legal: {describe_limits(limits)}",) if not faults else ("NOT LEGAL:", *faults)
    parts = (
        SheetPart(
            force.name or f"{format_faction(force.faction)} force",
            (SheetCard("", (*head, *legal)),),
        ),
        SheetPart("Heroes", tuple(_describe_units(force.heroes, cards))),
        SheetPart("Units", tuple(_describe_units(force.units, cards))),
        SheetPart(
            "Attachments",
            tuple(_describe_units([UnitChoice(unit=id) for id in force.attachments], cards)),
        ),
        *_describe_rack(force, cards),
        SheetPart("Rules", tuple(_describe_rules(force, cards))),
        SheetPart("Assumed or disputed values (?)", tuple(_describe_doubts(force, cards))),
    )
    return tuple(part for part in parts if part.entries)


def sheet_as_text(sections: Iterable[SheetPart]) -> str:
    """Return a sheet as plain text with lines of up to 80 columns."""
    lines: list[str] = []
    for number, section in enumerate(sections):
        title = _wrap(section.title if number == 0 else section.title.upper(), "")
        lines += (
            ["", title, "-" * min(SHEET_COLUMNS, max(map(len, title.splitlines())))]
            if number
            else [title]
        )
        for entry in section.entries:
            lines += [_wrap(entry.title, "")] if entry.title else []
            lines += [_wrap(line, "  ") for line in entry.lines]
    return "\n".join(lines)


def sheet_as_markdown(sections: Iterable[SheetPart]) -> str:
    """Return a sheet as Markdown."""
    lines: list[str] = []
    for number, section in enumerate(sections):
        lines += [f"{'##' if number else '#'} {section.title}", ""]
        for entry in section.entries:
            lines += [f"**{entry.title}**", ""] if entry.title else []
            lines += [*(f"- {line}" for line in entry.lines), ""] if entry.lines else []
    return "\n".join(lines).rstrip("\n")


def _wrap(line: str, indent: str) -> str:
    return textwrap.fill(
        line,
        SHEET_COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _format_card_name(card: Card) -> str:
    return card.name + (DOUBT_MARK if card.doubts else "")


def _describe_units(choices: Iterable[UnitChoice], cards: Cards) -> Iterator[SheetCard]:
    """Yield the units, grouping equal ones."""
    for choice, copies in Counter(choices).items():
        card = cards.unit(choice.unit)
        number = f"{copies} x " if copies > 1 else ""
        yield SheetCard(
            f"{number}{_format_card_name(card)}: {describe_unit(card)}",
            tuple(_describe_profile(choice, card, copies, cards)),
        )


def _describe_profile(
    choice: UnitChoice, card: UnitCard, copies: int, cards: Cards
) -> Iterator[str]:
    boxes = "  " + " ".join(["[_]" * card.health] * (copies * card.size)) if card.health > 1 else ""
    yield f"{format_stats(card)}  health {card.health}{boxes}"
    if card.joins:
        yield f"joins {' or '.join(cards.unit(id).name for id in card.joins)}"
    yield from (
        f"{_format_card_name(cards.weapon(id))}: {describe_weapon(cards.weapon(id), cards)}"
        for id in card.weapons
    )
    if card.kind == "warjack":
        yield from _describe_outfit(choice, card, cards)
    if rules := ", ".join(
        _format_card_name(cards.ability(id)) for id in choice_abilities(choice, cards)
    ):
        yield f"rules: {rules}"


def _describe_outfit(choice: UnitChoice, card: UnitCard, cards: Cards) -> Iterator[str]:
    """Yield a warjack's head and weapons with their costs in points."""
    head = card.cortex(choice.cortex)
    yield f"head: {head.name}" if head else "head: none"
    yield f"{weapon_points_cost(choice, cards)} of {card.weapon_points} Weapon Points"
    for location, ids in choice.weapons.items():
        for weapon in (cards.weapon(id) for id in ids):
            yield f"{location}: {_format_card_name(weapon)} ({weapon.points or 0}): {describe_weapon(weapon, cards)}"


def _describe_rack(force: Force, cards: Cards) -> Iterator[SheetPart]:
    """Yield the rack, a part for each kind."""
    rack = [cards.cypher(id) for id in force.rack]
    for kind in get_args(CypherKind):
        own = [card for card in rack if card.kind == kind]
        entries = tuple(
            SheetCard(f"{_format_card_name(card)}: {describe_cypher(card)}", (card.text,))
            for card in own
        )
        yield SheetPart(f"Rack: {kind} ({len(own)} of {len(rack)})", entries)


def _list_weapons(force: Force, cards: Cards) -> Iterator[WeaponCard]:
    """Yield all weapon cards of a force, including components of composites."""
    for choice in (*force.heroes, *force.units, *(UnitChoice(unit=id) for id in force.attachments)):
        for id in (
            *cards.unit(choice.unit).weapons,
            *(id for ids in choice.weapons.values() for id in ids),
        ):
            yield cards.weapon(id)
            yield from map(cards.weapon, cards.weapon(id).components)


def _list_rules(force: Force, cards: Cards) -> list[AbilityCard]:
    """Return all rules of a force's units, weapons and Cyphers, by name."""
    choices = (*force.heroes, *force.units, *(UnitChoice(unit=id) for id in force.attachments))
    ids = {id for choice in choices for id in choice_abilities(choice, cards)}
    ids |= {
        id
        for weapon in _list_weapons(force, cards)
        for id in (*weapon.qualities, *weapon.abilities)
    }
    ids |= {id for cypher in force.rack for id in cards.cypher(cypher).qualities}
    return sorted((cards.ability(id) for id in ids), key=lambda card: card.name)


def _describe_rules(force: Force, cards: Cards) -> Iterator[SheetCard]:
    for card in _list_rules(force, cards):
        note = ", ".join(
            word for word in (TRIGGER_WORDS[card.trigger], describe_page(card.page)) if word
        )
        yield SheetCard(
            "", (f"{_format_card_name(card)}{f' ({note})' if note else ''}: {card.text}",)
        )


def _describe_doubts(force: Force, cards: Cards) -> Iterator[SheetCard]:
    units = (
        cards.unit(id)
        for id in (*(choice.unit for choice in (*force.heroes, *force.units)), *force.attachments)
    )
    cards_in_force: tuple[Card, ...] = (
        *units,
        *_list_weapons(force, cards),
        *map(cards.cypher, force.rack),
        *_list_rules(force, cards),
    )
    for name, doubts in dict.fromkeys(
        (card.name, card.doubts) for card in cards_in_force if card.doubts
    ):
        yield SheetCard("", (f"{name}: {' '.join(doubts)}",))
