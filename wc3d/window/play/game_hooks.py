"""Hooks for game-specific parts of the window; the defaults do nothing.

`wc3d.registry` names the class of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wc3d.table.features import Kind
from wc3d.ui.controller import GameController
from wc3d.window.layout.model_boxes import Boxes
from wc3d.window.shell.tag_layout import Rect


class WindowHooks:
    """Game-specific panels; `bottom_height` is their height in pixels of an ordinary screen."""

    bottom_height = 0.0
    terrain_effects: ClassVar[Mapping[Kind, str]] = {}
    """Terrain effects for the legend that differ from those of the first game."""

    def draw_legend(self, ui: Any) -> None:
        """Draw the game's label meanings at the end of the legend."""

    def draw_panels(
        self, ui: Any, interaction: GameController, viewer: int | None, room: Rect, boxes: Boxes
    ) -> list[Rect]:
        """Draw this frame's panels in the free `room`, and return the rectangles they cover.

        `viewer` is the player whose information is shown (None: common information). `boxes` are
        the models' rectangles. A rectangle at the bottom is marked "cards".
        """
        return []
