"""What is picked together: a unit and its models."""
from __future__ import annotations

from wc3d.warcaster.state import State


def group_of(state: State, id: str) -> frozenset[str]:
    """A unit's id with those of its models; a model's with its unit's and comrades'; a void gate's alone."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    if unit not in state.units:
        return frozenset((id,))
    return frozenset((unit, *state.units[unit].models, *state.units[unit].attached))
