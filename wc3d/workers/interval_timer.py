"""When to tell again how far something is."""

from __future__ import annotations

import time

DEFAULT_INTERVAL_S = 0.25
"""Seconds between two tellings, where nothing else is said."""


class IntervalTimer:
    """Strikes every so many seconds: what is busy is drawn again then, and not with every step, which would slow it down."""

    def __init__(self, interval: float = DEFAULT_INTERVAL_S) -> None:
        self._often, self._struck = interval, 0.0

    def is_due(self) -> bool:
        """Is it time again?"""
        current_time = time.monotonic()
        if current_time - self._struck < self._often:
            return False
        self._struck = current_time
        return True
