"""A row of numbers for each choice. Different choices have different rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist
from typing import Any

import numpy as np

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.observation.columns import (
    CHOICE,
    CYPHER,
    MAX_MODELS,
    MODEL,
    NUMBERS,
    PARTS,
    SUBJECT,
    VIA_POINTS,
    WEAPON,
)
from wc3d.games.neo_mechanika.observation.game_tables import (
    GameTables,
    encode_cypher,
    gate_rows,
)
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion, format_option
from wc3d.games.neo_mechanika.rules.moving.carrying import objectives_on_table
from wc3d.games.neo_mechanika.rules.state import XYZ, State, memo_on_board
from wc3d.rl.feature_rows import Rows, nearest_distances, pointer
from wc3d.rl.name_tables import NUMBER_SCALE

_SUBJECT_AT = slice(MODEL["in_play"], MODEL["in_play"] + len(SUBJECT))
_OWN = MODEL["own"]
_FIRST_KIND = CHOICE["is_pass"]
_KIND_COLUMNS = {name: i for i, name in enumerate(NUMBERS["action"].names, _FIRST_KIND)}
_KIND_NUMBERS = {name: i / NUMBER_SCALE for i, name in enumerate(NUMBERS["action"].names, 1)}
_ACTION_NUMBER = CHOICE["action_number"]
_WEAPON_AT = slice(CHOICE["weapon_present"], CHOICE["weapon_present"] + len(WEAPON))
_CYPHER_AT = slice(CHOICE["cypher_number"], CHOICE["cypher_number"] + len(CYPHER))
_ACTOR_AT = slice(CHOICE["actor_in_play"], CHOICE["actor_in_play"] + len(SUBJECT))
_TARGET_AT = slice(CHOICE["target_in_play"], CHOICE["target_in_play"] + len(SUBJECT))
_TARGET_PLACE = CHOICE["target_x"]
_ACTOR_PLACE = CHOICE["actor_x"]
_TARGET_DISTANCE = CHOICE["target_distance"]
_TARGET_OWN = CHOICE["target_own"]
_UNIT_ROW = CHOICE["unit_row"]
_MODEL_ROW = CHOICE["model_row"]
_TARGET_UNIT = CHOICE["target_unit_row"]
_TARGET_MODEL = CHOICE["target_model_row"]
_TO = CHOICE["to_x"]
_VIA = CHOICE["via_0_x"]
_PART = CHOICE["part_0_row"]
_PART_WIDTH = 5


class ChoiceRows:
    """The rows of several choices in one state, filled by one method for each kind of action."""

    def __init__(
        self, state: State, tables: GameTables, actions: Sequence[Action], rows: Rows
    ) -> None:
        self.state = state
        self.tables = tables
        self.rows = rows
        self.gates = gate_rows(state, tables.player) if state.gates else {}
        self.moving: list[int] = []
        self.models = tables.model_rows
        for i, action in enumerate(actions):
            row = rows[i]
            row[_KIND_COLUMNS[action.type]] = 1.0
            row[_ACTION_NUMBER] = _KIND_NUMBERS[action.type]
            fill = _FILLERS.get(type(action))
            if fill is not None:
                fill(self, i, row, action)
                if row[_TARGET_AT.start] > 0.0 and row[_ACTOR_AT.start] > 0.0:
                    self._add_distance(row)
        if self.moving:
            self._add_ways()

    def _add_distance(self, row: Rows) -> None:
        x, y, z = row[_ACTOR_PLACE : _ACTOR_PLACE + 3].tolist()
        at = row[_TARGET_PLACE : _TARGET_PLACE + 3].tolist()
        row[_TARGET_DISTANCE] = dist((x, y, z), at)

    def _add_ways(self) -> None:
        """Add how far the moves go, and how much nearer to objectives and enemies."""
        moving = np.array(self.moving)
        ends = self.rows[moving, _TO : _TO + 3]
        starts = self.rows[moving, CHOICE["actor_x"] : CHOICE["actor_x"] + 3]
        on_table = self.rows[moving, CHOICE["actor_in_play"]] > 0
        starts = np.where(on_table[:, None], starts, ends)
        steps = ends - starts
        self.rows[moving, CHOICE["distance"]] = np.sqrt((steps * steps).sum(axis=1))
        for name, spots in (
            ("nearer_objective", _objective_places(self.state)),
            ("nearer_enemy", _enemy_places(self.state, self.tables.player)),
        ):
            if spots:
                places = np.array([self.tables.place(at) for at in spots], dtype=np.float32)
                self.rows[moving, CHOICE[name]] = nearest_distances(
                    starts, places
                ) - nearest_distances(ends, places)

    # The parts of an action

    def set_model(self, row: Rows, model: str) -> None:
        """Name the acting model and its unit."""
        number = self.tables.model_row.get(model)
        if number is not None:
            row[_MODEL_ROW] = pointer(number)
            row[_UNIT_ROW] = pointer(self.tables.unit_row.get(self.state.models[model].unit))
            self._add_actor(row, number)

    def set_unit(self, row: Rows, unit: str) -> None:
        """Name the acting unit."""
        number = self.tables.unit_row.get(unit)
        if number is not None:
            row[_UNIT_ROW] = pointer(number)
            self._add_actor(row, self.tables.first_model_row(self.state, unit))

    def _add_actor(self, row: Rows, model: int) -> None:
        """Repeat the features of the acting model."""
        if model < MAX_MODELS:
            row[_ACTOR_AT] = self.models[model, _SUBJECT_AT]

    def _add_target(self, row: Rows, model: int) -> None:
        """Repeat the features of the target."""
        if model < MAX_MODELS:
            row[_TARGET_AT] = self.models[model, _SUBJECT_AT]
            row[_TARGET_OWN] = self.models[model, _OWN]

    def set_target(self, row: Rows, id: str) -> None:
        """Name a model, a unit, a void gate or an objective as the target."""
        tables, state = self.tables, self.state
        if id in tables.model_row:
            row[_TARGET_MODEL] = pointer(tables.model_row[id])
            row[_TARGET_UNIT] = pointer(tables.unit_row.get(state.models[id].unit))
            self._add_target(row, tables.model_row[id])
        elif id in tables.unit_row:
            row[_TARGET_UNIT] = pointer(tables.unit_row[id])
            self._add_target(row, tables.first_model_row(state, id))
        elif id in state.gates:
            row[CHOICE["target_gate_row"]] = pointer(self.gates.get(id))
            row[_TARGET_OWN] = float(state.gates[id].player == tables.player)
            self._set_target_place(row, state.gates[id].at)
            row[CHOICE["target_health"]] = state.gates[id].arc / 10.0
        elif id in state.objectives:
            row[CHOICE["target_objective_row"]] = pointer(list(state.objectives).index(id))
            self._set_target_place(row, state.objectives[id].at)

    def _set_target_place(self, row: Rows, at: XYZ) -> None:
        row[CHOICE["target_in_play"]] = 1.0
        row[_TARGET_PLACE : _TARGET_PLACE + 3] = self.tables.place(at)

    def set_end(self, i: int, row: Rows, at: Sequence[float]) -> None:
        """Name the place where a model ends."""
        row[CHOICE["goes"]] = 1.0
        row[_TO : _TO + 3] = self.tables.place((at[0], at[1], at[2] if len(at) > 2 else 0.0))
        self.moving.append(i)

    def set_parts(
        self, row: Rows, parts: Iterable[tuple[int | None, float, Sequence[float]]]
    ) -> None:
        """Name further models or holders: the row, the amount and the place of each."""
        count = 0
        for count, (number, amount, at) in enumerate(parts, 1):
            if count <= PARTS:
                begin = _PART + _PART_WIDTH * (count - 1)
                row[begin] = pointer(number)
                row[begin + 1] = amount / 10.0
                if at:
                    row[begin + 2 : begin + 5] = self.tables.place(
                        (at[0], at[1], at[2] if len(at) > 2 else 0.0)
                    )
        row[CHOICE["parts"]] = count / 10.0

    def set_cypher(self, row: Rows, card: str) -> None:
        """Name a Cypher."""
        known = self.state.setup.cards.cyphers.get(card)
        if known is not None:
            row[_CYPHER_AT] = encode_cypher(known)
        else:
            row[_CYPHER_AT.start] = NUMBERS["cypher"].scaled(card)

    def holder_row(self, id: str) -> int | None:
        """Return the row of a unit, or of a void gate after all units."""
        gate = self.gates.get(id)
        return self.tables.unit_row.get(id) if gate is None else len(self.tables.units) + gate


def _fill_choose(rows: ChoiceRows, i: int, row: Rows, action: actions.Choose) -> None:
    option = action.option
    question = find_open_question(rows.state)
    if isinstance(question, EffectQuestion):
        for place, token in enumerate(question.left):
            if format_option(rows.state, token) == option:
                row[CHOICE["amount"]] = (place + 1) / 10.0
                rows.set_target(row, token[0])
                return
    if option.isdecimal():
        row[CHOICE["amount"]] = int(option) / 10.0
    elif option in rows.state.setup.cards.cyphers:
        rows.set_cypher(row, option)
    elif option in rows.tables.model_row or option in rows.state.objectives:
        rows.set_target(row, option)
    else:
        row[CHOICE["option_number"]] = NUMBERS["option"].scaled(option)


def _fill_deploy(rows: ChoiceRows, i: int, row: Rows, action: actions.Deploy) -> None:
    rows.set_unit(row, action.unit)
    if action.gate:
        row[CHOICE["gate_row"]] = pointer(rows.gates.get(action.gate))
    places = list(action.places.items())
    if places:
        rows.set_end(i, row, places[0][1])
    model_row = rows.tables.model_row
    rows.set_parts(
        row,
        (
            *((model_row.get(id), 0.0, at) for id, at in places[1:]),
            *((model_row.get(id), 1.0, ()) for id in action.attachments),
        ),
    )


def _fill_charge(rows: ChoiceRows, i: int, row: Rows, action: actions.Charge) -> None:
    rows.set_target(row, action.on)
    row[CHOICE["amount"]] = 0.1


def _fill_clear(rows: ChoiceRows, i: int, row: Rows, action: actions.Clear) -> None:
    if action.arc:
        rows.set_target(row, next(iter(action.arc)))
    row[CHOICE["amount"]] = sum(action.arc.values()) / 10.0
    rows.set_parts(
        row, ((rows.holder_row(id), amount, ()) for id, amount in sorted(action.arc.items()))
    )


def _fill_play(rows: ChoiceRows, i: int, row: Rows, action: actions.Play) -> None:
    rows.set_cypher(row, action.card)
    rows.set_target(row, action.on)
    if action.channel:
        rows.set_model(row, action.channel)
        row[CHOICE["channel_row"]] = pointer(rows.tables.model_row.get(action.channel))


def _fill_unit(rows: ChoiceRows, i: int, row: Rows, action: Any) -> None:
    rows.set_unit(row, action.unit)


def _fill_advance(rows: ChoiceRows, i: int, row: Rows, action: actions.Advance) -> None:
    rows.set_model(row, action.model)
    points: list[Sequence[float]] = []
    for step in action.path:
        if isinstance(step, actions.JumpStep):
            row[CHOICE["jumps"]] = 1.0
            points.append(step.jump)
        elif isinstance(step, actions.LadderStep):
            ladders = [ladder.id for ladder in rows.state.table.ladders]
            row[CHOICE["ladder_row"]] = pointer(
                ladders.index(step.ladder) if step.ladder in ladders else None
            )
            points.append(step.to)
        else:
            points.append(step)
    if points:
        rows.set_end(i, row, points[-1])
        _add_path(rows, row, action.model, points)
    model_row = rows.tables.model_row
    rows.set_parts(row, ((model_row.get(id), 0.0, at) for id, at in sorted(action.others.items())))


def _add_path(rows: ChoiceRows, row: Rows, model: str, points: Sequence[Sequence[float]]) -> None:
    """Add a path's length, its first points, and a weighted sum of all of them."""
    placed = [rows.tables.place((p[0], p[1], p[2] if len(p) > 2 else 0.0)) for p in points]
    row[CHOICE["path_points"]] = len(points) / 10.0
    for place, point in enumerate(placed[:VIA_POINTS]):
        row[_VIA + 3 * place : _VIA + 3 * place + 3] = point
    at = rows.state.models[model].at
    x, y = rows.tables.place(at)[:2] if at is not None else placed[0][:2]
    length = 0.0
    for order, point in enumerate(placed, 1):
        length += ((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5
        x, y = point[:2]
        row[CHOICE["path_turn_x"]] += order * x / 10.0
        row[CHOICE["path_turn_y"]] += order * y / 10.0
    row[CHOICE["path_length"]] = length


def _fill_attack(rows: ChoiceRows, i: int, row: Rows, action: actions.Attack) -> None:
    rows.set_model(row, action.model)
    row[_WEAPON_AT] = rows.tables.weapon_features(rows.state, action.model, action.weapon)
    row[CHOICE["mode_number"]] = NUMBERS["ability"].scaled(action.mode)
    rows.set_target(row, action.target)


def _fill_use(rows: ChoiceRows, i: int, row: Rows, action: actions.Use) -> None:
    rows.set_model(row, action.model)
    ability, _, copy = action.ability.partition("#")
    row[CHOICE["ability_number"]] = NUMBERS["ability"].scaled(ability)
    row[CHOICE["ability_copy"]] = int(copy or 1) / 10.0
    if action.target:
        rows.set_target(row, action.target)


def _fill_place(rows: ChoiceRows, i: int, row: Rows, action: actions.Place) -> None:
    rows.set_model(row, action.model)
    rows.set_end(i, row, action.at)


def _fill_place_gate(rows: ChoiceRows, i: int, row: Rows, action: actions.PlaceGate) -> None:
    if action.nominee:
        rows.set_model(row, action.nominee)
    row[CHOICE["amount"]] = action.arc / 10.0
    rows.set_end(i, row, action.at)


def _fill_discard(rows: ChoiceRows, i: int, row: Rows, action: actions.Discard) -> None:
    rows.set_cypher(row, action.card)


_FILLERS: dict[type[Action], Callable[[ChoiceRows, int, Rows, Any], None]] = {
    actions.Choose: _fill_choose,
    actions.Deploy: _fill_deploy,
    actions.Charge: _fill_charge,
    actions.Clear: _fill_clear,
    actions.Play: _fill_play,
    actions.Activate: _fill_unit,
    actions.Recall: _fill_unit,
    actions.Advance: _fill_advance,
    actions.Attack: _fill_attack,
    actions.Use: _fill_use,
    actions.Place: _fill_place,
    actions.PlaceGate: _fill_place_gate,
    actions.Discard: _fill_discard,
}
"""The function that fills the row of each kind of action that has parts."""


@memo_on_board
def _objective_places(state: State) -> list[XYZ]:
    return [objective.at for objective in objectives_on_table(state)]


@memo_on_board
def _enemy_places(state: State, player: int) -> list[XYZ]:
    return [body.at for body in state.bodies if state.owner(body.id) != player]
