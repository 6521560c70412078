"""The mouse position at each button event, which slow frames handle later."""

from __future__ import annotations

from typing import Protocol

Spot = tuple[float, float]
"""A pixel, measured from the left and the top."""


class MouseSource(Protocol):
    """A source of mouse positions between frames."""

    def recent_mouse_positions(self) -> list[tuple[int, Spot]]:
        """Return recent mouse positions in pixels with sequence numbers."""

    def mouse_position(self) -> Spot | None:
        """Return the mouse in pixels, or None outside the window."""


class MouseTrail:
    """Positions of button events; each press or release adds its position twice."""

    def __init__(self, window: MouseSource) -> None:
        self.window = window
        self._heard: tuple[int, Spot | None] = (-1, None)
        self._twice: list[Spot] | None = None

    def position_at_button(self) -> Spot | None:
        """Return the position of this step's next button event, or the current position."""
        if self._twice is None:
            self._twice, (number, last_spot) = [], self._heard
            for new, spot in self.window.recent_mouse_positions():
                if new > number and spot == last_spot:
                    self._twice.append(spot)
                last_spot = spot if new > number else last_spot
        return self._twice.pop(0) if self._twice else self.window.mouse_position()

    def clear(self) -> None:
        """Discard the positions of the finished step."""
        self._twice = None
        if trail := self.window.recent_mouse_positions():
            self._heard = trail[-1]
