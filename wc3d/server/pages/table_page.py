"""The base class of all page controllers: a table for hit tests, and handlers for user input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.server.pages.stacked_taps import models_at
from wc3d.table.table import Table
from wc3d.ui.input_stack import InputStack
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.web.live_scene import LiveScene

SIDE_CUT_SIZE = (380.0, 170.0, 2.0)
"""The width and height of a side cut in points, and its dots per point."""


class TablePage(ABC):
    """A page controller with its last message (`notice`) and its camera's direction in degrees.

    `is_touched`: the user points with a finger, so no text mentions keys.
    """

    measuring: MeasuringTools

    def __init__(self, stage: LiveScene) -> None:
        self.page_scene = stage
        self.notice = ""
        self.is_touched = False
        self.camera_turn_deg = 0.0
        self.tools = InputStack(lambda: (self.measuring,))
        self._picker: tuple[object, RayPicker] | None = None
        self._ray: tuple[XYZ, XYZ] = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        """The last ray of a hit test: its start and its way."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The displayed table."""

    @property
    def dragged_model(self) -> str | None:
        """The model that is dragged on the table."""
        return None

    @property
    def pass_through_ids(self) -> tuple[str | None, ...]:
        """The ids of dragged models, which hit tests ignore."""
        return *self.tools.pass_through_ids(), self.dragged_model

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Return whether a background task is running."""

    @property
    @abstractmethod
    def is_turning_model(self) -> bool:
        """Return whether the user is turning a model that is already placed."""

    @abstractmethod
    def sync(self) -> None:
        """Catch up with the game, if there is one."""

    @abstractmethod
    def poll(self) -> bool:
        """Collect finished background work. Return whether the screen has changed."""

    def hit_test(self, start: XYZ, way: XYZ) -> RayHit | None:
        """Return the first hit of a ray."""
        table = self.table
        self._ray = start, way
        through = self.pass_through_ids
        if self._picker is None or self._picker[0] is not table.features:
            self._picker = table.features, RayPicker(table)
        return self._picker[1].pick_first(
            start, way, tuple(body for body in table.bodies if body.id not in through)
        )

    def models_under_finger(self, hit: RayHit | None) -> tuple[str, ...]:
        """Return the models at the last hit, the front one first."""
        through = self.pass_through_ids
        bodies = [body for body in self.table.bodies if body.id not in through]
        return models_at(hit, *self._ray, bodies)

    # Mouse: an active tool, or else the table

    def on_hover(self, hit: RayHit | None) -> None:
        """Handle a mouse movement over the table."""
        self.sync()
        if not self.tools.on_hover(hit):
            self.hover_table(hit)

    def on_click(self, hit: RayHit | None, corner: bool = False, touch: bool = False) -> None:
        """Handle a click or a tap on the table."""
        self.sync()
        self.notice = ""
        if not self.tools.on_click(hit):
            self.click_table(hit, corner, touch)

    def on_drag_start(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        """Handle the start of a drag at a model or a ghost."""
        self.sync()
        if self.tools.begin_drag(hit, eye) or self.tools.takes_mouse:
            self.notice = ""
        else:
            self.begin_table_drag(id)

    def on_drag(self, hit: RayHit | None) -> None:
        """Handle a movement of the dragged model."""
        self.sync()
        if not self.tools.on_drag(hit):
            self.drag_on_table(hit)

    def on_drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """Handle the drop of the dragged model."""
        self.sync()
        if not self.tools.on_drop(hit):
            self.drop_on_table(hit, corner)

    @abstractmethod
    def hover_table(self, hit: RayHit | None) -> None:
        """Handle a mouse movement while no tool takes it."""

    @abstractmethod
    def click_table(self, hit: RayHit | None, corner: bool, touch: bool) -> None:
        """Handle a click or a tap while no tool takes it."""

    @abstractmethod
    def begin_table_drag(self, id: str) -> None:
        """Handle the start of a drag while no tool takes it."""

    @abstractmethod
    def drag_on_table(self, hit: RayHit | None) -> None:
        """Handle a drag that does not belong to a tool."""

    @abstractmethod
    def drop_on_table(self, hit: RayHit | None, corner: bool) -> None:
        """Handle the end of a drag that does not belong to a tool."""

    # Buttons, lists and keys

    @abstractmethod
    def on_button(self, mark: str) -> None:
        """Handle a button press. Ignore buttons that no longer exist."""

    @abstractmethod
    def on_row_click(self, id: str) -> None:
        """Handle a click on a list row."""

    def on_place_words(self, words: str) -> None:  # noqa: B027 (disputes alone take sentences)
        """Handle a sentence that says where a model stands."""

    @abstractmethod
    def on_button_hover(self, mark: str) -> None:
        """Handle the mouse over a button, "" for no button."""

    @abstractmethod
    def show_log_line(self, number: int) -> None:
        """Handle a click on a log line."""

    @abstractmethod
    def run_command(self, name: str) -> None:
        """Run the command of a key."""

    @abstractmethod
    def screen_message(self) -> dict[str, Any]:
        """Return the whole screen."""

    @abstractmethod
    def hover_message(self) -> dict[str, Any]:
        """Return the part of the screen that changes with the mouse."""

    @abstractmethod
    def close(self) -> None:
        """Release the resources after the page is closed."""
