"""Progress of long computations, shown only on a terminal's standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from wc3d.cli.output.safe_terminal import escape_control_characters, write_control_code

if TYPE_CHECKING:
    from tqdm import tqdm

SHOW_AFTER_S = 0.3
"""Seconds before progress appears."""

SHOW_COMPILING_AFTER_S = 3.0
"""Seconds after which an answer is late enough to say that the solver is not compiled yet."""

REFRESH_INTERVAL_S = 0.1
"""Seconds between two updates."""

COUNTED_FORMAT = "{desc}: {n_fmt} of {total_fmt} |{bar}|"
UNCOUNTED_FORMAT = "{desc}: {n_fmt}"
"""The format of a line without a known total."""


class _ControlStream:
    """A stream whose text is terminal control code."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        """Write control code."""
        write_control_code(self.stream, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class ProgressLine:
    """A progress line that overwrites itself and is erased at the end; silent unless standard
    error is a terminal.

    `beside_output`: also silent if the answers go to the terminal. `timed`: show the speed and the
    remaining time. `before`: the amount done earlier.
    """

    def __init__(
        self,
        label: str,
        stream: TextIO | None = None,
        beside_output: bool = False,
        timed: bool = False,
        before: int = 0,
    ) -> None:
        self.label = escape_control_characters(label)
        self.stream = stream or sys.stderr
        self.shows = self.stream.isatty() and not (beside_output and sys.stdout.isatty())
        self.timed = timed
        self.before = before
        self.last = time.monotonic() + SHOW_AFTER_S - REFRESH_INTERVAL_S
        self.bar: tqdm[Any] | None = None

    def __call__(self, count: int, total: int) -> bool:
        """Show the progress. Always return True to continue; Ctrl-C stops."""
        time_s = time.monotonic()
        if self.shows and time_s - self.last >= REFRESH_INTERVAL_S:
            self.last = time_s
            if self.bar is None:
                self.bar = self._begin(total)
            self.bar.total, self.bar.n = total or None, count
            self.bar.bar_format = self._bar_format(total)
            self.bar.refresh()
        return True

    def _begin(self, total: int) -> tqdm[Any]:
        from tqdm import tqdm  # slow import, so only when needed

        tqdm.monitor_interval = 0  # no monitor thread: the worker reports progress
        return tqdm(
            desc=self.label,
            total=total or None,
            initial=self.before,
            file=_ControlStream(self.stream),
            leave=False,
            unit="",
            dynamic_ncols=True,
            ascii=" #",
            bar_format=self._bar_format(total),
        )

    def _bar_format(self, total: int) -> str:
        if not total:
            return UNCOUNTED_FORMAT
        return COUNTED_FORMAT + (" {rate_noinv_fmt}, {remaining} left" if self.timed else "")

    def erase(self) -> None:
        """Erase the line, so that other text can replace it."""
        if self.bar is not None:
            self.bar.clear()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None


@contextmanager
def show_compiling(after: float = SHOW_COMPILING_AFTER_S) -> Iterator[None]:
    """Show how much of the solver is compiled, if a block takes long on a new computer."""
    from wc3d.geometry import jit
    from wc3d.geometry.kernel_store import KernelGroup, is_compiled

    line = ProgressLine("preparing wc3d for this computer, only this once")
    if not line.shows or all(map(is_compiled, KernelGroup)):
        yield
        return
    end = Event()
    thread = Thread(target=_show_compiled_share, args=(line, after, end), daemon=True)
    thread.start()
    jit.is_compilation_shown = True
    try:
        yield
    finally:
        jit.is_compilation_shown = False
        end.set()
        thread.join()


def _show_compiled_share(line: ProgressLine, after: float, end: Event) -> None:
    """Show the compiled share of the kernels from `after` seconds on until the end."""
    from wc3d.geometry.kernel_store import KernelGroup, compiled_kernel_share, is_compiled

    with line:
        delay = after
        while not end.wait(delay) and not all(map(is_compiled, KernelGroup)):
            line(round(100 * compiled_kernel_share()), 100)
            delay = REFRESH_INTERVAL_S
