"""The parts of the window that a game may bring of its own; by default there are none.

`wc3d.registry` names the class of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wc3d.table.features import Kind
from wc3d.ui.controller import GameController
from wc3d.window.layout.panels import Boxes
from wc3d.window.shell.tag_layout import Rect


class WindowHooks:
    """A game's own panels on the play screen. `low` is the height, in pixels of an ordinary screen, that they always take at
    the bottom."""

    bottom_height = 0.0
    terrain_effects: ClassVar[Mapping[Kind, str]] = {}
    """What each kind of terrain does, for the legend, where that is another thing than in the first game."""

    def draw_legend(self, ui: Any) -> None:
        """Draw what the game's labels mean, at the end of the legend."""

    def draw_panels(
        self, ui: Any, interaction: GameController, viewer: int | None, room: Rect, boxes: Boxes
    ) -> list[Rect]:
        """Draw this frame's panels, of the player whose knowledge is shown (`viewer`; None: what both know), in the part of the
        window that no other panel covers; the models take the `boxes`. What they cover of the table; it is marked "cards" if it
        lies at the bottom."""
        return []
