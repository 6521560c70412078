"""The round and turn steps for the top bars of the play and replay screens."""

from __future__ import annotations

from collections.abc import Sequence
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


def draw_turn_steps(
    ui: Any, bar: TurnBar, left: float, right: float, wide: float, top: float = 0.0
) -> float:
    """Draw the steps of a turn with the current one highlighted; return the right edge.

    They lie between `left` and `right`, in the middle of `wide`, `top` pixels below the first row. With
    little room, the other steps are numbers, or the current one stands alone.
    """
    gap = 5.0 * ui.scale
    pad = 7.0 * ui.scale
    full = [f"{i} {short}" for i, (short, _) in enumerate(bar.steps, 1)]
    numbers = [words if i == bar.step else f"{i}" for i, words in enumerate(full, 1)]
    words = next(
        (w for w in (full, numbers) if _row_width(w, gap, pad) <= right - left - 4 * gap),
        [full[bar.step - 1]] if bar.step else [],
    )
    if not words or _row_width(words, gap, pad) > right - left - 2 * gap:
        return left
    draw = imgui.get_window_draw_list()
    sizes = [imgui.calc_text_size(w) for w in words]
    total = _row_width(words, gap, pad)
    middle = (wide - total) / 2 - 6 * ui.scale
    x = min(max(middle, left + 2 * gap), max(right - total - gap, left + gap))
    y = imgui.get_style().window_padding.y + top
    high = imgui.get_frame_height()
    first = 1 if len(words) == len(bar.steps) else bar.step
    for i, (text, size) in enumerate(zip(words, sizes, strict=True), first):
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
            draw_tooltip(f"Step {i} of {len(bar.steps)}: {bar.steps[i - 1][1]}")
        x = end.x + gap
    ui.widget_rects[f"step {bar.step}"] = (left, y, right, y + high)
    return float(x)


def _row_width(words: Sequence[str], gap: float, pad: float) -> float:
    widths = (imgui.calc_text_size(text).x + 2 * pad for text in words)
    return float(sum(widths) + gap * (len(words) - 1))
