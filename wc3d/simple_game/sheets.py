"""The cards of a simple game: the numbers of a model, or the holder of an objective."""

from __future__ import annotations

from dataclasses import fields

from wc3d.presentation.display_values import InfoSheet, SheetNumber
from wc3d.simple_game.state import SimpleModel, SimpleState

SHARED_FIELDS = frozenset(field.name for field in fields(SimpleModel))
"""The fields of every model, which its card does not list as numbers."""


def make_sheet(state: SimpleState, id: str) -> InfoSheet | None:
    """Return the card of a model, with the numbers of its class, or of an objective."""
    for model in (*state.models, *state.removed):
        if model.id == id:
            own = [field.name for field in fields(model) if field.name not in SHARED_FIELDS]
            numbers = tuple(
                SheetNumber(name.replace("_", " "), describe_value(getattr(model, name)))
                for name in own
            )
            health = f"Health {max(model.health, 0)} of {model.full_health}"
            owner = f"of {state.player_name(model.player)}"
            return InfoSheet(id, model.name, (owner, health), numbers)
    for objective in state.objectives:
        if objective.id == id:
            holder = state.player_name(state.holder_of(objective))
            return InfoSheet(id, objective.name, (f"Held by: {holder}",))
    return None


def describe_value(value: object) -> str:
    """Return the value of a model's field in words."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
