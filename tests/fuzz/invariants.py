"""What must be true of every state of a game, whatever the players do: each fault found is one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wc3d.games.neo_mechanika.rules.arc import arc_limit
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATES, PULSE_ROUNDS, START_WELL_ARC
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
from wc3d.games.neo_mechanika.rules.moving.fall_damage import Falling
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State, Unit, Where
from wc3d.games.neo_mechanika.rules.turn.cyphers import Channelling, Resolving
from wc3d.table.body import Body
from wc3d.table.terrain.standing_places import (
    is_base_on_table,
    overlapping_features,
    overlapping_models,
    support_height,
)

HELD = 1e-6
"""A model is held up if what holds it is this near below it, in inches."""


def faults(before: State, state: State) -> Iterator[str]:
    """Everything that is wrong with a state, or with how it came from the one before. Only what changed place is measured."""
    yield from _places(before, state)
    yield from _arc(state)
    yield from _cards(state)
    yield from _units(state)
    yield from _models(state)
    yield from _objectives(state)
    yield from _scores(before, state)


def _places(before: State, state: State) -> Iterator[str]:
    """Models stand on the table, on something, and in nobody and nothing."""
    was = {b.id: b for b in before.bodies}
    for body in state.bodies:
        if was.get(body.id) != body:
            yield from _place(state, body)


def _place(state: State, body: Body) -> Iterator[str]:
    table = state.table
    at = body.at
    if not is_base_on_table(table, at[:2], body.radius):
        yield f"{body.id} at {at} is partly off the table"
    if any(str(v) in ("-0.0", "nan", "inf", "-inf") or not isinstance(v, float) for v in at):
        yield f"{body.id} at {at}: a coordinate that cannot be saved"
    if any(
        isinstance(f, Falling) and f.model == body.id and f.current_step() == "land"
        for f in state.agenda
    ):
        return  # beyond an edge, perhaps in the middle of a step over a parapet, and not yet where it lands
    met = (
        *overlapping_features(table, body.volume),
        *overlapping_models(table, body.volume, ignore=(body.id,)),
    )
    if met:
        yield f"{body.id} at {at} is inside {', '.join(met)}"
    if at[2] - support_height(table, body.base, at[:2], at[2]) > HELD:
        yield f"{body.id} at {at} hangs in the air"


def _arc(state: State) -> Iterator[str]:
    """7 Arc a player, nobody over the limit (NM-ARC-01, NM-ARC-07), and no more than two void gates (NM-GAT-01)."""
    for player in PLAYERS:
        units = sum(u.arc for u in state.units.values() if u.player == player)
        gates = state.gates_of(player)
        there = state.players[player].well + units + sum(g.arc for g in gates)
        if there != START_WELL_ARC or state.players[player].well < 0:
            yield f"player {player} has {there} Arc, {state.players[player].well} of it in the well"
        if len(tuple(gates)) > MAX_GATES:
            yield f"player {player} has {len(tuple(gates))} void gates"
    for id in (*state.units, *state.gates):
        if not 0 <= state.arc_on(id) <= arc_limit(state, id):
            yield f"{id} holds {state.arc_on(id)} Arc"


def _cards(state: State) -> Iterator[str]:
    """Every card of a rack is in exactly one place."""
    for player, force in zip(PLAYERS, state.setup.forces, strict=True):
        who = state.players[player]
        there = Counter((*who.rack, *who.hand, *who.discard))
        there.update(c.card for u in state.units.values() for c in u.cyphers if c.player == player)
        there.update(
            f.card
            for f in state.agenda
            if isinstance(f, Channelling | Resolving) and f.player == player and _held(f)
        )
        if there != Counter(force.rack):
            lost = Counter(force.rack) - there
            more = there - Counter(force.rack)
            yield f"player {player}'s cards: lost {sorted(lost.elements())}, too many {sorted(more.elements())}"


def _held(frame: Channelling | Resolving) -> bool:
    """Is the card still with what is resolved, in neither hand nor discard pile?"""
    return frame.STEPS.index(frame.current_step()) <= frame.STEPS.index("discard")


def _units(state: State) -> Iterator[str]:
    """A unit is in play with a model on the table, or it is whole in reserve and bears nothing."""
    for unit in state.units.values():
        there = state.models_of(unit.id)
        if unit.is_in_play and not there:
            yield f"{unit.id} is in play without a model"
        if not unit.is_in_play and there:
            yield f"{unit.id} is not in play, but {there[0].id} is on the table"
        if not unit.is_in_play and _bears(unit):
            yield f"{unit.id} is not in play and bears something: {unit}"
        if unit.where is Where.GONE and not state.setup.card_of(unit.id).hero:
            yield f"{unit.id} is gone for good and no Hero"
        if any(state.models[id].unit != unit.id for id in (*unit.models, *unit.attached)):
            yield f"{unit.id} has models of another unit"


def _bears(unit: Unit) -> bool:
    return bool(unit.arc or unit.token or unit.cyphers or unit.boosts or unit.attached or unit.used)


def _models(state: State) -> Iterator[str]:
    for model in state.models.values():
        if model.is_in_play and model.damage >= max_health(state, model.id):
            yield f"{model.id} has {model.damage} damage and lives"
        if not model.is_in_play and (model.damage or model.carrying or model.effects):
            yield f"{model.id} is not on the table and bears something: {model}"
        if not model.unit and model.is_in_play:
            yield f"{model.id} is on the table and belongs to no unit"
        if len({e.partition(":")[0] for e in model.effects}) < len(model.effects):
            yield f"{model.id} has an effect twice: {model.effects}"


def _objectives(state: State) -> Iterator[str]:
    """A portable objective is carried by one model at most, and only what is portable and there is carried."""
    carried = [m.carrying for m in state.models.values() if m.carrying]
    for id in carried:
        objective = state.objectives.get(id)
        if objective is None or not objective.portable or objective.removed:
            yield f"{id} is carried and cannot be"
    if len(set(carried)) < len(carried):
        yield f"carried by two models: {carried}"


def _scores(before: State, state: State) -> Iterator[str]:
    for player in PLAYERS:
        if state.players[player].points < before.players[player].points:
            yield f"player {player} had {before.players[player].points} VP, now {state.players[player].points}"
    if (
        state.drawn < before.drawn
        or state.turn < before.turn
        or not 0 <= state.round <= PULSE_ROUNDS
    ):
        yield f"time goes backwards: round {state.round}, turn {before.turn} to {state.turn}"
    if state.over != (not state.agenda) and state.winner is None:
        yield "nothing is left to do and the game is not over"
