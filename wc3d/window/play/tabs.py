"""A panel with several contents, of which a row of tabs shows one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    WINDOW_FLAGS,
    draw_button,
    end_list,
    lay_in_row,
    open_panel,
)

Contents = Mapping[str, Callable[[Any], object]]
"""The function that draws each tab's content, by the tab's name."""


def draw_tabs(ui: Any, rect: Rect, contents: Contents, current: str, owner: str = "") -> str:
    """Draw one of the contents below a row of tabs, and return the name of its tab.

    Each `owner` has a scroll position of its own.
    """
    left, top, right, bottom = rect
    current = current if current in contents else next(iter(contents))
    flags = WINDOW_FLAGS.no_scrollbar
    with open_panel("tabs", (left, top), (right - left, bottom - top), flags=flags):
        for name in lay_in_row(contents):
            if draw_button(ui, name, f"tab {name.lower()}", on=name == current):
                current = name
        imgui.begin_child(f"{current} {owner}")
        contents[current](ui)
        end_list()
        ui.record_panel("tabs")
    return current
