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
from wc3d.scene.picking import RayHit, intersect_cylinder
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.ruler import Ruler, RulerEnd, find_standing_place, follow_model
from wc3d.ui.measuring.sight_area_worker import SightAreaWorker
from wc3d.ui.measuring.sight_tools import (
    SightReport,
    full_sight_report,
    quick_sight_report,
    warm_up_solver,
)
from wc3d.workers.table_worker import LatestQuestionWorker, Question, TableWorker, WorkerFactory


class Tool(StrEnum):
    """What is in hand."""

    NONE = "none"
    RULER = "measure"
    SIGHT = "sight"
    AREA = "area"


GHOST_ID = "a model there"
"""The id of a ghost that is no model of the table."""


class MeasuringTools:
    """The tools. `table` gives the table as it is now, `picked` the model that is selected, `named` what models are called."""

    can_measure_distances = True

    def __init__(
        self,
        table: Callable[[], Table | None],
        picked: Callable[[], str | None] = lambda: None,
        named: Callable[[str], str] = lambda id: id,
        worker: WorkerFactory = TableWorker,
    ) -> None:
        self._table, self._picked, self.display_name = table, picked, named
        self.tool = Tool.NONE
        self.base = "small"
        self.shows_onlookers = self.seen_by_others = False
        self.is_side_cut_shown = True
        self.side_cut_size = (900.0, 210.0, 1.0)
        self.message = ""
        self.ruler, self.area_worker = Ruler(), SightAreaWorker(worker)
        self.viewer: Body | None = None
        self.target: Body | None = None
        self.is_target_fixed = False
        self.report: SightReport | None = None
        self.dragged_end: str | None = None
        self._quick, self._thorough = LatestQuestionWorker(worker), LatestQuestionWorker(worker)
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
    def is_active(self) -> bool:
        """Is a tool in hand, so that clicks and drags are its own?"""
        return self.tool is not Tool.NONE

    @property
    def is_busy(self) -> bool:
        """Is an answer still to come?"""
        return self._quick.is_busy or self._thorough.is_busy or self.area_worker.is_busy

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do."""
        tools = {tool.value: partial(self.use_tool, tool) for tool in Tool if tool is not Tool.NONE}
        return {**tools, "everyone": self.toggle_onlookers, "cut": self.toggle_side_cut}

    def use_tool(self, tool: Tool) -> None:
        """Take a tool in hand; taking it again puts it down. It begins at the selected model."""
        tool = Tool.NONE if self.tool is tool else tool
        viewer = self.viewer if self.tool is Tool.SIGHT and tool is Tool.AREA else None
        self.clear()
        self.tool, self._on = tool, self._table()
        picked = self.find_body(self._picked())
        if tool is Tool.RULER and picked is not None:
            self.ruler.first_end = RulerEnd(picked.at, picked.id)
        elif tool in (Tool.SIGHT, Tool.AREA):
            self.viewer = viewer or picked
        if tool is Tool.SIGHT:
            self._quick.set_question(warm_up_solver, self.table, {"type": "wake"})
            self._thorough.set_question(warm_up_solver, self.table, {"type": "wake"})
        self._begin_area()

    def clear(self) -> None:
        """Put everything down and forget what was asked."""
        self.tool, self.message, self.dragged_end = Tool.NONE, "", None
        self.viewer = self.target = self.report = None
        self.is_target_fixed, self._asked, self._studied = False, None, None
        self._quick.drop_question()
        self._thorough.drop_question()
        self.ruler.clear()
        self.area_worker.stop()

    def on_cancel(self) -> bool:
        """Esc: stop painting, else put the tool down; False if there was nothing to put down."""
        if self.dragged_end is not None:
            self.dragged_end = None
        elif self.area_worker.stop_refining():
            self.message = 'Stopped: the outline is only accurate to 1"'
        elif self.area_worker.is_busy:
            self.area_worker.stop()
            self.message = "Stopped"
        elif self.is_active:
            self.clear()
        else:
            return False
        return True

    def close(self) -> None:
        """Let the processes go."""
        self.clear()
        for worker in (self._quick, self._thorough, self.area_worker):
            worker.stop()

    def find_body(self, id: str | None) -> Body | None:
        """The model of that id, where it stands; None if there is none."""
        table = self._table()
        return (
            next((b for b in table.bodies if b.id == id), None)
            if table is not None and id is not None
            else None
        )

    # --- the mouse

    def on_hover(self, hit: RayHit | None) -> None:
        """The mouse is over something: the free end follows it."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.on_hover(self.table, hit, self.display_name)
        elif self.tool is Tool.SIGHT and self.viewer is not None and not self.is_target_fixed:
            self._aim(hit)

    def on_click(self, hit: RayHit | None) -> None:
        """The board was clicked."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.on_click(self.table, hit, self.display_name)
        elif self.tool is Tool.AREA:
            self.viewer = self._body_at(hit) or self.viewer
            self._begin_area()
        elif self.tool is Tool.SIGHT and self.viewer is None:
            self.viewer = self._body_at(hit)
        elif self.tool is Tool.SIGHT:
            self._aim(hit)
            self.is_target_fixed = self.target is not None
            self._study()

    def _body_at(self, hit: RayHit) -> Body | None:
        """Who stands where was clicked: the model, or a ghost of the chosen size."""
        if hit.kind == "body":
            return self.table.body(hit.id)
        at, self.message = find_standing_place(self.table, self.base, hit)
        return (
            Body(GHOST_ID, self.base, at, sizes=self.table.policy.bases) if at is not None else None
        )

    def _aim(self, hit: RayHit) -> None:
        target = self._body_at(hit)
        if target is None or self.viewer is None or target.id == self.viewer.id != GHOST_ID:
            return
        target = replace(target, id=GHOST_ID + " too") if target.id == self.viewer.id else target
        if target != self.target:
            self.target = target
            self._ask()

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        """May a drag begin here? At a ghost (`eye`: where the camera is), or at a model: it becomes its own ghost."""
        if self.tool not in (Tool.SIGHT, Tool.AREA):
            return False
        self.dragged_end = self._ghost_at(hit, eye)
        if self.dragged_end is None and hit.kind == "body":
            body = self.table.body(hit.id)
            if self.target is not None and body.id == self.target.id:
                self.dragged_end = "target"
            elif self.viewer is None or body.id == self.viewer.id or self.tool is Tool.AREA:
                if self.viewer is not None and body.id != self.viewer.id:
                    self.area_worker.stop()  # what is painted is what the one before sees
                self.viewer, self.dragged_end = body, "viewer"
            else:
                self.target, self.dragged_end, self.is_target_fixed = body, "target", True
        return self.dragged_end is not None

    def _ghost_at(self, hit: RayHit, eye: XYZ | None) -> str | None:
        """Which ghost the ray from the eye to a hit goes through."""
        if eye is None:
            return None
        start, way = np.array(eye), np.array(hit.at) - np.array(eye)
        hits = [
            (ray_hit[0], name)
            for name, body in (("viewer", self.viewer), ("target", self.target))
            if body is not None
            and self.is_ghost(body)
            and (ray_hit := intersect_cylinder(body.volume, start, way))
            and ray_hit[0] <= 1.001
        ]
        return min(hits)[1] if hits else None

    def is_ghost(self, body: Body) -> bool:
        """Does it stand where no model of the table does?"""
        real = self.find_body(body.id)
        return real is None or real.at != body.at or real.base != body.base

    def pass_through_ids(self) -> tuple[str, ...]:
        """Models that the mouse's ray goes through."""
        return (self._dragged_body.id,) if self._dragged_body is not None else ()

    @property
    def _dragged_body(self) -> Body | None:
        return {"viewer": self.viewer, "target": self.target}.get(self.dragged_end or "")

    def on_drag(self, hit: RayHit | None) -> None:
        """The ghost is dragged here; where it cannot stand it stays, and the message says why."""
        ghost = self._dragged_body
        if ghost is None or hit is None:
            return
        at, self.message = find_standing_place(self.table, ghost.base, hit, ignore=(ghost.id,))
        if at is not None and at != ghost.at:
            self.place_ghost(self.dragged_end or "", at)

    def place_ghost(self, end: str, at: XYZ) -> None:
        """Put the ghost of the "viewer" or the "target" somewhere, exactly."""
        if end == "viewer" and self.viewer is not None:
            self.viewer = self.viewer.moved(at)
        elif self.target is not None:
            self.target = self.target.moved(at)
        self._ask()

    def on_drop(self, hit: RayHit | None) -> None:
        """The drag ended: the ghost stays there."""
        self.on_drag(hit)
        self.dragged_end = None
        self._study()
        self._begin_area()

    # --- what is asked

    def choose_base(self, base: str) -> None:
        """The size of ghosts, and of the base that areas are painted for."""
        self.base = base
        if self.target is not None and self.find_body(self.target.id) is None:
            self.target = replace(self.target, base=base)
            self._ask()
        if self.tool is Tool.AREA:
            if self.viewer is not None and self.find_body(self.viewer.id) is None:
                self.viewer = replace(self.viewer, base=base)
            self._begin_area()

    def swap_ends(self) -> None:
        """The viewer becomes the target: cover is not the same both ways."""
        if self.target is not None:
            self.viewer, self.target = self.target, self.viewer
            self._ask()

    def toggle_onlookers(self) -> None:
        """Tell of all other models whether they see the target, or no longer."""
        self.shows_onlookers = not self.shows_onlookers
        self._ask()

    def set_seen_by_others(self, on: bool) -> None:
        """Paint where any other model sees a base, or where the one does."""
        self.seen_by_others = on
        self._begin_area()

    def toggle_side_cut(self) -> None:
        """The side cut on and off."""
        self.is_side_cut_shown = not self.is_side_cut_shown
        self._study()

    def _build_question(self) -> Question | None:
        if self.viewer is None or self.target is None:
            return None
        cut = self.side_cut_size if self.is_side_cut_shown else (0, 0, 1)
        question = {
            "type": "look",
            "viewer": self.viewer,
            "target": self.target,
            "everyone": self.shows_onlookers,
            "cut": cut,
        }
        return {
            **question,
            "called": {body.id: self.display_name(body.id) for body in self.table.bodies},
        }

    def _ask(self) -> None:
        """Ask anew: quickly, then for all the evidence."""
        self._asked, self._studied = self._build_question(), None
        if self._asked is not None:
            self._quick.set_question(quick_sight_report, self.table, self._asked)

    def _study(self, sizes: bool = False) -> None:
        self._asked = self._build_question()
        if self._asked is None or not self.is_target_fixed or self.dragged_end is not None:
            return
        question = {**self._asked, "sizes": sizes}
        if question != self._studied:
            self._studied = question
            self._thorough.set_question(full_sight_report, self.table, question)

    def _begin_area(self) -> None:
        """Paint where the viewer sees a base, or where any other model sees one."""
        self.area_worker.stop()
        if self.tool is not Tool.AREA:
            return
        other_models = [
            b
            for b in self.table.bodies
            if b.is_plain and (self.viewer is None or b.id != self.viewer.id)
        ]
        viewers = (
            other_models
            if self.seen_by_others
            else [self.viewer]
            if self.viewer is not None
            else []
        )
        if viewers:
            self.area_worker.start(self.table, viewers, self.base)

    def poll(self) -> bool:
        """Hear from the processes, and ask again if the table has changed; True if there is something new to show."""
        if self.is_active and self._table() is not self._on:
            self._follow_table()
        if self.area_worker.is_restart_due():
            self._begin_area()
        news = [self._poll_answer(self._quick), self._poll_answer(self._thorough)]
        report = self.area_worker.poll()
        if report is not None:
            self.message = report.failure
        return any(news) or report is not None

    def _poll_answer(self, follower: LatestQuestionWorker) -> bool:
        reply = follower.poll()
        if reply is None or self._asked is None:
            return False
        question, report = reply
        if report.failure:
            self.message = f"No answer: {report.failure}"
        if not isinstance(report.answer, SightReport):
            return bool(report.failure)
        newest = (
            question["viewer"] == self._asked["viewer"]
            and question["target"] == self._asked["target"]
        )
        if follower is self._thorough:
            if newest:
                self.report = report.answer
                self._study(sizes=True)
            return newest
        if not newest or not (self.is_current and self.report is not None and self.report.is_full):
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
            self.clear()
            return
        has_new_terrain = (
            old_table.features != new_table.features or old_table.ladders != new_table.ladders
        )
        if not has_new_terrain and old_table.bodies == new_table.bodies:
            return
        self.ruler.sync(old_table, new_table, has_new_terrain)
        for name in ("viewer", "target"):
            setattr(self, name, follow_model(getattr(self, name), old_table, new_table))
        self.is_target_fixed = self.is_target_fixed and self.target is not None
        self.dragged_end = self.dragged_end if self._dragged_body is not None else None
        self.report = None
        self._ask()
        if self.tool is Tool.AREA:
            self.area_worker.restart_later()

    @property
    def is_current(self) -> bool:
        """Is the answer that is shown about where both stand now?"""
        return self.report is not None and (self.report.viewer, self.report.target) == (
            self.viewer,
            self.target,
        )

    @property
    def status(self) -> str:
        """One line: what to do next, or what goes on."""
        current, total = self.area_worker.progress
        if self.area_worker.is_busy:
            return f"Calculating: {100 * current // total if total else 0}%  (Esc stops)"
        if self.message:
            return self.message
        if self.tool is Tool.RULER:
            return self.ruler.status(self.display_name)
        if self.tool is Tool.AREA:
            return "Click a model or a place" if self.area_worker.sight_area is None else ""
        if self.tool is not Tool.SIGHT or self.viewer is None:
            return "Click the viewer: a model or a place" if self.tool is Tool.SIGHT else ""
        if self.is_target_fixed and self.report is None and self.is_busy:
            return "Calculating ..."
        return (
            "Drag either one to try another place"
            if self.is_target_fixed
            else "Click the target: a model or a place"
        )
