"""The round and turn steps for the top bars of the play and replay screens."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import TurnBar
from wc3d.presentation.palette import RGB
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import draw_bold_text, draw_tooltip, pack_color, to_rgba

CURRENT_STEP_RGB: RGB = (40, 150, 186)


def draw_round_heading(ui: Any, bar: TurnBar) -> None:
    """Draw the heading, marked "round"."""
    draw_bold_text(ui, bar.heading, 16)
    ui.record_widget("round")


def draw_active_side(bar: TurnBar, colors: tuple[RGB, RGB], words: str) -> None:
    """Draw the active side's icon and a text."""
    if bar.active:
        imgui.text_colored(to_rgba(colors[bar.active - 1]), SIDE_ICONS[bar.active])
        imgui.same_line()
        imgui.text(words)


def draw_turn_steps(ui: Any, bar: TurnBar, wide: float) -> float:
    """Draw the steps of a turn with the current one highlighted; return the right edge."""
    if not bar.steps:
        return wide / 2
    draw = imgui.get_window_draw_list()
    words = [f"{i} {short}" for i, (short, _) in enumerate(bar.steps, 1)]
    gap = 5.0 * ui.scale
    pad = 7.0 * ui.scale
    sizes = [imgui.calc_text_size(w) for w in words]
    total = sum(s.x + 2 * pad for s in sizes) + gap * (len(words) - 1)
    x = (wide - total) / 2 - 6 * ui.scale
    y = 9 * ui.scale
    high = 28 * ui.scale
    for i, (text, size) in enumerate(zip(words, sizes, strict=True), 1):
        low = imgui.ImVec2(x, y)
        end = imgui.ImVec2(x + size.x + 2 * pad, y + high)
        if i == bar.step:
            draw.add_rect_filled(low, end, pack_color(CURRENT_STEP_RGB), 6)
        else:
            draw.add_rect(low, end, pack_color((70, 84, 98), 0.7), 6)
        shade = (
            (255, 255, 255)
            if i == bar.step
            else (120, 132, 142)
            if i < bar.step
            else (176, 186, 196)
        )
        draw.add_text((x + pad, y + (high - size.y) / 2), pack_color(shade), text)
        if imgui.is_mouse_hovering_rect(low, end):
            draw_tooltip(f"Step {i} of {len(words)}: {bar.steps[i - 1][1]}")
        x = end.x + gap
    ui.widget_rects[f"step {bar.step}"] = (0.0, y, wide, y + high)
    return float(x)
