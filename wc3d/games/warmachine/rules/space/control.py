"""The control area of a warcaster."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.table.sight.ranges import distance, is_within
from wc3d.table.table_state import TableState

RADIUS_PER_FOCUS_IN = 2.0
"""Inches of radius for every point of FOC (WM-FOC-03)."""


@dataclass(frozen=True, slots=True)
class ControlArea:
    """How far a warcaster's control area reaches from its base, and all models in it, itself among them (WM-RUL-122)."""

    radius: float
    models: tuple[str, ...]
    rules: ClassVar[tuple[str, ...]] = ("WM-FOC-03", "WM-GEO-36", "WM-RUL-80", "WM-RUL-122", "WM-MK3-16", "WM-MK3-18")


def compute_control_area(table: TableState, caster: Fighter | str, focus: float) -> ControlArea:
    """All models any part of whose base is within twice the caster's FOC of its base, whosever they are; heights count."""
    caster_model, radius = get_fighter(table, caster), RADIUS_PER_FOCUS_IN * focus
    return ControlArea(radius, tuple(b.id for b in table.bodies if b.id == caster_model.id or is_within(distance(table, caster_model, b), radius)))
