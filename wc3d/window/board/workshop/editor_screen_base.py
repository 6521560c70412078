"""The editor's base screen: the board, the active tool and the linter's findings."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError
from wc3d.scene.camera import Orbit
from wc3d.table.features import Kind
from wc3d.table.maps.base_fit import BoardReport, LevelBaseFit
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.maps.lint import LintFinding
from wc3d.table.maps.map_shapes import MeshShape, mesh_point_on_table
from wc3d.table.table import Table
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.board_exchange import BoardHolder, BoardUser
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.board.text_fields import TextFields
from wc3d.window.board.workshop.background_tasks import NO_TABLE, check_board
from wc3d.window.board.workshop.board_editor import BoardDraft, BoardStep, MeshNotLoadedError
from wc3d.window.board.workshop.files import EditorFiles
from wc3d.window.board.workshop.kit_palette import CarriedPiece
from wc3d.window.board.workshop.kit_panel import KitPanel
from wc3d.window.board.workshop.kit_tasks import PalettePiece
from wc3d.window.board.workshop.model_carrying import move_models_with_terrain
from wc3d.window.board.workshop.nearest_place import find_nearest_place
from wc3d.window.board.workshop.pose_tool import PoseTool, PoseToolKind
from wc3d.window.board.workshop.terrain_tools import (
    DrawnShape,
    ShapeTool,
    TerrainDrag,
    TerrainPicker,
)
from wc3d.workers.interval_timer import IntervalTimer
from wc3d.workers.table_worker import LatestQuestionWorker

if TYPE_CHECKING:
    from wc3d.table.terrain.mesh_warnings import MeshWarning

HINT_TEXT = "Click terrain to select it. Press ? for the keys."


class EditorScreenBase(BoardScreen, BoardHolder):
    """A screen that edits a board.

    `path` is the map file, or None for a new board. `files` are maps and meshes to open or add.
    `judge` creates the judge screen for a table with or without a map file, from which the user
    can return; None if there is none.
    """

    def __init__(
        self,
        table: Table,
        path: Path | None = None,
        files: Sequence[Path] = (),
        judge: Callable[[Table, Path | None, BoardHolder], BoardUser] | None = None,
    ) -> None:
        super().__init__(table)
        self.make_judge_screen = judge
        self.judge_screen: BoardUser | None = None
        """The judge's screen for this board, once opened; its dispute stays as it was left."""
        self.draft = BoardDraft(table, path, path.parent if path is not None else Path())
        self.fields = TextFields(lambda words: self.window.notices.show_error(words))
        self.files = EditorFiles(self)
        self._given = tuple(files)
        self.open_tab = "terrain"
        self.kit_panel = KitPanel()
        self.fitted = True
        self.drawing: DrawnShape | None = None
        self.terrain_drag: TerrainDrag | None = None
        self.base_to_place: str | None = None
        """The base of the model that the next click places."""
        self.carried_piece: CarriedPiece | None = None
        """The kit's piece that the next click places."""
        self.pose_tool: PoseTool | None = None
        """The tool for the pose of the selected mesh."""
        self.check_result: BoardReport | None = None
        self.check_progress = 0.0
        self._looking_since = 0.0
        self.is_checking = False
        self._clock = IntervalTimer()
        self.findings: list[tuple[str | None, LintFinding]] = []
        self.painted_levels: set[float] = set()
        self._judge = LatestQuestionWorker()
        self._asked = 0
        self._view: Orbit | None = None
        """The camera before another screen was shown."""
        self.terrain_picker = TerrainPicker(self.draft.table)

    def on_show(self) -> None:
        super().on_show()
        if self._view is not None:
            self.window.viewpoint.orbit = self._view
            self.window.aim_camera()
        self.on_draft_changed()
        paths = self._given
        self._given = ()
        self.files.open_files(paths)

    def on_hide(self) -> None:
        self._view = self.window.viewpoint.orbit
        super().on_hide()
        self.files.close()
        self._judge.stop()

    def confirm_close(self) -> bool:
        """Return whether the window may close; unsaved changes open a dialog first."""
        self.fields.commit_all()
        if self.judge_screen is not None and self.judge_screen.is_unsaved:
            self.open_judge_screen()
            return self.judge_screen.confirm_close()
        if not self.draft.is_unsaved:
            return True
        self.files.guard_unsaved("closing the window", self.window.close_without_asking)
        return False

    def guard_dispute(self, go_on: Callable[[], object]) -> None:
        """Call `go_on`, which drops the dispute about this board; ask first if it is not saved."""
        judge = self.judge_screen
        if judge is None or not judge.is_unsaved:
            go_on()
            return

        def come_back() -> None:
            self.window.show_screen(self)
            go_on()

        self.open_judge_screen()
        judge.confirm_leave(come_back)

    def open_draft(self, draft: BoardDraft) -> None:
        """Edit another board."""
        draft.snap = self.draft.snap
        draft.kind = self.draft.kind
        self.draft = draft
        self.judge_screen = None
        self.drawing = None
        self.terrain_drag = None
        self.painted_levels = set()
        self.fields.discard_all()
        self.board_model.cancel()
        self.measuring.clear()
        self.board_model.table = draft.table
        self.window.viewpoint.reset_for_table(draft.table.size)
        self.frame_table()
        self.on_draft_changed()

    # --- changes

    def on_draft_changed(self, step: BoardStep | None = None) -> None:
        """Show a changed draft and check it. `step` is the step undone or redone, if any."""
        table = self.draft.table
        old_table = self.board_model.table
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
        """Check the board in the background: linter findings and places for bases."""
        self.check_result = None
        self.findings = []
        self.check_progress = 0.0
        self.is_checking = True
        self._asked = self._asked + 1
        self._looking_since = time.monotonic()
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
        """The elapsed time of the check in seconds."""
        return time.monotonic() - self._looking_since

    def stop_check(self) -> None:
        """Cancel the check."""
        self._judge.stop()
        self.is_checking = False
        self.window.request_redraw()

    def try_change(self, change: Callable[[], object], message: str = "") -> None:
        """Make a change or show its error; if a mesh is missing, load it first."""
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
        """Select a feature or ladder by id."""
        self.fields.commit_all()
        self.draft.selected_id = id
        if id is not None:
            self.board_model.selected_id = None

    def drop_tools(self) -> None:
        """Stop drawing, dragging and placing."""
        self.terrain_drag = self.drawing = self.base_to_place = self.carried_piece = None
        self.pose_tool = None

    def mouse_ray(self) -> tuple[Any, Any] | None:
        """Return the origin and direction of the mouse's ray."""
        spot = self.window.mouse_position()
        return self.window.pixel_ray(*spot) if spot is not None else None

    def undo(self) -> None:
        """Undo the last change, or the last corner of a shape being drawn."""
        if self.drawing is not None and self.drawing.points:
            self.drawing.points.pop()
            return
        self._run_step("Undone", self.draft.undo)

    def redo(self) -> None:
        """Redo the last undone change."""
        self._run_step("Redone", self.draft.redo)

    def _run_step(self, words: str, go: Callable[[], BoardStep | None]) -> None:
        self.fields.commit_all()
        step = go()
        if step is not None:
            self.window.notices.show_message(f"{words}: {step.words}")
            self.on_draft_changed(step)

    def remove_selected(self) -> None:
        """Remove the selected terrain, or else the selected model."""
        if self.draft.selected_id is None:
            self.board_model.remove_selected()
            return
        self.fields.discard_all()
        name = self.draft.remove_selected()
        self.window.notices.show_message(f"{name} deleted. Ctrl+Z restores it.")
        self.on_draft_changed()

    def begin_shape(self, make: ShapeTool) -> None:
        """Start drawing a shape, or stop if it is already active."""
        is_drawing = self.drawing is not None and self.drawing.tool is make
        self.measuring.clear()
        self.select(None)
        self.base_to_place = None
        self.drawing = None if is_drawing else DrawnShape(make)

    # --- test models

    def open_judge_screen(self) -> None:
        """Open the judge screen with this board, saved or not, and its models.

        A dispute that was begun before is as it was left, apart from changes of the board.
        """
        self.fields.commit_all()
        table = self.board_model.table
        if self.judge_screen is None and self.make_judge_screen is not None:
            path = None if self.draft.is_unsaved else self.draft.path
            self.judge_screen = self.make_judge_screen(table, path, self)
        if self.judge_screen is not None:
            self.judge_screen.take_board(table)
            self.window.show_screen(self.judge_screen)

    def take_from_judge(self, table: Table) -> None:
        """Use the terrain and the models of a dispute. Its changes of terrain can be undone."""
        if table.features != self.draft.table.features:
            self.draft.apply_table("take the judge's terrain", replace(table, bodies=()))
            if self.draft.selected_feature is None and self.draft.selected_ladder is None:
                self.draft.selected_id = None
        if table is not self.board_model.table:
            self.board_model.set_table(table)

    def begin_placing_model(self, base: str) -> None:
        """Start placing a model with the next click, or stop if it is already active."""
        self.measuring.clear()
        self.drawing = None
        self.base_to_place = base if self.base_to_place != base else None

    def place_model(self, base: str) -> None:
        """Place a model at or near the mouse, or start placing it if the mouse is off the board."""
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
        """Show the area visible to the largest base that fits on a level, adding it if needed."""
        model = fit.sample_models[0]
        bodies = self.board_model.table.bodies
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

    def carry_piece(self, entry: PalettePiece | None) -> None:
        """Carry a piece of the palette, which each click places; None puts it down."""
        palette = self.files.palette
        self.drop_tools()
        if entry is not None and palette is not None:
            self.measuring.clear()
            self.select(None)
            self.carried_piece = palette.take(entry, self.view_center())
        self.window.request_redraw()

    def begin_pose_tool(self, kind: PoseToolKind | None) -> None:
        """Let the next clicks choose a face or a length of the selected mesh; None stops that."""
        self.drop_tools()
        self.measuring.clear()
        self.pose_tool = PoseTool(kind) if kind is not None else None

    def set_drawing_kind(self, kind: Kind) -> None:
        """Set the terrain kind of new shapes."""
        self.draft.kind = kind

    def ask_for_plan(self) -> None:
        """Open the plan printing dialog."""
        self.fields.commit_all()
        self.files.show_dialog("plan")

    def show_finding(self, number: int) -> None:
        """Select the subject of a finding and center it."""
        id, finding = self.findings[number]
        self.select(id)
        self.window.viewpoint.center_on(self.finding_position(id, finding), 24.0)
        self.window.aim_camera()

    def center_on(self, at: tuple[float, float, float]) -> None:
        """Center the camera on a place of the board."""
        self.window.viewpoint.center_on(at, 14.0)
        self.window.aim_camera()

    def selected_mesh_warnings(self) -> list[MeshWarning]:
        """Return the warnings about the selected mesh; empty before the mesh is checked."""
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
        """Return the meshes of the selected feature."""
        feature = self.draft.selected_feature
        return (
            [s for s in feature.shapes if isinstance(s, MeshShape)] if feature is not None else []
        )

    def selected_levels(self) -> list[LevelBaseFit]:
        """Return the selected feature's levels, highest first; empty before the check."""
        picked = self.draft.selected_id
        return (
            [fit for fit in self.check_result.fits if picked in fit.features]
            if self.check_result is not None
            else []
        )

    def toggle_selected_levels(self) -> None:
        """Show or hide the places for bases on the selected feature."""
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
        """Return the board point at the center of the view."""
        x, y, _ = self.window.viewpoint.orbit.target
        width, depth = self.draft.table.size
        return min(max(x, 0.0), width), min(max(y, 0.0), depth)

    # --- background work

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
            self.window.notices.show_error(f"cannot check the board: {report.failure}")
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
        """A status line: the current task or the next step."""
        if self.files.jobs.status_text:
            return self.files.jobs.status_text
        if self.drawing is not None:
            return self.drawing.next_hint
        if self.pose_tool is not None:
            return self.pose_tool.hint
        if self.carried_piece is not None:
            return (
                f"Click where to put {self.carried_piece.name}; each click puts a copy. Esc: stop"
            )
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
