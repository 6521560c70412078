"""A timer that limits the rate of progress reports."""

from __future__ import annotations

import time

DEFAULT_INTERVAL_S = 0.25
"""The default interval between reports. Seconds."""


class IntervalTimer:
    """A rate limit for redraws during long work, because each redraw slows the work down."""

    def __init__(self, interval: float = DEFAULT_INTERVAL_S) -> None:
        self._often = interval
        self._struck = 0.0

    def is_due(self) -> bool:
        """Return whether the interval has passed."""
        current_time = time.monotonic()
        if current_time - self._struck < self._often:
            return False
        self._struck = current_time
        return True
