"""What becomes of a mistake that nothing has caught: it is told in the window, which goes on; at the start screen if it must."""
from __future__ import annotations

import time

from wc3d.errors import InputError
from wc3d.window.shell.screen import WindowProtocol

REPEAT_WINDOW_S = 2.0
"""Seconds within which a second fault is taken for the same one, which comes with every frame."""
MAX_REPEATS = 4
"""So many of them in a row, and the window cannot go on."""


class CrashGuard:
    """The faults of a window. A user's mistake is told; at a fault of the program that comes again the screen is left."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.repeat_count: list[float] = []

    def handle_error(self, error: Exception) -> None:
        """Tell it, and leave the screen or raise it where it comes again and again."""
        window, clock = self.window, time.monotonic()
        cause: BaseException = error
        while cause.__context__ is not None:
            cause = cause.__context__
        window.log(f"crash {type(cause).__name__}: {cause}")
        window.request_redraw(3)
        if isinstance(error, InputError):
            window.notices.show_error(error)
            return
        self.repeat_count = [*(t for t in self.repeat_count if clock - t < REPEAT_WINDOW_S), clock]
        if len(self.repeat_count) > MAX_REPEATS or (len(self.repeat_count) > 1 and window.make_start_screen is None):
            raise error
        window.notices.show_error(f"program error, please report it ({type(cause).__name__}: {cause})")
        if len(self.repeat_count) > 1 and window.make_start_screen is not None:
            window.show_screen(window.make_start_screen())
