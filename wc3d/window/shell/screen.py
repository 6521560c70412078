"""The interface between the window and its screens.

A screen provides a table and panels. It is the lowest of its layers of input, below its tools and
dialogs. `WindowProtocol` lists the parts of the window that screens use.
"""

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
from wc3d.scene.model_poses import ModelPose
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.ui.input_stack import InputLayer, InputStack
from wc3d.window.shell.cutaway import Cutaway
from wc3d.window.shell.file_kinds import DroppedFileKind
from wc3d.window.shell.graphics import GraphicsQuality
from wc3d.window.shell.guide_panel import GuidePanel
from wc3d.window.shell.imgui_panda import MIN_PANEL_AREA_PX, ImGuiPanda
from wc3d.window.shell.notices import Notices
from wc3d.window.shell.settings import Settings
from wc3d.window.shell.tag_layout import Rect


class PhotoModeProtocol(Protocol):
    """The photo mode, as screens use it."""

    def enter(self) -> None:
        """Enter the photo mode, if there is a table."""


class WindowProtocol(Protocol):
    """The window, as its screens and components use it."""

    screen: Screen
    make_start_screen: Callable[[], Screen] | None
    """Creates the screen for the command "start", if there is one."""
    make_judge_screen: Callable[[Table, Screen], Screen] | None
    """Creates the judge's screen for a table, with the way back to a screen, if there is one."""
    settings: Settings
    render_target: RenderTarget
    viewpoint: CameraControl
    notices: Notices
    ui: ImGuiPanda
    input_stack: InputStack
    is_full_screen: bool
    log: Callable[[str], None]
    """Receives log lines."""
    draws_quickly: bool
    """Whether drawing is quick until the picture is at rest."""
    graphics: GraphicsQuality
    cutaway: Cutaway
    names: bool
    volumes: bool
    grid: bool
    help: bool
    guide: GuidePanel

    @property
    def photo_mode(self) -> PhotoModeProtocol:
        """The photo mode."""

    @property
    def board(self) -> TableScene | None:
        """The visible scene."""

    @property
    def picker(self) -> RayPicker | None:
        """The ray picker for the table's terrain."""

    @property
    def is_at_rest(self) -> bool:
        """Return whether the final picture is shown."""

    @property
    def is_drawn(self) -> bool:
        """Return whether all changes are drawn, at least in quick quality."""

    @property
    def hover_hit(self) -> RayHit | None:
        """The object under the mouse."""

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel of the left button's press, while the button is down."""

    @property
    def is_shift_held(self) -> bool:
        """Return whether the Shift key is held."""

    @property
    def camera_position(self) -> XYZ:
        """The camera's position."""

    def show_screen(self, screen: Screen) -> None:
        """Show another screen."""

    def toggle_help(self) -> None:
        """Show or hide the list of keys."""

    def go_to_start(self) -> None:
        """Return to the start screen, unless the screen needs a confirmation first."""

    def close_without_asking(self) -> None:
        """Close the window, or go to the start screen if requested, without a confirmation."""

    @property
    def idle_s(self) -> float:
        """The time in seconds since the last input."""

    @property
    def has_focus(self) -> bool:
        """Return whether the window gets the keyboard."""

    def aim_camera(self, frames: int = 3) -> None:
        """Apply the camera's orientation and redraw."""

    def request_redraw(self, frames: int = 3) -> None:
        """Redraw the panels for some frames."""

    def request_board_redraw(self, frames: int = 3) -> None:
        """Redraw the scene and the panels for some frames."""

    def use_settings(self, settings: Settings) -> None:
        """Apply new settings."""

    def choose_key(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with the next key, which does nothing else; None stops waiting."""

    def play_sound(self, name: str) -> None:
        """Play a sound by name (see `sounds.SOUND_NAMES`) if sound is available."""

    def rebuild_figures(self) -> None:
        """Rebuild the figures after the models' looks have changed."""

    def mouse_position(self) -> tuple[float, float] | None:
        """Return the mouse in pixels, or None outside the window."""

    def recent_mouse_positions(self) -> list[tuple[int, tuple[float, float]]]:
        """Return recent mouse positions in pixels, also between steps, with numbers."""

    def project_to_pixel(self, point: XYZ) -> tuple[float, float] | None:
        """Return the pixel of a point in space."""

    def pixel_ray(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the origin and the unit direction of a pixel's ray."""

    def hit_test(self, x: float, y: float) -> RayHit | None:
        """Return the object at a pixel."""


class Screen(InputLayer):
    """Base class of the window's screens.

    The window calls these methods. At every step it compares `table`, `colors`, `facings`, `tags`
    and `marks_key`, and redraws what has changed. Screens use the window through `self.window`.
    The input handlers of a screen act on its table, as none of its `input_layers` takes the input.
    """

    name = "screen"
    guide_topic = "playing"
    """The guide page that explains this screen."""
    accepted_files: tuple[DroppedFileKind, ...] = ()
    """The kinds of files that can be dropped on this screen."""
    terrain_effects: Mapping[Kind, str] = {}
    """Terrain effects for the legend that differ from those of the first game."""
    first_panel = ""
    """The panel that the keyboard goes to first."""
    min_panel_area = MIN_PANEL_AREA_PX
    """The smallest window for its panels, in pixels at text scale 1."""
    ambience = ""
    """The sound that is repeated on this screen, or ""."""
    window: WindowProtocol

    @property
    def rules_name(self) -> str:
        """The name of the game whose rules apply; "" for the default game."""
        return ""

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        """The layers that get mouse and keys before this screen, such as tools, top first."""
        return ()

    def cancel(self) -> None:
        """Cancel the topmost thing on this screen, as Escape does below the window's panels."""
        InputStack(lambda: (*self.input_layers, self)).on_cancel()

    @property
    def table(self) -> Table | None:
        """The table to show, with its models, or None."""
        return None

    @property
    def selected(self) -> str | None:
        """The model for commands such as "through its eyes"."""
        return None

    def cursor_stops(self) -> Sequence[str]:
        """Return the models that Tab goes to with the table cursor, in this order."""
        return [body.id for body in self.table.bodies] if self.table is not None else []

    def on_show(self) -> None:
        """Start the screen when the window shows it."""

    def on_hide(self) -> None:
        """Stop background work when another screen is shown or the window closes."""

    def confirm_close(self) -> bool:
        """Return whether to close now; otherwise ask, then call `window.close_without_asking`."""
        return True

    def draw_panels(self, ui: Any) -> None:
        """Draw this frame's ImGui panels."""

    def draw_legend_rows(self, ui: Any) -> None:
        """Draw this screen's own rows at the end of the legend."""

    def message_rect(self) -> Rect | None:
        """Return the part of the window without panels, for notices and the legend, in pixels.

        None is the whole window.
        """
        return None

    def tags(self) -> Sequence[FloatingTag]:
        """Return the tags above the table."""
        return ()

    def colors(self) -> Mapping[str, RGB]:
        """Return the models' colors that differ from the default."""
        return {}

    def liveries(self) -> Mapping[str, Livery]:
        """Return the models' liveries: side and silhouette."""
        return {}

    def facings(self) -> Mapping[str, float]:
        """Return the models' facings in degrees counter-clockwise from north."""
        return {}

    def poses(self) -> Mapping[str, ModelPose]:
        """Return the pose of each model that does not stand upright on its place."""
        return {}

    def terrain_in_question(self) -> frozenset[str] | None:
        """Return the terrain whose volumes and edges matter now; None is all of it.

        The window asks whenever `marks_key` has changed.
        """
        return frozenset()

    def marks_key(self) -> object:
        """Return a value that changes when `draw_marks` must be called again."""
        return None

    def draw_marks(self, board: TableScene) -> None:
        """Draw lines, areas and volumes on the table; earlier marks are already removed."""

    @property
    def is_opening(self) -> bool:
        """Return whether the screen is loading its table and shows only text."""
        return False

    @property
    def is_working(self) -> bool:
        """Return whether `poll` does work, so the next step should follow immediately."""
        return False

    def poll(self) -> bool:
        """Check background work. Return whether something needs a redraw."""
        return False

    def look_along(self, line: Sequence[XYZ] | None, without: str) -> None:
        """Move the camera behind a line, or show the message `without` if the line is None."""
        if line is None:
            self.window.notices.show_message(without)
        else:
            self.window.viewpoint.look_along_line((line[0], line[-1]))
            self.window.aim_camera()

    def on_files_dropped(
        self, paths: Sequence[Path], kind: DroppedFileKind, hit: RayHit | None
    ) -> None:
        """Handle dropped files of an accepted kind; by default, open them from the start screen."""
        self.window.go_to_start()
        if kind in self.window.screen.accepted_files and self.window.screen is not self:
            self.window.screen.on_files_dropped(paths, kind, hit)


class PositionHolder(Screen):
    """A screen whose position the judge shows, and that goes on afterwards as it was: a game."""

    def end_visit(self) -> None:
        """Close what the screen keeps open, as the judge does not come back to it."""
        raise NotImplementedError
