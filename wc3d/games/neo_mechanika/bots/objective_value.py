"""Evaluate a mission's objectives in victory points, and assign units to them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d._internal.memo import memo_on_state
from wc3d.games.neo_mechanika.bots.path_distance import (
    MAX_STEP_UP_IN,
    distance_field_to,
    remaining_distance,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN, PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.missions.scoring import objective_points
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN, Objective
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.geometry.distance import disc_to_disc
from wc3d.table.pathfinding import GRID_STEP_IN

ROUND_WEIGHTS = (1.0, 0.5, 0.25)
"""The weights of a victory point in this Pulse round, the next and the one after that."""

ACTIVATION_DISCOUNT = 0.72
"""The share of an objective's value left after each activation needed to reach it."""

ARRIVAL_CHANCE_PER_ACTIVATION = 0.8
"""The chance to reach an objective, for each activation needed after the first."""

STRAIGHT_PATH_RATIO = 1.2
"""The ratio below which a path on one level counts as straight, because grid paths overestimate."""

MAX_DETOUR_IN = 30.0
"""The maximum detour in inches over the straight distance, also used for unknown paths."""

MIN_OBJECTIVE_POINTS = 0.05
"""The minimum victory points for which a unit goes to an objective."""

ARTIFACT_KEEP_CHANCE = 0.7
"""The chance in each later Pulse round to hold the objective to which an artifact is brought."""


@dataclass(frozen=True, slots=True)
class ObjectiveStake:
    """The points for securing an objective: in this Pulse round, and discounted in later ones."""

    this_round: float
    later_rounds: float

    @property
    def total(self) -> float:
        """The sum of both parts."""
        return self.this_round + self.later_rounds


def objective_stake(state: State, player: int, objective: Objective) -> ObjectiveStake:
    """Return a player's stake in an objective; cached with the state."""
    notes = state.notes
    key = ("stake", player, objective.id)
    result: ObjectiveStake | None = notes.get(key)
    if result is None:
        result = notes[key] = _compute_stake(state, player, objective)
    return result


def _compute_stake(state: State, player: int, objective: Objective) -> ObjectiveStake:
    if objective.portable:
        return ObjectiveStake(0.0, 0.0)  # scores only when carried: see `artifact_value`
    plan = carrying.objective_plan(state, objective.id).worth
    began = max(1, state.round)
    current_points = float(objective_points(state, player, objective.id)) if state.round else 0.0
    later_points = sum(
        ROUND_WEIGHTS[n - began] * expected_value_in_round(state, player, objective, n)
        for n in range(began + 1, PULSE_ROUNDS + 1)
    )
    if plan.carried and securing.is_artifact_delivered(state, objective.id):
        if securing.securing_player(state, objective.id) == player:
            later_points += plan.carried * _weight_from(state, began + 1)
        elif state.round:
            current_points -= plan.carried
    if (player, objective.id, state.round) in state.scored:
        current_points = 0.0
    return ObjectiveStake(current_points, later_points + (0.0 if state.round else plan.rounds[0]))


def _weight_from(state: State, first: int) -> float:
    """Return the total weight of a victory point in each Pulse round from `first` on."""
    began = max(1, state.round)
    return sum(ROUND_WEIGHTS[n - began] for n in range(max(first, began), PULSE_ROUNDS + 1))


def expected_value_in_round(state: State, player: int, objective: Objective, round: int) -> float:
    """Return the discounted points expected from securing an objective in a later Pulse round."""
    plan = carrying.objective_plan(state, objective.id).worth
    if plan.across and objective.side != state.players[player].side:
        return float(plan.across)
    return plan.rounds[round - 1] + (plan.active / 3.0 if plan.active else 0.0)


def activations_left(state: State, player: int) -> int:
    """Return how many turns a player has left in this Pulse round, including the current one."""
    turn_count = turns_left(state)
    return turn_count // 2 + (state.phase <= 4) if state.active == player else (turn_count + 1) // 2


def distance_to_objective(at: XYZ, base: str, objective: Objective) -> float:
    """Return the inches from a base to an objective's range, or to contact if it is portable."""
    distance = disc_to_disc(at, SPACE.bases[base].radius, objective.at, OBJECTIVE_RADIUS_IN)
    return max(0.0, distance - (0.0 if objective.portable else OBJECTIVE_RANGE_IN))


def path_distance_to_objective(state: State, at: XYZ, base: str, objective: Objective) -> float:
    """Return a base's path length to an objective in inches, around obstacles and by ladders."""
    return _estimate_way(state, distance_to_objective(at, base, objective), at, base, objective)


def _estimate_way(state: State, distance: float, at: XYZ, base: str, objective: Objective) -> float:
    """Return the path length for a base whose straight distance to the objective is given."""
    if distance <= 1e-6:
        return 0.0
    afoot = remaining_distance(distance_field_to(state, base, objective), at)
    straight = (
        abs(at[2] - objective.at[2]) <= MAX_STEP_UP_IN
        and afoot <= STRAIGHT_PATH_RATIO * distance + GRID_STEP_IN
    )
    return distance if straight else min(max(distance, afoot), distance + MAX_DETOUR_IN)


def unit_path_distance(state: State, unit: str, objective: Objective) -> float:
    """Return the path length of a unit's nearest model; cached while the models are unchanged."""
    notes = state.models_notes(unit)
    key = ("gap", objective.id)
    distance: float | None = notes.get(key)
    if distance is None:
        places = [
            (distance_to_objective(m.at, m.base, objective), m.at, m.base)
            for m in state.models_of(unit)
            if m.at is not None
        ]
        distance = notes[key] = (
            _estimate_way(state, *min(places), objective) if places else math.inf
        )
    return distance


def can_use_objective(state: State, unit: str, objective: Objective) -> bool:
    """Return whether the unit can hold an objective, or pick it up without carrying another."""
    if not carrying.can_hold_objective(state, unit, objective.id):
        return False
    return not objective.portable or unit not in _list_carriers(state, state.units[unit].player)


def artifact_value(
    state: State, unit: str, artifact: Objective, distance: float, *, acts: bool
) -> float:
    """Return an artifact's discounted victory points for a unit at a distance.

    A carrier scores extra for an objective it can hold, in each Pulse round from its arrival on.
    It activates once in each. `acts` is whether the unit can still activate in this one.
    """
    if distance == math.inf or not can_use_objective(state, unit, artifact):
        return 0.0
    onward = list_artifact_destinations(state, unit, artifact)
    return max(
        (
            _value_delivery(state, unit, distance + onward_distance, carried, acts)
            for onward_distance, carried in onward
        ),
        default=0.0,
    )


def _value_delivery(state: State, unit: str, inches: float, carried: int, acts: bool) -> float:
    """Return the weight of `carried` points per Pulse round after a unit has gone some inches."""
    began = max(1, state.round)
    activations = math.ceil(inches / max(1.0, activation_distance(state, unit)) - 1e-6)
    comes = began if not activations else began + activations - (1 if acts else 0)
    return (
        carried
        * ARTIFACT_KEEP_CHANCE
        * _weight_from(state, comes)
        * ARRIVAL_CHANCE_PER_ACTIVATION ** max(0, activations - 1)
    )


def list_artifact_destinations(
    state: State, unit: str, artifact: Objective
) -> list[tuple[float, int]]:
    """List the distance and score of each open objective to which a unit can bring an artifact."""
    bearings = (
        (distance, carried, state.objectives[id])
        for distance, carried, id in _list_delivery_ways(state, unit, artifact)
    )
    return [
        (distance, carried)
        for distance, carried, o in bearings
        if not o.removed and not _has_carrier(state, unit, o)
    ]


def _list_delivery_ways(
    state: State, unit: str, artifact: Objective
) -> tuple[tuple[float, int, str], ...]:
    """List the paths from an artifact to scoring places; cached while the models are unchanged."""
    notes = state.models_notes(unit)
    key = ("bearings", artifact.id, artifact.at)
    bearings: tuple[tuple[float, int, str], ...] | None = notes.get(key)
    if bearings is None:
        base = state.models_of(unit)[0].base
        goals = (
            o
            for o in carrying.objectives_on_table(state)
            if not o.portable and carrying.can_hold_objective(state, unit, o.id)
        )
        scores = ((o, carrying.objective_plan(state, o.id).worth.carried) for o in goals)
        bearings = notes[key] = tuple(
            (path_distance_to_objective(state, artifact.at, base, o), carried, o.id)
            for o, carried in scores
            if carried
        )
    return bearings


def _has_carrier(state: State, unit: str, objective: Objective) -> bool:
    """Return whether another friendly unit carries an artifact there (one counts: NM-STM-06)."""
    player = state.units[unit].player
    carriers = _list_carriers(state, player)
    return bool(carriers) and any(
        u != unit and u in carriers
        for u in securing.units_near_objective(state, objective.id, player)
    )


@memo_on_state
def _list_carriers(state: State, player: int) -> frozenset[str]:
    """Return a player's units that carry an artifact."""
    return frozenset(
        u.id for u in state.units_in_play(player) if any(m.carrying for m in state.models_of(u.id))
    )


def carried_artifact_bonus(state: State, unit: str, objective: Objective) -> float:
    """Return the extra discounted points that an artifact's carrier scores at an objective."""
    if unit not in _list_carriers(state, state.units[unit].player):
        return 0.0
    carried = carrying.objective_plan(state, objective.id).worth.carried
    if not carried or _has_carrier(state, unit, objective):
        return 0.0
    counted = securing.securing_player(state, objective.id) == state.units[
        unit
    ].player and securing.is_artifact_delivered(state, objective.id)
    return 0.0 if counted else carried * _weight_from(state, 1)


def can_score_artifact(state: State, model: str) -> bool:
    """Return whether a model can still score the artifact that it carries."""
    plans = (carrying.objective_plan(state, o.id) for o in carrying.objectives_on_table(state))
    kind = state.setup.card_of(state.models[model].unit).kind
    return any(plan.worth.carried and kind in plan.holders for plan in plans)


def presence_value(state: State, unit: str, objective: Objective) -> float:
    """Return the value of a unit's presence by an objective in victory points: to secure, contest
    or pick it up.

    A second unit adds little where a friendly unit can secure the objective. Presence by an
    enemy's objective denies its points. The value is cached with the state.
    """
    notes = state.notes
    key = ("by it", unit, objective.id)
    value: float | None = notes.get(key)
    if value is None:
        value = notes[key] = _value_standing_by(state, unit, objective)
    return value


@dataclass(frozen=True, slots=True)
class _Presence:
    """The units near an objective, seen by one player."""

    own: tuple[str, ...]
    """The player's units nearby."""
    holders: tuple[str, ...]
    """The player's units that can hold the objective."""
    enemies: bool
    """True if an enemy unit is near."""
    denied: float
    """The value of denying the objective to the enemy."""


def _find_presence(state: State, player: int, objective: Objective) -> _Presence:
    """Return the units near an objective; cached with the state."""
    key = "nearby", player, objective.id
    if key not in state.notes:
        own, enemies = (
            securing.units_near_objective(state, objective.id, p)
            for p in (player, opponent_of(player))
        )
        holders = tuple(u for u in own if carrying.can_hold_objective(state, u, objective.id))
        theirs = objective_stake(state, opponent_of(player), objective)
        is_held = any(carrying.can_hold_objective(state, u, objective.id) for u in enemies)
        denied = 0.85 * theirs.this_round + 0.5 * theirs.later_rounds if is_held else 0.1
        state.notes[key] = _Presence(own, holders, bool(enemies), denied)
    result: _Presence = state.notes[key]
    return result


def holders_near(state: State, player: int, objective: Objective) -> tuple[str, ...]:
    """Return a player's units near an objective that can hold it."""
    return _find_presence(state, player, objective).holders


def _value_standing_by(state: State, unit: str, objective: Objective) -> float:
    player = state.units[unit].player
    if objective.portable:
        return artifact_value(state, unit, objective, 0.0, acts=not state.units[unit].token)
    presence = _find_presence(state, player, objective)
    mine = objective_stake(state, player, objective).total
    holds = can_use_objective(state, unit, objective)
    carried = carried_artifact_bonus(state, unit, objective) if holds else 0.0
    if presence.enemies:
        denied = presence.denied if presence.own in ((), (unit,)) else 0.1
        return denied + (0.25 * (mine + carried) if holds else 0.0)
    if not holds:
        return 0.1 * objective_stake(state, opponent_of(player), objective).this_round
    return (0.12 if any(u != unit for u in presence.holders) else 1.0) * mine + carried


def is_other_unit_near(state: State, player: int, objective: str, unit: str) -> bool:
    """Return whether another unit of the player is near the objective."""
    return any(u != unit for u in securing.units_near_objective(state, objective, player))


@memo_on_state
def activation_distance(state: State, unit: str) -> float:
    """Return a unit's move in an activation in inches, more for a squad; cached with the state."""
    models = state.models_of(unit)
    return (
        float(current_stat(state, models[0].id, "SPD").value) + (1.5 if len(models) > 1 else 0.0)
        if models
        else 1.0
    )


def approach_value(
    state: State, unit: str, objective: Objective, distance: float, *, acts: bool
) -> float:
    """Return the value of being at a distance from an objective. `acts`: can still activate."""
    if objective.portable:
        return artifact_value(
            state,
            unit,
            objective,
            distance,
            acts=acts and activations_left(state, state.units[unit].player) > 0,
        )
    value = presence_value(state, unit, objective)
    if distance <= 1e-6 or value <= 0.0:
        return value
    steps = distance / max(1.0, activation_distance(state, unit))
    player = state.units[unit].player
    mine = objective_stake(state, player, objective)
    total = mine.total
    share = mine.later_rounds / total if total > 0.0 else 0.5
    chance = 0.9 if acts and steps <= 1.0 and activations_left(state, player) else 0.0
    return value * (share + (1.0 - share) * chance) * ACTIVATION_DISCOUNT ** max(steps, 0.5)


def value_if_absent(state: State, unit: str, objective: Objective) -> float:
    """Return the victory points lost if the unit does not approach an objective in this Pulse
    round.

    A unit activates once per round, so it arrives a round later and loses that round's points.
    """
    player = state.units[unit].player
    mine = objective_stake(state, player, objective)
    distance = unit_path_distance(state, unit, objective)
    if objective.portable and distance < math.inf:
        early_value, late = (
            artifact_value(state, unit, objective, distance, acts=acts) for acts in (True, False)
        )
        return early_value - late
    if mine.total <= 0.0 or distance <= 1e-6 or distance == math.inf:
        return 0.0
    steps = math.ceil(distance / max(1.0, activation_distance(state, unit)) - 1e-6)
    comes = max(1, state.round) + steps - 1
    if comes > PULSE_ROUNDS:
        return 0.0
    points = (
        mine.this_round if steps == 1 else expected_value_in_round(state, player, objective, comes)
    )
    carried = (
        carrying.objective_plan(state, objective.id).worth.carried
        if carried_artifact_bonus(state, unit, objective)
        else 0
    )
    return (
        points * min(1.0, presence_value(state, unit, objective) / mine.total) + carried
    ) * ARRIVAL_CHANCE_PER_ACTIVATION ** (steps - 1)


@memo_on_state
def assign_objectives(state: State, player: int) -> dict[str, tuple[float, Objective]]:
    """Assign units in play to objectives, with the values: the best pairs first, each unit once."""
    pairs = sorted(
        (p for p in _list_pairs(state, player) if p[0] > MIN_OBJECTIVE_POINTS),
        key=lambda p: (-p[0], p[1], p[2].id),
    )
    assignments: dict[str, tuple[float, Objective]] = {}
    counts: dict[str, int] = {}
    for limit in (1, 2):  # a second unit only after each objective has one
        for value, unit, o in pairs:
            if unit not in assignments and counts.get(o.id, 0) < limit:
                assignments[unit] = (value if limit == 1 else 0.4 * value), o
                counts[o.id] = counts.get(o.id, 0) + 1
    return assignments


def _list_pairs(state: State, player: int) -> Iterator[tuple[float, str, Objective]]:
    for o in carrying.objectives_on_table(state):
        for u in state.units_in_play(player):
            yield (
                approach_value(
                    state, u.id, o, unit_path_distance(state, u.id, o), acts=not u.token
                ),
                u.id,
                o,
            )


@memo_on_state
def unclaimed_objectives(state: State, player: int) -> list[tuple[float, Objective]]:
    """Return the objectives that need more units with their values, best first; cached with the
    state.

    Objectives that a unit holds or soon reaches hardly count. Enemy-held objectives count by the
    points that taking them denies.
    """
    options = ((_open_worth(state, player, o), o) for o in carrying.objectives_on_table(state))
    return sorted(options, key=lambda p: (-p[0], p[1].id))


def _open_worth(state: State, player: int, objective: Objective) -> float:
    mine = objective_stake(state, player, objective)
    theirs = objective_stake(state, opponent_of(player), objective)
    value = _artifact_worth(state, player, objective) if objective.portable else mine.total or 0.5
    if not objective.portable and securing.securing_player(state, objective.id) == opponent_of(
        player
    ):
        value = max(value, 0.85 * theirs.this_round + 0.5 * theirs.later_rounds + 0.25 * mine.total)
    goers = [u for u, (_, o) in assign_objectives(state, player).items() if o.id == objective.id]
    return value * (
        1.0 - 0.75 * max((_arrival_chance(state, u, objective) for u in goers), default=0.0)
    )


def _artifact_worth(state: State, player: int, artifact: Objective) -> float:
    """Return the value of an artifact to the unit that can use it best, once it is there."""
    able = [u.id for u in state.units_in_play(player) if can_use_objective(state, u.id, artifact)]
    return max(
        (
            artifact_value(state, unit, artifact, activation_distance(state, unit), acts=True)
            for unit in able
        ),
        default=0.0,
    )


def _arrival_chance(state: State, unit: str, objective: Objective) -> float:
    """Return the chance to reach an objective in time, halved by each activation after the next."""
    steps = unit_path_distance(state, unit, objective) / max(1.0, activation_distance(state, unit))
    return 1.0 if steps <= 0.0 else 0.9 * 0.5 ** max(0.0, steps - 1.0)


def value_if_destroyed(state: State, target: str) -> float:
    """Return the points freed by destroying a model: objectives where it is its side's last."""
    if target not in state.models:
        return 0.0
    model = state.models[target]
    theirs = state.owner(target)
    value = 0.0
    for o in carrying.objectives_on_table(state):
        if (
            o.portable
            or not carrying.is_near_objective(model, o)
            or is_other_unit_near(state, theirs, o.id, model.unit)
        ):
            continue
        if sum(carrying.is_near_objective(m, o) for m in state.models_of(model.unit)) == 1:
            held_value = (
                carrying.can_hold_objective(state, model.unit, o.id)
                * objective_stake(state, theirs, o).this_round
            )
            mine = any(
                carrying.can_hold_objective(state, u, o.id)
                for u in securing.units_near_objective(state, o.id, opponent_of(theirs))
            )
            value += held_value + mine * objective_stake(state, opponent_of(theirs), o).this_round
    return value
