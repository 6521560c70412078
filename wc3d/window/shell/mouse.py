"""What the mouse does: it points, clicks and drags on the screen's board, and turns and shifts the view."""
from __future__ import annotations

from math import dist
from typing import Literal

from wc3d.scene.picking import RayHit
from wc3d.window.shell.mouse_trail import MouseTrail
from wc3d.window.shell.screen import Host

DRAG = 6.0
"""The mouse must move this many pixels before a press becomes a drag."""

PRESSED = 5
"""Pictures after which the panels show what a button did, even one that went down and up at once: they hear of both one after the
other, and do not show a list before they have laid it out."""

Turning = Literal["turn", "shift", "held"]
"""What moving the mouse does to the view while a button is down. The left one, "held" where nothing can be dragged, shifts it."""


class Mouse:
    """The mouse of a window: what it points at (`hit`), where its left button went down, and what it drags."""

    def __init__(self, window: Host) -> None:
        self.window = window
        self.hit: RayHit | None = None
        self.dragging = False
        self.pressed: tuple[tuple[float, float], RayHit | None] | None = None
        self._turning: Turning | None = None
        self._last: tuple[float, float] | None = None
        self._over_panel = False
        self.trail = MouseTrail(window)

    def let_go(self) -> None:
        """Nothing is pressed or dragged any more."""
        self.dragging, self.pressed = False, None

    def stop(self) -> None:
        """Another screen is shown: nothing goes on from the one before."""
        self.let_go()
        self._turning = None

    def press(self) -> None:
        """The left button went down."""
        self.window.dirty(PRESSED)
        spot = self.trail.at_button()
        if spot is not None and not self.window.ui.takes(spot):
            self.pressed = spot, self.window.pick(*spot)

    def release(self) -> None:
        """The left button went up: a click, or the end of a drag."""
        window = self.window
        window.dirty(PRESSED)
        spot = self.trail.at_button()
        if spot is not None and self._turning is None:
            self._begin_drag(spot)  # however fast it was: there need be no picture between press and release
        pressed, dragging = self.pressed, self.dragging
        self.let_go()
        if self._turning == "held":
            self._turning = None
            return
        if pressed is None or spot is None:
            if dragging:
                window.screen.cancelled()
            return
        hit = window.pick(*spot)
        if dragging:
            window.screen.dropped(hit)
            window.log(f"drop {_place(hit)}")
        else:
            window.screen.clicked(hit)
            window.log(f"click {_place(hit)}")

    def turn(self, mode: Turning | None) -> None:
        """Another button went down, or up (None): moving the mouse turns or shifts the view until then."""
        self.window.dirty(PRESSED)
        self.trail.at_button()
        self._turning = mode if mode is None or not self.window.ui.wants_mouse else None

    def follow(self) -> None:
        """See where the mouse is now, and tell the screen."""
        for trail in (self.trail, self.window.ui.trail):
            trail.forget()
        window, spot = self.window, self.window.mouse()
        over_panel = window.ui.wants_mouse
        if spot is None or (spot == self._last and over_panel == self._over_panel):
            return
        self._over_panel = over_panel  # the panels hear of the mouse a frame later: then it is looked at again
        last_spot, self._last = self._last, spot
        if last_spot is not None and self._turning is not None:
            dx, dy = spot[0] - last_spot[0], spot[1] - last_spot[1]
            (window.viewpoint.turn if self._turning == "turn" else window.viewpoint.shift)(dx, dy)
            window.look()
            return
        self._begin_drag(spot)
        self.hit = None if over_panel and not self.dragging else window.pick(*spot)
        (window.screen.dragged if self.dragging else window.screen.pointed)(self.hit)
        window.dirty()

    def _begin_drag(self, spot: tuple[float, float]) -> None:
        """A press becomes a drag, or shifts the view, when the mouse is far enough from where it began."""
        if self.pressed is None or self.dragging or dist(self.pressed[0], spot) <= DRAG:
            return
        start = self.pressed[1]
        if start is not None and self.window.screen.may_drag(start):
            self.dragging = True
        else:
            self._turning = "held"


def _place(hit: RayHit | None) -> str:
    return "nothing" if hit is None else hit.id if hit.what == "body" else "{:.2f} {:.2f} {:.2f}".format(*hit.at)
