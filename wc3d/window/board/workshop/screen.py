"""The board editor: view, measure, build and change a board, with linter findings, and save it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist
from pathlib import Path
from typing import Any

from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.mesh_looks import mesh_files_of
from wc3d.scene.picking import RayHit
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import MeshKey
from wc3d.ui.input_stack import Command, DialogLayer, InputLayer, KeyLayer, PanelLayer
from wc3d.window.board.board_exchange import BoardHolder, BoardUser
from wc3d.window.board.workshop import overlays
from wc3d.window.board.workshop.dialogs import draw_dialogs
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.inspector import draw_selection_panel
from wc3d.window.board.workshop.mesh_placement import MeshDraft, ghost_triangles
from wc3d.window.board.workshop.model_carrying import models_on_feature
from wc3d.window.board.workshop.mouse_tools import (
    MeshPlacementTool,
    MeshPoseTool,
    ModelPlacementTool,
    PiecePlacementTool,
    ShapeDrawingTool,
)
from wc3d.window.board.workshop.panels import (
    LEFT_WIDTH_PX,
    RIGHT_WIDTH_PX,
    STATUS_BAR_HEIGHT_PX,
    TOOLBAR_HEIGHT_PX,
    draw_lists,
    draw_status_bar,
    draw_toolbar,
)
from wc3d.window.board.workshop.terrain_tools import DragChange, TerrainDrag, TerrainDragMode
from wc3d.window.shell.file_kinds import DroppedFileKind
from wc3d.window.shell.measuring_panels import draw_verdict_panel
from wc3d.window.shell.widgets import WINDOW_MARGIN_PX

HANDLE_RADIUS_PX = 17.0
"""Click radius of a handle in pixels."""
STEEP_VIEW_DEG = 65.0
"""Camera angle in degrees above which heights cannot be dragged."""


class EditorScreen(EditorScreenBase):
    """The board editor screen."""

    name = "workshop"
    guide_topic = "boards"
    accepted_files = ("board", "mesh", "kit")
    top_height = TOOLBAR_HEIGHT_PX + WINDOW_MARGIN_PX
    bottom_height = STATUS_BAR_HEIGHT_PX
    side_widths = (LEFT_WIDTH_PX, RIGHT_WIDTH_PX + 40.0)

    def __init__(
        self,
        table: Table,
        path: Path | None = None,
        files: Sequence[Path] = (),
        judge: Callable[[Table, Path | None, BoardHolder], BoardUser] | None = None,
    ) -> None:
        super().__init__(table, path, files, judge)
        self._drawing_tool = ShapeDrawingTool(self)
        self._layers: tuple[InputLayer, ...] = (
            self.fields,
            DialogLayer(lambda: self.files.chooser is not None, self._close_chooser),
            DialogLayer(lambda: self.files.is_asking, self.files.close_dialog),
            MeshPlacementTool(self),
            ModelPlacementTool(self),
            PiecePlacementTool(self),
            MeshPoseTool(self),
            self._drawing_tool,
            PanelLayer(lambda: self.terrain_drag is not None, self.drop_tools),
            KeyLayer(cancel=self._stop_jobs),
            self.measuring,
        )

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return self._layers

    def _close_chooser(self) -> None:
        if self.files.chooser is not None:
            self.files.chooser.cancel()

    # --- keys

    def commands(self) -> Mapping[str, Command]:
        draft = self.draft
        commands = super().commands()
        if self.files.current_dialog is not None:
            looking = (*self.measuring.commands(), "home", "top", "along")
            return {name: commands[name] for name in looking}
        return {
            **commands,
            "undo": self.undo,
            "redo": self.redo,
            "save": self.files.save,
            "remove": self.remove_selected,
            "copy": lambda: self._change_picked(draft.copy_selected),
            "end": self._drawing_tool.finish_prism,
            "turn_left": lambda: self._change_picked(lambda: draft.rotate_one_step(1)),
            "turn_right": lambda: self._change_picked(lambda: draft.rotate_one_step(-1)),
            "raise": lambda: self._change_picked(
                lambda: draft.raise_selected(draft.snap.grid or 0.1)
            ),
            "lower": lambda: self._change_picked(
                lambda: draft.raise_selected(-(draft.snap.grid or 0.1))
            ),
        }

    def _change_picked(self, change: Callable[[], object]) -> None:
        if self.draft.selected_id is None:
            self.window.notices.show_message("Select terrain first: click it")
        else:
            self.try_change(change)

    def _stop_jobs(self) -> bool:
        """Stop background jobs, and say so. Return whether there were any."""
        is_stopped = self.files.jobs.stop()
        if is_stopped:
            self.window.notices.show_message("Stopped")
        return is_stopped

    def on_cancel(self) -> bool:
        if self.draft.selected_id is None:
            return super().on_cancel()
        self.draft.selected_id = None
        return True

    def on_files_dropped(
        self, paths: Sequence[Path], kind: DroppedFileKind, hit: RayHit | None
    ) -> None:
        self.files.open_files(paths, hit.at[:2] if hit is not None else None)

    # --- mouse

    def on_click(self, hit: RayHit | None) -> None:
        ray = self.mouse_ray()
        super().on_click(hit)
        if ray is not None:
            self.select(
                None
                if self.board_model.selected_id is not None
                else self.terrain_picker.find_id(hit, ray)
            )

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if self.draft.selected_id is not None:
            self.terrain_drag = self._begin_grab(hit)
        return self.terrain_drag is not None or super().begin_drag(hit, eye)

    def _begin_grab(self, hit: RayHit) -> TerrainDrag | None:
        """Return the drag for the handle or selected item under the mouse."""
        pressed = self.window.pressed_at
        feature = self.draft.selected_feature
        if feature is not None and pressed is not None:
            for name, at in overlays.drag_handles(feature, DragChange(), self._is_steep).items():
                spot = self.window.project_to_pixel(at)
                if spot is not None and dist((spot[0], spot[1] - 13.0), pressed) < HANDLE_RADIUS_PX:
                    return TerrainDrag(TerrainDragMode(name), at)
        if pressed is None:
            return None
        ray = self.window.pixel_ray(*pressed)
        return (
            TerrainDrag(TerrainDragMode.MOVE, hit.at)
            if self.terrain_picker.find_id(hit, ray) == self.draft.selected_id
            else None
        )

    def on_drag(self, hit: RayHit | None) -> None:
        ray = self.mouse_ray()
        if self.terrain_drag is None:
            super().on_drag(hit)
        elif ray is not None:
            self.terrain_drag.move_to_ray(self.draft, ray)

    def on_drop(self, hit: RayHit | None) -> None:
        grab = self.terrain_drag
        self.terrain_drag = None
        if grab is None:
            super().on_drop(hit)
        elif grab.change.degrees:
            self.try_change(lambda: self.draft.rotate_selected(grab.change.degrees))
        elif grab.change:
            self.try_change(lambda: self.draft.move_selected(grab.change.offset))

    # --- displayed state

    @property
    def _is_steep(self) -> bool:
        return self.window.viewpoint.orbit.tilt > STEEP_VIEW_DEG

    def _current_change(self) -> DragChange:
        return self.terrain_drag.change if self.terrain_drag is not None else DragChange()

    @property
    def _painted_fits(self) -> Sequence[LevelBaseFit]:
        return (
            [fit for fit in self.check_result.fits if fit.height in self.painted_levels]
            if self.check_result is not None
            else []
        )

    def _waiting_meshes(self) -> list[tuple[MeshShape, MeshKey]]:
        """Return the meshes drawn as placeholders until their looks are ready."""
        waiting = self.window.board.features_waiting_for if self.window.board is not None else {}
        features = {feature for several in waiting.values() for feature in several}
        pairs = (pair for feature in features for pair in mesh_files_of(feature.shapes))
        return [
            (shape, key) for shape, key in pairs if key in waiting and key.path in self.files.ghosts
        ]

    def marks_key(self) -> object:
        drawing = self.drawing
        drawing_state = (
            (drawing.tool, tuple(drawing.points), drawing.at) if drawing is not None else None
        )
        question = self.files.current_dialog
        fitted = (
            (question.at, question.fit, question.rotation, question.mirrored)
            if isinstance(question, MeshDraft)
            else None
        )
        undrawn = tuple(key for _, key in self._waiting_meshes())
        mine = (
            self._current_change(),
            drawing_state,
            self.check_result,
            frozenset(self.painted_levels),
            self.draft.table,
            fitted,
            undrawn,
            self.carried_piece.key if self.carried_piece is not None else None,
            tuple(self.pose_tool.points) if self.pose_tool is not None else None,
        )
        return super().marks_key(), self.draft.selected_id, *mine

    def draw_marks(self, board: TableScene) -> None:
        super().draw_marks(board)
        for fit in self._painted_fits:
            overlays.draw_base_fit(board, fit)
        if self.draft.selected_feature is not None and self.draft.selected_feature.pieces:
            bodies = models_on_feature(self.board_model.table, self.draft.selected_feature)
            overlays.draw_selection(
                board, self.draft.selected_feature, self._current_change(), bodies
            )
        elif self.draft.selected_ladder is not None:
            overlays.draw_selected_ladder(board, self.draft.selected_ladder, self._current_change())
        if self.drawing is not None:
            overlays.draw_unfinished_shape(board, self.drawing)
        for shape, key in self._waiting_meshes():
            overlays.draw_ghost_mesh(
                board, ghost_triangles(self.files.ghosts[key.path], key.path, key.settings), shape
            )
        question = self.files.current_dialog
        if isinstance(question, MeshDraft):
            overlays.draw_mesh_placement(board, question, self.files.placed_shape(question))
        if self.pose_tool is not None and self.pose_tool.points:
            overlays.draw_known_length(board, self.pose_tool.points)
        if self.carried_piece is not None:
            mesh = self.carried_piece.mesh
            overlays.draw_mesh_placement(board, mesh, self.files.placed_shape(mesh))

    def tags(self) -> Sequence[FloatingTag]:
        tags = list(super().tags())
        for fit in self._painted_fits:
            tags += overlays.base_fit_tags(fit)
        if self.draft.selected_feature is not None and not self.measuring.is_active:
            tags += overlays.drag_handle_tags(
                self.draft.selected_feature, self._current_change(), self._is_steep
            )
        tags += overlays.finding_tags(
            [(self.finding_position(id, finding), finding) for id, finding in self.findings]
        )
        tags += overlays.warning_tags(self.selected_mesh_warnings())
        return tags + (
            overlays.unfinished_shape_tags(self.drawing) if self.drawing is not None else []
        )

    def draw_panels(self, ui: Any) -> None:
        picked = self.measuring.find_body(self.board_model.selected_id)
        draw_toolbar(ui, self)
        draw_lists(ui, self)
        top = TOOLBAR_HEIGHT_PX * ui.scale + 2 * WINDOW_MARGIN_PX
        if self.measuring.is_active:
            self._measured.draw(ui, top)
        elif self.board_model.evidence_view is not None:
            draw_verdict_panel(ui, self.board_model.evidence_view, top)
        elif not isinstance(self.files.current_dialog, MeshDraft):
            draw_selection_panel(ui, self, picked)
        draw_status_bar(ui, self)
        draw_dialogs(ui, self)
