"""The state of a game in arrays. Both players know all of it."""

from __future__ import annotations

import numpy as np

from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.games.warmachine.observation.columns import (
    CASTER_SPELL,
    CLOUD,
    COMBAT_ACTIONS,
    GAME,
    MAX_CLOUDS,
    MAX_SPELLS,
    MOVEMENTS,
    NUMBERS,
    PHASES,
)
from wc3d.games.warmachine.observation.game_tables import GameTables, count_boxes, encode_spell
from wc3d.games.warmachine.rules.agenda_frames import Activation, Attacking, UnitActivation
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.rl.feature_rows import Rows, pointer

_QUESTIONS = {name: GAME[f"question_{name}"] for name in NUMBERS["question"].names}


def encode_game(state: State, tables: GameTables, to_act: bool) -> Rows:
    """Return the clock, the armies and the open question: one value for each of GAME's columns."""
    player = tables.player
    wide, deep = state.setup.table.size
    row = GAME.block(1)[0]
    row[: GAME["table_depth"] + 1] = (
        state.round / 10.0,
        state.setup.rounds / 10.0,
        state.turn / 20.0,
        *(state.phase == phase for phase in PHASES),
        to_act,
        state.active == player,
        state.first == player,
        wide / 48.0,
        deep / 48.0,
    )
    _encode_question(row, state, tables)
    _encode_activation(row, state, tables)
    attack = find_frame(state, Attacking)
    if attack is not None:
        row[GAME["attacker_row"]] = pointer(tables.model_row.get(attack.attacker))
        row[GAME["attack_target_row"]] = pointer(tables.model_row.get(attack.target))
    row[GAME["own_models"] :] = tables.cached(
        "sides", (state.models,), lambda: _encode_sides(state, player)
    )
    return row


def _encode_question(row: Rows, state: State, tables: GameTables) -> None:
    question = find_open_question(state)
    if question is None:
        return
    row[_QUESTIONS.get(type(question).__name__, GAME["question_other"])] = 1.0
    for name in ("model", "striker"):
        if (id := getattr(question, name, "")) in tables.model_row:
            row[GAME["question_model_row"]] = pointer(tables.model_row[id])
    for name in ("target", "mover"):
        if (id := getattr(question, name, "")) in tables.model_row:
            row[GAME["question_target_row"]] = pointer(tables.model_row[id])
    row[GAME["question_of_damage"]] = float(getattr(question, "roll", "") == "damage")


def _encode_activation(row: Rows, state: State, tables: GameTables) -> None:
    unit = find_frame(state, UnitActivation)
    if unit is not None:
        row[GAME["acting_unit_row"]] = pointer(tables.unit_row.get(unit.unit))
    activation = find_frame(state, Activation)
    if activation is None:
        return
    row[GAME["acting_model_row"]] = pointer(tables.model_row.get(activation.model))
    if activation.movement in MOVEMENTS:
        row[GAME[f"movement_{activation.movement}"]] = 1.0
    if activation.action in COMBAT_ACTIONS:
        row[GAME[f"action_{activation.action}"]] = 1.0
    row[GAME["bought"]] = activation.bought / 10.0
    row[GAME["charged_row"]] = pointer(tables.model_row.get(activation.charged))


def _encode_sides(state: State, player: int) -> Rows:
    sides = (player, opponent_of(player))
    return np.array([_encode_side(state, side) for side in sides], dtype=np.float32).ravel()


def _encode_side(state: State, player: int) -> tuple[float, ...]:
    own = [m for m in state.models.values() if m.army_player == player]
    counts = [count_boxes(state, m) for m in own]
    caster = state.warcaster_of(player)
    return (
        sum(m.is_in_play for m in own) / 10.0,
        sum(count for count, _ in counts) / max(1, sum(most for _, most in counts)),
        count_boxes(state, caster)[0] / 10.0,
        caster.focus / 10.0,
        caster.feat_used,
    )


def encode_units(state: State, tables: GameTables) -> Rows:
    """Return the units' rows, the player's own first."""
    keys = (state.models, state.units, state.turn)
    return tables.cached("units", keys, lambda: tables.encode_units(state))


def encode_spells(state: State, tables: GameTables) -> Rows:
    """Return the rows of both warcasters' spells, the player's own first."""
    return tables.cached("spells", (state.models,), lambda: _encode_spells(state, tables))


def encode_clouds(state: State, tables: GameTables) -> Rows:
    """Return the rows of the clouds."""
    return tables.cached("clouds", (state.clouds,), lambda: _encode_clouds(state, tables))


def _encode_spells(state: State, tables: GameTables) -> Rows:
    rows = CASTER_SPELL.block(MAX_SPELLS)
    upheld = {
        (e.maker, e.name): m.id for m in state.models.values() for e in m.effects if e.is_upkeep
    }
    place = 0
    for side in (tables.player, opponent_of(tables.player)):
        caster = state.warcaster_of(side)
        for spell in state.setup.caster_card(caster.id).spells[: MAX_SPELLS - place]:
            bearer = upheld.get((caster.id, spell.name), "")
            rows[place, :4] = (
                1.0,
                side == tables.player,
                pointer(tables.model_row[caster.id]),
                pointer(tables.model_row.get(bearer)),
            )
            rows[place, 4:] = encode_spell(spell)
            place += 1
    return rows


def _encode_clouds(state: State, tables: GameTables) -> Rows:
    rows = CLOUD.block(MAX_CLOUDS)
    for row, cloud in zip(rows, state.clouds, strict=False):
        x, y, _ = tables.place(cloud.center)
        row[:] = (
            1.0,
            cloud.player == tables.player,
            x,
            y,
            cloud.diameter / tables.size[0],
            cloud.power / 10.0,
        )
    return rows
