"""Secure objectives (p. 49)."""

from __future__ import annotations

from collections.abc import Mapping

from wc3d.games.neo_mechanika.rules.moving.carrying import can_hold_objective, is_near_objective
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State, memo_on_board


def units_near_objective(state: State, objective: str, player: int) -> tuple[str, ...]:
    """Return a player's units within 1" of an objective, without void gates (NM-OBJ-03, 05)."""
    return _group_units_near(state, player).get(objective, ())


@memo_on_board
def _group_units_near(state: State, player: int) -> Mapping[str, tuple[str, ...]]:
    """Return a player's units by the objective that they are near."""
    units_by_objective: dict[str, tuple[str, ...]] = {}
    for unit in state.units_in_play(player):
        for objective in _list_objectives_near(state, unit.id):
            units_by_objective[objective] = (*units_by_objective.get(objective, ()), unit.id)
    return units_by_objective


def _list_objectives_near(state: State, unit: str) -> tuple[str, ...]:
    """Return the objectives within 1" of a model of a unit."""
    notes = state.models_notes(unit)
    objectives: tuple[str, ...] | None = notes.get("objectives near")
    if objectives is None:
        models = state.models_of(unit)
        objective_ids = (
            o.id for o in state.objectives.values() if any(is_near_objective(m, o) for m in models)
        )
        objectives = notes["objectives near"] = tuple(objective_ids)
    return objectives


def is_contested(state: State, objective: str) -> bool:
    """Return whether both players' units are within 1", so that nobody secures it (NM-OBJ-04)."""
    return all(_list_units_near(state, objective))


def _list_units_near(state: State, objective: str) -> tuple[tuple[str, ...], ...]:
    """Return each player's units near an objective."""
    return tuple(units_near_objective(state, objective, player) for player in PLAYERS)


def securing_units(state: State, objective: str) -> tuple[str, ...]:
    """Return the units of one player that secure a permanent objective now (NM-OBJ-02)."""
    token = state.objectives[objective]
    if token.portable or token.removed:
        return ()
    units_by_player = _list_units_near(state, objective)
    return (
        ()
        if all(units_by_player)
        else tuple(
            u for units in units_by_player for u in units if can_hold_objective(state, u, objective)
        )
    )


def securing_player(state: State, objective: str) -> int:
    """Return the player who secures an objective now, or 0."""
    return next((state.units[u].player for u in securing_units(state, objective)), 0)


def find_securing_players(state: State) -> dict[str, int]:
    """Return the player who secures each objective that anybody secures now."""
    near = [_group_units_near(state, player) for player in PLAYERS]
    players = {id: securing_player(state, id) for id in near[0].keys() ^ near[1].keys()}
    return {id: player for id, player in players.items() if player}


def list_secured(state: State, player: int) -> tuple[tuple[str, str], ...]:
    """Return a player's secured objectives with their securing units (NM-SIL-126, NM-SIL-128)."""
    return tuple(
        (o, u)
        for o in state.objectives
        for u in securing_units(state, o)
        if state.units[u].player == player
    )


def is_artifact_delivered(state: State, objective: str) -> bool:
    """Return whether an objective's carrier secures this one (NM-STM-06, NM-SIL-134)."""
    units = securing_units(state, objective)
    models = (m for unit in units for m in state.models_of(unit))
    return any(m.carrying and is_near_objective(m, state.objectives[objective]) for m in models)
