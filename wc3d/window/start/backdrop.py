"""The table behind the pages of the start screen, loaded in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wc3d.scene.camera import Orbit, frame_points
from wc3d.scene.picture_composition import table_corners
from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen
from wc3d.window.start.new_game import read_board
from wc3d.workers.background import BackgroundProcess

TABLE_FILM_RECT = -0.02, -0.86, 0.97, 0.86
"""The picture area for the table (-1 to 1): left, bottom, right, top."""


class BackdropScreen(Screen):
    """A screen with a table behind its panels, loaded by `board_reader`."""

    def __init__(self) -> None:
        self.board_reader = BackgroundProcess()
        self._table: Table | None = None
        self._shown: Path | None = None
        self._loading: tuple[Path, Callable[[Any], object]] | None = None
        self._answered: Callable[[Any], object] = lambda answer: None

    @property
    def table(self) -> Table | None:
        return self._table

    def show_board(self, path: Path) -> None:
        """Load a board in the background and show it. A board that is being loaded goes on."""

        def show(table: Table) -> None:
            self._table = table
            self._shown = path
            self.window.request_redraw(3)
            self.place_camera(table.size)

        is_loading = self.board_reader.is_busy and self._loading == (path, self._answered)
        if self._shown != path and not is_loading:
            self._answered = show
            self._loading = path, show
            self.board_reader.start_task(f"Loading {path.name}", read_board, str(path))

    def place_camera(self, size: tuple[float, float]) -> None:
        """View the table from a corner, to the right of the panels."""
        viewpoint = self.window.viewpoint
        viewpoint.reset_for_table(size)
        corner = Orbit((size[0] / 2, size[1] / 2, 0.0), 24.0, 40.0, 60.0)
        viewpoint.orbit = frame_points(
            self.window.render_target.size, corner, table_corners(size), room=TABLE_FILM_RECT
        )
        self.window.aim_camera()
