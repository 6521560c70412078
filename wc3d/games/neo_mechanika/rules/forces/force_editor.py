"""Edit a force (pp. 41 to 43). Each change returns a new force; `check_change` checks it."""

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
"""The names of a force's lists."""

ForcePosition = tuple[ForceList, int]
"""A position in a force: the list and the index in it, from 0."""


def check_change(old_force: Force, new_force: Force, cards: Cards, limits: Limits) -> Verdict:
    """Return the first refusal that a change adds, or LEGAL. Missing parts do not count."""
    old_faults = {(v.code, v.text) for v in list_faults(old_force, cards, limits)}
    brought = (
        v
        for v in list_faults(new_force, cards, limits)
        if (v.code, v.text) not in old_faults and v.code not in MISSING_PART_CODES
    )
    return next(brought, LEGAL)


def missing_parts(force: Force, cards: Cards, limits: Limits) -> tuple[Verdict, ...]:
    """Return the missing parts of a force as refusals."""
    return tuple(v for v in list_faults(force, cards, limits) if v.code in MISSING_PART_CODES)


def add_card(force: Force, id: str, cards: Cards) -> Force:
    """Return the force with another card; a warjack is unequipped. Raises InputError."""
    if id in cards.cyphers:
        return force.model_copy(update={"rack": (*force.rack, id)})
    card = cards.unit(id)
    if card.kind == "attachment":
        return force.model_copy(update={"attachments": (*force.attachments, id)})
    return add_unit(force, UnitChoice(unit=id), cards)


def add_unit(force: Force, choice: UnitChoice, cards: Cards) -> Force:
    """Return the force with another unit or Hero. Raises InputError for an unknown unit."""
    if cards.unit(choice.unit).hero:
        return force.model_copy(update={"heroes": (*force.heroes, choice)})
    return force.model_copy(update={"units": (*force.units, choice)})


def remove_entry(force: Force, place: ForcePosition) -> Force:
    """Return the force without the entry at a position."""
    part, at = place
    rows = getattr(force, part)
    return force.model_copy(update={part: (*rows[:at], *rows[at + 1 :])})


def replace_unit(force: Force, place: ForcePosition, choice: UnitChoice) -> Force:
    """Return the force with another choice for the unit or Hero at a position."""
    part, at = place
    rows = getattr(force, part)
    return force.model_copy(update={part: (*rows[:at], choice, *rows[at + 1 :])})


def set_head(choice: UnitChoice, head: str) -> UnitChoice:
    """Return the choice with this head instead of any other (NM-FRC-09)."""
    return choice.model_copy(update={"cortex": head})


def add_weapon(choice: UnitChoice, weapon: str, cards: Cards) -> UnitChoice:
    """Return the choice with a weapon on its own hardpoint (NM-FRC-12). Raises InputError."""
    location = cards.weapon(weapon).location or next(
        iter(cards.unit(choice.unit).hardpoints), "body"
    )
    return choice.model_copy(
        update={
            "weapons": {**choice.weapons, location: (*choice.weapons.get(location, ()), weapon)}
        }
    )


def remove_weapon(choice: UnitChoice, weapon: str) -> UnitChoice:
    """Return the choice without one weapon of that id; unchanged if there is none."""
    remaining = {location: list(ids) for location, ids in choice.weapons.items()}
    for ids in remaining.values():
        if weapon in ids:
            ids.remove(weapon)
            break
    return choice.model_copy(
        update={"weapons": {location: tuple(ids) for location, ids in remaining.items() if ids}}
    )


def total_deployment_cost(force: Force, cards: Cards) -> int:
    """Return the Arc to deploy all known cards once, including attachments (NM-SQD-06)."""
    ids = [*(choice.unit for choice in (*force.units, *force.heroes)), *force.attachments]
    return sum(cards.units[id].cost for id in ids if id in cards.units)


def fill_rack(
    rack: Sequence[str], cards: Cards, size: int = RACK_SIZE[0], order: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Fill a rack: first to the minimum of each kind, then to `size` (NM-FRC-15).

    New Cyphers follow `order`, or the cards' order. The rack stays smaller if the cards run out.
    """
    cyphers = list(rack)
    waiting = [id for id in (cards.cyphers if order is None else order) if id not in cyphers]
    kinds = Counter(cards.cyphers[id].kind for id in set(cyphers) if id in cards.cyphers)
    for kind in get_args(CypherKind):
        of_kind = [id for id in waiting if cards.cyphers[id].kind == kind]
        cyphers += of_kind[: max(0, MIN_CARDS_PER_KIND - kinds[kind])]
    rest = [id for id in waiting if id not in cyphers]
    return tuple(cyphers + rest[: max(0, size - len(cyphers))])
