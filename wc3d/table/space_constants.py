"""The bases and distances of a game, separate from the geometry to import quickly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

MILLIMETERS_PER_INCH = 25.4


@dataclass(frozen=True)
class BaseSize:
    """A round base: its diameter in millimeters, and the height of its volume in inches."""

    name: str
    diameter_mm: float
    height: float

    @cached_property
    def radius(self) -> float:
        """The radius in inches."""
        return self.diameter_mm / 2 / MILLIMETERS_PER_INCH


BASES: Mapping[str, BaseSize] = {
    base.name: base
    for base in (
        BaseSize("small", 30, 1.75),
        BaseSize("medium", 40, 2.25),
        BaseSize("large", 50, 2.75),
    )
}
"""The usual bases, by their names in files. A game's space policy may have others."""


@dataclass(frozen=True)
class SpaceNumbers:
    """A game's distances and costs, in inches. 0 means that the game has no such rule."""

    bases: Mapping[str, BaseSize] = field(default_factory=lambda: BASES)
    obscuring_depth: float = 0.0
    """The depth of obscuring terrain that sight may pass from or to a point in it."""
    cover_within: float = 0.0
    """The distance from the target's base within which intervening terrain gives cover."""
    blast_within: float = 0.0
    """The distance from its target within which a blast reaches other models."""
    blast_models: int = 0
    """The most other models that a blast reaches, nearest first."""
    obstacle_height: float = 0.0
    """The greatest height of an obstacle and the least height of a structure."""
    climb_cost: float = 0.0
    """The cost of climbing onto an obstacle."""
    rough_cost: float = 0.0
    """The inches that a move loses by entering rough ground or starting in it."""
    rough_minimum: float = 0.0
    """The least length of a move after rough ground."""
    jump_clear_of_rough: float = 0.0
    """A jump does not enter rough ground this far below."""
    ladder_within: float = 0.0
    """The distance from a ladder within which a model gets on and off it."""
    ladder_cost: float = 0.0
    """The cost of a ladder."""
    squad_within: float = 0.0
    """The distance from the model that moved within which the others of its squad are placed."""
