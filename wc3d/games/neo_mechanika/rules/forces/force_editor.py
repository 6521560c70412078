"""A force in the making: each change gives a new force, and `refused` says which rule forbids it (pp. 41 to 43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.neo_mechanika.rules.cards import Cards, CypherKind
from wc3d.games.neo_mechanika.rules.forces.force import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.forces.limits import (
    MIN_CARDS_PER_KIND,
    MISSING_PART_CODES,
    RACK_SIZE,
    Limits,
    list_faults,
)

ForceList = Literal["units", "heroes", "attachments", "rack"]
FORCE_LISTS: tuple[ForceList, ...] = get_args(ForceList)
"""The lists of a force."""

ForcePosition = tuple[ForceList, int]
"""Where something stands in a force: the list, and its number there from 0."""


def check_change(old_force: Force, new_force: Force, cards: Cards, limits: Limits) -> Verdict:
    """May a force be changed so? The first refusal that the change brings, or LEGAL; what is still lacking refuses nothing."""
    old_faults = {(v.code, v.text) for v in list_faults(old_force, cards, limits)}
    brought = (
        v
        for v in list_faults(new_force, cards, limits)
        if (v.code, v.text) not in old_faults and v.code not in MISSING_PART_CODES
    )
    return next(brought, LEGAL)


def missing_parts(force: Force, cards: Cards, limits: Limits) -> tuple[Verdict, ...]:
    """What must still be added to a force, as refusals."""
    return tuple(v for v in list_faults(force, cards, limits) if v.code in MISSING_PART_CODES)


def add_card(force: Force, id: str, cards: Cards) -> Force:
    """With one more Cypher, attachment, Hero or unit, each in its list; a warjack bare. Raises InputError for an unknown id."""
    if id in cards.cyphers:
        return force.model_copy(update={"rack": (*force.rack, id)})
    card = cards.unit(id)
    if card.kind == "attachment":
        return force.model_copy(update={"attachments": (*force.attachments, id)})
    return add_unit(force, UnitChoice(unit=id), cards)


def add_unit(force: Force, choice: UnitChoice, cards: Cards) -> Force:
    """With one more unit or Hero, a warjack with its head and weapons. Raises InputError for an unknown unit."""
    if cards.unit(choice.unit).hero:
        return force.model_copy(update={"heroes": (*force.heroes, choice)})
    return force.model_copy(update={"units": (*force.units, choice)})


def remove_entry(force: Force, place: ForcePosition) -> Force:
    """Without what stands there."""
    part, at = place
    rows = getattr(force, part)
    return force.model_copy(update={part: (*rows[:at], *rows[at + 1 :])})


def replace_unit(force: Force, place: ForcePosition, choice: UnitChoice) -> Force:
    """With another choice for the unit or Hero that stands there."""
    part, at = place
    rows = getattr(force, part)
    return force.model_copy(update={part: (*rows[:at], choice, *rows[at + 1 :])})


def set_head(choice: UnitChoice, head: str) -> UnitChoice:
    """With that head in place of any other (NM-FRC-09)."""
    return choice.model_copy(update={"cortex": head})


def add_weapon(choice: UnitChoice, weapon: str, cards: Cards) -> UnitChoice:
    """With one more weapon, on a hardpoint of its own kind (NM-FRC-12). Raises InputError for an unknown weapon or unit."""
    location = cards.weapon(weapon).location or next(
        iter(cards.unit(choice.unit).hardpoints), "body"
    )
    return choice.model_copy(
        update={
            "weapons": {**choice.weapons, location: (*choice.weapons.get(location, ()), weapon)}
        }
    )


def remove_weapon(choice: UnitChoice, weapon: str) -> UnitChoice:
    """With one weapon of that id less; as it is if it has none."""
    remaining = {location: list(ids) for location, ids in choice.weapons.items()}
    for ids in remaining.values():
        if weapon in ids:
            ids.remove(weapon)
            break
    return choice.model_copy(
        update={"weapons": {location: tuple(ids) for location, ids in remaining.items() if ids}}
    )


def total_deployment_cost(force: Force, cards: Cards) -> int:
    """The Arc that it costs to deploy everything once: units, Heroes and attachments (NM-SQD-06); unknown cards cost nothing."""
    ids = [*(choice.unit for choice in (*force.units, *force.heroes)), *force.attachments]
    return sum(cards.units[id].cost for id in ids if id in cards.units)


def fill_rack(
    rack: Sequence[str], cards: Cards, size: int = RACK_SIZE[0], order: Sequence[str] | None = None
) -> tuple[str, ...]:
    """A rack with as many Cyphers as it lacks: first to the least of each kind, then to `size` (NM-FRC-15).

    They are taken in this order, or as the cards come; there are fewer if there are no more cards.
    """
    cyphers = list(rack)
    waiting = [id for id in (cards.cyphers if order is None else order) if id not in cyphers]
    kinds = Counter(cards.cyphers[id].kind for id in set(cyphers) if id in cards.cyphers)
    for kind in get_args(CypherKind):
        of_kind = [id for id in waiting if cards.cyphers[id].kind == kind]
        cyphers += of_kind[: max(0, MIN_CARDS_PER_KIND - kinds[kind])]
    rest = [id for id in waiting if id not in cyphers]
    return tuple(cyphers + rest[: max(0, size - len(cyphers))])
