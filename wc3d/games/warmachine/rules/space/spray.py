"""Sprays: a strip from the attacker's base, and whom it meets."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.sight import sight_past_terrain
from wc3d.geometry.plane.local_frame import angle_between, unit_vector
from wc3d.geometry.plane.strips import Strip
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.sight import can_block_sight
from wc3d.table.table_state import TableState

SPRAY_LENGTH_IN, SPRAY_WIDTH_IN = 8.0, 1.0
"""Inches: a spray's strip (WM-SPR-01)."""

ENDLESS_LENGTH_IN = 1e4
"""Inches: longer than any table."""

MAX_SPRAY_ANGLE_DEG = 90.0
"""Degrees: it goes at most so far from the attacker's facing."""


@dataclass(frozen=True, slots=True)
class StripSpray:
    """Whom a spray attacks, in the order of the table, and whom its strip meets but terrain hides completely."""

    legal: bool
    models: tuple[str, ...]
    hidden: tuple[str, ...]
    strip: Strip
    rules: ClassVar[tuple[str, ...]] = ("WM-SPR-01", "WM-SPR-02", "WM-GEO-30", "WM-RUL-51", "WM-RUL-118")


def find_spray_hits(table: TableState, attacker: Fighter | str, direction: float) -> StripSpray:
    """Every model, friend or foe, whose base meets the strip (to touch counts) and that terrain does not hide completely.

    The strip starts on the edge of the base, its axis through the base's center; legal in a direction of the front half-plane
    (WM-GEO-30). Models never shield one another from it (WM-RUL-51).
    """
    attacker_model, way = get_fighter(table, attacker), unit_vector(direction)
    strip = Strip((attacker_model.place[0] + attacker_model.radius * way[0], attacker_model.place[1] + attacker_model.radius * way[1]), way, SPRAY_LENGTH_IN, SPRAY_WIDTH_IN)
    hits = [model for model in other_fighters(table, attacker_model) if strip.distance(model.place) <= model.radius + EPSILON_IN]
    hides = any(can_block_sight(feature) for feature in table.features)
    hidden_ids = tuple(model.id for model in hits if hides and sight_past_terrain(table, attacker_model, model).verdict == "blocked")
    legal = angle_between(direction, attacker_model.facing) <= MAX_SPRAY_ANGLE_DEG + EPSILON_IN
    return StripSpray(legal, tuple(model.id for model in hits if model.id not in hidden_ids), hidden_ids, strip)


def is_aimed_at(table: TableState, attacker: Fighter | str, target: Fighter | str, direction: float) -> bool:
    """Would the strip, were it endless, touch the target's base: is it laid at it (WM-RUL-51)? This tells no distance."""
    attacker_model, target_model, way = get_fighter(table, attacker), get_fighter(table, target), unit_vector(direction)
    start = attacker_model.place[0] + attacker_model.radius * way[0], attacker_model.place[1] + attacker_model.radius * way[1]
    return Strip(start, way, ENDLESS_LENGTH_IN, SPRAY_WIDTH_IN).distance(target_model.place) <= target_model.radius + EPSILON_IN
