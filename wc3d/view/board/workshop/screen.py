"""The workshop: a board looked at, measured, built and changed, with the linter's findings where they are, and saved as a map."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import dist
from pathlib import Path
from typing import Any

from wc3d.errors import InputError
from wc3d.evidence.picking import Hit
from wc3d.evidence.preview import Tag
from wc3d.table.features import Kind
from wc3d.table.layout import Ladder
from wc3d.table.maps.editing import AnyShape, extent
from wc3d.table.maps.level_fit import Fit, LookedOver
from wc3d.table.maps.lint import Finding
from wc3d.table.table import Table
from wc3d.view.board.board_screen import Preview
from wc3d.view.board.workshop.board_editor import Draft, NotLoaded
from wc3d.view.board.workshop.dialogs import draw_asks
from wc3d.view.board.workshop.fields import Fields
from wc3d.view.board.workshop.files import Files
from wc3d.view.board.workshop.inspector import draw_picked_panel
from wc3d.view.board.workshop.jobs import NOTHING, judge_board
from wc3d.view.board.workshop.overlays import (
    draw_drawing,
    draw_fit,
    draw_ladder,
    draw_picked,
    drawing_tags,
    finding_tags,
    fit_tags,
    knob_tags,
    knobs,
)
from wc3d.view.board.workshop.panels import TOP, draw_bar, draw_foot, draw_lists
from wc3d.view.board.workshop.terrain_tools import Change, Drawing, Grab, Hold, Make, TerrainPicker, on_plane
from wc3d.view.measuring.verdict_panel import draw_verdict
from wc3d.view.stage.board import Board
from wc3d.view.window.file_kinds import Given
from wc3d.view.window.panels import EDGE
from wc3d.view.window.screen import Command
from wc3d.view.work.table_worker import Follower

CATCH = 17.0
"""Pixels: a press this near a sign takes hold of it."""
STEEP = 65.0
"""Degrees: from so far above, heights cannot be dragged."""
HINT = "click terrain to pick it; ? for the keys"


class Workshop(Preview):
    """The screen. `path` is the map's file (None: it has none yet); `files` are to be opened or added: maps and meshes."""

    name = "workshop"
    takes = ("board", "mesh")

    def __init__(self, table: Table, path: Path | None = None, files: Sequence[Path] = ()) -> None:
        super().__init__(table)
        self.draft = Draft(table, path, path.parent if path is not None else Path())
        self.fields = Fields(lambda words: self.window.notices.complain(words))
        self.files, self._given = Files(self), tuple(files)
        self.tab = "terrain"
        self.drawing: Drawing | None = None
        self.grab: Grab | None = None
        self.looked: LookedOver | None = None
        self.looking = ""
        self.findings: list[tuple[str | None, Finding]] = []
        self.painted: set[float] = set()
        self._judge, self._asked = Follower(), 0
        self._picker = TerrainPicker(self.draft.table)

    def entered(self) -> None:
        self.changed()
        given, self._given = self._given, ()
        self.files.take(given)

    def left(self) -> None:
        super().left()
        self.files.jobs.close()
        self._judge.stop()

    def may_close(self) -> bool:
        """May the window close? Not while there are unsaved changes, until it was asked what to do with them."""
        self.fields.flush()
        if not self.draft.unsaved:
            return True
        self.files.guarded("closing the window", self.window.close_soon)
        return False

    def begin(self, draft: Draft) -> None:
        """Take another board on the bench."""
        draft.snap, draft.kind = self.draft.snap, self.draft.kind
        self.draft, self.drawing, self.grab, self.painted = draft, None, None, set()
        self.fields.drop()
        self.desk.cancel()
        self.measuring.put_down()
        self.desk.table = draft.table
        self.changed()

    # --- changes

    def changed(self) -> None:
        """The draft is another: show it, and have it looked over."""
        table = self.draft.table
        self.desk.table = replace(table, bodies=self.desk.table.bodies)
        self._picker = TerrainPicker(table)
        self.looked, self.findings, self.looking = None, [], "the linter first"
        self._asked += 1
        question = {"type": "board", "map": self.draft.as_map(), "folder": str(self.draft.folder), "number": self._asked}
        self._judge.ask(judge_board, NOTHING, question)
        self.window.dirty()

    def attempt(self, change: Callable[[], object], told: str = "") -> None:
        """Make a change; what is wrong with it is told. Where a mesh must be read first, it is made as soon as that is done."""
        try:
            change()
        except NotLoaded as needed:
            self.files.load(needed, lambda: self.attempt(change, told))
            return
        except InputError as error:
            self.window.notices.complain(error)
            return
        if told:
            self.window.notices.say(told)
        self.changed()

    def pick(self, id: str | None) -> None:
        """Pick a feature or a ladder by its id."""
        self.fields.flush()
        self.draft.picked = id
        if id is not None:
            self.desk.selected = None

    def undo(self) -> None:
        """Take the last change back; while a shape is drawn, its last corner."""
        if self.drawing is not None and self.drawing.points:
            self.drawing.points.pop()
            return
        self._step("took back", self.draft.undo)

    def redo(self) -> None:
        """Make it again."""
        self._step("again", self.draft.redo)

    def _step(self, words: str, step: Callable[[], str | None]) -> None:
        self.fields.flush()
        done = step()
        if done is not None:
            self.window.notices.say(f"{words}: {done}")
            self.changed()

    def remove(self) -> None:
        """Take off what is picked: terrain, else a model."""
        if self.draft.picked is None:
            self.desk.remove()
            return
        self.fields.drop()
        gone = self.draft.remove()
        self.window.notices.say(f"{gone} deleted; Ctrl+Z brings it back")
        self.changed()

    def draw_shape(self, make: Make) -> None:
        """Take a shape in hand to draw it; taking it again puts it down."""
        on = self.drawing is not None and self.drawing.make is make
        self.measuring.put_down()
        self.pick(None)
        self.drawing = None if on else Drawing(make)

    def draw_kind(self, kind: Kind) -> None:
        """The kind of what is drawn next."""
        self.draft.kind = kind

    def ask_plan(self) -> None:
        """Ask which plan to print."""
        self.fields.flush()
        self.files.ask("plan")

    def show_finding(self, number: int) -> None:
        """Pick what a finding is about, and look there."""
        id, finding = self.findings[number]
        self.pick(id)
        self.window.viewpoint.at(self._spot(id, finding), 24.0)
        self.window.look()

    def _spot(self, id: str | None, finding: Finding) -> tuple[float, float, float]:
        if finding.at is not None:
            return finding.at
        feature = next((f for f in self.draft.table.features if f.id == id), None)
        if feature is not None:
            return *extent(feature).middle, feature.high
        ladder = next((r for r in self.draft.table.ladders if r.id == id), None)
        width, depth = self.draft.table.size
        return (*ladder.at, ladder.top) if ladder is not None else (width / 2, depth / 2, 0.0)

    def middle_of_view(self) -> tuple[float, float]:
        """The point of the board that one looks at."""
        x, y, _ = self.window.viewpoint.orbit.target
        width, depth = self.draft.table.size
        return min(max(x, 0.0), width), min(max(y, 0.0), depth)

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
            self.window.notices.say("pick terrain first: click it")
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
            self.files.asked = None
            self.files.next_mesh()
        elif self.grab is not None or self.drawing is not None:
            self.grab = self.drawing = None
        elif self.files.jobs.stop():
            self.window.notices.say("stopped")
        elif self.draft.picked is not None and not self.measuring.active:
            self.draft.picked = None
        else:
            super().cancelled()

    def files_dropped(self, paths: Sequence[Path], given: Given, hit: Hit | None) -> None:
        self.files.take(paths, hit.at[:2] if hit is not None else None)

    # --- the mouse

    def _ray(self) -> tuple[Any, Any] | None:
        spot = self.window.mouse()
        return self.window.ray(*spot) if spot is not None else None

    def pointed(self, hit: Hit | None) -> None:
        if self.drawing is not None:
            spot = self._on_board(hit)
            self.drawing.at = self.drawing.point(self.draft, spot) if spot is not None else None
        else:
            super().pointed(hit)

    def _on_board(self, hit: Hit | None) -> tuple[float, float] | None:
        """Where a shape's next corner would be: at the height of its first, on what the mouse points at before that."""
        ray = self._ray()
        if self.drawing is not None and self.drawing.points and ray is not None:
            spot = on_plane(ray, self.drawing.bottom)
            return spot[:2] if spot is not None else None
        return hit.at[:2] if hit is not None else None

    def clicked(self, hit: Hit | None) -> None:
        self.fields.flush()
        spot, ray = self._on_board(hit), self._ray()
        if self.drawing is not None:
            if spot is not None:
                self._make(lambda draft: self.drawing.click(draft, spot) if self.drawing is not None else None)
            return
        super().clicked(hit)
        if not self.measuring.active and ray is not None:
            self.pick(None if self.desk.selected is not None else self._picker.at(hit, ray))

    def _make(self, step: Callable[[Draft], AnyShape | Ladder | None]) -> None:
        """Go on drawing; what is finished goes on the board."""
        drawing = self.drawing
        assert drawing is not None
        try:
            made = step(self.draft)
        except InputError as error:
            self.window.notices.complain(error)
            return
        if made is None:
            return
        self.drawing = None
        if isinstance(made, Ladder):
            self.attempt(lambda: self.draft.add_ladder(made))
        else:
            self.attempt(lambda: self.draft.add(made, f"{self.draft.kind.value}-1"))

    def may_drag(self, hit: Hit) -> bool:
        self.fields.flush()
        if self.drawing is not None:
            return False
        if not self.measuring.active and self.draft.picked is not None:
            self.grab = self._grabbed(hit)
            if self.grab is not None:
                return True
        return super().may_drag(hit)

    def _grabbed(self, hit: Hit) -> Grab | None:
        """What the mouse takes hold of: a sign of what is picked, or that itself."""
        pressed, feature = self.window.pressed_at, self.draft.feature
        if feature is not None and pressed is not None:
            for name, at in knobs(feature, Change(), self._steep).items():
                spot = self.window.project(at)
                if spot is not None and dist((spot[0], spot[1] - 13.0), pressed) < CATCH:
                    return Grab(Hold(name), at)
        if pressed is None:
            return None
        ray = self.window.ray(*pressed)
        return Grab(Hold.MOVE, hit.at) if self._picker.at(hit, ray) == self.draft.picked else None

    def dragged(self, hit: Hit | None) -> None:
        ray = self._ray()
        if self.grab is None:
            super().dragged(hit)
        elif ray is not None:
            self.grab.follow(self.draft, ray)

    def dropped(self, hit: Hit | None) -> None:
        grab, self.grab = self.grab, None
        if grab is None:
            super().dropped(hit)
        elif grab.change.degrees:
            self.attempt(lambda: self.draft.turn(grab.change.degrees))
        elif grab.change:
            self.attempt(lambda: self.draft.move(grab.change.by))

    # --- beside the window

    def poll(self) -> bool:
        if self.measuring.active:
            self.drawing = self.grab = None
        changed = super().poll()
        changed |= self.files.jobs.poll(self.window.notices.complain)
        heard = self._judge.poll()
        if heard is None:
            return changed
        question, report = heard
        if report.failure:
            self.window.notices.complain(f"the board could not be looked over: {report.failure}")
        elif report.answer is not None and question["number"] == self._asked:
            looked: LookedOver = report.answer
            self.looked = looked
            self.findings = [(self.draft.place_of(finding.where), finding) for finding in looked.findings]
            self.window.log(f"looked over {len(self.findings)} findings")
        elif report.total:
            self.looking = f"level {report.done + 1} of {report.total}"
        return True

    # --- what is shown

    @property
    def status(self) -> str:
        """One line: what is going on, or what to do next."""
        if self.files.jobs.words:
            return self.files.jobs.words
        if self.drawing is not None:
            return self.drawing.hint
        if self.desk.selected is not None or self.desk.message:
            return self.desk.status
        picked = self.draft.picked
        if picked is None:
            return HINT
        feature = self.draft.feature
        return f"{feature.name}: drag it to move it; its signs turn and raise it" if feature else f"{picked}: drag it to move it"

    @property
    def _steep(self) -> bool:
        return self.window.viewpoint.orbit.tilt > STEEP

    def _change(self) -> Change:
        return self.grab.change if self.grab is not None else Change()

    @property
    def _fits(self) -> Sequence[Fit]:
        """The levels that are painted."""
        return [fit for fit in self.looked.fits if fit.height in self.painted] if self.looked is not None else []

    def shown(self) -> object:
        drawing = self.drawing
        drawn = (drawing.make, tuple(drawing.points), drawing.at) if drawing is not None else None
        return super().shown(), self.draft.picked, self._change(), drawn, self.looked, frozenset(self.painted), self.draft.table

    def draw_marks(self, board: Board) -> None:
        super().draw_marks(board)
        for fit in self._fits:
            draw_fit(board, fit)
        if self.draft.feature is not None and self.draft.feature.pieces:
            draw_picked(board, self.draft.feature, self._change())
        elif self.draft.ladder is not None:
            draw_ladder(board, self.draft.ladder, self._change())
        if self.drawing is not None:
            draw_drawing(board, self.drawing)

    def tags(self) -> Sequence[Tag]:
        found = list(super().tags())
        for fit in self._fits:
            found += fit_tags(fit)
        if self.draft.feature is not None and not self.measuring.active:
            found += knob_tags(self.draft.feature, self._change(), self._steep)
        found += finding_tags([(self._spot(id, finding), finding) for id, finding in self.findings])
        return found + (drawing_tags(self.drawing) if self.drawing is not None else [])

    def panels(self, ui: Any) -> None:
        draw_bar(ui, self)
        draw_lists(ui, self)
        top = TOP * ui.scale + 2 * EDGE
        if self.measuring.active:
            self._measured.draw(ui, top)
        elif self.desk.seen is not None:
            draw_verdict(ui, self.desk.seen, top)
        else:
            draw_picked_panel(ui, self)
        draw_foot(ui, self)
        draw_asks(ui, self)
