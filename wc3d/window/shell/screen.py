"""What every screen of the window has (a table to show, panels over it, what clicks, drags and keys mean), and what it asks of
the window in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wc3d.panda.render_target import RenderTarget
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB, Livery
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.camera_control import CameraControl
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.window.shell.cutaway import Cutaway
from wc3d.window.shell.file_kinds import DroppedFileKind
from wc3d.window.shell.guide_panel import GuidePanel
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.notices import Notices
from wc3d.window.shell.settings import Settings

Command = Callable[[], object]


class WindowProtocol(Protocol):
    """The window, as its screens and its own parts know it."""

    screen: Screen
    make_start_screen: Callable[[], Screen] | None
    """Makes the screen that the key "start" goes back to, if there is one."""
    settings: Settings
    render_target: RenderTarget
    viewpoint: CameraControl
    notices: Notices
    ui: ImGuiPanda
    log: Callable[[str], None]
    """Is told what happens, a line at a time."""
    draws_quickly: bool
    """Is it drawn quickly, until the picture comes to rest?"""
    cutaway: Cutaway
    names: bool
    volumes: bool
    grid: bool
    help: bool
    guide: GuidePanel

    @property
    def board(self) -> TableScene | None:
        """The board that is shown."""

    @property
    def picker(self) -> RayPicker | None:
        """What the board's terrain means to a ray."""

    @property
    def is_at_rest(self) -> bool:
        """Is the picture the finished one?"""

    @property
    def is_drawn(self) -> bool:
        """Has all that changed been drawn, quickly at least?"""

    @property
    def hover_hit(self) -> RayHit | None:
        """What the mouse points at."""

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel at which the left button went down, while it is down."""

    @property
    def is_shift_held(self) -> bool:
        """Is the Shift key held?"""

    @property
    def camera_position(self) -> XYZ:
        """Where the camera is."""

    def show_screen(self, screen: Screen) -> None:
        """Show another screen."""

    def go_to_start(self) -> None:
        """Go back to the start screen, unless the screen has something to ask first."""

    def close_without_asking(self) -> None:
        """Close the window, or go to the start screen if that was wanted, without asking the screen again."""

    def aim_camera(self) -> None:
        """Point the camera, and draw."""

    def request_redraw(self, frames: int = 3) -> None:
        """Something changed: draw again."""

    def request_board_redraw(self, frames: int = 3) -> None:
        """What is seen of the board changed: draw that again, too."""

    def use_settings(self, settings: Settings) -> None:
        """Go by these settings from now on."""

    def play_sound(self, name: str) -> None:
        """Let a sound be heard, by its name (see `sounds.NAMES`), if there is sound."""

    def rebuild_figures(self) -> None:
        """Models look otherwise: make their figures anew."""

    def mouse_position(self) -> tuple[float, float] | None:
        """The mouse in pixels, or None outside the window."""

    def recent_mouse_positions(self) -> list[tuple[int, tuple[float, float]]]:
        """Where the mouse was lately, in pixels, each with its running number: also between two steps."""

    def project_to_pixel(self, point: XYZ) -> tuple[float, float] | None:
        """Where a point of space is in the window, in pixels."""

    def pixel_ray(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The line of sight of a pixel: where it starts and its direction (of length 1)."""

    def hit_test(self, x: float, y: float) -> RayHit | None:
        """What a pixel shows."""


class Screen:
    """One screen. The window calls these; a screen says what it shows and asks `self.window` for the rest.

    The window looks at `table`, `colors`, `turned`, `tags` and `shown` at every step and draws anew what has changed.
    """

    name = "screen"
    guide_topic = "playing"
    """The page of the guide that explains it."""
    accepted_files: tuple[DroppedFileKind, ...] = ()
    """What files may be dropped on it."""
    terrain_effects: Mapping[Kind, str] = {}
    """What each kind of terrain does, for the legend, where that is another thing than in the first game."""
    window: WindowProtocol

    @property
    def rules_name(self) -> str:
        """The name of the game whose rules count here; "" for the game that is meant where none is named."""
        return ""

    @property
    def table(self) -> Table | None:
        """The table to show, models and all; None shows none."""
        return None

    @property
    def selected(self) -> str | None:
        """The model that keys such as "through its eyes" are about."""
        return None

    def on_show(self) -> None:
        """The window has begun to show this screen."""

    def on_hide(self) -> None:
        """The window shows another screen, or closes: stop what works in the background."""

    def confirm_close(self) -> bool:
        """May the window close now? A screen with something to lose asks first, and calls `window.close_soon` by itself."""
        return True

    def commands(self) -> Mapping[str, Command]:
        """What the keys do here, by the command's name in the settings."""
        return {}

    def draw_panels(self, ui: Any) -> None:
        """Draw this frame's ImGui panels."""

    def draw_legend_rows(self, ui: Any) -> None:
        """Draw what this screen's own signs mean, a row each, at the end of the legend."""

    def notices_floor(self) -> float | None:
        """The pixel over which notices lie, where something lies at the bottom."""
        return None

    def tags(self) -> Sequence[FloatingTag]:
        """The signs over the board."""
        return ()

    def colors(self) -> Mapping[str, RGB]:
        """The models' colors, where they are not the usual one."""
        return {}

    def liveries(self) -> Mapping[str, Livery]:
        """How models are dressed: side and silhouette."""
        return {}

    def facings(self) -> Mapping[str, float]:
        """Which way models look: degrees counter-clockwise from north."""
        return {}

    def poses(self) -> Mapping[str, tuple[float, float]]:
        """How models stand that do not stand upright: degrees that they lean, and the part of their size that they have."""
        return {}

    def marks_key(self) -> object:
        """Whatever `draw_marks` depends on: it is drawn again when this changes."""
        return None

    def draw_marks(self, board: TableScene) -> None:
        """Draw lines, areas and volumes over the board (those drawn before are gone)."""

    @property
    def is_opening(self) -> bool:
        """Is it about to show its table, and shows nothing but words till then?"""
        return False

    @property
    def is_working(self) -> bool:
        """Does it work in its own steps (`poll`), so that the next should come at once?"""
        return False

    def poll(self) -> bool:
        """Hear from what works beside the window; True if there is something new to draw."""
        return False

    def on_hover(self, hit: RayHit | None) -> None:
        """The mouse points at this now."""

    def on_click(self, hit: RayHit | None) -> None:
        """The left button was clicked here."""

    def begin_drag(self, hit: RayHit) -> bool:
        """May a drag begin here? If not, dragging shifts the view."""
        return False

    def on_drag(self, hit: RayHit | None) -> None:
        """The drag is here now (what is dragged lets the ray through: see `passing`)."""

    def on_drop(self, hit: RayHit | None) -> None:
        """The drag ended here."""

    def on_cancel(self) -> None:
        """Esc: put everything down."""

    def pass_through_ids(self) -> tuple[str, ...]:
        """Models that the mouse's ray goes through (what is being dragged)."""
        return ()

    def look_along(self, line: Sequence[XYZ] | None, without: str) -> None:
        """Put the camera behind a line, or say what to do `without` one."""
        if line is None:
            self.window.notices.show_message(without)
        else:
            self.window.viewpoint.look_along_line((line[0], line[-1]))
            self.window.aim_camera()

    def on_files_dropped(
        self, paths: Sequence[Path], kind: DroppedFileKind, hit: RayHit | None
    ) -> None:
        """Files of a kind that it `takes` were dropped there: they are opened from the start screen."""
        self.window.go_to_start()
        if kind in self.window.screen.accepted_files and self.window.screen is not self:
            self.window.screen.on_files_dropped(paths, kind, hit)
