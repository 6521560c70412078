"""Areas of sight, painted in a process beside the window."""

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
"""Inches: areas of sight are worked out in cells so wide, coarse enough to be painted while one waits."""
FINE_CELL_IN = 0.25
"""Inches: what has been painted is then worked out in cells so wide, for its outline to be the true one."""
RESTART_DELAY_S = 0.4
"""Seconds that the table must have stood still before an area is painted anew."""


class SightAreaWorker:
    """What is `painted` of where models see a base, and how far the work is (`progress`: done, of how many)."""

    def __init__(self, make: WorkerFactory = TableWorker) -> None:
        self.sight_area: EvidenceView | None = None
        self.progress: tuple[int, int] = (0, 0)
        self.worker = make()
        self._finer: dict[str, Any] | None = None
        self._on: Table | None = None
        self._waiting_since: float | None = None

    @property
    def is_busy(self) -> bool:
        """Is something being painted?"""
        return self.worker.is_busy

    def start(self, table: Table, viewers: Sequence[Body], base: str) -> None:
        """Paint where any of the viewers sees a base of this size."""
        question = {"type": "paint", "viewers": viewers, "base": base}
        self._finer, self._on = {**question, "cell": FINE_CELL_IN, "outlined": True}, table
        self.worker.solve(compute_sight_area, table, {**question, "cell": COARSE_CELL_IN})

    def stop(self) -> None:
        """Paint nothing more, and forget what is painted."""
        self.sight_area, self.progress, self._waiting_since, self._finer = None, (0, 0), None, None
        if self.worker.is_busy:
            self.worker.stop()

    def stop_refining(self) -> bool:
        """Leave what is painted as it is, in coarse cells, if it is being worked out more finely; was it?"""
        refining = self.sight_area is not None and self.is_busy
        if refining:
            self.worker.stop()
        return refining

    def restart_later(self) -> None:
        """Stop, and begin again once nothing has changed for a while."""
        self.stop()
        self._waiting_since = time.monotonic()

    @property
    def will_restart(self) -> bool:
        """Will it begin again by itself?"""
        return self._waiting_since is not None

    def is_restart_due(self) -> bool:
        """Is it time to begin again? It says so once."""
        if self._waiting_since is None or time.monotonic() - self._waiting_since <= RESTART_DELAY_S:
            return False
        self._waiting_since = None
        return True

    def poll(self) -> TaskReport | None:
        """Hear from the process; None if nothing has come."""
        report = self.worker.poll()
        if report is not None:
            self.sight_area = report.answer or self.sight_area
            self.progress = report.done, report.total
            if report.answer is not None and self._finer is not None and self._on is not None:
                finer, self._finer = self._finer, None
                self.worker.solve(compute_sight_area, self._on, finer)
        return report
