"""Gets the looks of a board's mesh files ready beside the window, one after the other, and puts them on."""
from __future__ import annotations

import time
from collections.abc import Iterable

from wc3d._internal.progress import Progress
from wc3d.panda.board import Board
from wc3d.scene.looks import MeshLook, keep_looks, kept_look, made_look, stored_look
from wc3d.table.terrain.meshes import MeshKey
from wc3d.window.shell.notices import Notices
from wc3d.workers.background import BackgroundProcess

STEP = 0.05
"""Seconds of every step for what is in the user's cache."""
TOLD_AFTER = 0.3
"""Seconds: what is ready sooner is not told of."""


def prepare(progress: Progress, key: MeshKey) -> MeshLook:
    """The look of a mesh file, made in a process of its own."""
    return made_look(key, progress)


class Dressing:
    """What a board's mesh files still wait for."""

    def __init__(self, notices: Notices) -> None:
        self.notices, self.maker = notices, BackgroundProcess()
        self._key: MeshKey | None = None
        self._given_up: set[MeshKey] = set()
        self._told: set[MeshKey] = set()
        self._began = 0.0
        self._count = 0

    def begin(self) -> None:
        """A new board: nothing is given up any more."""
        self._given_up.clear()

    def go_on(self, board: Board) -> bool:
        """Put on what is ready, and begin the next; did anything change?"""
        waiting = [key for key in board.waiting if key not in self._given_up]
        self._count = len(waiting)
        ready_keys = [key for key in waiting if kept_look(key) is not None]
        report = self.maker.poll() if self.maker.busy else None
        if report is not None and report.ended and self._key is not None:
            look = report.answer or MeshLook((), (), False, False, (report.failure,))
            keep_looks({self._key: look})
            ready_keys.append(self._key)
            self._key = None
        if not self.maker.busy:
            self._begin(key for key in waiting if key not in ready_keys)
        for key in ready_keys:
            self._tell(key)
        board.dress(ready_keys)
        return bool(ready_keys) or report is not None

    def _begin(self, keys: Iterable[MeshKey]) -> None:
        """Take what is in the user's cache; have made what is not."""
        until = time.monotonic() + STEP
        for key in keys:
            if not stored_look(key):
                self.maker.ask(f"Drawing {key.path.name}", prepare, key)
                self._key, self._began = key, time.monotonic()
            if self.maker.busy or time.monotonic() > until:
                break

    def _tell(self, key: MeshKey) -> None:
        look = kept_look(key)
        if look is not None and look.notes and key not in self._told:
            self._told.add(key)
            count_words = f" (and {len(look.notes) - 1} more: wc3d fit lists them)" if len(look.notes) > 1 else ""
            self.notices.complain(f"{key.path.name}: {look.notes[0]}{count_words}")

    @property
    def words(self) -> str:
        """What is being done, for a person; "" if it is nothing, or quick."""
        if not self.maker.busy or time.monotonic() - self._began < TOLD_AFTER:
            return ""
        share = f": {100 * self.maker.done // self.maker.total}%" if self.maker.total else ""
        queue_words = f", then {self._count - 1} more" if self._count > 1 else ""
        return f"{self.maker.what}{share}{queue_words} (Esc: show boxes instead)"

    def stop(self, board: Board | None) -> bool:
        """Give up what is being made and what waits; was there anything?"""
        if not self.maker.busy:
            return False
        self.maker.stop()
        self._key = None
        if board is not None:
            self._given_up.update(board.waiting)
        return True

    def close(self) -> None:
        """Let the process go."""
        self.maker.stop()
