"""Write a force as a roster of BattleScribe and New Recruit, which `read_roster` reads again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.forces.force import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.forces.force_files import format_faction
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_import import GAME_SYSTEM

ROSTER_NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
"""The name of the format. Nothing is fetched from it."""
ROSTER_VERSION = "2.03"
RACK_NAME = "Cyphers"


def format_roster(force: Force, cards: Cards) -> str:
    """Return the roster of a force as XML. Raises InputError for unknown cards."""
    id, system = GAME_SYSTEM
    roster = Element(
        "roster",
        {
            "xmlns": ROSTER_NAMESPACE,
            "battleScribeVersion": ROSTER_VERSION,
            "generatedBy": "wc3d",
            "name": force.name or format_faction(force.faction),
            "gameSystemId": id,
            "gameSystemName": system,
        },
    )
    detachment = SubElement(
        SubElement(roster, "forces"),
        "force",
        {"name": "Force", "catalogueName": format_faction(force.faction)},
    )
    entries = SubElement(detachment, "selections")
    attachments = [UnitChoice(unit=id) for id in force.attachments]
    for choice, count in Counter((*force.heroes, *force.units, *attachments)).items():
        for _ in range(count):  # one each, as copies may differ in other programs
            _add_unit(entries, choice, cards)
    if force.rack:
        rack = _add(entries, RACK_NAME, 1, "upgrade")
        _add_all(rack, ((cards.cypher(id).name, n) for id, n in Counter(force.rack).items()))
    indent(roster, " ")
    text = tostring(roster, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}\n'


def _add_unit(parent: Element, choice: UnitChoice, cards: Cards) -> None:
    """Add a unit with its head and its weapons."""
    card = cards.unit(choice.unit)
    names = [cards.weapon(id).name for ids in choice.weapons.values() for id in ids]
    head = card.cortex(choice.cortex) if choice.cortex else None
    unit = _add(parent, card.name, 1, "unit")
    _add_all(unit, [*([(head.name, 1)] if head else []), *Counter(names).items()])


def _add_all(parent: Element, entries: Iterable[tuple[str, int]]) -> None:
    """Add a list of selections with their numbers, if there are any."""
    selections = Element("selections")
    for name, number in entries:
        _add(selections, name, number, "upgrade")
    if len(selections):
        parent.append(selections)


def _add(parent: Element, name: str, number: int, kind: str) -> Element:
    return SubElement(parent, "selection", {"name": name, "number": str(number), "type": kind})
