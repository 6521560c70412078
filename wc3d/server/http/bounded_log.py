"""A log handler that limits the rate of each kind of line."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

MAX_INITIAL_LINES = 20
"""Lines of a kind that are written without a delay."""

LINE_INTERVAL_S = 10.0
"""Seconds between two lines of a kind after the initial lines."""

MAX_RECORD_CHARS = 6000
"""The maximum length of a record with its traceback."""


class BoundedLog(logging.Handler):
    """Writes to standard error. Lines from the same statement are of the same kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = clock
        self._kinds: dict[tuple[str, int], LineRateLimiter] = {}
        self._kinds_lock = Lock()

    def filter(self, record: logging.LogRecord) -> Any:
        """Return the record with a count of skipped lines, False if this line is skipped too."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info = None  # text of a client that is not UTF-8 needs no traceback
        key = record.pathname, record.lineno
        with self._kinds_lock:
            kind = self._kinds.setdefault(key, LineRateLimiter(self._now()))
            skipped = kind.count_line(self._now())
        if skipped is None:
            return False
        if skipped:
            record.msg = f"{record.getMessage()} (and {skipped} more like this)"
            record.args = ()
        return super().filter(record)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        try:
            sys.stderr.write(self.format(record)[:MAX_RECORD_CHARS] + "\n")
        except Exception:
            self.handleError(record)


class LineRateLimiter:
    """Counts the lines of a kind that may be written, and the skipped lines."""

    def __init__(self, time_s: float) -> None:
        self._left = float(MAX_INITIAL_LINES)
        self._since = time_s
        self._skipped = 0

    def count_line(self, time_s: float) -> int | None:
        """Return the number of lines skipped before this line, None if this line is skipped too."""
        self._left = min(MAX_INITIAL_LINES, self._left + (time_s - self._since) / LINE_INTERVAL_S)
        self._since = time_s
        if self._left < 1:
            self._skipped += 1
            return None
        self._left -= 1
        skipped = self._skipped
        self._skipped = 0
        return skipped


LOGGING_CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(message)s"}},
    "handlers": {
        "bounded": {"class": "wc3d.server.http.bounded_log.BoundedLog", "formatter": "line"}
    },
    "loggers": {
        "uvicorn": {"handlers": ["bounded"], "level": "WARNING", "propagate": False},
        "asyncio": {"handlers": ["bounded"], "level": "WARNING"},
        "wc3d.server": {"handlers": ["bounded"], "level": "WARNING"},
    },
}
"""The host's logging configuration for `logging.config.dictConfig`."""
