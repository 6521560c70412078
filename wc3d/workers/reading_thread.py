"""Reading a file beside the main thread, for a window that opens meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

AnswerT = TypeVar("AnswerT")


class ReadingThread(Generic[AnswerT]):
    """Calls `read` in a thread of its own. The program does not wait for it at its end."""

    def __init__(self, read: Callable[[], AnswerT]) -> None:
        self._read = read
        self._answers: list[AnswerT] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answers.append(self._read())
        except BaseException as error:  # `result` raises it where it can be handled
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Wait up to some seconds. Return whether the reading has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> AnswerT:
        """Return what was read, or raise the error of reading. Call it after the end."""
        if self._error is not None:
            raise self._error
        return self._answers[0]
