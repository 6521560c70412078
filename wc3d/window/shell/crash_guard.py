"""What becomes of a mistake that nothing has caught: it is told in the window, which goes on; at the start screen if it must."""
from __future__ import annotations

import time

from wc3d.errors import InputError
from wc3d.window.shell.screen import Host

SOON = 2.0
"""Seconds within which a second fault is taken for the same one, which comes with every frame."""
MOST = 4
"""So many of them in a row, and the window cannot go on."""


class Faults:
    """The faults of a window. A user's mistake is told; at a fault of the program that comes again the screen is left."""

    def __init__(self, window: Host) -> None:
        self.window = window
        self.times: list[float] = []

    def met(self, error: Exception) -> None:
        """Tell it, and leave the screen or raise it where it comes again and again."""
        window, clock = self.window, time.monotonic()
        cause: BaseException = error
        while cause.__context__ is not None:
            cause = cause.__context__
        window.log(f"crash {type(cause).__name__}: {cause}")
        window.dirty(3)
        if isinstance(error, InputError):
            window.notices.complain(error)
            return
        self.times = [*(t for t in self.times if clock - t < SOON), clock]
        if len(self.times) > MOST or (len(self.times) > 1 and window.start is None):
            raise error
        window.notices.complain(f"program error, please report it ({type(cause).__name__}: {cause})")
        if len(self.times) > 1 and window.start is not None:
            window.show(window.start())
