"""Panda's window: opened on a suitable back end, no larger than the screen."""

from __future__ import annotations

import os
import sys
from typing import Any

from direct.showbase.ShowBase import ShowBase
from panda3d.core import GraphicsOutput, GraphicsWindow, KeyboardButton, Texture, WindowProperties

from wc3d.panda.render_target import (
    BACK_ENDS,
    BACKDROP_COLOR,
    RenderTarget,
    configure_panda,
    driver_abilities,
    make_pipe,
)
from wc3d.panda.requirements import INSTALL_COMMAND, NoGraphicsError
from wc3d.window.shell.mouse_trail import Spot
from wc3d.window.shell.scene_picture import ScenePicture
from wc3d.window.shell.xdnd import DropTarget, make_drop_target

DEFAULT_WINDOW_SIZE_PX, LARGE_SCREEN_SHARE = (1280, 800), 0.8
"""Window size in pixels, and its share of a much larger screen."""
MOUSE_TRAIL_S = 2.0
"""Age in seconds of the oldest mouse position; longer than any frame."""
REMOVED_PANDA_TASKS = (
    "ivalLoop",
    "collisionLoop",
    "resetPrevTransform",
    "audioLoop",
    "garbageCollectStates",
)
"""Panda's per-step tasks that are unused or would discard cached render state."""
SAMPLES_PER_PIXEL = 4
"""Multisampling of a picture at rest."""


class PandaWindow(ShowBase):
    """A window, or an `offscreen` buffer for tests. Raises NoGraphicsError without a display."""

    def __init__(self, title: str, offscreen: bool, size: tuple[int, int] | None) -> None:
        self._back_ends = BACK_ENDS[:2] if offscreen else ("pandagl",)
        if not offscreen and sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            raise NoGraphicsError(
                "there is no display for the window; set DISPLAY, or use xvfb-run or wc3d judge --picture"
            )
        configure_panda()
        self._open(title, offscreen, size)
        self.disable_mouse()
        for task in REMOVED_PANDA_TASKS:
            self.task_mgr.remove(task)
        self.render_target = self._make_stage(offscreen)
        self.scene_picture = ScenePicture(self, SAMPLES_PER_PIXEL)
        self.drop_target: DropTarget | None = None
        self.is_full_screen = False
        self._windowed_size = (self.win.get_x_size(), self.win.get_y_size())
        self.win.set_clear_color(BACKDROP_COLOR)

    def setupMouse(self, win: Any, fMultiWin: bool = False) -> Any:  # noqa: N802
        """Set up mouse events and the pointer trail between steps."""
        thrower = super().setupMouse(win, fMultiWin)
        for number in range(win.get_num_input_devices()):
            win.get_input_device(number).enable_pointer_events()
        self.mouseWatcherNode.set_trail_log_duration(MOUSE_TRAIL_S)
        return thrower

    def makeDefaultPipe(self, printPipeTypes: Any = None) -> None:  # noqa: N802
        """Use the detected back end instead of the one in Panda's configuration."""
        try:
            self.pipe = make_pipe(self._back_ends)
        except NoGraphicsError:
            display = os.environ.get("DISPLAY", "")
            raise NoGraphicsError(
                f"cannot open a window on DISPLAY={display}; check that the display exists and install the graphics "
                f"library ({INSTALL_COMMAND})"
            ) from None

    def _open(self, title: str, offscreen: bool, wanted_size: tuple[int, int] | None) -> None:
        self.makeDefaultPipe()
        wide = self.pipe.get_display_width()
        high = self.pipe.get_display_height()
        size = wanted_size or DEFAULT_WINDOW_SIZE_PX
        # the edges of a window larger than the screen would be out of reach
        if wide and high and not offscreen:
            size = wanted_size or (
                max(DEFAULT_WINDOW_SIZE_PX[0], round(LARGE_SCREEN_SHARE * wide)),
                max(DEFAULT_WINDOW_SIZE_PX[1], round(LARGE_SCREEN_SHARE * high)),
            )
            size = min(size[0], wide), min(size[1], high)
        properties = WindowProperties(size=size)
        properties.set_title(title)
        WindowProperties.set_default(properties)
        try:
            super().__init__(windowType="offscreen" if offscreen else "onscreen")
        except NoGraphicsError:
            raise
        except Exception as error:
            raise NoGraphicsError(
                f"cannot open a window ({error}); check DISPLAY, and run {INSTALL_COMMAND}"
            ) from None

    def _make_stage(self, offscreen: bool) -> RenderTarget:
        picture = None
        if offscreen:
            picture = Texture("picture")
            self.win.add_render_texture(picture, GraphicsOutput.RTM_bind_or_copy)
        able = driver_abilities(self.win)
        return RenderTarget(
            self.graphics_engine,
            self.pipe,
            self.win,
            self.render,
            self.cam,
            self.camLens,
            *able,
            picture,
        )

    @property
    def display_zoom(self) -> float:
        """The enlargement that the screen's resolution asks for; 1 if it is unknown."""
        return float(self.pipe.get_display_zoom())

    def set_full_screen(self, is_on: bool) -> None:
        """Fill the screen, or return to the size of the window before."""
        if is_on == self.is_full_screen:
            return
        self.is_full_screen = is_on
        if not isinstance(self.win, GraphicsWindow):
            return
        if is_on:
            self._windowed_size = (self.win.get_x_size(), self.win.get_y_size())
        screen = (self.pipe.get_display_width(), self.pipe.get_display_height())
        properties = WindowProperties()
        properties.set_fullscreen(is_on)
        properties.set_undecorated(is_on)
        properties.set_size(screen if is_on and all(screen) else self._windowed_size)
        self.win.request_properties(properties)

    def listen_to_drops(self) -> None:
        """Accept dropped files where the platform supports them."""
        handle = self.win.get_window_handle() if isinstance(self.win, GraphicsWindow) else None
        if handle is not None and sys.platform.startswith("linux"):
            self.drop_target = make_drop_target(handle.get_int_handle())

    @property
    def has_focus(self) -> bool:
        """Return whether the window gets the keyboard; always, if it is off-screen."""
        if not isinstance(self.win, GraphicsWindow):
            return True
        properties = self.win.get_properties()
        return bool(properties.get_foreground()) and not properties.get_minimized()

    @property
    def is_shift_held(self) -> bool:
        """Return whether the Shift key is held."""
        watcher = self.mouseWatcherNode
        return watcher is not None and bool(watcher.is_button_down(KeyboardButton.shift()))

    def mouse_position(self) -> tuple[float, float] | None:
        """Return the mouse in pixels, or None outside the window."""
        watcher = self.mouseWatcherNode
        if watcher is None or not watcher.has_mouse():
            return None
        width, height = self.render_target.size
        return (watcher.get_mouse_x() + 1) * 0.5 * width, (1 - watcher.get_mouse_y()) * 0.5 * height

    def recent_mouse_positions(self) -> list[tuple[int, Spot]]:
        """Return recent mouse positions in pixels, also between steps, with numbers."""
        watcher = self.mouseWatcherNode
        log: Any = watcher.get_trail_log() if watcher is not None else None
        count = log.get_num_events() if log is not None else 0
        return [
            (log.get_sequence(i), (float(log.get_xpos(i)), float(log.get_ypos(i))))
            for i in range(count)
        ]
