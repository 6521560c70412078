"""Draw a die in a panel: its body and a face, as on the dice on the table's rim."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.dice import Die
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.die_faces import PIP_RADIUS, STROKE_RADIUS, face_pips, face_strokes
from wc3d.presentation.display_values import DieLook
from wc3d.window.shell.widgets import pack_color

DIE_SIZE_PX = 28.0
"""Width of a die, in pixels."""
PIP_SPREAD, PIP_SIZE, DIAMOND_SIZE = 0.98, 1.1, 1.4
"""How far pips are from the middle and how large, compared with those of a solid die."""


def die_look_of(rules: RuleSet, die: Die) -> DieLook:
    """Return a die's look as its game defines it, otherwise a plain die with its name."""
    return rules.display.dice_looks.get(die.name) or DieLook(die.name[:2])


def draw_die(
    ui: Any, look: DieLook, face: int, side: float = DIE_SIZE_PX, *, lift: float = 0.0
) -> None:
    """Draw a die `side` pixels wide, raised by `lift`; color, corners and pips show its kind."""
    size = side * ui.scale
    spot = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(spot.x, spot.y - lift)
    end = imgui.ImVec2(spot.x + size, spot.y + size - lift)
    corners = max(0.14 * size, 0.75 * look.round * size)
    draw.add_rect_filled(low, end, pack_color(look.body), corners)
    draw.add_rect(low, end, pack_color((10, 12, 16), 0.6), corners)
    ink = pack_color(look.ink)
    half = size / 2
    x, y = low.x + half, low.y + half
    radius = PIP_RADIUS * half
    for across, up in face_pips(face):
        at = imgui.ImVec2(x + PIP_SPREAD * across * half, y - PIP_SPREAD * up * half)
        if look.has_diamonds:
            draw.add_ngon_filled(at, DIAMOND_SIZE * radius, ink, 4)
        else:
            draw.add_circle_filled(at, PIP_SIZE * radius, ink)
    for (a, b), (c, d) in face_strokes(face):
        first, last = (x + a * half, y - b * half), (x + c * half, y - d * half)
        draw.add_line(first, last, ink, 2 * STROKE_RADIUS * half)
    imgui.dummy((size, size))
