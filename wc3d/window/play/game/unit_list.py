"""The list of both players' units: place, remaining health, and available actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import Roster, RosterRow
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.window.layout.panel_sizes import LEFT_WIDTH_PX, TOP_BAR_HEIGHT_PX
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_tooltip,
    open_panel,
    pack_color,
    shorten_to_width,
    to_rgba,
)

ROW_HEIGHT_PX = 40.0
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
    high: float,
) -> None:
    """Draw the list; `picked` ids are selected, `able` units can act."""
    with open_panel(
        f"units, {sides[0].roster.player} first",
        (WINDOW_MARGIN_PX, TOP_BAR_HEIGHT_PX * ui.scale + WINDOW_MARGIN_PX),
        (LEFT_WIDTH_PX * ui.scale, high),
    ):
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
    draw_bold_text(ui, side.name + (f" {ICONS['robot']}" if side.is_bot else ""), 16)
    imgui.begin_group()
    for line in side.roster.facts:
        imgui.text_colored(DIM_COLOR, line)
    imgui.end_group()
    ui.record_widget(f"player {player}")
    if side.roster.tip and imgui.is_item_hovered():
        draw_tooltip(side.roster.tip)


def _draw_row(
    ui: Any, row: RosterRow, picked: bool, able: bool, pick: Callable[[str], object]
) -> None:
    """Draw a selectable row with a health bar."""
    spot = imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    high = (ROW_HEIGHT_PX if row.health_share is not None else 26.0) * ui.scale
    if imgui.selectable(f"##{row.id}", picked, 0, (wide, high - 5))[0]:
        pick(row.id)
    ui.record_widget(f"unit {row.id}")
    if row.tip and imgui.is_item_hovered():
        draw_tooltip("\n".join([*row.tip, *(["Can act now"] if able else [])]))
    draw = imgui.get_window_draw_list()
    dim = row.health_share is None and not picked
    if able:
        draw.add_circle_filled(
            (spot.x + 5, spot.y + 10 * ui.scale), 3.5, pack_color((255, 209, 102))
        )
    right_text = row.right_text or row.note
    size = imgui.calc_text_size(right_text)
    words = shorten_to_width(row.name, wide - size.x - 24)
    draw.add_text(
        (spot.x + 14, spot.y + 1), pack_color((130, 140, 150) if dim else (236, 240, 244)), words
    )
    shade = (130, 140, 150) if dim else (255, 209, 102)
    draw.add_text((spot.x + wide - size.x - 2, spot.y + 1), pack_color(shade), right_text)
    if row.health_share is not None:
        y, x = spot.y + 24 * ui.scale, spot.x + 14
        draw.add_rect_filled((x, y), (spot.x + wide - 2, y + 4), pack_color((52, 60, 68)), 2)
        end = (x + (wide - 16) * row.health_share, y + 4)
        draw.add_rect_filled(
            (x, y), end, pack_color(FULL_HEALTH_RGB if row.health_share > 0.5 else HURT_RGB), 2
        )
