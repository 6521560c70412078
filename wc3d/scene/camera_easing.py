"""A camera on its way from one place to another: it begins and ends gently."""
from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.scene.camera import Orbit

GLIDE = 0.7
"""Seconds that a camera takes, at the usual speed."""


@dataclass(frozen=True)
class Glide:
    """A way from one orbit to another that begins at a time (in seconds) and takes so long."""

    start: Orbit
    end: Orbit
    began: float
    seconds: float = GLIDE

    def done(self, now: float) -> bool:
        """Has it arrived?"""
        return now >= self.began + self.seconds

    def at(self, now: float) -> Orbit:
        """Where the camera is at a time."""
        part = min(1.0, max(0.0, (now - self.began) / self.seconds)) if self.seconds > 0 else 1.0
        if part >= 1.0:
            return self.end
        part = part * part * (3 - 2 * part)
        one, other = self.start, self.end
        turn = (other.turn - one.turn + 180.0) % 360.0 - 180.0
        x, y, z = (a + (b - a) * part for a, b in zip(one.target, other.target, strict=True))
        return replace(
            one, target=(x, y, z), turn=(one.turn + turn * part) % 360.0, tilt=one.tilt + (other.tilt - one.tilt) * part,
            away=one.away + (other.away - one.away) * part, angle=one.angle + (other.angle - one.angle) * part,
        )  # fmt: skip
