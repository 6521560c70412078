"""Measuring tools for every screen: a ruler, sight lines and sight areas. They move no model.

A screen with these tools lists a `MeasuringTools` among its input layers. It takes the mouse while
it `is_active`. The user drags a *ghost*, a model at another place; the model itself stays. Answers
come from the rules in the background: a quick one that follows the ghost, then one with all
evidence. The newest question wins. A change of the table drops wrong results.

    measuring = MeasuringTools(lambda: self.table, lambda: self.selected_id)
    commands() | measuring.commands()
    input_layers: (measuring,)
    poll() in every frame, close() with the screen; `draw_measuring_marks` draws the marks
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
from wc3d.ui.input_stack import Command, InputLayer
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
    """The active measuring tool."""

    NONE = "none"
    RULER = "measure"
    SIGHT = "sight"
    AREA = "area"


GHOST_ID = "a model there"
"""The id of a ghost without a model on the table."""


class MeasuringTools(InputLayer):
    """The measuring tools for a `table`, the `picked` model, and models `named` for display."""

    takes_mouse = True
    can_measure_distances = True

    def __init__(
        self,
        table: Callable[[], Table | None],
        picked: Callable[[], str | None] = lambda: None,
        named: Callable[[str], str] = lambda id: id,
        worker: WorkerFactory = TableWorker,
    ) -> None:
        self._table = table
        self._picked = picked
        self.display_name = named
        self.tool = Tool.NONE
        self.base = "small"
        self.shows_onlookers = self.seen_by_others = False
        self.is_side_cut_shown = True
        self.side_cut_size = (900.0, 210.0, 1.0)
        self.message = ""
        self.ruler = Ruler()
        self.area_worker = SightAreaWorker(worker)
        self.viewer: Body | None = None
        self.target: Body | None = None
        self.is_target_fixed = False
        self.is_viewer_free = False
        """Whether the viewer of a sight area follows the mouse until a click."""
        self.report: SightReport | None = None
        self.dragged_end: str | None = None
        self._quick = LatestQuestionWorker(worker)
        self._thorough = LatestQuestionWorker(worker)
        self._asked: Question | None = None
        self._studied: Question | None = None
        self._on: Table | None = None

    # --- Activation

    @property
    def table(self) -> Table:
        """The current table."""
        table = self._table()
        assert table is not None, "there is nothing to measure on a screen without a table"
        return table

    @property
    def is_active(self) -> bool:
        """Return whether a tool is active and takes clicks and drags."""
        return self.tool is not Tool.NONE

    @property
    def is_busy(self) -> bool:
        """Return whether an answer is still missing."""
        return self._quick.is_busy or self._thorough.is_busy or self.area_worker.is_busy

    @property
    def is_answer_due(self) -> bool:
        """Return whether an answer of the active tool is missing or will be asked for."""
        return self.is_active and self.is_busy

    def commands(self) -> Mapping[str, Command]:
        """Return the commands of the tools by name."""
        tools = {tool.value: partial(self.use_tool, tool) for tool in Tool if tool is not Tool.NONE}
        return {**tools, "everyone": self.toggle_onlookers, "cut": self.toggle_side_cut}

    def use_tool(self, tool: Tool) -> None:
        """Activate a tool at the selected model, or deactivate it if it is active."""
        tool = Tool.NONE if self.tool is tool else tool
        viewer = self.viewer if self.tool is Tool.SIGHT and tool is Tool.AREA else None
        self.clear()
        self.tool, self._on = tool, self._table()
        picked = self.find_body(self._picked())
        if tool is Tool.RULER and picked is not None:
            self.ruler.first_end = RulerEnd(picked.at, picked.id)
        elif tool in (Tool.SIGHT, Tool.AREA):
            self.viewer = viewer or picked
            self.is_viewer_free = tool is Tool.AREA and self.viewer is None
        if tool is Tool.SIGHT:
            self._quick.set_question(warm_up_solver, self.table, {"type": "wake"})
            self._thorough.set_question(warm_up_solver, self.table, {"type": "wake"})
        self._begin_area()

    def clear(self) -> None:
        """Deactivate the tool and drop its questions."""
        self.tool = Tool.NONE
        self.message = ""
        self.dragged_end = None
        self.viewer = self.target = self.report = None
        self.is_target_fixed = self.is_viewer_free = False
        self._asked = None
        self._studied = None
        self._quick.drop_question()
        self._thorough.drop_question()
        self.ruler.clear()
        self.area_worker.stop()

    def on_cancel(self) -> bool:
        """Handle Esc: stop computing, or deactivate the tool. Return whether this was possible."""
        if self.dragged_end is not None:
            self.dragged_end = None
        elif self.area_worker.stop_refining():
            self.message = "Stopped: the outline is coarse"
        elif self.area_worker.is_busy:
            self.area_worker.stop()
            self.message = "Stopped"
        elif self.is_active:
            self.clear()
        else:
            return False
        return True

    def close(self) -> None:
        """Stop the worker processes."""
        self.clear()
        for worker in (self._quick, self._thorough, self.area_worker):
            worker.stop()

    def find_body(self, id: str | None) -> Body | None:
        """Return a model on the table by its id, or None."""
        table = self._table()
        return (
            next((b for b in table.bodies if b.id == id), None)
            if table is not None and id is not None
            else None
        )

    # --- Mouse

    def on_hover(self, hit: RayHit | None) -> None:
        """Handle a mouse movement. The free end follows the mouse."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.on_hover(self.table, hit, self.display_name)
        elif self.tool is Tool.SIGHT and self.viewer is not None and not self.is_target_fixed:
            self._aim(hit)
        elif self.tool is Tool.AREA and self.is_viewer_free:
            self._watch_from(hit)

    def on_click(self, hit: RayHit | None) -> None:
        """Handle a click on the board."""
        if hit is None:
            return
        if self.tool is Tool.RULER:
            self.ruler.on_click(self.table, hit, self.display_name)
        elif self.tool is Tool.AREA:
            self._watch_from(hit)
            self.is_viewer_free = False
        elif self.tool is Tool.SIGHT and self.viewer is None:
            self.viewer = self._body_at(hit)
        elif self.tool is Tool.SIGHT:
            self._aim(hit)
            self.is_target_fixed = self.target is not None
            self._study()

    def _body_at(self, hit: RayHit) -> Body | None:
        """Return the clicked model, or a ghost of the chosen size."""
        if hit.kind == "body":
            self.message = ""
            return self.table.body(hit.id)
        at, self.message = find_standing_place(self.table, self.base, hit)
        return (
            Body(GHOST_ID, self.base, at, sizes=self.table.policy.bases) if at is not None else None
        )

    def _watch_from(self, hit: RayHit) -> None:
        """Show the sight area of the model or of a ghost at a hit."""
        viewer = self._body_at(hit)
        if viewer is not None and viewer != self.viewer:
            self.viewer = viewer
            self._begin_area()

    def _aim(self, hit: RayHit) -> None:
        target = self._body_at(hit)
        if target is None or self.viewer is None or target.id == self.viewer.id != GHOST_ID:
            return
        target = replace(target, id=GHOST_ID + " too") if target.id == self.viewer.id else target
        if target != self.target:
            self.target = target
            self._ask()

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        """Drag a ghost seen from `eye`, or a model as its ghost. Return whether it is possible."""
        if self.tool not in (Tool.SIGHT, Tool.AREA):
            return False
        self.dragged_end = self._ghost_at(hit, eye)
        if self.dragged_end is None and hit.kind == "body":
            body = self.table.body(hit.id)
            if self.target is not None and body.id == self.target.id:
                self.dragged_end = "target"
            elif self.viewer is None or body.id == self.viewer.id or self.tool is Tool.AREA:
                self.viewer = body
                self.dragged_end = "viewer"
                if self.tool is Tool.AREA:
                    self._begin_area()
            else:
                self.target = body
                self.dragged_end = "target"
                self.is_target_fixed = True
        return self.dragged_end is not None

    def _ghost_at(self, hit: RayHit, eye: XYZ | None) -> str | None:
        """Return the nearest ghost on the ray from the eye to a hit, or None."""
        if eye is None:
            return None
        start = np.array(eye)
        way = np.array(hit.at) - np.array(eye)
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
        """Return whether a body differs from every model on the table."""
        real = self.find_body(body.id)
        return real is None or real.at != body.at or real.base != body.base

    def pass_through_ids(self) -> tuple[str, ...]:
        """Return the models that the mouse's ray ignores."""
        return (self._dragged_body.id,) if self._dragged_body is not None else ()

    @property
    def _dragged_body(self) -> Body | None:
        return {"viewer": self.viewer, "target": self.target}.get(self.dragged_end or "")

    def on_drag(self, hit: RayHit | None) -> None:
        """Move the ghost to a hit, or set `message` if it cannot stand there."""
        ghost = self._dragged_body
        if ghost is None or hit is None:
            return
        at, self.message = find_standing_place(self.table, ghost.base, hit, ignore=(ghost.id,))
        if at is not None and at != ghost.at:
            self.place_ghost(self.dragged_end or "", at)

    def place_ghost(self, end: str, at: XYZ) -> None:
        """Place the ghost of the "viewer" or the "target" at an exact position."""
        if end == "viewer" and self.viewer is not None:
            self.viewer = self.viewer.moved(at)
        elif self.target is not None:
            self.target = self.target.moved(at)
        self._ask()
        if self.tool is Tool.AREA:
            self._begin_area()

    def on_drop(self, hit: RayHit | None) -> None:
        """Drop the ghost at a hit."""
        self.on_drag(hit)
        self.dragged_end = None
        self._study()
        self._begin_area()

    # --- Questions

    def choose_base(self, base: str) -> None:
        """Set the base size of ghosts and of sight areas."""
        self.base = base
        if self.target is not None and self.find_body(self.target.id) is None:
            self.target = replace(self.target, base=base)
            self._ask()
        if self.tool is Tool.AREA:
            if self.viewer is not None and self.find_body(self.viewer.id) is None:
                self.viewer = replace(self.viewer, base=base)
            self._begin_area()

    def swap_ends(self) -> None:
        """Swap viewer and target, as cover is not symmetric."""
        if self.target is not None:
            self.viewer, self.target = self.target, self.viewer
            self._ask()

    def toggle_onlookers(self) -> None:
        """Show or hide which other models see the target."""
        self.shows_onlookers = not self.shows_onlookers
        self._ask()

    def set_seen_by_others(self, on: bool) -> None:
        """Show the sight area of all other models, or that of the viewer."""
        self.seen_by_others = on
        self._begin_area()

    def toggle_side_cut(self) -> None:
        """Show or hide the side cut."""
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
        """Request a quick answer. The full answer follows."""
        self._asked = self._build_question()
        self._studied = None
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
        """Compute the sight area of the viewer or of all other models."""
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
        if self.tool is not Tool.AREA or not viewers:
            self.area_worker.stop()
        else:
            self.area_worker.start(self.table, viewers, self.base)

    def poll(self) -> bool:
        """Collect answers, and ask again if the table has changed. Return whether there is news."""
        if self.is_active and self._table() is not self._on:
            self._follow_table()
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
        """Drop wrong results after a change of the table, and ask again.

        Viewer and target follow their models. Ghosts stay as long as they can stand there.
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
            self._begin_area()

    @property
    def is_current(self) -> bool:
        """Return whether the displayed answer is for the current viewer and target."""
        return self.report is not None and (self.report.viewer, self.report.target) == (
            self.viewer,
            self.target,
        )

    @property
    def status(self) -> str:
        """The status line: the progress, a message, or the next step."""
        current, total = self.area_worker.progress
        if self.area_worker.is_busy and (total or self.area_worker.sight_area is None):
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
