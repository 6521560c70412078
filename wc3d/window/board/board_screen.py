"""A board viewer with measuring, sight lines and free placement of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

from imgui_bundle import imgui

from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import RGB, ROLE_COLORS, Pen, Role
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.scene.terrain_in_question import find_terrain_in_question
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.board_model import BoardModel
from wc3d.ui.input_stack import Command, InputLayer
from wc3d.ui.measuring.draw import draw_measuring_marks, measuring_marks_key
from wc3d.ui.measuring.readout import deciding_line, measuring_evidence, measuring_tags
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.window.shell.measuring_panels import (
    MeasuringPanels,
    draw_tool_buttons,
    draw_verdict_panel,
)
from wc3d.window.shell.table_screen import FramedScreen
from wc3d.window.shell.widgets import ICONS, WINDOW_MARGIN_PX, draw_button, open_panel

SELECTED_RGB: RGB = (255, 206, 84)


class BoardScreen(FramedScreen):
    """The screen of `wc3d view`: a table and the tools for questions about it."""

    name = "preview"
    guide_topic = "boards"

    def __init__(self, table: Table) -> None:
        self.board_model = BoardModel(table)
        self.measuring = MeasuringTools(
            lambda: self.board_model.table, lambda: self.board_model.selected_id
        )
        self._measured = MeasuringPanels(self.measuring)
        self._dragged: str | None = None
        self._at: RayHit | None = None

    @property
    def table(self) -> Table:
        return self.board_model.table

    @property
    def selected(self) -> str | None:
        return self.board_model.selected_id

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return (self.measuring,)

    def on_show(self) -> None:
        self.frame_table()

    def on_hide(self) -> None:
        self.board_model.close()
        self.measuring.close()

    def commands(self) -> Mapping[str, Command]:
        board = self.board_model
        return {
            **self.measuring.commands(),
            "home": self.frame_table_or_models,
            "top": self.look_from_above,
            "along": self._look_along_line,
            "remove": board.remove_selected,
            "reach": board.show_reach,
            "more": lambda: board.show_reach(1.0),
            "fewer": lambda: board.show_reach(-1.0),
            "small": lambda: self.place_model("small"),
            "medium": lambda: self.place_model("medium"),
            "large": lambda: self.place_model("large"),
        }

    def place_model(self, base: str) -> None:
        """Place a model at the mouse."""
        self.board_model.place_model(base, self.window.hover_hit)

    def _look_along_line(self) -> None:
        line = deciding_line(measuring_evidence(self.measuring) or self.board_model.evidence_view)
        self.look_along(line, "Check a line of sight first, then look along it")

    def on_cancel(self) -> bool:
        self._dragged = self._at = None
        self.board_model.cancel()
        return True

    def poll(self) -> bool:
        self.refit_view()
        changed = self.measuring.poll()
        changed |= self.board_model.poll()
        if changed and not self.board_model.worker.is_busy:
            self.window.log(f"answer {self.board_model.message}")
        return changed

    # --- mouse

    def on_click(self, hit: RayHit | None) -> None:
        self.board_model.click(hit)

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if hit.kind != "body":
            return False
        self._dragged = self.board_model.selected_id = hit.id
        return True

    def pass_through_ids(self) -> tuple[str, ...]:
        return (self._dragged,) if self._dragged is not None else ()

    def on_drag(self, hit: RayHit | None) -> None:
        self._at = hit

    def on_drop(self, hit: RayHit | None) -> None:
        if self._dragged is not None:
            self.board_model.move_model(self._dragged, hit)
        self._dragged = self._at = None

    # --- displayed state

    def colors(self) -> Mapping[str, RGB]:
        return (
            {self.board_model.selected_id: SELECTED_RGB}
            if self.board_model.selected_id is not None
            else {}
        )

    def tags(self) -> Sequence[FloatingTag]:
        picked = self.board_model.selected_id
        tags = [
            FloatingTag(
                (b.at[0], b.at[1], b.at[2] + b.height + 0.2),
                b.id,
                (255, 210, 90) if b.id == picked else (150, 200, 230),
            )
            for b in self.table.bodies
        ]
        return [*tags, *measuring_tags(self.measuring)]

    def marks_key(self) -> object:
        board = self.board_model
        return (
            measuring_marks_key(self.measuring),
            board.evidence_view,
            board.selected_id,
            self._dragged,
            self._at,
        )

    def terrain_in_question(self) -> frozenset[str] | None:
        views = (self.board_model.evidence_view, measuring_evidence(self.measuring))
        return find_terrain_in_question(self.table, [view for view in views if view is not None])

    def draw_marks(self, board: TableScene) -> None:
        desk = self.board_model
        eye = self.window.viewpoint.eye_model
        if desk.evidence_view is not None:
            draw_evidence(board, desk.table, desk.evidence_view, eye)
        draw_measuring_marks(board, self.measuring, eye)
        if desk.selected_id is not None and desk.selected_id != eye:
            draw_volume(board, desk.table.body(desk.selected_id).volume, SELECTED_RGB)
        if self._dragged is not None and self._at is not None:
            self._draw_ghost(board, desk.table.body(self._dragged), self._at)

    def _draw_ghost(self, board: TableScene, body: Body, hit: RayHit) -> None:
        message = self.board_model.message
        at = self.board_model.find_standing_place(body.base, hit, ignore=(body.id,))
        ghost = body.moved(at or hit.at)
        draw_volume(board, ghost.volume, ROLE_COLORS[Role.END if at else Role.HIT], nobody=True)
        draw_stroke(board, Stroke((body.at, ghost.at), Pen.PATH if at else Pen.REFUSED))
        if at is not None:
            self.board_model.message = f'{body.id}: {dist(body.at, at):.2f}" from its place'
        elif not self.board_model.message:
            self.board_model.message = message

    # --- panels

    def draw_panels(self, ui: Any) -> None:
        with open_panel("tools", (WINDOW_MARGIN_PX, WINDOW_MARGIN_PX)):
            draw_tool_buttons(ui, self.measuring)
            imgui.same_line()
            if draw_button(ui, ICONS["camera"], "photo mode", tip="Photo mode"):
                self.window.photo_mode.enter()
            imgui.same_line()
            if draw_button(ui, "?", "help", tip="Mouse and keys"):
                self.window.help = not self.window.help
        self._measured.draw(ui)
        if self.measuring.is_active:
            return
        if self.board_model.evidence_view is not None:
            draw_verdict_panel(ui, self.board_model.evidence_view)
        with open_panel(
            "status", (WINDOW_MARGIN_PX, ui.io.display_size.y - WINDOW_MARGIN_PX), corner=(0, 1)
        ):
            imgui.text(self.board_model.status)
            ui.record_widget("status")
