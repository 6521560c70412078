"""Processes that tests start and stop with Ctrl-C."""

from __future__ import annotations

import signal


def heed_ctrl_c() -> None:
    """For `preexec_fn`: Ctrl-C stops the process, though whoever runs the tests in the background ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
