"""Estimate the victory points that artifacts will bring: carried, within reach, or by a void gate."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from wc3d.games.neo_mechanika.bots.deployment_values import list_reserve
from wc3d.games.neo_mechanika.bots.objective_value import (
    ARTIFACT_KEEP_CHANCE,
    activation_distance,
    can_use_objective,
    list_artifact_destinations,
    path_distance_to_objective,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State

FETCH_SHARE = 0.5
"""The share of an artifact's points that count for a unit on its way to it."""

RESERVE_SHARE = 0.3
"""The share of an artifact's points that count for a unit that a void gate can bring to it."""

SQUAD_STEP_IN = 1.5
"""The inches by which a squad's activation reaches farther than its speed."""


def expected_artifact_points(state: State, player: int) -> float:
    """Return the points expected from artifacts that a player's units carry or can fetch.

    Each artifact counts for the unit that can score it best, and each unit fetches one artifact.
    """
    total = 0.0
    fetches: list[tuple[float, str, str]] = []
    for o in state.objectives.values():
        if not o.portable or o.removed:
            continue
        carrier = carrying.carrier_of(state, o.id)
        if carrier is None:
            fetches += _list_fetches(state, player, o)
            fetches += _list_arrivals(state, player, o)
        elif state.owner(carrier.id) == player and carrier.at is not None:
            total += _value_unit(state, carrier.unit, replace(o, at=carrier.at), 0.0)
    taken: set[str] = set()
    for points, unit, artifact in sorted(fetches, key=lambda f: (-f[0], f[1], f[2])):
        if points > 0.0 and unit not in taken and artifact not in taken:
            taken |= {unit, artifact}
            total += points
    return total


def _list_fetches(
    state: State, player: int, artifact: Objective
) -> Iterator[tuple[float, str, str]]:
    """Yield what an artifact counts for each unit on the table that can score it."""
    for unit in state.units_in_play(player):
        if can_use_objective(state, unit.id, artifact):
            distance = unit_path_distance(state, unit.id, artifact)
            points = _value_unit(state, unit.id, artifact, distance)
            yield FETCH_SHARE * points, unit.id, artifact.id


def _value_unit(state: State, unit: str, artifact: Objective, inches: float) -> float:
    """Return the points of a unit that goes some inches to an artifact and then to where it scores."""
    acts = not state.units[unit].token
    reach = activation_distance(state, unit)
    return max(
        (
            _expect_points(state, carried, (inches + onward) / reach, acts=acts)
            for onward, carried in list_artifact_destinations(state, unit, artifact)
        ),
        default=0.0,
    )


def _list_arrivals(
    state: State, player: int, artifact: Objective
) -> Iterator[tuple[float, str, str]]:
    """Yield what an artifact counts for the unit that each void gate can bring in."""
    reserve = list_reserve(state, player)
    gates = [g for g in state.gates_of(player) if g.arc]
    if not gates or not reserve:
        return
    ways = _list_ways(state, artifact)
    for gate in gates:
        there = path_distance_to_objective(state, gate.at, "small", artifact)
        best = (0.0, "")
        known: set[tuple[str, int]] = set()
        for unit in reserve:
            card = state.setup.card_of(unit.id)
            speed = int(card.spd or 5)
            if card.cost > gate.arc or (card.kind, speed) in known:
                continue
            known.add((card.kind, speed))
            if not carrying.can_hold_objective(state, unit.id, artifact.id):
                continue
            reach = max(1.0, speed + SQUAD_STEP_IN * (card.kind == "squad"))
            for onward, carried, holders in ways:
                if card.kind in holders:
                    points = _expect_points(state, carried, (there + onward) / reach, acts=True)
                    best = max(best, (RESERVE_SHARE * points, unit.id))
        if best[1]:
            yield best[0], best[1], artifact.id


def _list_ways(state: State, artifact: Objective) -> list[tuple[float, int, tuple[str, ...]]]:
    """List the distance, the points and the holders of each place where an artifact scores."""
    plans = (
        (o, carrying.objective_plan(state, o.id))
        for o in carrying.objectives_on_table(state)
        if not o.portable
    )
    return [
        (
            path_distance_to_objective(state, artifact.at, "small", o),
            plan.worth.carried,
            plan.holders,
        )
        for o, plan in plans
        if plan.worth.carried
    ]


def _expect_points(state: State, carried: int, activations: float, *, acts: bool) -> float:
    """Return the points for a delivery after some activations, of which a Pulse round has one.

    The chance to be there in time grows evenly over the last activation.
    """
    if math.isinf(activations):
        return 0.0
    began = max(1, state.round)
    return sum(
        carried * ARTIFACT_KEEP_CHANCE * max(0.0, min(1.0, n - began + acts - activations + 1.0))
        for n in range(began, PULSE_ROUNDS + 1)
    )
