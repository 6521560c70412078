"""A window that writes down what it shows: for tests that drive it from outside, with a real mouse on a virtual screen.

Nobody else needs it: it is on where the environment variable WC3D_WATCH names a file, which then gets a line of JSON whenever
something has changed: {"log": ...} for what happened, else where the widgets and the mouse are, how points of space become
pixels, and whether all that changed has been drawn, and is the finished picture.
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
"""After Panda has drawn a frame (its own task has 50)."""
STEPS_UNTIL_SHOWN = 3
"""Steps after which what was drawn is surely on the screen."""


def requested_probe() -> UiProbe | None:
    """The one that a test has asked for, if any."""
    path = os.environ.get(PROBE_VARIABLE)
    return UiProbe(Path(path)) if path else None


class UiProbe:
    """Writes to a file what a window tells and shows."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("w", buffering=1, encoding="utf-8")
        self.last: dict[str, Any] = {}
        self.drawn = self.rested = self.frame = 0

    def log(self, line: str) -> None:
        """Something happened."""
        self._write({"log": line})

    def record_window(self, window: Window) -> None:
        """Look at the window after each step."""
        self.log(
            f"drawn by {window.win.get_gsg().get_driver_renderer()}, {window.win.get_gsg().get_driver_version()}"
        )
        window.task_mgr.add(
            lambda task: self._probe(window, task), "watched", sort=AFTER_DRAWING_SORT
        )

    def _probe(self, window: Window, task: Any) -> Any:
        self.drawn = self.drawn + 1 if window.is_drawn else 0
        self.rested = self.rested + 1 if window.is_at_rest else 0
        frame, mouse = imgui.get_frame_count(), window.mouse_position()
        if (
            frame == self.frame
            and min(self.drawn, self.rested) > STEPS_UNTIL_SHOWN
            and mouse == self.last.get("mouse")
        ):
            return task.cont  # nothing can be otherwise than it was told
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
