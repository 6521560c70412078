"""Load the looks of mesh files in the background, one at a time, and add them to the scene."""

from __future__ import annotations

import time
from collections.abc import Iterable

from wc3d._internal.progress import Progress
from wc3d.panda.table_scene import TableScene
from wc3d.scene.mesh_looks import (
    MeshLook,
    cache_looks,
    cached_look,
    load_or_make_look,
    load_stored_look,
)
from wc3d.table.terrain.mesh_solids import MeshKey
from wc3d.window.shell.notices import Notices
from wc3d.workers.background import BackgroundProcess

CACHE_TIME_PER_STEP_S = 0.05
"""Time per step to read looks from the user's cache, in seconds."""
SHOW_AFTER_S = 0.3
"""Delay in seconds before a task's status is shown."""


def load_look(progress: Progress, key: MeshKey) -> MeshLook:
    """Return the look of a mesh file; runs in a separate process."""
    return load_or_make_look(key, progress)


class MeshLookLoader:
    """The background loader for a scene's mesh files."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.maker = BackgroundProcess()
        self._key: MeshKey | None = None
        self._given_up: set[MeshKey] = set()
        self._told: set[MeshKey] = set()
        self._began = 0.0
        self._count = 0

    def reset(self) -> None:
        """Clear the canceled files for a new scene."""
        self._given_up.clear()

    def load_next(self, board: TableScene) -> bool:
        """Add finished looks to the scene and start the next. Return whether the scene changed."""
        waiting = [key for key in board.features_waiting_for if key not in self._given_up]
        self._count = len(waiting)
        ready_keys = [key for key in waiting if cached_look(key) is not None]
        report = self.maker.poll() if self.maker.is_busy else None
        if report is not None and report.is_finished and self._key is not None:
            look = report.answer or MeshLook((), (), False, False, (report.failure,))
            cache_looks({self._key: look})
            ready_keys.append(self._key)
            self._key = None
        if not self.maker.is_busy:
            self._begin_next(key for key in waiting if key not in ready_keys)
        for key in ready_keys:
            self._show_notes(key)
        board.apply_looks(ready_keys)
        return bool(ready_keys) or report is not None

    def _begin_next(self, keys: Iterable[MeshKey]) -> None:
        """Load looks from the user's cache, or start computing one."""
        until = time.monotonic() + CACHE_TIME_PER_STEP_S
        for key in keys:
            if not load_stored_look(key):
                self.maker.start_task(f"Drawing {key.path.name}", load_look, key)
                self._key = key
                self._began = time.monotonic()
            if self.maker.is_busy or time.monotonic() > until:
                break

    def _show_notes(self, key: MeshKey) -> None:
        look = cached_look(key)
        if look is not None and look.notes and key not in self._told:
            self._told.add(key)
            count_words = (
                f" (and {len(look.notes) - 1} more: wc3d fit lists them)"
                if len(look.notes) > 1
                else ""
            )
            self.notices.show_error(f"{key.path.name}: {look.notes[0]}{count_words}")

    @property
    def status_text(self) -> str:
        """A status message; "" when idle or for a short wait."""
        if not self.maker.is_busy or time.monotonic() - self._began < SHOW_AFTER_S:
            return ""
        share = f": {100 * self.maker.done // self.maker.total}%" if self.maker.total else ""
        queue_words = f", then {self._count - 1} more" if self._count > 1 else ""
        return f"{self.maker.task_name}{share}{queue_words} (Esc: show boxes instead)"

    def stop(self, board: TableScene | None) -> bool:
        """Cancel the current and waiting files. Return whether there were any."""
        if not self.maker.is_busy:
            return False
        self.maker.stop()
        self._key = None
        if board is not None:
            self._given_up.update(board.features_waiting_for)
        return True

    def close(self) -> None:
        """Close the background process."""
        self.maker.stop()
