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
from wc3d.table.maps.base_fit import Fit, LookedOver
from wc3d.table.maps.editing import extent
from wc3d.table.maps.lint import Finding
from wc3d.table.maps.shapes import MeshShape, on_table
from wc3d.table.table import Table
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.board.fields import Fields
from wc3d.window.board.workshop.board_editor import BoardDraft, BoardStep, NotLoaded
from wc3d.window.board.workshop.carrying import carry_models
from wc3d.window.board.workshop.files import Files
from wc3d.window.board.workshop.jobs import NOTHING, judge_board
from wc3d.window.board.workshop.models import nearest_place
from wc3d.window.board.workshop.terrain_tools import DrawnShape, Grab, Make, TerrainPicker
from wc3d.window.shell.screen import Screen
from wc3d.workers.clock import Clock
from wc3d.workers.table_worker import Follower

if TYPE_CHECKING:
    from wc3d.table.terrain.mesh_warnings import MeshWarning

HINT = "Click terrain to select it. Press ? for the keys."


class BoardBench(BoardScreen):
    """A board that is built. `path` is the map's file (None: it has none yet); `files` are to be opened or added: maps and
    meshes. `judge` makes the screen on which a table, from a map's file or not, is judged, and from which one comes back to
    this one; None: there is none."""

    def __init__(
        self, table: Table, path: Path | None = None, files: Sequence[Path] = (),
        judge: Callable[[Table, Path | None, Screen], Screen] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(table)
        self.judge = judge
        self.draft = BoardDraft(table, path, path.parent if path is not None else Path())
        self.fields = Fields(lambda words: self.window.notices.complain(words))
        self.files, self._given = Files(self), tuple(files)
        self.tab = "terrain"
        self.fitted = True
        self.drawing: DrawnShape | None = None
        self.grab: Grab | None = None
        self.setting: str | None = None
        """The base of a model that the next click puts on the board."""
        self.looked: LookedOver | None = None
        self.looking, self._looking_since = 0.0, 0.0
        self.judged, self._clock = False, Clock()
        self.findings: list[tuple[str | None, Finding]] = []
        self.painted: set[float] = set()
        self._judge, self._asked = Follower(), 0
        self._view: Orbit | None = None
        """Where one looked from when another screen was shown."""
        self.picker_of_terrain = TerrainPicker(self.draft.table)

    def entered(self) -> None:
        super().entered()
        if self._view is not None:
            self.window.viewpoint.orbit = self._view
            self.window.look()
        self.changed()
        paths, self._given = self._given, ()
        self.files.take(paths)

    def left(self) -> None:
        self._view = self.window.viewpoint.orbit
        super().left()
        self.files.close()
        self._judge.stop()

    def may_close(self) -> bool:
        """May the window close? Not while there are unsaved changes, until it was asked what to do with them."""
        self.fields.flush()
        if not self.draft.unsaved:
            return True
        self.files.guard("closing the window", self.window.close_soon)
        return False

    def begin(self, draft: BoardDraft) -> None:
        """Take another board on the bench."""
        draft.snap, draft.kind = self.draft.snap, self.draft.kind
        self.draft, self.drawing, self.grab, self.painted = draft, None, None, set()
        self.fields.drop()
        self.desk.cancel()
        self.measuring.put_down()
        self.desk.table = draft.table
        self.window.viewpoint.new_table(draft.table.size)
        self.home()
        self.changed()

    # --- changes

    def changed(self, step: BoardStep | None = None) -> None:
        """The draft is another, if by a step that was taken back or made again by that: show it, and have it looked over."""
        table, old_table = self.draft.table, self.desk.table
        destinations = step.going_back(old_table.bodies) if step is not None else {}
        new_table, messages = carry_models(old_table, table, destinations)
        for words in messages:
            self.window.notices.say(words)
        self.draft.went_along(old_table.bodies, new_table.bodies)
        self.desk.show_table(new_table)
        self.picker_of_terrain = TerrainPicker(table)
        if self.window.viewpoint.size != table.size:
            self.window.viewpoint.new_table(table.size)
            self.home()
        self.look_over()

    def look_over(self) -> None:
        """Have the board looked over, beside the window: what the linter finds, and where bases stand."""
        self.looked, self.findings, self.looking, self.judged = None, [], 0.0, True
        self._asked, self._looking_since = self._asked + 1, time.monotonic()
        question = {"type": "board", "map": self.draft.as_map(), "folder": str(self.draft.folder), "number": self._asked}
        self._judge.ask(judge_board, NOTHING, question)
        self.window.dirty()

    @property
    def looking_for(self) -> float:
        """For how many seconds the board is looked over already."""
        return time.monotonic() - self._looking_since

    def stop_looking(self) -> None:
        """Give up looking the board over."""
        self._judge.stop()
        self.judged = False
        self.window.dirty()

    def attempt(self, change: Callable[[], object], message: str = "") -> None:
        """Make a change; what is wrong with it is told. Where a mesh must be read first, it is made as soon as that is done."""
        try:
            change()
        except NotLoaded as needed:
            self.files.load(needed, lambda: self.attempt(change, message))
            return
        except InputError as error:
            self.window.notices.complain(error)
            return
        if message:
            self.window.notices.say(message)
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
        self._step("Undone", self.draft.undo)

    def redo(self) -> None:
        """Make it again."""
        self._step("Redone", self.draft.redo)

    def _step(self, words: str, go: Callable[[], BoardStep | None]) -> None:
        self.fields.flush()
        step = go()
        if step is not None:
            self.window.notices.say(f"{words}: {step.words}")
            self.changed(step)

    def remove(self) -> None:
        """Take off what is picked: terrain, else a model."""
        if self.draft.picked is None:
            self.desk.remove()
            return
        self.fields.drop()
        name = self.draft.remove()
        self.window.notices.say(f"{name} deleted. Ctrl+Z restores it.")
        self.changed()

    def draw_shape(self, make: Make) -> None:
        """Take a shape in hand to draw it; taking it again puts it down."""
        is_drawing = self.drawing is not None and self.drawing.make is make
        self.measuring.put_down()
        self.pick(None)
        self.setting = None
        self.drawing = None if is_drawing else DrawnShape(make)

    # --- models, to try the board

    def ask_judge(self) -> None:
        """Leave for the judge's screen with this board, as it is in its file or not, and the models on it."""
        self.fields.flush()
        if self.judge is not None:
            self.window.show(self.judge(self.desk.table, None if self.draft.unsaved else self.draft.path, self))

    def set_model(self, base: str) -> None:
        """Take a model in hand, for the next click to put it on the board; taking it again puts it down."""
        self.measuring.put_down()
        self.drawing, self.setting = None, base if self.setting != base else None

    def _place(self, base: str) -> None:
        """Put a model where the mouse points, or as near as it can stand; beside the board, take it in hand."""
        hit = self.window.hit
        if hit is None:
            self.set_model(base)
            return
        if self.desk.place(base, hit) is None:
            place = nearest_place(self.desk.table, self.looked.fits if self.looked is not None else (), base, hit.at)
            if place is None:
                return
            self.desk.message = f"{self.desk.stand(base, place)} placed at the nearest free spot"
        self.draft.picked = self.setting = None

    def look_from(self, fit: Fit) -> None:
        """Stand the largest base that fits on a level there, unless it stands there, and paint what it sees."""
        model, bodies = fit.standing[0], self.desk.table.bodies
        occupant = next((body.id for body in bodies if (body.base, body.at) == (model.base, model.at)), None)
        place = nearest_place(self.desk.table, [fit], model.base, model.at) if occupant is None else None
        if occupant is None and place is None:
            self.window.notices.complain(f"no room for a {model.base} base: other models stand there")
            return
        self.draft.picked, self.painted = None, set()
        self.desk.selected = occupant or self.desk.stand(model.base, place or model.at)
        self.measuring.put_down()
        self.measuring.use(Tool.AREA)

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
        self.window.viewpoint.at(self.spot_of(id, finding), 24.0)
        self.window.look()

    def look_at(self, at: tuple[float, float, float]) -> None:
        """Bring a place of the board near."""
        self.window.viewpoint.at(at, 14.0)
        self.window.look()

    def warnings(self) -> list[MeshWarning]:
        """What to look at on the picked mesh, where it stands; what is not looked into yet has none."""
        warnings = []
        for shape in self.meshes():
            result = self.files.looks.known(shape.path, shape.fit) if shape.path is not None else None
            for warning in result.warnings if result is not None and not isinstance(result, str) else ():
                at = on_table(warning.at, shape.position, shape.rotation, shape.mirrored)
                warnings.append(replace(warning, at=at))
        return warnings

    def meshes(self) -> list[MeshShape]:
        """The meshes of the picked feature."""
        feature = self.draft.feature
        return [s for s in feature.shapes if isinstance(s, MeshShape)] if feature is not None else []

    def own_levels(self) -> list[Fit]:
        """The levels that the picked feature has a part in, the highest first; none before the board is looked over."""
        picked = self.draft.picked
        return [fit for fit in self.looked.fits if picked in fit.features] if self.looked is not None else []

    def paint_own(self) -> None:
        """Show where bases can stand on the picked feature, or no longer."""
        own = {fit.height for fit in self.own_levels()}
        self.painted = self.painted - own if own <= self.painted else self.painted | own

    def spot_of(self, id: str | None, finding: Finding) -> tuple[float, float, float]:
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

    # --- beside the window

    def poll(self) -> bool:
        if self.measuring.active:
            self.drawing = self.grab = None
        changed = super().poll()
        changed |= self.files.poll()
        reply = self._judge.poll()
        if reply is None:
            return changed or (self.judged and self._clock.strikes())
        question, report = reply
        mine = question["number"] == self._asked
        if mine and (report.failure or report.answer is not None):
            self.judged = False
        if report.failure:
            self.window.notices.complain(f"could not check the board: {report.failure}")
        elif report.answer is not None and mine:
            looked: LookedOver = report.answer
            self.looked = looked
            self.findings = [(self.draft.place_of(finding.where), finding) for finding in looked.findings]
            self.window.log(f"looked over {len(self.findings)} findings")
        elif report.total and mine:
            self.looking = report.done / report.total
        return True

    @property
    def status(self) -> str:
        """One line: what is going on, or what to do next."""
        if self.files.jobs.words:
            return self.files.jobs.words
        if self.drawing is not None:
            return self.drawing.hint
        if self.setting is not None:
            return f"Click where to put the {self.setting} base"
        if self.desk.selected is not None or self.desk.message:
            return self.desk.status
        picked = self.draft.picked
        if picked is None:
            return HINT
        feature = self.draft.feature
        if feature is None:
            return f"{picked}: drag it to move it."
        return f"{feature.name}: drag it to move it. Use its handles to turn or raise it."
