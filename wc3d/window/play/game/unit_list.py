"""The list of both players' units: place, remaining health, and available actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import Roster, RosterRow
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    draw_bold_text,
    draw_dim_text,
    draw_tooltip,
    pack_color,
    shorten_to_width,
    to_rgba,
)

BAR_HEIGHT_PX, ROW_PADDING_PX = 9.0, 3.0
"""Height of a health bar with its gap, and padding of a row."""
INACTIVE_RGB: RGB = (150, 160, 170)
"""Color of a unit that is not on the table."""
FULL_HEALTH_RGB: RGB = (86, 190, 120)
HURT_RGB: RGB = (232, 170, 60)


@dataclass(frozen=True)
class ListedSide:
    """A player's part of the list: roster, name, color, and whether a bot plays."""

    roster: Roster
    name: str
    rgb: RGB
    is_bot: bool = False


def draw_unit_list(
    ui: Any,
    sides: Sequence[ListedSide],
    picked: frozenset[str],
    able: frozenset[str],
    pick: Callable[[str], object],
) -> None:
    """Draw the list; `picked` ids are selected, `able` units can act."""
    for side in sides:
        _draw_player(ui, side)
        for row in side.roster.rows:
            _draw_row(ui, row, row.id in picked, row.id in able, pick)
        imgui.dummy((0, 4))


def _draw_player(ui: Any, side: ListedSide) -> None:
    """Draw a player's heading: the name and a few facts."""
    player = side.roster.player
    imgui.text_colored(to_rgba(side.rgb), SIDE_ICONS[player])
    imgui.same_line()
    words = side.name + (f" {ICONS['robot']}" if side.is_bot else "")
    draw_bold_text(ui, words, 16, wrapped=True)
    imgui.begin_group()
    for line in side.roster.facts:
        draw_dim_text(line)
    imgui.end_group()
    ui.record_widget(f"player {player}")
    if side.roster.tip and imgui.is_item_hovered():
        draw_tooltip(side.roster.tip)


def _draw_row(
    ui: Any, row: RosterRow, picked: bool, able: bool, pick: Callable[[str], object]
) -> None:
    """Draw a selectable row with a health bar; a long name has a line of its own."""
    spot = imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    line = imgui.get_text_line_height()
    right_text = row.right_text or row.note
    size = imgui.calc_text_size(right_text)
    indent = 14 * ui.scale
    name_room = wide - indent - 4 * ui.scale
    has_two_lines = imgui.calc_text_size(row.name).x > name_room - size.x - 10 * ui.scale * bool(
        right_text
    )
    lines = 1 + (has_two_lines and bool(right_text))
    bar = BAR_HEIGHT_PX * ui.scale if row.health_share is not None else 0.0
    high = lines * line + bar + ROW_PADDING_PX * ui.scale
    if imgui.selectable(f"##{row.id}", picked, 0, (wide, high))[0]:
        pick(row.id)
    ui.record_widget(f"unit {row.id}")
    if picked and imgui.is_window_appearing():
        imgui.set_scroll_here_y()
    if row.tip and imgui.is_item_hovered():
        draw_tooltip("\n".join([*row.tip, *(["Can act now"] if able else [])]))
    draw = imgui.get_window_draw_list()
    dim = row.health_share is None and not picked
    if able:
        draw.add_circle_filled(
            (spot.x + 5, spot.y + 1 + line / 2), 3.5 * ui.scale, pack_color((255, 209, 102))
        )
    words = shorten_to_width(row.name, name_room)
    draw.add_text(
        (spot.x + indent, spot.y + 1),
        pack_color(INACTIVE_RGB if dim else (236, 240, 244)),
        words,
    )
    shade = INACTIVE_RGB if dim else (255, 209, 102)
    y = spot.y + 1 + (lines - 1) * line
    draw.add_text((spot.x + wide - size.x - 2, y), pack_color(shade), right_text)
    if row.health_share is not None:
        thick = 4 * ui.scale
        y, x = spot.y + lines * line + 4 * ui.scale, spot.x + indent
        draw.add_rect_filled((x, y), (spot.x + wide - 2, y + thick), pack_color((52, 60, 68)), 2)
        end = (x + (wide - indent - 2) * row.health_share, y + thick)
        draw.add_rect_filled(
            (x, y), end, pack_color(FULL_HEALTH_RGB if row.health_share > 0.5 else HURT_RGB), 2
        )
