"""Graphics qualities: what each one draws, and the choice of one by measured frame times."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

PLAIN_SHADOW_SAMPLES = 12
"""The most shadow samples of the plain look; a scene with more of them is physically based."""
SLOW_FRAME_MS = 30.0
"""A longer frame is too slow for the "auto" quality, in milliseconds."""
SKIPPED_FRAMES, MEASURED_FRAMES = 4, 6
"""Frames after a change that compile shaders and load textures, and frames that are measured."""
SLOW_ROUNDS = 2
"""Slow rounds of measuring, one after the other, that drop the quality by one step."""


class Quality(StrEnum):
    """A graphics quality. "photo" is for pictures alone."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    PHOTO = "photo"


WINDOW_QUALITIES = (Quality.LOW, Quality.MEDIUM, Quality.HIGH)
"""The qualities of the window, lowest first."""


@dataclass(frozen=True)
class QualityLevel:
    """What the physically based picture of a quality is made of.

    `shadow_samples` is the softness of shadows and `shadow_map_px` the width of their map.
    `multisamples` and `supersampling` (a factor for each axis) smooth edges. `occlusion_samples`
    darken corners. `has_depth_of_field` blurs what is nearer or farther than the middle.
    """

    shadow_samples: int
    shadow_map_px: int = 2048
    multisamples: int = 0
    supersampling: int = 1
    occlusion_samples: int = 8
    has_depth_of_field: bool = False


QUALITY_LEVELS = {
    Quality.MEDIUM: QualityLevel(16),
    Quality.HIGH: QualityLevel(24, 4096, 4, occlusion_samples=12),
    Quality.PHOTO: QualityLevel(
        40, 4096, supersampling=2, occlusion_samples=24, has_depth_of_field=True
    ),
}
"""The levels of the qualities with a physically based picture; "low" has none."""


def is_physical(shadow_samples: int) -> bool:
    """Return whether a scene with this many shadow samples is physically based."""
    return shadow_samples > PLAIN_SHADOW_SAMPLES


def shadow_map_width(shadow_samples: int) -> int:
    """Return the width of the shadow map in pixels for this many samples."""
    widths = {level.shadow_samples: level.shadow_map_px for level in QUALITY_LEVELS.values()}
    return widths.get(shadow_samples, QualityLevel(shadow_samples).shadow_map_px)


def starting_quality(setting: str, is_software: bool) -> Quality:
    """Return the quality of a setting; "auto" begins high on graphics hardware."""
    if setting == "auto":
        return Quality.LOW if is_software else Quality.HIGH
    return Quality(setting)


def next_quality(quality: Quality) -> Quality:
    """Return the next quality of the window; after the highest comes the lowest."""
    number = WINDOW_QUALITIES.index(quality) + 1 if quality in WINDOW_QUALITIES else 0
    return WINDOW_QUALITIES[number % len(WINDOW_QUALITIES)]


def lower_quality(quality: Quality) -> Quality:
    """Return the quality one step lower; the lowest stays."""
    return WINDOW_QUALITIES[max(0, WINDOW_QUALITIES.index(quality) - 1)]


@dataclass
class AutomaticQuality:
    """A quality that drops by a step when frames take long.

    It never rises again by itself, so that it cannot alternate between two qualities. One slow
    frame, or one slow round, changes nothing.
    """

    quality: Quality
    _skipped: int = 0
    _slow_rounds: int = 0
    _frames_ms: deque[float] = field(default_factory=deque)

    @property
    def is_settled(self) -> bool:
        """Return whether the quality is the lowest, or the last round was quick enough."""
        return self.quality is Quality.LOW or self._slow_rounds < 0

    def record_frame(self, milliseconds: float) -> Quality:
        """Record the time of a frame and return the quality for the next one."""
        if self.is_settled:
            return self.quality
        self._skipped += 1
        if self._skipped <= SKIPPED_FRAMES:
            return self.quality
        self._frames_ms.append(milliseconds)
        if len(self._frames_ms) == MEASURED_FRAMES:
            self._end_round(sorted(self._frames_ms)[MEASURED_FRAMES // 2] > SLOW_FRAME_MS)
        return self.quality

    def _end_round(self, is_slow: bool) -> None:
        self._frames_ms.clear()
        self._slow_rounds = self._slow_rounds + 1 if is_slow else -1
        if self._slow_rounds == SLOW_ROUNDS:
            self.quality = lower_quality(self.quality)
            self._skipped = self._slow_rounds = 0
