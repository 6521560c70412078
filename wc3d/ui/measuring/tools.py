"""Measuring and sight at any time, on any screen: a ruler, who sees whom from where, areas of sight. It moves no model.

A screen that has these tools holds one `Measuring` and passes on what happens: while `active`, clicks and drags are its own.
What is dragged is a *ghost*, a model where it would be; the model itself stays. Every answer is the rules' own, worked out
beside the window: a quick one that follows the ghost (the newest question wins), then one with all the evidence.

    measuring = Measuring(lambda: self.table, lambda: self.selected)
    commands() | measuring.commands();  clicked/pointed/may_drag/dragged/dropped/cancelled/passing: to it while it is active
    poll(), close() when the screen is left; `tool_panels` draws its buttons and panels, `marks` what it shows on the board

When the table changes, what was measured on the old one goes away where it would be wrong, and is asked anew where it can be.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial

import numpy as np

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit, cylinder_hit
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.area_painter import AreaPainter
from wc3d.ui.measuring.ruler import End, Ruler, follow, standing_place
from wc3d.ui.measuring.sight_tools import SightReport, glance, load_solver, study
from wc3d.workers.table_worker import Follower, MakeWorker, Question, Worker


class Tool(StrEnum):
    """What is in hand."""

    NONE = "none"
    RULER = "measure"
    SIGHT = "sight"
    AREA = "area"


NOBODY = "a model there"
"""The id of a ghost that is no model of the table."""


class Measuring:
    """The tools. `table` gives the table as it is now, `picked` the model that is selected, `named` what models are called."""

    tells_distances = True

    def __init__(
        self, table: Callable[[], Table | None], picked: Callable[[], str | None] = lambda: None,
        named: Callable[[str], str] = lambda id: id, worker: MakeWorker = Worker,
    ) -> None:  # fmt: skip
        self._table, self._picked, self.named = table, picked, named
        self.tool = Tool.NONE
        self.base = "small"
        self.everyone = self.danger = False
        self.cut_shown = True
        self.cut_size = (900.0, 210.0, 1.0)
        self.message = ""
        self.ruler, self.area = Ruler(), AreaPainter(worker)
        self.viewer: Body | None = None
        self.target: Body | None = None
        self.fixed = False
        self.report: SightReport | None = None
        self.dragging: str | None = None
        self._quick, self._thorough = Follower(worker), Follower(worker)
        self._asked: Question | None = None
        self._studied: Question | None = None
        self._on: Table | None = None

    # --- taking and putting down

    @property
    def table(self) -> Table:
        """The table as it is now."""
        table = self._table()
        assert table is not None, "there is nothing to measure on a screen without a table"
        return table

    @property
    def active(self) -> bool:
        """Is a tool in hand, so that clicks and drags are its own?"""
        return self.tool is not Tool.NONE

    @property
    def busy(self) -> bool:
        """Is an answer still to come?"""
        return self._quick.busy or self._thorough.busy or self.area.busy

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do."""
        tools = {tool.value: partial(self.use, tool) for tool in Tool if tool is not Tool.NONE}
        return {**tools, "everyone": self.toggle_everyone, "cut": self.toggle_cut}

    def use(self, tool: Tool) -> None:
        """Take a tool in hand; taking it again puts it down. It begins at the selected model."""
        tool = Tool.NONE if self.tool is tool else tool
        viewer = self.viewer if self.tool is Tool.SIGHT and tool is Tool.AREA else None
        self.put_down()
        self.tool, self._on = tool, self._table()
        picked = self.body_of(self._picked())
        if tool is Tool.RULER and picked is not None:
            self.ruler.first = End(picked.at, picked.id)
        elif tool in (Tool.SIGHT, Tool.AREA):
            self.viewer = viewer or picked
        if tool is Tool.SIGHT:
            self._quick.ask(load_solver, self.table, {"type": "wake"})
            self._thorough.ask(load_solver, self.table, {"type": "wake"})
        self._begin_area()

    def put_down(self) -> None:
        """Put everything down and forget what was asked."""
        self.tool, self.message, self.dragging = Tool.NONE, "", None
        self.viewer = self.target = self.report = None
        self.fixed, self._asked, self._studied = False, None, None
        self._quick.forget()
        self._thorough.forget()
        self.ruler.put_down()
        self.area.stop()

    def cancelled(self) -> bool:
        """Esc: stop painting, else put the tool down; False if there was nothing to put down."""
        if self.dragging is not None:
            self.dragging = None
        elif self.area.stop_refining():
            self.message = 'Stopped: the outline is only accurate to 1"'
        elif self.area.busy:
            self.area.stop()
            self.message = "Stopped"
        elif self.active:
            self.put_down()
        else:
            return False
        return True

    def close(self) -> None:
        """Let the processes go."""
        self.put_down()
        for worker in (self._quick, self._thorough, self.area):
            worker.stop()

    def body_of(self, id: str | None) -> Body | None:
        """The model of that id, where it stands; None if there is none."""
        table = self._table()
        return next((b for b in table.bodies if b.id == id), None) if table is not None and id is not None else None

    # --- the mouse

    def pointed(self, hit: RayHit | None) -> None:
        """The mouse is over something: the free end follows it."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.point(self.table, hit, self.named)
        elif self.tool is Tool.SIGHT and self.viewer is not None and not self.fixed:
            self._aim(hit)

    def clicked(self, hit: RayHit | None) -> None:
        """The board was clicked."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.click(self.table, hit, self.named)
        elif self.tool is Tool.AREA:
            self.viewer = self._body_at(hit) or self.viewer
            self._begin_area()
        elif self.tool is Tool.SIGHT and self.viewer is None:
            self.viewer = self._body_at(hit)
        elif self.tool is Tool.SIGHT:
            self._aim(hit)
            self.fixed = self.target is not None
            self._study()

    def _body_at(self, hit: RayHit) -> Body | None:
        """Who stands where was clicked: the model, or a ghost of the chosen size."""
        if hit.what == "body":
            return self.table.body(hit.id)
        at, self.message = standing_place(self.table, self.base, hit)
        return Body(NOBODY, self.base, at, sizes=self.table.policy.bases) if at is not None else None

    def _aim(self, hit: RayHit) -> None:
        target = self._body_at(hit)
        if target is None or self.viewer is None or target.id == self.viewer.id != NOBODY:
            return
        target = replace(target, id=NOBODY + " too") if target.id == self.viewer.id else target
        if target != self.target:
            self.target = target
            self._ask()

    def may_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        """May a drag begin here? At a ghost (`eye`: where the camera is), or at a model: it becomes its own ghost."""
        if self.tool not in (Tool.SIGHT, Tool.AREA):
            return False
        self.dragging = self._ghost_at(hit, eye)
        if self.dragging is None and hit.what == "body":
            body = self.table.body(hit.id)
            if self.target is not None and body.id == self.target.id:
                self.dragging = "target"
            elif self.viewer is None or body.id == self.viewer.id or self.tool is Tool.AREA:
                if self.viewer is not None and body.id != self.viewer.id:
                    self.area.stop()  # what is painted is what the one before sees
                self.viewer, self.dragging = body, "viewer"
            else:
                self.target, self.dragging, self.fixed = body, "target", True
        return self.dragging is not None

    def _ghost_at(self, hit: RayHit, eye: XYZ | None) -> str | None:
        """Which ghost the ray from the eye to a hit goes through."""
        if eye is None:
            return None
        start, way = np.array(eye), np.array(hit.at) - np.array(eye)
        hits = [
            (ray_hit[0], name)
            for name, body in (("viewer", self.viewer), ("target", self.target))
            if body is not None and self.is_ghost(body) and (ray_hit := cylinder_hit(body.volume, start, way)) and ray_hit[0] <= 1.001
        ]
        return min(hits)[1] if hits else None

    def is_ghost(self, body: Body) -> bool:
        """Does it stand where no model of the table does?"""
        real = self.body_of(body.id)
        return real is None or real.at != body.at or real.base != body.base

    def passing(self) -> tuple[str, ...]:
        """Models that the mouse's ray goes through."""
        return (self._held.id,) if self._held is not None else ()

    @property
    def _held(self) -> Body | None:
        return {"viewer": self.viewer, "target": self.target}.get(self.dragging or "")

    def dragged(self, hit: RayHit | None) -> None:
        """The ghost is dragged here; where it cannot stand it stays, and the message says why."""
        ghost = self._held
        if ghost is None or hit is None:
            return
        at, self.message = standing_place(self.table, ghost.base, hit, ignore=(ghost.id,))
        if at is not None and at != ghost.at:
            self.put(self.dragging or "", at)

    def put(self, end: str, at: XYZ) -> None:
        """Put the ghost of the "viewer" or the "target" somewhere, exactly."""
        if end == "viewer" and self.viewer is not None:
            self.viewer = self.viewer.moved(at)
        elif self.target is not None:
            self.target = self.target.moved(at)
        self._ask()

    def dropped(self, hit: RayHit | None) -> None:
        """The drag ended: the ghost stays there."""
        self.dragged(hit)
        self.dragging = None
        self._study()
        self._begin_area()

    # --- what is asked

    def choose_base(self, base: str) -> None:
        """The size of ghosts, and of the base that areas are painted for."""
        self.base = base
        if self.target is not None and self.body_of(self.target.id) is None:
            self.target = replace(self.target, base=base)
            self._ask()
        if self.tool is Tool.AREA:
            if self.viewer is not None and self.body_of(self.viewer.id) is None:
                self.viewer = replace(self.viewer, base=base)
            self._begin_area()

    def swap(self) -> None:
        """The viewer becomes the target: cover is not the same both ways."""
        if self.target is not None:
            self.viewer, self.target = self.target, self.viewer
            self._ask()

    def toggle_everyone(self) -> None:
        """Tell of all other models whether they see the target, or no longer."""
        self.everyone = not self.everyone
        self._ask()

    def show_danger(self, on: bool) -> None:
        """Paint where any other model sees a base, or where the one does."""
        self.danger = on
        self._begin_area()

    def toggle_cut(self) -> None:
        """The side cut on and off."""
        self.cut_shown = not self.cut_shown
        self._study()

    def _question(self) -> Question | None:
        if self.viewer is None or self.target is None:
            return None
        cut = self.cut_size if self.cut_shown else (0, 0, 1)
        question = {"type": "look", "viewer": self.viewer, "target": self.target, "everyone": self.everyone, "cut": cut}
        return {**question, "called": {body.id: self.named(body.id) for body in self.table.bodies}}

    def _ask(self) -> None:
        """Ask anew: quickly, then for all the evidence."""
        self._asked, self._studied = self._question(), None
        if self._asked is not None:
            self._quick.ask(glance, self.table, self._asked)

    def _study(self, sizes: bool = False) -> None:
        self._asked = self._question()
        if self._asked is None or not self.fixed or self.dragging is not None:
            return
        question = {**self._asked, "sizes": sizes}
        if question != self._studied:
            self._studied = question
            self._thorough.ask(study, self.table, question)

    def _begin_area(self) -> None:
        """Paint where the viewer sees a base, or where any other model sees one."""
        self.area.stop()
        if self.tool is not Tool.AREA:
            return
        other_models = [b for b in self.table.bodies if b.is_plain and (self.viewer is None or b.id != self.viewer.id)]
        viewers = other_models if self.danger else [self.viewer] if self.viewer is not None else []
        if viewers:
            self.area.begin(self.table, viewers, self.base)

    def poll(self) -> bool:
        """Hear from the processes, and ask again if the table has changed; True if there is something new to show."""
        if self.active and self._table() is not self._on:
            self._follow_table()
        if self.area.due():
            self._begin_area()
        news = [self._hear(self._quick), self._hear(self._thorough)]
        report = self.area.poll()
        if report is not None:
            self.message = report.failure
        return any(news) or report is not None

    def _hear(self, follower: Follower) -> bool:
        reply = follower.poll()
        if reply is None or self._asked is None:
            return False
        question, report = reply
        if report.failure:
            self.message = f"No answer: {report.failure}"
        if not isinstance(report.answer, SightReport):
            return bool(report.failure)
        newest = question["viewer"] == self._asked["viewer"] and question["target"] == self._asked["target"]
        if follower is self._thorough:
            if newest:
                self.report = report.answer
                self._study(sizes=True)
            return newest
        if not newest or not (self.fresh and self.report is not None and self.report.full):
            self.report = report.answer
        if newest and self._studied is None:
            self._study()
        return True

    def _follow_table(self) -> None:
        """The table has changed: what was measured on the old one goes away where it is wrong now; the rest is asked anew.

        Models that have moved are where they are now; ghosts stay, as long as they could stand there.
        """
        old_table, new_table = self._on, self._table()
        self._on = new_table
        if old_table is None or new_table is None:
            self.put_down()
            return
        has_new_terrain = old_table.features != new_table.features or old_table.ladders != new_table.ladders
        if not has_new_terrain and old_table.bodies == new_table.bodies:
            return
        self.ruler.follow(old_table, new_table, has_new_terrain)
        for name in ("viewer", "target"):
            setattr(self, name, follow(getattr(self, name), old_table, new_table))
        self.fixed = self.fixed and self.target is not None
        self.dragging = self.dragging if self._held is not None else None
        self.report = None
        self._ask()
        if self.tool is Tool.AREA:
            self.area.wait()

    @property
    def fresh(self) -> bool:
        """Is the answer that is shown about where both stand now?"""
        return self.report is not None and (self.report.viewer, self.report.target) == (self.viewer, self.target)

    @property
    def status(self) -> str:
        """One line: what to do next, or what goes on."""
        current, total = self.area.progress
        if self.area.busy:
            return f"Calculating: {100 * current // total if total else 0}%  (Esc stops)"
        if self.message:
            return self.message
        if self.tool is Tool.RULER:
            return self.ruler.status(self.named)
        if self.tool is Tool.AREA:
            return "Click a model or a place" if self.area.painted is None else ""
        if self.tool is not Tool.SIGHT or self.viewer is None:
            return "Click the viewer: a model or a place" if self.tool is Tool.SIGHT else ""
        if self.fixed and self.report is None and self.busy:
            return "Calculating ..."
        return "Drag either one to try another place" if self.fixed else "Click the target: a model or a place"
