"""Evaluate a game state: named features of public information, and the win chance they give.

`scripts/learn_weights.py` fits the feature weights to played games; `weights.json` records the
number of games.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d._internal.memo import Size, memo_on_state, memo_per_process
from wc3d.games.neo_mechanika.bots.evaluation import lost_health_share
from wc3d.games.neo_mechanika.bots.objective_value import (
    activation_distance,
    activations_left,
    assign_objectives,
    can_use_objective,
    holders_near,
    objective_stake,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.objectives import Objective
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

WEIGHTS_FILE = Path(__file__).with_name("weights.json")

FEATURES = {
    "points": "a victory point ahead",
    "due": "a point expected at the end of this Pulse round",
    "held": "a point secured for the end of this Pulse round",
    "coming": "a point that units can score, now or when they arrive",
    "later": "a point in later Pulse rounds from what is secured now",
    "strength": "a point of deployment cost on the table, less its damage",
    "turn": "having the turn",
}
"""The name and description of each feature, as a difference between player and opponent."""

TIME_REASON = "time"
"""The name of the reason for the passage of time."""

ARRIVAL_CHANCE = 0.6
"""The chance that a unit that can reach an objective with its next advance is there at scoring."""

CONTESTED_HOLD_CHANCE = 1.0 / 3.0
"""The chance that a holder secures a contested objective while a player has a turn left."""


def compute_features(state: State, player: int) -> dict[str, float]:
    """Return each feature's difference between player and opponent."""
    mine = _measure_side(state, player)
    theirs = _measure_side(state, opponent_of(player))
    differences = {name: mine[name] - theirs[name] for name in mine}
    differences["turn"] = 0.0 if state.over else 1.0 if state.active == player else -1.0
    return differences


def _measure_side(state: State, player: int) -> dict[str, float]:
    units = list(state.units_in_play(player))
    points = float(state.players[player].points)
    secured = [
        objective_stake(state, player, o)
        for o in state.objectives.values()
        if securing_player(state, o.id) == player
    ]
    return {
        "points": points,
        "due": expected_points(state, player) - points,
        "held": sum(s.this_round for s in secured),
        "coming": sum(_map_expected_points(state, player).values()),
        "later": sum(s.later_rounds for s in secured),
        "strength": sum(_strength(state, u.id) for u in units),
    }


def _map_expected_points(state: State, player: int) -> dict[str, float]:
    """Map objectives to the player's expected score there, each once for any number of units."""
    stays: dict[str, list[Objective]] = dict(
        _split_units(state, player, activations_left(state, player) > 0)[0]
    )
    held_objectives = (
        o for places in stays.values() for o in places if securing_player(state, o.id) == player
    )
    values = {o.id: objective_stake(state, player, o).total for o in held_objectives}
    for unit, (value, o) in assign_objectives(state, player).items():
        if unit not in stays or o in stays[unit]:
            values[o.id] = max(value, values.get(o.id, 0.0))
    return values


def _strength(state: State, unit: str) -> float:
    card = state.setup.card_of(unit)
    model_cost = card.cost / card.size
    return sum(
        model_cost * (1.0 - 0.6 * lost_health_share(state, m.id)) for m in state.models_of(unit)
    )


@memo_per_process(Size.FEW)
def load_weights() -> dict[str, Any]:
    """Load the feature weights of each Pulse round and their source."""
    data: dict[str, Any] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return data


def _mix_weights(state: State) -> dict[str, float]:
    rounds: list[dict[str, float]] = load_weights()["rounds"]
    return rounds[min(max(state.round, 1), PULSE_ROUNDS) - 1]


def win_logit(state: State, player: int) -> float:
    """Return the log odds that a player wins: 0 is even, 1 is a chance of 73%."""
    if state.over:
        return 0.0 if not state.winner else 20.0 if state.winner == player else -20.0
    worth = _mix_weights(state)
    return sum(worth[name] * value for name, value in compute_features(state, player).items())


def win_chance(state: State, player: int) -> float:
    """Return a player's win chance against an equal opponent; a draw counts as half."""
    return _to_probability(win_logit(state, player))


def _to_probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def explain_difference(old_state: State, new_state: State, player: int) -> list[tuple[str, float]]:
    """Return each feature's part of the change in win chance, the largest first.

    `TIME_REASON` is the part of a new Pulse round alone: less time remains to change the state.
    While the game goes on the parts add up to the total change.
    """
    earlier = _mix_weights(old_state)
    new_weights = _mix_weights(new_state)
    old_features = compute_features(old_state, player)
    new_features = compute_features(new_state, player)
    changes = {
        name: new_weights[name] * (new_features[name] - old_features[name]) for name in new_features
    }
    changes[TIME_REASON] = sum(
        (new_weights[name] - earlier[name]) * old_features[name] for name in old_features
    )
    began = win_logit(old_state, player)
    logit_change = sum(changes.values())
    scale = (
        (_to_probability(began + logit_change) - _to_probability(began)) / logit_change
        if abs(logit_change) > 1e-9
        else _to_probability(began) * (1.0 - _to_probability(began))
    )
    parts = [(name, scale * change) for name, change in changes.items() if abs(change) > 1e-9]
    return sorted(parts, key=lambda f: (-abs(f[1]), f[0]))


def expected_points(state: State, player: int) -> float:
    """Return a player's expected victory points at the end of this Pulse round.

    Each objective counts once, by the player's chance to secure it. Both players' chances add up
    to 1 or less.
    """
    objectives = (o for o in carrying.objectives_on_table(state) if not o.portable)
    gains = (
        _secure_chance(state, player, o.id) * objective_stake(state, player, o).this_round
        for o in objectives
    )
    return state.players[player].points + sum(gains)


def _secure_chance(state: State, player: int, objective: str) -> float:
    """Return the chance that a player secures an objective this round despite the opponent."""
    mine, theirs = (
        _map_presence(state, p).get(objective, NO_PRESENCE) for p in (player, opponent_of(player))
    )
    answered = (
        CONTESTED_HOLD_CHANCE
        if activations_left(state, player) or activations_left(state, opponent_of(player))
        else 0.0
    )
    return mine.holder * (1.0 - theirs.anybody + answered * theirs.anybody)


@dataclass(frozen=True, slots=True)
class Presence:
    """The chances that a player has a holder, or any unit, by an objective at scoring."""

    holder: float
    anybody: float


NO_PRESENCE = Presence(0.0, 0.0)


@memo_on_state
def _map_presence(state: State, player: int) -> dict[str, Presence]:
    """Map objectives to a player's presence. Each unit counts where it stays or where it goes."""
    presences: dict[str, Presence] = {}
    activations = activations_left(state, player)
    turns = {"solo": activations, "others": activations}
    stays, goes = _split_units(state, player, activations > 0)
    for unit, places in (*stays, *((unit, [goal]) for unit, goal in goes)):
        kind = "solo" if state.setup.card_of(unit).kind == "solo" else "others"
        chance = 1.0 if unit_path_distance(state, unit, places[0]) <= 1e-6 else ARRIVAL_CHANCE
        acts = not state.units[unit].token and turns[kind] > 0
        turns[kind] -= acts
        if chance < 1.0 and not acts:
            continue
        scores = acts or state.setup.mission.scored == "round"
        for o in places:
            present = presences.get(o.id, NO_PRESENCE)
            holder = chance if scores and can_use_objective(state, unit, o) else 0.0
            presences[o.id] = Presence(max(present.holder, holder), max(present.anybody, chance))
    return presences


StayingUnit = tuple[str, list[Objective]]
"""A unit and the objectives where it stays."""

ApproachingUnit = tuple[str, Objective]
"""A unit and the objective it approaches."""


def _split_units(
    state: State, player: int, acts: bool
) -> tuple[list[StayingUnit], list[ApproachingUnit]]:
    """Split a player's units into those that stay by objectives and those that reach one, the most
    valuable first.

    Of several holders by one objective the first stays, though each alone could leave.
    """
    goals = assign_objectives(state, player)
    stays: list[StayingUnit] = []
    goes: list[ApproachingUnit] = []
    held_ids: set[str] = set()
    for unit in sorted(
        state.units_in_play(player), key=lambda u: (-goals[u.id][0] if u.id in goals else 0.0, u.id)
    ):
        local_objectives = [
            o
            for o in carrying.objectives_on_table(state)
            if not o.portable and unit_path_distance(state, unit.id, o) <= 1e-6
        ]
        goal = goals[unit.id][1] if acts and not unit.token and unit.id in goals else None
        shared = [
            o
            for o in local_objectives
            if o.id not in held_ids and len(holders_near(state, player, o)) > 1
        ]
        if goal is None or goal in local_objectives or shared:
            stays += [(unit.id, local_objectives)] if local_objectives else []
            held_ids |= {o.id for o in local_objectives if can_use_objective(state, unit.id, o)}
        elif not goal.portable and unit_path_distance(state, unit.id, goal) <= activation_distance(
            state, unit.id
        ):
            goes.append((unit.id, goal))
    return stays, goes
