"""What every screen of the window has: a table to show, panels over it, and what clicks, drags and keys mean."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wc3d.evidence.palette import RGB, Livery
from wc3d.evidence.picking import Hit
from wc3d.evidence.preview import Tag
from wc3d.table.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from wc3d.view.stage.board import Board
    from wc3d.view.window.file_drop import Given
    from wc3d.view.window.window import Window

Command = Callable[[], object]


class Screen:
    """One screen. The window calls these; a screen says what it shows and asks `self.window` for the rest.

    The window looks at `table`, `colours`, `turned`, `tags` and `shown` at every step and draws anew what has changed.
    """

    name = "screen"
    takes: tuple[Given, ...] = ()
    """What files may be dropped on it."""
    window: Window

    @property
    def table(self) -> Table | None:
        """The table to show, models and all; None shows none."""
        return None

    @property
    def selected(self) -> str | None:
        """The model that keys such as "through its eyes" are about."""
        return None

    def entered(self) -> None:
        """The window has begun to show this screen."""

    def left(self) -> None:
        """The window shows another screen, or closes: stop what works in the background."""

    def may_close(self) -> bool:
        """May the window close now? A screen with something to lose asks first, and calls `window.close_soon` by itself."""
        return True

    def commands(self) -> Mapping[str, Command]:
        """What the keys do here, by the command's name in the settings."""
        return {}

    def panels(self, ui: Any) -> None:
        """Draw this frame's ImGui panels."""

    def floor(self) -> float | None:
        """The pixel over which notices lie, where something lies at the bottom."""
        return None

    def tags(self) -> Sequence[Tag]:
        """The signs over the board."""
        return ()

    def colours(self) -> Mapping[str, RGB]:
        """The models' colours, where they are not the usual one."""
        return {}

    def liveries(self) -> Mapping[str, Livery]:
        """How models are dressed: side and silhouette."""
        return {}

    def turned(self) -> Mapping[str, float]:
        """Which way models look: degrees counter-clockwise from north."""
        return {}

    def shown(self) -> object:
        """Whatever `draw_marks` depends on: it is drawn again when this changes."""
        return None

    def draw_marks(self, board: Board) -> None:
        """Draw lines, areas and volumes over the board (those drawn before are gone)."""

    def poll(self) -> bool:
        """Hear from what works beside the window; True if there is something new to draw."""
        return False

    def pointed(self, hit: Hit | None) -> None:
        """The mouse points at this now."""

    def clicked(self, hit: Hit | None) -> None:
        """The left button was clicked here."""

    def may_drag(self, hit: Hit) -> bool:
        """May a drag begin here? If not, dragging shifts the view."""
        return False

    def dragged(self, hit: Hit | None) -> None:
        """The drag is here now (what is dragged lets the ray through: see `passing`)."""

    def dropped(self, hit: Hit | None) -> None:
        """The drag ended here."""

    def cancelled(self) -> None:
        """Esc: put everything down."""

    def passing(self) -> tuple[str, ...]:
        """Models that the mouse's ray goes through (what is being dragged)."""
        return ()

    def files_dropped(self, paths: Sequence[Path], given: Given, hit: Hit | None) -> None:
        """Files of a kind that it `takes` were dropped there: they are opened from the start screen."""
        self.window.to_start()
        if self.window.screen is not self:
            self.window.screen.files_dropped(paths, given, hit)
