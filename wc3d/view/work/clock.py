"""When to tell again how far something is."""
from __future__ import annotations

import time

OFTEN = 0.25
"""Seconds between two tellings."""


class Clock:
    """Strikes a few times a second: what is busy is drawn again then, and not with every step, which would slow it down."""

    def __init__(self) -> None:
        self._struck = 0.0

    def strikes(self) -> bool:
        """Is it time again?"""
        now = time.monotonic()
        if now - self._struck < OFTEN:
            return False
        self._struck = now
        return True
