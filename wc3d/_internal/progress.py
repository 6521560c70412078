"""Progress reports of long tasks, which also let the caller cancel the task."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], bool]
"""A callback that takes the work done and the total work, and returns whether to continue."""


def scale_progress(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Return a callback that maps a subtask's progress to the range `start` to `end`."""
    if progress is None:
        return None

    def told(count: int, total: int) -> bool:
        return progress(round(1000 * (start + (end - start) * count / max(1, total))), 1000)

    return told
