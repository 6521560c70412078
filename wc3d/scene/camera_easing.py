"""A camera on its way from one place to another: it begins and ends gently."""
from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.scene.camera import Orbit

GLIDE_DURATION_S = 0.7
"""Seconds that a camera takes, at the usual speed."""


@dataclass(frozen=True)
class CameraGlide:
    """A way from one orbit to another that begins at a time (in seconds) and takes so long."""

    start: Orbit
    end: Orbit
    start_time: float
    duration_s: float = GLIDE_DURATION_S

    def is_done(self, time_s: float) -> bool:
        """Has it arrived?"""
        return time_s >= self.start_time + self.duration_s

    def orbit_at(self, time_s: float) -> Orbit:
        """Where the camera is at a time."""
        part = min(1.0, max(0.0, (time_s - self.start_time) / self.duration_s)) if self.duration_s > 0 else 1.0
        if part >= 1.0:
            return self.end
        part = part * part * (3 - 2 * part)
        start, end = self.start, self.end
        turn = (end.turn - start.turn + 180.0) % 360.0 - 180.0
        x, y, z = (a + (b - a) * part for a, b in zip(start.target, end.target, strict=True))
        return replace(
            start, target=(x, y, z), turn=(start.turn + turn * part) % 360.0, tilt=start.tilt + (end.tilt - start.tilt) * part,
            distance=start.distance + (end.distance - start.distance) * part, field_of_view=start.field_of_view + (end.field_of_view - start.field_of_view) * part,
        )  # fmt: skip
