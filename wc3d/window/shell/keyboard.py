"""Keyboard input: which key runs which command, moves in the panels, or is being chosen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from panda3d.core import ButtonHandle

from wc3d.ui.input_stack import Command
from wc3d.window.shell.imgui_panda import ARROW_SIDES, TextEntryLayer, types_text
from wc3d.window.shell.panel_focus import PanelFocus
from wc3d.window.shell.photo_mode import PHOTO_KEYS, PhotoMode
from wc3d.window.shell.settings import MODIFIER_KEYS

ARROW_KEYS = tuple(
    f"{prefix}arrow_{side}" for prefix in ("", "shift-", "control-") for side in ARROW_SIDES
)
OTHER_KEYS = ("tab", "shift-tab", "enter", "shift-enter", "control-enter", "space")
"""Keys that a layer of input may use without a command."""
ARROW_KEY_SHIFTS_PX = {"left": (40, 0), "right": (-40, 0), "up": (0, 40), "down": (0, -40)}
"""Shift of the view by each arrow key, in pixels."""
ANY_KEY_EVENT = "any key"
IGNORED_KEYS = frozenset(
    side + name for name in MODIFIER_KEYS for side in ("", "l", "r")
) | frozenset(("caps_lock", "num_lock", "scroll_lock", "shift_lock"))
"""Keys that are only held with another one, or that switch the keyboard."""


class KeyboardInput:
    """Keyboard input of a window. `panel_focus` says whether the keyboard is in the panels."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.panel_focus = PanelFocus(window.ui, lambda: window.screen.first_panel)
        self._bound_keys: tuple[str, ...] = ()
        self._chosen: Callable[[str], object] | None = None
        self.last_press_s = time.monotonic()
        """When a key or a button was last pressed."""
        window.ui.navigates = self.is_in_panels
        window.accept(ANY_KEY_EVENT, self._choose_key)
        for key in dict.fromkeys((*ARROW_KEYS, *PHOTO_KEYS)):
            window.accept(f"{key}-repeat", self.press_key, [key])
        self.listen()
        self.bind_keys()

    def bind_keys(self) -> None:
        """Listen to the keys of the settings, and to the keys that layers of input use."""
        for key in self._bound_keys:
            self.window.ignore(key)
        keys = self.window.settings.commands_by_key()
        self._bound_keys = tuple(dict.fromkeys((*keys, *ARROW_KEYS, *OTHER_KEYS, *PHOTO_KEYS)))
        for key in self._bound_keys:
            self.window.accept(key, self.press_key, [key])

    def press_key(self, key: str) -> None:
        """Run what a key does, unless it types into a text field or is being chosen."""
        window = self.window
        if self.is_choosing_key:
            return
        window.request_redraw()
        if window.ui.wants_keys and key.endswith("tab") and not window.ui.dialog:
            self.panel_focus.stay()
        if window.ui.wants_keys and types_text(key):
            return
        if not window.input_stack.press_key(key):
            window.run_commands(window.settings.commands_by_key().get(key, ()))

    def is_in_panels(self) -> bool:
        """Return whether the keys that move through panels belong to the panels."""
        layers = self.window.input_stack.active_layers()
        takes_keys = any(
            layer.takes_keys and not isinstance(layer, TextEntryLayer | PhotoMode)
            for layer in layers
        )
        return not self.is_choosing_key and (self.panel_focus.is_on or takes_keys)

    def view_keys(self) -> dict[str, Command]:
        """Return what the arrow keys do if nothing else uses them: they shift the view."""
        return {
            f"arrow_{side}": lambda dx=dx, dy=dy: self._shift_view(dx, dy)  # type: ignore[misc]
            for side, (dx, dy) in ARROW_KEY_SHIFTS_PX.items()
        }

    def _shift_view(self, dx: float, dy: float) -> None:
        self.window.viewpoint.pan(dx, dy)
        self.window.aim_camera()

    # --- choosing a key for a command

    def listen(self) -> None:
        """Ask Panda for all keys; repeat this after Panda's input is set up again."""
        for thrower in self.window.buttonThrowers or ():
            thrower.node().set_button_down_event(ANY_KEY_EVENT)

    @property
    def is_choosing_key(self) -> bool:
        """Return whether the next key is for a command and does nothing itself."""
        return self._chosen is not None

    def choose_key(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with the next key, such as "shift-control-z"; None stops waiting."""
        self._chosen = callback

    def _choose_key(self, name: str) -> None:
        self.last_press_s = time.monotonic()
        callback = self._chosen
        if callback is None or name in IGNORED_KEYS or name.startswith(("mouse", "wheel")):
            return
        self._chosen = None
        watcher = self.window.mouseWatcherNode
        held = [key for key in MODIFIER_KEYS if watcher.is_button_down(ButtonHandle(key))]
        callback("-".join([*held, name]))
        self.window.request_redraw()
