"""A graph of the win probability by turn below the timeline; a click goes to a turn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.palette import RGB
from wc3d.ui.win_chance_graph import TurnChance
from wc3d.window.shell.widgets import pack_color

GRAPH_HEIGHT_PX = 40.0
"""Height of the graph."""
MIDDLE_LINE_RGB: RGB = (130, 140, 150)
POSITION_RGB: RGB = (255, 255, 255)


def graph_height(rules: RuleSet) -> float:
    """Return the height of the graph, or 0 if the rules cannot evaluate a game."""
    return GRAPH_HEIGHT_PX + 4.0 if rules.hint_bot else 0.0


def draw_chance_graph(
    ui: Any,
    chances: Sequence[TurnChance],
    at: int,
    last: int,
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    go: Callable[[int], object],
) -> None:
    """Draw player 1's win probability; each half has the color of the leading player."""
    wide = imgui.get_content_region_avail().x
    high = GRAPH_HEIGHT_PX * ui.scale
    pressed = imgui.invisible_button("chances", (wide, high))
    ui.record_widget("chances")
    low = imgui.get_item_rect_min()
    draw = imgui.get_window_draw_list()
    grip = imgui.get_style().grab_min_size / 2 + 2

    def place(n: float, chance: float) -> tuple[float, float]:
        return float(low.x + grip + (wide - 2 * grip) * n / max(1, last)), float(
            low.y + high * (1.0 - chance)
        )

    for half, rgb in ((1.0, colors[0]), (0.0, colors[1])):
        draw.add_rect_filled(
            place(0, max(half, 0.5)), place(last, min(half, 0.5)), pack_color(rgb, 0.14)
        )
    draw.add_line(place(0, 0.5), place(last, 0.5), pack_color(MIDDLE_LINE_RGB, 0.7))
    for first, second in pairwise(chances):
        ahead = colors[0] if first.chance + second.chance > 1.0 else colors[1]
        draw.add_line(
            place(first.actions_done, first.chance),
            place(second.actions_done, second.chance),
            pack_color(ahead),
            2.0,
        )
    draw.add_line(place(at, 0.0), place(at, 1.0), pack_color(POSITION_RGB, 0.6))
    if imgui.is_item_hovered() and chances:
        share = (imgui.get_mouse_pos().x - low.x - grip) / max(1.0, wide - 2 * grip)
        pointed = turn_at(chances, share * last)
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        imgui.set_tooltip(describe_turn_chance(pointed, names))
        if pressed:
            go(pointed.actions_done)
    elif not chances:
        draw.add_text(
            place(0, 1.0), pack_color((160, 170, 180)), "Calculating the chances to win ..."
        )


def turn_at(chances: Sequence[TurnChance], at: float) -> TurnChance:
    """Return the turn after `at` actions, or the first turn."""
    return chances[max(0, bisect_right([chance.actions_done for chance in chances], at) - 1)]


def describe_turn_chance(entry: TurnChance, names: tuple[str, str]) -> str:
    """Return the win probability of a turn as text."""
    ahead, chance = (
        (names[0], entry.chance) if entry.chance >= 0.5 else (names[1], 1.0 - entry.chance)
    )
    return f"{entry.turn}: {ahead} {chance:.0%} to win. Click to go there."
