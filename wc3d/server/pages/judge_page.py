"""What a judge's page shows: the game with the eyes of a player, whose models can be put elsewhere by hand."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit
from wc3d.server.match.seat_session import JudgeSession, SeatSession
from wc3d.server.pages.seat_buttons import Button, button, plain
from wc3d.server.pages.seat_page import SeatScreen
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.ruler import standing_place
from wc3d.web.live_stage import LiveStage
from wc3d.workers.table_worker import MakeWorker

STEP = 15.0
"""Degrees by which a model is turned at once."""


class JudgeScreen(SeatScreen):
    """`put` is the model as it is to stand; nothing has happened before the judge says why and puts it there."""

    def __init__(self, room: Any, seat: int, stage: LiveStage, worker: MakeWorker | None = None) -> None:
        self.put: Body | None = None
        self.held: str | None = None
        super().__init__(room, seat, stage, worker)

    def _session(self) -> SeatSession:
        return JudgeSession(self.room, self.seat)

    @property
    def table(self) -> Table:
        """The table with the model where it is to stand."""
        table = super().table
        return table.with_bodies(self.put) if self.put is not None and self.put.id in {b.id for b in table.bodies} else table

    @property
    def passing(self) -> tuple[str | None, ...]:
        return super().passing if self.measuring.active else (self.held,)

    def follow(self) -> None:
        if self._number != self.room.visible(self.seat):
            self.put = self.held = None
        super().follow()

    # What mouse, fingers and keys do

    def grab(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        self.follow()
        if self.measuring.active:
            super().grab(hit, id, eye)
            return
        body = next((body for body in self.table.bodies if body.id == id), None)
        if body is not None:
            self.put, self.held, self.notice = body, id, ""

    def drag(self, hit: RayHit | None) -> None:
        self.follow()
        if self.measuring.active or self.held is None or self.put is None:
            super().drag(hit)
        elif hit is not None:
            at, self.notice = standing_place(self.table, self.put.base, hit, ignore=(self.put.id,))
            self.put = self.put.moved(at) if at is not None else self.put

    def drop(self, hit: RayHit | None, corner: bool = False) -> None:
        if self.held is None:
            super().drop(hit, corner)
        else:
            self.drag(hit)
            self.held = None

    def command(self, name: str) -> None:
        if self.put is not None and not self.measuring.active and name == "cancel":
            self.put = self.held = None
        elif self.put is not None and name in ("turn_left", "turn_right"):
            self._turn(STEP if name == "turn_left" else -STEP)
        else:
            super().command(name)

    def _turn(self, degrees: float) -> None:
        if self.put is not None and self.put.facing is not None:
            self.put = replace(self.put, facing=(self.put.facing + degrees) % 360.0)

    # What is shown

    def buttons(self) -> list[Button]:
        if self.put is None:
            return []
        buttons = [button("let go", "Cancel", lambda: self.command("cancel"))]
        if self.put.facing is not None:
            buttons.append(button("left", "Turn model left", lambda: self._turn(STEP), why="by 15 degrees"))
            buttons.append(button("right", "Turn model right", lambda: self._turn(-STEP), why="by 15 degrees"))
        return buttons

    def figures(self) -> list[dict[str, Any]]:
        rules, state, facings = self.rules, self.session.state, dict(self.rules.facings(self.session.state))
        if self.put is not None and self.put.facing is not None:
            facings[self.put.id] = (self.put.facing - 90.0) % 360.0
        return self.stage.standing(self.table, rules.liveries(state), facings)

    def shown(self) -> dict[str, Any]:
        message = super().shown()
        movable = [body.id for body in self.table.bodies if self.rules.owner(self.session.state, body.id)]
        instructions = "" if self.put is not None else "Drag a model to its correct position. Then enter the reason."
        return {**message, "mine": False, "movable": movable, "how": instructions, "correct": self._correct()}

    def _correct(self) -> dict[str, Any] | None:
        """What the judge would have happen, for the form in which it is said why."""
        if self.put is None:
            return None
        facing = {} if self.put.facing is None else {"facing": round(self.put.facing, 1)}
        name = plain(self.rules.name_of(self.session.state, self.put.id))
        return {"model": self.put.id, "name": name, "at": [round(v, 3) for v in self.put.at[:2]], **facing}
