"""The base class of all page controllers: a table for hit tests, and handlers for user input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.table import Table
from wc3d.web.live_scene import LiveScene

SIDE_CUT_SIZE = (380.0, 170.0, 2.0)
"""The width and height of a side cut in points, and its dots per point."""


class PageController(ABC):
    """A page controller with its last message (`notice`) and its camera's direction in degrees."""

    def __init__(self, stage: LiveScene) -> None:
        self.page_scene = stage
        self.notice, self.camera_turn_deg = "", 0.0
        self._picker: tuple[object, RayPicker] | None = None

    @property
    @abstractmethod
    def table(self) -> Table:
        """The displayed table."""

    @property
    @abstractmethod
    def pass_through_ids(self) -> tuple[str | None, ...]:
        """The ids of dragged models, which hit tests ignore."""

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Return whether a background task is running."""

    @property
    @abstractmethod
    def is_turning_model(self) -> bool:
        """Return whether the user is turning a model that is already placed."""

    @abstractmethod
    def poll(self) -> bool:
        """Collect finished background work. Return whether the screen has changed."""

    def hit_test(self, start: XYZ, way: XYZ) -> RayHit | None:
        """Return the first hit of a ray."""
        table, through = self.table, self.pass_through_ids
        if self._picker is None or self._picker[0] is not table.features:
            self._picker = table.features, RayPicker(table)
        return self._picker[1].pick_first(
            start, way, tuple(body for body in table.bodies if body.id not in through)
        )

    @abstractmethod
    def on_hover(self, hit: RayHit | None) -> None:
        """Handle a mouse movement over the table."""

    @abstractmethod
    def on_click(self, hit: RayHit | None, corner: bool = False, touch: bool = False) -> None:
        """Handle a click or a tap on the table."""

    @abstractmethod
    def on_drag_start(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        """Handle the start of a drag at a model or a ghost."""

    @abstractmethod
    def on_drag(self, hit: RayHit | None) -> None:
        """Handle a movement of the dragged model."""

    @abstractmethod
    def on_drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """Handle the drop of the dragged model."""

    @abstractmethod
    def on_button(self, mark: str) -> None:
        """Handle a button press. Ignore buttons that no longer exist."""

    @abstractmethod
    def on_row_click(self, id: str) -> None:
        """Handle a click on a list row."""

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
