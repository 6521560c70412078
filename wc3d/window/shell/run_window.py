"""Open the window and run it until it is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d._internal.gc_tuning import resume_gc
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.ui_probe import requested_probe
from wc3d.window.shell.window import Window
from wc3d.workers import solver_warmup

LAST_TASK_SORT = 70
"""Sort value of a task that runs last in a step."""


def open_window(
    screen: Screen,
    title: str = "wc3d",
    on_open: Callable[[], object] = lambda: None,
    **options: Any,
) -> None:
    """Open a window and run it until closed; `on_open` is called first. Raises NoGraphicsError."""
    probe = requested_probe()
    window = Window(screen, title, **(options if probe is None else {"log": probe.log, **options}))
    on_open()
    window.task_mgr.add(
        lambda task: _finish_startup(window, task), "getting ready", sort=LAST_TASK_SORT
    )
    if probe is not None:
        probe.record_window(window)
    try:
        window.run_until_closed()
    finally:
        window.close()


def _finish_startup(window: Window, task: Any) -> Any:
    """Finish deferred startup work after the first picture of the table."""
    if not window.is_drawn or window.screen.is_opening:
        return task.cont
    window.listen_to_drops()
    resume_gc()
    solver_warmup.start_warmup()
    return task.done
