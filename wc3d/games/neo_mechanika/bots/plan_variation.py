"""Make new plans for a turn: first ones from the lists, variations, and crossings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from wc3d.games.neo_mechanika.bots.turn_options import TurnOptions, UnitOptions
from wc3d.games.neo_mechanika.bots.turn_plan import NONE, TurnPlan, UnitPlan
from wc3d.games.neo_mechanika.rules.actions import Charge, Play

T = TypeVar("T")

MAX_FIRST_UNITS = 6
"""The maximum number of units, the best first, whose moves are tried beside the usual plan."""

MAX_FIRST_MOVES = 3
"""The maximum number of moves tried for each of these units."""

MAX_SITES = 3
"""The number of ranked deployments and void gates among which plans choose."""

DOUBLE_CHANGE_CHANCE = 0.35
"""The chance that a new plan has two changes."""

PICKUP_CHANCE = 0.2
"""The chance that another move of a unit takes an artifact, if it can."""

RANK_BIAS = 2.0
"""The power by which random ranks prefer the front of a list."""


def list_first_plans(options: TurnOptions, usual: TurnPlan) -> Iterator[TurnPlan]:
    """Yield plans that differ from the usual one in one unit and its move, or in one other part."""
    ranked = sorted(options.units, key=lambda u: (-u.value, u.unit))
    for depth in range(MAX_FIRST_MOVES):
        for own in ranked[:MAX_FIRST_UNITS]:
            moves = own.list_moves(attacks_first=own.attacks_first)
            if depth < len(moves):
                plan = replace(own.make_plan(), advance=moves[depth])
                yield with_unit(options, usual, plan, own.card)
            if depth == 0 and own.targets:
                plan = own.make_plan_of(attacks_first=not own.attacks_first)
                yield with_unit(options, usual, plan, own.card)
        if depth == 0:
            for own in ranked:
                for pickup in own.pickups[:1]:
                    plan = replace(own.make_plan(), advance=pickup)
                    yield with_unit(options, usual, plan, own.card)
            yield replace(usual, deployments=(1, 0, 0))
            yield replace(usual, charges=())
            if options.holders:
                for planned in usual.units:
                    yield charge_unit(usual, planned.unit, options)
            yield replace(usual, card=None)
            for card in options.cards:
                yield with_card(usual, card, options)
            for card in options.second_cards[1:]:
                yield replace(usual, second_card=card)
            yield replace(usual, second_card=None)
    if not options.units:
        for rank in (NONE, *range(1, MAX_SITES)):
            yield replace(usual, gate=rank)
            if rank != 1:
                yield replace(usual, deployments=(rank, 0, 0))


def with_unit(
    options: TurnOptions, plan: TurnPlan, unit_plan: UnitPlan, card: Play | None = None
) -> TurnPlan:
    """Return a plan with a unit's activation in place of the one of its kind, and its Cypher."""
    own = options.find_unit(unit_plan.unit, card)
    is_solo = own is not None and own.is_solo
    units = []
    is_replaced = False
    for other in plan.units:
        other_options = options.find_unit(other.unit)
        same_kind = (other_options is not None and other_options.is_solo) == is_solo
        if other.unit == unit_plan.unit or (
            same_kind and not is_replaced and other.unit != options.acting
        ):
            if not is_replaced:
                units.append(unit_plan)
            is_replaced = True
        else:
            units.append(other)
    if not is_replaced:
        units.append(unit_plan)
    plan = replace(plan, units=tuple(units[:2]))
    if own is not None and own.card is not None:
        plan = replace(plan, card=own.card)
    return match_card(plan, options)


def match_card(plan: TurnPlan, options: TurnOptions) -> TurnPlan:
    """Return a plan whose card is of use: without a card for a unit that does not act.

    A unit that another card has to ready gives way to the best ready one.
    """
    unit = options.find_acting_unit(plan.card)
    if unit and all(u.unit != unit for u in plan.units):
        plan = replace(plan, card=None)
    for own in plan.units:
        known = options.find_unit(own.unit, plan.card)
        if known is not None and known.card is not None and known.card != plan.card:
            others = tuple(u for u in plan.units if u != own)
            names = {u.unit for u in others}
            ready = [
                u
                for u in options.choose_units()
                if u.unit not in names and u.is_solo == known.is_solo
            ]
            plan = replace(plan, units=(*others, *(u.make_plan() for u in ready[:1])))
    return plan


def vary_plan(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Return a plan with one or two random changes."""
    for _ in range(1 + (rng.random() < DOUBLE_CHANGE_CHANCE)):
        plan = rng.choice(_list_changes(plan, options, rng))()
    return match_card(plan, options)


def _list_changes(
    plan: TurnPlan, options: TurnOptions, rng: random.Random
) -> list[Callable[[], TurnPlan]]:
    """List the possible random changes of a plan. A likely change is in the list twice."""
    changes: list[Callable[[], TurnPlan]] = [
        lambda: _vary_deployments(plan, rng),
    ]
    if options.units:
        changes += [
            lambda: _vary_unit(plan, options, rng),
            lambda: _vary_move(plan, options, rng),
            lambda: _vary_move(plan, options, rng),
            lambda: _vary_fight(plan, options, rng),
            lambda: replace(plan, units=_reorder(plan, options)),
        ]
    if options.holders:
        changes.append(lambda: _vary_charges(plan, options, rng))
    if options.cards:
        changes.append(lambda: with_card(plan, _pick([None, *options.cards], rng), options))
    if options.second_cards:
        changes.append(lambda: replace(plan, second_card=_pick([None, *options.second_cards], rng)))
    return changes


def cross_plans(first: TurnPlan, second: TurnPlan, rng: random.Random) -> TurnPlan:
    """Return a plan with each part from either of two plans."""

    def choose(a: T, b: T) -> T:
        return a if rng.random() < 0.5 else b

    return TurnPlan(
        charges=choose(first.charges, second.charges),
        card=choose(first.card, second.card),
        units=choose(first.units, second.units),
        second_card=choose(first.second_card, second.second_card),
        deployments=choose(first.deployments, second.deployments),
        gate=choose(first.gate, second.gate),
    )


def _pick(items: Sequence[T], rng: random.Random) -> T:
    """Return a random item, more often one near the front."""
    return items[min(len(items) - 1, int(rng.random() ** RANK_BIAS * len(items)))]


def _vary_unit(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    ranked = sorted(options.units, key=lambda u: (-u.value, u.unit))
    own = _pick(ranked, rng)
    moves = own.list_moves(attacks_first=own.attacks_first)
    unit_plan = replace(own.make_plan(), advance=_pick(moves, rng))
    return with_unit(options, plan, unit_plan, own.card)


def _change_unit(
    plan: TurnPlan,
    options: TurnOptions,
    rng: random.Random,
    change: Callable[[UnitPlan, UnitOptions], UnitPlan],
) -> TurnPlan:
    """Return a plan with a change to one of its units."""
    if not plan.units:
        return plan
    index = rng.randrange(len(plan.units))
    own = options.find_unit(plan.units[index].unit, plan.card)
    if own is None:
        return plan
    units = list(plan.units)
    units[index] = change(units[index], own)
    return replace(plan, units=tuple(units))


def _vary_move(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    def change(unit_plan: UnitPlan, own: UnitOptions) -> UnitPlan:
        moves = own.list_moves(attacks_first=unit_plan.attacks_first)
        if own.pickups and rng.random() < PICKUP_CHANCE:
            moves = list(own.pickups)
        return replace(unit_plan, advance=_pick(moves, rng))

    return _change_unit(plan, options, rng, change)


def _vary_fight(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Change when a unit attacks, its favorite target, or its spikes."""

    def change(unit_plan: UnitPlan, own: UnitOptions) -> UnitPlan:
        draw = rng.random()
        if draw < 0.3:
            return own.make_plan_of(attacks_first=not unit_plan.attacks_first)
        if draw < 0.75 or not own.uses:
            return replace(unit_plan, focus=rng.choice(["", *own.targets]))
        uses = tuple(use for use in own.uses if rng.random() < 0.5)
        return replace(unit_plan, uses=uses)

    return _change_unit(plan, options, rng, change)


def _reorder(plan: TurnPlan, options: TurnOptions) -> tuple[UnitPlan, ...]:
    """Return the units in the other order, but for a unit that is activated now."""
    if plan.units and plan.units[0].unit == options.acting:
        return plan.units
    return plan.units[::-1]


def _vary_charges(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Leave a charge out, or charge a holder first: mostly a unit of the plan."""
    charges = list(plan.charges)
    if charges and rng.random() < 0.3:
        charges.pop(rng.randrange(len(charges)))
        return replace(plan, charges=tuple(charges))
    planned = [u.unit for u in plan.units if u.unit in options.holders]
    holders = planned if planned and rng.random() < 0.7 else options.holders
    return charge_unit(plan, rng.choice(holders), options)


def charge_unit(plan: TurnPlan, unit: str, options: TurnOptions) -> TurnPlan:
    """Return a plan that charges a unit before all else, if the unit can hold Arc."""
    if unit not in options.holders:
        return plan
    first = Charge(player=options.player, on=unit)
    return replace(plan, charges=(first, *(c for c in plan.charges if c != first)))


def with_card(plan: TurnPlan, card: Play | None, options: TurnOptions) -> TurnPlan:
    """Return a plan with a card. A unit that the card is for activates."""
    plan = replace(plan, card=card)
    if card is None:
        return match_card(plan, options)
    own = options.find_unit(options.find_acting_unit(card) or card.on, card)
    if own is None or (own.card is None and any(u.unit == own.unit for u in plan.units)):
        return match_card(plan, options)
    return with_unit(options, plan, own.make_plan(), card)


def _vary_rank(rank: int, rng: random.Random) -> int:
    return rng.choice([r for r in range(MAX_SITES) if r != rank])


def _vary_deployments(plan: TurnPlan, rng: random.Random) -> TurnPlan:
    ranks = list(plan.deployments)
    if not ranks:
        return plan
    index = 0 if rng.random() < 0.7 else rng.randrange(len(ranks))
    ranks[index] = _vary_rank(ranks[index], rng)
    return replace(plan, deployments=tuple(ranks))
