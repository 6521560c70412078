"""What happens to errors in the window: users see theirs, and program errors close the screen."""

from __future__ import annotations

import time

from wc3d.errors import InputError, describe_plugin_fault, describe_program_error
from wc3d.window.shell.screen import WindowProtocol

REPEAT_WINDOW_S = 2.0
"""Time in seconds in which another error counts as a repeat."""
MAX_REPEATS = 4
"""Repeated errors after which the window gives up."""


class ErrorHandler:
    """Error handling: user errors are shown, and repeated program errors close the screen."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.repeat_count: list[float] = []

    def handle_error(self, error: Exception) -> None:
        """Show an error; if it keeps recurring, leave the screen or raise it."""
        window = self.window
        clock = time.monotonic()
        cause: BaseException = error
        while cause.__context__ is not None:
            cause = cause.__context__
        window.log(f"crash {type(cause).__name__}: {cause}")
        window.request_redraw(3)
        if isinstance(error, InputError):
            window.notices.show_error(error)
            return
        self.repeat_count = [*(t for t in self.repeat_count if clock - t < REPEAT_WINDOW_S), clock]
        if len(self.repeat_count) > MAX_REPEATS or (
            len(self.repeat_count) > 1 and window.make_start_screen is None
        ):
            raise error
        window.notices.show_error(describe_plugin_fault(error) or describe_program_error(cause))
        if len(self.repeat_count) > 1 and window.make_start_screen is not None:
            window.show_screen(window.make_start_screen())
