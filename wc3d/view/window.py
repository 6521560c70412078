"""The window: look round the table, measure on it, ask who sees whom, put models on it."""
from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from math import cos, dist, radians, sin
from typing import Any

import numpy as np
from direct.showbase.ShowBase import ShowBase
from panda3d.core import (
    AntialiasAttrib,
    GraphicsOutput,
    NodePath,
    Texture,
    WindowProperties,
    load_prc_file_data,
)

from wc3d.table.table import Body, Table
from wc3d.view import DEBIAN_PACKAGES, NoGraphics
from wc3d.view.board import Board
from wc3d.view.camera import above, apply_eye, on_screen, overview, ray_at
from wc3d.view.desk import Desk, Tool
from wc3d.view.exhibits import XYZ, Stroke
from wc3d.view.graphics import BACK_ENDS, Stage, abilities, make_pipe, settle
from wc3d.view.imgui_panda import ImGuiPanda
from wc3d.view.palette import RGB, ROLE_COLOURS, Pen, Role
from wc3d.view.panels import Panels
from wc3d.view.picking import Hit, Picker
from wc3d.view.scene import BACKDROP, draw_marks, draw_stroke, draw_volume

SIZE = (1280, 800)
DRAG = 6.0
"""The mouse must move this many pixels before a press becomes a drag."""

BASE_KEYS = ("small", "medium", "large")
STANDARD = ROLE_COLOURS[Role.FROM]
PICKED: RGB = (255, 206, 84)


def open_window(table: Table, title: str = "", **options: Any) -> None:
    """Open a window on the table and stay until it is closed. Raises NoGraphics where there is no display."""
    window = Window(table, title or table.name or "wc3d", **options)
    try:
        window.run_until_closed()
    finally:
        window.close()


class Window(ShowBase):
    """A window on a table; `offscreen` makes the same thing without a screen, for tests."""

    def __init__(
        self, table: Table, title: str = "wc3d", *, offscreen: bool = False, size: tuple[int, int] = SIZE,
        log: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        self._back_ends = BACK_ENDS[:2] if offscreen else ("pandagl",)
        if not offscreen and sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            raise NoGraphics("no display to open a window on: set DISPLAY, or use judge --picture (xvfb-run gives a hidden one)")
        settle()
        self.closed, self.log = False, log or (lambda line: None)
        self._open(title, offscreen, size)
        self.disable_mouse()
        self.stage = self._make_stage(offscreen)
        self.win.set_clear_color(BACKDROP)
        self.desk = Desk(table)
        self.board = Board(self.stage, table, taps=4 if self.stage.software else 12)
        self.picker = Picker(table)
        self.panels = Panels(self.desk, self.project)
        self.ui = ImGuiPanda(self, self._draw_panels)
        self.orbit = overview(table.size)
        self.eye: str | None = None
        self.volumes = False
        self.pressed: tuple[tuple[float, float], str | None] | None = None
        self.dragging: str | None = None
        self.turning: str | None = None
        self.last_mouse: tuple[float, float] | None = None
        self.hit: Hit | None = None
        self.marks: list[NodePath] = []
        self._shown: object = None
        self._fresh = 3
        self._still = 0.0
        self._clock = time.monotonic()
        self._bind()
        self.look()
        self.task_mgr.add(self._tick, "wc3d", sort=10)

    # --- opening and closing

    def makeDefaultPipe(self, printPipeTypes: Any = None) -> None:  # noqa: N802  (Panda's name)
        """Use the back end that fits, not the one a settings file names."""
        try:
            self.pipe = make_pipe(self._back_ends)
        except NoGraphics:
            display = os.environ.get("DISPLAY", "")
            raise NoGraphics(
                f"no window can be opened on DISPLAY={display}: is a display there, and the graphics library installed? "
                f"(apt-get install -y --no-install-recommends {' '.join(DEBIAN_PACKAGES)})"
            ) from None

    def _open(self, title: str, offscreen: bool, size: tuple[int, int]) -> None:
        properties = WindowProperties(size=size)
        properties.set_title(title)
        WindowProperties.set_default(properties)
        load_prc_file_data("wc3d window", "framebuffer-multisample 1\nmultisamples 4")
        try:
            super().__init__(windowType="offscreen" if offscreen else "onscreen")
        except NoGraphics:
            raise
        except Exception as error:
            raise NoGraphics(
                f"no window can be opened here ({error}): check DISPLAY, and "
                f"apt-get install -y --no-install-recommends {' '.join(DEBIAN_PACKAGES)}"
            ) from None

    def _make_stage(self, offscreen: bool) -> Stage:
        picture = None
        if offscreen:
            picture = Texture("picture")
            self.win.add_render_texture(picture, GraphicsOutput.RTM_bind_or_copy)
        able = abilities(self.win)
        return Stage(self.graphics_engine, self.pipe, self.win, self.render, self.cam, self.camLens, *able, picture)

    def userExit(self) -> None:  # noqa: N802  (Panda's name)
        """The window was closed."""
        self.closed = True

    def run_until_closed(self) -> None:
        """Draw when something changed, sleep otherwise, until the window is closed."""
        self.log("ready")
        while not self.closed:
            self.task_mgr.step()

    def close(self) -> None:
        """Give everything back; another window may be opened afterwards."""
        self.desk.close()
        self.ui.close()
        self.destroy()

    # --- the camera

    def look(self) -> None:
        """Point the camera."""
        if self.eye is not None:
            body = self.desk.table.body(self.eye)
            apply_eye(self.stage, body, self.orbit.turn, 8.0 - self.orbit.tilt / 4)
        else:
            self.orbit.apply(self.stage)
        for id, node in self.board.of_body.items():
            node.hide() if id == self.eye else node.show()
        self.board.look_changed()
        self.dirty()

    def project(self, point: XYZ) -> tuple[float, float] | None:
        """Where a point of space is in the window, in pixels."""
        return on_screen(self.stage, point)

    def turn(self, dx: float, dy: float) -> None:
        """Turn the view by so many pixels."""
        tilt = self.orbit.tilt + dy * 0.3
        self.orbit = replace(self.orbit, turn=(self.orbit.turn - dx * 0.35) % 360, tilt=min(89.9, max(4.0, tilt)))
        self.look()

    def shift(self, dx: float, dy: float) -> None:
        """Shift the view by so many pixels."""
        step, a = self.orbit.away * 0.0011, radians(self.orbit.turn)
        x, y, z = self.orbit.target
        x += step * (-dx * cos(a) - dy * sin(a))
        y += step * (-dx * sin(a) + dy * cos(a))
        width, depth = self.desk.table.size
        self.orbit = replace(self.orbit, target=(min(max(x, -4), width + 4), min(max(y, -4), depth + 4), z))
        self.look()

    def zoom(self, factor: float) -> None:
        """Come nearer (below 1) or go away, toward what the mouse points at."""
        if self.ui.wants_mouse:
            return
        away = min(240.0, max(4.0, self.orbit.away * factor))
        target = np.array(self.orbit.target)
        if self.hit is not None:
            target[:2] += (np.array(self.hit.at[:2]) - target[:2]) * (1 - away / self.orbit.away)
        self.orbit = replace(self.orbit, away=away, target=(float(target[0]), float(target[1]), float(target[2])))
        self.look()

    def home(self) -> None:
        """The whole table."""
        self.eye, self.orbit = None, overview(self.desk.table.size)
        self.look()

    def top(self) -> None:
        """From straight above."""
        self.eye, self.orbit = None, above(self.desk.table.size)
        self.look()

    def model_eye(self) -> None:
        """Through the picked model's eyes, and back."""
        if self.eye is not None:
            self.eye = None
        elif self.desk.selected is not None:
            self.eye = self.desk.selected
        else:
            self.desk.message = "pick a model first, then E looks through its eyes"
        self.log(f"eye {self.eye}")
        self.look()

    # --- input

    def _bind(self) -> None:
        keys: dict[str, Callable[..., object]] = {
            "mouse1": self._press, "mouse1-up": self._release,
            "mouse3": lambda: self._begin("turn"), "mouse3-up": lambda: self._begin(None),
            "mouse2": lambda: self._begin("shift"), "mouse2-up": lambda: self._begin(None),
            "wheel_up": lambda: self.zoom(0.88), "wheel_down": lambda: self.zoom(1 / 0.88),
            "arrow_left": lambda: self.shift(40, 0), "arrow_right": lambda: self.shift(-40, 0),
            "arrow_up": lambda: self.shift(0, 40), "arrow_down": lambda: self.shift(0, -40),
            "t": self.top, "h": self.home, "e": self.model_eye, "v": self._toggle_volumes, "n": self._toggle_names,
            "r": lambda: self._ask(self.desk.show_reach), "f": lambda: self._ask(self.desk.show_area),
            "+": lambda: self._ask(lambda: self.desk.show_reach(1.0)), "=": lambda: self._ask(lambda: self.desk.show_reach(1.0)),
            "-": lambda: self._ask(lambda: self.desk.show_reach(-1.0)),
            "m": lambda: self._use(Tool.MEASURE), "s": lambda: self._use(Tool.SIGHT), "escape": self._escape,
            "delete": self._remove, "x": self._remove, "?": self._toggle_help, "shift-/": self._toggle_help,
            "f1": self._toggle_help, "window-event": self._window_event,
        }  # fmt: skip
        for number, base in enumerate(BASE_KEYS, 1):
            keys[str(number)] = lambda base=base: self._place(base)  # type: ignore[misc]
        for event, answer in keys.items():
            self.accept(event, answer)

    def mouse(self) -> tuple[float, float] | None:
        """The mouse in pixels, or None outside the window."""
        watcher = self.mouseWatcherNode
        if watcher is None or not watcher.has_mouse():
            return None
        width, height = self.stage.size
        return (watcher.get_mouse_x() + 1) * 0.5 * width, (1 - watcher.get_mouse_y()) * 0.5 * height

    def pick(self, x: float, y: float, skip: str | None = None) -> Hit | None:
        """What a pixel shows."""
        start, way = ray_at(self.stage, x, y)
        bodies = tuple(b for b in self.desk.table.bodies if b.id not in (skip, self.eye))
        return self.picker.first(start, way, bodies)

    def _press(self) -> None:
        self.dirty(3)
        spot = self.mouse()
        if self.ui.wants_mouse or spot is None:
            return
        hit = self.pick(*spot)
        self.pressed = spot, hit.id if hit is not None and hit.what == "body" else None

    def _release(self) -> None:
        self.dirty(3)
        pressed, self.pressed = self.pressed, None
        dragged, self.dragging = self.dragging, None
        spot = self.mouse()
        if pressed is None or spot is None:
            return
        if dragged is not None:
            if self.desk.move(dragged, self.pick(*spot, skip=dragged)):
                self._models_changed()
            self.log(f"move {dragged} {self.desk.table.body(dragged).at}")
        else:
            self.desk.click(self.pick(*spot))
            self.log(f"click {self.desk.selected}")
        self.dirty()

    def _begin(self, what: str | None) -> None:
        self.turning = what if what is None or not self.ui.wants_mouse else None

    def _use(self, tool: Tool) -> None:
        self.desk.use(tool)
        self.log(f"tool {self.desk.tool}")
        self.dirty()

    def _ask(self, question: Callable[[], None]) -> None:
        question()
        self.dirty()

    def _place(self, base: str) -> None:
        id = self.desk.place(base, self.hit)
        if id is not None:
            self._models_changed()
        self.log(f"place {id}")
        self.dirty()

    def _remove(self) -> None:
        self.desk.remove()
        self.eye = None
        self._models_changed()

    def _escape(self) -> None:
        self.desk.cancel()
        self.eye = None
        self.look()

    def _toggle_volumes(self) -> None:
        self.volumes = not self.volumes
        self.dirty()

    def _toggle_names(self) -> None:
        self.panels.names = not self.panels.names
        self.dirty()

    def _toggle_help(self) -> None:
        self.panels.help = not self.panels.help
        self.dirty()

    def _window_event(self, window: Any) -> None:
        self.windowEvent(window)
        if not self.closed:
            self.look()

    # --- every step

    def dirty(self, frames: int = 2) -> None:
        """Something changed: draw again."""
        self._fresh = max(self._fresh, frames)

    def _tick(self, task: Any) -> Any:
        self._follow_mouse()
        if self.desk.poll():
            if not self.desk.worker.busy:
                self.log(f"answer {self.desk.message}")
            self.dirty()
        self._show_marks()
        if self._fresh > 0:
            self._fresh -= 1
            self._still = time.monotonic()
            self._draw(smooth=not self.stage.software)
        elif self.stage.software and self._still and time.monotonic() - self._still > 0.25:
            self._still = 0.0
            self._draw(smooth=True)
        elif self.stage.picture is None:
            self.win.set_active(False)
            time.sleep(0.012)
        return task.cont

    def _draw(self, smooth: bool) -> None:
        """Let the coming frame be drawn, with smooth edges or quickly."""
        now = time.monotonic()
        self.render.set_antialias(AntialiasAttrib.M_multisample if smooth else AntialiasAttrib.M_none)
        self.ui.frame(now - self._clock)
        self._clock = now
        self.win.set_active(True)

    def _draw_panels(self) -> None:
        self.panels.draw(self.ui)

    def _follow_mouse(self) -> None:
        spot = self.mouse()
        if spot is None or spot == self.last_mouse:
            return
        before, self.last_mouse = self.last_mouse, spot
        if before is not None and self.turning is not None:
            dx, dy = spot[0] - before[0], spot[1] - before[1]
            (self.turn if self.turning == "turn" else self.shift)(dx, dy)
            return
        if self.pressed is not None and self.pressed[1] is not None and self.desk.tool is Tool.SELECT:
            self._drag_from(self.pressed[0], self.pressed[1], spot)
        self.hit = self.pick(*spot, skip=self.dragging)
        self.desk.point(self.hit)
        self.dirty()

    def _drag_from(self, start: tuple[float, float], id: str, spot: tuple[float, float]) -> None:
        if self.dragging is None and dist(start, spot) > DRAG:
            self.dragging = self.desk.selected = id

    def _models_changed(self) -> None:
        chosen = {self.desk.selected: PICKED} if self.desk.selected else {}
        self.board.show_bodies(self.desk.table.bodies, {id: rgb for id, rgb in chosen.items() if id is not None})
        self.look()

    def _show_marks(self) -> None:
        """Draw the desk's answers on the board, if they are not those already drawn."""
        desk = self.desk
        dragged = (self.dragging, self.hit) if self.dragging is not None else None
        now = (desk.measured, desk.seen, desk.selected, self.volumes, desk.table, dragged, self.eye)
        if now == self._shown:
            return
        self._shown = now
        before = set(self.board.glass.get_children())
        for node in self.marks:
            node.remove_node()
        before -= set(self.marks)
        self._draw_marks()
        self.marks = [node for node in self.board.glass.get_children() if node not in before]
        self.dirty()

    def _draw_marks(self) -> None:
        desk, board = self.desk, self.board
        if desk.seen is not None:
            draw_marks(board, desk.table, desk.seen, self.eye)
        if desk.measured is not None:
            draw_stroke(board, Stroke(desk.measured.line, Pen.MEASURE))
        for body in desk.table.bodies:
            if body.id == self.eye:
                continue
            if body.id == desk.selected:
                draw_volume(board, body.volume, PICKED)
            elif self.volumes:
                draw_volume(board, body.volume, STANDARD)
        if self.dragging is not None and self.hit is not None:
            self._draw_ghost(desk.table.body(self.dragging), self.hit)

    def _draw_ghost(self, body: Body, hit: Hit) -> None:
        message = self.desk.message
        at = self.desk.standing_place(body.base, hit, ignore=(body.id,))
        ghost = body.moved(at or hit.at)
        draw_volume(self.board, ghost.volume, ROLE_COLOURS[Role.END if at else Role.HIT], nobody=True)
        pen = Pen.PATH if at else Pen.REFUSED
        draw_stroke(self.board, Stroke((body.at, ghost.at), pen))
        if at is not None:
            self.desk.message = f"{body.id}: {dist(body.at, at):.2f}\" from where it stands"
        elif not self.desk.message:
            self.desk.message = message


