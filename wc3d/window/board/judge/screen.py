"""The judge screen: a board, models and a question, with its verdict and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ, EvidenceView
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import (
    BAD_COLOR,
    RGB,
    ROLE_COLORS,
    ROLE_PINS,
)
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.evidence_marks import draw_evidence, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.input_stack import Command, DialogLayer, InputLayer, PanelLayer
from wc3d.ui.judge.verdict_view import JudgeServices
from wc3d.ui.measuring.draw import draw_measuring_marks, measuring_marks_key
from wc3d.ui.measuring.readout import deciding_line, line_middle, measuring_tags
from wc3d.ui.measuring.ruler import find_standing_place
from wc3d.window.board.board_screen import SELECTED_RGB
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.judge.leave_dialog import draw_leave_dialog
from wc3d.window.board.judge.panels import (
    CUT_PADDING_PX,
    LEFT_WIDTH_PX,
    TOOLS_HEIGHT_PX,
    JudgePanels,
)
from wc3d.window.board.judge.verdict_panel import RIGHT_WIDTH_PX
from wc3d.window.shell.measuring_panels import MeasuringPanels, side_cut_height
from wc3d.window.shell.widgets import WINDOW_MARGIN_PX


class HeldModel(InputLayer):
    """The model that follows the mouse: a new one until a click, or a dragged one."""

    def __init__(self, screen: JudgeScreen) -> None:
        self._screen = screen

    @property
    def is_active(self) -> bool:
        return self._screen.held_id is not None

    def on_hover(self, hit: RayHit | None) -> bool:
        self._screen.move_held_model(hit)
        return True

    def on_click(self, hit: RayHit | None) -> bool:
        self._screen.put_down(hit)
        return True

    def on_cancel(self) -> bool:
        if self._screen.dragged_model is not None:
            id, at = self._screen.dragged_model
            self._screen.dragged_model = None
            self._screen.case.move_model(id, at)
        else:
            self._screen.remove_selected()
        return True

    def pass_through_ids(self) -> tuple[str, ...]:
        return (self._screen.held_id,) if self._screen.held_id is not None else ()


class JudgeScreen(JudgeController):
    """The screen of `wc3d judge FILE --window`, or of a board without questions."""

    name = "judge"
    guide_topic = "judging"
    accepted_files = ("dispute",)
    top_height = TOOLS_HEIGHT_PX + WINDOW_MARGIN_PX
    side_widths = (LEFT_WIDTH_PX, RIGHT_WIDTH_PX)

    def __init__(
        self,
        table: Table,
        court: JudgeServices,
        questions: Sequence[Mapping[str, Any]] = (),
        name: str = "",
    ) -> None:
        super().__init__(table, court, questions, name)
        self._panels = JudgePanels(self)
        self._measured = MeasuringPanels(self.measuring)
        self._layers = (
            DialogLayer(lambda: self.is_leaving, self.stay),
            self.wall,
            HeldModel(self),
            PanelLayer(lambda: self.awaited_field is not None, self._stop_awaiting),
            self.measuring,
        )

    @property
    def bottom_height(self) -> float:  # type: ignore[override]
        """The height of the side cut, if it is switched on."""
        if not self.measuring.is_side_cut_shown:
            return 0.0
        height = self.window.render_target.size[1] / self.window.ui.scale
        return side_cut_height(height) + CUT_PADDING_PX

    # --- keys and mouse

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return self._layers

    def commands(self) -> Mapping[str, Command]:
        return {
            **self.measuring.commands(),
            "along": self.look_along_evidence,
            "save": self.report_writer.save_questions,
            "remove": self.remove_selected,
            "undo": self.undo,
            "redo": self.redo,
            "words": self.focus_words,
            "home": self.frame_table_or_models,
            "top": self.look_from_above,
            "small": lambda: self.add_model("small"),
            "medium": lambda: self.add_model("medium"),
            "large": lambda: self.add_model("large"),
            "next": lambda: self.case.select_question(self.case.question_index + 1),
        }

    def _stop_awaiting(self) -> None:
        self.awaited_field = None

    def on_cancel(self) -> bool:
        if self.has_known_progress:
            self.cancel_question()
        else:
            self.selected_model_id = None
        return True

    def on_click(self, hit: RayHit | None) -> None:
        field = self.awaited_field
        if field is not None and hit is not None:
            if field.value_type == "model" and hit.kind == "body":
                self.case.set_field(field.key, hit.id)
                self.awaited_field = None
            elif field.value_type == "path":
                self.case.extend_path(field.key, hit.at)
            elif field.value_type in ("point", "place"):
                self.case.set_field(
                    field.key,
                    [float(v) for v in (hit.at[:2] if field.value_type == "point" else hit.at)],
                )
                self.awaited_field = None
        else:
            self.selected_model_id = hit.id if hit is not None and hit.kind == "body" else None
            self.terrain = hit.id if hit is not None and hit.kind == "feature" else None

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if hit.kind != "body" or self.carried_id is not None:
            return False
        self.selected_model_id = hit.id
        self.dragged_model = hit.id, self.case.table.body(hit.id).at
        return True

    def on_drag(self, hit: RayHit | None) -> None:
        self.move_held_model(hit)

    def on_drop(self, hit: RayHit | None) -> None:
        self.put_down(hit)

    def move_held_model(self, hit: RayHit | None) -> str:
        """Move the held model to the mouse if it can stand there. Return the reason if not."""
        if hit is None or self.held_id is None:
            return ""
        body = self.case.table.body(self.held_id)
        at, reason = find_standing_place(self.case.table, body.base, hit, ignore=(body.id,))
        if at is not None and at != body.at:
            self.case.move_model(body.id, at)
        return reason if at is None else ""

    def put_down(self, hit: RayHit | None) -> None:
        """Put down the held item; a carried model must be able to stand here."""
        reason = self.move_held_model(hit)
        if reason:
            self.window.notices.show_error(reason)
        if self.carried_id is None or not (reason or hit is None):
            self.dragged_model = self.carried_id = None
            self.case.change_count += 1

    # --- displayed state

    @property
    def _shown_evidence(self) -> EvidenceView | None:
        """The verdict's evidence, unless a measuring tool covers it."""
        if self.verdict is None or self.measuring.is_active:
            return None
        return self.verdict.evidence_view

    def colors(self) -> Mapping[str, RGB]:
        evidence = self._shown_evidence
        roles = evidence.roles if evidence is not None else {}
        return {id: ROLE_COLORS[role] for id, role in roles.items()}

    def tags(self) -> Sequence[FloatingTag]:
        evidence = self._shown_evidence
        tags = []
        for body in self.case.table.bodies:
            role = evidence.roles.get(body.id) if evidence is not None else None
            note = evidence.notes.get(body.id, "") if evidence is not None else ""
            rgb = (
                SELECTED_RGB
                if body.id == self.selected_model_id
                else ROLE_COLORS[role]
                if role in ROLE_PINS
                else (150, 200, 230)
            )
            words = body.id + (f" ({note})" if note else "")
            tags.append(
                FloatingTag((body.at[0], body.at[1], body.at[2] + body.height + 0.2), words, rgb)
            )
        if evidence is not None and self.is_current:
            for id, word in evidence.marked_models.items():
                if word != "intervening":
                    feature = self.case.table.feature(id)
                    x0, y0, x1, y1 = feature.pieces[0].box
                    tags.append(
                        FloatingTag(
                            ((x0 + x1) / 2, (y0 + y1) / 2, feature.high),
                            f"{feature.name or id}: {word}",
                            BAD_COLOR,
                        )
                    )
        return [
            *tags,
            *self._verdict_tags(),
            *self.wall.tags(),
            *measuring_tags(self.measuring),
        ]

    def _verdict_tags(self) -> list[FloatingTag]:
        """Return the answer as a sign at the decisive line."""
        evidence = self._shown_evidence
        line = deciding_line(evidence)
        if evidence is None or line is None or not self.is_current:
            return []
        sign = {True: f"{ICONS['ok']} ", False: f"{ICONS['no']} ", None: ""}[evidence.is_good]
        return [FloatingTag(line_middle(line), f"{sign}{evidence.verdict}", evidence.color, True)]

    def marks_key(self) -> object:
        return (
            measuring_marks_key(self.measuring),
            self.verdict,
            self.doubt,
            self.selected_model_id,
            self.wall.marks_key(),
            self.selected_terrain,
        )

    def terrain_in_question(self) -> None:
        """All volumes are visible to a judge."""

    def draw_marks(self, board: TableScene) -> None:
        eye = self.window.viewpoint.eye_model
        draw_measuring_marks(board, self.measuring, eye)
        self.wall.draw(board)
        if self.measuring.is_active:
            return
        if self.verdict is not None:
            draw_evidence(board, self.judged_table, self.verdict.evidence_view, eye)
        if self.doubt is not None:
            for body in self.doubt.places:
                draw_volume(board, body.volume, BAD_COLOR, nobody=True)
        if (
            self.selected_model_id is not None
            and self.selected_model_id != eye
            and self.selected_model_id in self.case.model_ids
        ):
            board.draw_ring(
                self.case.table.body(self.selected_model_id).at[:2],
                self.case.table.body(self.selected_model_id).radius + 0.12,
                self.case.table.body(self.selected_model_id).at[2] + 0.04,
                SELECTED_RGB,
                2.2,
            )

    def draw_panels(self, ui: Any) -> None:
        left_x = self._panels.draw_left(ui)
        self._panels.draw_tools(ui, left_x)
        if self.measuring.is_active:
            self._measured.draw(ui)
        else:
            self._panels.draw_right(ui)
            self._panels.draw_side_cut(ui, left_x)
        if self.is_leaving:
            draw_leave_dialog(ui, self)
