"""The window: a screen and its board, drawn when something changed, with a camera, a mouse and keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import GraphicsWindow

from wc3d.errors import InputError
from wc3d.panda.render_target import BACKDROP_COLOR, SKY_COLOR
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import Camera
from wc3d.scene.camera_control import CameraControl
from wc3d.scene.miniatures import set_miniature_folder
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.table import Table
from wc3d.window.shell.cutaway import Cutaway
from wc3d.window.shell.file_drop import deliver_drop
from wc3d.window.shell.guide_panel import GuidePanel
from wc3d.window.shell.help import draw_help_panel
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.legend import draw_edge_numbers, draw_legend
from wc3d.window.shell.mouse import MouseInput
from wc3d.window.shell.notices import Notices
from wc3d.window.shell.panda_window import PandaWindow
from wc3d.window.shell.rules_search import RulesSearch
from wc3d.window.shell.scene_updater import SceneUpdater
from wc3d.window.shell.screen import Command, Screen, WindowProtocol
from wc3d.window.shell.settings import Settings, settings_folder
from wc3d.window.shell.sounds import Sounds
from wc3d.window.shell.widgets import draw_notices, draw_status, draw_tags, set_style
from wc3d.workers import solver_warmup

REPEAT_WINDOW_S = 2.0
"""Seconds within which a second fault is taken for the same one, which comes with every frame."""
MAX_REPEATS = 4
"""So many of them in a row, and the window cannot go on."""


class CrashGuard:
    """The faults of a window. A user's mistake is told; at a fault of the program that comes again the screen is left."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.repeat_count: list[float] = []

    def handle_error(self, error: Exception) -> None:
        """Tell it, and leave the screen or raise it where it comes again and again."""
        window, clock = self.window, time.monotonic()
        cause: BaseException = error
        while cause.__context__ is not None:
            cause = cause.__context__
        window.log(f"crash {type(cause).__name__}: {cause}")
        window.request_redraw(3)
        if isinstance(error, InputError):
            window.notices.show_error(error)
            return
        self.repeat_count = [*(t for t in self.repeat_count if clock - t < REPEAT_WINDOW_S), clock]
        if len(self.repeat_count) > MAX_REPEATS or (
            len(self.repeat_count) > 1 and window.make_start_screen is None
        ):
            raise error
        window.notices.show_error(
            f"program error, please report it ({type(cause).__name__}: {cause})"
        )
        if len(self.repeat_count) > 1 and window.make_start_screen is not None:
            window.show_screen(window.make_start_screen())


BUILD_TIME_PER_STEP_S = 0.05
"""Seconds of every step that a new board is built, until it is seen."""
MIN_SLEEP_S, MAX_SLEEP_S, SLEEP_SHARE_OF_IDLE_TIME = 0.012, 0.15, 0.05
"""Seconds to sleep when nothing has changed, at least and at most; between them this share of the time since the last picture."""
ARROW_KEY_SHIFTS_PX = {"left": (40, 0), "right": (-40, 0), "up": (0, 40), "down": (0, -40)}
"""How many pixels the arrow keys shift the view."""


class Window(PandaWindow):
    """A window that shows one screen at a time; `offscreen` makes the same thing without a screen, for tests.

    `log` is told what happens, a line at a time. `start` makes the screen that the key "start" goes back to. `complaints` are
    told at once.
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
        complaints: Sequence[str] = (),
    ) -> None:
        super().__init__(title, offscreen, size)
        self.is_closed, self.log = False, log or (lambda line: None)
        self.settings = settings or Settings()
        display = self.settings.display
        self.draws_quickly = self.is_quick_quality(display.quality)
        self.viewpoint = CameraControl((30.0, 30.0))
        self._camera: Camera = self.viewpoint.make_camera(None)
        self.notices = Notices()
        for complaint in complaints:
            self.notices.show_error(complaint)
        self.make_start_screen = start
        self._leaving_for: Callable[[], Screen] | None = None
        self.ui = ImGuiPanda(
            self, self._draw_panels, display.scale or self.default_text_scale, self.settings.key_for
        )
        self.volumes = self.grid = self.legend = self.help = False
        self.names = True
        self.rules_search, self.cutaway = RulesSearch(), Cutaway()
        self.guide = GuidePanel()
        set_miniature_folder(
            Path(display.miniatures).expanduser()
            if display.miniatures
            else settings_folder() / "miniatures"
        )
        self.board_view, self.mouse_input = SceneUpdater(self), MouseInput(self)
        self._silent, self.sounds = offscreen, Sounds(0.0 if offscreen else display.sound)
        self._fresh, self._clock = 3, time.monotonic()
        self._compiled: float | None = None
        self._bind_events()
        self.screen = screen
        self._enter_screen(screen)
        self.board_view.build_for(inf if offscreen else 0.0)
        self.task_mgr.add(self._tick, "wc3d", sort=10)

    def use_settings(self, settings: Settings) -> None:
        old_display, display, self.settings = self.settings.display, settings.display, settings
        self.ui.requested_scale = display.scale or self.default_text_scale
        if display.quality != old_display.quality:
            self._change_quality(self.is_quick_quality(display.quality))
        if display.sound != old_display.sound and not self._silent:
            self.sounds = Sounds(display.sound)
        self.request_redraw(3)

    # --- opening and closing

    def userExit(self) -> None:  # noqa: N802
        """The window is asked to close: it does unless the screen has something to ask first."""
        self._leaving_for = None
        if self.screen.confirm_close():
            self.is_closed = True
        self.request_redraw()

    def close_without_asking(self) -> None:
        """Close the window, or go to the start screen if that was wanted, without asking the screen again."""
        if self._leaving_for is None:
            self.is_closed = True
        else:
            self.show_screen(self._leaving_for())
            self._leaving_for = None

    def go_to_start(self) -> None:
        """Go back to the start screen, unless the screen has something to ask first."""
        if self.make_start_screen is None or self.screen.name == "start":
            return
        self._leaving_for = self.make_start_screen
        if self.screen.confirm_close():
            self.close_without_asking()

    def run_until_closed(self) -> None:
        """Draw when something changed, sleep otherwise, until the window is closed."""
        self.log("ready")
        faults = CrashGuard(self)
        while not self.is_closed:
            try:
                self.task_mgr.step()
            except Exception as error:  # whatever goes wrong, what is open stays open
                faults.handle_error(error)

    def close(self) -> None:
        """Give everything back; another window may be opened afterwards."""
        self.task_mgr.remove("wc3d")
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
        self.screen.on_hide()
        self.mouse_input.reset()
        self.screen, self.cutaway = screen, Cutaway()
        self._enter_screen(screen)

    def _enter_screen(self, screen: Screen) -> None:
        screen.window = self
        self.board_view.update_table()
        screen.on_show()
        self.log(f"screen {screen.name}")
        self.aim_camera()

    @property
    def board(self) -> TableScene | None:
        """The board that is shown."""
        return self.board_view.board

    @property
    def picker(self) -> RayPicker | None:
        """What the board's terrain means to a ray."""
        return self.board_view.picker

    # --- the camera

    def aim_camera(self) -> None:
        """Point the camera, and draw."""
        self._camera = self.viewpoint.make_camera(self.screen.table)
        self.render_target.set_camera(self._camera)
        self.scene_picture.background = (
            BACKDROP_COLOR if self.viewpoint.eye_model is None else SKY_COLOR
        )
        self.board_view.update_camera(self.viewpoint.eye_model)
        self.request_board_redraw()

    @property
    def camera_position(self) -> XYZ:
        """Where the camera is."""
        return self._camera.eye

    def project_to_pixel(self, point: XYZ) -> tuple[float, float] | None:
        """Where a point of space is in the window, in pixels."""
        return self._camera.project_to_pixel(point, self.render_target.size)

    def pixel_ray(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The line of sight of a pixel: where it starts and its direction (of length 1)."""
        return self._camera.pixel_ray(x, y, self.render_target.size)

    def hit_test(self, x: float, y: float) -> RayHit | None:
        """What a pixel shows; what is being dragged, and who is looked through, lets the ray pass."""
        table = self.screen.table
        if self.picker is None or table is None:
            return None
        ignored_ids, ray = (
            (*self.screen.pass_through_ids(), self.viewpoint.eye_model),
            self.cutaway.clip_ray(self.pixel_ray(x, y)),
        )
        bodies = (
            b
            for b in table.bodies
            if b.id not in ignored_ids and not self.cutaway.is_hidden(b.at[2])
        )
        return self.picker.pick_first(*ray, tuple(bodies)) if ray is not None else None

    def _move_ceiling(self, move: Callable[[Table], str]) -> None:
        """Move the ceiling, and say where it is."""
        if self.screen.table is not None:
            self.notices.show_message(move(self.screen.table))
            self.aim_camera()

    def show_whole_table(self) -> None:
        """The whole table."""
        self.viewpoint.show_whole_table()
        self.aim_camera()

    def look_from_above(self) -> None:
        """From straight above."""
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
        """Come nearer (below 1) or go away, toward what the mouse points at."""
        if not self.ui.wants_mouse:
            self.viewpoint.zoom(factor, self.hover_hit.at if self.hover_hit is not None else None)
            self.aim_camera()

    def _shift_view(self, dx: float, dy: float) -> None:
        if not self.ui.wants_keys:
            self.viewpoint.pan(dx, dy)
            self.aim_camera()

    # --- mouse and keys

    @property
    def hover_hit(self) -> RayHit | None:
        """What the mouse points at."""
        return self.mouse_input.hover_hit

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel at which the left button went down, while it is down."""
        return self.mouse_input.press_start[0] if self.mouse_input.press_start is not None else None

    def _bind_events(self) -> None:
        mouse = self.mouse_input
        self.accept("window-event", self._handle_window_event)
        if isinstance(self.win, GraphicsWindow):
            self.win.set_close_request_event("close the window")
            self.accept("close the window", self.userExit)
        events: dict[str, Command] = {
            "mouse1": mouse.on_press,
            "mouse1-up": mouse.on_release,
            "shift-mouse1": mouse.on_press,
            "control-mouse1": mouse.on_press,
            "mouse3": lambda: mouse.set_view_drag("turn"),
            "mouse3-up": lambda: mouse.set_view_drag(None),
            "mouse2": lambda: mouse.set_view_drag("shift"),
            "mouse2-up": lambda: mouse.set_view_drag(None),
            "wheel_up": lambda: self.zoom(0.88),
            "wheel_down": lambda: self.zoom(1 / 0.88),
        }
        for key, (dx, dy) in ARROW_KEY_SHIFTS_PX.items():
            for event in (f"arrow_{key}", f"arrow_{key}-repeat"):
                events[event] = lambda dx=dx, dy=dy: self._shift_view(dx, dy)  # type: ignore[misc]
        for key, commands in self.settings.commands_by_key().items():
            events[key] = lambda commands=commands: self.run_commands(commands)  # type: ignore[misc]
        for event, answer in events.items():
            self.accept(event, answer)

    def run_commands(self, names: tuple[str, ...]) -> None:
        """A key was pressed: the screen's own meaning of it, or the window's."""
        if self.ui.wants_keys:
            return
        own: dict[str, Command] = {
            "home": self.show_whole_table,
            "top": self.look_from_above,
            "eye": self._look_through_eyes,
            "follow": self._follow_selected,
            "cancel": self.on_escape,
            "solids": self.board_view.collision_display.cycle_mode,
            "start": self.go_to_start,
            "quality": lambda: self._change_quality(not self.draws_quickly),
            "inside": lambda: self._move_ceiling(self.cutaway.lower_ceiling),
            "outside": lambda: self._move_ceiling(self.cutaway.raise_ceiling),
            **{
                name: lambda name=name: self._toggle_switch(name)  # type: ignore[misc]
                for name in ("volumes", "names", "grid", "help", "legend")
            },
        }
        screen_commands = self.screen.commands()
        for name in names:
            answer = screen_commands.get(name) or own.get(name)
            if answer is not None:
                answer()
                self.log(f"command {name}")
                self.request_redraw()
                return

    def on_escape(self) -> None:
        """Esc: an open list goes, then the help, then a model's eyes, then what the screen has in hand."""
        if self.ui.close_popup():
            pass
        elif self.guide.topic:
            self.guide.close()
        elif self.help:
            self.help = False
        elif self.board_view.mesh_loader.stop(self.board):
            self.notices.show_message("Stopped: meshes that are not ready are shown as boxes")
        elif self.viewpoint.eye_model is not None:
            self.viewpoint.look_through(None)
            self.aim_camera()
        else:
            self.mouse_input.cancel_press()
            self.screen.on_cancel()
        self.request_redraw()

    def _toggle_switch(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))
        self.request_redraw()

    def _change_quality(self, quick: bool) -> None:
        self.draws_quickly = quick
        self.notices.show_message("Graphics: fast" if self.draws_quickly else "Graphics: high")
        self.board_view.rebuild_board()

    def _handle_window_event(self, window: Any) -> None:
        self.windowEvent(window)
        if not self.is_closed:
            self.aim_camera()

    # --- every step

    def rebuild_figures(self) -> None:
        """Models look otherwise: make their figures anew."""
        self.board_view.rebuild_figures()

    def play_sound(self, name: str) -> None:
        """Let a sound be heard ("step", "shot", "dice"), if there is sound."""
        self.sounds.play(name)

    def request_redraw(self, frames: int = 3) -> None:
        """Something changed: draw again."""
        self._fresh = max(self._fresh, frames)

    def request_board_redraw(self, frames: int = 3) -> None:
        """What is seen of the board changed: draw that again, too."""
        self.scene_picture.has_changed = True
        self.request_redraw(frames)

    @property
    def is_at_rest(self) -> bool:
        """Is the picture the finished one: nothing to be drawn any more, neither quickly nor smoothly?"""
        return self.is_drawn and self.board_view.is_finished and self.scene_picture.is_finished

    @property
    def is_drawn(self) -> bool:
        """Has all that changed been drawn, quickly at least?"""
        return self._fresh <= 0 and not self.board_view.is_building

    def _tick(self, task: Any) -> Any:
        self.mouse_input.update()
        dropped = self.drop_target.poll() if self.drop_target is not None else None
        if dropped is not None:
            deliver_drop(self, dropped)
        compiled, self._compiled = self._compiled, solver_warmup.compiled_fraction()
        if self.screen.poll() or self.notices.take_changed_flag() or compiled != self._compiled:
            self.request_redraw()
        if self.ui.take_input_flag():
            self.request_redraw(3)
        self.board_view.update_table()
        self.board_view.build_for(BUILD_TIME_PER_STEP_S)
        self.board_view.load_details()
        self.board_view.update_marks()
        self.board_view.update_outlines(self.mouse_input.hover_hit)
        if self._fresh > 0:
            self._fresh -= 1
            self._draw(not self.draws_quickly, not self.draws_quickly)
        elif self.scene_picture.is_finish_due and self.is_drawn:
            self.board_view.refine_picture()
            self.scene_picture.has_changed = True
            self._draw(self.settings.display.quality != "low", True)
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
        """Let the coming frame be drawn; what of the board has changed with smooth edges, or quickly."""
        last_clock, self._clock = self._clock, time.monotonic()
        self.ui.render_frame(self._clock - last_clock)
        self.scene_picture.update(smooth, finished, keep=self.board_view.replacing)
        self.win.set_active(True)

    def _draw_panels(self) -> None:
        set_style()
        if self.names:
            draw_tags(self.screen.tags(), self.project_to_pixel)
        table = self.screen.table
        if self.grid and table is not None:
            draw_edge_numbers(self.ui, self.project_to_pixel, table.size)
        self.screen.draw_panels(self.ui)
        if self.legend and table is not None:
            draw_legend(self.ui, table, self.screen)
        draw_status(self.ui, self.board_view.status_lines(table), self._compiled)
        draw_notices(self.ui, self.notices, self.screen.notices_floor())
        if self.help:
            draw_help_panel(self.ui, self.settings, self.screen, self.rules_search)
        if self.guide.topic:
            self.guide.draw(self.ui)
