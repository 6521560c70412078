"""The board behind the pages of the start screen, read beside the window."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wc3d.scene.camera import Orbit, frame
from wc3d.scene.composition import corners_of
from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen
from wc3d.window.start.new_game import read_board
from wc3d.workers.background import BackgroundProcess

BESIDE_PANELS = -0.02, -0.86, 0.97, 0.86
"""The part of the picture (-1 to 1, from left and bottom to right and top) in which the table is seen whole."""


class Backdrop(Screen):
    """A screen with a board behind its panels. `background` reads one file at a time, `_answered` hears what it read."""

    def __init__(self) -> None:
        self.background = BackgroundProcess()
        self._table: Table | None = None
        self._shown: Path | None = None
        self._answered: Callable[[Any], object] = lambda answer: None

    @property
    def table(self) -> Table | None:
        return self._table

    def show_board(self, path: Path) -> None:
        """Read a board beside the window, and show it."""

        def show(table: Table) -> None:
            self._table, self._shown = table, path
            self.window.dirty(3)
            self.place_camera(table.size)

        if self._shown != path:
            self._answered = show
            self.background.ask(f"Loading {path.name}", read_board, str(path))

    def place_camera(self, size: tuple[float, float]) -> None:
        """From a corner, the table to the right of the panels."""
        viewpoint = self.window.viewpoint
        viewpoint.new_table(size)
        corner = Orbit((size[0] / 2, size[1] / 2, 0.0), 24.0, 40.0, 60.0)
        viewpoint.orbit = frame(self.window.stage.size, corner, corners_of(size), room=BESIDE_PANELS)
        self.window.look()
