"""Draw a die: its body and a face."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.dice import Die
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DieLook
from wc3d.window.shell.widgets import pack_color


def die_look_of(rules: RuleSet, die: Die) -> DieLook:
    """Return a die's look as its game defines it, otherwise a plain die with its name."""
    return rules.display.dice_looks.get(die.name) or DieLook(die.name[:2])


def draw_die(
    ui: Any, look: DieLook, face: int, side: float, *, lift: float = 0.0, letter: bool = True
) -> None:
    """Draw a die `side` pixels wide, raised by `lift`; letter, color and corners show its kind."""
    size = side * ui.scale
    spot = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(spot.x, spot.y - lift)
    end = imgui.ImVec2(spot.x + size, spot.y + size - lift)
    corners = 5.0 if letter else look.round * side
    draw.add_rect_filled(low, end, pack_color(look.body), corners)
    if letter:
        draw.add_rect(low, end, pack_color((10, 12, 16), 0.6), corners)
    wide = imgui.calc_text_size(str(face))
    ink = pack_color(look.ink, 1.0 if face else 0.45 if letter else 0.5)
    draw.add_text((low.x + (size - wide.x) / 2, low.y + (size - wide.y) / 2), ink, str(face))
    if letter:
        draw.add_text(
            ui.fonts["Regular"],
            9 * ui.scale,
            (low.x + 2, low.y + 1),
            pack_color(look.ink, 0.7),
            look.letter,
        )
    imgui.dummy((size, size))
