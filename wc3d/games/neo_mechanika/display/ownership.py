"""Whose things are, and what is picked together: a unit and its models."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import display_name


def owner_of(state: State, id: str) -> int:
    """Whose a model, unit or void gate is; 0 for objectives, terrain and whatever else is nobody's."""
    owned = id in state.models or id in state.units or id in state.gates
    return state.owner(id) if owned else 0


def group_of(state: State, id: str) -> frozenset[str]:
    """A unit's id with those of its models; a model's with its unit's and comrades'; a void gate's alone."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    if unit not in state.units:
        return frozenset((id,))
    return frozenset((unit, *state.units[unit].models, *state.units[unit].attached))


def name_in_group(state: State, id: str) -> str:
    """A model of a squad by its letter; empty for one that is its unit's only one, and for void gates."""
    if id not in state.models or len(state.unit_of(id).models) == 1:
        return ""
    return state.models[id].mark or display_name(state, id)
