"""A row of numbers for each choice. Different choices have different rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.games.warmachine.observation.columns import (
    CHOICE,
    MAX_MODELS,
    MODEL,
    NUMBERS,
    PARTS,
    SPELL,
    SUBJECT,
    VIA_POINTS,
    WEAPON,
)
from wc3d.games.warmachine.observation.game_tables import GameTables, encode_spell
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.rl.feature_rows import Rows, nearest_distances, pointer
from wc3d.rl.name_tables import NUMBER_SCALE

_KIND_COLUMNS = {name: CHOICE[f"is_{name}"] for name in NUMBERS["action"].names}
_KIND_NUMBERS = {name: i / NUMBER_SCALE for i, name in enumerate(NUMBERS["action"].names, 1)}
_SUBJECT_AT = slice(MODEL["in_play"], MODEL["in_play"] + len(SUBJECT))
_WEAPON_AT = slice(CHOICE["weapon_present"], CHOICE["weapon_present"] + len(WEAPON))
_SPELL_AT = slice(CHOICE["spell_number"], CHOICE["spell_number"] + len(SPELL))
_ACTOR_AT = slice(CHOICE["actor_in_play"], CHOICE["actor_in_play"] + len(SUBJECT))
_TARGET_AT = slice(CHOICE["target_in_play"], CHOICE["target_in_play"] + len(SUBJECT))
_ACTOR_PLACE = slice(CHOICE["actor_x"], CHOICE["actor_x"] + 3)
_TARGET_PLACE = slice(CHOICE["target_x"], CHOICE["target_x"] + 3)
_TO = slice(CHOICE["to_x"], CHOICE["to_x"] + 3)
_VIA = CHOICE["via_0_x"]


class ChoiceRows:
    """The rows of several choices in one state, filled by one function for each kind of action."""

    def __init__(
        self, state: State, tables: GameTables, actions: Sequence[Action], rows: Rows
    ) -> None:
        self.state = state
        self.tables = tables
        self.rows = rows
        self.moving: list[int] = []
        for i, action in enumerate(actions):
            row = rows[i]
            row[_KIND_COLUMNS[action.type]] = 1.0
            row[CHOICE["action_number"]] = _KIND_NUMBERS[action.type]
            self._fill(i, row, action)
        if self.moving:
            self._add_ways()

    def _fill(self, i: int, row: Rows, action: Action) -> None:
        """Fill the columns of the fields that many kinds share, then those of its own."""
        fields = vars(action)
        if "model" in fields:
            self.set_actor(row, fields["model"])
        if fields.get("target"):
            self.set_target(row, fields["target"])
        if "weapon" in fields:
            row[_WEAPON_AT] = self.tables.weapon_features(
                self.state, fields["model"], fields["weapon"]
            )
        if "points" in fields:
            row[CHOICE["amount"]] = fields["points"] / 10.0
        for field, flag, column in (
            ("facing", "faces", "to_facing_x"),
            ("direction", "directed", "direction_x"),
        ):
            angle = fields.get(field)
            if angle is not None:
                begin = CHOICE[column]
                row[CHOICE[flag]] = 1.0
                row[begin : begin + 2] = self.tables.direction(angle)
        fill = _FILLERS.get(type(action))
        if fill is not None:
            fill(self, i, row, action)
        if row[_TARGET_AT.start] > 0.0 and row[_ACTOR_AT.start] > 0.0:
            row[CHOICE["target_distance"]] = math.dist(
                row[_ACTOR_PLACE].tolist(), row[_TARGET_PLACE].tolist()
            )

    def _add_ways(self) -> None:
        """Add how far the moves go, and how much nearer to enemies and their warcaster."""
        moving = np.array(self.moving)
        ends = self.rows[moving, _TO]
        on_table = self.rows[moving, CHOICE["actor_in_play"]] > 0
        starts = np.where(on_table[:, None], self.rows[moving, _ACTOR_PLACE], ends)
        steps = ends - starts
        self.rows[moving, CHOICE["distance"]] = np.sqrt((steps * steps).sum(axis=1))
        enemy = opponent_of(self.tables.player)
        caster = self.state.warcaster_of(enemy)
        for name, models in (
            ("nearer_enemy", tuple(self.state.models_in_play(enemy))),
            ("nearer_caster", (caster,)),
        ):
            spots = [self.tables.place(m.at) for m in models if m.at is not None]
            if spots:
                places = np.array(spots, dtype=np.float32)
                self.rows[moving, CHOICE[name]] = nearest_distances(
                    starts, places
                ) - nearest_distances(ends, places)

    # The parts of an action

    def set_actor(self, row: Rows, id: str) -> None:
        """Name the acting model and its unit, or a whole unit."""
        tables = self.tables
        if id in tables.unit_row:
            row[CHOICE["unit_row"]] = pointer(tables.unit_row[id])
            return
        number = tables.model_row.get(id)
        if number is not None:
            row[CHOICE["model_row"]] = pointer(number)
            row[CHOICE["unit_row"]] = pointer(tables.unit_row.get(self.state.models[id].unit))
            if number < MAX_MODELS:
                row[_ACTOR_AT] = tables.model_rows[number, _SUBJECT_AT]

    def set_target(self, row: Rows, id: str) -> None:
        """Name the target: a model or a unit."""
        tables = self.tables
        if id in tables.unit_row:
            row[CHOICE["target_unit_row"]] = pointer(tables.unit_row[id])
            return
        number = tables.model_row.get(id)
        if number is not None:
            row[CHOICE["target_model_row"]] = pointer(number)
            row[CHOICE["target_unit_row"]] = pointer(
                tables.unit_row.get(self.state.models[id].unit)
            )
            if number < MAX_MODELS:
                row[_TARGET_AT] = tables.model_rows[number, _SUBJECT_AT]
                row[CHOICE["target_own"]] = tables.model_rows[number, MODEL["own"]]

    def set_end(self, i: int, row: Rows, at: tuple[float, ...]) -> None:
        """Name the place where the model ends."""
        row[CHOICE["goes"]] = 1.0
        row[_TO] = self.tables.place(at)
        self.moving.append(i)

    def set_spell(self, row: Rows, caster: str, id: str) -> None:
        """Name a spell by its id or its name."""
        spells = self.state.setup.caster_card(caster).spells
        spell = next((s for s in spells if id in (s.id, s.name)), None)
        if spell is not None:
            row[_SPELL_AT] = encode_spell(spell)
        else:
            row[_SPELL_AT.start] = NUMBERS["spell"].scaled(id)


def _fill_choose(rows: ChoiceRows, i: int, row: Rows, action: actions.Choose) -> None:
    striker = getattr(find_open_question(rows.state), "striker", "")
    if striker:
        row[_WEAPON_AT] = rows.tables.weapon_features(rows.state, striker, action.option)
    else:
        row[CHOICE["option_number"]] = NUMBERS["option"].scaled(action.option)


def _fill_deploy(rows: ChoiceRows, i: int, row: Rows, action: actions.Deploy) -> None:
    rows.set_end(i, row, action.at)


def _fill_path(rows: ChoiceRows, i: int, row: Rows, action: actions.Advance | actions.Run) -> None:
    if not action.path:
        return
    rows.set_end(i, row, action.path[-1])
    placed = [rows.tables.place(point) for point in action.path]
    row[CHOICE["path_points"]] = len(placed) / 10.0
    for place, point in enumerate(placed[:VIA_POINTS]):
        row[_VIA + 3 * place : _VIA + 3 * place + 3] = point
    at = rows.state.models[action.model].at
    x, y = rows.tables.place(at)[:2] if at is not None else placed[0][:2]
    length = 0.0
    for order, point in enumerate(placed, 1):
        length += math.hypot(point[0] - x, point[1] - y)
        x, y = point[:2]
        row[CHOICE["path_turn_x"]] += order * x / 10.0
        row[CHOICE["path_turn_y"]] += order * y / 10.0
    row[CHOICE["path_length"]] = length


def _fill_charge(rows: ChoiceRows, i: int, row: Rows, action: actions.Charge) -> None:
    if action.stop is not None:
        row[CHOICE["stops"]] = 1.0
        row[CHOICE["stop"]] = action.stop / 10.0


def _fill_upkeep(rows: ChoiceRows, i: int, row: Rows, action: actions.Upkeep) -> None:
    rows.set_spell(row, rows.state.warcaster_of(action.player).id, action.spell)


def _fill_cast(rows: ChoiceRows, i: int, row: Rows, action: actions.CastSpell) -> None:
    rows.set_spell(row, action.model, action.spell)
    row[CHOICE["channel_row"]] = pointer(rows.tables.model_row.get(action.channel))


def _fill_stand(rows: ChoiceRows, i: int, row: Rows, action: actions.StandUp) -> None:
    row[CHOICE["option_number"]] = NUMBERS["option"].scaled(action.gives)


def _fill_attack(rows: ChoiceRows, i: int, row: Rows, action: actions.Attack) -> None:
    row[CHOICE["special"]] = float(action.special)


def _fill_combined(rows: ChoiceRows, i: int, row: Rows, action: actions.CombinedAttack) -> None:
    row[CHOICE["parts"]] = len(action.together) / 10.0
    begin = CHOICE["part_0_row"]
    for place, id in enumerate(action.together[:PARTS]):
        row[begin + place] = pointer(rows.tables.model_row.get(id))


def _fill_seize(rows: ChoiceRows, i: int, row: Rows, action: actions.SeizePart) -> None:
    row[CHOICE["part_number"]] = NUMBERS["option"].scaled(action.part)


def _fill_push(rows: ChoiceRows, i: int, row: Rows, action: actions.Push) -> None:
    row[CHOICE["follow"]] = float(action.follow)


def _fill_order(rows: ChoiceRows, i: int, row: Rows, action: actions.IssueOrder) -> None:
    rows.set_target(row, action.unit)
    row[CHOICE["option_number"]] = NUMBERS["option"].scaled(action.order)


def _fill_shake(rows: ChoiceRows, i: int, row: Rows, action: actions.Shake) -> None:
    row[CHOICE["option_number"]] = NUMBERS["option"].scaled(action.what)


_FILLERS: dict[type[Action], Callable[[ChoiceRows, int, Rows, Any], None]] = {
    actions.Choose: _fill_choose,
    actions.Deploy: _fill_deploy,
    actions.Upkeep: _fill_upkeep,
    actions.Shake: _fill_shake,
    actions.Advance: _fill_path,
    actions.Run: _fill_path,
    actions.Charge: _fill_charge,
    actions.StandUp: _fill_stand,
    actions.Attack: _fill_attack,
    actions.CombinedAttack: _fill_combined,
    actions.SeizePart: _fill_seize,
    actions.Push: _fill_push,
    actions.CastSpell: _fill_cast,
    actions.IssueOrder: _fill_order,
}
"""The function that fills the columns of each kind of action that has its own."""
