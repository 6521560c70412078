"""The rows of a force being built: labels, lookup and description."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import get_args

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import Cards, CypherKind
from wc3d.games.neo_mechanika.rules.forces.force_editor import FORCE_LISTS, ForceList, ForcePosition
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, UnitChoice, weapon_points_cost
from wc3d.games.neo_mechanika.text.typed_names import count_name_words, match_name

ROW_LETTERS: dict[ForceList, str] = {"units": "", "heroes": "H", "attachments": "A", "rack": "R"}
"""The labels: units are 1, 2, 3 ...; Heroes H1, H2 ...; attachments A1 ...; the rack R1 ..."""

SECTION_TITLES: dict[ForceList, str] = {
    "heroes": "Heroes",
    "units": "Units",
    "attachments": "Attachments",
}


def row_label(place: ForcePosition) -> str:
    """Return the label of a row: "1", "H1"."""
    return f"{ROW_LETTERS[place[0]]}{place[1] + 1}"


def all_rows(force: Force) -> Iterator[ForcePosition]:
    """Yield every row of a force."""
    for part in FORCE_LISTS:
        yield from ((part, i) for i in range(len(getattr(force, part))))


def row_entry(force: Force, place: ForcePosition) -> UnitChoice | str:
    """Return a row's entry: a unit choice, or the id of an attachment or Cypher."""
    content: UnitChoice | str = getattr(force, place[0])[place[1]]
    return content


def row_name(force: Force, place: ForcePosition, cards: Cards) -> str:
    """Return the name of a row's card, or its id if the card is unknown."""
    content = row_entry(force, place)
    id = content.unit if isinstance(content, UnitChoice) else content
    card = cards.cyphers.get(id) if place[0] == "rack" else cards.units.get(id)
    return card.name if card else id


def find_row(
    force: Force,
    text: str,
    cards: Cards,
    fits: Callable[[ForcePosition], bool] = lambda place: True,
) -> ForcePosition:
    """Return the row with a label or name, the last of equal ones. Raises InputError."""
    rows = {row_label(place): place for place in all_rows(force) if fits(place)}
    if text.upper() in rows:
        return rows[text.upper()]
    last = {(place[0], row_entry(force, place)): id for id, place in rows.items()}
    names = {id: row_name(force, rows[id], cards) for id in last.values()}
    if not names:
        raise InputError(f"the force has no entry {text!r}")
    return rows[match_name(text, names, "row", {id: id for id in names})]


def find_first_row(
    force: Force, words: list[str], cards: Cards, fits: Callable[[ForcePosition], bool]
) -> tuple[ForcePosition, str]:
    """Return the row that the first words name, and the remaining words. Raises InputError."""
    names = {
        row_label(place): row_name(force, place, cards) for place in all_rows(force) if fits(place)
    }
    count = 1 if words[0].upper() in names else count_name_words(words, names, {})
    return find_row(force, " ".join(words[:count]), cards, fits), " ".join(words[count:])


def refusal_label(evidence: object) -> str:
    """Return the label of the row that a refusal is about ("4: "), or an empty string."""
    match = re.match(r"(\w+)\[(\d+)\]", str(evidence))
    return f"{row_label((match[1], int(match[2])))}: " if match and match[1] in FORCE_LISTS else ""


def is_warjack_row(force: Force, place: ForcePosition, cards: Cards) -> bool:
    """Return whether the row is a warjack."""
    content = row_entry(force, place)
    return (
        isinstance(content, UnitChoice)
        and content.unit in cards.units
        and cards.units[content.unit].kind == "warjack"
    )


def describe_unit_choice(choice: UnitChoice, cards: Cards) -> str:
    """Describe a unit choice; a warjack with head, weapons and points."""
    card = cards.units.get(choice.unit)
    if card is None:
        return choice.unit
    if card.kind != "warjack":
        return card.name
    head = card.cortex(choice.cortex)
    facts = [head.name if head else "no head"]
    for location, ids in choice.weapons.items():
        names = (cards.weapons[id].name if id in cards.weapons else id for id in ids)
        facts.append(f"{location} {', '.join(names)}" if ids else "")
    facts.append(f"{weapon_points_cost(choice, cards)} of {card.weapon_points} Weapon Points")
    return f"{card.name}: {'; '.join(fact for fact in facts if fact)}"


def describe_row(force: Force, place: ForcePosition, cards: Cards) -> str:
    """Return a row's label and entry."""
    content = row_entry(force, place)
    text = (
        describe_unit_choice(content, cards)
        if isinstance(content, UnitChoice)
        else row_name(force, place, cards)
    )
    return f"{row_label(place):>4} {text}"


def describe_rows(force: Force, cards: Cards) -> list[str]:
    """Return all rows of a force with titles, the rack by kind."""
    lines: list[str] = []
    for part, title in SECTION_TITLES.items():
        rows = [describe_row(force, (part, i), cards) for i in range(len(getattr(force, part)))]
        lines += [title, *rows] if rows else []
    for kind in (*get_args(CypherKind), None):
        rows = [
            describe_row(force, ("rack", i), cards)
            for i, id in enumerate(force.rack)
            if _find_kind(id, cards) == kind
        ]
        lines += [f"Rack: {kind or 'unknown'}", *rows] if rows else []
    return lines or ["the force is empty"]


def _find_kind(cypher: str, cards: Cards) -> str | None:
    return cards.cyphers[cypher].kind if cypher in cards.cyphers else None
