"""The judge screen's controller: board, question, verdict with its uncertainty, and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from wc3d.errors import InputError
from wc3d.judging.question_type import FormField
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.camera import Orbit
from wc3d.scene.picking import RayHit
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.map_shapes import BoxShape
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable
from wc3d.ui.judge.background_judge import BackgroundJudge
from wc3d.ui.judge.dispute_history import DisputeHistory
from wc3d.ui.judge.dispute_words import apply_sentence
from wc3d.ui.judge.question_form import DisputeDraft
from wc3d.ui.judge.verdict_view import JudgeServices
from wc3d.ui.measuring.readout import deciding_line, measuring_evidence
from wc3d.ui.measuring.ruler import find_standing_place
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.window.board.board_exchange import BoardHolder, BoardUser
from wc3d.window.board.judge.report_writer import ReportWriter
from wc3d.window.board.judge.wall_tool import WallTool
from wc3d.window.shell.screen import PositionHolder
from wc3d.window.shell.table_screen import FramedScreen


class JudgeController(BackgroundJudge, BoardUser, FramedScreen):
    """A table, its judge, and the current question."""

    def __init__(
        self,
        table: Table,
        court: JudgeServices,
        questions: Sequence[Mapping[str, Any]] = (),
        name: str = "",
    ) -> None:
        super().__init__(
            DisputeDraft(table, questions, name, court.judge_book),
            court.solve_question,
            court.solve_doubt,
        )
        self.services = court
        self.history = DisputeHistory(self.case)
        self.measuring = MeasuringTools(lambda: self.case.table, lambda: self.selected_model_id)
        self.selected_model_id: str | None = None
        self.awaited_field: FormField | None = None
        self.terrain: str | None = None
        self.report_writer = ReportWriter(self)
        self.cut_size = (820.0, 184.0, 1.0)
        self.dragged_model: tuple[str, XYZ] | None = None
        self.carried_id: str | None = None
        self.wall = WallTool(self._add_wall)
        self.typed_words = ""
        self.wants_words = False
        """Whether the field for words gets the keyboard in the next frame."""
        self.is_leaving = False
        """Whether a dialog asks about the unsaved dispute."""
        self._view: Orbit | None = None
        """The camera before another screen was shown."""
        self.filed_table = replace(table, bodies=())
        """The board as in its file."""
        self.previous_screen: BoardHolder | PositionHolder | None = None
        """The board editor with this board, or the game with this position, if any."""
        self._after_leaving: Callable[[], object] | None = None
        """What follows the dialog about the unsaved dispute, if not the end of the window."""
        self.make_editor: Callable[[Table, JudgeController], BoardHolder] | None = None
        """Creates the board editor for this board; None if there is none."""
        self.board_folder: Path | None = None
        """The folder of the board's meshes."""

    @property
    def table(self) -> Table:
        return self.case.table

    @property
    def selected(self) -> str | None:
        return self.selected_model_id

    @property
    def is_unsaved(self) -> bool:
        """Return whether the dispute differs from what was opened or saved."""
        return self.case.contents_key != self.report_writer.saved_contents

    def confirm_close(self) -> bool:
        """Return whether to close. Otherwise a dialog asks about the dispute, then the editor."""
        if self.is_unsaved:
            self.is_leaving = True
            self.window.request_redraw(4)
            return False
        return self._confirm_board_close()

    def leave(self, save: bool) -> None:
        """Leave as asked for, after saving the questions if `save`."""
        if save:
            self.report_writer.save_questions()
            if self.is_unsaved:
                return
        self.is_leaving = False
        if self._after_leaving is not None:
            go_on = self._after_leaving
            self._after_leaving = None
            go_on()
            return
        self.report_writer.saved_contents = self.case.contents_key
        if self._confirm_board_close():
            self.window.close_without_asking()

    def stay(self) -> None:
        """Close the dialog about the unsaved dispute."""
        self.is_leaving = False
        self._after_leaving = None

    def confirm_leave(self, go_on: Callable[[], object]) -> None:
        """Call `go_on`, after a dialog if the dispute is not saved."""
        if not self.is_unsaved:
            go_on()
            return
        self._after_leaving = go_on
        self.is_leaving = True
        self.window.request_redraw(4)

    def _confirm_board_close(self) -> bool:
        """Return whether the board may be left; unsaved terrain shows the editor, which asks."""
        if self.previous_screen is None or self.previous_screen.confirm_close():
            return True
        self.go_back()
        return False

    def go_back(self) -> None:
        """Go to the board editor, which gets the terrain and models as they are here.

        From the position of a game, go back to the game, which stays as it was.
        """
        if self.previous_screen is None and self.make_editor is not None:
            self.previous_screen = self.make_editor(self.table, self)
        if isinstance(self.previous_screen, BoardHolder):
            self.previous_screen.take_from_judge(self.table)
            self.window.show_screen(self.previous_screen)
        elif self.previous_screen is not None:
            self.confirm_leave(self._return_to_game)

    def _return_to_game(self) -> None:
        game = self.previous_screen
        if game is not None:
            self.previous_screen = None
            self.window.show_screen(game)

    def take_board(self, table: Table) -> None:
        """Use the terrain and models of the board editor; question and readings stay."""
        if table is not self.table:
            self.case.set_table(table)

    def on_show(self) -> None:
        if self._view is not None:
            self.window.viewpoint.orbit = self._view
            self.window.aim_camera()
        else:
            self.frame_table()
        if not self.is_current or (self.case.doubt > 0 and self.doubt is None):
            self.case.change_count += 1  # ask again what was not answered before

    def on_hide(self) -> None:
        self._view = self.window.viewpoint.orbit
        if isinstance(self.previous_screen, PositionHolder):
            self.previous_screen.end_visit()
        self.wall.stop()
        self.measuring.close()
        self.close_workers()
        self.report_writer.stop()

    def poll(self) -> bool:
        self.refit_view()
        news = self.measuring.poll()
        self.selected_model_id = (
            self.selected_model_id if self.selected_model_id in self.case.model_ids else None
        )
        self.carried_id = self.carried_id if self.carried_id in self.case.model_ids else None
        if self.held_id is None:
            self.history.record()  # a drag is one change
        judgement = self.verdict
        failure = self.failure
        has_answer = self.update_verdict(self.held_id is not None, self.cut_size)
        if (self.verdict is not None and self.verdict is not judgement) or (
            self.failure and self.failure != failure
        ):
            self.window.log(f"answer {self.failure or self.verdict_words}")
        if self.complaint:
            self.window.notices.show_error(self.complaint)
            self.complaint = ""
        return any([news, has_answer, self.report_writer.poll()])

    def undo(self) -> None:
        """Undo the last change of the dispute."""
        self._travel(self.history.undo, "Nothing to undo")

    def redo(self) -> None:
        """Repeat the last undone change."""
        self._travel(self.history.redo, "Nothing to redo")

    def _travel(self, step: Callable[[], bool], message: str) -> None:
        """Undo or redo a change. What is being put comes to its end first."""
        if self.held_id is not None or self.wall.is_active:
            self.cancel()
        elif not step():
            self.window.notices.show_message(message)
        self.awaited_field = None

    @property
    def verdict_words(self) -> str:
        """The verdict as `wc3d judge` prints it."""
        return "\n".join(self.verdict.lines) if self.verdict is not None else ""

    @property
    def _near(self) -> XYZ:
        """The place that the camera looks at: the middle of the table if all of it is framed."""
        orbit = self.window.viewpoint.orbit
        wide, deep = self.table.size
        return (wide / 2, deep / 2, 0.0) if orbit == self._whole else orbit.target

    def add_model(self, base: str) -> None:
        """Add a model at the mouse or near the middle, and make it follow the mouse."""
        self.measuring.clear()
        self.wall.stop()
        x, y, _ = self._near
        steps = sorted(
            product(range(-6, 7), repeat=2), key=lambda step: step[0] ** 2 + step[1] ** 2
        )
        middle = [RayHit("table", "", (x + 3.0 * i, y + 3.0 * j, 0.0), 1.0, True) for i, j in steps]
        at = None
        reason = ""
        for hit in [self.window.hover_hit] if self.window.hover_hit is not None else middle:
            at, reason = find_standing_place(self.case.table, base, hit)
            if at is not None:
                break
        if at is None:
            self.window.notices.show_error(reason)
            return
        self.selected_model_id = self.case.add_model(base, at)
        self.carried_id = self.selected_model_id if self.window.hover_hit is None else None
        self.await_missing_place()

    def await_missing_place(self) -> None:
        """Let the next clicks on the table set the question's missing places."""
        lacking = self.case.first_open_field
        self.awaited_field = (
            lacking
            if lacking is not None and lacking.value_type in ("point", "place", "path")
            else None
        )

    def change_question(self, type: str) -> None:
        """Change the type of question."""
        self.case.change_question_type(type)
        self.await_missing_place()

    @property
    def held_id(self) -> str | None:
        """The model that follows the mouse."""
        return self.dragged_model[0] if self.dragged_model is not None else self.carried_id

    def stand_on_top(self, id: str) -> None:
        """Put a model on the highest level at its place where it can stand."""
        body = self.case.table.body(id)
        height = highest_standable(self.case.table, body.base, body.at[:2], ignore=(id,))
        if height is None:
            self.window.notices.show_error(
                f"no {body.base} base can stand at ({body.at[0]:g}, {body.at[1]:g}) on any floor"
            )
        else:
            self.case.move_model(id, (*body.at[:2], height))
            self.carried_id = None

    # --- terrain and words

    @property
    def selected_terrain(self) -> Feature | None:
        """The terrain whose numbers are shown: the selected one, unless a model is selected."""
        if self.selected_model_id is not None:
            return None
        return next((f for f in self.table.features if f.id == self.terrain), None)

    def select_model(self, id: str | None) -> None:
        """Select a model."""
        self.selected_model_id = id

    def select_terrain(self, id: str) -> None:
        """Select a piece of terrain."""
        self.terrain = id
        self.selected_model_id = None

    def toggle_wall(self) -> None:
        """Start putting a wall, or stop."""
        self.measuring.clear()
        self.awaited_field = None
        if self.carried_id is not None:
            self.remove_selected()
        if self.wall.is_active:
            self.wall.stop()
        else:
            self.wall.begin()

    def _add_wall(self, shape: BoxShape) -> None:
        try:
            self.select_terrain(self.case.add_terrain(shape, Kind.STRUCTURE, "wall-1"))
        except InputError as error:
            self.window.notices.show_error(error)

    def focus_words(self) -> None:
        """Put the keyboard into the field for words."""
        self.wants_words = True
        self.window.request_redraw(4)

    def apply_words(self, words: str) -> bool:
        """Change the dispute as a sentence says. Return False after showing an error."""
        self.wall.stop()
        try:
            id = apply_sentence(self.case, words, self.selected_model_id, self._near)
        except InputError as error:
            self.window.notices.show_error(error)
            return False
        self.carried_id = None
        if id in self.case.model_ids:
            self.select_model(id)
        else:
            self.select_terrain(id)
        self.await_missing_place()
        return True

    @property
    def next_step(self) -> str:
        """The next click of what is being put, or ""."""
        if self.wall.is_active:
            return self.wall.step_text
        if self.carried_id is not None:
            return f"Click where {self.carried_id} stands (Esc: cancel)"
        return ""

    @property
    def step_text(self) -> str:
        """One line on what to do next."""
        if self.next_step:
            return self.next_step
        count = len(self.case.model_ids)
        if count < 2:
            return f"Add {'two models' if not count else 'another model'}, by click or by words"
        return "Drag models, or say where they stand"

    def remove_selected(self) -> None:
        """Remove the selected model, or else the selected terrain."""
        if self.selected_model_id is not None:
            self.case.remove_model(self.selected_model_id)
            self.selected_model_id = self.carried_id = None
        elif self.selected_terrain is not None:
            name = self.selected_terrain.name
            self.case.remove_terrain(self.selected_terrain.id)
            self.terrain = None
            self.window.notices.show_message(f"{name} removed from this dispute")

    def look_along_evidence(self) -> None:
        """Move the camera behind the decisive line."""
        own = self.verdict.evidence_view if self.verdict is not None else None
        evidence = measuring_evidence(self.measuring) if self.measuring.is_active else own
        self.look_along(deciding_line(evidence), "There is no line to look along")
