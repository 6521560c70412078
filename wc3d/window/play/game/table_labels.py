"""Labels and other texts over the table of a game, clear of each other and of the panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.ui.hint_display import HintDisplay
from wc3d.ui.measuring.readout import measuring_tags
from wc3d.ui.overlays import OddsText, format_chances
from wc3d.window.play.model_labels import NamedModels, draw_state_labels
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import draw_tags


def draw_table_labels(ui: Any, screen: Any, hints: HintDisplay, covered: Sequence[Rect]) -> None:
    """Draw tags and labels of models within a screen's free part, not over what is `covered`."""
    window, controller, room = screen.window, screen.controller, screen.free_rect()
    pending = controller.pending
    ghosts = pending.ghosts if pending is not None and pending.is_placed else ()
    has_all_names = window.settings.display.names == "all"
    odds: OddsText | None = (lambda _, chances: format_chances(chances)) if has_all_names else None
    tags = (
        measuring_tags(screen.measuring)
        if screen.measuring.is_active
        else hints.table_tags(screen.attention, window.viewpoint.orbit.turn, odds)
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
        gone=screen.animation.gone_models,
        picked=controller.selected_model,
        tips=pending is None,
        room=room,
        brief=pending is not None,
        taken=(*covered, *tag_rects),
        named=named_models(screen, hints),
    )


def named_models(screen: Any, hints: HintDisplay) -> NamedModels:
    """Return the models that matter now: hovered, in question, or targets with their chances."""
    controller = screen.controller
    if screen.measuring.is_active:
        return NamedModels(frozenset(_measured_models(screen)), (), screen.hovered_id)
    asked = screen.play_panels.question_model()
    ids = {asked} if asked is not None else set[str]()
    targets = controller.highlighted_targets()
    odds = hints.target_odds(screen.attention)
    if not odds and controller.aimed_items:
        queries = controller.rules.queries
        units = {queries.group(controller.state, id): id for id in targets}
        ids.update(units.values())
    words = tuple((id, format_chances(chances)) for id, chances in odds.items())
    return NamedModels(frozenset(ids), words, screen.hovered_id, bool(targets))


def _measured_models(screen: Any) -> set[str]:
    """Return the models at the ends of a line of sight."""
    ends = (screen.measuring.viewer, screen.measuring.target)
    return {body.id for body in ends if body is not None}
