"""Draw a die: its body and a face."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.dice import Die
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DieLook
from wc3d.window.shell.widgets import pack_color

DIE_SIZE_PX, LETTER_SIZE_PX = 28.0, 12.0
"""Width of a die and size of the letter of its kind, in pixels."""
MIN_LETTER_DIE_PX = 22.0
"""Smallest width of a die with a letter; the color and the corners also show its kind."""


def die_look_of(rules: RuleSet, die: Die) -> DieLook:
    """Return a die's look as its game defines it, otherwise a plain die with its name."""
    return rules.display.dice_looks.get(die.name) or DieLook(die.name[:2])


def draw_die(
    ui: Any, look: DieLook, face: int, side: float = DIE_SIZE_PX, *, lift: float = 0.0
) -> None:
    """Draw a die `side` pixels wide, raised by `lift`; letter, color and corners show its kind."""
    size = side * ui.scale
    spot = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(spot.x, spot.y - lift)
    end = imgui.ImVec2(spot.x + size, spot.y + size - lift)
    corners = max(5.0 * ui.scale, look.round * size)
    draw.add_rect_filled(low, end, pack_color(look.body), corners)
    draw.add_rect(low, end, pack_color((10, 12, 16), 0.6), corners)
    letter_size = LETTER_SIZE_PX * ui.scale
    ink = pack_color(look.ink, 1.0 if face else 0.45)
    wide = imgui.calc_text_size(str(face))
    has_letter = bool(look.letter) and side >= MIN_LETTER_DIE_PX
    x = low.x + (size - wide.x) / 2 + (0.12 * size if has_letter else 0.0)
    draw.add_text((x, low.y + (size - wide.y) / 2 + 0.06 * size), ink, str(face))
    if has_letter:
        draw.add_text(
            ui.fonts["Regular"],
            letter_size,
            (low.x + 2 * ui.scale, low.y - 1 * ui.scale),
            pack_color(look.ink, 0.8),
            look.letter,
        )
    imgui.dummy((size, size))
