"""Log lines in two colors: the event, and its numbers and page more faintly."""

from __future__ import annotations

from collections.abc import Iterator

from imgui_bundle import imgui

from wc3d.engine.text import split_details
from wc3d.window.shell.widgets import DIM_COLOR, Rgba


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
