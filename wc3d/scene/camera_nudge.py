"""The nudge of the camera when a model is hit or something breaks."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sin

from wc3d.animation.effects import EffectKind, VisualEffect

NUDGE_SHARE = 0.0035
"""The longest nudge, as a share of the camera's distance."""
NUDGE_S, NUDGE_WAVES_PER_S = 0.32, 55.0
STRENGTHS = {
    EffectKind.BLAST: 1.0,
    EffectKind.SHARDS: 0.8,
    EffectKind.DEBRIS: 0.7,
    EffectKind.IMPACT: 0.5,
}
"""The effects that nudge the camera, and how much."""


def camera_nudge(effects: Sequence[tuple[VisualEffect, float]]) -> tuple[float, float]:
    """Return the shift of the camera to the right and up, as shares of its distance."""
    across, up = 0.0, 0.0
    for effect, seconds in effects:
        age = seconds - effect.start_s
        if effect.kind in STRENGTHS and 0 <= age < NUDGE_S:
            swing = NUDGE_SHARE * STRENGTHS[effect.kind] * exp(-9 * age) * (1 - age / NUDGE_S)
            side = 1 if effect.seed % 2 else -1
            across += side * swing * sin(NUDGE_WAVES_PER_S * age)
            up += swing * sin(0.8 * NUDGE_WAVES_PER_S * age)
    limit = 2 * NUDGE_SHARE
    return min(limit, max(-limit, across)), min(limit, max(-limit, up))
