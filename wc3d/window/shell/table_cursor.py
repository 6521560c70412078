"""A cross on the table that the keyboard moves in place of the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.ui.input_stack import Command, InputLayer
from wc3d.window.shell.mouse import MouseInput
from wc3d.window.shell.mouse_trail import Spot
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.widgets import pack_color

STEP_PX, FAST_STEP_PX, FINE_STEP_PX = 12.0, 60.0, 1.0
"""Movement of the cross per key press, alone, with Shift and with Ctrl, at text scale 1."""
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Directions of the arrow keys in the picture."""
BODY_HEIGHT_SHARES, BODY_SIDE_SHARES = (0.6, 0.9, 0.3), (0.0, -0.6, 0.6)
"""Places on a model to aim at: shares of its height and, to its sides, of its radius."""
ARM_PX, GAP_PX = 24.0, 5.0
"""Length of the cross's arms, and the gap in its middle, at text scale 1."""
CROSS_RGB, OUTLINE_RGB = (255, 255, 255), (10, 13, 17)
EDGE_PX = 24.0
"""Distance from the edge of the window at which the view moves instead of the cross."""


class TableCursor(InputLayer):
    """The cross. It gives `mouse` its pixel, so that a screen cannot tell it from the mouse."""

    def __init__(self, window: WindowProtocol, mouse: MouseInput) -> None:
        self._window = window
        self._mouse = mouse
        self._at: XYZ | None = None
        self._model: str | None = None

    @property
    def is_active(self) -> bool:
        return self._mouse.cursor is not None

    def keys(self) -> Mapping[str, Command]:
        steps = (("", STEP_PX), ("shift-", FAST_STEP_PX), ("control-", FINE_STEP_PX))
        moves = {
            f"{prefix}arrow_{side}": partial(self.move, x * step, y * step)
            for (prefix, step), (side, (x, y)) in product(steps, DIRECTIONS.items())
        }
        return {
            **moves,
            "tab": partial(self.go_to_next_model, 1),
            "shift-tab": partial(self.go_to_next_model, -1),
            "enter": self.press,
            "shift-enter": self.press,
            "control-enter": self.drag,
        }

    def toggle(self) -> None:
        """Show the cross at the selected model or in the middle of the picture, or hide it."""
        if self.is_active:
            self.hide()
            return
        width, height = self._window.render_target.size
        self._place((width / 2, height / 2))
        table = self._window.screen.table
        selected = self._window.screen.selected
        if table is not None and selected in [body.id for body in table.bodies]:
            self._go_to_model(table.body(selected))
        key = self._window.ui.key_for_command("cross")
        self._window.notices.show_message(
            f"Arrow keys move the cross (faster with Shift, finer with Ctrl), Tab goes to the next "
            f"model, Enter clicks. Enter on a selected model drags it. {key} hides the cross."
        )

    def hide(self) -> None:
        """Return the table to the mouse."""
        self._mouse.set_cursor(None)
        self._at = self._model = None

    # --- moving

    def move(self, dx: float, dy: float) -> None:
        """Move the cross, or the view if the cross would leave the window or go below a panel."""
        spot = self._mouse.cursor
        if spot is None:
            return
        scale = self._window.ui.scale
        dx, dy = dx * scale, dy * scale
        goal = spot[0] + dx, spot[1] + dy
        if not self._is_free(goal):
            goal = spot
            self._at = None
            self._window.viewpoint.pan(-dx, -dy)
            self._window.aim_camera()
        self._model = None
        self._place(goal)

    def _is_free(self, spot: Spot) -> bool:
        """Return whether a pixel is in the window, away from its edge, and below no panel."""
        width, height = self._window.render_target.size
        is_inside = EDGE_PX < spot[0] < width - EDGE_PX and EDGE_PX < spot[1] < height - EDGE_PX
        return is_inside and not self._window.ui.covers(spot)

    def _place(self, spot: Spot) -> None:
        hit = self._window.hit_test(*spot)
        self._at = hit.at if hit is not None else None
        self._mouse.set_cursor(spot)
        self._window.request_redraw()

    def on_camera_changed(self) -> None:
        """Keep the cross at its place on the table."""
        spot = self._window.project_to_pixel(self._at) if self._at is not None else None
        if self.is_active and spot is not None:
            self._mouse.set_cursor(spot)

    def go_to_next_model(self, step: int) -> None:
        """Go to the next model, or back to the last one with a `step` of -1."""
        table = self._window.screen.table
        ids = list(self._window.screen.cursor_stops())
        if table is None or not ids:
            return
        start = self._model or self._window.screen.selected
        number = ids.index(start) + step if start in ids else min(0, step)
        self._go_to_model(table.body(ids[number % len(ids)]))

    def _go_to_model(self, body: Body) -> None:
        self._model = body.id
        spot = self._find_visible_spot(body)
        if spot is None or not self._is_free(spot):
            self._window.viewpoint.center_on(body.at)
            self._window.aim_camera()
            spot = self._find_visible_spot(body)
        if spot is not None:
            self._place(spot)
        else:
            key = self._window.ui.key_for_command("top")
            self._window.notices.show_message(
                f"{body.id} is hidden behind something. Press {key} to look from above."
            )

    def _find_visible_spot(self, body: Body) -> Spot | None:
        """Return a pixel at which a click hits a model, or None if it is hidden."""
        x, y, z = body.at
        for height, side in product(BODY_HEIGHT_SHARES, BODY_SIDE_SHARES):
            middle = self._window.project_to_pixel((x, y, z + height * body.height))
            edge = self._window.project_to_pixel((x + body.radius, y, z + height * body.height))
            if middle is None or edge is None:
                continue
            spot = middle[0] + side * abs(edge[0] - middle[0]), middle[1]
            hit = self._window.hit_test(*spot)
            if hit is not None and hit.id == body.id:
                return spot
        return None

    # --- clicking and dragging

    def press(self) -> None:
        """Click here, end a drag here, or begin to drag the selected model that is here."""
        spot = self._mouse.cursor
        if spot is None:
            return
        hit = self._window.hit_test(*spot)
        selected = self._window.screen.selected
        if self._mouse.is_dragging:
            self._mouse.release_at(spot)
        elif hit is not None and hit.kind == "body" and hit.id == selected:
            self.drag()
        else:
            self._mouse.press_at(spot)
            self._mouse.release_at(spot)

    def drag(self) -> None:
        """Begin to drag what is here, or click if it cannot be dragged."""
        spot = self._mouse.cursor
        if spot is not None and not self._mouse.is_dragging:
            self._mouse.press_at(spot)
            if not self._mouse.begin_drag_here():
                self._mouse.release_at(spot)

    # --- drawing

    def draw(self, ui: Any) -> None:
        """Draw the cross, dark around bright, with a ring while something is dragged."""
        if self._mouse.cursor is None:
            return
        x, y = self._mouse.cursor
        draw = imgui.get_background_draw_list()
        arm, gap = ARM_PX * ui.scale, GAP_PX * ui.scale
        for rgb, thickness in ((OUTLINE_RGB, 7.0), (CROSS_RGB, 3.0)):
            color = pack_color(rgb)
            for u, v in DIRECTIONS.values():
                start = (x + u * gap, y + v * gap)
                draw.add_line(start, (x + u * arm, y + v * arm), color, thickness * ui.scale)
            if self._mouse.is_dragging:
                draw.add_circle((x, y), arm, color, 0, thickness * ui.scale)
        ui.widget_rects["cross"] = (x - arm, y - arm, x + arm, y + arm)
