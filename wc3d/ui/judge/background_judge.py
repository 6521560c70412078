"""A case before the judge, without any graphics: what is asked and when, the verdict and its doubt as they come."""
from __future__ import annotations

from typing import Any

from wc3d.judge.doubt import Doubt
from wc3d.table.table import Table
from wc3d.ui.judge.question_form import JudgeCase
from wc3d.ui.judge.verdict_view import Judgement
from wc3d.workers.background import Report
from wc3d.workers.table_worker import Follower, MakeWorker, Solver, Worker


class JudgeInquiry:
    """Asks the judge whenever the case has changed, and hears what comes of it: `verdicts` and `doubts`, as a court gives them.

    `judgement` is the last verdict, on the models where they were on the table `judged_on`; `standard` the same by the rules' own
    readings, if the case has others; `doubt` whether it stands when the models are a little elsewhere. `judging` and `doubting`
    say how much of a long answer is there, of how much. `failure` is why there is no verdict, `complaint` why there is no doubt.
    """

    def __init__(self, case: JudgeCase, verdicts: Solver, doubts: Solver, worker: MakeWorker = Worker) -> None:
        self.case, self._verdicts, self._doubts = case, verdicts, doubts
        self.judgement: Judgement | None = None
        self.standard: Judgement | None = None
        self.doubt: Doubt | None = None
        self.doubting = self.judging = (0, 0)
        self.failure = self.complaint = ""
        self.judged_on = case.table
        self._judge, self._second = Follower(worker), Follower(worker)
        self._number = self._heard = 0  # of the question asked last, and of the one answered last
        self._asked = -1  # what the case's `changed` was
        self._asked_on: dict[int, Table] = {}

    @property
    def fresh(self) -> bool:
        """Is the verdict that is there about what is asked now, with all its evidence?"""
        return self.judgement is not None and self._heard == self._number and self.judgement.full and not self._changed

    @property
    def _changed(self) -> bool:
        return self._asked != self.case.changed

    @property
    def asking(self) -> bool:
        """Is an answer still to come?"""
        return self._judge.busy or self._second.busy or self._changed

    @property
    def painting(self) -> bool:
        """Is an answer on its way of which is known how far it is?"""
        return self.judging[1] > 0 and self._heard != self._number

    def inquire(self, haste: bool, cut: Any) -> bool:
        """Ask what has changed, in haste and without all the evidence or not, with a side cut of that size; hear what has come.
        True if anything is new."""
        changed = self._changed
        if changed:
            self._ask(haste, cut)
        return any([changed, self._hear(), self._hear_second()])

    def _ask(self, haste: bool, cut: Any) -> None:
        self._asked = self.case.changed
        self._number += 1
        self.standard = self.doubt = None
        self.doubting = self.judging = (0, 0)
        self._second.forget()
        if self.case.missing:
            self.judgement, self.failure = None, ""
            self._judge.forget()
            return
        self._asked_on[self._number] = self.case.table
        self._judge.ask(self._verdicts, self.case.read, self._question(_cut=cut, _haste=haste))

    def _question(self, **beside: Any) -> dict[str, Any]:
        return {**self.case.question, **beside, "_number": self._number}

    def _hear(self) -> bool:
        reply = self._judge.poll()
        if reply is None:
            return False
        number, report = reply[0]["_number"], reply[1]
        if report.answer is None and not report.failure:
            self.judging = (report.done, report.total) if number == self._number else self.judging
            return True
        return self._judged(number, report)

    def _judged(self, number: int, report: Report) -> bool:
        """Take note of what has been answered; False if something newer has been."""
        if report.failure and number == self._number:
            self.judgement, self.failure, self._heard = None, report.failure, number
        elif isinstance(report.answer, Judgement) and number > self._heard and not self.case.missing:
            self.judgement, self.failure, self._heard = report.answer, "", number
            self.judged_on = self._asked_on[number]
            self._asked_on = {k: table for k, table in self._asked_on.items() if k > number}
            self._ask_second()
        else:
            return False
        return True

    def _ask_second(self) -> None:
        """What is asked once the verdict is there: the verdict without the readings, then whether it stands the doubt."""
        if not self.fresh:
            return
        question = self._question(_inches=self.case.doubt)
        if self.case.read_otherwise and self.standard is None:
            self._second.ask(self._verdicts, self.case.table, question)
        elif self.case.doubt > 0 and self.doubt is None:
            self._second.ask(self._doubts, self.case.read, question)

    def _hear_second(self) -> bool:
        reply = self._second.poll()
        if reply is None or reply[0]["_number"] != self._number:
            return False
        report = reply[1]
        if isinstance(report.answer, Judgement):
            self.standard = report.answer
            self._ask_second()
        elif isinstance(report.answer, Doubt):
            self.doubt = report.answer
        self.complaint = report.failure
        self.doubting = report.done, report.total
        return True

    def stop(self) -> None:
        """No answer to this question, it takes too long."""
        self._judge.stop()
        self.judgement, self.failure, self._heard = None, "Stopped. Change the question to ask again.", self._number

    def end_inquiry(self) -> None:
        """Nothing is asked any more."""
        self._judge.stop()
        self._second.stop()
