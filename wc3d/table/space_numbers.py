"""The numbers of a game's space, its bases among them, apart from what is done with them: quick to import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

MILLIMETERS_PER_INCH = 25.4


@dataclass(frozen=True)
class BaseSize:
    """A round base: its diameter in millimeters, and the height of the volume that stands on it in inches."""

    name: str
    diameter_mm: float
    height: float

    @cached_property
    def radius(self) -> float:
        """Half the diameter, in inches."""
        return self.diameter_mm / 2 / MILLIMETERS_PER_INCH


BASES: Mapping[str, BaseSize] = {
    base.name: base
    for base in (
        BaseSize("small", 30, 1.75),
        BaseSize("medium", 40, 2.25),
        BaseSize("large", 50, 2.75),
    )
}
"""The usual bases, by the names that files use. The space policy of a game may have others."""


@dataclass(frozen=True)
class SpaceNumbers:
    """What a game's distances and costs are, in inches. A number that is left out is 0: the game has no such rule."""

    bases: Mapping[str, BaseSize] = field(default_factory=lambda: BASES)
    obscuring_depth: float = 0.0
    """Sight from or to a point in obscuring terrain may pass through this much of it."""
    cover_within: float = 0.0
    """Terrain in between gives cover when it is this near the target's base."""
    blast_within: float = 0.0
    """A blast also reaches models this near its target,"""
    blast_models: int = 0
    """and of these so many, the nearest first."""
    obstacle_height: float = 0.0
    """An obstacle is at most this tall, a structure at least."""
    climb_cost: float = 0.0
    """What climbing onto an obstacle costs."""
    rough_cost: float = 0.0
    """What entering rough ground, or starting in it, takes off a move,"""
    rough_minimum: float = 0.0
    """which it shortens to no less than this."""
    jump_clear_of_rough: float = 0.0
    """Rough ground this far below a jump is not entered."""
    ladder_within: float = 0.0
    """How near a ladder a model gets on and off it."""
    ladder_cost: float = 0.0
    """What a ladder costs."""
    squad_within: float = 0.0
    """How near the model that moved the others of its squad are put."""
