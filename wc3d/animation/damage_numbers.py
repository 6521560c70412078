"""Damage numbers and short words that rise over models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wc3d.animation.effects import impact_delay_s
from wc3d.animation.steps import MISS_WORDS, AnimationKind, AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB

NUMBER_S, FADE_S = 1.6, 0.4
"""Seconds that a number is visible, and of its fading."""
MIN_WORD_S = 0.6
"""The least seconds that a word is visible."""
POP_S, POP_SCALE = 0.18, 1.7
"""Seconds in which a number shrinks to its size, and how large it is at first."""
RISE_IN, WORD_RISE_IN, START_HEIGHT_IN = 1.7, 0.3, 0.3
"""How far a number and a word rise, and their first height over the model, in inches."""
DAMAGE_RGB: RGB = (255, 104, 84)
NO_DAMAGE_RGB: RGB = (178, 188, 198)
NO_DAMAGE_WORDS = "no damage"


@dataclass(frozen=True)
class DamageNumber:
    """A number or word over a model: its place, text, color, opacity, and share of its size."""

    at: XYZ
    text: str
    rgb: RGB
    alpha: float
    scale: float = 1.0

    @property
    def is_word(self) -> bool:
        """Whether this is a word, which is smaller and rises less."""
        return _is_word(self.text)


def _is_word(text: str) -> bool:
    return text[-1:].isalpha()


def has_number(step: AnimationStep) -> bool:
    """Return whether numbers or words rise in a step."""
    return any(_texts(step))


def number_seconds(step: AnimationStep, *, is_reduced: bool = False) -> float:
    """Return the seconds that a step's numbers are visible: the word of an end goes with its step.

    So it does not hang over the next attack.
    """
    if step.kind is not AnimationKind.GONE:
        return NUMBER_S
    delay = 0.0 if is_reduced else impact_delay_s(step)
    return min(NUMBER_S, max(MIN_WORD_S, step.seconds - delay))


def _texts(step: AnimationStep) -> Iterator[tuple[str, str, RGB]]:
    """Yield the models of a step with their texts and colors."""
    for id, points in step.damage.items():
        yield (
            id,
            f"−{points}" if points else NO_DAMAGE_WORDS,
            DAMAGE_RGB if points else NO_DAMAGE_RGB,
        )
    if step.kind is AnimationKind.WORDS and step.words.startswith(MISS_WORDS):
        words = step.words.partition(",")[0]
        yield step.beside_model, words, NO_DAMAGE_RGB
    if step.kind is AnimationKind.GONE and step.words:
        for id in step.destroyed_models:
            yield id, step.words, DAMAGE_RGB


def damage_numbers(
    steps: Sequence[tuple[AnimationStep, float]], *, is_reduced: bool = False
) -> tuple[DamageNumber, ...]:
    """Return the numbers of steps, each with its seconds; with reduced motion they do not rise."""
    numbers = []
    for step, step_seconds in steps:
        seconds = step_seconds - (0.0 if is_reduced else impact_delay_s(step))
        end = number_seconds(step, is_reduced=is_reduced)
        if not 0 <= seconds < end:
            continue
        bodies = {body.id: body for body in step.start_table.bodies}
        share = 0.0 if is_reduced else 1 - (1 - seconds / end) ** 2
        pop = 0.0 if is_reduced else max(0.0, 1 - seconds / POP_S)
        alpha = min(1.0, seconds / 0.05, (end - seconds) / FADE_S)
        for id, text, rgb in _texts(step):
            if id in bodies:
                x, y, z = bodies[id].at
                rise = WORD_RISE_IN if _is_word(text) else RISE_IN
                height = bodies[id].height + START_HEIGHT_IN + rise * share
                scale = 1 + (POP_SCALE - 1) * pop
                numbers.append(DamageNumber((x, y, z + height), text, rgb, alpha, scale))
    return tuple(numbers)
