"""The slow camera of the start screen, which rests whenever it could be in the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import cos, pi, sin

from wc3d.scene.camera import Orbit
from wc3d.window.shell.screen import WindowProtocol

TURN_DEG, TILT_DEG = 13.0, 2.0
"""How far the camera turns and tilts to either side."""
PERIOD_S = 80.0
"""The time of one swing to both sides."""
START_DURATION_S = 3.0
"""The time until the camera has its full speed."""
FRAME_INTERVAL_S = 1 / 30
MAX_IDLE_S = 60.0
"""The time without input after which the camera rests."""
SLOW_FRAME_S, INPUT_PAUSE_S = 0.015, 0.6
"""A picture that takes longer than this is slow; the camera then rests after each input."""
MAX_DRAWING_SHARE = 0.25
"""The largest share of the time that slow pictures may take."""


class SlowCamera:
    """Moves a window's view to and fro. `now` is the clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._moved_s = 0.0
        self._last_step: float | None = None
        self._frame_s = 0.0
        self._has_just_moved = False

    def step(self, window: WindowProtocol, is_allowed: bool) -> bool:
        """Move the view if it is time. Return whether it has moved.

        `is_allowed` says whether the screen lets the camera move now.
        """
        clock = self._now()
        if self._has_just_moved and self._last_step is not None:
            self._frame_s = clock - self._last_step
        self._has_just_moved = False
        if not (is_allowed and can_move(window) and self._has_quiet(window)):
            self._last_step = None
            return False
        if self._last_step is None:
            self._last_step = clock
            return False
        interval = max(FRAME_INTERVAL_S, self._frame_s / MAX_DRAWING_SHARE)
        if clock - self._last_step < interval:
            return False
        before = self._moved_s
        self._moved_s += min(clock - self._last_step, 2 * interval)
        self._last_step = clock
        self._has_just_moved = True
        window.viewpoint.orbit = _shift(window.viewpoint.orbit, before, self._moved_s)
        window.aim_camera(1)
        return True

    def _has_quiet(self, window: WindowProtocol) -> bool:
        """Return whether no input waits for a slow picture."""
        return self._frame_s < SLOW_FRAME_S or window.idle_s > INPUT_PAUSE_S


def can_move(window: WindowProtocol) -> bool:
    """Return whether the settings and the state of a window let its picture move."""
    display = window.settings.display
    if display.start_picture == "still":
        return False
    has_full_motion = display.motion == "full" and display.pace > 0
    if display.start_picture == "auto" and (
        window.render_target.is_software or not has_full_motion
    ):
        return False
    return (
        window.has_focus
        and window.idle_s < MAX_IDLE_S
        and not window.input_stack.has_dialog
        and not window.ui.wants_keys
        and not window.ui.is_list_open
    )


def _shift(orbit: Orbit, before: float, after: float) -> Orbit:
    """Return an orbit moved along the swing from one time to another."""
    (turn, tilt), (new_turn, new_tilt) = _swing(before), _swing(after)
    return replace(
        orbit, turn=(orbit.turn + new_turn - turn) % 360, tilt=orbit.tilt + new_tilt - tilt
    )


def _swing(seconds: float) -> tuple[float, float]:
    """Return how far the camera has turned and tilted after a time of movement, in degrees."""
    if seconds < START_DURATION_S:
        seconds = seconds * seconds / (2 * START_DURATION_S)
    else:
        seconds -= START_DURATION_S / 2
    angle = 2 * pi * seconds / PERIOD_S
    return TURN_DEG * sin(angle), TILT_DEG * (1 - cos(angle))
