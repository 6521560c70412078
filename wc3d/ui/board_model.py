"""The model of the board window: select, place and move models, and request their reach.

It contains no graphics. Measuring and sight are separate tools (`measuring`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from math import dist

from wc3d._internal.progress import Progress
from wc3d.presentation.evidence_view import XYZ, EvidenceView
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.movement_marks import reach_evidence
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.moves.reach import reach
from wc3d.table.table import Table
from wc3d.ui.measuring.ruler import find_standing_place, ruler_end_at
from wc3d.workers.table_worker import Question, Solver, TableWorker

DEFAULT_SPEED_IN = 6.0


def solve_reach(table: Table, question: Question, progress: Progress) -> EvidenceView:
    """Return the evidence for the reach of a model."""

    model = question["model"]
    speed = question["speed"]
    return reach_evidence(table, model, speed, reach(table, table.body(model), speed).levels)


@dataclass
class BoardModel:
    """The state of the board window."""

    table: Table
    solver: Solver = solve_reach
    selected_id: str | None = None
    evidence_view: EvidenceView | None = None
    question: Question | None = None
    speed_in: float = DEFAULT_SPEED_IN
    message: str = ""
    progress: tuple[int, int] = (0, 0)
    worker: TableWorker = field(default_factory=TableWorker, repr=False)

    def cancel(self) -> None:
        """Clear the selection and the question."""
        self.selected_id = None
        self.message = ""
        self._drop_question()

    def click(self, hit: RayHit | None) -> None:
        """Handle a click on the board: select a model, or clear the selection."""
        end = ruler_end_at(self.table, hit)
        self.selected_id = end.body if end is not None else None
        self.message = ""

    # --- Answers

    def show_reach(self, extra_inches: float = 0.0) -> None:
        """Request the reach of the selected model, with `extra_inches` more than last time."""
        self.speed_in = min(24.0, max(1.0, self.speed_in + extra_inches))
        if self.selected_id is None:
            self.message = "Select a model first, then press R to show where it can move"
        elif extra_inches and (self.question is None or self.question["type"] != "reach"):
            self.message = f'Move distance: {self.speed_in:g}"'
        else:
            words = f'Calculating how far {self.selected_id} can get with a {self.speed_in:g}" move'
            self.ask({"type": "reach", "model": self.selected_id, "speed": self.speed_in}, words)

    def ask(self, question: Question, words: str) -> None:
        """Answer a question in the background. `poll` receives the answer."""
        self._drop_question()
        self.question = question
        self.message = words
        self.worker.solve(self.solver, self.table, question)

    def _drop_question(self) -> None:
        """Clear the question and stop its computation."""
        if self.worker.is_busy:
            self.worker.stop()
        self.question = None
        self.evidence_view = None
        self.progress = (0, 0)

    def poll(self) -> bool:
        """Handle a report of the worker. Return whether there was one."""
        report = self.worker.poll()
        if report is None:
            return False
        if report.answer is not None:
            self.evidence_view = report.answer
            self.message = f"{self.evidence_view.verdict}: {self.evidence_view.headline}"
        elif report.failure:
            self.question = None
            self.message = f"No answer: {report.failure}"
        else:
            self.progress = report.done, report.total
        return True

    @property
    def status(self) -> str:
        """The status line: the progress, the answer, or the next step."""
        current, total = self.progress
        if total and self.evidence_view is None and self.question is not None:
            return f"{self.message}: {100 * current // total}%"
        return self.message or "Press ? for the keys"

    # --- Models

    def place_model(self, base: str, hit: RayHit | None) -> str | None:
        """Place a new model at a hit. Return its id, or None and set `message`."""
        if hit is None:
            self.message = "Point at the board to place a model"
            return None
        at = self.find_standing_place(base, hit)
        return self.place_model_at(base, at) if at is not None else None

    def place_model_at(self, base: str, at: XYZ) -> str:
        """Place a new model at a valid position. Return its id."""
        ids = {body.id for body in self.table.bodies}
        id = next(name for k in count(1) if (name := f"{base}-{k}") not in ids)
        self.table = self.table.with_bodies(Body(id, base, at, sizes=self.table.policy.bases))
        self.selected_id = id
        x, y, height = (f"{round(value, 2) + 0.0:g}" for value in at)
        self.message = f'Placed {id} at ({x}, {y}), height {height}"'
        return id

    def find_standing_place(
        self, base: str, hit: RayHit, ignore: tuple[str, ...] = ()
    ) -> XYZ | None:
        """Return the position of a base at a hit, or None and set `message`."""
        at, reason = find_standing_place(self.table, base, hit, ignore)
        self.message = reason or self.message
        return at

    def move_model(self, id: str, hit: RayHit | None) -> bool:
        """Move a model, checking its footing but no movement rules. Return whether it moved."""
        body = self.table.body(id)
        at = self.find_standing_place(body.base, hit, ignore=(id,)) if hit is not None else None
        if at is None:
            return False
        went = dist(body.at, at)
        self.table = self.table.with_bodies(body.moved(at))
        self._forget_model(id)
        self.message = f"{id} moved {format_inches(went)} to {at[0]:.2f}, {at[1]:.2f}, {at[2]:.2f}"
        return True

    def set_table(self, table: Table) -> None:
        """Replace the table after a change of terrain, which may have moved or removed models."""
        for body in self.table.bodies:
            if body not in table.bodies:
                self._forget_model(body.id)
        self.table = table
        if all(body.id != self.selected_id for body in table.bodies):
            self.selected_id = None

    def remove_selected(self) -> None:
        """Remove the selected model from the board."""
        if self.selected_id is not None:
            removed_id = self.selected_id
            self.table = self.table.without(removed_id)
            self.selected_id = None
            self._forget_model(removed_id)
            self.message = f"{removed_id} removed"

    def _forget_model(self, id: str) -> None:
        if self.question is not None and id in self.question.values():
            self._drop_question()

    def close(self) -> None:
        """Stop the worker."""
        self._drop_question()
        self.worker.stop()
