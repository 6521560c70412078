"""The board behind the pages of the start screen, read beside the window."""
from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from wc3d.table.table import Table
from wc3d.view.shapes.camera import Orbit
from wc3d.view.start.new_game import read_board
from wc3d.view.window.screen import Screen
from wc3d.view.work.background import BackgroundProcess


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
            self.background.ask(f"Reading {path.name}", read_board, str(path))

    def place_camera(self, size: tuple[float, float]) -> None:
        """From a corner, the table to the right of the panels."""
        viewpoint, turn = self.window.viewpoint, 24.0
        viewpoint.new_table(size)
        aside, near = 0.33 * max(size), 0.09 * max(size)
        right, back = (cos(radians(turn)), sin(radians(turn))), (sin(radians(turn)), -cos(radians(turn)))
        x, y = (size[i] / 2 - aside * right[i] + near * back[i] for i in (0, 1))
        viewpoint.orbit = Orbit((x, y, 0.0), turn, 38.0, max(size) * 1.66 + 8)
        self.window.look()
