"""Describe cards: their text, rules, encoding, doubtful points and bearers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wc3d.engine.text import join_names as join_names
from wc3d.engine.text import wrap_paragraph
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import granted_rules
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.cards import (
    AbilityCard,
    Card,
    Cards,
    CypherCard,
    UnitCard,
    WeaponCard,
)
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import ENERGY_BY_MODE, WEAPON_QUALITIES
from wc3d.games.neo_mechanika.text.ability_sentences import describe_ability

STAT_NAMES = ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM")

TRIGGER_PHRASES = {
    "always": "always",
    "charge": "while charged",
    "spike": "spike",
    "action": "special action",
    "reaction": "reaction",
}
"""The condition under which an ability works."""

EXPIRY_PHRASES = {
    "resolved": "as soon as it is resolved",
    "turn": "at the end of the turn",
    "pulse_round": "at the end of the Pulse round",
}
"""The time at which a Cypher expires."""

NOT_ENCODED = "Not implemented: it does nothing in a game."

Lines = Iterator[str]


def describe_card(card: Card, cards: Cards) -> list[str]:
    """Return all information about a card in lines that fit the terminal."""
    if isinstance(card, UnitCard):
        return list(_describe_unit(card, cards))
    if isinstance(card, WeaponCard):
        return list(_describe_weapon_card(card, cards))
    return list(
        _describe_cypher(card, cards)
        if isinstance(card, CypherCard)
        else _describe_ability_card(card, cards)  # type: ignore[arg-type]
    )


def title_from_id(id: str) -> str:
    """Return the display name of a Faction or other id: "Marcher Worlds"."""
    return id.replace("_", " ").title()


def card_rules(card: Card, cards: Cards) -> dict[str, AbilityCard]:
    """Return the advantages, qualities and special rules of a card, its heads and its weapons."""
    named: list[str] = []
    if isinstance(card, UnitCard):
        named += [*card.abilities, *(id for head in card.cortexes for id in head.abilities)]
    if isinstance(card, WeaponCard):
        named += [*card.abilities, *card.qualities]
    if isinstance(card, CypherCard):
        named += card.qualities
    named += [
        id
        for weapon in card_weapons(card, cards).values()
        for id in (*weapon.abilities, *weapon.qualities)
    ]
    named += [id for ability in (*named, card.id) for id in granted_rules(ability)]
    return {
        id: cards.abilities[id]
        for id in dict.fromkeys(named)
        if id in cards.abilities and id != card.id
    }


def card_weapons(card: Card, cards: Cards) -> dict[str, WeaponCard]:
    """Return a card's weapons: those a unit has or can take, or a composite's components."""
    ids: list[str] = []
    if isinstance(card, UnitCard):
        ids = [*card.weapons, *(id for options in card.weapon_options.values() for id in options)]
    elif isinstance(card, WeaponCard):
        ids = [*card.components]
    parts = [part for id in ids for part in cards.weapons[id].components]
    return {id: cards.weapons[id] for id in dict.fromkeys((*ids, *parts))}


def cards_named_by(card: Card, cards: Cards) -> tuple[Card, ...]:
    """Return the weapons and rules that a card names."""
    return (*card_weapons(card, cards).values(), *card_rules(card, cards).values())


def describe_encoding(card: Card) -> tuple[str, ...]:
    """Return a sentence for each encoded clause of an ability or Cypher."""
    if isinstance(card, CypherCard):
        rest = (
            "It has no effect beyond its POW and qualities." if card.kind == "fury" else NOT_ENCODED
        )
        return describe_ability(f"cypher:{card.id}") or (rest,)
    if card.id in WEAPON_QUALITIES:
        return ("It is built into how attacks are resolved.",)
    modes = (
        f"With {title_from_id(mode)}, its damage is also {energy}."
        for mode, energy in ENERGY_BY_MODE.get(card.id, {}).items()
    )
    ways = describe_ability(card.id)
    if isinstance(card, AbilityCard) and card.trigger == "charge":
        ways = tuple(
            f"While charged:{way.removeprefix('Always:')}" if way.startswith("Always:") else way
            for way in ways
        )
    made_of = card.made_of if isinstance(card, AbilityCard) else ()
    parts = [f"Brings {join_names(map(title_from_id, made_of))}."] if made_of else []
    return (*ways, *modes, *parts) or (NOT_ENCODED,)


# Units


def _describe_unit(card: UnitCard, cards: Cards) -> Lines:
    models = f", {card.size} models" if card.size > 1 else ""
    factions = " and ".join(title_from_id(faction) for faction in card.factions)
    hero = ", Hero" if card.hero else ""
    head = (
        f"{card.name}: {card.kind}{hero}, costs {card.cost}{models}, {card.base} base, {factions}"
    )
    yield wrap_paragraph(f"{head}{_cite_page(card.page)}", "")
    stats = [f"{stat} {value}" for stat in STAT_NAMES if (value := card.stat(stat)) is not None]  # type: ignore[arg-type]
    yield wrap_paragraph(f"{', '.join(stats)}, health {card.health}")
    yield from _list_doubts(card)
    if card.joins:
        yield wrap_paragraph(f"Joins: {join_names(cards.units[id].name for id in card.joins)}")
    if joining := [unit.name for unit in cards.units.values() if card.id in unit.joins]:
        yield wrap_paragraph(f"Attachments that can join it: {join_names(joining)}")
    if card.abilities:
        yield wrap_paragraph(f"Abilities: {_join_ability_names(card.abilities, cards)}")
    if card.kind == "warjack":
        yield from _describe_chassis(card, cards)
    elif card.weapons:
        yield "Weapons"
        for id in card.weapons:
            yield from _describe_weapon(cards.weapons[id], cards)
    yield from _describe_rules(card, cards)


def _describe_chassis(card: UnitCard, cards: Cards) -> Lines:
    """Describe a warjack's options: heads, and weapons for its hardpoints."""
    yield "Heads"
    for head in card.cortexes:
        yield wrap_paragraph(
            f"{head.name}: {_join_ability_names(head.abilities, cards)}", more="    "
        )
    points = card.hardpoints.items()
    yield f"Weapons: {card.weapon_points} Weapon Points, hardpoints: {join_names(f'{n} {location}' for location, n in points)}"
    for id in card.weapons:
        yield from _describe_weapon(cards.weapons[id], cards)
    for location, options in card.weapon_options.items():
        for id in options:
            yield from _describe_weapon(cards.weapons[id], cards, f"{location}, ")


def _describe_rules(card: Card, cards: Cards) -> Lines:
    """Describe each rule that a card names: its trigger, text and encoding."""
    rules = card_rules(card, cards)
    if rules:
        yield "Rules"
    for rule in rules.values():
        yield wrap_paragraph(_describe_rule(rule), more="    ")
        yield from _describe_encoding(rule, "    ")


def _describe_rule(card: AbilityCard) -> str:
    trigger = "" if card.kind == "quality" else f", {TRIGGER_PHRASES[card.trigger]}"
    return f"{card.name}: {card.kind}{trigger}. {card.text}{_cite_page(card.page)}"


def _describe_encoding(card: Card, indent: str = "  ") -> Lines:
    """Describe a rule's encoding and its doubtful points."""
    for way in describe_encoding(card):
        yield wrap_paragraph(f"Effect: {way}", indent, f"{indent}  ")
    yield from _list_doubts(card, indent)


# Weapons


def weapon_profile(card: WeaponCard) -> str:
    """Return a weapon's line without its rules: "Rail Gun: ranged, RNG 18", POW 5, ballistic"."""
    several = f"{card.count} on each model" if card.count > 1 else ""
    reach = f'RNG {card.rng}"' if card.rng else ""
    power = f"POW {card.pow}" if card.pow else "no damage roll" if card.rng else ""
    facts = [
        f"composite of several weapons{'' if card.points is None else ' option'}"
        if card.kind == "composite"
        else card.kind
    ]
    return f"{card.name}: {', '.join(fact for fact in (*facts, reach, power, *card.energy, several) if fact)}"


def _describe_weapon(
    card: WeaponCard, cards: Cards, location: str = "", indent: str = "  "
) -> Lines:
    """Describe a weapon on a unit's card: its profile, rule names and doubtful points."""
    points = f"[{location}{_format_points(card)}] " if location else ""
    rules = _join_ability_names((*card.qualities, *card.abilities), cards)
    yield wrap_paragraph(
        f"{points}{weapon_profile(card)}{f'; {rules}' if rules else ''}", indent, f"{indent}  "
    )
    yield from _list_doubts(card, f"{indent}  ")
    for id in card.components:
        yield from _describe_weapon(cards.weapons[id], cards, indent=f"{indent}  ")


def _describe_weapon_card(card: WeaponCard, cards: Cards) -> Lines:
    option = (
        f"; {card.location} hardpoint, {_format_points(card)}" if card.points is not None else ""
    )
    yield wrap_paragraph(f"{weapon_profile(card)}{option}", "")
    yield from _list_doubts(card)
    for id in card.components:
        yield from _describe_weapon(cards.weapons[id], cards)
    wholes = [weapon for weapon in cards.weapons.values() if card.id in weapon.components]
    if wholes:
        yield wrap_paragraph(f"Part of: {join_names(weapon.name for weapon in wholes)}")
    ids = {card.id, *(weapon.id for weapon in wholes)}
    carried = [unit.name for unit in cards.units.values() if ids & {*unit.weapons}]
    offered = [
        unit.name
        for unit in cards.units.values()
        if ids & {id for of in unit.weapon_options.values() for id in of}
    ]
    for text, names in (("Carried by", carried), ("Option for", offered)):
        if names:
            yield wrap_paragraph(f"{text}: {join_names(names)}")
    yield from _describe_rules(card, cards)


def _format_points(card: WeaponCard) -> str:
    return f"{card.points} point{'' if card.points == 1 else 's'}"


# Cyphers and abilities


def summarize_cypher(card: CypherCard) -> list[str]:
    """Return a Cypher's heading and text for a hand."""
    power = f", POW {card.pow}" if card.pow else ""
    facts = [f"{card.kind}{power}", *card.energy, f"on {card.target.replace('_', ' ')}"]
    return [f"{card.name}: {', '.join(facts)}", wrap_paragraph(card.text)]


def _describe_cypher(card: CypherCard, cards: Cards) -> Lines:
    yield from summarize_cypher(card)
    yield wrap_paragraph(f"It expires {EXPIRY_PHRASES[card.expires]}. Any Faction may use it.")
    yield from _describe_encoding(card)
    yield from _describe_rules(card, cards)


def _describe_ability_card(card: AbilityCard, cards: Cards) -> Lines:
    yield wrap_paragraph(_describe_rule(card), "")
    yield from _describe_encoding(card)
    for text, names in ability_bearers(card.id, cards):
        if names:
            yield wrap_paragraph(f"{text}: {join_names(names)}")
    yield from _describe_rules(card, cards)


def ability_bearers(ability: str, cards: Cards) -> Iterator[tuple[str, list[str]]]:
    """Yield the bearers of an ability: units, warjack heads, weapons, Cyphers, other rules."""
    units = cards.units.values()
    yield "Units", [unit.name for unit in units if ability in unit.abilities]
    yield (
        "Heads",
        [
            f"{head.name} of {unit.name}"
            for unit in units
            for head in unit.cortexes
            if ability in head.abilities
        ],
    )
    weapons = [
        weapon
        for weapon in cards.weapons.values()
        if ability in (*weapon.abilities, *weapon.qualities)
    ]
    yield (
        "Weapons",
        [
            f"{weapon.name} ({carriers})"
            if (carriers := _list_carriers(weapon.id, cards))
            else weapon.name
            for weapon in weapons
        ],
    )
    yield "Cyphers", [card.name for card in cards.cyphers.values() if ability in card.qualities]
    yield (
        "Brought by",
        [card.name for card in cards.abilities.values() if ability in granted_rules(card.id)],
    )


def _list_carriers(weapon: str, cards: Cards) -> str:
    return join_names(
        unit.name for unit in cards.units.values() if weapon in card_weapons(unit, cards)
    )


# Words


def _join_ability_names(ids: Iterable[str], cards: Cards) -> str:
    return join_names(cards.abilities[id].name for id in ids)


def _list_doubts(card: Card, indent: str = "  ") -> Lines:
    for doubt in card.doubts:
        yield wrap_paragraph(f"Doubt: {doubt}", indent, f"{indent}  ")


def _cite_page(page: str) -> str:
    """Return a card's page for the end of a line: " (p. 29)"."""
    return f" ({describe_page(page)})" if page else ""
