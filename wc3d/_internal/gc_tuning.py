"""Settings of Python's garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GC_THRESHOLD_OBJECTS = 20_000
"""New objects before a collection: a few megabytes."""


def freeze_gc() -> None:
    """Exclude everything loaded so far (cards, rules, libraries) from collections, once per
    process.

    Scanning these objects took a sixth of a game's time, and frequent collections a twentieth.
    Only reference cycles are freed later than before.
    """
    if gc.get_threshold()[0] == GC_THRESHOLD_OBJECTS:
        return
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD_OBJECTS)


@contextmanager
def postpone_gc() -> Iterator[None]:
    """Disable garbage collection until `resume_gc` or the end of the block.

    Nearly everything loaded in bulk stays in memory. Collections took a tenth of the loading time.
    """
    gc.disable()
    try:
        yield
    finally:
        resume_gc()


def resume_gc() -> None:
    """Enable garbage collection again, only for objects created from now on."""
    gc.freeze()
    gc.enable()


@contextmanager
def pause_gc() -> Iterator[None]:
    """Disable garbage collection in a block that makes many short-lived objects.

    A collection while a table with meshes was pickled stopped the window for 0.3 s.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
