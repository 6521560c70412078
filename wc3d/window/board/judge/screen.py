"""The judge's screen: a board, the models in dispute, a question about them; its verdict, its doubt, and papers to share."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wc3d.panda.board import Board
from wc3d.presentation.palette import BAD, PINS, RGB, ROLE_COLORS
from wc3d.presentation.preview import Tag
from wc3d.scene.evidence_marks import draw_evidence, draw_volume
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.judge.verdict_view import Court
from wc3d.ui.measuring.draw import draw_measured, marks_key
from wc3d.ui.measuring.readout import measured_tags
from wc3d.ui.measuring.ruler import standing_place
from wc3d.window.board.board_screen import PICKED
from wc3d.window.board.judge.controller import Hearing
from wc3d.window.board.judge.panels import JudgePanels
from wc3d.window.shell.measuring_panels import MeasuringPanels, draw_tools
from wc3d.window.shell.screen import Command
from wc3d.window.shell.widgets import EDGE, panel


class Judge(Hearing):
    """The screen of `wc3d judge FILE --window`, or of a board without questions."""

    name = "judge"
    guide_topic = "judging"
    takes = ("dispute",)

    def __init__(self, table: Table, court: Court, questions: Sequence[Mapping[str, Any]] = (), name: str = "") -> None:
        super().__init__(table, court, questions, name)
        self._panels = JudgePanels(self)
        self._measured = MeasuringPanels(self.measuring)

    # --- keys and mouse

    def commands(self) -> Mapping[str, Command]:
        return {
            **self.measuring.commands(), "along": self.look_along_evidence, "save": self.papers.save, "remove": self.remove,
            "small": lambda: self.add("small"), "medium": lambda: self.add("medium"), "large": lambda: self.add("large"),
            "next": lambda: self.case.turn_to(self.case.at + 1),
        }  # fmt: skip

    def cancelled(self) -> None:
        if self.grabbed is not None:
            id, at = self.grabbed
            self.grabbed = None
            self.case.move(id, at)
        elif self.carried is not None:
            self.remove()
        elif self.waiting_for is not None:
            self.waiting_for = None
        elif self.measuring.cancelled():
            return
        elif self.painting:
            self.stop()
        else:
            self.picked = None

    def pointed(self, hit: RayHit | None) -> None:
        if self.carried is not None:
            self._follow(hit)
        else:
            self.measuring.pointed(hit)

    def clicked(self, hit: RayHit | None) -> None:
        field = self.waiting_for
        if self.carried is not None:
            self._put_down(hit)
        elif self.measuring.active:
            self.measuring.clicked(hit)
        elif field is not None and hit is not None:
            if field.holds == "model" and hit.what == "body":
                self.case.set(field.key, hit.id)
                self.waiting_for = None
            elif field.holds == "path":
                self.case.extend_path(field.key, hit.at)
            elif field.holds in ("point", "place"):
                self.case.set(field.key, [float(v) for v in (hit.at[:2] if field.holds == "point" else hit.at)])
                self.waiting_for = None
        else:
            self.picked = hit.id if hit is not None and hit.what == "body" else None
            if hit is not None and hit.what == "feature":
                self.terrain = hit.id

    def may_drag(self, hit: RayHit) -> bool:
        if self.measuring.active:
            return self.measuring.may_drag(hit, self.window.eye)
        if hit.what != "body" or self.carried is not None:
            return False
        self.picked = hit.id
        self.grabbed = hit.id, self.case.table.body(hit.id).at
        return True

    def passing(self) -> tuple[str, ...]:
        return (self.held,) if self.held is not None else self.measuring.passing()

    def dragged(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dragged(hit)
        else:
            self._follow(hit)

    def _follow(self, hit: RayHit | None) -> str:
        """What is held goes where the mouse points, if it can stand there; else why not."""
        if hit is None or self.held is None:
            return ""
        body = self.case.table.body(self.held)
        at, reason = standing_place(self.case.table, body.base, hit, ignore=(body.id,))
        if at is not None and at != body.at:
            self.case.move(body.id, at)
        return reason if at is None else ""

    def _put_down(self, hit: RayHit | None) -> None:
        """What is held stays here; a model that is carried must be able to stand here."""
        reason = self._follow(hit)
        if reason:
            self.window.notices.complain(reason)
        if self.carried is None or not (reason or hit is None):
            self.grabbed = self.carried = None
            self.case.changed += 1

    def dropped(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dropped(hit)
            return
        self._put_down(hit)

    # --- what is shown

    def colors(self) -> Mapping[str, RGB]:
        if self.judgement is None or self.measuring.active:
            return {}
        return {id: ROLE_COLORS[role] for id, role in self.judgement.exhibit.roles.items()}

    def tags(self) -> Sequence[Tag]:
        exhibit = self.judgement.exhibit if self.judgement is not None and not self.measuring.active else None
        tags = []
        for body in self.case.table.bodies:
            role = exhibit.roles.get(body.id) if exhibit is not None else None
            note = exhibit.notes.get(body.id, "") if exhibit is not None else ""
            rgb = PICKED if body.id == self.picked else ROLE_COLORS[role] if role in PINS else (150, 200, 230)  # type: ignore[index]
            words = body.id + (f" ({note})" if note else "")
            tags.append(Tag((body.at[0], body.at[1], body.at[2] + body.height + 0.2), words, rgb))
        if exhibit is not None and self.fresh:
            for id, word in exhibit.marked.items():
                if word != "intervening":
                    feature = self.case.table.feature(id)
                    x0, y0, x1, y1 = feature.pieces[0].box
                    tags.append(Tag(((x0 + x1) / 2, (y0 + y1) / 2, feature.high), f"{feature.name or id}: {word}", BAD))
        return [*tags, *measured_tags(self.measuring)]

    def shown(self) -> object:
        return marks_key(self.measuring), self.judgement, self.doubt, self.picked, self.measuring.active

    def draw_marks(self, board: Board) -> None:
        eye = self.window.viewpoint.eye
        draw_measured(board, self.measuring, eye)
        if self.measuring.active:
            return
        if self.judgement is not None:
            draw_evidence(board, self.judged_on, self.judgement.exhibit, eye)
        if self.doubt is not None:
            for body in self.doubt.places:
                draw_volume(board, body.volume, BAD, nobody=True)
        if self.picked is not None and self.picked != eye and self.picked in self.case.ids:
            board.ring(self.case.table.body(self.picked).at[:2], self.case.table.body(self.picked).radius + 0.12,
                       self.case.table.body(self.picked).at[2] + 0.04, PICKED, 2.2)  # fmt: skip

    def panels(self, ui: Any) -> None:
        left_x = self._panels.draw_left(ui)
        with panel("tools", (left_x + EDGE, EDGE)):
            draw_tools(ui, self.measuring)
            self._panels.draw_tools(ui, self)
        if self.measuring.active:
            self._measured.draw(ui)
        else:
            self._panels.draw_right(ui)
            self._panels.draw_cut(ui, left_x)
