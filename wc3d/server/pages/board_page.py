"""The controller of a page for a board without a seat, with measuring tools and its own buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.palette import RGB, Livery
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.picking import RayHit
from wc3d.scene.picture_composition import figure_facings
from wc3d.scene.terrain_in_question import find_terrain_in_question
from wc3d.server.pages.seat_buttons import Button, make_tool_buttons, remove_icons
from wc3d.server.pages.seat_panels import draw_sight_answer, measuring_panel
from wc3d.server.pages.table_page import SIDE_CUT_SIZE, TablePage
from wc3d.table.table import Table
from wc3d.ui.measuring.draw import draw_measuring_marks
from wc3d.ui.measuring.readout import measuring_evidence, measuring_tags
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.web.live_scene import LiveScene
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.workers.table_worker import TableWorker, WorkerFactory

NEUTRAL_RGB: RGB = (200, 200, 200)
"""The color of a model without an owner."""


class BoardPageController(TablePage):
    """A controller for viewing and measuring a table. `selected_id` is the last clicked model."""

    def __init__(self, table: Table, title: str, worker: WorkerFactory = TableWorker) -> None:
        super().__init__(LiveScene(table))
        self._table = table
        self.title = title
        self.selected_id: str | None = None
        self.measuring = MeasuringTools(
            lambda: self.table, lambda: self.selected_id, self.display_name, worker
        )
        self.measuring.side_cut_size = SIDE_CUT_SIZE

    @property
    def table(self) -> Table:
        return self._table

    @property
    def is_busy(self) -> bool:
        return self.measuring.is_answer_due

    @property
    def is_turning_model(self) -> bool:
        return False

    def sync(self) -> None:
        """Do nothing, as this table changes only with the page."""

    def poll(self) -> bool:
        return self.measuring.poll()

    def display_name(self, id: str) -> str:
        """Return the name of a model."""
        return id

    # Input

    def click_table(self, hit: RayHit | None, corner: bool, touch: bool) -> None:
        self.selected_id = hit.id if hit is not None and hit.kind == "body" else None

    def begin_table_drag(self, id: str) -> None:
        self.notice = ""

    def hover_table(self, hit: RayHit | None) -> None:
        """Do nothing, as this page shows nothing about the model under the mouse."""

    def drag_on_table(self, hit: RayHit | None) -> None:
        """Do nothing, as the models of this page stay."""

    def drop_on_table(self, hit: RayHit | None, corner: bool) -> None:
        """Do nothing, as the models of this page stay."""

    def on_button(self, mark: str) -> None:
        self.notice = ""
        for face, act in (*self.buttons(), *make_tool_buttons(self.measuring)):
            if face["mark"] == mark:
                act()
                return

    def on_row_click(self, id: str) -> None:
        self.selected_id = id if any(body.id == id for body in self.table.bodies) else None

    def on_button_hover(self, mark: str) -> None:
        """Do nothing, as this page has no previews."""

    def show_log_line(self, number: int) -> None:
        """Do nothing, as this page has no log."""

    def run_command(self, name: str) -> None:
        self.notice = ""
        if name == "cancel":
            self.tools.on_cancel()
        elif name in self.measuring.commands():
            self.measuring.commands()[name]()

    # Output

    def buttons(self) -> list[Button]:
        """Return the buttons of the page."""
        return []

    def readout(self) -> dict[str, Any] | None:
        """Return the panel with the measurements, or None."""
        return measuring_panel(self.measuring)

    def heading_fields(self) -> dict[str, Any]:
        """Return the screen fields that are particular to this page."""
        wide, deep = self.table.size
        count = len(self.table.features)
        features = "1 terrain feature" if count == 1 else f"{count} terrain features"
        return {"head": f"{wide:g} by {deep:g} inches, {features}"}

    @property
    def evidence_view(self) -> EvidenceView | None:
        """The evidence for which the models are arranged, or None."""
        return None

    def terrain_in_question(self) -> frozenset[str]:
        """Return the terrain whose volumes are shown."""
        evidence = measuring_evidence(self.measuring)
        return find_terrain_in_question(self.table, [evidence] if evidence is not None else [])

    def liveries(self) -> dict[str, Livery]:
        """Return the colors of the models."""
        return {}

    def tags(self) -> Sequence[FloatingTag]:
        """Return the floating tags."""
        return [
            FloatingTag(
                (body.at[0], body.at[1], body.at[2] + body.height + 0.15), body.id, NEUTRAL_RGB
            )
            for body in self.table.bodies
        ]

    def ground_marks(self) -> dict[str, Any]:
        """Return the marks on the table that change with the models."""
        return PageMarkPainter().to_json()

    def draw_marks(self, pens: PageMarkPainter) -> None:
        """Draw marks over the table while no tool is active."""

    def screen_message(self) -> dict[str, Any]:
        nothing: dict[str, Any] = {
            "t": "screen",
            "n": 0,
            "head": "",
            "asked": self.title,
            "mine": False,
            "question": [],
            "how": "",
            "cards": [],
            "counters": None,
            "picked": None,
            "rosters": [],
            "points": [],
            "wish": None,
            "movable": [],
        }
        figures = self.page_scene.figures_to_json(
            self.table, self.liveries(), figure_facings(self.table, self.evidence_view)
        )
        buttons = [face for face, _ in self.buttons()]
        tools = [face for face, _ in make_tool_buttons(self.measuring)]
        message = {
            **nothing,
            "buttons": buttons,
            "tools": tools,
            "figures": figures,
            "ground": self.ground_marks(),
        }
        return {**message, **self.heading_fields(), **self.hover_message()}

    def hover_message(self) -> dict[str, Any]:
        pens = PageMarkPainter()
        pens.terrain = self.terrain_in_question()
        draw_measuring_marks(pens, self.measuring)
        draw_sight_answer(pens, self.measuring)
        if not self.tools.takes_mouse:
            self.draw_marks(pens)
        for tag in (*self.tags(), *measuring_tags(self.measuring)):
            pens.draw_label(tag.at, remove_icons(tag.words), tag.rgb, 1)
        ghosts = [b for b in (self.measuring.viewer, self.measuring.target) if b is not None]
        return {
            "hand": [],
            "notice": remove_icons(self.notice),
            "measured": self.readout(),
            "marks": pens.to_json(),
            "pointing": False,
            "able": None,
            "follows": self.tools.takes_mouse,
            "ghosts": [
                {"id": b.id, "at": list(b.at), "size": [b.radius, b.height]} for b in ghosts
            ],
        }

    def take_animations(self) -> list[dict[str, Any]]:
        """Return and clear the animations to play before the current screen."""
        return []

    def close(self) -> None:
        self.measuring.close()
