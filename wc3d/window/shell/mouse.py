"""Mouse input: pointing, clicking and dragging on the table, and moving the camera."""

from __future__ import annotations

import time
from math import dist
from typing import Literal

from wc3d.scene.picking import RayHit
from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.mouse_trail import MouseTrail, Spot
from wc3d.window.shell.screen import WindowProtocol

DRAG_THRESHOLD_PX = 6.0
"""Movement in pixels that turns a press into a drag."""

FRAMES_AFTER_PRESS = 5
"""Frames drawn after a button press so that the panels show its effect.

ImGui handles a quick press and release in separate frames and lays out a list before showing it.
"""

ViewDragMode = Literal["turn", "shift", "held"]
"""The effect of a drag: turn or shift the view. "held" is a left drag, which shifts the view."""


class MouseInput(InputLayer):
    """Mouse input of a window: the `hover_hit` below the mouse, the press position and the drag.

    `cursor` is the pixel of the table cursor, which takes the place of the mouse if it is not None.
    """

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.hover_hit: RayHit | None = None
        self.is_dragging = False
        self.press_start: tuple[Spot, RayHit | None] | None = None
        self._turning: ViewDragMode | None = None
        self._last: tuple[float, float] | None = None
        self._over_panel = False
        self.cursor: Spot | None = None
        self.trail = MouseTrail(window)
        self.last_move_s = time.monotonic()
        """When the mouse last moved."""

    def on_cancel(self) -> bool:
        self.cancel_press()
        return False

    def cancel_press(self) -> None:
        """Cancel the press or drag."""
        self.is_dragging = False
        self.press_start = None

    def reset(self) -> None:
        """Reset the input for a new screen."""
        self.cancel_press()
        self._turning = None
        self.cursor = None

    def set_cursor(self, spot: Spot | None) -> None:
        """Let the table cursor take the place of the mouse, or end this with None."""
        self.cursor = spot
        self._last = None

    def on_press(self) -> None:
        """Handle a left button press."""
        self.window.request_redraw(FRAMES_AFTER_PRESS)
        spot = self.trail.position_at_button()
        if spot is not None and not self.window.ui.is_press_on_panel(spot):
            self.press_at(spot)

    def press_at(self, spot: Spot) -> None:
        """Handle a press on the table."""
        self.press_start = spot, self.window.hit_test(*spot)

    def begin_drag_here(self) -> bool:
        """Begin a drag at the press without a movement. Return whether one has begun."""
        hit = self.press_start[1] if self.press_start is not None else None
        self.is_dragging = self.window.input_stack.begin_drag(hit, self.window.camera_position)
        return self.is_dragging

    def on_release(self) -> None:
        """Handle a left button release: a click or the end of a drag."""
        self.release_at(self.trail.position_at_button())

    def release_at(self, spot: Spot | None) -> None:
        """Handle a release on the table, or outside the window (None)."""
        window = self.window
        window.request_redraw(FRAMES_AFTER_PRESS)
        if spot is not None and self._turning is None:
            self._begin_drag(spot)  # a fast press and release may have no frame between them
        pressed = self.press_start
        dragging = self.is_dragging
        self.cancel_press()
        if self._turning == "held":
            self._turning = None
            return
        if pressed is None or spot is None:
            if dragging:
                window.screen.cancel()
            return
        hit = window.hit_test(*spot)
        if dragging:
            window.input_stack.on_drop(hit)
            window.log(f"drop {_hit_words(hit)}")
        else:
            window.input_stack.on_click(hit)
            window.log(f"click {_hit_words(hit)}")

    def set_view_drag(self, mode: ViewDragMode | None) -> None:
        """Set the view drag when another button goes down, or None when it goes up."""
        self.window.request_redraw(FRAMES_AFTER_PRESS)
        self.trail.position_at_button()
        is_blocked = self.window.ui.wants_mouse or self.window.input_stack.has_dialog
        self._turning = mode if mode is None or not is_blocked else None

    def update(self) -> None:
        """Read the mouse position and notify the screen."""
        for trail in (self.trail, self.window.ui.mouse_trail):
            trail.clear()
        window = self.window
        spot = self.window.mouse_position()
        over_panel = window.ui.wants_mouse and self.cursor is None
        if spot is None or (spot == self._last and over_panel == self._over_panel):
            return
        self.last_move_s = time.monotonic()
        self._over_panel = over_panel  # ImGui's hover state is one frame late: check again
        last_spot = self._last
        self._last = spot
        if last_spot is not None and self._turning is not None:
            dx, dy = spot[0] - last_spot[0], spot[1] - last_spot[1]
            (window.viewpoint.rotate if self._turning == "turn" else window.viewpoint.pan)(dx, dy)
            window.aim_camera()
            return
        self._begin_drag(spot)
        self.hover_hit = None if over_panel and not self.is_dragging else window.hit_test(*spot)
        stack = window.input_stack
        (stack.on_drag if self.is_dragging else stack.on_hover)(self.hover_hit)
        window.request_redraw()

    def _begin_drag(self, spot: tuple[float, float]) -> None:
        """Turn a press into a drag or a view shift once the mouse has moved far enough."""
        if (
            self.press_start is None
            or self.is_dragging
            or dist(self.press_start[0], spot) <= DRAG_THRESHOLD_PX
        ):
            return
        start = self.press_start[1]
        window = self.window
        if window.input_stack.begin_drag(start, window.camera_position):
            self.is_dragging = True
        else:
            self._turning = "held"


def _hit_words(hit: RayHit | None) -> str:
    return (
        "nothing"
        if hit is None
        else hit.id
        if hit.kind == "body"
        else "{:.2f} {:.2f} {:.2f}".format(*hit.at)
    )
