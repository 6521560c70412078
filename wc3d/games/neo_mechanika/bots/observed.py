"""A game as numbers, for programs that learn: how it stands for a player, and what an action does, in rows of fixed length.

Only what the player may know goes in: a view's state. Places are seen from the player's own table edge (x to the right, y away
from it), as shares of the table's width; heights too. Shares, chances and yes or no lie between 0 and 1.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from wc3d.engine.actions import Action
from wc3d.games.neo_mechanika.bots.evaluation import wounds
from wc3d.games.neo_mechanika.rules.actions import KINDS, Advance, Deploy, JumpStep, LadderStep
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.missions.securing import secured_by
from wc3d.games.neo_mechanika.rules.state import XYZ, State, kept_with_the_board, other

MODELS, GATES, OBJECTIVES = 64, 10, 12
"""Rows there are for models, void gates and objectives; the own come first, and whatever is more is left out."""

SIDE = ("points", "well", "hand", "in_reserve", "in_play", "strength")
"""What is told of each player: victory points, Arc in the well, cards, units, and models left of all, in tens or shares."""

GAME = ("round", "turn", "step", "to_act", "own_turn", "first", *(f"own_{n}" for n in SIDE), *(f"other_{n}" for n in SIDE))
MODEL = ("there", "own", "x", "y", "z", "small", "medium", "large", "health", "arc", "activated", "carrying", "effects")
GATE = ("there", "own", "x", "y", "z", "arc")
OBJECTIVE = ("there", "x", "y", "z", "portable", "own", "others")

TYPES = tuple(KINDS)
CHOICE = (*TYPES, "acts", "x", "y", "z", "goes", "to_x", "to_y", "to_z", "aims", "at_x", "at_y", "at_z", "at_enemy", "arc",
          "nearer_objective", "nearer_enemy")  # fmt: skip
"""An action: its kind; who acts, where it goes and whom it is aimed at, each with its place; Arc; tens of inches nearer."""

_AT = {name: i for i, name in enumerate(CHOICE)}
"""Where each of these stands in a row; a place follows what it is the place of."""

STATE_SIZE = len(GAME) + MODELS * len(MODEL) + GATES * len(GATE) + OBJECTIVES * len(OBJECTIVE)
Row = NDArray[np.float32]


class Observer:
    """Neo-Mechanika as numbers. `state_names` and `choice_names` say what stands at each place of a row."""

    state_names: tuple[str, ...] = (
        *GAME,
        *(f"model_{i}_{name}" for i in range(MODELS) for name in MODEL),
        *(f"gate_{i}_{name}" for i in range(GATES) for name in GATE),
        *(f"objective_{i}_{name}" for i in range(OBJECTIVES) for name in OBJECTIVE),
    )
    choice_names: tuple[str, ...] = CHOICE

    def state_row(self, state: State, player: int, to_act: bool) -> Row:
        """How the game stands for a player: float32, as long as `state_names`. `state` is that of the player's view."""
        game = np.array(_game(state, player, to_act), dtype=np.float32)
        return np.concatenate((game, _board(state, player, state.players[player].side)))

    def choice_row(self, state: State, action: Action) -> Row:
        """What an action is about: float32, as long as `choice_names`."""
        row = np.zeros(len(CHOICE), dtype=np.float32)
        row[_AT[action.type]] = 1.0
        actor_place = _place(state, _said(action, "model", "unit", "nominee", "channel"))
        goes, aims = _end(action), _said(action, "target", "on")
        at = _place(state, aims)
        for first, spot in ((_AT["acts"], actor_place), (_AT["goes"], goes), (_AT["aims"], at)):
            if spot is not None:
                row[first : first + 4] = 1.0, *_seen(state, action.player, spot)
        if at is not None:
            row[_AT["at_enemy"]] = float(_owner(state, aims) != action.player)
        arc = vars(action).get("arc")
        if isinstance(arc, int):
            row[_AT["arc"]] = arc / 10.0
        if goes is not None:
            begin = actor_place if actor_place is not None else goes
            for name, spots in (("nearer_objective", _marks(state)), ("nearer_enemy", _enemies(state, action.player))):
                row[_AT[name]] = (_nearest(begin, spots) - _nearest(goes, spots)) / 10.0
        return row


def points_ahead(state: State, player: int) -> int:
    """How many victory points more a player has than the other."""
    return state.players[player].points - state.players[other(player)].points


def _game(state: State, player: int, to_act: bool) -> list[float]:
    numbers = [state.round / PULSE_ROUNDS, state.turn / 20.0, state.phase / 10.0, float(to_act)]
    numbers += [float(state.active == player), float(state.first == player)]
    for side in (player, other(player)):
        own = state.players[side]
        numbers += [own.points / 10.0, own.well / 10.0, len(own.hand) / 10.0, *_units(state, side)]
    return numbers


@kept_with_the_board
def _units(state: State, side: int) -> tuple[float, float, float]:
    """How many of a side's units wait, how many are in play, and what part of its models is there."""
    units = [u for u in state.units.values() if u.player == side]
    play = sum(u.in_play for u in units)
    models = [state.models[id] for u in units for id in u.models]
    alive_share = sum(m.in_play for m in models) / max(1, len(models))
    waiting = sum(u.where.value == "reserve" for u in units)
    return waiting / 10.0, play / 10.0, alive_share


@kept_with_the_board
def _board(state: State, player: int, side: str) -> Row:
    """What stands and lies on the table, as a player sees it who sits at this side."""
    row = np.zeros(STATE_SIZE - len(GAME), dtype=np.float32)
    begin = 0
    kinds = (_models, MODELS, len(MODEL)), (_gates, GATES, len(GATE)), (_objectives, OBJECTIVES, len(OBJECTIVE))
    for encode, limit, width in kinds:
        numbers = [number for entry in islice(encode(state, player), limit) for number in entry]
        row[begin : begin + len(numbers)] = numbers
        begin += limit * width
    return row


def _models(state: State, player: int) -> Iterator[list[float]]:
    for side in (player, other(player)):
        for unit in state.units_in_play(side):
            for model in state.models_of(unit.id):
                assert model.at is not None
                base = [float(model.base == name) for name in ("small", "medium", "large")]
                numbers = [1.0 - wounds(state, model.id), unit.arc / 10.0, float(unit.token), float(bool(model.carrying))]
                yield [1.0, float(side == player), *_seen(state, player, model.at), *base, *numbers, len(model.effects) / 10.0]


def _gates(state: State, player: int) -> Iterator[list[float]]:
    for side in (player, other(player)):
        for gate in state.gates_of(side):
            yield [1.0, float(side == player), *_seen(state, player, gate.at), gate.arc / 10.0]


def _objectives(state: State, player: int) -> Iterator[list[float]]:
    for objective in state.objectives.values():
        if not objective.removed:
            holder = secured_by(state, objective.id)
            ownership = [float(holder == player), float(holder == other(player))]
            yield [1.0, *_seen(state, player, objective.at), float(objective.portable), *ownership]


def _seen(state: State, player: int, at: XYZ) -> tuple[float, float, float]:
    """A place from the player's own edge, as shares of the table's width."""
    wide, deep = state.setup.table.size
    x, y = (wide - at[0], deep - at[1]) if state.players[player].side == "north" else at[:2]
    return x / wide, y / wide, at[2] / wide


def _said(action: Action, *names: str) -> str:
    """The first of these parts that an action names."""
    parts = vars(action)
    return next((value for name in names if (value := parts.get(name))), "")


def _owner(state: State, id: str) -> int:
    if id in state.gates:
        return state.gates[id].player
    return state.units[id].player if id in state.units else state.owner(id) if id in state.models else 0


def _place(state: State, id: str) -> XYZ | None:
    """Where a model, a void gate or a unit's first model is."""
    if id in state.gates:
        return state.gates[id].at
    if id in state.units:
        return next((m.at for m in state.models_of(id)), None)
    return state.models[id].at if id in state.models else None


def _end(action: Action) -> XYZ | None:
    """Where an action puts what it moves; None if it moves nothing."""
    if isinstance(action, Advance):
        step = action.path[-1] if action.path else None
        spot = step.jump if isinstance(step, JumpStep) else step.to if isinstance(step, LadderStep) else step
    elif isinstance(action, Deploy):
        spot = next(iter(action.places.values()), None)
    else:
        spot = vars(action).get("at")
    return None if spot is None else (spot[0], spot[1], spot[2] if len(spot) > 2 else 0.0)


def _marks(state: State) -> list[XYZ]:
    return [o.at for o in state.objectives.values() if not o.removed]


def _enemies(state: State, player: int) -> list[XYZ]:
    return [b.at for b in state.bodies if _owner(state, b.id) != player]


def _nearest(at: XYZ, spots: list[XYZ]) -> float:
    return min((math.dist(at, spot) for spot in spots), default=0.0)
