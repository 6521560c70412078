"""The bar at the top: round, turn, its steps with the one that is now, and the buttons for taking back and the menu."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.evidence.game_facts import TurnBar
from wc3d.evidence.icons import ICONS
from wc3d.evidence.palette import RGB
from wc3d.view.game.panel_sizes import BAR, cut
from wc3d.view.game.turn_heading import draw_heading, draw_steps, draw_turn
from wc3d.view.measuring.told import TOOLS
from wc3d.view.measuring.tool_panels import draw_tools
from wc3d.view.measuring.tools import Measuring
from wc3d.view.window.panels import EDGE, FLAGS, button, panel

Press = Callable[[str], object]


def draw_bar(
    ui: Any, bar: TurnBar, names: tuple[str, str], colors: tuple[RGB, RGB], measuring: Measuring, undoable: bool, press: Press
) -> None:
    """Draw the bar over the whole width."""
    wide = ui.io.display_size.x
    with panel("bar", (0, 0), (wide, BAR * ui.scale), flags=FLAGS.no_scrollbar):
        imgui.align_text_to_frame_padding()
        draw_heading(ui, bar)
        if bar.active:
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            turn = f"{bar.turn}, " if bar.turn else ""
            draw_turn(bar, colors, turn + cut(names[bar.active - 1], 10))
        if bar.points:
            imgui.same_line()
            if button(ui, bar.points, "score", tip=bar.points_tip):
                press("score")
        draw_steps(ui, bar, wide)
        _buttons(ui, measuring, undoable, press, wide)


def _buttons(ui: Any, measuring: Measuring, undoable: bool, press: Press, wide: float) -> None:
    rows = (
        ("help", ICONS["help"], True, f"mouse and keys  ({ui.key('help')})"),
        ("undo", ICONS["undo"] + " Undo", undoable, f"take back the last action  ({ui.key('undo')})" if undoable
         else "nothing to take back: dice were rolled or a card was revealed since"),
        ("menu", ICONS["gear"] + " Menu", True, f"save a copy, concede, leave  ({ui.key('cancel')})"),
    )  # fmt: skip
    sizes = [imgui.calc_text_size(words).x + 18 + 8 for words in (*(ICONS[tool[1]] for tool in TOOLS), *(row[1] for row in rows))]
    imgui.same_line(wide - sum(sizes) - EDGE)
    draw_tools(ui, measuring, words=False)
    imgui.same_line()
    for mark, words, able, tip in rows:
        if button(ui, words, mark, enabled=able, tip=tip):
            press(mark)
        imgui.same_line()
