"""The page "Judge from a photo", served by a process beside the window."""

from __future__ import annotations

import atexit
import contextlib
import subprocess
import sys
from threading import Thread

from wc3d.window.shell.notices import Notices

LINK_START = "Judge from a photo: "
"""The start of the line in which `wc3d photo` prints the link."""


class PhotoPageProcess:
    """Serves the page until the program ends. One process is enough for all screens."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._for_phones = False

    def open(self, notices: Notices, for_phones: bool = False) -> None:
        """Open the page in the browser, and show its link, which also phones can open if wanted."""
        if self._process is not None:
            self.stop()
        command = [sys.executable, "-m", "wc3d", "photo", *(["--phone"] if for_phones else [])]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        atexit.register(self.stop)
        notices.show_message("The photo page opens in your browser")
        Thread(target=self._show_link, args=(self._process, notices), daemon=True).start()

    def _show_link(self, process: subprocess.Popen[str], notices: Notices) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            words = line.strip()
            if words.startswith(LINK_START):
                notices.show_message(f"Photo page: {words.removeprefix(LINK_START)}")
            elif words.startswith("wc3d:"):
                notices.show_error(words)

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        atexit.unregister(self.stop)
        if process is not None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(3)


PHOTO_PAGE = PhotoPageProcess()
"""The page of this program."""
