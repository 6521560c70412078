"""Opening the window, and staying until it is closed."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d._internal.gc_tuning import search_for_garbage
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.ui_probe import requested_probe
from wc3d.window.shell.window import Window
from wc3d.workers import solver_warmup

LAST = 70
"""After everything else in a step."""


def open_window(screen: Screen, title: str = "wc3d", on_open: Callable[[], object] = lambda: None, **options: Any) -> None:
    """Open a window on a screen and stay until it is closed; `on_open` is called once it is there.

    Raises NoGraphics where there is no display.
    """
    probe = requested_probe()
    window = Window(screen, title, **(options if probe is None else {"log": probe.log, **options}))
    on_open()
    window.task_mgr.add(lambda task: _get_ready(window, task), "getting ready", sort=LAST)
    if probe is not None:
        probe.follow(window)
    try:
        window.run_until_closed()
    finally:
        window.close()


def _get_ready(window: Window, task: Any) -> Any:
    """Do what the first picture of the board need not wait for, as soon as it is there."""
    if not window.drawn or window.screen.opening:
        return task.cont
    window.listen_to_drops()
    search_for_garbage()
    solver_warmup.begin()
    return task.done
