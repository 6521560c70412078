"""Where the mouse was when a button went down or up: where pictures take long it is elsewhere by the time that is heard."""

from __future__ import annotations

from typing import Protocol

Spot = tuple[float, float]
"""A pixel, from the left and from the top."""


class MouseSource(Protocol):
    """What knows where the mouse was between two pictures."""

    def recent_mouse_positions(self) -> list[tuple[int, Spot]]:
        """Where the mouse was lately, in pixels, each place with its running number."""

    def mouse_position(self) -> Spot | None:
        """The mouse in pixels, or None outside the window."""


class MouseTrail:
    """Tells each listener of buttons their places, one by one: a button that goes down or up leaves its place twice."""

    def __init__(self, window: MouseSource) -> None:
        self.window = window
        self._heard: tuple[int, Spot | None] = (-1, None)
        self._twice: list[Spot] | None = None

    def position_at_button(self) -> Spot | None:
        """Where the mouse was at the next button of this step; where it is now if that is not known."""
        if self._twice is None:
            self._twice, (number, last_spot) = [], self._heard
            for new, spot in self.window.recent_mouse_positions():
                if new > number and spot == last_spot:
                    self._twice.append(spot)
                last_spot = spot if new > number else last_spot
        return self._twice.pop(0) if self._twice else self.window.mouse_position()

    def clear(self) -> None:
        """The step is over: all that the trail has of it has been heard."""
        self._twice = None
        if trail := self.window.recent_mouse_positions():
            self._heard = trail[-1]
