"""The bar at the top: round, turn, its steps with the one that is now, and the buttons for taking back and the menu."""
from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.view_models import TurnBar
from wc3d.ui.measuring.readout import TOOLS
from wc3d.ui.measuring.tools import Measuring
from wc3d.window.layout.panel_sizes import BAR, cut
from wc3d.window.play.turn_heading import draw_heading, draw_steps, draw_turn
from wc3d.window.shell.measuring_panels import draw_tools
from wc3d.window.shell.widgets import EDGE, FLAGS, button, panel

Press = Callable[[str], object]


def draw_bar(
    ui: Any,
    bar: TurnBar,
    names: tuple[str, str],
    colors: tuple[RGB, RGB],
    measuring: Measuring,
    able: Collection[str],
    press: Press,
) -> None:
    """Draw the bar over the whole width. `able` holds "undo" and "redo" where they can be pressed."""
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
        _buttons(ui, measuring, able, press, wide, draw_steps(ui, bar, wide))


def _buttons(ui: Any, measuring: Measuring, able: Collection[str], press: Press, wide: float, free: float) -> None:
    """The buttons at the right end of the bar, with words where there is room for them from the pixel `free` on."""
    rows = [
        ("help", "help", "Help", True, f"Mouse and keys  ({ui.key('help')})"),
        ("undo", "undo", "Undo", "undo" in able, f"Undo the last action  ({ui.key('undo')})" if "undo" in able
         else "Cannot undo: dice were rolled or a card was revealed"),
        ("redo", "redo", "Redo", "redo" in able,
         f"Redo the last undone action  ({ui.key('redo')})" if "redo" in able else "Nothing to redo"),
        ("menu", "gear", "Menu", True, f"Save a copy, concede or leave  ({ui.key('cancel')})"),
    ]  # fmt: skip
    everything = {mark for mark, *_ in rows}
    for tools_have_words, with_words in ((True, everything), (True, everything - {"undo", "redo"}), (False, {"menu"})):
        labels = {mark: f"{ICONS[icon]}  {words}" if mark in with_words else ICONS[icon] for mark, icon, words, *_ in rows}
        tools = [f"{ICONS[icon]}  {name}" if tools_have_words else ICONS[icon] for _, icon, name, _ in TOOLS]
        start_x = wide - _width([*labels.values(), *tools]) - EDGE
        if start_x > free:
            break
    imgui.same_line(start_x)
    draw_tools(ui, measuring, keys=False, words=tools_have_words)
    imgui.same_line()
    for mark, _, _, enabled, tip in rows:
        if button(ui, labels[mark], mark, enabled=enabled, tip=tip):
            press(mark)
        imgui.same_line()


def _width(labels: Sequence[str]) -> float:
    """Pixels that buttons of these words take in a row."""
    return sum(float(imgui.calc_text_size(words).x) + 18 + 8 for words in labels)
