"""The table behind the pages of the start screen, loaded in the background."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.panda.figure_nodes import FAR_DISTANCE_IN
from wc3d.panda.render_target import BACKDROP_COLOR
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Orbit, frame_points
from wc3d.scene.picture_composition import table_corners
from wc3d.table.features import PartState
from wc3d.table.table import Table
from wc3d.window.shell.photo_mode_light import USUAL_HOUR, light_at, light_board
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.widgets import pack_color
from wc3d.window.start.battle import (
    BATTLE_HOUR,
    BATTLE_ORBIT,
    FIGHTERS,
    battle_board,
    place_fighters,
)
from wc3d.window.start.new_game import read_board
from wc3d.window.start.slow_camera import SlowCamera
from wc3d.workers.background import BackgroundProcess

TABLE_FILM_RECT = -0.02, -0.86, 0.97, 0.86
"""The picture area for the table (-1 to 1): left, bottom, right, top."""


BATTLE = "battle"
"""The name of what is shown while it is the battle."""
FIGHTERS_PER_PICTURE = 5
"""Models that the battle gets with each picture, so that the first picture waits for none."""
FADE_IN_S = 0.4
"""The time in which the battle becomes visible."""


def read_tables(progress: Any, *paths: str) -> tuple[Table, ...]:
    """Return the tables of map files. Raises InputError."""
    return tuple(read_board(progress, path) for path in paths)


class BackdropScreen(Screen):
    """A screen with a table behind its panels, loaded by `board_reader`.

    The table is that of a battle, the chosen board of the next game, or a saved game's.
    """

    def __init__(self) -> None:
        self.board_reader = BackgroundProcess()
        self.slow_camera = SlowCamera()
        self._table: Table | None = None
        self._shown: Path | str | None = None
        self._chosen: tuple[Path, Table] | None = None
        self._battle: Table | None = None
        self._fighter_count = 0
        self._has_settled = False
        self._wanted: tuple[Path, bool] | None = None
        self._loading: tuple[tuple[Path, ...], Callable[[Any], object]] | None = None
        self._answered: Callable[[Any], object] = lambda answer: None
        self._postponed: tuple[str, tuple[Path, ...]] | None = None
        """What is loaded after the first picture: its name and files."""
        self._faded_since: float | None = None

    @property
    def table(self) -> Table | None:
        return self._table

    @property
    def is_battle_shown(self) -> bool:
        """Return whether the battle is behind the pages."""
        return self._shown == BATTLE

    @property
    def chosen_table(self) -> Table | None:
        """The table of the chosen board, or None while it is loading."""
        path = self._wanted[0] if self._wanted is not None else None
        return self._chosen[1] if self._chosen is not None and self._chosen[0] == path else None

    def show_battle(self, board: Path) -> None:
        """Show the battle, and load the chosen board for later. Boards being loaded go on.

        The first picture of the pages does not compete with loading, which begins after it.
        """
        self._show(board, is_battle=True)

    def show_board(self, path: Path) -> None:
        """Load the chosen board in the background and show it. A board being loaded goes on."""
        self._show(path, is_battle=False)

    def _show(self, board: Path, is_battle: bool) -> None:
        self._wanted = board, is_battle
        self._present()
        needed = [battle_board()] if is_battle and self._battle is None else []
        needed += [board] if self.chosen_table is None and board not in needed else []
        if not needed or self._is_loading(needed):
            return
        paths = tuple(needed)

        def take(tables: tuple[Table, ...]) -> None:
            self._take_tables(dict(zip(paths, tables, strict=True)))

        self._answered = take
        self._loading = paths, take
        self._postponed = f"Loading {board.name}", paths
        if not is_battle or self._shown is not None:
            self._load()

    @property
    def is_load_postponed(self) -> bool:
        """Whether boards wait for the first picture."""
        return self._postponed is not None

    def load_after_picture(self) -> None:
        """Load what waits for the first picture of the pages, if that is drawn."""
        if self._postponed is not None and self.window.is_drawn:
            self._load()

    def stop_loading(self) -> None:
        """Stop reading boards, also those that wait for the first picture."""
        self._postponed = None
        self.board_reader.stop()

    def start_reading(
        self, label: str, answered: Callable[[Any], object], read: Callable[..., Any], *args: Any
    ) -> None:
        """Read a file in place of boards that are loading or wait; `answered` gets its content."""
        self._postponed = None
        self._answered = answered
        self.board_reader.start_task(label, read, *args)

    def _load(self) -> None:
        if self._postponed is not None:
            label, paths = self._postponed
            self._postponed = None
            self.board_reader.start_task(label, read_tables, *map(str, paths))

    def _is_loading(self, paths: list[Path]) -> bool:
        is_loading = self.board_reader.is_busy or self._postponed is not None
        if self._loading is None or not is_loading:
            return False
        return self._loading[1] == self._answered and {*paths} <= {*self._loading[0]}

    def _take_tables(self, tables: dict[Path, Table]) -> None:
        if battle_board() in tables and self._battle is None:
            self._battle = tables[battle_board()]
        if self._wanted is not None and self._wanted[0] in tables:
            self._chosen = self._wanted[0], tables[self._wanted[0]]
        self._present()

    def _present(self) -> None:
        """Show the wanted table if it is loaded and not shown yet."""
        if self._wanted is None:
            return
        board, is_battle = self._wanted
        table = self._battle if is_battle else self.chosen_table
        shown: Path | str = BATTLE if is_battle else board
        if table is None or shown == self._shown:
            return
        self._table = table
        self._shown = shown
        self._fighter_count = 0
        self._has_settled = False
        self.window.request_redraw(3)
        self.place_camera(table.size)
        if is_battle:
            self.window.viewpoint.orbit = BATTLE_ORBIT
            self.window.aim_camera()

    def set_part_state(self, part: str, state: PartState) -> None:
        """Close, open or remove a door or a roof of the chosen board."""
        if self._chosen is not None and self.chosen_table is not None:
            self._chosen = self._chosen[0], self._chosen[1].with_states({part: state})
            if self._shown == self._chosen[0]:
                self._table = self._chosen[1]

    def set_battle_look(self, board: TableScene) -> None:
        """Show the battle without volumes, late in the afternoon, with fine figures.

        The grid of inches is among the volumes. The slow camera spares slow computers.
        """
        if self.is_battle_shown:
            board.figure_nodes.far_distance = FAR_DISTANCE_IN
        (board.translucent_node.hide if self.is_battle_shown else board.translucent_node.show)()
        hour = BATTLE_HOUR if self.is_battle_shown else USUAL_HOUR
        light_board(board, light_at(hour))

    @property
    def fade_share(self) -> float:
        """How visible the battle is, from 0 while it is built to 1."""
        display = self.window.settings.display
        if not self.is_battle_shown or display.motion != "full" or display.pace == 0:
            return 1.0
        if self._faded_since is None:
            board = self.window.board
            if board is None or not board.is_built:
                return 0.0
            self._faded_since = time.monotonic()
        return min(1.0, (time.monotonic() - self._faded_since) / FADE_IN_S)

    def draw_fade(self, ui: Any) -> None:
        """Cover the battle while it becomes visible; the pages are drawn over the cover."""
        share = self.fade_share
        if 0 < share < 1:
            rgb = [round(255 * part) for part in BACKDROP_COLOR[:3]]
            size = ui.io.display_size
            imgui.get_background_draw_list().add_rect_filled(
                (0, 0), (size.x, size.y), pack_color((rgb[0], rgb[1], rgb[2]), 1 - share)
            )

    def update_battle(self, is_calm: bool) -> bool:
        """Add the next models of the battle, or move the camera if the screen is calm.

        Return whether models have been added.
        """
        if not self.is_battle_shown or self._battle is None:
            return False
        if self.fade_share < 1:
            self.window.request_redraw(1)
        if self._fighter_count < len(FIGHTERS):
            if not self.window.is_drawn:
                return False
            self._fighter_count += FIGHTERS_PER_PICTURE
            self._table = place_fighters(self._battle, self._fighter_count)
            return True
        self._has_settled = self._has_settled or self.window.is_at_rest
        self.slow_camera.step(self.window, is_calm and self._has_settled)
        return False

    def place_camera(self, size: tuple[float, float]) -> None:
        """View the table from a corner, to the right of the panels."""
        viewpoint = self.window.viewpoint
        viewpoint.reset_for_table(size)
        corner = Orbit((size[0] / 2, size[1] / 2, 0.0), 24.0, 40.0, 60.0)
        viewpoint.orbit = frame_points(
            self.window.render_target.size, corner, table_corners(size), room=TABLE_FILM_RECT
        )
        self.window.aim_camera()
