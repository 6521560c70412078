"""The state of a game in arrays, with only what the player may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.engine.agenda import Question, find_frame, find_open_question
from wc3d.games.neo_mechanika.observation.columns import (
    CARD,
    EFFECTS,
    GAME,
    GATE,
    MAX_CARDS,
    MAX_GATES,
    MAX_OBJECTIVES,
    NUMBERS,
    OBJECTIVE,
    UNIT,
)
from wc3d.games.neo_mechanika.observation.game_tables import (
    GameTables,
    encode_cypher,
)
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import effect_kind
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Attacking
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.moving.carrying import carrier_of
from wc3d.games.neo_mechanika.rules.state import (
    HIDDEN_CARD,
    State,
    Where,
    memo_on_board,
    opponent_of,
)
from wc3d.rl.feature_rows import Rows, pointer

Observation = dict[str, NDArray[Any]]

_QUESTIONS = {name: i for i, name in enumerate(NUMBERS["question"].names)}


def encode_game(state: State, tables: GameTables, to_act: bool) -> Rows:
    """Return the clock, the score and the open question: one value for each of GAME's columns."""
    player = tables.player
    mission = state.setup.mission
    wide, deep = state.setup.table.size
    row = np.zeros(len(GAME), dtype=np.float32)
    row[:3] = state.round / 3.0, state.tracker / 10.0, state.turn / 20.0
    row[GAME["step_0"] + min(9, state.phase)] = 1.0
    begin = GAME["to_act"]
    row[begin : begin + 8] = (
        float(to_act),
        float(state.active == player),
        float(state.first == player),
        float(mission.skirmish),
        mission.turns_per_round / 10.0,
        wide / 48.0,
        deep / 48.0,
        NUMBERS["mission"].scaled(mission.id),
    )
    question = find_open_question(state)
    if question is not None:
        _encode_question(row, tables, question, state)
    activation = find_frame(state, Activation)
    if activation is not None:
        row[GAME["acting_unit_row"]] = pointer(tables.unit_row.get(activation.unit))
    attack = find_frame(state, Attacking)
    if attack is not None:
        row[GAME["attacker_row"]] = pointer(tables.model_row.get(attack.attacker))
        row[GAME["attack_target_row"]] = pointer(tables.model_row.get(attack.target))
    begin = GAME["own_points"]
    row[begin:] = (*_encode_side(state, player), *_encode_side(state, opponent_of(player)))
    return row


def _encode_question(row: Rows, tables: GameTables, question: Question, state: State) -> None:
    kind = _QUESTIONS.get(type(question).__name__)
    row[GAME["question_other"] if kind is None else _FIRST_QUESTION + kind] = 1.0
    amount = getattr(question, "most", None) or getattr(question, "left", 0)
    row[GAME["question_amount"]] = (
        amount if isinstance(amount, int | float) else len(amount)
    ) / 10.0
    for name in ("unit", "model", "holder", "of"):
        id = getattr(question, name, "")
        if id in tables.unit_row:
            row[GAME["question_unit_row"]] = pointer(tables.unit_row[id])
        elif id in tables.model_row:
            row[GAME["question_model_row"]] = pointer(tables.model_row[id])


_FIRST_QUESTION = GAME[f"question_{NUMBERS['question'].names[0]}"]


def _encode_side(state: State, player: int) -> tuple[float, ...]:
    own = state.players[player]
    return (
        own.points / 10.0,
        own.well / 10.0,
        len(own.hand) / 10.0,
        len(own.rack) / 20.0,
        len(own.discard) / 20.0,
        *_encode_strength(state, player),
    )


@memo_on_board
def _encode_strength(state: State, side: int) -> tuple[float, float, float]:
    """Return a side's units in reserve and in play, and the share of its models on the table."""
    units = [u for u in state.units.values() if u.player == side]
    models = [state.models[id] for u in units for id in u.models]
    alive_share = sum(m.is_in_play for m in models) / max(1, len(models))
    waiting = sum(u.where is Where.RESERVE for u in units)
    return waiting / 10.0, sum(u.is_in_play for u in units) / 10.0, alive_share


def encode_units(state: State, tables: GameTables) -> Rows:
    """Return the units' rows with the current activation."""
    activation = find_frame(state, Activation)
    if activation is None:
        return tables.unit_rows
    rows = tables.unit_rows.copy()
    row = tables.unit_row[activation.unit]
    if row < len(rows):
        rows[row, UNIT["activating"]] = 1.0
        rows[row, UNIT["advanced"]] = float(activation.advanced)
    return rows


def encode_gates(state: State, tables: GameTables) -> Rows:
    """Return the void gates' rows, the player's own first."""
    return tables.cached("gates", (state.gates,), lambda: _encode_gates(state, tables))


def encode_objectives(state: State, tables: GameTables) -> Rows:
    """Return the objectives' rows, in the mission's order; removed ones are all 0."""
    keys = (state.models, state.units, state.objectives, state.scored, state.gates, state.round)
    return tables.cached("objectives", keys, lambda: _encode_objectives(state, tables))


def encode_cards(state: State, tables: GameTables) -> Rows:
    """Return the own hand, both discard piles, and the Cyphers in play."""
    own, other = state.players[tables.player], state.players[opponent_of(tables.player)]
    keys = (own.hand, own.discard, other.discard, state.units)
    return tables.cached("cards", keys, lambda: _encode_cards(state, tables))


def _encode_gates(state: State, tables: GameTables) -> Rows:
    rows = GATE.block(MAX_GATES)
    player = tables.player
    gates = (*state.gates_of(player), *state.gates_of(opponent_of(player)))
    for row, gate in zip(rows, gates, strict=False):
        kinds = [effect_kind(effect) for effect in gate.effects]
        row[:] = [
            1.0,
            float(gate.player == player),
            *tables.place(gate.at),
            gate.arc / 10.0,
            *(float(effect in kinds) for effect in EFFECTS),
        ]
    return rows


def _encode_objectives(state: State, tables: GameTables) -> Rows:
    rows = OBJECTIVE.block(MAX_OBJECTIVES)
    player = tables.player
    other = opponent_of(player)
    side = state.players[player].side
    plans = {plan.id: plan for plan in state.setup.mission.objectives}
    round_index = max(0, min(2, state.round - 1))
    for row, objective in zip(rows, state.objectives.values(), strict=False):
        if objective.removed:
            continue
        plan = plans[objective.id]
        holder = securing_player(state, objective.id)
        carrier = carrier_of(state, objective.id) if objective.portable else None
        at = carrier.at if carrier is not None and carrier.at is not None else objective.at
        holders = plan.holders
        row[:] = (
            1.0,
            *tables.place(at),
            NUMBERS["objective"].scaled(objective.kind),
            objective.number / 10.0,
            objective.portable,
            plan.cover,
            objective.active,
            bool(objective.side) and objective.side == side,
            bool(objective.side) and objective.side != side,
            holder == player,
            holder == other,
            (player, objective.id, state.round) in state.scored,
            (other, objective.id, state.round) in state.scored,
            pointer(tables.model_row.get(carrier.id) if carrier is not None else None),
            plan.worth.rounds[round_index] / 10.0,
            "squad" in holders,
            "solo" in holders,
            "warjack" in holders,
        )
    return rows


def _encode_cards(state: State, tables: GameTables) -> Rows:
    rows = CARD.block(MAX_CARDS)
    player = tables.player
    own, other = state.players[player], state.players[opponent_of(player)]
    piles = ((own.hand, 0), (own.discard, 1), (other.discard, 2))
    entries: list[tuple[str, int, float, float, float]] = [
        (card, place, 0.0, 0.0, 0.0)
        for pile, place in piles
        for card in pile
        if card != HIDDEN_CARD
    ]
    for unit in state.units.values():
        for played in unit.cyphers:
            unit_row = pointer(tables.unit_row[unit.id])
            model_row = pointer(tables.model_row.get(played.model))
            entries.append((played.card, 3, float(played.player == player), unit_row, model_row))
    cyphers = state.setup.cards.cyphers
    for row, (card, place, by_own, unit_row, model_row) in zip(rows, entries, strict=False):
        row[0] = 1.0
        row[1 + place] = 1.0
        row[CARD["played_by_own"] : CARD["played_by_own"] + 3] = by_own, unit_row, model_row
        row[CARD["model_row"] + 1 :] = encode_cypher(cyphers[card])
    return rows
