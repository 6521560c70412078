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

from wc3d.panda.board import Board
from wc3d.panda.graphics import BACKDROP, SKY
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import Camera
from wc3d.scene.miniatures import use_folder
from wc3d.scene.picking import Picker, RayHit
from wc3d.scene.viewpoint import Viewpoint
from wc3d.table.table import Table
from wc3d.window.shell.board_view import BoardView
from wc3d.window.shell.crash_guard import Faults
from wc3d.window.shell.cutaway import Ceiling
from wc3d.window.shell.file_drop import hand_over
from wc3d.window.shell.guide_panel import GuideReader
from wc3d.window.shell.help import draw_help
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.legend import draw_inches, draw_legend
from wc3d.window.shell.mouse import Mouse
from wc3d.window.shell.notices import Notices
from wc3d.window.shell.panda_window import PandaWindow
from wc3d.window.shell.rules_search import RulesSearch
from wc3d.window.shell.screen import Command, Screen
from wc3d.window.shell.settings import Settings, folder
from wc3d.window.shell.sounds import Sounds
from wc3d.window.shell.widgets import begin_frame, draw_doing, draw_notices, draw_tags
from wc3d.workers import solver_warmup

AT_ONCE = 0.05
"""Seconds of every step that a new board is built, until it is seen."""
SLEEP, IDLE, DROWSY = 0.012, 0.15, 0.05
"""Seconds to sleep when nothing has changed, at least and at most; between them this share of the time since the last picture."""
ARROWS = {"left": (40, 0), "right": (-40, 0), "up": (0, 40), "down": (0, -40)}
"""How many pixels the arrow keys shift the view."""


class Window(PandaWindow):
    """A window that shows one screen at a time; `offscreen` makes the same thing without a screen, for tests.

    `log` is told what happens, a line at a time. `start` makes the screen that the key "start" goes back to. `complaints` are
    told at once.
    """

    def __init__(
        self, screen: Screen, title: str = "wc3d", *, offscreen: bool = False, size: tuple[int, int] | None = None,
        settings: Settings | None = None, log: Callable[[str], None] | None = None,
        start: Callable[[], Screen] | None = None, complaints: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(title, offscreen, size)
        self.closed, self.log = False, log or (lambda line: None)
        self.settings = settings or Settings()
        display = self.settings.display
        self.quick = self.is_quick(display.quality)
        self.viewpoint = Viewpoint((30.0, 30.0))
        self._camera: Camera = self.viewpoint.camera(None)
        self.notices = Notices()
        for complaint in complaints:
            self.notices.complain(complaint)
        self.start = start
        self._leaving_for: Callable[[], Screen] | None = None
        self.ui = ImGuiPanda(self, self._draw_panels, display.scale or self.usual_scale, self.settings.key)
        self.volumes = self.grid = self.legend = self.help = False
        self.names = True
        self.rules_search, self.ceiling = RulesSearch(), Ceiling()
        self.guide = GuideReader()
        use_folder(Path(display.miniatures).expanduser() if display.miniatures else folder() / "miniatures")
        self.board_view, self.pointer = BoardView(self), Mouse(self)
        self._silent, self.sounds = offscreen, Sounds(0.0 if offscreen else display.sound)
        self._fresh, self._clock = 3, time.monotonic()
        self._compiled: float | None = None
        self._bind()
        self.screen = screen
        self._enter(screen)
        self.board_view.build(inf if offscreen else 0.0)
        self.task_mgr.add(self._tick, "wc3d", sort=10)

    def use_settings(self, settings: Settings) -> None:
        old_display, display, self.settings = self.settings.display, settings.display, settings
        self.ui.wanted = display.scale or self.usual_scale
        if display.quality != old_display.quality:
            self._change_quality(self.is_quick(display.quality))
        if display.sound != old_display.sound and not self._silent:
            self.sounds = Sounds(display.sound)
        self.dirty(3)

    # --- opening and closing

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
        self.board_view.dressing.close()
        self.board_view.solids.close()
        self.ui.close()
        self.destroy()

    # --- screens

    def show(self, screen: Screen) -> None:
        """Show another screen."""
        self.screen.left()
        self.pointer.stop()
        self.screen, self.ceiling = screen, Ceiling()
        self._enter(screen)

    def _enter(self, screen: Screen) -> None:
        screen.window = self
        self.board_view.follow_table()
        screen.entered()
        self.log(f"screen {screen.name}")
        self.look()

    @property
    def board(self) -> Board | None:
        """The board that is shown."""
        return self.board_view.board

    @property
    def picker(self) -> Picker | None:
        """What the board's terrain means to a ray."""
        return self.board_view.picker

    # --- the camera

    def look(self) -> None:
        """Point the camera, and draw."""
        self._camera = self.viewpoint.camera(self.screen.table)
        self.stage.aim(self._camera)
        self.scene_picture.behind = BACKDROP if self.viewpoint.eye is None else SKY
        self.board_view.look_from(self.viewpoint.eye)
        self.board_changed()

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

    def pick(self, x: float, y: float) -> RayHit | None:
        """What a pixel shows; what is being dragged, and who is looked through, lets the ray pass."""
        table = self.screen.table
        if self.picker is None or table is None:
            return None
        ignored_ids, ray = (*self.screen.passing(), self.viewpoint.eye), self.ceiling.meets(self.ray(x, y))
        bodies = (b for b in table.bodies if b.id not in ignored_ids and not self.ceiling.hides(b.at[2]))
        return self.picker.first(*ray, tuple(bodies)) if ray is not None else None

    def _look_in(self, move: Callable[[Table], str]) -> None:
        """Move the ceiling, and say where it is."""
        if self.screen.table is not None:
            self.notices.say(move(self.screen.table))
            self.look()

    def home(self) -> None:
        """The whole table."""
        self.viewpoint.home()
        self.look()

    def top(self) -> None:
        """From straight above."""
        self.viewpoint.top()
        self.look()

    def _look_through_eyes(self) -> None:
        if self.viewpoint.eye is not None:
            self.viewpoint.look_through(None)
        elif self.screen.selected is None:
            self.notices.say("Select a model first, then look through its eyes")
        else:
            self.viewpoint.look_through(self.screen.selected)
        self.log(f"eye {self.viewpoint.eye}")
        self.look()

    def _follow_selected(self) -> None:
        self.viewpoint.follow(None if self.viewpoint.followed == self.screen.selected else self.screen.selected)
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

    # --- mouse and keys

    @property
    def hit(self) -> RayHit | None:
        """What the mouse points at."""
        return self.pointer.hit

    @property
    def pressed_at(self) -> tuple[float, float] | None:
        """The pixel at which the left button went down, while it is down."""
        return self.pointer.pressed[0] if self.pointer.pressed is not None else None

    def _bind(self) -> None:
        mouse = self.pointer
        self.accept("window-event", self._window_event)
        if isinstance(self.win, GraphicsWindow):
            self.win.set_close_request_event("close the window")
            self.accept("close the window", self.userExit)
        events: dict[str, Command] = {
            "mouse1": mouse.press, "mouse1-up": mouse.release, "shift-mouse1": mouse.press, "control-mouse1": mouse.press,
            "mouse3": lambda: mouse.turn("turn"), "mouse3-up": lambda: mouse.turn(None),
            "mouse2": lambda: mouse.turn("shift"), "mouse2-up": lambda: mouse.turn(None),
            "wheel_up": lambda: self.zoom(0.88), "wheel_down": lambda: self.zoom(1 / 0.88),
        }  # fmt: skip
        for key, (dx, dy) in ARROWS.items():
            for event in (f"arrow_{key}", f"arrow_{key}-repeat"):
                events[event] = lambda dx=dx, dy=dy: self._shift(dx, dy)  # type: ignore[misc]
        for key, commands in self.settings.commands().items():
            events[key] = lambda commands=commands: self.command(commands)  # type: ignore[misc]
        for event, answer in events.items():
            self.accept(event, answer)

    def command(self, names: tuple[str, ...]) -> None:
        """A key was pressed: the screen's own meaning of it, or the window's."""
        if self.ui.wants_keys:
            return
        own: dict[str, Command] = {
            "home": self.home, "top": self.top, "eye": self._look_through_eyes, "follow": self._follow_selected,
            "cancel": self.cancel, "solids": self.board_view.solids.turn, "start": self.to_start,
            "quality": lambda: self._change_quality(not self.quick),
            "inside": lambda: self._look_in(self.ceiling.lower), "outside": lambda: self._look_in(self.ceiling.higher),
            **{name: lambda name=name: self._toggle(name) for name in ("volumes", "names", "grid", "help", "legend")},  # type: ignore[misc]
        }  # fmt: skip
        screen_commands = self.screen.commands()
        for name in names:
            answer = screen_commands.get(name) or own.get(name)
            if answer is not None:
                answer()
                self.log(f"command {name}")
                self.dirty()
                return

    def cancel(self) -> None:
        """Esc: an open list goes, then the help, then a model's eyes, then what the screen has in hand."""
        if self.ui.close_list():
            pass
        elif self.guide.topic:
            self.guide.close()
        elif self.help:
            self.help = False
        elif self.board_view.dressing.stop(self.board):
            self.notices.say("Stopped: meshes that are not ready are shown as boxes")
        elif self.viewpoint.eye is not None:
            self.viewpoint.look_through(None)
            self.look()
        else:
            self.pointer.let_go()
            self.screen.cancelled()
        self.dirty()

    def _toggle(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))
        self.dirty()

    def _change_quality(self, quick: bool) -> None:
        self.quick = quick
        self.notices.say("Graphics: fast" if self.quick else "Graphics: high")
        self.board_view.draw_anew()

    def _window_event(self, window: Any) -> None:
        self.windowEvent(window)
        if not self.closed:
            self.look()

    # --- every step

    def figures_changed(self) -> None:
        """Models look otherwise: make their figures anew."""
        self.board_view.figures_changed()

    def play(self, name: str) -> None:
        """Let a sound be heard ("step", "shot", "dice"), if there is sound."""
        self.sounds.play(name)

    def dirty(self, frames: int = 3) -> None:
        """Something changed: draw again."""
        self._fresh = max(self._fresh, frames)

    def board_changed(self, frames: int = 3) -> None:
        """What is seen of the board changed: draw that again, too."""
        self.scene_picture.changed = True
        self.dirty(frames)

    @property
    def at_rest(self) -> bool:
        """Is the picture the finished one: nothing to be drawn any more, neither quickly nor smoothly?"""
        return self.drawn and self.board_view.finished and self.scene_picture.finished

    @property
    def drawn(self) -> bool:
        """Has all that changed been drawn, quickly at least?"""
        return self._fresh <= 0 and not self.board_view.building

    def _tick(self, task: Any) -> Any:
        self.pointer.follow()
        dropped = self.drops.poll() if self.drops is not None else None
        if dropped is not None:
            hand_over(self, dropped)
        compiled, self._compiled = self._compiled, solver_warmup.share()
        if self.screen.poll() or self.notices.changed() or compiled != self._compiled:
            self.dirty()
        if self.ui.heard():
            self.dirty(3)
        self.board_view.follow_table()
        self.board_view.build(AT_ONCE)
        self.board_view.dress()
        self.board_view.follow_marks()
        self.board_view.follow_outlines(self.pointer.hit)
        if self._fresh > 0:
            self._fresh -= 1
            self._draw(not self.quick, not self.quick)
        elif self.scene_picture.to_be_finished and self.drawn:
            self.board_view.rest()
            self.scene_picture.changed = True
            self._draw(self.settings.display.quality != "low", True)
        elif self.stage.picture is None:
            self.win.set_active(False)
            if not (self.board_view.building or self.screen.working):
                time.sleep(min(IDLE, max(SLEEP, DROWSY * (time.monotonic() - self._clock))))
        return task.cont

    def _draw(self, smooth: bool, finished: bool) -> None:
        """Let the coming frame be drawn; what of the board has changed with smooth edges, or quickly."""
        last_clock, self._clock = self._clock, time.monotonic()
        self.ui.frame(self._clock - last_clock)
        self.scene_picture.follow(smooth, finished, keep=self.board_view.replacing)
        self.win.set_active(True)

    def _draw_panels(self) -> None:
        begin_frame()
        if self.names:
            draw_tags(self.screen.tags(), self.project)
        table = self.screen.table
        if self.grid and table is not None:
            draw_inches(self.ui, self.project, table.size)
        self.screen.panels(self.ui)
        if self.legend and table is not None:
            draw_legend(self.ui, table, self.screen)
        draw_doing(self.ui, self.board_view.doing(table), self._compiled)
        draw_notices(self.ui, self.notices, self.screen.floor())
        if self.help:
            draw_help(self.ui, self.settings, self.screen, self.rules_search)
        if self.guide.topic:
            self.guide.draw(self.ui)
