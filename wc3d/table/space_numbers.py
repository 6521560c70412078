"""The numbers of a game's space, apart from what is done with them: quick to import, for whoever only tells them."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wc3d.table.bases import BASES, BaseSize


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
