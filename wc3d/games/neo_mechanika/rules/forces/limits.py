"""The limits of a legal force (pp. 41 to 43, skirmish p. 56): one function for each rule.

Each function yields its refusals. The evidence of a refusal is its place in the force
("units[3].weapons.arm[1]").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from wc3d._internal.suggestions import pluralize, suggest_similar
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_source
from wc3d.games.neo_mechanika.rules.cards import Card, Cards, CypherKind, Kind, UnitCard
from wc3d.games.neo_mechanika.rules.forces.force import (
    Force,
    UnitChoice,
    format_faction,
    weapon_points_cost,
)
from wc3d.games.neo_mechanika.rules.mission_plans import Mission


@dataclass(frozen=True)
class Limits:
    """A force's limits: units (min, max), Heroes, copies of a unit, required kinds (NM-FRC-06).

    `page` and `rule` are the source of the numbers.
    """

    units: tuple[int, int] = (1, 15)
    heroes: int = 3
    copies: int = 4
    demands: tuple[tuple[Kind, int], ...] = ()
    page: str = "41"
    rule: str = "NM-FRC-01"


PRIMARY_LIMITS = Limits()
"""The limits of a primary mission's force (p. 41)."""

SKIRMISH_LIMITS = Limits(units=(4, 8), heroes=1, page="~56", rule="NM-SKM-02")
"""The limits of a skirmish mission's force (p. 56)."""

RACK_SIZE = (12, 15)
"""The minimum and maximum number of cards in a rack (NM-FRC-15)."""

MIN_CARDS_PER_KIND = 3
"""The minimum number of cards of each kind in a rack (NM-FRC-15)."""

MISSING_PART_CODES = frozenset(
    {"too_few_units", "demand_not_met", "no_head", "too_few_cyphers", "too_few_of_a_kind"}
)
"""The codes of refusals for missing parts, which a later addition can repair."""


def make_skirmish_limits(max_units: int) -> Limits:
    """Return a skirmish's limits with `max_units` units, 4 to 8 (NM-SKM-02). Raises InputError."""
    min_units, largest = SKIRMISH_LIMITS.units
    if not min_units <= max_units <= largest:
        raise InputError(
            f"skirmish size: expected {min_units} to {largest} units, found {max_units}"
        )
    return Limits(
        (min_units, max_units),
        SKIRMISH_LIMITS.heroes,
        SKIRMISH_LIMITS.copies,
        (),
        SKIRMISH_LIMITS.page,
        SKIRMISH_LIMITS.rule,
    )


def mission_limits(mission: Mission) -> Limits:
    """Return the limits of a mission's forces, skirmish or primary (NM-FRC-01, NM-SKM-02)."""
    return SKIRMISH_LIMITS if mission.skirmish else PRIMARY_LIMITS


def check_force(force: Force, cards: Cards, limits: Limits = PRIMARY_LIMITS) -> Verdict:
    """Return the first refusal of a force, or LEGAL."""
    return next(iter(list_faults(force, cards, limits)), LEGAL)


def list_faults(force: Force, cards: Cards, limits: Limits = PRIMARY_LIMITS) -> tuple[Verdict, ...]:
    """Return every refusal of a force; empty if it is legal."""
    return tuple(verdict for rule in _RULES for verdict in rule(force, cards, limits))


def check_attachment(attachment: str, squad: str, cards: Cards) -> Verdict:
    """Check that an attachment may join a squad (p. 43). Raises InputError for an unknown id."""
    card = cards.unit(attachment)
    if cards.unit(squad).id in card.joins:
        return LEGAL
    names = " or ".join(cards.units[s].name for s in card.joins) or "no squad"
    text = f"{card.name} can join {names}, not {cards.unit(squad).name}."
    page = "43"
    rule = "NM-SQD-05"
    return Verdict(False, "not_a_squad_it_joins", text, page, rule, source=rule_source(page, rule))


def compatible_chassis(weapon: str, cards: Cards) -> tuple[str, ...]:
    """Return the ids of the chassis that can have a weapon (p. 42)."""
    return tuple(
        u.id
        for u in cards.units.values()
        if any(weapon in options for options in u.weapon_options.values())
    )


def _refuse(code: str, place: str, text: str, page: str = "", rule: str = "") -> Verdict:
    message = f"{text} ({place})." if place else f"{text}."
    return Verdict(False, code, message, page, rule, place, rule_source(page, rule))


def _list_known_units(force: Force, cards: Cards) -> Iterator[tuple[str, UnitChoice, UnitCard]]:
    """Yield the units and Heroes with known cards, and their places."""
    for part, choices in (("units", force.units), ("heroes", force.heroes)):
        for i, choice in enumerate(choices):
            if choice.unit in cards.units:
                yield f"{part}[{i}]", choice, cards.units[choice.unit]


def _list_known_attachments(force: Force, cards: Cards) -> Iterator[tuple[str, UnitCard]]:
    """Yield the attachments with known cards, and their places."""
    for i, id in enumerate(force.attachments):
        if id in cards.units:
            yield f"attachments[{i}]", cards.units[id]


def _list_warjacks(force: Force, cards: Cards) -> Iterator[tuple[str, UnitChoice, UnitCard]]:
    return (entry for entry in _list_known_units(force, cards) if entry[2].kind == "warjack")


def _list_mounted_weapons(force: Force, cards: Cards) -> Iterator[tuple[str, UnitCard, str, str]]:
    """Yield the warjacks' known weapons: place, chassis, kind of hardpoint, weapon."""
    for place, choice, card in _list_warjacks(force, cards):
        for location, ids in choice.weapons.items():
            for i, id in enumerate(ids):
                if id in cards.weapons:
                    yield f"{place}.weapons.{location}[{i}]", card, location, id


def check_cards_known(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that all cards of a force exist."""
    if force.faction not in cards.factions():
        factions = ", ".join(cards.factions())
        yield _refuse(
            "unknown_faction",
            "faction",
            f"There is no Faction {force.faction!r}; expected one of {factions}",
        )
    for part, choices in (("units", force.units), ("heroes", force.heroes)):
        for i, choice in enumerate(choices):
            yield from _check_known("unit", f"{part}[{i}].unit", choice.unit, cards.units)
            for location, ids in choice.weapons.items():
                for j, id in enumerate(ids):
                    yield from _check_known(
                        "weapon", f"{part}[{i}].weapons.{location}[{j}]", id, cards.weapons
                    )
    for i, id in enumerate(force.attachments):
        yield from _check_known("unit", f"attachments[{i}]", id, cards.units)
    for i, id in enumerate(force.rack):
        yield from _check_known("cypher", f"rack[{i}]", id, cards.cyphers)


def _check_known(
    kind: str, place: str, id: str, known_cards: Mapping[str, Card]
) -> Iterator[Verdict]:
    if id not in known_cards:
        yield _refuse(
            f"unknown_{kind}", place, f"There is no {kind} {id!r}{suggest_similar(id, known_cards)}"
        )


def check_unit_count(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check the number of units (NM-FRC-01, NM-SKM-02); at least one (NM-SIL-27)."""
    min_units, max_units = limits.units
    if len(force.units) > max_units:
        text = f"{len(force.units)} units, but at most {max_units} are allowed"
        yield _refuse("too_many_units", "units", text, limits.page, limits.rule)
    if len(force.units) < min_units:
        rule = "NM-SIL-27" if min_units == 1 else limits.rule
        text = f"{pluralize(len(force.units), 'unit')}, but at least {min_units} are needed"
        yield _refuse("too_few_units", "units", text, limits.page, rule)


def check_hero_count(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check the number of Heroes (NM-FRC-01, NM-SKM-02)."""
    if len(force.heroes) > limits.heroes:
        text = f"{len(force.heroes)} Heroes, but at most {limits.heroes} {'is' if limits.heroes == 1 else 'are'} allowed"
        yield _refuse("too_many_heroes", "heroes", text, limits.page, limits.rule)


def check_heroes_apart(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that all Heroes, and only Heroes, are listed as Heroes (NM-FRC-04)."""
    for place, _, card in _list_known_units(force, cards):
        if card.hero and place.startswith("units"):
            yield _refuse(
                "hero_among_units",
                place,
                f"{card.name} is a Hero: list it under heroes",
                "41",
                "NM-FRC-04",
            )
        if not card.hero and place.startswith("heroes"):
            yield _refuse(
                "not_a_hero",
                place,
                f"{card.name} is not a Hero: list it under units",
                "41",
                "NM-FRC-04",
            )


def check_hero_copies(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that no Hero is taken twice (NM-SIL-29)."""
    for id, count in Counter(choice.unit for choice in force.heroes).items():
        if count > 1 and id in cards.units:
            text = f"{cards.units[id].name} is taken {count} times, but a Hero is unique"
            yield _refuse("hero_twice", "heroes", text, "41", "NM-SIL-29")


def check_unit_copies(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check for up to 4 copies of a unit (NM-FRC-02), or warjacks of one chassis (NM-FRC-03)."""
    for id, count in Counter(choice.unit for choice in force.units).items():
        if count > limits.copies and id in cards.units:
            card = cards.units[id]
            rule = "NM-FRC-03" if card.kind == "warjack" else "NM-FRC-02"
            yield _refuse(
                "too_many_copies",
                "units",
                f"{count} copies of {card.name}, but at most {limits.copies} are allowed",
                "41",
                rule,
            )


def check_attachments_apart(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that squad attachments are listed separately from units (NM-FRC-05)."""
    for place, _, card in _list_known_units(force, cards):
        if card.kind == "attachment":
            yield _refuse(
                "attachment_among_units",
                place,
                f"{card.name} is an attachment, not a unit",
                "43",
                "NM-FRC-05",
            )
    for place, card in _list_known_attachments(force, cards):
        if card.kind != "attachment":
            yield _refuse(
                "not_an_attachment", place, f"{card.name} is not an attachment", "43", "NM-FRC-05"
            )


def check_attachment_copies(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check for up to 4 copies of an attachment (NM-SIL-32)."""
    for id, count in Counter(force.attachments).items():
        if count > limits.copies and id in cards.units:
            text = f"{count} {cards.units[id].name}, but at most {limits.copies} are allowed"
            yield _refuse("too_many_attachments", "attachments", text, "43", "NM-SIL-32")


def check_faction(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check the Faction of all cards (NM-SIL-28); a Wild Card has several (NM-FRC-08)."""
    for place, card in (
        *((place, card) for place, _, card in _list_known_units(force, cards)),
        *_list_known_attachments(force, cards),
    ):
        if force.faction not in card.factions:
            page, rule = ("41", "NM-SIL-28") if len(card.factions) == 1 else ("43", "NM-FRC-08")
            text = f"{card.name} belongs to {' and '.join(map(format_faction, card.factions))}"
            yield _refuse("other_faction", place, text, page, rule)


def check_mission_demands(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check the kinds of units that a mission requires (NM-FRC-06)."""
    kinds = Counter(card.kind for _, _, card in _list_known_units(force, cards))
    for kind, min_count in limits.demands:
        if kinds[kind] < min_count:
            text = f"{pluralize(kinds[kind], kind)}, but the mission requires {min_count}"
            yield _refuse("demand_not_met", "units", text, "41", "NM-FRC-06")


def check_customization(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that only warjacks choose a head and weapons (NM-FRC-09)."""
    for place, choice, card in _list_known_units(force, cards):
        if card.kind != "warjack" and (choice.cortex is not None or choice.weapons):
            text = f"{card.name} is not a warjack and has no head or weapons to choose"
            yield _refuse("not_customised", place, text, "42", "NM-FRC-09")


def check_head(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that a warjack has one head (NM-FRC-09) from its card (NM-FRC-10)."""
    for place, choice, card in _list_warjacks(force, cards):
        heads = ", ".join(c.id for c in card.cortexes)
        if choice.cortex is None:
            yield _refuse(
                "no_head",
                place,
                f"{card.name} needs a head; expected one of {heads}",
                "42",
                "NM-FRC-09",
            )
        elif card.cortex(choice.cortex) is None:
            text = f"{card.name} has no head {choice.cortex!r}; expected one of {heads}"
            yield _refuse("head_not_on_card", f"{place}.cortex", text, "42", "NM-FRC-10")


def check_weapon_points(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that the weapons cost no more than the chassis's Weapon Points (NM-FRC-11)."""
    for place, choice, card in _list_warjacks(force, cards):
        total_cost = weapon_points_cost(choice, cards)
        if total_cost > (card.weapon_points or 0):
            text = f"{card.name} has {card.weapon_points} Weapon Points, but its weapons cost {total_cost}"
            yield _refuse("too_many_points", f"{place}.weapons", text, "42", "NM-FRC-11")


def check_hardpoint_kind(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that each weapon is on a hardpoint of its own kind (NM-FRC-12)."""
    for place, _, location, id in _list_mounted_weapons(force, cards):
        weapon = cards.weapons[id]
        if weapon.location != location:
            fits = (
                f"fits {weapon.location} hardpoints, not {location} hardpoints"
                if weapon.location
                else "fits no hardpoint"
            )
            text = f"{weapon.name} {fits}"
            yield _refuse("wrong_hardpoint", place, text, "42", "NM-FRC-12")


def check_hardpoint_count(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that each hardpoint has no more than one weapon (NM-FRC-13, NM-SIL-30)."""
    for place, choice, card in _list_warjacks(force, cards):
        for location, ids in choice.weapons.items():
            hardpoints = card.hardpoints.get(location, 0)
            if len(ids) > hardpoints:
                carried = f"{len(ids)} weapon{'s' if len(ids) > 1 else ''}"
                text = f"{card.name} has {hardpoints or 'no'} {location} hardpoint{'s' if hardpoints > 1 else ''} for {carried}"
                yield _refuse(
                    "too_few_hardpoints", f"{place}.weapons.{location}", text, "42", "NM-FRC-13"
                )


def check_chassis(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check that each weapon's card lists its chassis (NM-FRC-14)."""
    for place, card, _, id in _list_mounted_weapons(force, cards):
        chassis = compatible_chassis(id, cards)
        if card.id not in chassis:
            names = ", ".join(cards.units[c].name for c in chassis) or "no chassis"
            text = f"{cards.weapons[id].name} is for {names}, not for {card.name}"
            yield _refuse("not_for_this_chassis", place, text, "42", "NM-FRC-14")


def check_rack(force: Force, cards: Cards, limits: Limits) -> Iterator[Verdict]:
    """Check the rack: 12 to 15 Cyphers, none twice, at least 3 of each kind (NM-FRC-15)."""
    min_size, max_size = RACK_SIZE
    if len(force.rack) > max_size:
        yield _refuse(
            "too_many_cyphers",
            "rack",
            f"{len(force.rack)} Cyphers, but at most {max_size} are allowed",
            "43",
            "NM-FRC-15",
        )
    if len(force.rack) < min_size:
        text = f"{pluralize(len(force.rack), 'Cypher')}, but at least {min_size} are needed"
        yield _refuse("too_few_cyphers", "rack", text, "43", "NM-FRC-15")
    for id, count in Counter(force.rack).items():
        if count > 1:
            name = cards.cyphers[id].name if id in cards.cyphers else id
            yield _refuse(
                "cypher_twice", "rack", f"{name} is in the rack {count} times", "43", "NM-FRC-15"
            )
    kinds = Counter(cards.cyphers[id].kind for id in set(force.rack) if id in cards.cyphers)
    for kind in get_args(CypherKind):
        if kinds[kind] < MIN_CARDS_PER_KIND:
            text = f"{pluralize(kinds[kind], f'{kind.capitalize()} Cypher')}, but at least {MIN_CARDS_PER_KIND} are needed"
            yield _refuse("too_few_of_a_kind", "rack", text, "43", "NM-FRC-15")


_RULES: tuple[Callable[[Force, Cards, Limits], Iterator[Verdict]], ...] = (
    check_cards_known,
    check_unit_count,
    check_hero_count,
    check_heroes_apart,
    check_hero_copies,
    check_unit_copies,
    check_attachments_apart,
    check_attachment_copies,
    check_faction,
    check_mission_demands,
    check_customization,
    check_head,
    check_weapon_points,
    check_hardpoint_kind,
    check_hardpoint_count,
    check_chassis,
    check_rack,
)
