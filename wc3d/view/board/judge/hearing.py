"""A case being heard: the board and the question, the verdict and its doubt as they come, and papers to share."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from wc3d.evidence.exhibit import XYZ
from wc3d.evidence.picking import RayHit
from wc3d.judge.doubt import Doubt
from wc3d.judge.question_type import FormField
from wc3d.table.table import Table
from wc3d.table.terrain.standing import highest_standable
from wc3d.view.board.judge.case import JudgeCase
from wc3d.view.board.judge.export import Writing
from wc3d.view.board.judge.judgement import Court, Judgement
from wc3d.view.measuring.ruler import standing_place
from wc3d.view.measuring.told import bold_line, measured_exhibit
from wc3d.view.measuring.tools import Measuring
from wc3d.view.window.screen import Screen
from wc3d.view.work.table_worker import Follower


class Hearing(Screen):
    """A table, who answers questions about it, and the question as it stands."""

    def __init__(self, table: Table, court: Court, questions: Sequence[Mapping[str, Any]] = (), name: str = "") -> None:
        self.case, self.court = JudgeCase(table, questions, name, court.book), court
        self.measuring = Measuring(lambda: self.case.table, lambda: self.picked)
        self.picked: str | None = None
        self.waiting_for: FormField | None = None
        self.judgement: Judgement | None = None
        self.standard: Judgement | None = None
        self.doubt: Doubt | None = None
        self.doubting = self.judging = (0, 0)
        self.failure = ""
        self.terrain: str | None = None
        self.papers = Writing(self)
        self.cut_size = (820.0, 184.0, 1.0)
        self._judge, self._second = Follower(), Follower()
        self._number = self._heard_number = 0
        self._asked = -1
        self._asked_on: dict[int, Table] = {}
        self.judged_on = table
        self.grabbed: tuple[str, XYZ] | None = None
        self.carried: str | None = None

    @property
    def table(self) -> Table:
        return self.case.table

    @property
    def selected(self) -> str | None:
        return self.picked

    @property
    def fresh(self) -> bool:
        """Is the verdict that is shown about what is asked now, with all its evidence?"""
        return self.judgement is not None and self._heard_number == self._number and self.judgement.full and not self._changed

    @property
    def _changed(self) -> bool:
        return self._asked != self.case.changed

    def left(self) -> None:
        self.measuring.close()
        for worker in (self._judge, self._second, self.papers):
            worker.stop()

    def poll(self) -> bool:
        news = self.measuring.poll()
        if self._changed:
            self._ask()
            news = True
        return any([news, self._hear(), self._hear_second(), self.papers.poll()])

    def _ask(self) -> None:
        self._asked = self.case.changed
        self._number += 1
        self.standard = self.doubt = None
        self.doubting = self.judging = (0, 0)
        self._second.forget()
        self.picked = self.picked if self.picked in self.case.ids else None
        if self.case.missing:
            self.judgement, self.failure = None, ""
            self._judge.forget()
            return
        self._asked_on[self._number] = self.case.table
        self.carried = self.carried if self.carried in self.case.ids else None
        question = {**self.case.question, "_cut": self.cut_size, "_haste": self.held is not None, "_number": self._number}
        self._judge.ask(self.court.judge, self.case.read, question)

    def _hear(self) -> bool:
        heard = self._judge.poll()
        if heard is None:
            return False
        asked, report = heard
        number = asked["_number"]
        if report.answer is None and not report.failure:
            self.judging = (report.done, report.total) if number == self._number else self.judging
            return True
        if report.failure and number == self._number:
            self.judgement, self.failure, self._heard_number = None, report.failure, number
        elif isinstance(report.answer, Judgement) and number > self._heard_number and not self.case.missing:
            self.judgement, self.failure, self._heard_number = report.answer, "", number
            self.judged_on = self._asked_on[number]
            self._asked_on = {k: table for k, table in self._asked_on.items() if k > number}
            self._ask_second()
        else:
            return False
        self.window.log(f"answer {report.failure or self.verdict_words}")
        return True

    @property
    def painting(self) -> bool:
        """Is an answer on its way of which is known how far it is?"""
        return self.judging[1] > 0 and self._heard_number != self._number

    def stop(self) -> None:
        """No answer to this question, it takes too long."""
        self._judge.stop()
        self.judgement, self.failure, self._heard_number = None, "stopped: change the question to ask again", self._number

    def _ask_second(self) -> None:
        """What is asked once the verdict is there: the verdict without the readings, then whether it stands the doubt."""
        if not self.fresh:
            return
        question = {**self.case.question, "_number": self._number, "_inches": self.case.doubt}
        if self.case.read_otherwise and self.standard is None:
            self._second.ask(self.court.judge, self.case.table, question)
        elif self.case.doubt > 0 and self.doubt is None:
            self._second.ask(self.court.doubt, self.case.read, question)

    def _hear_second(self) -> bool:
        heard = self._second.poll()
        if heard is None or heard[0]["_number"] != self._number:
            return False
        report = heard[1]
        if isinstance(report.answer, Judgement):
            self.standard = report.answer
            self._ask_second()
        elif isinstance(report.answer, Doubt):
            self.doubt = report.answer
        elif report.failure:
            self.window.notices.complain(report.failure)
        self.doubting = report.done, report.total
        return True

    @property
    def verdict_words(self) -> str:
        """The verdict as `wc3d judge` prints it."""
        return "\n".join(self.judgement.lines) if self.judgement is not None else ""

    def add(self, base: str) -> None:
        """A new model where the mouse points; if that is at no place of the board, near the middle: it follows the mouse then."""
        if self.measuring.active:
            self.measuring.put_down()
        x, y, _ = self.window.viewpoint.orbit.target
        steps = sorted(product(range(-6, 7), repeat=2), key=lambda step: step[0] ** 2 + step[1] ** 2)
        middle = [RayHit("table", "", (x + 3.0 * i, y + 3.0 * j, 0.0), 1.0, True) for i, j in steps]
        at, why = None, ""
        for hit in [self.window.hit] if self.window.hit is not None else middle:
            at, why = standing_place(self.case.table, base, hit)
            if at is not None:
                break
        if at is None:
            self.window.notices.complain(why)
            return
        self.picked = self.case.add(base, at)
        self.carried = self.picked if self.window.hit is None else None
        self.arm()

    def arm(self) -> None:
        """Where the question lacks a place now, the next clicks on the board give it."""
        lacking = self.case.open
        self.waiting_for = lacking if lacking is not None and lacking.holds in ("point", "place", "path") else None

    def ask(self, type: str) -> None:
        """Ask something else."""
        self.case.retype(type)
        self.arm()

    @property
    def held(self) -> str | None:
        """The model that follows the mouse."""
        return self.grabbed[0] if self.grabbed is not None else self.carried

    def stand_on_top(self, id: str) -> None:
        """Put a model on the highest level at its place on which it can stand."""
        body = self.case.table.body(id)
        height = highest_standable(self.case.table, body.base, body.at[:2], ignore=(id,))
        if height is None:
            self.window.notices.complain(f"no {body.base} base can stand at ({body.at[0]:g}, {body.at[1]:g}) on any level")
        else:
            self.case.move(id, (*body.at[:2], height))
            self.carried = None

    def remove(self) -> None:
        """Take the picked model off."""
        if self.picked is not None:
            self.case.remove(self.picked)
            self.picked = self.carried = None

    def look_along_evidence(self) -> None:
        """The camera behind the line that decided."""
        own = self.judgement.exhibit if self.judgement is not None else None
        shown = measured_exhibit(self.measuring) if self.measuring.active else own
        self.look_along(bold_line(shown), "there is no line to look along")
