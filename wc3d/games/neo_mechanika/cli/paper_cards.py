"""A force's cards to print and cut out: units, the rack and the missions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from wc3d.games.neo_mechanika.previews.side_colors import side_colors
from wc3d.games.neo_mechanika.rules.cards import (
    AbilityCard,
    Cards,
    CypherCard,
    Stat,
    UnitCard,
    WeaponCard,
)
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    PRIMARY_LIMITS,
    Force,
    Limits,
    UnitChoice,
    choice_abilities,
)
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.rules.missions.mission_text import describe_mission
from wc3d.games.neo_mechanika.text.force_sheet import (
    TRIGGER_WORDS,
    describe_cypher,
    describe_unit,
    describe_weapon,
)
from wc3d.presentation.palette import RGB
from wc3d.printing.paper_cards import CardEntry, PaperCard, TickRow

MISSION_RGB: RGB = (70, 74, 84)
CYPHER_RGB: dict[str, RGB] = {
    "fury": (168, 54, 42),
    "geometric": (40, 96, 138),
    "harmonic": (60, 116, 70),
    "overdrive": (150, 98, 20),
}
"""The background of a Cypher's title by its kind."""
DARKER = 0.62
"""The share of a side's color that white letters are read on."""


def make_paper_cards(force: Force, cards: Cards, limits: Limits) -> Iterator[PaperCard]:
    """Yield a card for each unit, each Cypher of the rack, and each mission of this size."""
    red, green, blue = (round(DARKER * value) for value in side_colors(force.faction, "")[0])
    color = red, green, blue
    choices = (
        *force.heroes,
        *force.units,
        *(UnitChoice(unit=id) for id in force.attachments),
    )
    for choice in choices:
        yield _unit_card(choice, cards.unit(choice.unit), cards, color)
    for id in force.rack:
        yield _cypher_card(cards.cypher(id), cards)
    is_skirmish = limits.rule != PRIMARY_LIMITS.rule
    for mission in MISSIONS.values():
        if mission.skirmish == is_skirmish:
            yield _mission_card(mission)


def _unit_card(choice: UnitChoice, card: UnitCard, cards: Cards, color: RGB) -> PaperCard:
    stats = [
        (stat, f"{value}") for stat in get_args(Stat) if (value := card.stat(stat)) is not None
    ]
    return PaperCard(
        card.name,
        describe_unit(card),
        tuple(stats),
        (TickRow("Health", (card.health,) * card.size),),
        (),
        tuple(_unit_entries(choice, card, cards)),
        color,
    )


def _unit_entries(choice: UnitChoice, card: UnitCard, cards: Cards) -> Iterator[CardEntry]:
    """Yield what a card says: its weapons, its head, and each rule with its text."""
    if card.joins:
        yield CardEntry("Joins", " or ".join(cards.unit(id).name for id in card.joins))
    weapons = [cards.weapon(id) for id in card.weapons]
    if head := card.cortex(choice.cortex) if card.kind == "warjack" else None:
        yield CardEntry("Head", head.name)
    mounted = [
        (location, cards.weapon(id)) for location, ids in choice.weapons.items() for id in ids
    ]
    for weapon in weapons:
        yield CardEntry(weapon.name, describe_weapon(weapon, cards))
    for location, weapon in mounted:
        yield CardEntry(f"{weapon.name} ({location})", describe_weapon(weapon, cards))
    rules = [cards.ability(id) for id in choice_abilities(choice, cards)]
    rules += _weapon_rules([*weapons, *(weapon for _, weapon in mounted)], cards)
    for rule in dict.fromkeys(rules):
        yield _rule_entry(rule)


def _weapon_rules(weapons: Iterable[WeaponCard], cards: Cards) -> list[AbilityCard]:
    """Return the rules of weapons and of their components."""
    parts = [part for weapon in weapons for part in (weapon, *map(cards.weapon, weapon.components))]
    return [cards.ability(id) for part in parts for id in (*part.qualities, *part.abilities)]


def _rule_entry(rule: AbilityCard) -> CardEntry:
    trigger = TRIGGER_WORDS[rule.trigger]
    return CardEntry(f"{rule.name} ({trigger})" if trigger else rule.name, rule.text)


def _cypher_card(card: CypherCard, cards: Cards) -> PaperCard:
    entries = [CardEntry("", card.text)]
    entries += [_rule_entry(cards.ability(id)) for id in card.qualities]
    about = f"Cypher, {card.kind}: {describe_cypher(card)}"
    return PaperCard(
        card.name, about, entries=tuple(entries), color=CYPHER_RGB.get(card.kind, MISSION_RGB)
    )


def _mission_card(mission: Mission) -> PaperCard:
    width, depth = mission.size
    kind = "skirmish mission" if mission.skirmish else "primary mission"
    about = f'{kind}, {width:g}" by {depth:g}", {mission.turns_per_round} turns a round'
    entries = (CardEntry("", describe_mission(mission)),)
    rounds = tuple(TickRow(f"Points, round {number}", (5, 5)) for number in (1, 2, 3))
    return PaperCard(mission.name, about, (), rounds, (), entries, MISSION_RGB)
