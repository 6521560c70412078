"""The measuring tools for a game that restricts measuring: sight is free, distances are not."""

from __future__ import annotations

from collections.abc import Callable

from wc3d.table.table import Table
from wc3d.ui.controller import GameController
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.workers.table_worker import TableWorker, WorkerFactory


class GameMeasuringTools(MeasuringTools):
    """The measuring tools of a game. They show the reason if distances are not available."""

    def __init__(
        self,
        table: Callable[[], Table | None],
        game: GameController,
        worker: WorkerFactory = TableWorker,
    ) -> None:
        super().__init__(
            table,
            lambda: game.selected_model,
            lambda id: game.rules.text.display_name(game.state, id),
            worker,
        )
        self._game = game

    @property
    def _refusal(self) -> str:
        return self._game.rules.queries.measuring_refusal(self._game.state)

    @property
    def can_measure_distances(self) -> bool:  # type: ignore[override]
        return not self._refusal

    def use_tool(self, tool: Tool) -> None:
        if tool is Tool.RULER and self._refusal:
            self._game.messages.show_error(self._refusal)
        else:
            super().use_tool(tool)
