"""How far something long is: what it tells while it works, and how it hears that nobody waits any more."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], bool]
"""Told how much is done of how much; says whether to go on."""


def scale_progress(progress: Progress | None, start: float, end: float) -> Progress | None:
    """The progress of a part that takes a whole from one share of it to another, 0 to 1."""
    if progress is None:
        return None

    def told(count: int, total: int) -> bool:
        return progress(round(1000 * (start + (end - start) * count / max(1, total))), 1000)

    return told
