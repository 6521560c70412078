"""The controller of a judge's page: the game in a player's view, with models that can be moved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wc3d.scene.picking import RayHit
from wc3d.server.match.seat_session import JudgeSeatSession, SeatSession
from wc3d.server.pages.seat_buttons import Button, make_button, remove_icons
from wc3d.server.pages.seat_page import SeatController
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.ui.measuring.ruler import find_standing_place
from wc3d.web.live_scene import LiveScene
from wc3d.workers.table_worker import WorkerFactory

TURN_STEP_DEG = 15.0
"""Degrees by which a key press or a button turns a model."""


class JudgeSeatController(SeatController):
    """A judge's page. `corrected_body` is a moved model, which takes effect with a reason."""

    def __init__(
        self, match: Any, seat: int, stage: LiveScene, worker: WorkerFactory | None = None
    ) -> None:
        self.corrected_body: Body | None = None
        self.dragged_id: str | None = None
        super().__init__(match, seat, stage, worker)

    def _make_session(self) -> SeatSession:
        return JudgeSeatSession(self.match, self.seat)

    @property
    def table(self) -> Table:
        """The table with the corrected model."""
        table = super().table
        return (
            table.with_bodies(self.corrected_body)
            if self.corrected_body is not None
            and self.corrected_body.id in {b.id for b in table.bodies}
            else table
        )

    @property
    def dragged_model(self) -> str | None:
        return self.dragged_id

    def sync(self) -> None:
        if self._number != self.match.visible_row_count(self.seat):
            self.corrected_body = self.dragged_id = None
        super().sync()

    # Input

    def begin_table_drag(self, id: str) -> None:
        body = next((body for body in self.table.bodies if body.id == id), None)
        if body is not None:
            self.corrected_body = body
            self.dragged_id = id
            self.notice = ""

    def drag_on_table(self, hit: RayHit | None) -> None:
        if self.dragged_id is None or self.corrected_body is None:
            super().drag_on_table(hit)
        elif hit is not None:
            at, self.notice = find_standing_place(
                self.table, self.corrected_body.base, hit, ignore=(self.corrected_body.id,)
            )
            self.corrected_body = (
                self.corrected_body.moved(at) if at is not None else self.corrected_body
            )

    def drop_on_table(self, hit: RayHit | None, corner: bool) -> None:
        if self.dragged_id is None:
            super().drop_on_table(hit, corner)
        else:
            self.drag_on_table(hit)
            self.dragged_id = None

    def run_command(self, name: str) -> None:
        if self.corrected_body is not None and name in ("turn_left", "turn_right"):
            self._turn(TURN_STEP_DEG if name == "turn_left" else -TURN_STEP_DEG)
        else:
            super().run_command(name)

    def cancel_on_table(self) -> None:
        if self.corrected_body is not None:
            self.corrected_body = self.dragged_id = None
        else:
            super().cancel_on_table()

    def _turn(self, degrees: float) -> None:
        if self.corrected_body is not None and self.corrected_body.facing is not None:
            self.corrected_body = replace(
                self.corrected_body, facing=(self.corrected_body.facing + degrees) % 360.0
            )

    # Output

    def buttons(self) -> list[Button]:
        if self.corrected_body is None:
            return []
        buttons = [make_button("let go", "Cancel", lambda: self.run_command("cancel"))]
        if self.corrected_body.facing is not None:
            buttons.append(
                make_button(
                    "left",
                    "Turn model left",
                    lambda: self._turn(TURN_STEP_DEG),
                    why="by 15 degrees",
                )
            )
            buttons.append(
                make_button(
                    "right",
                    "Turn model right",
                    lambda: self._turn(-TURN_STEP_DEG),
                    why="by 15 degrees",
                )
            )
        return buttons

    def figures(self) -> list[dict[str, Any]]:
        rules = self.rules
        state = self.session.state
        facings = dict(self.rules.display.facings(self.session.state))
        if self.corrected_body is not None and self.corrected_body.facing is not None:
            facings[self.corrected_body.id] = (self.corrected_body.facing - 90.0) % 360.0
        return self.page_scene.figures_to_json(self.table, rules.display.liveries(state), facings)

    def screen_message(self) -> dict[str, Any]:
        message = super().screen_message()
        movable = [
            body.id
            for body in self.table.bodies
            if self.rules.queries.owner(self.session.state, body.id)
        ]
        instructions = (
            ""
            if self.corrected_body is not None
            else "Drag a model to its correct position. Then enter the reason."
        )
        return {
            **message,
            "mine": False,
            "movable": movable,
            "how": instructions,
            "correct": self._describe_correction(),
        }

    def _describe_correction(self) -> dict[str, Any] | None:
        """Return the correction for the form in which the judge enters the reason, or None."""
        if self.corrected_body is None:
            return None
        facing = (
            {}
            if self.corrected_body.facing is None
            else {"facing": round(self.corrected_body.facing, 1)}
        )
        name = remove_icons(
            self.rules.text.display_name(self.session.state, self.corrected_body.id)
        )
        return {
            "model": self.corrected_body.id,
            "name": name,
            "at": [round(v, 3) for v in self.corrected_body.at[:2]],
            **facing,
        }
