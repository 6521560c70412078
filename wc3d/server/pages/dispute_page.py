"""A dispute on a browser's page, alive: models are dragged, and the judge answers again, with line, doubt and evidence."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from wc3d.judge.question_case import Dispute
from wc3d.presentation.evidence_view import XYZ, Exhibit
from wc3d.presentation.palette import BAD, PINS, ROLE_COLORS, Livery
from wc3d.presentation.preview import Tag
from wc3d.registry import judge_book
from wc3d.scene.evidence_marks import draw_evidence, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.server.pages.board_page import PLAIN, LookScreen
from wc3d.server.pages.page_controller import CUT
from wc3d.server.pages.seat_buttons import Button, button, plain
from wc3d.server.pages.seat_panels import picture
from wc3d.table.table import Table
from wc3d.ui.judge.background_judge import JudgeInquiry
from wc3d.ui.judge.question_form import DOUBTS, JudgeCase
from wc3d.ui.judge.solve import doubt_answer, judge_question
from wc3d.ui.judge.verdict_view import doubt_words, fraction, moved_words
from wc3d.ui.measuring.ruler import standing_place
from wc3d.web.live_stage import PagePens
from wc3d.workers.table_worker import MakeWorker, Worker

SIGNS = {True: "✓ ", False: "✕ ", None: ""}
"""What says beside the word whether a verdict is good or bad."""


class LiveDispute(JudgeInquiry, LookScreen):
    """A dispute: the models where they are put, the question that is looked at, and the verdict on it as it comes."""

    def __init__(self, dispute: Dispute, title: str, worker: MakeWorker = Worker) -> None:
        table = dispute.table
        book = judge_book(table.policy.game)
        questions = [question for question in dispute.given.get("questions") or [dispute.given.get("question")] if question]
        JudgeInquiry.__init__(self, JudgeCase(table, questions, title, book), judge_question, doubt_answer, worker)
        LookScreen.__init__(self, table, title, worker)
        self._given = table.bodies
        self.held: str | None = None

    @property
    def table(self) -> Table:
        return self.case.table

    @property
    def passing(self) -> tuple[str | None, ...]:
        return (self.held,) if self.held is not None else super().passing

    @property
    def busy(self) -> bool:
        return super().busy or self.asking

    def poll(self) -> bool:
        has_news = self.inquire(self.held is not None, CUT)
        self.notice, self.complaint = self.complaint or self.notice, ""
        return any([super().poll(), has_news])

    # What mouse and fingers do

    def grab(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        if self.measuring.active:
            super().grab(hit, id, eye)
        elif id in self.case.ids:
            self.notice, self.held, self.picked = "", id, id

    @property
    def exhibit(self) -> Exhibit | None:
        return self.judgement.exhibit if self.judgement is not None else None

    def drag(self, hit: RayHit | None) -> None:
        if self.held is None:
            super().drag(hit)
        elif hit is not None:
            body = self.case.table.body(self.held)
            at, self.notice = standing_place(self.case.table, body.base, hit, ignore=(body.id,))
            if at is not None and at != body.at:
                self.case.move(body.id, at)

    def drop(self, hit: RayHit | None, corner: bool = False) -> None:
        self.drag(hit)
        if self.held is None:
            super().drop(hit, corner)
        else:
            self.held = None
            self.case.changed += 1  # asked anew, with all the evidence

    def command(self, name: str) -> None:
        if name == "cancel" and self.held is not None:
            self.drop(None)
        elif name == "next":
            self.case.turn_to(self.case.at + 1)
        else:
            super().command(name)

    def _put_back(self) -> None:
        self.case.move_all(self._given)

    # What is shown

    def buttons(self) -> list[Button]:
        buttons = []
        for number, question in enumerate(self.case.questions):
            words = f"{self.case.type_of(question).label}: {self._named(question)}".rstrip(": ")
            buttons.append(button(f"question {number}", words, partial(self.case.turn_to, number), on=number == self.case.at))
        if {"from", "to"} <= {field.key for field in self.case.form}:
            buttons.append(button("flip", "Swap the two models", self.case.flip))
        for inches in DOUBTS:
            words = f"Allow {fraction(inches)} placement error" if inches else "Exact positions"
            buttons.append(button(f"doubt {inches}", words, partial(self.case.set_doubt, inches), on=self.case.doubt == inches))
        moved = self.case.table.bodies != self._given
        buttons.append(button("back", "Put all models back", self._put_back, able=moved))
        return buttons

    def _named(self, question: Any) -> str:
        """The models that a question names."""
        named = [question.get(field.key) for field in self.case.type_of(question).form if field.holds == "model"]
        return " to ".join(str(id) for id in named if id)

    def about(self) -> dict[str, Any]:
        rows = [
            {"id": body.id, "words": f"{body.id}: {body.base} base", "note": ", ".join(f'{v:.3f}"' for v in body.at)}
            for body in self.case.table.bodies
        ]
        instructions = "Drag a model to ask again. Positions are base centers: east, north and height in inches."
        roster = {"player": 0, "name": "Models", "facts": [], "rows": rows}
        return {"head": "Dispute", "how": instructions, "rosters": [roster], "movable": self.case.ids}

    def told(self) -> dict[str, Any] | None:
        if self.measuring.active:
            return super().told()
        verdict, rows = self.judgement, list[list[str]]()
        lacking = f"Missing: {self.case.missing}" if self.case.missing else ""
        status = plain(self.failure or lacking)
        panel: dict[str, Any] = {"tool": "verdict", "name": self.case.type.label, "rows": rows, "status": status}
        if verdict is None:
            return {**panel, "sign": "", "waits": not status}
        exhibit = verdict.exhibit
        panel |= {"sign": f"{SIGNS[exhibit.good]}{exhibit.verdict}", "good": exhibit.good, "waits": not self.fresh}
        panel["said"] = [plain(line.strip()) for line in verdict.lines]
        rows += [[plain(name), plain(value)] for name, value in exhibit.facts]
        panel["rule"] = ", ".join(verdict.contract.get("rules", ()))
        if self.doubt is not None:
            moved = "".join(f" ({moved_words(body, self.judged_on)})" for body in self.doubt.places)
            heading = f"With {fraction(self.doubt.inches)} placement error"
            rows += [[heading, f"{doubt_words(self.doubt)}: {self.doubt.words}{moved}"], ["Why", self.doubt.why]]
        if verdict.cut is not None and self.fresh:
            panel["cut"] = picture(verdict.cut)
        return panel

    def liveries(self) -> dict[str, Livery]:
        roles = self.exhibit.roles if self.exhibit is not None else {}
        return {id: Livery(ROLE_COLORS[role]) for id, role in roles.items() if role in PINS}

    def tags(self) -> Sequence[Tag]:
        exhibit, tags = self.exhibit, []
        for body in self.case.table.bodies:
            note = exhibit.notes.get(body.id, "") if exhibit is not None else ""
            livery = self.liveries().get(body.id)
            words = body.id + (f" ({note})" if note else "")
            tags.append(Tag((body.at[0], body.at[1], body.at[2] + body.height + 0.2), words, livery.rgb if livery else PLAIN))
        return tags

    def draw(self, pens: PagePens) -> None:
        if self.judgement is not None:
            draw_evidence(pens, self.judged_on, self.judgement.exhibit)
        for body in self.doubt.places if self.doubt is not None else ():
            draw_volume(pens, body.volume, BAD, nobody=True)

    def close(self) -> None:
        super().close()
        self.end_inquiry()
