"""A background judge: it answers the current question, then checks whether doubt matters."""

from __future__ import annotations

from typing import Any

from wc3d.judging.doubt import Doubt
from wc3d.table.table import Table
from wc3d.ui.judge.question_form import DisputeDraft
from wc3d.ui.judge.verdict_view import VerdictView
from wc3d.workers.background import TaskReport
from wc3d.workers.table_worker import LatestQuestionWorker, Solver, TableWorker, WorkerFactory


class BackgroundJudge:
    """Asks the judge after every change of the case, and collects verdicts and doubts.

    - `verdict`: the last verdict, for the models on `judged_table`.
    - `standard_verdict`: the same without the reading overrides, if there are any.
    - `doubt`: whether small shifts of the models change the verdict.
    - `verdict_progress`, `doubt_progress`: finished and total steps of a long answer.
    - `failure`, `complaint`: the reasons for a missing verdict and a missing doubt.
    """

    def __init__(
        self,
        case: DisputeDraft,
        verdicts: Solver,
        doubts: Solver,
        worker: WorkerFactory = TableWorker,
    ) -> None:
        self.case = case
        self._verdicts = verdicts
        self._doubts = doubts
        self.verdict: VerdictView | None = None
        self.standard_verdict: VerdictView | None = None
        self.doubt: Doubt | None = None
        self.doubt_progress = self.verdict_progress = (0, 0)
        self.failure = self.complaint = ""
        self.judged_table = case.table
        self._judge = LatestQuestionWorker(worker)
        self._second = LatestQuestionWorker(worker)
        self._number = self._heard = 0  # the last asked and the last answered question
        self._asked = -1  # the last `change_count` of the case
        self._asked_on: dict[int, Table] = {}

    @property
    def is_current(self) -> bool:
        """Return whether the verdict answers the current question with all evidence."""
        return (
            self.verdict is not None
            and self._heard == self._number
            and self.verdict.is_full
            and not self._has_changed
        )

    @property
    def _has_changed(self) -> bool:
        return self._asked != self.case.change_count

    @property
    def is_awaiting_answer(self) -> bool:
        """Return whether an answer is still missing."""
        return self._judge.is_busy or self._second.is_busy or self._has_changed

    @property
    def has_known_progress(self) -> bool:
        """Return whether a pending answer reports its progress."""
        return self.verdict_progress[1] > 0 and self._heard != self._number

    def update_verdict(self, haste: bool, cut: Any) -> bool:
        """Ask changed questions and collect answers. Return whether there is news.

        `haste` omits the slow evidence, and `cut` is the size of the side cut.
        """
        changed = self._has_changed
        if changed:
            self._ask(haste, cut)
        return any([changed, self._poll_verdict(), self._poll_follow_up()])

    def _ask(self, haste: bool, cut: Any) -> None:
        self._asked = self.case.change_count
        self._number += 1
        self.standard_verdict = self.doubt = None
        self.doubt_progress = self.verdict_progress = (0, 0)
        self._second.drop_question()
        if self.case.missing_text:
            self.verdict = None
            self.failure = ""
            self._judge.drop_question()
            return
        self._asked_on[self._number] = self.case.table
        self._judge.set_question(
            self._verdicts, self.case.table_as_read, self._build_question(_cut=cut, _haste=haste)
        )

    def _build_question(self, **beside: Any) -> dict[str, Any]:
        return {**self.case.question, **beside, "_number": self._number}

    def _poll_verdict(self) -> bool:
        reply = self._judge.poll()
        if reply is None:
            return False
        number = reply[0]["_number"]
        report = reply[1]
        if report.answer is None and not report.failure:
            self.verdict_progress = (
                (report.done, report.total) if number == self._number else self.verdict_progress
            )
            return True
        return self._note_verdict(number, report)

    def _note_verdict(self, number: int, report: TaskReport) -> bool:
        """Save an answer. Return False if a newer one exists."""
        if report.failure and number == self._number:
            self.verdict = None
            self.failure = report.failure
            self._heard = number
        elif (
            isinstance(report.answer, VerdictView)
            and number > self._heard
            and not self.case.missing_text
        ):
            self.verdict = report.answer
            self.failure = ""
            self._heard = number
            self.judged_table = self._asked_on[number]
            self._asked_on = {k: table for k, table in self._asked_on.items() if k > number}
            self._ask_follow_up()
        else:
            return False
        return True

    def _ask_follow_up(self) -> None:
        """Ask for the verdict without reading overrides, then for the doubt."""
        if not self.is_current:
            return
        question = self._build_question(_inches=self.case.doubt)
        if self.case.has_overrides and self.standard_verdict is None:
            self._second.set_question(self._verdicts, self.case.table, question)
        elif self.case.doubt > 0 and self.doubt is None:
            self._second.set_question(self._doubts, self.case.table_as_read, question)

    def _poll_follow_up(self) -> bool:
        reply = self._second.poll()
        if reply is None or reply[0]["_number"] != self._number:
            return False
        report = reply[1]
        if isinstance(report.answer, VerdictView):
            self.standard_verdict = report.answer
            self._ask_follow_up()
        elif isinstance(report.answer, Doubt):
            self.doubt = report.answer
        self.complaint = report.failure
        self.doubt_progress = report.done, report.total
        return True

    def cancel_question(self) -> None:
        """Stop a question that takes too long."""
        self._judge.stop()
        self.verdict = None
        self.failure = "Stopped. Change the question to ask again."
        self._heard = self._number

    def close_workers(self) -> None:
        """Stop all workers."""
        self._judge.stop()
        self._second.stop()
