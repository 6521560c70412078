"""When to tell again how far something is."""
from __future__ import annotations

import time

OFTEN = 0.25
"""Seconds between two tellings, where nothing else is said."""


class Clock:
    """Strikes every so many seconds: what is busy is drawn again then, and not with every step, which would slow it down."""

    def __init__(self, often: float = OFTEN) -> None:
        self._often, self._struck = often, 0.0

    def strikes(self) -> bool:
        """Is it time again?"""
        now = time.monotonic()
        if now - self._struck < self._often:
            return False
        self._struck = now
        return True
