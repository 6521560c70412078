"""The log: lines with their pages; a click shows the place, and a right click undoes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.ui.game_log import LogLine
from wc3d.window.play.log_rows import draw_log_line, draw_table_row, find_tables
from wc3d.window.shell.widgets import GOLD_COLOR, draw_tooltip, end_list

LOG_HELP_TEXT = "Click: show it on the table. Right click: undo to here."


class LogPanel:
    """The log panel; it scrolls to the end whenever the log grows."""

    def __init__(self) -> None:
        self._drawn = -1, 0.0

    def draw(
        self,
        ui: Any,
        lines: Sequence[LogLine],
        shown_line: LogLine | None,
        *,
        show: Callable[[LogLine], object],
        undoable: Callable[[int], int],
        undo_to: Callable[[int], object],
    ) -> None:
        """Draw the log; `undoable(done)` is the number of undo steps to get there, or negative."""
        imgui.begin_child("lines")
        tables = find_tables([line.words for line in lines])
        for number, line in enumerate(lines):
            shade = GOLD_COLOR if line.is_heading or shown_line is line else (0.80, 0.84, 0.88, 1.0)
            if number in tables:
                draw_table_row(ui, tables[number], tables[number].rows[number], shade)
            else:
                draw_log_line(line.words.strip(), shade)
            if number >= len(lines) - 60:
                ui.record_widget(f"log {number}")
            if imgui.is_item_clicked():
                show(line)
            if imgui.is_item_hovered():
                imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
                if number not in tables:
                    draw_tooltip(LOG_HELP_TEXT)
            if imgui.begin_popup_context_item(f"entry {number}"):
                _draw_undo_item(ui, line, undoable, undo_to)
                imgui.end_popup()
        imgui.dummy((0, 6))
        content_size = len(lines), imgui.get_scroll_max_y()
        if self._drawn != content_size:
            imgui.set_scroll_here_y(1.0)
        self._drawn = content_size
        end_list()


def _draw_undo_item(
    ui: Any, line: LogLine, undoable: Callable[[int], int], undo_to: Callable[[int], object]
) -> None:
    count = undoable(line.actions_done)
    if imgui.menu_item(
        f"Undo to here ({abs(count)} action{'' if abs(count) == 1 else 's'})", "", False, count > 0
    )[0]:
        undo_to(line.actions_done)
    ui.record_widget("undo to here")
