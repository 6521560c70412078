"""WARMACHINE's additions to the window: explanations of terrain and labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wc3d.presentation.icons import ICONS
from wc3d.table.features import Kind
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.shell.legend import draw_diamonds_row, draw_health_row
from wc3d.window.shell.widgets import draw_dim_text


class WarmachineWindowHooks(WindowHooks):
    """Explains terrain and labels; the question panel itself allocates focus."""

    terrain_effects: ClassVar[Mapping[Kind, str]] = {
        Kind.STRUCTURE: "cannot be entered; cover",
        Kind.IMPASSABLE: "cannot be entered; cover if it has height",
        Kind.OBSTACLE: 'up to 1" high and thin: models can cross it when advancing; cover',
        Kind.ROUGH: "each inch counts as two",
        Kind.FOREST: 'each inch counts as two; blocks sight beyond 3"; concealment',
        Kind.OBSCURING: 'blocks sight beyond 3"; concealment',
        Kind.OBJECTIVE: "no effect on movement",
    }

    def draw_legend(self, ui: Any) -> None:
        draw_health_row(ui)
        draw_diamonds_row(ui, "focus points and empty slots")
        draw_dim_text("\uf00c activated   \uf063 knocked down   \uf2dc stationary")
        draw_dim_text("\uf06d fire   \uf043 corrosion   \uf0c2 in a cloud   \uf0eb spell")
        draw_dim_text(f"{ICONS['cross']} chance to hit   {ICONS['skull']} chance to remove")
        draw_dim_text("white pointer: front; hatched: back arc")
