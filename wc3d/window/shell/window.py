"""The window: a screen and its scene, camera, mouse and keys; it draws only after changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import GraphicsWindow

from wc3d._internal.user_folders import settings_folder
from wc3d.panda.render_target import BACKDROP_COLOR, SKY_COLOR
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.color_sets import use_color_set
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import Camera
from wc3d.scene.camera_control import CameraControl
from wc3d.scene.miniatures import set_miniature_folder
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.table import Table
from wc3d.ui.input_stack import (
    CANCEL_COMMAND,
    Command,
    DialogLayer,
    InputLayer,
    InputStack,
    KeyLayer,
    PanelLayer,
)
from wc3d.window.shell.cutaway import Cutaway
from wc3d.window.shell.error_handler import ErrorHandler
from wc3d.window.shell.file_drop import deliver_drop
from wc3d.window.shell.graphics import GraphicsQuality
from wc3d.window.shell.guide_panel import GuidePanel
from wc3d.window.shell.help import draw_help_panel
from wc3d.window.shell.imgui_panda import ImGuiPanda, ListLayer, TextEntryLayer
from wc3d.window.shell.keyboard import KeyboardInput
from wc3d.window.shell.legend import draw_edge_numbers, draw_legend
from wc3d.window.shell.mouse import MouseInput
from wc3d.window.shell.notices import Notices
from wc3d.window.shell.panda_window import PandaWindow
from wc3d.window.shell.photo_mode import PhotoMode
from wc3d.window.shell.photo_mode_panel import draw_photo_panel
from wc3d.window.shell.rules_search import RulesSearch
from wc3d.window.shell.scene_updater import SceneUpdater
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.settings import Settings
from wc3d.window.shell.settings_panel import apply_display_setting
from wc3d.window.shell.sounds import Sounds
from wc3d.window.shell.table_cursor import TableCursor
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    WINDOW_MARGIN_PX,
    draw_notices,
    draw_status,
    draw_tags,
    notices_height,
    set_style,
)
from wc3d.workers import solver_warmup

BUILD_TIME_PER_STEP_S = 0.05
"""Time per step to build a new scene, in seconds."""
MIN_SLEEP_S, MAX_SLEEP_S, SLEEP_SHARE_OF_IDLE_TIME = 0.012, 0.15, 0.05
"""Limits of an idle step's sleep in seconds, and its share of the idle time."""
NOTICE_MARGIN_PX = 64.0
"""Room below the notices of a screen without a table, in pixels."""
TURN_PER_KEY_PX, ZOOM_PER_KEY = 30.0, 0.85
"""Mouse movement that turns the view as far as a key does, and the factor of zooming in."""


class Window(PandaWindow):
    """A window that shows one screen at a time; `offscreen` creates an off-screen one for tests.

    `log` receives event lines. `start` creates the start screen for the command "start",
    and `judge` the judge's screen for the position of a game.
    `complaints` are shown immediately.
    """

    def __init__(
        self,
        screen: Screen,
        title: str = "wc3d",
        *,
        offscreen: bool = False,
        size: tuple[int, int] | None = None,
        settings: Settings | None = None,
        log: Callable[[str], None] | None = None,
        start: Callable[[], Screen] | None = None,
        judge: Callable[[Table, Screen], Screen] | None = None,
        complaints: Sequence[str] = (),
    ) -> None:
        super().__init__(title, offscreen, size)
        self.is_closed = False
        self.log = log or (lambda line: None)
        self.settings = settings or Settings()
        display = self.settings.display
        use_color_set(display.colors)
        self.viewpoint = CameraControl((30.0, 30.0))
        self._camera: Camera = self.viewpoint.make_camera(None)
        self.notices = Notices()
        for complaint in complaints:
            self.notices.show_error(complaint)
        self.scene_picture.graphics = self.graphics = GraphicsQuality(
            self.render_target, self.notices, display.quality, self._on_quality_changed
        )
        self.draws_quickly = self.graphics.is_low
        self.make_start_screen = start
        self.make_judge_screen = judge
        self._leaving_for: Callable[[], Screen] | None = None
        self.ui = ImGuiPanda(
            self, self._draw_panels, display.scale, lambda name: self.settings.key_for(name)
        )
        self.volumes = self.grid = self.legend = self.help = False
        self.names = True
        self.rules_search = RulesSearch()
        self.cutaway = Cutaway()
        self.guide = GuidePanel()
        self._use_miniatures(display.miniatures)
        self.board_view, self.mouse_input = SceneUpdater(self), MouseInput(self)
        self.table_cursor = TableCursor(self, self.mouse_input)
        self.keyboard, self.photo_mode = KeyboardInput(self), PhotoMode(self)
        self._silent = offscreen
        self.sounds = Sounds(0.0 if offscreen else display.sound, display.sound_shares)
        self._fresh = 3
        self._clock = time.monotonic()
        self._compiled: float | None = None
        self.input_stack = InputStack(self._make_layers())
        self._bind_events()
        self.screen = screen
        self._enter_screen(screen)
        self.board_view.build_for(inf if offscreen else 0.0)
        self.task_mgr.add(self._tick, "wc3d", sort=10)
        self.task_mgr.add(self.graphics.end_frame, "wc3d frame", sort=60)
        self.set_full_screen(display.full_screen)

    @staticmethod
    def _use_miniatures(folder: str) -> None:
        """Read custom miniatures from a folder; "" is the one next to the settings."""
        own = settings_folder() / "miniatures"
        set_miniature_folder(Path(folder).expanduser() if folder else own)

    def use_settings(self, settings: Settings) -> None:
        old_display = self.settings.display
        display = settings.display
        self.settings = settings
        self.ui.requested_scale = display.scale
        self.set_full_screen(display.full_screen)
        if display.quality != old_display.quality:
            self.graphics.use_setting(display.quality)
        if (display.colors, display.room) != (old_display.colors, old_display.room):
            use_color_set(display.colors)
            self.board_view.rebuild_board()
        volume = 0.0 if self._silent else display.sound
        self.sounds = self.sounds.changed(volume, display.sound_shares)
        self.sounds.repeat(self.screen.ambience)
        self.keyboard.bind_keys()
        self.request_redraw(3)

    # --- opening and closing

    def userExit(self) -> None:  # noqa: N802
        """Handle a close request: close unless the screen needs a confirmation first."""
        self._leaving_for = None
        self.photo_mode.leave()
        if self.screen.confirm_close():
            self.is_closed = True
        self.request_redraw()

    def close_without_asking(self) -> None:
        """Close the window, or go to the start screen if requested, without a confirmation."""
        if self._leaving_for is None:
            self.is_closed = True
        else:
            self.show_screen(self._leaving_for())
            self._leaving_for = None

    def go_to_start(self) -> None:
        """Return to the start screen, unless the screen needs a confirmation first."""
        if self.make_start_screen is None or self.screen.name == "start":
            return
        self._leaving_for = self.make_start_screen
        if self.screen.confirm_close():
            self.close_without_asking()

    def run_until_closed(self) -> None:
        """Run the main loop: draw after changes, otherwise sleep."""
        self.log("ready")
        faults = ErrorHandler(self)
        while not self.is_closed:
            try:
                self.task_mgr.step()
            except Exception as error:  # no error may close the window
                faults.handle_error(error)

    def close(self) -> None:
        """Release all resources, so that another window can be opened."""
        self.task_mgr.removeTasksMatching("wc3d*")
        self.photo_mode.leave()
        self.screen.on_hide()
        if self.drop_target is not None:
            self.drop_target.close()
        self.board_view.mesh_loader.close()
        self.board_view.collision_display.close()
        self.ui.close()
        self.destroy()

    # --- screens

    def show_screen(self, screen: Screen) -> None:
        """Show another screen."""
        self.photo_mode.leave()
        self.screen.on_hide()
        self.mouse_input.reset()
        self.keyboard.panel_focus.leave()
        self.screen = screen
        self.cutaway = Cutaway()
        self._enter_screen(screen)

    def _enter_screen(self, screen: Screen) -> None:
        screen.window = self
        self.ui.min_panel_area = screen.min_panel_area
        self.board_view.update_table()
        screen.on_show()
        self.sounds.repeat(screen.ambience)
        self.log(f"screen {screen.name}")
        self.aim_camera()

    @property
    def board(self) -> TableScene | None:
        """The visible scene."""
        return self.board_view.board

    @property
    def picker(self) -> RayPicker | None:
        """The ray picker for the table's terrain."""
        return self.board_view.picker

    # --- the camera

    def aim_camera(self, frames: int = 3) -> None:
        """Apply the camera's orientation and redraw."""
        self._camera = self.viewpoint.make_camera(self.screen.table)
        self.render_target.set_camera(self._camera)
        self.scene_picture.background = (
            BACKDROP_COLOR if self.viewpoint.eye_model is None else SKY_COLOR
        )
        self.board_view.update_camera(self.viewpoint.eye_model)
        self.table_cursor.on_camera_changed()
        self.request_board_redraw(frames)

    @property
    def camera_position(self) -> XYZ:
        """The camera's position."""
        return self._camera.eye

    def project_to_pixel(self, point: XYZ) -> tuple[float, float] | None:
        """Return the pixel of a point in space."""
        return self._camera.project_to_pixel(point, self.render_target.size)

    def pixel_ray(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the origin and the unit direction of a pixel's ray."""
        return self._camera.pixel_ray(x, y, self.render_target.size)

    def hit_test(self, x: float, y: float) -> RayHit | None:
        """Return the object at a pixel, ignoring dragged models and the viewing model."""
        table = self.screen.table
        if self.picker is None or table is None:
            return None
        ignored_ids = (*self.input_stack.pass_through_ids(), self.viewpoint.eye_model)
        ray = self.cutaway.clip_ray(self.pixel_ray(x, y))
        bodies = (
            b
            for b in table.bodies
            if b.id not in ignored_ids and not self.cutaway.is_hidden(b.at[2])
        )
        return self.picker.pick_first(*ray, tuple(bodies)) if ray is not None else None

    def _move_ceiling(self, move: Callable[[Table], str]) -> None:
        """Move the ceiling and show its height."""
        if self.screen.table is not None:
            self.notices.show_message(move(self.screen.table))
            self.aim_camera()

    def show_whole_table(self) -> None:
        """Frame the entire table."""
        self.viewpoint.show_whole_table()
        self.aim_camera()

    def look_from_above(self) -> None:
        """Look from directly above."""
        self.viewpoint.look_from_above()
        self.aim_camera()

    def _look_through_eyes(self) -> None:
        if self.viewpoint.eye_model is not None:
            self.viewpoint.look_through(None)
        elif self.screen.selected is None:
            self.notices.show_message("Select a model first, then look through its eyes")
        else:
            self.viewpoint.look_through(self.screen.selected)
        self.log(f"eye {self.viewpoint.eye_model}")
        self.aim_camera()

    def _follow_selected(self) -> None:
        self.viewpoint.follow_model(
            None if self.viewpoint.followed_model == self.screen.selected else self.screen.selected
        )
        self.aim_camera()

    def zoom(self, factor: float) -> None:
        """Zoom in (below 1) or out at the mouse position."""
        self.viewpoint.zoom(factor, self.hover_hit.at if self.hover_hit is not None else None)
        self.aim_camera()

    def _zoom_by_wheel(self, factor: float) -> None:
        if not (self.ui.wants_mouse or self.input_stack.has_dialog):
            self.zoom(factor)

    def _turn_view(self, dx: float) -> None:
        self.viewpoint.rotate(dx, 0.0)
        self.aim_camera()

    # --- mouse and keys

    @property
    def hover_hit(self) -> RayHit | None:
        """The object under the mouse."""
        return self.mouse_input.hover_hit

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel of the left button's press, while the button is down."""
        return self.mouse_input.press_start[0] if self.mouse_input.press_start is not None else None

    def _bind_events(self) -> None:
        mouse = self.mouse_input
        self.accept("window-event", self._handle_window_event)
        if isinstance(self.win, GraphicsWindow):
            self.win.set_close_request_event("close the window")
            self.accept("close the window", self.userExit)
        events: dict[str, Command] = {
            "mouse1": self._on_mouse_press,
            "mouse1-up": mouse.on_release,
            "shift-mouse1": self._on_mouse_press,
            "control-mouse1": self._on_mouse_press,
            "mouse3": lambda: mouse.set_view_drag("turn"),
            "mouse3-up": lambda: mouse.set_view_drag(None),
            "mouse2": lambda: mouse.set_view_drag("shift"),
            "mouse2-up": lambda: mouse.set_view_drag(None),
            "wheel_up": lambda: self._zoom_by_wheel(0.88),
            "wheel_down": lambda: self._zoom_by_wheel(1 / 0.88),
        }
        for event, answer in events.items():
            self.accept(event, answer)

    def _on_mouse_press(self) -> None:
        """Take the table and the keyboard back to the mouse, and press."""
        self.table_cursor.hide()
        self.keyboard.panel_focus.leave()
        self.mouse_input.on_press()

    @property
    def idle_s(self) -> float:
        """The time in seconds since the last input."""
        return time.monotonic() - max(self.keyboard.last_press_s, self.mouse_input.last_move_s)

    def mouse_position(self) -> tuple[float, float] | None:
        """Return the pixel of the mouse or of the table cursor, or None outside the window."""
        return self.mouse_input.cursor or super().mouse_position()

    def _make_layers(self) -> Callable[[], Sequence[InputLayer]]:
        """Return the function of the layers of input, dialogs before tools and the screen."""
        dialogs = (
            KeyLayer(commands=lambda: {"full_screen": self.toggle_full_screen}),
            TextEntryLayer(self.ui),
            ListLayer(self.ui),
            self.photo_mode,
            self.guide,
            DialogLayer(lambda: self.help, self._close_help, lambda: {"help": self._close_help}),
        )
        modes = (
            KeyLayer(cancel=self._stop_loading_meshes),
            PanelLayer(lambda: self.viewpoint.eye_model is not None, self._leave_eyes),
            self.mouse_input,
        )
        lowest = KeyLayer(lambda: True, self._view_commands, self.keyboard.view_keys)

        def layers() -> Sequence[InputLayer]:
            own_dialogs = [layer for layer in self.screen.input_layers if layer.is_dialog]
            tools = [layer for layer in self.screen.input_layers if not layer.is_dialog]
            keyboard = (self.keyboard.panel_focus, self.table_cursor)
            return (*dialogs, *own_dialogs, *modes, *keyboard, *tools, self.screen, lowest)

        return layers

    def _view_commands(self) -> dict[str, Command]:
        """Return the commands of the window, which apply unless the screen has its own."""
        return {
            "home": self.show_whole_table,
            "top": self.look_from_above,
            "eye": self._look_through_eyes,
            "follow": self._follow_selected,
            "solids": self.board_view.collision_display.cycle_mode,
            "zoom_in": lambda: self.zoom(ZOOM_PER_KEY),
            "zoom_out": lambda: self.zoom(1 / ZOOM_PER_KEY),
            "view_left": lambda: self._turn_view(-TURN_PER_KEY_PX),
            "view_right": lambda: self._turn_view(TURN_PER_KEY_PX),
            "cross": self._toggle_cross,
            "panels": self.keyboard.panel_focus.go_to_next,
            "start": self.go_to_start,
            "quality": self.graphics.step,
            "photo": self.photo_mode.toggle,
            "inside": lambda: self._move_ceiling(self.cutaway.lower_ceiling),
            "outside": lambda: self._move_ceiling(self.cutaway.raise_ceiling),
            **{
                name: lambda name=name: self._toggle_switch(name)  # type: ignore[misc]
                for name in ("volumes", "names", "grid", "help", "legend")
            },
        }

    def run_commands(self, names: tuple[str, ...]) -> None:
        """Run a pressed key's first command that a layer of input has."""
        for name in names:
            if self.input_stack.run_command(name):
                self.log(f"command {name}")
                self.request_redraw()
                return

    def on_escape(self) -> None:
        """Close or cancel the topmost thing, as Escape does."""
        self.run_commands((CANCEL_COMMAND,))

    def choose_key(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with the next key, which does nothing else; None stops waiting."""
        self.keyboard.choose_key(callback)

    def toggle_full_screen(self) -> None:
        """Switch full screen on or off, and save this in the settings."""
        apply_display_setting(self, "full_screen", not self.is_full_screen)

    def _toggle_cross(self) -> None:
        self.keyboard.panel_focus.leave()
        if self.screen.table is not None:
            self.table_cursor.toggle()

    def toggle_help(self) -> None:
        """Show or hide the list of keys."""
        self._toggle_switch("help")

    def _close_help(self) -> None:
        self.help = False

    def _stop_loading_meshes(self) -> bool:
        """Stop loading meshes, and say so. Return whether there were any."""
        is_stopped = self.board_view.mesh_loader.stop(self.board)
        if is_stopped:
            self.notices.show_message("Stopped: meshes that are not ready are shown as boxes")
        return is_stopped

    def _leave_eyes(self) -> None:
        self.viewpoint.look_through(None)
        self.aim_camera()

    def _toggle_switch(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))
        self.request_redraw()

    def _on_quality_changed(self) -> None:
        self.draws_quickly = self.graphics.is_low
        self.board_view.rebuild_board()

    def _handle_window_event(self, window: Any) -> None:
        self.windowEvent(window)
        if not self.is_closed:
            self.aim_camera()

    # --- main loop

    def rebuild_figures(self) -> None:
        """Rebuild the figures after the models' looks have changed."""
        self.board_view.rebuild_figures()

    def play_sound(self, name: str) -> None:
        """Play a sound ("step", "shot", "dice") if sound is available."""
        self.sounds.play(name)

    def request_redraw(self, frames: int = 3) -> None:
        """Redraw the panels for some frames."""
        self._fresh = max(self._fresh, frames)

    def request_board_redraw(self, frames: int = 3) -> None:
        """Redraw the scene and the panels for some frames."""
        self.scene_picture.has_changed = True
        self.request_redraw(frames)

    @property
    def is_at_rest(self) -> bool:
        """Return whether the final picture is shown and nothing is left to draw."""
        return self.is_drawn and self.board_view.is_finished and self.scene_picture.is_finished

    @property
    def is_drawn(self) -> bool:
        """Return whether all changes are drawn, at least in quick quality."""
        return self._fresh <= 0 and not self.board_view.is_building

    def _tick(self, task: Any) -> Any:
        self.mouse_input.update()
        dropped = self.drop_target.poll() if self.drop_target is not None else None
        if dropped is not None:
            deliver_drop(self, dropped)
        compiled = self._compiled
        self._compiled = solver_warmup.compiled_fraction()
        polled = self.photo_mode if self.photo_mode.is_active else self.screen
        if polled.poll() or self.notices.take_changed_flag() or compiled != self._compiled:
            self.request_redraw()
        if self.ui.take_input_flag():
            self.request_redraw(3)
        self.board_view.update_table()
        self.board_view.build_for(BUILD_TIME_PER_STEP_S)
        self.board_view.load_details()
        self.board_view.update_marks()
        if not self.photo_mode.is_active:
            self.board_view.update_outlines(self.mouse_input.hover_hit)
        self.board_view.update_volumes(
            None if self.photo_mode.is_active else self.mouse_input.hover_hit
        )
        if self._fresh > 0:
            self._fresh -= 1
            self._draw(not self.draws_quickly, not self.draws_quickly)
        elif self.scene_picture.is_finish_due and self.is_drawn:
            self.board_view.refine_picture()
            self.scene_picture.has_changed = True
            self._draw(self.settings.display.quality != "low", True)
            self.request_redraw(1)  # a busy display may drop a window's last frame before it rests
        elif self.render_target.picture is None:
            self.win.set_active(False)
            if not (self.board_view.is_building or self.screen.is_working):
                time.sleep(
                    min(
                        MAX_SLEEP_S,
                        max(
                            MIN_SLEEP_S, SLEEP_SHARE_OF_IDLE_TIME * (time.monotonic() - self._clock)
                        ),
                    )
                )
        return task.cont

    def _draw(self, smooth: bool, finished: bool) -> None:
        """Draw the next frame, with changes of the scene smooth or quick."""
        last_clock = self._clock
        self._clock = time.monotonic()
        if self.ui.render_frame(self._clock - last_clock):
            self.request_redraw(2)  # a panel has a new size: draw until all rest
        self.scene_picture.update(smooth, finished, keep=self.board_view.replacing)
        self.win.set_active(True)

    def _draw_panels(self) -> None:
        set_style(self.ui.scale)
        if self.photo_mode.is_active:
            draw_photo_panel(self.ui, self.photo_mode)
            draw_notices(self.ui, self.notices, self._whole_rect())
            return
        self.keyboard.panel_focus.update()
        self.table_cursor.draw(self.ui)
        if self.names:
            draw_tags(self.screen.tags(), self.project_to_pixel)
        table = self.screen.table
        if self.grid and table is not None:
            draw_edge_numbers(self.ui, self.project_to_pixel, table.size)
        self.screen.draw_panels(self.ui)
        place = self._message_rect()
        if self.legend and table is not None:
            floor = place[3] - notices_height(self.notices, place)
            draw_legend(self.ui, table, self.screen, place, floor)
        draw_status(self.ui, self.board_view.status_lines(table), self._compiled)
        if self.help:
            draw_help_panel(self.ui, self.settings, self.screen, self.rules_search)
        if self.guide.topic:
            self.guide.draw(self.ui)
        draw_notices(self.ui, self.notices, place)

    def _message_rect(self) -> Rect:
        """Return the place of notices and the legend."""
        return self.screen.message_rect() or self._whole_rect()

    def _whole_rect(self) -> Rect:
        width, height = self.render_target.size
        margin = WINDOW_MARGIN_PX
        return (margin, margin, width - margin, height - NOTICE_MARGIN_PX)
