"""A case before the judge, without any graphics: what is asked and when, the verdict and its doubt as they come."""

from __future__ import annotations

from typing import Any

from wc3d.judge.doubt import Doubt
from wc3d.table.table import Table
from wc3d.ui.judge.question_form import QuestionForm
from wc3d.ui.judge.verdict_view import VerdictView
from wc3d.workers.background import TaskReport
from wc3d.workers.table_worker import LatestQuestionWorker, Solver, TableWorker, WorkerFactory


class BackgroundJudge:
    """Asks the judge whenever the case has changed, and hears what comes of it: `verdicts` and `doubts`, as a court gives them.

    `judgement` is the last verdict, on the models where they were on the table `judged_on`; `standard` the same by the rules' own
    readings, if the case has others; `doubt` whether it stands when the models are a little elsewhere. `judging` and `doubting`
    say how much of a long answer is there, of how much. `failure` is why there is no verdict, `complaint` why there is no doubt.
    """

    def __init__(
        self,
        case: QuestionForm,
        verdicts: Solver,
        doubts: Solver,
        worker: WorkerFactory = TableWorker,
    ) -> None:
        self.case, self._verdicts, self._doubts = case, verdicts, doubts
        self.verdict: VerdictView | None = None
        self.standard_verdict: VerdictView | None = None
        self.doubt: Doubt | None = None
        self.doubt_progress = self.verdict_progress = (0, 0)
        self.failure = self.complaint = ""
        self.judged_table = case.table
        self._judge, self._second = LatestQuestionWorker(worker), LatestQuestionWorker(worker)
        self._number = self._heard = 0  # of the question asked last, and of the one answered last
        self._asked = -1  # what the case's `changed` was
        self._asked_on: dict[int, Table] = {}

    @property
    def is_current(self) -> bool:
        """Is the verdict that is there about what is asked now, with all its evidence?"""
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
        """Is an answer still to come?"""
        return self._judge.is_busy or self._second.is_busy or self._has_changed

    @property
    def has_known_progress(self) -> bool:
        """Is an answer on its way of which is known how far it is?"""
        return self.verdict_progress[1] > 0 and self._heard != self._number

    def update_verdict(self, haste: bool, cut: Any) -> bool:
        """Ask what has changed, in haste and without all the evidence or not, with a side cut of that size; hear what has come.
        True if anything is new."""
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
            self.verdict, self.failure = None, ""
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
        number, report = reply[0]["_number"], reply[1]
        if report.answer is None and not report.failure:
            self.verdict_progress = (
                (report.done, report.total) if number == self._number else self.verdict_progress
            )
            return True
        return self._note_verdict(number, report)

    def _note_verdict(self, number: int, report: TaskReport) -> bool:
        """Take note of what has been answered; False if something newer has been."""
        if report.failure and number == self._number:
            self.verdict, self.failure, self._heard = None, report.failure, number
        elif (
            isinstance(report.answer, VerdictView)
            and number > self._heard
            and not self.case.missing_text
        ):
            self.verdict, self.failure, self._heard = report.answer, "", number
            self.judged_table = self._asked_on[number]
            self._asked_on = {k: table for k, table in self._asked_on.items() if k > number}
            self._ask_follow_up()
        else:
            return False
        return True

    def _ask_follow_up(self) -> None:
        """What is asked once the verdict is there: the verdict without the readings, then whether it stands the doubt."""
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
        """No answer to this question, it takes too long."""
        self._judge.stop()
        self.verdict, self.failure, self._heard = (
            None,
            "Stopped. Change the question to ask again.",
            self._number,
        )

    def close_workers(self) -> None:
        """Nothing is asked any more."""
        self._judge.stop()
        self._second.stop()
