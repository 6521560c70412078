"""Find owners and selection groups: a unit and its models."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import display_name


def owner_of(state: State, id: str) -> int:
    """Return the player who owns a model, unit or void gate; 0 for anything else."""
    owned = id in state.models or id in state.units or id in state.gates
    return state.owner(id) if owned else 0


def group_of(state: State, id: str) -> frozenset[str]:
    """Return the ids selected together: a unit with its models, or a void gate alone."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    if unit not in state.units:
        return frozenset((id,))
    return frozenset((unit, *state.units[unit].models, *state.units[unit].attached))


def name_in_group(state: State, id: str) -> str:
    """Return the letter of a squad's model; empty for single models and void gates."""
    if id not in state.models or len(state.unit_of(id).models) == 1:
        return ""
    return state.models[id].mark or display_name(state, id)
