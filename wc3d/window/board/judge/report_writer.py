"""The judge's output: a question file, a web page, and the verdict as text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from wc3d.errors import InputError
from wc3d.judging.doubt import Doubt
from wc3d.ui.judge.question_form import DisputeDraft
from wc3d.ui.judge.verdict_view import JudgeServices
from wc3d.window.shell.clipboard_and_browser import copy_to_clipboard, open_in_browser
from wc3d.window.shell.screen import WindowProtocol
from wc3d.workers.table_worker import TableWorker


class ReportSource(Protocol):
    """The data of a case for a report."""

    case: DisputeDraft
    services: JudgeServices
    doubt: Doubt | None
    window: WindowProtocol

    @property
    def verdict_words(self) -> str:
        """The verdict as `wc3d judge` prints it."""


class ReportWriter:
    """Writes a case's files: `out` is the name without extension, `written_path` the last file."""

    def __init__(self, hearing: ReportSource) -> None:
        self.source = hearing
        self.out = _file_name(hearing.case.name)
        self.saved_contents = hearing.case.contents_key
        """The contents that were opened or saved last."""
        self._page_contents = self.saved_contents
        self.written_path = ""
        self._sure = ""
        self._worker = TableWorker()
        self._done = (0, 0)

    def name_files(self, name: str) -> None:
        """Set the file name from typed text."""
        self.out = name.removesuffix(".json").removesuffix(".html")

    @property
    def is_busy(self) -> bool:
        """Return whether a page is being written."""
        return self._worker.is_busy

    @property
    def percent(self) -> str:
        """The progress of the page, such as "40%"; empty if unknown."""
        done_count, total = self._done
        return f"{100 * done_count // total}%" if total else ""

    def stop(self) -> None:
        """Cancel the page being written."""
        self._worker.stop()

    def save_questions(self) -> None:
        """Save the question file."""
        path = self.out + ".json"
        if self._may_write(path):
            try:
                self._report_saved_file(
                    self.source.services.save_questions(self.source.case.report_contents, path)
                )
                self.saved_contents = self.source.case.contents_key
            except InputError as error:
                self.source.window.notices.show_error(error)

    def write_report(self) -> None:
        """Write the web page in the background."""
        hearing = self.source
        path = self.out + ".html"
        if hearing.services.write_report is not None and not self.is_busy and self._may_write(path):
            self._done = (0, 0)
            self._page_contents = hearing.case.contents_key
            self._worker.solve(
                hearing.services.write_report,
                hearing.case.table,
                {"papers": hearing.case.report_contents, "out": path},
            )

    def poll(self) -> bool:
        """Check the page's progress. Return whether it changed."""
        report = self._worker.poll()
        if report is None:
            return False
        self._done = report.done, report.total
        if self._worker.is_busy:
            return True
        if report.failure:
            self.source.window.notices.show_error(report.failure)
        else:
            self._report_saved_file(report.answer)
            self.saved_contents = self._page_contents
        return True

    @property
    def is_last_a_page(self) -> bool:
        """Return whether the last file written is a web page."""
        return self.written_path.endswith(".html")

    def open_page(self) -> None:
        """Open the web page in a browser."""
        if not open_in_browser(Path(self.written_path).as_uri()):
            self.source.window.notices.show_error(
                f"No browser found: open {self.written_path} in a browser"
            )

    def _report_saved_file(self, path: Path) -> None:
        """Show the path of a saved file."""
        self.written_path = str(path.resolve())
        self.source.window.notices.show_message(f"Saved: {self.written_path}")
        self.source.window.log(f"written {self.written_path}")

    def _may_write(self, path: str) -> bool:
        """Return whether to write a file; replacing one needs a second request."""
        sure = self._sure == path
        self._sure = path
        if os.path.exists(path) and not sure:
            self.source.window.notices.show_error(
                f"{path} already exists; press again to replace it"
            )
            return False
        return True

    def copy_verdict(self) -> None:
        """Copy the verdict text to the clipboard."""
        case = self.source.case
        doubt = self.source.doubt
        readings = case.readings.describe_overrides(case.table, case.question_type)
        words = "\n".join(
            [self.source.verdict_words, *(f"changed: {reading}" for reading in readings)]
        )
        if doubt is not None:
            words += f"\n{doubt.words} ({doubt.why})"
        if copy_to_clipboard(words):
            self.source.window.notices.show_message("Verdict copied to the clipboard")
        else:
            self.source.window.notices.show_error(
                "No clipboard found: install xclip, xsel or wl-copy, or save a file instead"
            )


def _file_name(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "dispute"
