"""Measure a position at a turn's end: named features in an array, cheap enough for each plan.

Every feature is a difference between a player and the opponent, so that more is better. Distances
come from caches of units that did not move. Each objective counts once for each player.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d.games.neo_mechanika.bots.artifact_points import expected_artifact_points
from wc3d.games.neo_mechanika.bots.deployment_values import list_reserve
from wc3d.games.neo_mechanika.bots.evaluation import lost_health_share
from wc3d.games.neo_mechanika.bots.objective_value import (
    activations_left,
    objective_stake,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State, Unit, opponent_of
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

Floats = NDArray[np.float64]

TURN_FEATURES = {
    "points": "a victory point ahead",
    "secured": "a point secured for the end of this Pulse round",
    "due": "a point expected at the end of this Pulse round",
    "later": "a point in later Pulse rounds from what is secured now",
    "near": "a point in later Pulse rounds where the player's holders are nearer",
    "second": "a point whose holder has a second holder close by",
    "safe": "a point whose holders no ready enemy can reach",
    "carried": "a point expected from an artifact, carried or within reach",
    "strength": "a point of deployment cost on the table, less its damage",
    "ready": "a point of deployment cost that can still activate in this Pulse round",
    "arc": "a point of Arc on a unit that can still activate",
    "gate": "a point of Arc in a void gate that a unit of the reserve can use",
    "force": "a point of deployment cost on the table or in the reserve",
    "hand": "a card in hand",
    "turn": "having the turn",
}
"""The name and description of each feature, as a difference between player and opponent."""

NEAR_IN = 6.0
"""The distance in inches at which a second holder is close by."""

DISTANCE_SCALE_IN = 3.0
"""The lead in inches that makes the nearer holder likely to be there first."""

FAR_IN = 40.0
"""The distance in inches of a side without a unit that could come."""

ARRIVAL_CHANCE = 0.6
"""The chance that a unit that can reach an objective this Pulse round is there at scoring."""

CONTESTED_CHANCE = 0.25
"""The chance that a holder secures an objective that an enemy contests, while turns remain."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """A unit on its way to an objective."""

    unit: Unit
    distance: float
    steps: float
    can_hold: bool


def measure_turn(state: State, player: int) -> Floats:
    """Return the features of a position for a player, in the order of `TURN_FEATURES`."""
    own, enemy = measure_sides(state, player)
    difference: Floats = own - enemy
    return difference


def measure_sides(state: State, player: int) -> Floats:
    """Return the features of a player and of the opponent, shape (2, features)."""
    rival = opponent_of(player)
    sides = {p: _measure_units(state, p) for p in (player, rival)}
    _measure_objectives(state, player, sides)
    return np.array([[sides[p][name] for name in TURN_FEATURES] for p in (player, rival)])


def expected_points(state: State, player: int) -> float:
    """Return a player's expected victory points at the end of this Pulse round.

    Each objective counts once, by the player's chance to secure it.
    """
    sides = {p: dict.fromkeys(TURN_FEATURES, 0.0) for p in (player, opponent_of(player))}
    _measure_objectives(state, player, sides)
    return state.players[player].points + sides[player]["due"]


def _measure_units(state: State, player: int) -> dict[str, float]:
    """Return the features of a player's units, Arc, gates and cards; the others are 0."""
    values = dict.fromkeys(TURN_FEATURES, 0.0)
    own = state.players[player]
    units = tuple(state.units_in_play(player))
    turns = activations_left(state, player)
    strengths = [(_measure_strength(state, u.id), u) for u in units]
    ready = sorted((s for s, u in strengths if not u.token), reverse=True)
    reserve = [float(state.setup.card_of(u.id).cost) for u in list_reserve(state, player)]
    gates = state.gates_of(player)
    values["points"] = float(own.points)
    values["strength"] = sum(s for s, _ in strengths)
    values["ready"] = sum(ready[: 2 * turns])
    values["arc"] = float(sum(u.arc for u in units if not u.token)) if turns else 0.0
    values["gate"] = float(sum(min(g.arc, max(reserve, default=0.0)) for g in gates))
    values["force"] = values["strength"] + sum(reserve)
    values["hand"] = float(len(own.hand))
    values["turn"] = 0.5 * (state.active == player) if not state.over else 0.0
    values["carried"] = expected_artifact_points(state, player)
    return values


def _measure_strength(state: State, unit: str) -> float:
    """Return a unit's cost on the table, less its damage; cached while the models are unchanged."""
    notes = state.models_notes(unit)
    strength: float | None = notes.get("strength")
    if strength is None:
        card = state.setup.card_of(unit)
        strength = notes["strength"] = (card.cost / card.size) * sum(
            1.0 - 0.6 * lost_health_share(state, m.id) for m in state.models_of(unit)
        )
    return strength


def _measure_objectives(state: State, player: int, sides: dict[int, dict[str, float]]) -> None:
    """Add the features of the objectives for both players."""
    rival = opponent_of(player)
    objectives = [o for o in state.objectives.values() if not o.removed and not o.portable]
    reaches = {(p, o.id): _list_reaches(state, p, o) for p in (player, rival) for o in objectives}
    presences = {p: _assign_presence(state, p, objectives, reaches) for p in (player, rival)}
    for o in objectives:
        for p in (player, rival):
            _add_objective(state, p, o, sides[p], reaches, presences)


def _list_reaches(state: State, player: int, objective: Objective) -> list[_Reach]:
    """Return a player's units by their distance to an objective, the nearest first."""
    reaches = []
    for u in state.units_in_play(player):
        distance = unit_path_distance(state, u.id, objective)
        steps = distance / _printed_move(state, u.id)
        can_hold = carrying.can_hold_objective(state, u.id, objective.id)
        reaches.append(_Reach(u, distance, steps, can_hold))
    return sorted(reaches, key=lambda r: (r.distance, r.unit.id))


def _printed_move(state: State, unit: str) -> float:
    """Return a unit's printed move in an activation in inches, more for a squad."""
    card = state.setup.card_of(unit)
    return max(1.0, float(card.spd or 5) + (1.5 if card.kind == "squad" else 0.0))


def _assign_presence(
    state: State,
    player: int,
    objectives: list[Objective],
    reaches: dict[tuple[int, str], list[_Reach]],
) -> dict[str, tuple[float, float]]:
    """Return each objective's chance of a holder and of any unit at scoring.

    A unit counts at one objective to which it goes, and where it stays. No player sends more units
    than they have activations.
    """
    presence = {o.id: [0.0, 0.0] for o in objectives}
    turns = activations_left(state, player)
    budget = {"solo": turns, "others": turns}
    needs_activation = state.setup.mission.scored == "activation"
    options = []
    for o in objectives:
        stake = objective_stake(state, player, o).this_round
        for r in reaches[player, o.id]:
            acts = not r.unit.token and turns > 0
            if r.distance <= 1e-6:
                scores = r.can_hold and (acts or not needs_activation)
                here = presence[o.id]
                here[0], here[1] = max(here[0], float(scores)), 1.0
            elif acts and r.steps <= 1.0:
                options.append((-stake, r.distance, r.unit.id, o.id, r.can_hold))
    staying = {
        r.unit.id
        for o in objectives
        for r in reaches[player, o.id]
        if r.distance <= 1e-6 and r.can_hold
    }
    for _, _, unit, objective, can_hold in sorted(options):
        kind = "solo" if state.setup.card_of(unit).kind == "solo" else "others"
        here = presence[objective]
        gain = here[0] if can_hold else here[1]
        if unit in staying or budget[kind] < 1 or gain >= ARRIVAL_CHANCE:
            continue
        staying.add(unit)
        budget[kind] -= 1
        here[1] = max(here[1], ARRIVAL_CHANCE)
        here[0] = max(here[0], ARRIVAL_CHANCE * can_hold)
    return {id: (holder, anybody) for id, (holder, anybody) in presence.items()}


def _add_objective(
    state: State,
    player: int,
    objective: Objective,
    values: dict[str, float],
    reaches: dict[tuple[int, str], list[_Reach]],
    presences: dict[int, dict[str, tuple[float, float]]],
) -> None:
    """Add an objective's features for a player."""
    rival = opponent_of(player)
    stake = objective_stake(state, player, objective)
    if stake.total <= 0.0:
        return
    holders = [r for r in reaches[player, objective.id] if r.can_hold]
    enemies = [r for r in reaches[rival, objective.id] if r.can_hold]
    own_distance = holders[0].distance if holders else FAR_IN
    enemy_distance = enemies[0].distance if enemies else FAR_IN
    lead = max(-30.0, min(30.0, (enemy_distance - own_distance) / DISTANCE_SCALE_IN))
    closeness = math.exp(-min(own_distance, FAR_IN) / 10.0)
    values["near"] += stake.later_rounds * closeness / (1.0 + math.exp(-lead))
    holder, _ = presences[player][objective.id]
    _, anybody = presences[rival][objective.id]
    answered = CONTESTED_CHANCE * (
        activations_left(state, player) + activations_left(state, rival) > 0
    )
    values["due"] += stake.this_round * holder * (1.0 - anybody + answered * anybody)
    if securing.securing_player(state, objective.id) != player:
        return
    values["secured"] += stake.this_round
    values["later"] += stake.later_rounds
    if len(holders) > 1 and holders[1].distance <= NEAR_IN:
        values["second"] += stake.this_round
    if not _is_threatened(state, rival, objective):
        values["safe"] += stake.this_round


def _is_threatened(state: State, enemy: int, objective: Objective) -> bool:
    """Return whether a ready enemy unit can attack models by an objective this Pulse round."""
    if not activations_left(state, enemy):
        return False
    for unit in state.units_in_play(enemy):
        if unit.token:
            continue
        models = state.models_of(unit.id)
        if not models:
            continue
        reach = max((w.rng for w in model_weapons(state, models[0].id)), default=0)
        within = reach + _printed_move(state, unit.id) + 2.0
        if any(math.dist(m.at[:2], objective.at[:2]) <= within for m in models if m.at):
            return True
    return False
