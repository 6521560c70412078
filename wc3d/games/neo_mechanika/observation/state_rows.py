"""The state of a game in arrays, with only what the player may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.engine.agenda import Question, find_frame
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
from wc3d.games.neo_mechanika.rules.missions.securing import find_securing_players
from wc3d.games.neo_mechanika.rules.moving.carrying import carrier_of
from wc3d.games.neo_mechanika.rules.state import (
    HIDDEN_CARD,
    State,
    opponent_of,
)
from wc3d.rl.feature_rows import Rows, pointer

Observation = dict[str, NDArray[Any]]

_QUESTIONS = {name: GAME[f"question_{name}"] for name in NUMBERS["question"].names}
_OTHER_QUESTION = GAME["question_other"]
_FIRST_STEP = GAME["step_0"]
_TO_ACT = GAME["to_act"]
_ACTING_UNIT = GAME["acting_unit_row"]
_ATTACKER = GAME["attacker_row"]
_OWN_SIDE = GAME["own_points"]
_SECURED = OBJECTIVE["secured_by_own"]
_SCORED = OBJECTIVE["scored_by_own"]
_CARRIER = OBJECTIVE["carrier_row"]


def encode_game(state: State, tables: GameTables, to_act: bool) -> Rows:
    """Return the clock, the score and the open question: one value for each of GAME's columns."""
    player = tables.player
    row = tables.game_row.copy()
    row[:3] = state.round / 3.0, state.tracker / 10.0, state.turn / 20.0
    row[_FIRST_STEP + min(9, state.phase)] = 1.0
    row[_TO_ACT : _TO_ACT + 3] = to_act, state.active == player, state.first == player
    agenda = state.agenda
    if agenda:
        if isinstance(agenda[-1], Question):
            _encode_question(row, tables, agenda[-1])
        for frame in agenda:
            if isinstance(frame, Activation):
                row[_ACTING_UNIT] = pointer(tables.unit_row.get(frame.unit))
            elif isinstance(frame, Attacking):
                row[_ATTACKER] = pointer(tables.model_row.get(frame.attacker))
                row[_ATTACKER + 1] = pointer(tables.model_row.get(frame.target))
    row[_OWN_SIDE:] = (
        *_encode_side(state, tables, player),
        *_encode_side(state, tables, opponent_of(player)),
    )
    return row


def encode_constants(state: State) -> Rows:
    """Return GAME's row with only the columns that never change in a game."""
    mission = state.setup.mission
    wide, deep = state.setup.table.size
    row = np.zeros(len(GAME), dtype=np.float32)
    row[_TO_ACT + 3 : _TO_ACT + 8] = (
        mission.skirmish,
        mission.turns_per_round / 10.0,
        wide / 48.0,
        deep / 48.0,
        NUMBERS["mission"].scaled(mission.id),
    )
    return row


def _encode_question(row: Rows, tables: GameTables, question: Question) -> None:
    row[_QUESTIONS.get(type(question).__name__, _OTHER_QUESTION)] = 1.0
    amount: Any = getattr(question, "most", 0) or getattr(question, "left", 0)
    row[_OTHER_QUESTION + 1] = (amount if isinstance(amount, int | float) else len(amount)) / 10.0
    for name in ("unit", "model", "holder", "of"):
        id = getattr(question, name, "")
        if id in tables.unit_row:
            row[_OTHER_QUESTION + 2] = pointer(tables.unit_row[id])
        elif id in tables.model_row:
            row[_OTHER_QUESTION + 3] = pointer(tables.model_row[id])


def _encode_side(state: State, tables: GameTables, player: int) -> tuple[float, ...]:
    own = state.players[player]
    return (
        own.points / 10.0,
        own.well / 10.0,
        len(own.hand) / 10.0,
        len(own.rack) / 20.0,
        len(own.discard) / 20.0,
        *tables.strengths[player],
    )


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
    keys = (state.objectives, state.round)
    rows = tables.cached("objective tokens", keys, lambda: _encode_tokens(state, tables)).copy()
    player = tables.player
    holders = find_securing_players(state)
    for row, objective in zip(rows, state.objectives.values(), strict=False):
        if objective.removed:
            continue
        if holder := holders.get(objective.id):
            row[_SECURED if holder == player else _SECURED + 1] = 1.0
        if objective.portable:
            carrier = carrier_of(state, objective.id)
            if carrier is not None and carrier.at is not None:
                row[1:4] = tables.place(carrier.at)
                row[_CARRIER] = pointer(tables.model_row.get(carrier.id))
    ids = list(state.objectives)
    for scorer, id, scored_round in state.scored:
        if scored_round == state.round and id in ids[:MAX_OBJECTIVES]:
            rows[ids.index(id), _SCORED if scorer == player else _SCORED + 1] = 1.0
    return rows


def _encode_tokens(state: State, tables: GameTables) -> Rows:
    """Return the columns that neither models nor points change."""
    rows = OBJECTIVE.block(MAX_OBJECTIVES)
    side = state.players[tables.player].side
    round_index = max(0, min(2, state.round - 1))
    for row, objective in zip(rows, state.objectives.values(), strict=False):
        if objective.removed:
            continue
        plan = state.setup.mission.objective_plan(objective.id)
        row[:_SECURED] = (
            1.0,
            *tables.place(objective.at),
            NUMBERS["objective"].scaled(objective.kind),
            objective.number / 10.0,
            objective.portable,
            plan.cover,
            objective.active,
            bool(objective.side) and objective.side == side,
            bool(objective.side) and objective.side != side,
        )
        row[_CARRIER + 1 :] = (
            plan.worth.rounds[round_index] / 10.0,
            *(kind in plan.holders for kind in ("squad", "solo", "warjack")),
        )
    return rows


def _encode_cards(state: State, tables: GameTables) -> Rows:
    player = tables.player
    own, other = state.players[player], state.players[opponent_of(player)]
    piles = ((own.hand, 0), (own.discard, 1), (other.discard, 2))
    entries: list[tuple[float, ...]] = []
    cards: list[str] = []
    for pile, place in piles:
        for card in pile:
            if card != HIDDEN_CARD:
                entries.append((1.0, place == 0, place == 1, place == 2, 0.0, 0.0, 0.0, 0.0))
                cards.append(card)
    for unit in state.units.values():
        for played in unit.cyphers:
            unit_row = pointer(tables.unit_row[unit.id])
            model_row = pointer(tables.model_row.get(played.model))
            by_own = played.player == player
            entries.append((1.0, 0.0, 0.0, 0.0, 1.0, by_own, unit_row, model_row))
            cards.append(played.card)
    rows = CARD.block(MAX_CARDS)
    count = min(len(cards), MAX_CARDS)
    if count:
        rows[:count, : CARD["model_row"] + 1] = entries[:count]
        known = state.setup.cards.cyphers
        rows[:count, CARD["model_row"] + 1 :] = [
            encode_cypher(known[card]) for card in cards[:count]
        ]
    return rows
