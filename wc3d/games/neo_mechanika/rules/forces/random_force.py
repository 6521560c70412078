"""Random legal forces."""

from __future__ import annotations

import random

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard
from wc3d.games.neo_mechanika.rules.forces.force import Force, UnitChoice, format_faction
from wc3d.games.neo_mechanika.rules.forces.force_editor import fill_rack
from wc3d.games.neo_mechanika.rules.forces.limits import RACK_SIZE, Limits, check_force


def make_random_force(cards: Cards, faction: str, limits: Limits, rng: random.Random) -> Force:
    """Return a random legal force of a Faction.

    Raises InputError if the cards allow no legal force of that Faction.
    """
    own = [u for u in cards.units.values() if faction in u.factions]
    units = _choose_units([u for u in own if not u.hero and u.kind != "attachment"], limits, rng)
    heroes = [u for u in own if u.hero]
    heroes = rng.sample(heroes, rng.randint(0, min(limits.heroes, len(heroes))))
    force = Force(
        name=f"Random {format_faction(faction)} force",
        faction=faction,
        units=tuple(_equip_unit(u, cards, rng) for u in units),
        heroes=tuple(_equip_unit(u, cards, rng) for u in heroes),
        attachments=_choose_attachments(
            [u for u in own if u.kind == "attachment"], units, limits, rng
        ),
        rack=_choose_rack(cards, rng),
    )
    verdict = check_force(force, cards, limits)
    if not verdict:
        raise InputError(f"no legal force of faction {faction!r} found: {verdict.text}")
    return force


def _choose_units(pool: list[UnitCard], limits: Limits, rng: random.Random) -> list[UnitCard]:
    """Choose the units: first the kinds that the mission requires, then any with copies left."""
    slots = [u for u in pool for _ in range(limits.copies)]
    rng.shuffle(slots)
    units: list[UnitCard] = []
    for kind, min_count in limits.demands:
        demanded = [i for i, u in enumerate(slots) if u.kind == kind][:min_count]
        units += [slots.pop(i) for i in reversed(demanded)]
    units += slots[: max(0, rng.randint(*limits.units) - len(units))]
    return sorted(units, key=pool.index)


def _equip_unit(card: UnitCard, cards: Cards, rng: random.Random) -> UnitChoice:
    """Return a unit; a warjack gets a head and affordable weapons, hardpoint by hardpoint."""
    if card.kind != "warjack":
        return UnitChoice(unit=card.id)
    remaining_points = card.weapon_points or 0
    weapons: dict[str, tuple[str, ...]] = {}
    hardpoints = [location for location, number in card.hardpoints.items() for _ in range(number)]
    rng.shuffle(hardpoints)
    for location in hardpoints:
        costs = {id: cards.weapons[id].points or 0 for id in card.weapon_options.get(location, ())}
        affordable = [id for id, cost in costs.items() if cost <= remaining_points]
        if affordable:
            weapon = rng.choice(affordable)
            remaining_points -= costs[weapon]
            weapons[location] = (*weapons.get(location, ()), weapon)
    return UnitChoice(unit=card.id, cortex=rng.choice(card.cortexes).id, weapons=weapons)


def _choose_attachments(
    pool: list[UnitCard], units: list[UnitCard], limits: Limits, rng: random.Random
) -> tuple[str, ...]:
    """Choose attachments, up to the number of squads that each can join."""
    attachments: list[str] = []
    for card in pool:
        squads = sum(u.id in card.joins for u in units)
        attachments += [card.id] * rng.randint(0, min(limits.copies, squads))
    return tuple(attachments)


def _choose_rack(cards: Cards, rng: random.Random) -> tuple[str, ...]:
    """Choose the minimum of each kind, then any cards."""
    order = rng.sample(list(cards.cyphers), len(cards.cyphers))
    return fill_rack((), cards, rng.randint(*RACK_SIZE), order)
