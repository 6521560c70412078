"""The measuring tools in a game in which distances are not known at all times: sight is told, how far it is, is not."""
from __future__ import annotations

from collections.abc import Callable

from wc3d.table.table import Table
from wc3d.view.measuring.tools import Measuring, Tool


class GameMeasuring(Measuring):
    """The tools of a game. `refused` says why distances may not be measured now (empty: they may), `complain` tells it."""

    def __init__(
        self, table: Callable[[], Table | None], picked: Callable[[], str | None], named: Callable[[str], str],
        refused: Callable[[], str], complain: Callable[[object], object],
    ) -> None:  # fmt: skip
        super().__init__(table, picked, named)
        self._refused, self._complain = refused, complain

    @property
    def tells_distances(self) -> bool:  # type: ignore[override]
        return not self._refused()

    def use(self, tool: Tool) -> None:
        if tool is Tool.RULER and self._refused():
            self._complain(self._refused())
        else:
            super().use(tool)
