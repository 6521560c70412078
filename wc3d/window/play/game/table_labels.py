"""Labels and other texts over the table of a game, clear of each other and of the panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.ui.hint_display import HintDisplay
from wc3d.ui.measuring.readout import measuring_tags
from wc3d.window.play.model_labels import draw_state_labels
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import draw_tags


def draw_table_labels(ui: Any, screen: Any, hints: HintDisplay, covered: Sequence[Rect]) -> None:
    """Draw tags and labels of models within a screen's free part, not over what is `covered`."""
    window, controller, room = screen.window, screen.controller, screen.free_rect()
    pending = controller.pending
    ghosts = pending.ghosts if pending is not None and pending.is_placed else ()
    tags = (
        measuring_tags(screen.measuring)
        if screen.measuring.is_active
        else hints.table_tags(screen.attention, window.viewpoint.orbit.turn)
    )
    # newest texts get the closest places
    tag_rects = draw_tags(tags, window.project_to_pixel, covered, room)
    draw_state_labels(
        ui,
        window,
        controller.rules,
        controller.state,
        elsewhere={
            **screen.animation.moving_positions,
            **{ghost.id: ghost.at for ghost in ghosts},
        },
        picked=controller.selected_model,
        tips=pending is None,
        room=room,
        brief=pending is not None,
        taken=(*covered, *tag_rects),
    )
