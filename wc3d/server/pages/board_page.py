"""What a browser's page shows of a board that is no seat's: the table, its measuring tools, and buttons of its own."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.presentation.evidence_view import XYZ, Exhibit
from wc3d.presentation.palette import RGB, Livery
from wc3d.presentation.preview import Tag
from wc3d.scene.composition import facings
from wc3d.scene.picking import RayHit
from wc3d.server.pages.page_controller import CUT, PageScreen
from wc3d.server.pages.seat_buttons import Button, plain, tool_buttons
from wc3d.server.pages.seat_panels import measured
from wc3d.table.table import Table
from wc3d.ui.measuring.draw import draw_measured
from wc3d.ui.measuring.readout import measured_tags
from wc3d.ui.measuring.tools import Measuring
from wc3d.web.live_stage import LiveStage, PagePens
from wc3d.workers.table_worker import MakeWorker, Worker

PLAIN: RGB = (200, 200, 200)
"""The color of a model that is nobody's."""


class LookScreen(PageScreen):
    """A table to walk around and to measure on. `title` is what it is called, `picked` the model that was clicked last."""

    def __init__(self, table: Table, title: str, worker: MakeWorker = Worker) -> None:
        super().__init__(LiveStage(table))
        self._table, self.title = table, title
        self.picked: str | None = None
        self.measuring = Measuring(lambda: self.table, lambda: self.picked, self.named, worker)
        self.measuring.cut_size = CUT

    @property
    def table(self) -> Table:
        return self._table

    @property
    def passing(self) -> tuple[str | None, ...]:
        return self.measuring.passing()

    @property
    def busy(self) -> bool:
        return self.measuring.active and (self.measuring.busy or self.measuring.area.waits)

    @property
    def turning(self) -> bool:
        return False

    def poll(self) -> bool:
        return self.measuring.poll()

    def named(self, id: str) -> str:
        """What a model is called."""
        return id

    # What mouse, fingers and keys do

    def point(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.pointed(hit)

    def click(self, hit: RayHit | None, corner: bool = False, touch: bool = False) -> None:
        self.notice = ""
        if self.measuring.active:
            self.measuring.clicked(hit)
        else:
            self.picked = hit.id if hit is not None and hit.what == "body" else None

    def grab(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        self.notice = ""
        if self.measuring.active and hit is not None:
            self.measuring.may_drag(hit, eye)

    def drag(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dragged(hit)

    def drop(self, hit: RayHit | None, corner: bool = False) -> None:
        if self.measuring.active:
            self.measuring.dropped(hit)

    def press(self, mark: str) -> None:
        self.notice = ""
        for face, act in (*self.buttons(), *tool_buttons(self.measuring)):
            if face["mark"] == mark:
                act()
                return

    def pick(self, id: str) -> None:
        self.picked = id if any(body.id == id for body in self.table.bodies) else None

    def look(self, mark: str) -> None:
        """Nothing is foretold here."""

    def show_line(self, number: int) -> None:
        """There is no log here."""

    def command(self, name: str) -> None:
        self.notice = ""
        if name == "cancel":
            self.measuring.cancelled()
        elif name in self.measuring.commands():
            self.measuring.commands()[name]()

    # What is shown

    def buttons(self) -> list[Button]:
        """What can be pressed."""
        return []

    def told(self) -> dict[str, Any] | None:
        """What is told beside the table: what is measured."""
        return measured(self.measuring)

    def about(self) -> dict[str, Any]:
        """What the page says of it, beside what every page has."""
        wide, deep = self.table.size
        count = len(self.table.features)
        features = "1 terrain feature" if count == 1 else f"{count} terrain features"
        return {"head": f"{wide:g} by {deep:g} inches, {features}"}

    @property
    def exhibit(self) -> Exhibit | None:
        """What the models are shown for, if for anything: who looks at whom."""
        return None

    def liveries(self) -> dict[str, Livery]:
        """The colors of models."""
        return {}

    def tags(self) -> Sequence[Tag]:
        """Words at places."""
        return [
            Tag((body.at[0], body.at[1], body.at[2] + body.height + 0.15), body.id, PLAIN) for body in self.table.bodies
        ]

    def ground(self) -> dict[str, Any]:
        """What lies on the table, and goes along with the models."""
        return PagePens().for_page()

    def draw(self, pens: PagePens) -> None:
        """Draw over the table what is not measured."""

    def shown(self) -> dict[str, Any]:
        nothing: dict[str, Any] = {
            "t": "screen", "n": 0, "head": "", "asked": self.title, "mine": False, "question": [], "how": "", "cards": [],
            "counters": None, "picked": None, "rosters": [], "points": [], "wish": None, "movable": [],
        }  # fmt: skip
        figures = self.stage.standing(self.table, self.liveries(), facings(self.table, self.exhibit))
        buttons = [face for face, _ in self.buttons()]
        tools = [face for face, _ in tool_buttons(self.measuring)]
        message = {**nothing, "buttons": buttons, "tools": tools, "figures": figures, "ground": self.ground()}
        return {**message, **self.about(), **self.hand()}

    def hand(self) -> dict[str, Any]:
        pens = PagePens()
        if self.measuring.active:
            draw_measured(pens, self.measuring)
        else:
            self.draw(pens)
        for tag in (*self.tags(), *(measured_tags(self.measuring) if self.measuring.active else ())):
            pens.sign(tag.at, plain(tag.words), tag.rgb, 1)
        ghosts = [b for b in (self.measuring.viewer, self.measuring.target) if b is not None] if self.measuring.active else []
        return {
            "hand": [], "notice": plain(self.notice), "measured": self.told(), "marks": pens.for_page(), "pointing": False,
            "able": None, "follows": self.measuring.active,
            "ghosts": [{"id": b.id, "at": list(b.at), "size": [b.radius, b.height]} for b in ghosts],
        }  # fmt: skip

    def news(self) -> list[dict[str, Any]]:
        """What has happened, to be shown before what is there now."""
        return []

    def close(self) -> None:
        self.measuring.close()
