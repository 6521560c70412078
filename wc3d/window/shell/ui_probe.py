"""A log of the window's state for tests that use a real mouse on a virtual screen.

The environment variable WC3D_WATCH names the file. Each change adds a line of JSON. {"log": ...}
is an event. Other lines have the widgets, the mouse, the projection, and whether the picture is
drawn and final.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.window import Window

PROBE_VARIABLE = "WC3D_WATCH"
AFTER_DRAWING_SORT = 60
"""Sort value of a task after Panda's drawing task (50)."""
STEPS_UNTIL_SHOWN = 3
"""Steps until a drawn picture is on the screen."""


def requested_probe() -> UiProbe | None:
    """Return the probe that a test requested, or None."""
    path = os.environ.get(PROBE_VARIABLE)
    return UiProbe(Path(path)) if path else None


class UiProbe:
    """Writes a window's events and state to a file."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("w", buffering=1, encoding="utf-8")
        self.last: dict[str, Any] = {}
        self.drawn = self.rested = self.frame = 0

    def log(self, line: str) -> None:
        """Write an event."""
        self._write({"log": line})

    def record_window(self, window: Window) -> None:
        """Record the window after each step."""
        self.log(
            f"drawn by {window.win.get_gsg().get_driver_renderer()}, {window.win.get_gsg().get_driver_version()}"
        )
        window.task_mgr.add(
            lambda task: self._probe(window, task), "watched", sort=AFTER_DRAWING_SORT
        )

    def _probe(self, window: Window, task: Any) -> Any:
        self.drawn = self.drawn + 1 if window.is_drawn else 0
        self.rested = self.rested + 1 if window.is_at_rest else 0
        frame = imgui.get_frame_count()
        mouse = window.mouse_position()
        if (
            frame == self.frame
            and min(self.drawn, self.rested) > STEPS_UNTIL_SHOWN
            and mouse == self.last.get("mouse")
        ):
            return task.cont  # unchanged since the last record
        self.frame = frame
        matrix = (
            window.render.get_mat(window.render_target.camera)
            * window.render_target.lens.get_projection_mat()
        )
        snapshot = {
            "marks": {
                name: [round(v) for v in box] for name, box in window.ui.widget_rects.items()
            },
            "mouse": mouse,
            "drawn": self.drawn >= STEPS_UNTIL_SHOWN,
            "rest": self.rested >= STEPS_UNTIL_SHOWN,
            "matrix": [[matrix.get_cell(row, column) for column in range(4)] for row in range(4)],
        }
        if snapshot != self.last:
            self.last = snapshot
            self._write(snapshot)
        return task.cont

    def _write(self, snapshot: dict[str, Any]) -> None:
        self.file.write(json.dumps(snapshot) + "\n")
