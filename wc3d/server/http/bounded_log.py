"""A log that stays small: each kind of line comes a few times, then now and then."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from threading import Lock
from typing import Any

MAX_INITIAL_LINES = 20
"""Lines of a kind that are written at once."""

LINE_INTERVAL_S = 10.0
"""Seconds between two lines of a kind after that."""

MAX_RECORD_CHARS = 6000
"""Characters of one record with its traceback."""


class BoundedLog(logging.Handler):
    """Writes to standard error. Lines from the same statement of the program are of one kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = clock
        self._kinds: dict[tuple[str, int], LineRateLimiter] = {}
        self._kinds_lock = Lock()

    def filter(self, record: logging.LogRecord) -> Any:
        """Return the record if it is to be written. It then says how many of its kind were not."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info = None  # a client's text that is not UTF-8: one line is enough
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
    """Counts the lines of a kind that may still be written, and those that were skipped."""

    def __init__(self, time_s: float) -> None:
        self._left = float(MAX_INITIAL_LINES)
        self._since = time_s
        self._skipped = 0

    def count_line(self, time_s: float) -> int | None:
        """Return how many lines were skipped before this one, None if this one is skipped too."""
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
"""The configuration of the host's logs for `logging.config.dictConfig`."""
