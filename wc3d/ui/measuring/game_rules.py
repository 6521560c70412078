"""The measuring tools in a game in which distances are not known at all times: sight is told, how far it is, is not."""
from __future__ import annotations

from collections.abc import Callable

from wc3d.table.table import Table
from wc3d.ui.controller import Interaction
from wc3d.ui.measuring.tools import Measuring, Tool
from wc3d.workers.table_worker import MakeWorker, Worker


class GameMeasuring(Measuring):
    """The tools of a game that somebody takes part in by an interaction; its messages hear why distances are not measured."""

    def __init__(self, table: Callable[[], Table | None], game: Interaction, worker: MakeWorker = Worker) -> None:
        super().__init__(table, lambda: game.model, lambda id: game.rules.name_of(game.state, id), worker)
        self._game = game

    @property
    def _refused(self) -> str:
        return self._game.rules.measuring_refused(self._game.state)

    @property
    def tells_distances(self) -> bool:  # type: ignore[override]
        return not self._refused

    def use(self, tool: Tool) -> None:
        if tool is Tool.RULER and self._refused:
            self._game.messages.complain(self._refused)
        else:
            super().use(tool)
