"""Encode states and actions as feature rows of fixed length for machine learning.

Rows contain only what the player may know: the state of a view. Places are seen from the player's
own table edge, x to the right and y away from it. Coordinates and heights are shares of the
table's width. Shares, chances and flags are from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from wc3d.engine.actions import Action
from wc3d.games.neo_mechanika.bots.evaluation import lost_health_share
from wc3d.games.neo_mechanika.rules.actions import (
    ACTION_TYPES,
    Advance,
    Deploy,
    JumpStep,
    LadderStep,
)
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.state import XYZ, State, memo_on_board, opponent_of

MAX_MODELS, MAX_GATES, MAX_OBJECTIVES = 64, 10, 12
"""The numbers of rows for models, void gates and objectives: the player's first, extra ones cut."""

SIDE_FEATURES = ("points", "well", "hand", "in_reserve", "in_play", "strength")
"""The features of each player: points, Arc, cards, units and remaining models, in tens or shares.
"""

GAME_FEATURES = (
    "round",
    "turn",
    "step",
    "to_act",
    "own_turn",
    "first",
    *(f"own_{n}" for n in SIDE_FEATURES),
    *(f"other_{n}" for n in SIDE_FEATURES),
)
MODEL_FEATURES = (
    "there",
    "own",
    "x",
    "y",
    "z",
    "small",
    "medium",
    "large",
    "health",
    "arc",
    "activated",
    "carrying",
    "effects",
)
GATE_FEATURES = ("there", "own", "x", "y", "z", "arc")
OBJECTIVE_FEATURES = ("there", "x", "y", "z", "portable", "own", "others")

ACTION_TYPE_NAMES = tuple(ACTION_TYPES)
ACTION_FEATURES = (
    *ACTION_TYPE_NAMES,
    "acts",
    "x",
    "y",
    "z",
    "goes",
    "to_x",
    "to_y",
    "to_z",
    "aims",
    "at_x",
    "at_y",
    "at_z",
    "at_enemy",
    "arc",
    "nearer_objective",
    "nearer_enemy",
)
"""The features of an action: kind, actor, destination and target with places, Arc, tens of inches.
"""

_AT = {name: i for i, name in enumerate(ACTION_FEATURES)}
"""The index of each action feature; the features of a place follow its flag."""

STATE_SIZE = (
    len(GAME_FEATURES)
    + MAX_MODELS * len(MODEL_FEATURES)
    + MAX_GATES * len(GATE_FEATURES)
    + MAX_OBJECTIVES * len(OBJECTIVE_FEATURES)
)
FeatureRow = NDArray[np.float32]


class Observer:
    """An encoder of game states and actions. `state_names` and `choice_names` name each column."""

    state_names: tuple[str, ...] = (
        *GAME_FEATURES,
        *(f"model_{i}_{name}" for i in range(MAX_MODELS) for name in MODEL_FEATURES),
        *(f"gate_{i}_{name}" for i in range(MAX_GATES) for name in GATE_FEATURES),
        *(f"objective_{i}_{name}" for i in range(MAX_OBJECTIVES) for name in OBJECTIVE_FEATURES),
    )
    choice_names: tuple[str, ...] = ACTION_FEATURES

    def state_row(self, state: State, player: int, to_act: bool) -> FeatureRow:
        """Return a view's state for a player as a float32 row, one value per `state_names`."""
        game = np.array(_encode_game(state, player, to_act), dtype=np.float32)
        return np.concatenate((game, _encode_board(state, player, state.players[player].side)))

    def choice_row(self, state: State, action: Action) -> FeatureRow:
        """Return an action as a float32 row, one value for each of `choice_names`."""
        row = np.zeros(len(ACTION_FEATURES), dtype=np.float32)
        row[_AT[action.type]] = 1.0
        actor_place = _find_place(state, _read_first(action, "model", "unit", "nominee", "channel"))
        goes = _find_end(action)
        aims = _read_first(action, "target", "on")
        at = _find_place(state, aims)
        for first, spot in ((_AT["acts"], actor_place), (_AT["goes"], goes), (_AT["aims"], at)):
            if spot is not None:
                row[first : first + 4] = 1.0, *_encode_place(state, action.player, spot)
        if at is not None:
            row[_AT["at_enemy"]] = float(_find_owner(state, aims) != action.player)
        arc = vars(action).get("arc")
        if isinstance(arc, int):
            row[_AT["arc"]] = arc / 10.0
        if goes is not None:
            begin = actor_place if actor_place is not None else goes
            for name, spots in (
                ("nearer_objective", _list_objective_points(state)),
                ("nearer_enemy", _list_enemy_points(state, action.player)),
            ):
                row[_AT[name]] = (
                    _nearest_distance(begin, spots) - _nearest_distance(goes, spots)
                ) / 10.0
        return row


def points_ahead(state: State, player: int) -> int:
    """Return a player's lead in victory points, negative if behind."""
    return state.players[player].points - state.players[opponent_of(player)].points


def _encode_game(state: State, player: int, to_act: bool) -> list[float]:
    numbers = [state.round / PULSE_ROUNDS, state.turn / 20.0, state.phase / 10.0, float(to_act)]
    numbers += [float(state.active == player), float(state.first == player)]
    for side in (player, opponent_of(player)):
        own = state.players[side]
        numbers += [
            own.points / 10.0,
            own.well / 10.0,
            len(own.hand) / 10.0,
            *_encode_units(state, side),
        ]
    return numbers


@memo_on_board
def _encode_units(state: State, side: int) -> tuple[float, float, float]:
    """Return a side's units in reserve and in play, and the share of its models left."""
    units = [u for u in state.units.values() if u.player == side]
    play = sum(u.is_in_play for u in units)
    models = [state.models[id] for u in units for id in u.models]
    alive_share = sum(m.is_in_play for m in models) / max(1, len(models))
    waiting = sum(u.where.value == "reserve" for u in units)
    return waiting / 10.0, play / 10.0, alive_share


@memo_on_board
def _encode_board(state: State, player: int, side: str) -> FeatureRow:
    """Return the features of the models and objects on the table, seen from a player's side."""
    row = np.zeros(STATE_SIZE - len(GAME_FEATURES), dtype=np.float32)
    begin = 0
    kinds = (
        (_encode_models, MAX_MODELS, len(MODEL_FEATURES)),
        (_encode_gates, MAX_GATES, len(GATE_FEATURES)),
        (_encode_objectives, MAX_OBJECTIVES, len(OBJECTIVE_FEATURES)),
    )
    for encode, limit, width in kinds:
        numbers = [number for entry in islice(encode(state, player), limit) for number in entry]
        row[begin : begin + len(numbers)] = numbers
        begin += limit * width
    return row


def _encode_models(state: State, player: int) -> Iterator[list[float]]:
    for side in (player, opponent_of(player)):
        for unit in state.units_in_play(side):
            for model in state.models_of(unit.id):
                assert model.at is not None
                base = [float(model.base == name) for name in ("small", "medium", "large")]
                numbers = [
                    1.0 - lost_health_share(state, model.id),
                    unit.arc / 10.0,
                    float(unit.token),
                    float(bool(model.carrying)),
                ]
                yield [
                    1.0,
                    float(side == player),
                    *_encode_place(state, player, model.at),
                    *base,
                    *numbers,
                    len(model.effects) / 10.0,
                ]


def _encode_gates(state: State, player: int) -> Iterator[list[float]]:
    for side in (player, opponent_of(player)):
        for gate in state.gates_of(side):
            yield [
                1.0,
                float(side == player),
                *_encode_place(state, player, gate.at),
                gate.arc / 10.0,
            ]


def _encode_objectives(state: State, player: int) -> Iterator[list[float]]:
    for objective in state.objectives.values():
        if not objective.removed:
            holder = securing_player(state, objective.id)
            ownership = [float(holder == player), float(holder == opponent_of(player))]
            yield [
                1.0,
                *_encode_place(state, player, objective.at),
                float(objective.portable),
                *ownership,
            ]


def _encode_place(state: State, player: int, at: XYZ) -> tuple[float, float, float]:
    """Return a place from the player's own edge, as shares of the table's width."""
    wide, deep = state.setup.table.size
    x, y = (wide - at[0], deep - at[1]) if state.players[player].side == "north" else at[:2]
    return x / wide, y / wide, at[2] / wide


def _read_first(action: Action, *names: str) -> str:
    """Return the first of the named fields that an action has."""
    parts = vars(action)
    return next((value for name in names if (value := parts.get(name))), "")


def _find_owner(state: State, id: str) -> int:
    if id in state.gates:
        return state.gates[id].player
    return (
        state.units[id].player
        if id in state.units
        else state.owner(id)
        if id in state.models
        else 0
    )


def _find_place(state: State, id: str) -> XYZ | None:
    """Return the place of a model, a void gate or a unit's first model."""
    if id in state.gates:
        return state.gates[id].at
    if id in state.units:
        return next((m.at for m in state.models_of(id)), None)
    return state.models[id].at if id in state.models else None


def _find_end(action: Action) -> XYZ | None:
    """Return the place where an action puts a model; None if it moves nothing."""
    if isinstance(action, Advance):
        step = action.path[-1] if action.path else None
        spot = (
            step.jump
            if isinstance(step, JumpStep)
            else step.to
            if isinstance(step, LadderStep)
            else step
        )
    elif isinstance(action, Deploy):
        spot = next(iter(action.places.values()), None)
    else:
        spot = vars(action).get("at")
    return None if spot is None else (spot[0], spot[1], spot[2] if len(spot) > 2 else 0.0)


def _list_objective_points(state: State) -> list[XYZ]:
    return [o.at for o in state.objectives.values() if not o.removed]


def _list_enemy_points(state: State, player: int) -> list[XYZ]:
    return [b.at for b in state.bodies if _find_owner(state, b.id) != player]


def _nearest_distance(at: XYZ, spots: list[XYZ]) -> float:
    return min((math.dist(at, spot) for spot in spots), default=0.0)
