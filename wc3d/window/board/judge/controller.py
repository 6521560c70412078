"""A case being heard: the board and the question, the verdict and its doubt as they come, and papers to share."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from wc3d.judge.question_type import FormField
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.table.terrain.standing import highest_standable
from wc3d.ui.judge.background_judge import JudgeInquiry
from wc3d.ui.judge.question_form import JudgeCase
from wc3d.ui.judge.verdict_view import Court
from wc3d.ui.measuring.readout import bold_line, measured_exhibit
from wc3d.ui.measuring.ruler import standing_place
from wc3d.ui.measuring.tools import Measuring
from wc3d.window.board.judge.export import Writing
from wc3d.window.shell.screen import Screen


class Hearing(JudgeInquiry, Screen):
    """A table, who answers questions about it, and the question as it stands."""

    def __init__(self, table: Table, court: Court, questions: Sequence[Mapping[str, Any]] = (), name: str = "") -> None:
        super().__init__(JudgeCase(table, questions, name, court.book), court.judge, court.doubt)
        self.court = court
        self.measuring = Measuring(lambda: self.case.table, lambda: self.picked)
        self.picked: str | None = None
        self.waiting_for: FormField | None = None
        self.terrain: str | None = None
        self.papers = Writing(self)
        self.cut_size = (820.0, 184.0, 1.0)
        self.grabbed: tuple[str, XYZ] | None = None
        self.carried: str | None = None
        self.back: Screen | None = None
        """The workshop of the board, if one came from there."""

    @property
    def table(self) -> Table:
        return self.case.table

    @property
    def selected(self) -> str | None:
        return self.picked

    def may_close(self) -> bool:
        """May the window close? Where one came from a board that is not saved, that is shown, and asks what to do with it."""
        if self.back is None or self.back.may_close():
            return True
        self.go_back()
        return False

    def go_back(self) -> None:
        """Go back to the board that one came from, as one left it."""
        if self.back is not None:
            self.window.show(self.back)

    def left(self) -> None:
        self.measuring.close()
        self.end_inquiry()
        self.papers.stop()

    def poll(self) -> bool:
        news = self.measuring.poll()
        self.picked = self.picked if self.picked in self.case.ids else None
        self.carried = self.carried if self.carried in self.case.ids else None
        judgement, failure = self.judgement, self.failure
        has_answer = self.inquire(self.held is not None, self.cut_size)
        if (self.judgement is not None and self.judgement is not judgement) or (self.failure and self.failure != failure):
            self.window.log(f"answer {self.failure or self.verdict_words}")
        if self.complaint:
            self.window.notices.complain(self.complaint)
            self.complaint = ""
        return any([news, has_answer, self.papers.poll()])

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
        at, reason = None, ""
        for hit in [self.window.hit] if self.window.hit is not None else middle:
            at, reason = standing_place(self.case.table, base, hit)
            if at is not None:
                break
        if at is None:
            self.window.notices.complain(reason)
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
            self.window.notices.complain(f"no {body.base} base can stand at ({body.at[0]:g}, {body.at[1]:g}) on any floor")
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
        exhibit = measured_exhibit(self.measuring) if self.measuring.active else own
        self.look_along(bold_line(exhibit), "There is no line to look along")
