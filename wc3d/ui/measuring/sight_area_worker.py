"""Sight areas in the background: a coarse one that follows the mouse, then an exact one at rest."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from wc3d.geometry.kernel_store import is_compiled
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_tools import compute_sight_area
from wc3d.workers.background import TaskReport
from wc3d.workers.table_worker import LatestQuestionWorker, Question, TableWorker, WorkerFactory

COARSE_CELLS_IN = (1.0, 1.5, 2.0, 3.0)
"""The cell sizes of the coarse sight area in inches. The time of the last answer chooses one."""
MAX_COARSE_TIME_S = 0.03
"""The time of an answer above which the next coarse area gets larger cells."""
FINE_CELL_IN = 0.25
"""The cell size of the exact sight area with its true outline, in inches."""
REST_TIME_S = 0.03
"""Seconds without a new question after which the exact area is computed."""
MAX_LAG_S = 0.3
"""Seconds for which the area of an earlier question may stay visible."""


class SightAreaWorker:
    """Computes the `sight_area` of models. `progress` is the number of finished and total steps.

    Both the coarse and the exact area have a process of their own. Each finishes its present
    question and then answers only the newest one.
    """

    def __init__(
        self, make: WorkerFactory = TableWorker, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.sight_area: EvidenceView | None = None
        self.progress: tuple[int, int] = (0, 0)
        self._clock = clock
        self._coarse = LatestQuestionWorker(make)
        self._fine = LatestQuestionWorker(make)
        self._question: Question | None = None
        self._shown_question: Question | None = None
        self._table: Table | None = None
        self._viewer_ids: set[str] = set()
        self._asked_at = 0.0
        # interpreted kernels take a hundred times as long: begin with few cells
        self._coarse_size = 0 if is_compiled() else len(COARSE_CELLS_IN) - 1
        self._is_refining = False

    @property
    def is_busy(self) -> bool:
        """Return whether the exact area is still missing."""
        return self._question is not None

    def start(self, table: Table, viewers: Sequence[Body], base: str) -> None:
        """Compute where any of the viewers sees a base of this size."""
        question = {"type": "paint", "viewers": viewers, "base": base}
        if question == self._question and table is self._table:
            return
        if self._viewer_ids != {viewer.id for viewer in viewers}:
            self.sight_area = None
        self._viewer_ids = {viewer.id for viewer in viewers}
        self._question = question
        self._table = table
        self._asked_at = self._clock()
        self._is_refining = False
        self.progress = (0, 0)
        self._fine.drop_question()
        cell = COARSE_CELLS_IN[self._coarse_size]
        self._coarse.set_question(compute_sight_area, table, {**question, "cell": cell})

    def stop(self) -> None:
        """Stop the computation and clear the area."""
        self.sight_area = self._question = self._shown_question = self._table = None
        self._viewer_ids = set()
        self.progress = (0, 0)
        for lane in (self._coarse, self._fine):
            if lane.worker.is_busy:
                lane.stop()
            lane.drop_question()

    def stop_refining(self) -> bool:
        """Stop the refinement of a coarse area. Return whether it was running."""
        is_refining = self.sight_area is not None and self.is_busy
        if is_refining:
            self._question = None
            self._fine.stop()
            self._fine.drop_question()
        return is_refining

    def poll(self) -> TaskReport | None:
        """Handle the reports of the processes. Return the last one, or None."""
        reports = [self._poll_coarse(), self._poll_fine()]
        question = self._question
        if question is not None:
            waited = self._clock() - self._asked_at
            if self._shown_question != question and waited > MAX_LAG_S:
                self.sight_area = None
            if not self._is_refining and waited > REST_TIME_S and self._table is not None:
                self._is_refining = True
                fine = {**question, "cell": FINE_CELL_IN, "outlined": True}
                self._fine.set_question(compute_sight_area, self._table, fine)
        return next((report for report in reversed(reports) if report is not None), None)

    def _poll_coarse(self) -> TaskReport | None:
        reply = self._coarse.poll()
        if reply is None:
            return None
        question, report = reply
        is_wanted = self._question is not None and self._shown_question != self._question
        if report.answer is None or not is_wanted:
            return report if report.failure else None
        self._choose_cell_size(report)
        self.sight_area = report.answer
        self._shown_question = _without_cell(question)
        return report

    def _choose_cell_size(self, report: TaskReport) -> None:
        """Choose the cells of the next coarse area by the time that this one took."""
        if report.seconds > MAX_COARSE_TIME_S:
            self._coarse_size = min(self._coarse_size + 1, len(COARSE_CELLS_IN) - 1)
        elif report.seconds < MAX_COARSE_TIME_S / 3:
            self._coarse_size = max(self._coarse_size - 1, 0)

    def _poll_fine(self) -> TaskReport | None:
        reply = self._fine.poll()
        if reply is None:
            return None
        question, report = reply
        if self._question is None or _without_cell(question) != self._question:
            return None
        self.progress = report.done, report.total
        if report.answer is not None:
            self.sight_area = report.answer
            self._shown_question = self._question
        if report.is_finished:
            self._question = None
        return report


def _without_cell(question: Question) -> dict[str, Any]:
    return {name: value for name, value in question.items() if name not in ("cell", "outlined")}
