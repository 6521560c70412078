"""What is left of a destroyed model for a while: its wreck, then a stain on the ground. It has no rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wc3d.animation.effects import impact_delay_s
from wc3d.animation.falls import FallKind, fall_kind
from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.presentation.evidence_view import XYZ

WRECK_S, WRECK_FADE_S = 3.6, 0.7
"""The second since its fall began at which a wreck is gone, and the seconds of its fading."""
STAIN_S, STAIN_GROW_S, STAIN_FADE_S = 9.0, 0.6, 1.5
"""The second at which a stain is gone, and the seconds of its growth and of its fading."""
STAIN_SIZES = {FallKind.COLLAPSE: 1.6, FallKind.TOPPLE: 1.2, FallKind.BREAK: 1.2}
"""The radius of a stain by fall, compared with the base."""


@dataclass(frozen=True)
class Remains:
    """The remains of a model of a step that began at the time `since`."""

    id: str
    step: AnimationStep
    since: float
    at: XYZ
    stain_radius: float
    delay_s: float
    """The second of the step at which it is struck."""
    cleared_s: float = WRECK_S
    """The second of the step at which the wreck is gone."""

    def wreck_alpha(self, seconds: float) -> float:
        """Return the opacity of the wreck, also of who falls, some seconds after the step began."""
        return min(1.0, max(0.0, (self.cleared_s - seconds) / WRECK_FADE_S))

    def cleared(self, seconds: float) -> Remains:
        """Return the remains as they begin to fade some seconds after the step began, at the latest."""
        return replace(self, cleared_s=min(self.cleared_s, seconds + WRECK_FADE_S))

    def stain_alpha(self, seconds: float) -> float:
        """Return the opacity of the stain some seconds after the step began."""
        share = min((seconds - self.delay_s) / STAIN_GROW_S, (STAIN_S - seconds) / STAIN_FADE_S)
        return min(1.0, max(0.0, share))


def remains_of(step: AnimationStep, since: float) -> Iterator[Remains]:
    """Yield the remains of the models destroyed in a step."""
    if step.kind is not AnimationKind.GONE:
        return
    bodies = {body.id: body for body in step.start_table.bodies}
    for id in step.destroyed_models:
        if id in bodies:
            fall = fall_kind(step, id)
            radius = STAIN_SIZES[fall] * bodies[id].radius
            yield Remains(id, step, since, bodies[id].at, radius, impact_delay_s(step))
