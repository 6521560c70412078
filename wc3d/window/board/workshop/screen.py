"""The workshop: a board looked at, measured, built and changed, with the linter's findings where they are, and saved as a map."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist
from pathlib import Path
from typing import Any

from wc3d.errors import InputError
from wc3d.panda.board import Board
from wc3d.presentation.preview import Tag
from wc3d.scene.looks import files_of
from wc3d.scene.picking import RayHit
from wc3d.table.maps.base_fit import Fit
from wc3d.table.maps.editing import AnyShape
from wc3d.table.maps.shapes import MeshShape
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.meshes import MeshKey
from wc3d.window.board.workshop import overlays
from wc3d.window.board.workshop.board_editor import BoardDraft
from wc3d.window.board.workshop.carrying import riders
from wc3d.window.board.workshop.dialogs import draw_dialogs
from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.board.workshop.fitting import NewMesh, ghost_of
from wc3d.window.board.workshop.inspector import draw_picked_panel
from wc3d.window.board.workshop.panels import (
    FOOT,
    LEFT,
    RIGHT,
    TOP,
    draw_bar,
    draw_foot,
    draw_lists,
)
from wc3d.window.board.workshop.terrain_tools import Change, Grab, Hold, Make, on_plane
from wc3d.window.shell.file_kinds import Given
from wc3d.window.shell.measuring_panels import draw_verdict
from wc3d.window.shell.screen import Command
from wc3d.window.shell.widgets import EDGE

CATCH = 17.0
"""Pixels: a press this near a sign takes hold of it."""
STEEP = 65.0
"""Degrees: from so far above, heights cannot be dragged."""


class Workshop(BoardBench):
    """The screen on which a board is built."""

    name = "workshop"
    guide_topic = "boards"
    takes = ("board", "mesh")
    bar, low, sides = TOP + EDGE, FOOT, (LEFT, RIGHT + 40.0)
    _carried_by = 0.0, 0.0

    # --- keys

    def commands(self) -> Mapping[str, Command]:
        draft = self.draft
        return {
            **super().commands(), "undo": self.undo, "redo": self.redo, "save": self.files.save, "remove": self.remove,
            "copy": lambda: self._with_picked(draft.copy), "end": self._finish,
            "turn_left": lambda: self._with_picked(lambda: draft.turn_step(1)),
            "turn_right": lambda: self._with_picked(lambda: draft.turn_step(-1)),
            "raise": lambda: self._with_picked(lambda: draft.raise_by(draft.snap.grid or 0.1)),
            "lower": lambda: self._with_picked(lambda: draft.raise_by(-(draft.snap.grid or 0.1))),
        }  # fmt: skip

    def _with_picked(self, change: Callable[[], object]) -> None:
        if self.draft.picked is None:
            self.window.notices.say("Select terrain first: click it")
        else:
            self.attempt(change)

    def _finish(self) -> None:
        if self.drawing is not None:
            self._make(self.drawing.finish)

    def cancelled(self) -> None:
        self.fields.drop()
        if self.files.chooser is not None:
            self.files.chooser.cancel()
        elif self.files.asked is not None:
            self.files.leave()
        elif self.grab is not None or self.drawing is not None or self.setting is not None:
            self.grab = self.drawing = self.setting = None
        elif self.files.jobs.stop():
            self.window.notices.say("Stopped")
        elif self.draft.picked is not None and not self.measuring.active:
            self.draft.picked = None
        else:
            super().cancelled()

    def files_dropped(self, paths: Sequence[Path], kind: Given, hit: RayHit | None) -> None:
        self.files.take(paths, hit.at[:2] if hit is not None else None)

    # --- the mouse

    def _ray(self) -> tuple[Any, Any] | None:
        spot = self.window.mouse()
        return self.window.ray(*spot) if spot is not None else None

    def pointed(self, hit: RayHit | None) -> None:
        if self.drawing is not None:
            spot = self._on_board(hit)
            self.drawing.at = self.drawing.point(self.draft, spot) if spot is not None else None
        else:
            super().pointed(hit)

    def _on_board(self, hit: RayHit | None) -> tuple[float, float] | None:
        """Where a shape's next corner would be: at the height of its first, on what the mouse points at before that."""
        ray = self._ray()
        if self.drawing is not None and self.drawing.points and ray is not None:
            spot = on_plane(ray, self.drawing.bottom)
            return spot[:2] if spot is not None else None
        return hit.at[:2] if hit is not None else None

    def clicked(self, hit: RayHit | None) -> None:
        self.fields.flush()
        spot, ray = self._on_board(hit), self._ray()
        if self._placing is not None:
            self._placing.at = spot or self._placing.at
            return
        if self.setting is not None:
            self._place(self.setting)
            return
        if self.drawing is not None:
            if spot is not None:
                self._make(lambda draft: self.drawing.click(draft, spot) if self.drawing is not None else None)
            return
        super().clicked(hit)
        if not self.measuring.active and ray is not None:
            self.pick(None if self.desk.selected is not None else self.picker_of_terrain.at(hit, ray))

    def _make(self, step: Callable[[BoardDraft], AnyShape | Ladder | None]) -> None:
        """Go on drawing; what is finished goes on the board."""
        drawing = self.drawing
        assert drawing is not None
        try:
            shape = step(self.draft)
        except InputError as error:
            self.window.notices.complain(error)
            return
        if shape is None:
            return
        self.drawing = None
        if isinstance(shape, Ladder):
            self.attempt(lambda: self.draft.add_ladder(shape))
        else:
            self.attempt(lambda: self.draft.add(shape, f"{self.draft.kind.value}-1"))

    def may_drag(self, hit: RayHit) -> bool:
        self.fields.flush()
        if self.drawing is not None:
            if not self.drawing.points and self.drawing.make is not Make.LADDER:
                self._make(lambda draft: self.drawing.click(draft, hit.at[:2]) if self.drawing is not None else None)
            return True
        if self._placing is not None:
            self._carried_by = self._placing.at[0] - hit.at[0], self._placing.at[1] - hit.at[1]
            return True
        if not self.measuring.active and self.draft.picked is not None:
            self.grab = self._grab_at(hit)
            if self.grab is not None:
                return True
        return super().may_drag(hit)

    def _grab_at(self, hit: RayHit) -> Grab | None:
        """What the mouse takes hold of: a sign of what is picked, or that itself."""
        pressed, feature = self.window.pressed_at, self.draft.feature
        if feature is not None and pressed is not None:
            for name, at in overlays.knobs(feature, Change(), self._steep).items():
                spot = self.window.project(at)
                if spot is not None and dist((spot[0], spot[1] - 13.0), pressed) < CATCH:
                    return Grab(Hold(name), at)
        if pressed is None:
            return None
        ray = self.window.ray(*pressed)
        return Grab(Hold.MOVE, hit.at) if self.picker_of_terrain.at(hit, ray) == self.draft.picked else None

    @property
    def _placing(self) -> NewMesh | None:
        """The mesh that is to be placed: the mouse carries it."""
        question = self.files.asked
        return question if isinstance(question, NewMesh) and not self.measuring.active else None

    def dragged(self, hit: RayHit | None) -> None:
        ray = self._ray()
        if self.drawing is not None:
            self.pointed(hit)
        elif self._placing is not None:
            if hit is not None:
                self._placing.at = hit.at[0] + self._carried_by[0], hit.at[1] + self._carried_by[1]
        elif self.grab is None:
            super().dragged(hit)
        elif ray is not None:
            self.grab.follow(self.draft, ray)

    def dropped(self, hit: RayHit | None) -> None:
        grab, self.grab = self.grab, None
        if self.drawing is not None:
            self.clicked(hit)
        elif self._placing is not None:
            return
        elif grab is None:
            super().dropped(hit)
        elif grab.change.degrees:
            self.attempt(lambda: self.draft.turn(grab.change.degrees))
        elif grab.change:
            self.attempt(lambda: self.draft.move(grab.change.by))

    # --- what is shown

    @property
    def _steep(self) -> bool:
        return self.window.viewpoint.orbit.tilt > STEEP

    def _change(self) -> Change:
        return self.grab.change if self.grab is not None else Change()

    @property
    def _fits(self) -> Sequence[Fit]:
        return [fit for fit in self.looked.fits if fit.height in self.painted] if self.looked is not None else []

    def _undrawn(self) -> list[tuple[MeshShape, MeshKey]]:
        """The meshes that were added of which the looks are still being made: something like them is shown till then."""
        waiting = self.window.board.waiting if self.window.board is not None else {}
        features = {feature for several in waiting.values() for feature in several}
        pairs = (pair for feature in features for pair in files_of(feature.shapes))
        return [(shape, key) for shape, key in pairs if key in waiting and key.path in self.files.ghosts]

    def shown(self) -> object:
        drawing = self.drawing
        drawing_state = (drawing.make, tuple(drawing.points), drawing.at) if drawing is not None else None
        question = self.files.asked
        fitted = (question.at, question.fit, question.rotation, question.mirrored) if isinstance(question, NewMesh) else None
        undrawn = tuple(key for _, key in self._undrawn())
        mine = self._change(), drawing_state, self.looked, frozenset(self.painted), self.draft.table, fitted, undrawn
        return super().shown(), self.draft.picked, *mine

    def draw_marks(self, board: Board) -> None:
        super().draw_marks(board)
        for fit in self._fits:
            overlays.draw_fit(board, fit)
        if self.draft.feature is not None and self.draft.feature.pieces:
            bodies = riders(self.desk.table, self.draft.feature)
            overlays.draw_picked(board, self.draft.feature, self._change(), bodies)
        elif self.draft.ladder is not None:
            overlays.draw_ladder(board, self.draft.ladder, self._change())
        if self.drawing is not None:
            overlays.draw_drawing(board, self.drawing)
        for shape, key in self._undrawn():
            overlays.draw_ghost(board, ghost_of(self.files.ghosts[key.path], key.path, key.fit), shape)
        question = self.files.asked
        if isinstance(question, NewMesh):
            overlays.draw_fitting(board, question, self.files.placed(question))

    def tags(self) -> Sequence[Tag]:
        tags = list(super().tags())
        for fit in self._fits:
            tags += overlays.fit_tags(fit)
        if self.draft.feature is not None and not self.measuring.active:
            tags += overlays.knob_tags(self.draft.feature, self._change(), self._steep)
        tags += overlays.finding_tags([(self.spot_of(id, finding), finding) for id, finding in self.findings])
        tags += overlays.warning_tags(self.warnings())
        return tags + (overlays.drawing_tags(self.drawing) if self.drawing is not None else [])

    def floor(self) -> float | None:
        return self.free_room()[3]

    def panels(self, ui: Any) -> None:
        picked = self.measuring.body_of(self.desk.selected)
        draw_bar(ui, self)
        draw_lists(ui, self)
        top = TOP * ui.scale + 2 * EDGE
        if self.measuring.active:
            self._measured.draw(ui, top)
        elif self.desk.seen is not None:
            draw_verdict(ui, self.desk.seen, top)
        elif not isinstance(self.files.asked, NewMesh):
            draw_picked_panel(ui, self, picked)
        draw_foot(ui, self)
        draw_dialogs(ui, self)
