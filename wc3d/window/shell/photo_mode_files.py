"""The files of the photo mode: pictures and films, in new files only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from wc3d._internal.atomic_write import write_new_file
from wc3d.errors import InputError, describe_program_error


def photo_folder() -> Path:
    """Return the user's folder of pictures, or the current folder."""
    pictures = Path.home() / "Pictures"
    return pictures if pictures.is_dir() else Path.cwd()


class FileWriter:
    """Encodes and writes a new file in a thread. `path` and `fault` are set at the end.

    The name is `stem`-1, `stem`-2 and so on, whichever is free.
    """

    def __init__(self, stem: str, ending: str, folder: Path, encode: Callable[[], bytes]) -> None:
        self.path: Path | None = None
        self.fault = ""
        self._cancelled = Event()
        self._thread = Thread(target=self._run, args=(stem, ending, folder, encode), daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Return whether the file is still being written."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """Write no file; wait until the thread has seen this."""
        self._cancelled.set()
        self._thread.join()
        if self.path is not None:
            self.path.unlink(missing_ok=True)
            self.path = None

    def _run(self, stem: str, ending: str, folder: Path, encode: Callable[[], bytes]) -> None:
        try:
            content = encode()
            if not self._cancelled.is_set():
                self.path = write_new_file(stem, ending, content, folder)
        except InputError as error:
            self.fault = str(error)
        except Exception as error:  # a thread must not fail unseen
            self.fault = describe_program_error(error)
