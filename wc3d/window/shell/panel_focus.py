"""The keyboard in the panels: a key moves it from the table to each panel and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from imgui_bundle import imgui

from wc3d.ui.input_stack import Command, InputLayer
from wc3d.window.shell.imgui_panda import NAVIGATION_KEYS, ImGuiPanda

UNREACHABLE_FLAGS = (
    imgui.WindowFlags_.child_window
    | imgui.WindowFlags_.tooltip
    | imgui.WindowFlags_.popup
    | imgui.WindowFlags_.no_nav_inputs
    | imgui.WindowFlags_.no_mouse_inputs
).value
"""Flags of ImGui windows that the keyboard does not go to."""


class PanelFocus(InputLayer):
    """Whether the keyboard is in a panel. `first_panel` returns the name of the first one.

    Arrow keys, Tab, Enter and Space then belong to ImGui, which draws a frame around the focused
    button. Other keys keep their commands.
    """

    def __init__(self, ui: ImGuiPanda, first_panel: Callable[[], str]) -> None:
        self._ui = ui
        self._first_panel = first_panel
        self.is_on = False
        self._entered: Any = None

    @property
    def is_active(self) -> bool:
        return self.is_on

    def keys(self) -> Mapping[str, Command]:
        prefixes = ("", "shift-", "control-")
        return {prefix + key: lambda: None for prefix in prefixes for key in NAVIGATION_KEYS}

    def on_cancel(self) -> bool:
        self.leave()
        return True

    def leave(self) -> None:
        """Return the keyboard to the table."""
        self.is_on = False

    def stay(self) -> None:
        """Keep the keyboard in the panels when Tab leaves a text field."""
        self.is_on = True

    def go_to_next(self) -> None:
        """Go to the first or the next panel, and from the last one back to the table."""
        panels = self._reachable_panels()
        names = [panel.name for panel in panels]
        focused = self._ui.context.nav_window
        current = focused.root_window.name if self.is_on and focused is not None else ""
        number = names.index(current) + 1 if current in names else 0
        self.is_on = number < len(panels)
        self._entered = panels[number] if self.is_on else None

    def update(self) -> None:
        """Focus the first button of a panel that the keyboard has just entered, in a new frame."""
        if self._entered is not None:
            imgui.internal.focus_window(self._entered)
            imgui.internal.nav_init_window(self._entered, True)
            imgui.set_nav_cursor_visible(True)
            self._entered = None

    def _reachable_panels(self) -> list[Any]:
        """Return the panels with buttons or fields: the first one, then from left to right."""
        panels = [
            window
            for window in self._ui.context.windows
            if window.active
            and not window.hidden
            and not window.flags & UNREACHABLE_FLAGS
            and window.dc.nav_layers_active_mask
        ]
        panels.sort(key=lambda panel: (panel.pos.x, panel.pos.y))
        panels.sort(key=lambda panel: panel.name != self._first_panel())
        return panels
