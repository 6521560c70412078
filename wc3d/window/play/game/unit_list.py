"""The units of both players at the left: where they are, what is left of them, and who can do something now."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.view_models import Roster, RosterRow
from wc3d.window.layout.panel_sizes import BAR, LEFT
from wc3d.window.shell.side_flag import SIDE_SIGNS
from wc3d.window.shell.widgets import DIM, EDGE, color, fitting, heading, pack, panel, tooltip

ROW = 40.0
FULL: RGB = (86, 190, 120)
HURT: RGB = (232, 170, 60)


@dataclass(frozen=True)
class ListedSide:
    """A player's side of the list: the roster, what the player is called, the color, and whether a bot plays it."""

    roster: Roster
    name: str
    rgb: RGB
    bot: bool = False


def draw_units(
    ui: Any, sides: Sequence[ListedSide], picked: frozenset[str], able: frozenset[str], pick: Callable[[str], object], high: float
) -> None:
    """Draw the list, so many pixels high; whoever is first in it finds it as it was left. `picked` are the ids that are
    looked at, `able` units have something to do."""
    with panel(f"units, {sides[0].roster.player} first", (EDGE, BAR * ui.scale + EDGE), (LEFT * ui.scale, high)):
        for side in sides:
            _player(ui, side)
            for row in side.roster.rows:
                _row(ui, row, row.id in picked, row.id in able, pick)
            imgui.dummy((0, 4))


def _player(ui: Any, side: ListedSide) -> None:
    """A player's head: the name, and a few facts."""
    player = side.roster.player
    imgui.text_colored(color(side.rgb), SIDE_SIGNS[player])
    imgui.same_line()
    heading(ui, side.name + (f" {ICONS['robot']}" if side.bot else ""), 16)
    imgui.begin_group()
    for line in side.roster.facts:
        imgui.text_colored(DIM, line)
    imgui.end_group()
    ui.mark(f"player {player}")
    if side.roster.tip and imgui.is_item_hovered():
        tooltip(side.roster.tip)


def _row(ui: Any, row: RosterRow, picked: bool, able: bool, pick: Callable[[str], object]) -> None:
    """A line that picks something when clicked, with a bar of what is left of it."""
    spot, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    high = (ROW if row.left is not None else 26.0) * ui.scale
    if imgui.selectable(f"##{row.id}", picked, 0, (wide, high - 5))[0]:
        pick(row.id)
    ui.mark(f"unit {row.id}")
    if row.tip and imgui.is_item_hovered():
        tooltip("\n".join([*row.tip, *(["Can act now"] if able else [])]))
    draw = imgui.get_window_draw_list()
    dim = row.left is None and not picked
    if able:
        draw.add_circle_filled((spot.x + 5, spot.y + 10 * ui.scale), 3.5, pack((255, 209, 102)))
    right_text = row.right or row.note
    size = imgui.calc_text_size(right_text)
    words = fitting(row.name, wide - size.x - 24)
    draw.add_text((spot.x + 14, spot.y + 1), pack((130, 140, 150) if dim else (236, 240, 244)), words)
    shade = (130, 140, 150) if dim else (255, 209, 102)
    draw.add_text((spot.x + wide - size.x - 2, spot.y + 1), pack(shade), right_text)
    if row.left is not None:
        y, x = spot.y + 24 * ui.scale, spot.x + 14
        draw.add_rect_filled((x, y), (spot.x + wide - 2, y + 4), pack((52, 60, 68)), 2)
        end = (x + (wide - 16) * row.left, y + 4)
        draw.add_rect_filled((x, y), end, pack(FULL if row.left > 0.5 else HURT), 2)
