"""The controller of a live dispute page: after a model is dragged, the judge answers again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from wc3d.errors import InputError, to_one_line
from wc3d.judging.dispute import Dispute
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.palette import BAD_COLOR, PLAIN_COLOR, ROLE_COLORS, ROLE_PINS, Livery
from wc3d.presentation.preview import FloatingTag
from wc3d.registry import load_judge_book
from wc3d.scene.evidence_marks import draw_evidence, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.server.pages.board_page import NEUTRAL_RGB, BoardPageController
from wc3d.server.pages.seat_buttons import Button, make_button, remove_icons
from wc3d.server.pages.seat_panels import picture_data_url
from wc3d.server.pages.table_page import SIDE_CUT_SIZE
from wc3d.table.table import Table
from wc3d.ui.judge.background_judge import BackgroundJudge
from wc3d.ui.judge.dispute_words import move_as_said
from wc3d.ui.judge.question_form import DOUBT_CHOICES_IN, DisputeDraft
from wc3d.ui.judge.solve import solve_doubt, solve_question
from wc3d.ui.judge.verdict_view import describe_doubt, describe_shift, format_fraction
from wc3d.ui.measuring.readout import deciding_line, line_middle
from wc3d.ui.measuring.ruler import find_standing_place
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.workers.table_worker import TableWorker, WorkerFactory

MAX_WORDS = 200
"""The longest sentence about a place, in characters."""
VERDICT_SIGNS = {True: "✓ ", False: "✕ ", None: ""}
"""Signs that show whether a verdict is good or bad."""


class DisputePageController(BackgroundJudge, BoardPageController):
    """The controller of a dispute, with movable models, the selected question and its verdict."""

    def __init__(self, dispute: Dispute, title: str, worker: WorkerFactory = TableWorker) -> None:
        table = dispute.table
        book = load_judge_book(table.policy.game)
        questions = [
            question
            for question in dispute.given.get("questions") or [dispute.given.get("question")]
            if question
        ]
        BackgroundJudge.__init__(
            self, DisputeDraft(table, questions, title, book), solve_question, solve_doubt, worker
        )
        BoardPageController.__init__(self, table, title, worker)
        self._given = table.bodies
        self.dragged_id: str | None = None
        self.is_placement_refused = False

    @property
    def table(self) -> Table:
        return self.case.table

    @property
    def dragged_model(self) -> str | None:
        return self.dragged_id

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self.is_awaiting_answer

    def poll(self) -> bool:
        has_news = self.update_verdict(self.dragged_id is not None, SIDE_CUT_SIZE)
        self.notice = self.complaint or self.notice
        self.complaint = ""
        return any([super().poll(), has_news])

    # Input

    def begin_table_drag(self, id: str) -> None:
        if id in self.case.model_ids:
            self.notice = ""
            self.is_placement_refused = False
            self.dragged_id = id
            self.selected_id = id

    @property
    def evidence_view(self) -> EvidenceView | None:
        return self.verdict.evidence_view if self.verdict is not None else None

    def terrain_in_question(self) -> frozenset[str]:
        """Return all terrain: a judge sees every volume."""
        return frozenset(feature.id for feature in self.table.features)

    def drag_on_table(self, hit: RayHit | None) -> None:
        if self.dragged_id is not None and hit is not None:
            body = self.case.table.body(self.dragged_id)
            at, self.notice = find_standing_place(
                self.case.table, body.base, hit, ignore=(body.id,)
            )
            self.is_placement_refused = at is None
            if at is not None and at != body.at:
                self.case.move_model(body.id, at)

    def drop_on_table(self, hit: RayHit | None, corner: bool) -> None:
        self.drag_on_table(hit)
        if self.dragged_id is not None:
            self.dragged_id = None
            self.case.change_count += 1  # solves again with all evidence

    def run_command(self, name: str) -> None:
        if name == "cancel" and self.dragged_id is not None:
            self.drop_on_table(None, False)
        elif name == "next":
            self.case.select_question(self.case.question_index + 1)
        else:
            super().run_command(name)

    def on_place_words(self, words: str) -> None:
        try:
            self.selected_id = move_as_said(self.case, words[:MAX_WORDS], self.selected_id)
            self.notice = ""
            self.is_placement_refused = False
        except InputError as error:
            self.notice = to_one_line(error)

    def _put_back(self) -> None:
        self.case.move_models(self._given)

    # Output

    def buttons(self) -> list[Button]:
        buttons = []
        for number, question in enumerate(self.case.questions):
            words = f"{self.case.question_type_of(question).label}: {self._name_models(question)}".rstrip(
                ": "
            )
            buttons.append(
                make_button(
                    f"question {number}",
                    words,
                    partial(self.case.select_question, number),
                    on=number == self.case.question_index,
                )
            )
        if {"from", "to"} <= {field.key for field in self.case.form_fields}:
            buttons.append(make_button("flip", "Swap the two models", self.case.swap_fields))
        for inches in DOUBT_CHOICES_IN:
            words = (
                f"Allow {format_fraction(inches)} placement error" if inches else "Exact positions"
            )
            buttons.append(
                make_button(
                    f"doubt {inches}",
                    words,
                    partial(self.case.set_doubt, inches),
                    on=self.case.doubt == inches,
                )
            )
        moved = self.case.table.bodies != self._given
        buttons.append(make_button("back", "Put all models back", self._put_back, able=moved))
        return buttons

    def _name_models(self, question: Any) -> str:
        """Return the names of the models in a question."""
        named = [
            question.get(field.key)
            for field in self.case.question_type_of(question).form
            if field.value_type == "model"
        ]
        return " to ".join(str(id) for id in named if id)

    def heading_fields(self) -> dict[str, Any]:
        rows = [
            {
                "id": body.id,
                "words": f"{body.id}: {body.base} base",
                "note": ", ".join(f'{v:.3f}"' for v in body.at),
            }
            for body in self.case.table.bodies
        ]
        instructions = "Drag a model to ask again. Positions are base centers: east, north and height in inches."
        roster = {"player": 0, "name": "Models", "facts": [], "rows": rows}
        return {
            "head": "Dispute",
            "how": instructions,
            "rosters": [roster],
            "movable": self.case.model_ids,
            "places": self.selected_id or "",
        }

    def readout(self) -> dict[str, Any] | None:
        if self.tools.takes_mouse:
            return super().readout()
        verdict = self.verdict
        rows = list[list[str]]()
        lacking = f"Missing: {self.case.missing_text}" if self.case.missing_text else ""
        status = remove_icons(self.failure or lacking)
        panel: dict[str, Any] = {
            "tool": "verdict",
            "name": self.case.question_type.label,
            "rows": rows,
            "status": status,
        }
        if self.is_placement_refused:
            return {**panel, "sign": "", "status": "No answer: the model cannot stand there"}
        if verdict is None:
            return {**panel, "sign": "", "waits": not status}
        evidence = verdict.evidence_view
        panel |= {
            "sign": f"{VERDICT_SIGNS[evidence.is_good]}{evidence.verdict}",
            "good": evidence.is_good,
            "waits": not self.is_current,
        }
        panel["said"] = [remove_icons(line.strip()) for line in verdict.lines]
        rows += [[remove_icons(name), remove_icons(value)] for name, value in evidence.facts]
        panel["rule"] = ", ".join(verdict.json_answer.get("rules", ()))
        if self.doubt is not None:
            moved = "".join(
                f" ({describe_shift(body, self.judged_table)})" for body in self.doubt.places
            )
            heading = f"With {format_fraction(self.doubt.inches)} placement error"
            rows += [
                [heading, f"{describe_doubt(self.doubt)}: {self.doubt.words}{moved}"],
                ["Why", self.doubt.why],
            ]
        if verdict.cut is not None and self.is_current:
            panel["cut"] = picture_data_url(verdict.cut)
        return panel

    def liveries(self) -> dict[str, Livery]:
        roles = self.evidence_view.roles if self.evidence_view is not None else {}
        return {id: Livery(ROLE_COLORS[role]) for id, role in roles.items() if role in ROLE_PINS}

    def tags(self) -> Sequence[FloatingTag]:
        evidence = self.evidence_view
        tags = []
        for body in self.case.table.bodies:
            note = evidence.notes.get(body.id, "") if evidence is not None else ""
            livery = self.liveries().get(body.id)
            words = body.id + (f" ({note})" if note else "")
            tags.append(
                FloatingTag(
                    (body.at[0], body.at[1], body.at[2] + body.height + 0.2),
                    words,
                    livery.rgb if livery else NEUTRAL_RGB,
                )
            )
        return tags

    def draw_marks(self, pens: PageMarkPainter) -> None:
        if self.verdict is not None:
            draw_evidence(pens, self.judged_table, self.verdict.evidence_view)
            self._draw_answer(pens)
        for body in self.doubt.places if self.doubt is not None else ():
            draw_volume(pens, body.volume, BAD_COLOR, nobody=True)

    def _draw_answer(self, pens: PageMarkPainter) -> None:
        """Draw a current answer at its deciding line."""
        evidence = self.evidence_view
        line = deciding_line(evidence)
        if evidence is None or line is None or self.is_placement_refused or not self.is_current:
            return
        words = f"{VERDICT_SIGNS[evidence.is_good]}{evidence.verdict}"
        pens.draw_label(line_middle(line), words, PLAIN_COLOR, 0, is_answer=True)

    def close(self) -> None:
        super().close()
        self.close_workers()
