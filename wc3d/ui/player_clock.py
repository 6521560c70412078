"""The clocks of a hosted game, as the window and the terminal show them."""

from __future__ import annotations

from dataclasses import dataclass

LOW_TIME_S = 60.0
"""Remaining seconds below which a clock is shown as a warning."""


@dataclass(frozen=True)
class PlayerClock:
    """The remaining seconds of a player."""

    player: int
    name: str
    seconds: float
    is_running: bool

    @property
    def words(self) -> str:
        """The remaining time as minutes and seconds."""
        return format_clock(self.seconds)

    @property
    def is_low(self) -> bool:
        """Return whether the player has little time left."""
        return self.seconds < LOW_TIME_S


def format_clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
