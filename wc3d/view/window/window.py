"""The window: a screen and its board, drawn when something changed, with a camera, a mouse and keys."""
from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from math import dist, inf
from typing import Any

import numpy as np
from direct.showbase.ShowBase import ShowBase
from numpy.typing import NDArray
from panda3d.core import (
    AntialiasAttrib,
    GraphicsOutput,
    GraphicsWindow,
    NodePath,
    Texture,
    WindowProperties,
    load_prc_file_data,
)

from wc3d.evidence.exhibit import XYZ
from wc3d.evidence.palette import ROLE_COLOURS, Role
from wc3d.evidence.picking import Hit, Picker
from wc3d.table.table import Table
from wc3d.view import DEBIAN_PACKAGES, NoGraphics
from wc3d.view.shapes.camera import Camera
from wc3d.view.shapes.viewpoint import Viewpoint
from wc3d.view.stage.board import Board
from wc3d.view.stage.graphics import BACK_ENDS, BACKDROP, SKY, Stage, abilities, make_pipe, settle
from wc3d.view.stage.overlays import draw_volume
from wc3d.view.window.crash_guard import Faults
from wc3d.view.window.file_drop import hand_over
from wc3d.view.window.imgui_panda import ImGuiPanda
from wc3d.view.window.notices import Notices
from wc3d.view.window.screen import Command, Screen
from wc3d.view.window.settings import Settings
from wc3d.view.window.ui_probe import watcher
from wc3d.view.window.xdnd import DropTarget, drop_target
from wc3d.view.work import solver_warmup

SIZE, PART = (1280, 800), 0.8
"""How large a window is, in pixels; on a screen that is much larger, this part of it."""
SAMPLES = 4
"""Samples in each pixel: edges are smooth where the picture comes to rest."""
DRAG = 6.0
"""The mouse must move this many pixels before a press becomes a drag."""
LOW_TAPS, QUICK_TAPS, FINE_TAPS = 0, 4, 12
"""How softly shadows are drawn; with none at all where the settings say "low"."""
AT_ONCE = 0.05
"""Seconds of every step that a new board is built, until it is seen."""
SLEEP = 0.012
"""Seconds to sleep when nothing has changed."""


def open_window(screen: Screen, title: str = "wc3d", begun: Callable[[], object] = lambda: None, **options: Any) -> None:
    """Open a window on a screen and stay until it is closed; `begun` is called once it is there.

    Raises NoGraphics where there is no display.
    """
    watching = watcher()
    window = Window(screen, title, **(options if watching is None else {"log": watching.log, **options}))
    begun()
    solver_warmup.begin()
    if watching is not None:
        watching.follow(window)
    try:
        window.run_until_closed()
    finally:
        window.close()


class Window(ShowBase):
    """A window that shows one screen at a time; `offscreen` makes the same thing without a screen, for tests.

    `log` is told what happens, a line at a time. `start` makes the screen that the key "start" goes back to. `complaints` are
    told at once.
    """

    def __init__(
        self, screen: Screen, title: str = "wc3d", *, offscreen: bool = False, size: tuple[int, int] | None = None,
        settings: Settings | None = None, log: Callable[[str], None] | None = None,
        start: Callable[[], Screen] | None = None, complaints: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._back_ends = BACK_ENDS[:2] if offscreen else ("pandagl",)
        if not offscreen and sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            raise NoGraphics("no display to open a window on: set DISPLAY, or use judge --picture (xvfb-run gives a hidden one)")
        settle()
        self.closed, self.log = False, log or (lambda line: None)
        self.settings = settings or Settings()
        self._open(title, offscreen, size)
        self.disable_mouse()
        self.stage = self._make_stage(offscreen)
        self.win.set_clear_color(BACKDROP)
        low = self.settings.display.quality == "low"
        self.quick = low or (self.stage.software and self.settings.display.quality == "auto")
        self.viewpoint = Viewpoint((30.0, 30.0))
        self._camera: Camera = self.viewpoint.camera(None)
        self.notices = Notices()
        self.start = start
        self._leaving_for: Callable[[], Screen] | None = None
        for complaint in complaints:
            self.notices.complain(complaint)
        self.ui = ImGuiPanda(self, self._draw_panels, self._text_scale(), self.settings.key)
        self.volumes = self.grid = self.legend = self.help = False
        self.names = True
        self.board: Board | None = None
        self.picker: Picker | None = None
        self.hit: Hit | None = None
        self.dragging = False
        self._pressed: tuple[tuple[float, float], Hit | None] | None = None
        self._turning: str | None = None
        self._last_mouse: tuple[float, float] | None = None
        self._over_panel = False
        self._marks: list[NodePath] = []
        self._bodies: object = None
        self._shown: object = None
        self._fresh = 3
        self._still = 0.0
        self._clock = time.monotonic()
        self._bind()
        self.screen = screen
        self._enter(screen)
        self._build_on(inf)
        self.drops = None if offscreen else _drop_target(self.win)
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

    def _open(self, title: str, offscreen: bool, asked: tuple[int, int] | None) -> None:
        self.makeDefaultPipe()
        wide, high = self.pipe.get_display_width(), self.pipe.get_display_height()
        size = asked or SIZE
        if wide and high and not offscreen:  # no window larger than the screen: what is at its edge could not be reached
            size = asked or (max(SIZE[0], round(PART * wide)), max(SIZE[1], round(PART * high)))
            size = min(size[0], wide), min(size[1], high)
        properties = WindowProperties(size=size)
        properties.set_title(title)
        WindowProperties.set_default(properties)
        load_prc_file_data("wc3d window", f"framebuffer-multisample {int(SAMPLES > 0)}\nmultisamples {SAMPLES}")
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

    def _text_scale(self) -> float:
        """How much larger text is than on an ordinary screen."""
        chosen = self.settings.display.scale
        return chosen or max(1.0, float(self.pipe.get_display_zoom()))

    def userExit(self) -> None:  # noqa: N802  (Panda's name)
        """The window is asked to close: it does unless the screen has something to ask first."""
        self._leaving_for = None
        if self.screen.may_close():
            self.closed = True
        self.dirty()

    def close_soon(self) -> None:
        """Close the window, or go to the start screen if that was wanted, without asking the screen again."""
        if self._leaving_for is None:
            self.closed = True
        else:
            self.show(self._leaving_for())
            self._leaving_for = None

    def to_start(self) -> None:
        """Go back to the start screen, unless the screen has something to ask first."""
        if self.start is None or self.screen.name == "start":
            return
        self._leaving_for = self.start
        if self.screen.may_close():
            self.close_soon()

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel at which the left button went down, while it is down."""
        return self._pressed[0] if self._pressed is not None else None

    def run_until_closed(self) -> None:
        """Draw when something changed, sleep otherwise, until the window is closed."""
        self.log("ready")
        faults = Faults(self)
        while not self.closed:
            try:
                self.task_mgr.step()
            except Exception as error:  # whatever goes wrong, what is open stays open
                faults.met(error)

    def close(self) -> None:
        """Give everything back; another window may be opened afterwards."""
        self.task_mgr.remove("wc3d")
        self.screen.left()
        if self.drops is not None:
            self.drops.close()
        self.ui.close()
        self.destroy()

    # --- screens

    def show(self, screen: Screen) -> None:
        """Show another screen."""
        self.screen.left()
        self.dragging, self._pressed, self._turning = False, None, None
        self.screen = screen
        self._enter(screen)

    def _enter(self, screen: Screen) -> None:
        screen.window = self
        self._follow_table(screen.table)
        screen.entered()
        self.log(f"screen {screen.name}")
        self.look()

    def _follow_table(self, table: Table | None) -> None:
        """Show the screen's table: a new board, or the same with what was edited, and the models where they are now."""
        known = self.board.table if self.board is not None else None
        if table is None and known is None:
            return
        if table is not None and known is not None and self.board is not None and _edited(table, known):
            self.board.show_terrain(table)
            self.picker = Picker(table)
            self.dirty(3)
        elif table is None or known is None or not _same_terrain(table, known):
            self._new_board(table)
        if table is None or self.board is None:
            return
        colours, turned, liveries = dict(self.screen.colours()), dict(self.screen.turned()), dict(self.screen.liveries())
        now = (table.bodies, colours, turned, liveries)
        if now != self._bodies:
            self._bodies = now
            self.board.show_bodies(table.bodies, colours, turned, liveries)
            self.look()

    def _new_board(self, table: Table | None) -> None:
        for node in self._marks:
            node.remove_node()
        self._marks, self._shown, self._bodies = [], None, None
        if self.board is not None:
            self.board.close()
        self.board = self.picker = None
        if table is not None:
            if self.viewpoint.size != table.size:
                self.viewpoint.new_table(table.size)
            low = self.quick and self.settings.display.quality == "low"
            self.board = Board(self.stage, table, taps=LOW_TAPS if low else QUICK_TAPS if self.quick else FINE_TAPS,
                               at_once=False)  # fmt: skip
            self.picker = Picker(table)
        self.dirty(3)

    def _build_on(self, seconds: float) -> None:
        """Go on with a board that is not built yet, for about so long."""
        if self.board is not None and not self.board.built:
            self.board.build(seconds)
            self.look()

    # --- the camera

    def look(self) -> None:
        """Point the camera, and draw."""
        self._camera = self.viewpoint.camera(self.screen.table)
        self.stage.aim(self._camera)
        self.win.set_clear_color(BACKDROP if self.viewpoint.eye is None else SKY)
        if self.board is not None:
            for id, node in self.board.of_body.items():
                node.hide() if id == self.viewpoint.eye else node.show()
            self.board.look_changed()
        self.dirty()

    @property
    def eye(self) -> XYZ:
        """Where the camera is."""
        return self._camera.eye

    def project(self, point: XYZ) -> tuple[float, float] | None:
        """Where a point of space is in the window, in pixels."""
        return self._camera.pixel(point, self.stage.size)

    def ray(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The line of sight of a pixel: where it starts and its direction (of length 1)."""
        return self._camera.ray(x, y, self.stage.size)

    def home(self) -> None:
        """The whole table."""
        self.viewpoint.home()
        self.look()

    def top(self) -> None:
        """From straight above."""
        self.viewpoint.top()
        self.look()

    def _eye(self) -> None:
        if self.viewpoint.eye is not None:
            self.viewpoint.look_through(None)
        elif self.screen.selected is None:
            self.notices.say("pick a model first, then look through its eyes")
        else:
            self.viewpoint.look_through(self.screen.selected)
        self.log(f"eye {self.viewpoint.eye}")
        self.look()

    def _follow(self) -> None:
        picked = self.screen.selected
        self.viewpoint.follow(None if self.viewpoint.followed == picked else picked)
        self.look()

    def zoom(self, factor: float) -> None:
        """Come nearer (below 1) or go away, toward what the mouse points at."""
        if not self.ui.wants_mouse:
            self.viewpoint.zoom(factor, self.hit.at if self.hit is not None else None)
            self.look()

    def _shift(self, dx: float, dy: float) -> None:
        if not self.ui.wants_keys:
            self.viewpoint.shift(dx, dy)
            self.look()

    # --- input

    def _bind(self) -> None:
        self.accept("window-event", self._window_event)
        if isinstance(self.win, GraphicsWindow):
            self.win.set_close_request_event("close the window")
            self.accept("close the window", self.userExit)
        events: dict[str, Command] = {
            "mouse1": self._press, "mouse1-up": self._release, "shift-mouse1": self._press, "control-mouse1": self._press,
            "mouse3": lambda: self._begin("turn"), "mouse3-up": lambda: self._begin(None),
            "mouse2": lambda: self._begin("shift"), "mouse2-up": lambda: self._begin(None),
            "wheel_up": lambda: self.zoom(0.88), "wheel_down": lambda: self.zoom(1 / 0.88),
        }  # fmt: skip
        for key, (dx, dy) in {"left": (40, 0), "right": (-40, 0), "up": (0, 40), "down": (0, -40)}.items():
            for event in (f"arrow_{key}", f"arrow_{key}-repeat"):
                events[event] = lambda dx=dx, dy=dy: self._shift(dx, dy)  # type: ignore[misc]
        for key, commands in self.settings.commands().items():
            events[key] = lambda commands=commands: self._command(commands)  # type: ignore[misc]
        for event, answer in events.items():
            self.accept(event, answer)

    def _command(self, names: tuple[str, ...]) -> None:
        """A key was pressed: the screen's own meaning of it, or the window's."""
        if self.ui.wants_keys:
            return
        own: dict[str, Command] = {
            "home": self.home, "top": self.top, "eye": self._eye, "follow": self._follow, "cancel": self.cancel,
            "volumes": lambda: self._toggle("volumes"), "names": lambda: self._toggle("names"),
            "grid": lambda: self._toggle("grid"), "help": lambda: self._toggle("help"), "legend": lambda: self._toggle("legend"),
            "quality": self._change_quality, "start": self.to_start,
        }  # fmt: skip
        here = self.screen.commands()
        for name in names:
            answer = here.get(name) or own.get(name)
            if answer is not None:
                answer()
                self.log(f"command {name}")
                self.dirty()
                return

    def cancel(self) -> None:
        """Esc: the help goes, then a model's eyes, then what the screen has in hand."""
        if self.help:
            self.help = False
        elif self.viewpoint.eye is not None:
            self.viewpoint.look_through(None)
            self.look()
        else:
            self.dragging, self._pressed = False, None
            self.screen.cancelled()
        self.dirty()

    def _toggle(self, what: str) -> None:
        setattr(self, what, not getattr(self, what))
        self.dirty()

    def _change_quality(self) -> None:
        self.quick = not self.quick
        self.notices.say("drawn quickly" if self.quick else "drawn finely")
        table = self.screen.table
        self._new_board(None)
        self._follow_table(table)

    def mouse(self) -> tuple[float, float] | None:
        """The mouse in pixels, or None outside the window."""
        watcher = self.mouseWatcherNode
        if watcher is None or not watcher.has_mouse():
            return None
        width, height = self.stage.size
        return (watcher.get_mouse_x() + 1) * 0.5 * width, (1 - watcher.get_mouse_y()) * 0.5 * height

    def pick(self, x: float, y: float) -> Hit | None:
        """What a pixel shows; what is being dragged, and who is looked through, lets the ray pass."""
        table = self.screen.table
        if self.picker is None or table is None:
            return None
        passing = (*self.screen.passing(), self.viewpoint.eye)
        return self.picker.first(*self.ray(x, y), tuple(b for b in table.bodies if b.id not in passing))

    def _press(self) -> None:
        self.dirty(3)
        spot = self.mouse()
        if not self.ui.wants_mouse and spot is not None:
            self._pressed = spot, self.pick(*spot)

    def _release(self) -> None:
        self.dirty(3)
        pressed, self._pressed = self._pressed, None
        dragging, self.dragging = self.dragging, False
        if self._turning == "held":
            self._turning = None
            return
        spot = self.mouse()
        if pressed is None or spot is None:
            if dragging:
                self.screen.cancelled()
            return
        hit = self.pick(*spot)
        if dragging:
            self.screen.dropped(hit)
            self.log(f"drop {_place(hit)}")
        else:
            self.screen.clicked(hit)
            self.log(f"click {_place(hit)}")

    def _begin(self, what: str | None) -> None:
        self.dirty(3)
        self._turning = what if what is None or not self.ui.wants_mouse else None

    def _window_event(self, window: Any) -> None:
        self.windowEvent(window)
        if not self.closed:
            self.look()

    def _follow_mouse(self) -> None:
        spot = self.mouse()
        if spot is None or (spot == self._last_mouse and self.ui.wants_mouse == self._over_panel):
            return
        self._over_panel = self.ui.wants_mouse  # the panels hear of the mouse a frame later: then it is looked at again
        before, self._last_mouse = self._last_mouse, spot
        if before is not None and self._turning is not None:
            dx, dy = spot[0] - before[0], spot[1] - before[1]
            (self.viewpoint.turn if self._turning == "turn" else self.viewpoint.shift)(dx, dy)
            self.look()
            return
        if self._pressed is not None and not self.dragging and dist(self._pressed[0], spot) > DRAG:
            start = self._pressed[1]
            if start is not None and self.screen.may_drag(start):
                self.dragging = True
            else:
                self._turning = "held"
        self.hit = None if self.ui.wants_mouse and not self.dragging else self.pick(*spot)
        (self.screen.dragged if self.dragging else self.screen.pointed)(self.hit)
        self.dirty()

    # --- every step

    def dirty(self, frames: int = 2) -> None:
        """Something changed: draw again."""
        self._fresh = max(self._fresh, frames)

    @property
    def at_rest(self) -> bool:
        """Is the picture the finished one: nothing to be drawn any more, neither quickly nor smoothly?"""
        return self.drawn and not (self.quick and self._still)

    @property
    def drawn(self) -> bool:
        """Has all that changed been drawn, quickly at least?"""
        return self._fresh <= 0

    def _tick(self, task: Any) -> Any:
        self._follow_mouse()
        dropped = self.drops.poll() if self.drops is not None else None
        if dropped is not None:
            hand_over(self, dropped)
        if self.screen.poll() or self.notices.changed():
            self.dirty()
        if self.ui.heard():
            self.dirty(3)
        self._follow_table(self.screen.table)
        self._build_on(AT_ONCE)
        self._follow_marks()
        if self._fresh > 0:
            self._fresh -= 1
            self._still = time.monotonic()
            self._draw(smooth=not self.quick)
        elif self.quick and self._still and time.monotonic() - self._still > 0.25:
            self._still = 0.0
            self._draw(smooth=self.settings.display.quality != "low")
        elif self.stage.picture is None:
            self.win.set_active(False)
            time.sleep(SLEEP)
        return task.cont

    def _draw(self, smooth: bool) -> None:
        """Let the coming frame be drawn, with smooth edges or quickly."""
        now = time.monotonic()
        self.render.set_antialias(AntialiasAttrib.M_multisample if smooth else AntialiasAttrib.M_none)
        self.ui.frame(now - self._clock)
        self._clock = now
        self.win.set_active(True)

    def _draw_panels(self) -> None:
        from wc3d.view.measuring.legend import draw_inches, draw_legend
        from wc3d.view.window.panels import begin_frame, draw_help, draw_notices, draw_tags

        begin_frame()
        if self.names:
            draw_tags(self.screen.tags(), self.project)
        table = self.screen.table
        if self.grid and table is not None:
            draw_inches(self.ui, self.project, table.size)
        self.screen.panels(self.ui)
        if self.legend and table is not None:
            draw_legend(self.ui, table, self.screen.liveries())
        draw_notices(self.ui, self.notices, self.screen.floor())
        if self.help:
            draw_help(self.ui, self.settings, self.screen)

    def _follow_marks(self) -> None:
        """Draw what the screen shows over the board, if it is not what is drawn already."""
        if self.board is None:
            return
        table = self.screen.table
        now = (self.screen.shown(), self.volumes, self.grid, table, self.viewpoint.eye)
        if now == self._shown:
            return
        self._shown = now
        self.board.show_grid(self.grid)
        before = set(self.board.glass.get_children()) - set(self._marks)
        for node in self._marks:
            node.remove_node()
        if self.volumes and table is not None:
            for body in table.bodies:
                if body.id != self.viewpoint.eye:
                    draw_volume(self.board, body.volume, ROLE_COLOURS[Role.FROM])
        self.screen.draw_marks(self.board)
        self._marks = [node for node in self.board.glass.get_children() if node not in before]
        self.dirty()


def _drop_target(win: GraphicsOutput) -> DropTarget | None:
    """What hears of files that are dropped on the window, where there is such a thing."""
    handle = win.get_window_handle() if isinstance(win, GraphicsWindow) else None
    return drop_target(handle.get_int_handle()) if handle is not None and sys.platform.startswith("linux") else None


def _same_terrain(one: Table, other: Table) -> bool:
    """Do two tables differ in their models alone?"""
    return one.size == other.size and one.features == other.features and one.ladders == other.ladders


def _edited(one: Table, other: Table) -> bool:
    """Is the terrain of one table that of the other, partly changed?"""
    shared = len(one.features) <= 1 or not {*one.features}.isdisjoint(other.features)
    return one.size == other.size and not _same_terrain(one, other) and shared


def _place(hit: Hit | None) -> str:
    return "nothing" if hit is None else hit.id if hit.what == "body" else "{:.2f} {:.2f} {:.2f}".format(*hit.at)
