"""Areas of sight, painted in a process beside the window."""
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from wc3d.presentation.evidence_view import Exhibit
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_tools import paint_area
from wc3d.workers.background import Report
from wc3d.workers.table_worker import MakeWorker, Worker

CELL = 1.0
"""Inches: areas of sight are worked out in cells so wide, coarse enough to be painted while one waits."""
FINE = 0.25
"""Inches: what has been painted is then worked out in cells so wide, for its outline to be the true one."""
STILL = 0.4
"""Seconds that the table must have stood still before an area is painted anew."""


class AreaPainter:
    """What is `painted` of where models see a base, and how far the work is (`progress`: done, of how many)."""

    def __init__(self, make: MakeWorker = Worker) -> None:
        self.painted: Exhibit | None = None
        self.progress: tuple[int, int] = (0, 0)
        self.worker = make()
        self._finer: dict[str, Any] | None = None
        self._on: Table | None = None
        self._waiting_since: float | None = None

    @property
    def busy(self) -> bool:
        """Is something being painted?"""
        return self.worker.busy

    def begin(self, table: Table, viewers: Sequence[Body], base: str) -> None:
        """Paint where any of the viewers sees a base of this size."""
        question = {"type": "paint", "viewers": viewers, "base": base}
        self._finer, self._on = {**question, "cell": FINE, "outlined": True}, table
        self.worker.solve(paint_area, table, {**question, "cell": CELL})

    def stop(self) -> None:
        """Paint nothing more, and forget what is painted."""
        self.painted, self.progress, self._waiting_since, self._finer = None, (0, 0), None, None
        if self.worker.busy:
            self.worker.stop()

    def stop_refining(self) -> bool:
        """Leave what is painted as it is, in coarse cells, if it is being worked out more finely; was it?"""
        refining = self.painted is not None and self.busy
        if refining:
            self.worker.stop()
        return refining

    def wait(self) -> None:
        """Stop, and begin again once nothing has changed for a while."""
        self.stop()
        self._waiting_since = time.monotonic()

    @property
    def waits(self) -> bool:
        """Will it begin again by itself?"""
        return self._waiting_since is not None

    def due(self) -> bool:
        """Is it time to begin again? It says so once."""
        if self._waiting_since is None or time.monotonic() - self._waiting_since <= STILL:
            return False
        self._waiting_since = None
        return True

    def poll(self) -> Report | None:
        """Hear from the process; None if nothing has come."""
        report = self.worker.poll()
        if report is not None:
            self.painted = report.answer or self.painted
            self.progress = report.done, report.total
            if report.answer is not None and self._finer is not None and self._on is not None:
                finer, self._finer = self._finer, None
                self.worker.solve(paint_area, self._on, finer)
        return report
