"""What a process has loaded for good is left out of Python's search for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

GC_THRESHOLD_OBJECTS = 20_000
"""How many objects are made before garbage is searched for among them: a few megabytes that may wait a little longer."""


@cache
def freeze_gc() -> None:
    """Leave everything that is loaded by now, cards and rules and libraries, out of later searches for garbage: once a process.

    Going through all of it again and again took a sixth of a game's time, and to search often a twentieth. What is let go is
    freed as before, but for rings of objects that are garbage only later.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD_OBJECTS)


@contextmanager
def postpone_gc() -> Iterator[None]:
    """Search for no garbage until `search_for_garbage`, or to the end of this at the latest.

    Where much is loaded at once nearly all of it stays, and a tenth of the time went on it.
    """
    gc.disable()
    try:
        yield
    finally:
        resume_gc()


def resume_gc() -> None:
    """Search for garbage again, but only in what is loaded from now on: what little there is by now stays."""
    gc.freeze()
    gc.enable()
