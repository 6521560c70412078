"""What a judge takes away: the question as a file, a page for any browser, and the verdict's words."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from wc3d.errors import InputError
from wc3d.judge.doubt import Doubt
from wc3d.ui.judge.question_form import JudgeCase
from wc3d.ui.judge.verdict_view import Court
from wc3d.window.shell.browser import show_page
from wc3d.window.shell.clipboard import copy
from wc3d.window.shell.screen import Host
from wc3d.workers.table_worker import Worker


class Heard(Protocol):
    """What is known of a case when something is written about it."""

    case: JudgeCase
    court: Court
    doubt: Doubt | None
    window: Host

    @property
    def verdict_words(self) -> str:
        """The verdict as `wc3d judge` prints it."""


class Writing:
    """Writes for one case. `out` is the name of files, without its end; `written` where the last one is."""

    def __init__(self, hearing: Heard) -> None:
        self.heard = hearing
        self.out = _file_name(hearing.case.name)
        self.written = ""
        self._sure = ""
        self._worker = Worker()
        self._done = (0, 0)

    def name_files(self, name: str) -> None:
        """Take a name for the files, as it was typed."""
        self.out = name.removesuffix(".json").removesuffix(".html")

    @property
    def busy(self) -> bool:
        """Is a page being written?"""
        return self._worker.busy

    @property
    def percent(self) -> str:
        """How much of the page is done: "40%"; empty while that is not known."""
        done_count, total = self._done
        return f"{100 * done_count // total}%" if total else ""

    def stop(self) -> None:
        """Let the process go: what it writes is not written."""
        self._worker.stop()

    def save(self) -> None:
        """Write the question file."""
        path = self.out + ".json"
        if self._may_write(path):
            try:
                self._tell_written(self.heard.court.save(self.heard.case.papers, path))
            except InputError as error:
                self.heard.window.notices.complain(error)

    def report(self) -> None:
        """Write the page for a browser, beside the window."""
        hearing, path = self.heard, self.out + ".html"
        if hearing.court.report is not None and not self.busy and self._may_write(path):
            self._done = (0, 0)
            self._worker.solve(hearing.court.report, hearing.case.table, {"papers": hearing.case.papers, "out": path})

    def poll(self) -> bool:
        """Hear how much of the page is written; True if there is news of it."""
        report = self._worker.poll()
        if report is None:
            return False
        self._done = report.done, report.total
        if self._worker.busy:
            return True
        if report.failure:
            self.heard.window.notices.complain(report.failure)
        else:
            self._tell_written(report.answer)
        return True

    @property
    def page_written(self) -> bool:
        """Is what was written last a page for a browser?"""
        return self.written.endswith(".html")

    def open_page(self) -> None:
        """Show the page that was written in a browser."""
        if not show_page(Path(self.written)):
            self.heard.window.notices.complain(f"No browser found: open {self.written} in a browser")

    def _tell_written(self, path: Path) -> None:
        """Tell where a file is now: whoever sends it must find it."""
        self.written = str(path.resolve())
        self.heard.window.notices.say(f"Saved: {self.written}")
        self.heard.window.log(f"written {self.written}")

    def _may_write(self, path: str) -> bool:
        """A file that is there already is written over only when asked twice."""
        sure, self._sure = self._sure == path, path
        if os.path.exists(path) and not sure:
            self.heard.window.notices.complain(f"{path} already exists; press again to replace it")
            return False
        return True

    def copy(self) -> None:
        """The verdict's words to the clipboard."""
        case, doubt = self.heard.case, self.heard.doubt
        readings = case.readings.words(case.table, case.type)
        words = "\n".join([self.heard.verdict_words, *(f"changed: {reading}" for reading in readings)])
        if doubt is not None:
            words += f"\n{doubt.words} ({doubt.why})"
        if copy(words):
            self.heard.window.notices.say("Verdict copied to the clipboard")
        else:
            self.heard.window.notices.complain("No clipboard found: install xclip, xsel or wl-copy, or save a file instead")


def _file_name(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "dispute"
