"""A hint in the window: its three buttons in a fixed slot, and its words in the strip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.ui.hint_display import (
    CANCEL_WORDS,
    DO_TIP,
    DO_WORDS,
    HINT_TIP,
    NEXT_SHORT_WORDS,
    NEXT_TIP,
    NEXT_WORDS,
    ONLY_PLAN_TIP,
    HintDisplay,
    HintText,
)
from wc3d.window.play.game.action_buttons import KEY_WIDTH_PX, KeyedButtons
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    draw_bold_text,
    draw_button,
    draw_dim_text,
    open_panel,
)

WORDS_SIZE_PX = 15.0
"""Text size of a hint in the strip."""
PROGRESS_HEIGHT_PX = 8.0
"""Height of the progress bar."""
COMMANDS = {"hint": "weighed", "hint do": "hint_do", "hint next": "hint_next"}
"""The key command of each button."""


def draw_hint_buttons(
    ui: Any,
    buttons: KeyedButtons,
    display: HintDisplay,
    press: Callable[[str], object],
    *,
    is_small: bool = False,
) -> None:
    """Draw the button that asks for a hint, and those of the displayed hint in places of theirs.

    A small slot has two rows and signs without words.
    """
    is_open = display.request.is_open
    words = {
        "hint": f"{ICONS['hint']} Hint",
        "hint do": f"{ICONS['ok']} {DO_WORDS}",
        "hint next": f"{ICONS['forward']} {NEXT_WORDS}",
    }
    tips = {
        "hint": "" if is_open else HINT_TIP,
        "hint do": DO_TIP,
        "hint next": NEXT_TIP if display.has_other_hints else ONLY_PLAN_TIP,
    }
    enabled = {
        "hint": True,
        "hint do": display.hint is not None,
        "hint next": display.has_other_hints,
    }
    rect = imgui.get_cursor_pos()
    for mark, (words_shown, x, y, wide) in _place_buttons(ui, words, is_small=is_small).items():
        if mark != "hint" and not is_open:
            continue
        imgui.set_cursor_pos((rect.x + x, rect.y + y))
        if buttons.draw(
            ui,
            words_shown,
            mark,
            on=mark == "hint" and is_open,
            enabled=enabled[mark],
            tip=tips[mark],
            command=COMMANDS[mark],
            wide=wide,
        ):
            press(COMMANDS["hint"] if mark == "hint" else mark)


def _place_buttons(
    ui: Any, words: dict[str, str], *, is_small: bool
) -> dict[str, tuple[str, float, float, float]]:
    """Return the words, the place and the width of each button, which depend on the room alone."""
    room = imgui.get_content_region_avail().x
    style = imgui.get_style()
    gap = 0.5 * style.item_spacing.x
    signs = {mark: text.partition(" ")[0] for mark, text in words.items()}
    if is_small:
        row = imgui.get_frame_height() + gap
        half = (room - gap) / 2
        return {
            "hint": (signs["hint"], 0.0, 0.0, room),
            "hint do": (signs["hint do"], 0.0, row, half),
            "hint next": (signs["hint next"], half + gap, row, half),
        }
    key = KEY_WIDTH_PX * ui.scale

    def width(text: str) -> float:
        return imgui.calc_text_size(text).x + 2 * style.frame_padding.x + key

    plain = {mark: text.partition(" ")[2] for mark, text in words.items()}
    short = {**plain, "hint": words["hint"], "hint next": NEXT_SHORT_WORDS}
    choices = (words, {**plain, "hint": words["hint"]}, short, {**short, "hint": signs["hint"]})
    shown = next((c for c in choices if sum(map(width, c.values())) + 2 * gap <= room), choices[-1])
    spare = max(0.0, room - 2 * gap - sum(map(width, shown.values()))) / 3
    places = {}
    x = 0.0
    for mark, text in shown.items():
        wide = min(width(text) + spare, room - x)
        places[mark] = text, x, 0.0, wide
        x += wide + gap
    return places


def draw_hint_strip(ui: Any, rect: Rect, text: HintText, cancel: Callable[[], object]) -> None:
    """Draw a hint in words above the table, or the progress of its computation."""
    x0, y0, x1, y1 = rect
    with open_panel("hint words", (x0, y0), (x1 - x0, y1 - y0)):
        draw_bold_text(
            ui, f"{ICONS['hint']} {text.title}: {text.words}", WORDS_SIZE_PX, wrapped=True
        )
        ui.record_widget(f"hint {text.number - 1}" if text.number else "hint state")
        if text.details:
            draw_dim_text(text.details)
        if text.progress is not None:
            words = f"{ICONS['no']} {CANCEL_WORDS}  {ui.key_for_command('weighed')}"
            if draw_button(ui, words, "hint cancel"):
                cancel()
            imgui.same_line()
            y = imgui.get_cursor_pos_y()
            imgui.set_cursor_pos_y(
                y + (imgui.get_frame_height() - PROGRESS_HEIGHT_PX * ui.scale) / 2
            )
            imgui.progress_bar(text.progress, (-1.0, PROGRESS_HEIGHT_PX * ui.scale), "")
        ui.record_panel("hints")
