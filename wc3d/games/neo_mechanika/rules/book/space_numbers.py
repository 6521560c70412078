"""The numbers that the book gives for space, in inches."""
from __future__ import annotations

from wc3d.table.space_numbers import BASES, SpaceNumbers

SPACE_NUMBERS = SpaceNumbers(
    bases=BASES,  # p. 32
    obscuring_depth=3.0,  # p. 44
    cover_within=1.0,  # p. 34
    blast_within=2.0,  # p. 34
    blast_models=2,  # p. 34
    obstacle_height=1.0,  # p. 44
    climb_cost=1.0,  # p. 44
    rough_cost=2.0,  # p. 44
    rough_minimum=1.0,  # p. 44
    jump_clear_of_rough=3.0,  # p. 45
    ladder_within=1.0,  # p. 45
    ladder_cost=2.0,  # p. 45
    squad_within=2.0,  # p. 28
)
