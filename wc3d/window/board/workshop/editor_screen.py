"""The bench of the workshop: the board that is built, what is in hand, and what the linter says about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.errors import InputError
from wc3d.scene.camera import Orbit
from wc3d.table.features import Kind
from wc3d.table.maps.base_fit import BoardReport, LevelBaseFit
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.maps.lint import LintFinding
from wc3d.table.maps.map_shapes import MeshShape, mesh_point_on_table
from wc3d.table.table import Table
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.board.text_fields import TextFields
from wc3d.window.board.workshop.background_tasks import NO_TABLE, check_board
from wc3d.window.board.workshop.board_editor import BoardDraft, BoardStep, MeshNotLoadedError
from wc3d.window.board.workshop.files import EditorFiles
from wc3d.window.board.workshop.model_carrying import move_models_with_terrain
from wc3d.window.board.workshop.nearest_place import find_nearest_place
from wc3d.window.board.workshop.terrain_tools import (
    DrawnShape,
    ShapeTool,
    TerrainDrag,
    TerrainPicker,
)
from wc3d.window.shell.screen import Screen
from wc3d.workers.interval_timer import IntervalTimer
from wc3d.workers.table_worker import LatestQuestionWorker

if TYPE_CHECKING:
    from wc3d.table.terrain.mesh_warnings import MeshWarning

HINT_TEXT = "Click terrain to select it. Press ? for the keys."


class EditorScreenBase(BoardScreen):
    """A board that is built. `path` is the map's file (None: it has none yet); `files` are to be opened or added: maps and
    meshes. `judge` makes the screen on which a table, from a map's file or not, is judged, and from which one comes back to
    this one; None: there is none."""

    def __init__(
        self,
        table: Table,
        path: Path | None = None,
        files: Sequence[Path] = (),
        judge: Callable[[Table, Path | None, Screen], Screen] | None = None,
    ) -> None:
        super().__init__(table)
        self.make_judge_screen = judge
        self.draft = BoardDraft(table, path, path.parent if path is not None else Path())
        self.fields = TextFields(lambda words: self.window.notices.show_error(words))
        self.files, self._given = EditorFiles(self), tuple(files)
        self.open_tab = "terrain"
        self.fitted = True
        self.drawing: DrawnShape | None = None
        self.terrain_drag: TerrainDrag | None = None
        self.base_to_place: str | None = None
        """The base of a model that the next click puts on the board."""
        self.check_result: BoardReport | None = None
        self.check_progress, self._looking_since = 0.0, 0.0
        self.is_checking, self._clock = False, IntervalTimer()
        self.findings: list[tuple[str | None, LintFinding]] = []
        self.painted_levels: set[float] = set()
        self._judge, self._asked = LatestQuestionWorker(), 0
        self._view: Orbit | None = None
        """Where one looked from when another screen was shown."""
        self.terrain_picker = TerrainPicker(self.draft.table)

    def on_show(self) -> None:
        super().on_show()
        if self._view is not None:
            self.window.viewpoint.orbit = self._view
            self.window.aim_camera()
        self.on_draft_changed()
        paths, self._given = self._given, ()
        self.files.open_files(paths)

    def on_hide(self) -> None:
        self._view = self.window.viewpoint.orbit
        super().on_hide()
        self.files.close()
        self._judge.stop()

    def confirm_close(self) -> bool:
        """May the window close? Not while there are unsaved changes, until it was asked what to do with them."""
        self.fields.commit_all()
        if not self.draft.is_unsaved:
            return True
        self.files.guard_unsaved("closing the window", self.window.close_without_asking)
        return False

    def open_draft(self, draft: BoardDraft) -> None:
        """Take another board on the bench."""
        draft.snap, draft.kind = self.draft.snap, self.draft.kind
        self.draft, self.drawing, self.terrain_drag, self.painted_levels = draft, None, None, set()
        self.fields.discard_all()
        self.board_model.cancel()
        self.measuring.clear()
        self.board_model.table = draft.table
        self.window.viewpoint.reset_for_table(draft.table.size)
        self.frame_table()
        self.on_draft_changed()

    # --- changes

    def on_draft_changed(self, step: BoardStep | None = None) -> None:
        """The draft is another, if by a step that was taken back or made again by that: show it, and have it looked over."""
        table, old_table = self.draft.table, self.board_model.table
        destinations = step.models_if_undone(old_table.bodies) if step is not None else {}
        new_table, messages = move_models_with_terrain(old_table, table, destinations)
        for words in messages:
            self.window.notices.show_message(words)
        self.draft.note_moved_models(old_table.bodies, new_table.bodies)
        self.board_model.set_table(new_table)
        self.terrain_picker = TerrainPicker(table)
        if self.window.viewpoint.table_size != table.size:
            self.window.viewpoint.reset_for_table(table.size)
            self.frame_table()
        self.start_check()

    def start_check(self) -> None:
        """Have the board looked over, beside the window: what the linter finds, and where bases stand."""
        self.check_result, self.findings, self.check_progress, self.is_checking = (
            None,
            [],
            0.0,
            True,
        )
        self._asked, self._looking_since = self._asked + 1, time.monotonic()
        question = {
            "type": "board",
            "map": self.draft.to_map_data(),
            "folder": str(self.draft.folder),
            "number": self._asked,
        }
        self._judge.set_question(check_board, NO_TABLE, question)
        self.window.request_redraw()

    @property
    def check_seconds(self) -> float:
        """For how many seconds the board is looked over already."""
        return time.monotonic() - self._looking_since

    def stop_check(self) -> None:
        """Give up looking the board over."""
        self._judge.stop()
        self.is_checking = False
        self.window.request_redraw()

    def try_change(self, change: Callable[[], object], message: str = "") -> None:
        """Make a change; what is wrong with it is told. Where a mesh must be read first, it is made as soon as that is done."""
        try:
            change()
        except MeshNotLoadedError as needed:
            self.files.load_mesh(needed, lambda: self.try_change(change, message))
            return
        except InputError as error:
            self.window.notices.show_error(error)
            return
        if message:
            self.window.notices.show_message(message)
        self.on_draft_changed()

    def select(self, id: str | None) -> None:
        """Pick a feature or a ladder by its id."""
        self.fields.commit_all()
        self.draft.selected_id = id
        if id is not None:
            self.board_model.selected_id = None

    def undo(self) -> None:
        """Take the last change back; while a shape is drawn, its last corner."""
        if self.drawing is not None and self.drawing.points:
            self.drawing.points.pop()
            return
        self._run_step("Undone", self.draft.undo)

    def redo(self) -> None:
        """Make it again."""
        self._run_step("Redone", self.draft.redo)

    def _run_step(self, words: str, go: Callable[[], BoardStep | None]) -> None:
        self.fields.commit_all()
        step = go()
        if step is not None:
            self.window.notices.show_message(f"{words}: {step.words}")
            self.on_draft_changed(step)

    def remove_selected(self) -> None:
        """Take off what is picked: terrain, else a model."""
        if self.draft.selected_id is None:
            self.board_model.remove_selected()
            return
        self.fields.discard_all()
        name = self.draft.remove_selected()
        self.window.notices.show_message(f"{name} deleted. Ctrl+Z restores it.")
        self.on_draft_changed()

    def begin_shape(self, make: ShapeTool) -> None:
        """Take a shape in hand to draw it; taking it again puts it down."""
        is_drawing = self.drawing is not None and self.drawing.tool is make
        self.measuring.clear()
        self.select(None)
        self.base_to_place = None
        self.drawing = None if is_drawing else DrawnShape(make)

    # --- models, to try the board

    def open_judge_screen(self) -> None:
        """Leave for the judge's screen with this board, as it is in its file or not, and the models on it."""
        self.fields.commit_all()
        if self.make_judge_screen is not None:
            self.window.show_screen(
                self.make_judge_screen(
                    self.board_model.table, None if self.draft.is_unsaved else self.draft.path, self
                )
            )

    def begin_placing_model(self, base: str) -> None:
        """Take a model in hand, for the next click to put it on the board; taking it again puts it down."""
        self.measuring.clear()
        self.drawing, self.base_to_place = None, base if self.base_to_place != base else None

    def _place_model(self, base: str) -> None:
        """Put a model where the mouse points, or as near as it can stand; beside the board, take it in hand."""
        hit = self.window.hover_hit
        if hit is None:
            self.begin_placing_model(base)
            return
        if self.board_model.place_model(base, hit) is None:
            place = find_nearest_place(
                self.board_model.table,
                self.check_result.fits if self.check_result is not None else (),
                base,
                hit.at,
            )
            if place is None:
                return
            self.board_model.message = (
                f"{self.board_model.place_model_at(base, place)} placed at the nearest free spot"
            )
        self.draft.selected_id = self.base_to_place = None

    def show_view_from(self, fit: LevelBaseFit) -> None:
        """Stand the largest base that fits on a level there, unless it stands there, and paint what it sees."""
        model, bodies = fit.sample_models[0], self.board_model.table.bodies
        occupant = next(
            (body.id for body in bodies if (body.base, body.at) == (model.base, model.at)), None
        )
        place = (
            find_nearest_place(self.board_model.table, [fit], model.base, model.at)
            if occupant is None
            else None
        )
        if occupant is None and place is None:
            self.window.notices.show_error(
                f"no room for a {model.base} base: other models stand there"
            )
            return
        self.draft.selected_id, self.painted_levels = None, set()
        self.board_model.selected_id = occupant or self.board_model.place_model_at(
            model.base, place or model.at
        )
        self.measuring.clear()
        self.measuring.use_tool(Tool.AREA)

    def set_drawing_kind(self, kind: Kind) -> None:
        """The kind of what is drawn next."""
        self.draft.kind = kind

    def ask_for_plan(self) -> None:
        """Ask which plan to print."""
        self.fields.commit_all()
        self.files.show_dialog("plan")

    def show_finding(self, number: int) -> None:
        """Pick what a finding is about, and look there."""
        id, finding = self.findings[number]
        self.select(id)
        self.window.viewpoint.center_on(self.finding_position(id, finding), 24.0)
        self.window.aim_camera()

    def center_on(self, at: tuple[float, float, float]) -> None:
        """Bring a place of the board near."""
        self.window.viewpoint.center_on(at, 14.0)
        self.window.aim_camera()

    def selected_mesh_warnings(self) -> list[MeshWarning]:
        """What to look at on the picked mesh, where it stands; what is not looked into yet has none."""
        warnings = []
        for shape in self.selected_meshes():
            result = (
                self.files.mesh_checker.cached_result(shape.path, shape.import_settings)
                if shape.path is not None
                else None
            )
            for warning in (
                result.warnings if result is not None and not isinstance(result, str) else ()
            ):
                at = mesh_point_on_table(warning.at, shape.position, shape.rotation, shape.mirrored)
                warnings.append(replace(warning, at=at))
        return warnings

    def selected_meshes(self) -> list[MeshShape]:
        """The meshes of the picked feature."""
        feature = self.draft.selected_feature
        return (
            [s for s in feature.shapes if isinstance(s, MeshShape)] if feature is not None else []
        )

    def selected_levels(self) -> list[LevelBaseFit]:
        """The levels that the picked feature has a part in, the highest first; none before the board is looked over."""
        picked = self.draft.selected_id
        return (
            [fit for fit in self.check_result.fits if picked in fit.features]
            if self.check_result is not None
            else []
        )

    def toggle_selected_levels(self) -> None:
        """Show where bases can stand on the picked feature, or no longer."""
        own = {fit.height for fit in self.selected_levels()}
        self.painted_levels = (
            self.painted_levels - own if own <= self.painted_levels else self.painted_levels | own
        )

    def finding_position(self, id: str | None, finding: LintFinding) -> tuple[float, float, float]:
        if finding.at is not None:
            return finding.at
        feature = next((f for f in self.draft.table.features if f.id == id), None)
        if feature is not None:
            return *bounding_box(feature).middle, feature.high
        ladder = next((r for r in self.draft.table.ladders if r.id == id), None)
        width, depth = self.draft.table.size
        return (*ladder.at, ladder.top) if ladder is not None else (width / 2, depth / 2, 0.0)

    def view_center(self) -> tuple[float, float]:
        """The point of the board that one looks at."""
        x, y, _ = self.window.viewpoint.orbit.target
        width, depth = self.draft.table.size
        return min(max(x, 0.0), width), min(max(y, 0.0), depth)

    # --- beside the window

    def poll(self) -> bool:
        if self.measuring.is_active:
            self.drawing = self.terrain_drag = None
        changed = super().poll()
        changed |= self.files.poll()
        reply = self._judge.poll()
        if reply is None:
            return changed or (self.is_checking and self._clock.is_due())
        question, report = reply
        mine = question["number"] == self._asked
        if mine and (report.failure or report.answer is not None):
            self.is_checking = False
        if report.failure:
            self.window.notices.show_error(f"could not check the board: {report.failure}")
        elif report.answer is not None and mine:
            looked: BoardReport = report.answer
            self.check_result = looked
            self.findings = [
                (self.draft.id_at_path(finding.where), finding) for finding in looked.findings
            ]
            self.window.log(f"looked over {len(self.findings)} findings")
        elif report.total and mine:
            self.check_progress = report.done / report.total
        return True

    @property
    def status(self) -> str:
        """One line: what is going on, or what to do next."""
        if self.files.jobs.status_text:
            return self.files.jobs.status_text
        if self.drawing is not None:
            return self.drawing.next_hint
        if self.base_to_place is not None:
            return f"Click where to put the {self.base_to_place} base"
        if self.board_model.selected_id is not None or self.board_model.message:
            return self.board_model.status
        picked = self.draft.selected_id
        if picked is None:
            return HINT_TEXT
        feature = self.draft.selected_feature
        if feature is None:
            return f"{picked}: drag it to move it."
        return f"{feature.name}: drag it to move it. Use its handles to turn or raise it."
