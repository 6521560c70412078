"""A background worker for sight areas."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_tools import compute_sight_area
from wc3d.workers.background import TaskReport
from wc3d.workers.table_worker import TableWorker, WorkerFactory

COARSE_CELL_IN = 1.0
"""The cell size of the first, quick sight area, in inches."""
FINE_CELL_IN = 0.25
"""The cell size of the refined sight area with its true outline, in inches."""
RESTART_DELAY_S = 0.4
"""Seconds without a change of the table before a sight area is computed again."""


class SightAreaWorker:
    """Computes the `sight_area` of models. `progress` is the number of finished and total steps."""

    def __init__(self, make: WorkerFactory = TableWorker) -> None:
        self.sight_area: EvidenceView | None = None
        self.progress: tuple[int, int] = (0, 0)
        self.worker = make()
        self._finer: dict[str, Any] | None = None
        self._on: Table | None = None
        self._waiting_since: float | None = None

    @property
    def is_busy(self) -> bool:
        """Return whether a computation is running."""
        return self.worker.is_busy

    def start(self, table: Table, viewers: Sequence[Body], base: str) -> None:
        """Compute where any of the viewers sees a base of this size."""
        question = {"type": "paint", "viewers": viewers, "base": base}
        self._finer = {**question, "cell": FINE_CELL_IN, "outlined": True}
        self._on = table
        self.worker.solve(compute_sight_area, table, {**question, "cell": COARSE_CELL_IN})

    def stop(self) -> None:
        """Stop the computation and clear the area."""
        self.sight_area = None
        self.progress = (0, 0)
        self._waiting_since = None
        self._finer = None
        if self.worker.is_busy:
            self.worker.stop()

    def stop_refining(self) -> bool:
        """Stop the refinement of a coarse area. Return whether it was running."""
        refining = self.sight_area is not None and self.is_busy
        if refining:
            self.worker.stop()
        return refining

    def restart_later(self) -> None:
        """Stop, and restart after `RESTART_DELAY_S` without a change."""
        self.stop()
        self._waiting_since = time.monotonic()

    @property
    def will_restart(self) -> bool:
        """Return whether a restart is scheduled."""
        return self._waiting_since is not None

    def is_restart_due(self) -> bool:
        """Return whether the scheduled restart is due. This clears the schedule."""
        if self._waiting_since is None or time.monotonic() - self._waiting_since <= RESTART_DELAY_S:
            return False
        self._waiting_since = None
        return True

    def poll(self) -> TaskReport | None:
        """Handle a report of the worker process. Return it, or None."""
        report = self.worker.poll()
        if report is not None:
            self.sight_area = report.answer or self.sight_area
            self.progress = report.done, report.total
            if report.answer is not None and self._finer is not None and self._on is not None:
                finer = self._finer
                self._finer = None
                self.worker.solve(compute_sight_area, self._on, finer)
        return report
