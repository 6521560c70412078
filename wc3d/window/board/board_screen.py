"""A board to walk round on: measure, ask who sees whom, put models on it. No rule of movement is asked."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

from imgui_bundle import imgui

from wc3d.panda.board import Board
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import RGB, ROLE_COLORS, Pen, Role
from wc3d.presentation.preview import Tag
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.board_model import Desk
from wc3d.ui.measuring.draw import draw_measured, marks_key
from wc3d.ui.measuring.readout import bold_line, measured_exhibit, measured_tags
from wc3d.ui.measuring.tools import Measuring
from wc3d.window.shell.framed_screen import FramedScreen
from wc3d.window.shell.measuring_panels import MeasuringPanels, draw_tools, draw_verdict
from wc3d.window.shell.screen import Command
from wc3d.window.shell.widgets import EDGE, button, panel

PICKED: RGB = (255, 206, 84)


class BoardScreen(FramedScreen):
    """The screen of `wc3d view`: a table, and a desk to ask it questions at."""

    name = "preview"
    guide_topic = "boards"

    def __init__(self, table: Table) -> None:
        self.desk = Desk(table)
        self.measuring = Measuring(lambda: self.desk.table, lambda: self.desk.selected)
        self._measured = MeasuringPanels(self.measuring)
        self._dragged: str | None = None
        self._at: RayHit | None = None

    @property
    def table(self) -> Table:
        return self.desk.table

    @property
    def selected(self) -> str | None:
        return self.desk.selected

    def entered(self) -> None:
        self.home()

    def left(self) -> None:
        self.desk.close()
        self.measuring.close()

    def commands(self) -> Mapping[str, Command]:
        desk = self.desk
        return {
            **self.measuring.commands(), "home": self.home_or_models, "top": self.top, "along": self._along,
            "remove": desk.remove,
            "reach": desk.show_reach, "more": lambda: desk.show_reach(1.0), "fewer": lambda: desk.show_reach(-1.0),
            "small": lambda: self._place("small"), "medium": lambda: self._place("medium"), "large": lambda: self._place("large"),
        }  # fmt: skip

    def _place(self, base: str) -> None:
        self.desk.place(base, self.window.hit)

    def _along(self) -> None:
        line = bold_line(measured_exhibit(self.measuring) or self.desk.seen)
        self.look_along(line, "Check a line of sight first, then look along it")

    def cancelled(self) -> None:
        self._dragged = self._at = None
        if not self.measuring.cancelled():
            self.desk.cancel()

    def poll(self) -> bool:
        self.refit()
        changed = self.measuring.poll()
        changed |= self.desk.poll()
        if changed and not self.desk.worker.busy:
            self.window.log(f"answer {self.desk.message}")
        return changed

    # --- the mouse

    def pointed(self, hit: RayHit | None) -> None:
        self.measuring.pointed(hit)

    def clicked(self, hit: RayHit | None) -> None:
        (self.measuring.clicked if self.measuring.active else self.desk.click)(hit)

    def may_drag(self, hit: RayHit) -> bool:
        if self.measuring.active:
            return self.measuring.may_drag(hit, self.window.eye)
        if hit.what != "body":
            return False
        self._dragged = self.desk.selected = hit.id
        return True

    def passing(self) -> tuple[str, ...]:
        return (self._dragged,) if self._dragged is not None else self.measuring.passing()

    def dragged(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dragged(hit)
        else:
            self._at = hit

    def dropped(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dropped(hit)
        elif self._dragged is not None:
            self.desk.move(self._dragged, hit)
        self._dragged = self._at = None

    # --- what is shown

    def colors(self) -> Mapping[str, RGB]:
        return {self.desk.selected: PICKED} if self.desk.selected is not None else {}

    def tags(self) -> Sequence[Tag]:
        picked = self.desk.selected
        tags = [
            Tag((b.at[0], b.at[1], b.at[2] + b.height + 0.2), b.id, (255, 210, 90) if b.id == picked else (150, 200, 230))
            for b in self.table.bodies
        ]
        return [*tags, *measured_tags(self.measuring)]

    def shown(self) -> object:
        desk = self.desk
        return marks_key(self.measuring), desk.seen, desk.selected, self._dragged, self._at

    def draw_marks(self, board: Board) -> None:
        desk, eye = self.desk, self.window.viewpoint.eye
        if desk.seen is not None:
            draw_evidence(board, desk.table, desk.seen, eye)
        draw_measured(board, self.measuring, eye)
        if desk.selected is not None and desk.selected != eye:
            draw_volume(board, desk.table.body(desk.selected).volume, PICKED)
        if self._dragged is not None and self._at is not None:
            self._draw_ghost(board, desk.table.body(self._dragged), self._at)

    def _draw_ghost(self, board: Board, body: Body, hit: RayHit) -> None:
        message = self.desk.message
        at = self.desk.standing_place(body.base, hit, ignore=(body.id,))
        ghost = body.moved(at or hit.at)
        draw_volume(board, ghost.volume, ROLE_COLORS[Role.END if at else Role.HIT], nobody=True)
        draw_stroke(board, Stroke((body.at, ghost.at), Pen.PATH if at else Pen.REFUSED))
        if at is not None:
            self.desk.message = f"{body.id}: {dist(body.at, at):.2f}\" from its place"
        elif not self.desk.message:
            self.desk.message = message

    # --- panels

    def panels(self, ui: Any) -> None:
        with panel("tools", (EDGE, EDGE)):
            draw_tools(ui, self.measuring)
            imgui.same_line()
            if button(ui, "?", "help", tip="Mouse and keys"):
                self.window.help = not self.window.help
        self._measured.draw(ui)
        if self.desk.seen is not None and not self.measuring.active:
            draw_verdict(ui, self.desk.seen)
        if self.measuring.active:
            return
        with panel("status", (EDGE, ui.io.display_size.y - EDGE), corner=(0, 1)):
            imgui.text(self.desk.status)
            ui.mark("status")
