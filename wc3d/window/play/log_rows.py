"""Log lines in two colors: the event, and its numbers and page more faintly.

Lines of a table, such as a scoreboard, are drawn in aligned columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.text import split_details
from wc3d.window.shell.widgets import DIM_COLOR, Rgba, draw_colored_text, shorten_to_width

COLUMN_GAP_PX = 8.0
"""Smallest gap between the columns of a table."""


def draw_log_line(line: str, paint: Rgba, quiet: Rgba = DIM_COLOR) -> None:
    """Draw a wrapped log line, with its details in the `quiet` color."""
    width = imgui.get_content_region_avail().x
    spot = imgui.get_cursor_screen_pos()
    imgui.dummy(imgui.calc_text_size(line, None, False, width))
    if not imgui.is_item_visible():
        return
    draw = imgui.get_window_draw_list()
    split = len(split_details(line)[0])
    for number, (start, row) in enumerate(wrap_rows(line, width)):
        y = spot.y + number * imgui.get_text_line_height()
        text = row[: max(0, split - start)]
        details = row[len(text) :]
        if text:
            draw.add_text((spot.x, y), imgui.get_color_u32(paint), text)
        if details:
            draw.add_text(
                (spot.x + imgui.calc_text_size(text).x, y), imgui.get_color_u32(quiet), details
            )


def wrap_rows(line: str, width: float) -> Iterator[tuple[int, str]]:
    """Yield the rows of a line wrapped by ImGui at this width, with each row's first index."""
    font = imgui.get_font()
    size = imgui.get_font_size()
    rest = line
    while rest:
        end = max(
            1, font.calc_word_wrap_position_python(size, rest, width)
        )  # an index into the encoded text
        row = rest.encode()[:end].decode(errors="ignore")
        yield len(line) - len(rest), row
        rest = rest[max(1, len(row)) :].lstrip(" ")


@dataclass
class LogTable:
    """Lines of the log that form a table: cells by line number, the heads in the first line.

    Each row has a name, its numbers, and a remark at the end.
    """

    columns: int
    rows: dict[int, list[str]] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """The number of the line with the heads."""
        return min(self.rows)


def find_tables(lines: Sequence[str]) -> dict[int, LogTable]:
    """Return the table of each log line that is part of one.

    A table is a run of lines whose cells are separated by two or more spaces.
    """
    tables: dict[int, LogTable] = {}
    for number, line in enumerate(lines):
        if "   " not in line.strip():
            continue
        cells = re.split(r" {2,}", line.strip())
        table = tables.get(number - 1)
        if table is None:
            table = LogTable(len(cells))  # the heads, with nothing over the names
            cells = ["", *cells]
        table.rows[number] = cells
        tables[number] = table
    return tables


def draw_table_row(ui: Any, table: LogTable, cells: Sequence[str], paint: Rgba) -> None:
    """Draw a row of a table: the numbers aligned at the right, the remark below them."""
    numbers = table.columns - 1
    heads = table.rows[table.first][1 : table.columns]
    gap = COLUMN_GAP_PX * ui.scale
    room = imgui.get_content_region_avail().x
    if _table_width(table, heads, gap) > room:
        heads = [_shorten_head(head) for head in heads]
    widths = [max(imgui.calc_text_size(text).x for text in (head, "00")) + gap for head in heads]
    is_head = cells is table.rows[table.first]
    shown = ["", *heads] if is_head else cells[: numbers + 1]
    spot = imgui.get_cursor_screen_pos()
    imgui.begin_group()
    imgui.dummy((room, imgui.get_text_line_height()))
    draw = imgui.get_window_draw_list()
    color = imgui.get_color_u32(DIM_COLOR if is_head else paint)
    name_room = room - sum(widths)
    if shown[0]:
        draw.add_text((spot.x, spot.y), color, shorten_to_width(shown[0], name_room))
    x = spot.x + name_room
    for width, text in zip(widths, shown[1:], strict=False):
        x += width
        draw.add_text((x - imgui.calc_text_size(text).x, spot.y), color, text)
    remark = " ".join(cells[numbers + 1 :])
    if remark and not is_head:
        draw_colored_text(remark, DIM_COLOR)
    imgui.end_group()


def _table_width(table: LogTable, heads: Sequence[str], gap: float) -> float:
    names = max(imgui.calc_text_size(row[0]).x for row in table.rows.values())
    return float(names + sum(imgui.calc_text_size(head).x + gap for head in heads))


def _shorten_head(head: str) -> str:
    """Return a short head: "R1" for "Round 1"."""
    word, _, number = head.partition(" ")
    return f"{word[:1]}{number}" if number else head
