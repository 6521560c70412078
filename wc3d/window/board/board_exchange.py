"""The board editor and the judge hand a board to each other, so that going back loses nothing."""

from __future__ import annotations

from collections.abc import Callable

from wc3d.table.table import Table
from wc3d.window.shell.screen import Screen


class BoardHolder(Screen):
    """A screen that holds a board and gets it back with changes: the board editor."""

    def take_from_judge(self, table: Table) -> None:
        """Use the terrain and the models of a dispute."""
        raise NotImplementedError


class BoardUser(Screen):
    """A screen about a holder's board: the judge."""

    @property
    def is_unsaved(self) -> bool:
        """Return whether there are changes that were not saved."""
        raise NotImplementedError

    def confirm_leave(self, go_on: Callable[[], object]) -> None:
        """Call `go_on`, after a dialog if there are changes that were not saved."""
        raise NotImplementedError

    def take_board(self, table: Table) -> None:
        """Use the terrain and the models of the holder."""
        raise NotImplementedError
