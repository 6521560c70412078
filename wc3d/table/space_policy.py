"""What the rules of a game say about space, as named values: the space policy."""
from __future__ import annotations

from dataclasses import dataclass, field

MILLIMETRES_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class BaseSize:
    """A base: its diameter in millimetres and the height of the volume that stands on it, in inches (p. 32)."""

    name: str
    diameter_mm: float
    height: float

    @property
    def radius(self) -> float:
        """Half the diameter, in inches."""
        return self.diameter_mm / 2 / MILLIMETRES_PER_INCH


NEO_MECHANIKA_BASES = (BaseSize("small", 30, 1.75), BaseSize("medium", 40, 2.25), BaseSize("large", 50, 2.75))


@dataclass(frozen=True)
class SpacePolicy:
    """What differs from game to game about space. Inches. The defaults are Neo-Mechanika's."""

    bases: dict[str, BaseSize] = field(default_factory=lambda: {b.name: b for b in NEO_MECHANIKA_BASES})
    obscuring_depth: float = 3.0  # p. 44: sight may pass through this much obscuring terrain
    cover_within: float = 1.0  # p. 34: intervening terrain this near the target's base gives it cover
    blast_within: float = 2.0  # p. 34
    blast_models: int = 2  # p. 34
    obstacle_height: float = 1.0  # p. 44: an obstacle is at most this tall, a structure at least
    climb_cost: float = 1.0  # p. 44: climbing onto a standable obstacle
    rough_cost: float = 2.0  # p. 44: entered or started in
    rough_minimum: float = 1.0  # p. 44: rough ground shortens a move to no less than this
    jump_clear_of_rough: float = 3.0  # p. 45: rough ground this far below a jump is not entered
    ladder_within: float = 1.0  # p. 45
    ladder_cost: float = 2.0  # p. 45
    squad_within: float = 2.0  # p. 28: the others are repositioned this near the model that moved


NEO_MECHANIKA = SpacePolicy()
