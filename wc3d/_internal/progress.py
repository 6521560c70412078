"""Progress reports of long tasks, which also let the caller cancel the task."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], bool]
"""A callback that takes the work done and the total work, and returns whether to continue."""


class WatchedProgress:
    """A progress callback that remembers whether it has stopped the work (`is_stopped`)."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self.is_stopped = False

    def __call__(self, count: int, total: int) -> bool:
        if self._progress is not None and not self.is_stopped:
            self.is_stopped = not self._progress(count, total)
        return not self.is_stopped


def scale_progress(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Return a callback that maps a subtask's progress to the range `start` to `end`."""
    if progress is None:
        return None

    def told(count: int, total: int) -> bool:
        return progress(round(1000 * (start + (end - start) * count / max(1, total))), 1000)

    return told
