"""Tooltips: at the mouse, or clear of every button while the keyboard is in the panels."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.tag_layout import Rect

TOOLTIP_WIDTH_PX = 340.0
"""Greatest width of a tooltip's text, in pixels."""
TOOLTIP_GAP_PX = 6.0
"""Distance of a tooltip from the panel of its button, in pixels."""
UNTOUCHABLE_FLAGS = (
    imgui.WindowFlags_.child_window
    | imgui.WindowFlags_.tooltip
    | imgui.WindowFlags_.no_mouse_inputs
).value
"""Flags of ImGui windows that have no buttons of their own place."""


def draw_tooltip(words: str, width: float = TOOLTIP_WIDTH_PX) -> None:
    """Draw a tooltip at the mouse. For a button that the keyboard focuses, it covers no panel."""
    if imgui.get_current_context().nav_highlight_item_under_nav:
        imgui.set_next_window_pos(_place_beside_panels(words, width))
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(width)
    imgui.text(words)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def _place_beside_panels(words: str, width: float) -> tuple[float, float]:
    """Return the upper left corner of a tooltip beside the panel of the last button.

    Without a place that is free of panels, it is the one that covers the least of them.
    """
    padding = imgui.get_style().window_padding
    text = imgui.calc_text_size(words, None, False, width)
    wide, high = text.x + 2 * padding.x, text.y + 2 * padding.y
    room = imgui.get_io().display_size
    item = imgui.get_item_rect_min()
    panel = _rect_of(imgui.internal.get_current_window().root_window)
    gap = TOOLTIP_GAP_PX
    y = max(0.0, min(item.y, room.y - high))
    x = max(0.0, min(item.x, room.x - wide))
    middle = (room.x - wide) / 2
    spots = (
        (panel[0] - gap - wide, y),
        (panel[2] + gap, y),
        (x, panel[3] + gap),
        (middle, panel[3] + gap),
        (x, panel[1] - gap - high),
        (middle, panel[1] - gap - high),
    )
    panels = _panel_rects()
    in_window = [
        (x, y) for x, y in spots if 0 <= x <= room.x - wide and 0 <= y <= room.y - high
    ] or [(x, y)]
    return min(
        in_window,
        key=lambda spot: sum(
            _overlap((*spot, spot[0] + wide, spot[1] + high), other) for other in panels
        ),
    )


def _panel_rects() -> list[Rect]:
    """Return the rectangles of the panels with buttons."""
    return [
        _rect_of(window)
        for window in imgui.get_current_context().windows
        if window.was_active and not window.hidden and not window.flags & UNTOUCHABLE_FLAGS
    ]


def _rect_of(window: Any) -> Rect:
    return (
        window.pos.x,
        window.pos.y,
        window.pos.x + window.size.x,
        window.pos.y + window.size.y,
    )


def _overlap(a: Rect, b: Rect) -> float:
    """Return the area that two rectangles share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)
