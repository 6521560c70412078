"""Damage numbers that rise over models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wc3d.animation.steps import AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB

NUMBER_S, FADE_S = 1.2, 0.35
"""Seconds that a number is visible, and of its fading."""
RISE_IN, START_HEIGHT_IN = 1.5, 0.3
"""How far it rises, and its first height over the model, in inches."""
DAMAGE_RGB: RGB = (255, 104, 84)
NO_DAMAGE_RGB: RGB = (178, 188, 198)


@dataclass(frozen=True)
class DamageNumber:
    """A number over a model: its place, text, color and opacity."""

    at: XYZ
    text: str
    rgb: RGB
    alpha: float


def damage_numbers(
    steps: Sequence[tuple[AnimationStep, float]], *, is_reduced: bool = False
) -> tuple[DamageNumber, ...]:
    """Return the numbers of steps, each with its seconds; with reduced motion they do not rise."""
    numbers = []
    for step, seconds in steps:
        if not step.damage or not 0 <= seconds < NUMBER_S:
            continue
        bodies = {body.id: body for body in step.start_table.bodies}
        share = 0.0 if is_reduced else 1 - (1 - seconds / NUMBER_S) ** 2
        alpha = min(1.0, seconds / 0.1, (NUMBER_S - seconds) / FADE_S)
        for id, points in step.damage.items():
            if id in bodies:
                x, y, z = bodies[id].at
                height = bodies[id].height + START_HEIGHT_IN + RISE_IN * share
                rgb = DAMAGE_RGB if points else NO_DAMAGE_RGB
                numbers.append(DamageNumber((x, y, z + height), str(points), rgb, alpha))
    return tuple(numbers)
