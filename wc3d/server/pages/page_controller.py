"""What every screen of a browser's page has: a table that rays meet, and what mouse, fingers and keys mean on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.table import Table
from wc3d.web.live_scene import LiveScene

SIDE_CUT_SIZE = (380.0, 170.0, 2.0)
"""How large a side cut is on the page, in points, and how many dots one has."""


class PageController(ABC):
    """`notice` is what the person is told last, `turn` how far the camera has turned, in degrees."""

    def __init__(self, stage: LiveScene) -> None:
        self.page_scene = stage
        self.notice, self.camera_turn_deg = "", 0.0
        self._picker: tuple[object, RayPicker] | None = None

    @property
    @abstractmethod
    def table(self) -> Table:
        """The table as it is shown."""

    @property
    @abstractmethod
    def pass_through_ids(self) -> tuple[str | None, ...]:
        """The models that let a ray through: those that are being dragged."""

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Is an answer still to come of what is worked out beside it?"""

    @property
    @abstractmethod
    def is_turning_model(self) -> bool:
        """Is a model turned that has been put down?"""

    @abstractmethod
    def poll(self) -> bool:
        """Hear what was worked out; True if there is anything new to show."""

    def hit_test(self, start: XYZ, way: XYZ) -> RayHit | None:
        """What a ray meets first."""
        table, through = self.table, self.pass_through_ids
        if self._picker is None or self._picker[0] is not table.features:
            self._picker = table.features, RayPicker(table)
        return self._picker[1].pick_first(
            start, way, tuple(body for body in table.bodies if body.id not in through)
        )

    @abstractmethod
    def on_hover(self, hit: RayHit | None) -> None:
        """The mouse is over something."""

    @abstractmethod
    def on_click(self, hit: RayHit | None, corner: bool = False, touch: bool = False) -> None:
        """The table is clicked, or tapped."""

    @abstractmethod
    def on_drag_start(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        """A drag begins at a model or a ghost."""

    @abstractmethod
    def on_drag(self, hit: RayHit | None) -> None:
        """What is dragged is here now."""

    @abstractmethod
    def on_drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """What was dragged is put down."""

    @abstractmethod
    def on_button(self, mark: str) -> None:
        """A button is pressed; one that is not there any more does nothing."""

    @abstractmethod
    def on_row_click(self, id: str) -> None:
        """A row of a list is pressed."""

    @abstractmethod
    def on_button_hover(self, mark: str) -> None:
        """A button is looked at; an empty mark: none is."""

    @abstractmethod
    def show_log_line(self, number: int) -> None:
        """A line of the log is pressed."""

    @abstractmethod
    def run_command(self, name: str) -> None:
        """What a key does."""

    @abstractmethod
    def screen_message(self) -> dict[str, Any]:
        """All that the page shows."""

    @abstractmethod
    def hover_message(self) -> dict[str, Any]:
        """What of it changes while something is pointed at."""

    @abstractmethod
    def close(self) -> None:
        """The page is gone."""
