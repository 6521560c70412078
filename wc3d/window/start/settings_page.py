"""The settings page: text, graphics and sound on one tab, all keys on the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from imgui_bundle import imgui

from wc3d._internal.user_folders import settings_folder
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.settings import (
    BINDING_GROUPS,
    KEY_BINDINGS,
    MOUSE_HELP,
    Keys,
    SettingsError,
    commands_with_key,
    display_key,
    parse_key,
    save_key_setting,
)
from wc3d.window.shell.settings_panel import draw_display_settings
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_dim_text,
    end_list,
    lay_in_row,
    open_panel,
)

PAGE_WIDTH_PX, PAGE_HEIGHT_PX = 640.0, 640.0
KEY_WIDTH_PX, RESET_WIDTH_PX = 180.0, 34.0
"""Widths of a key's button and of the button beside it."""
TABS = {"display": "Display and sound", "keys": "Keys"}


@dataclass(frozen=True)
class TakenKey:
    """A key chosen for a command that `owners` have already."""

    command: str
    key: str
    owners: tuple[str, ...]


class SettingsPage:
    """The open tab, the command that waits for a key, and the taken key to decide about."""

    def __init__(self) -> None:
        self.tab = "display"
        self.waiting = ""
        self.taken: TakenKey | None = None
        self._refusal = ("", "")

    def draw(
        self,
        ui: Any,
        window: WindowProtocol,
        begin_tour: Callable[[], object],
        on_back: Callable[[], object],
    ) -> None:
        """Draw the page."""
        width = min(PAGE_WIDTH_PX * ui.scale, ui.io.display_size.x - 40)
        height = min(PAGE_HEIGHT_PX * ui.scale, ui.io.display_size.y - 40)
        at = (24 * ui.scale, ui.io.display_size.y / 2)
        with open_panel("settings", at, (width, height), corner=(0, 0.5)):
            draw_bold_text(ui, f"{ICONS['gear']} Settings", 22)
            for tab, words in lay_in_row(TABS.items()):
                if draw_button(ui, words, f"tab {tab}", on=self.tab == tab):
                    self.tab = tab
                    self.stop_choosing(window)
            imgui.same_line()
            if draw_button(ui, "Show the tour", "tour"):
                begin_tour()
            imgui.same_line()
            if draw_button(ui, f"Back  ({ui.key_for_command('cancel')})", "back"):
                on_back()
            imgui.separator()
            foot = imgui.get_text_line_height_with_spacing() + 4 * ui.scale
            imgui.begin_child("tab", (0, -foot), FLAT_LIST_FLAG)
            if self.tab == "display":
                draw_display_settings(ui, window)
            else:
                self._draw_keys(ui, window)
            end_list()
            draw_dim_text(f"Saved in {settings_folder() / 'settings.toml'}")
            ui.record_widget("settings path")

    def stop_choosing(self, window: WindowProtocol) -> None:
        """Let keys act as usual again, without a new key."""
        window.choose_key(None)
        self.waiting = ""
        self.taken = None
        self._refusal = ("", "")

    # --- keys

    def _draw_keys(self, ui: Any, window: WindowProtocol) -> None:
        if self.waiting and imgui.is_mouse_clicked(imgui.MouseButton_.left):
            self.stop_choosing(window)
        draw_dim_text("Press a button and then the new key. Changes apply at once.")
        changed = [name for name in KEY_BINDINGS if _is_changed(window, name)]
        if draw_button(ui, "Reset all keys", "reset keys", enabled=bool(changed)):
            for name in changed:
                self.assign(window, name, KEY_BINDINGS[name].keys)
        for group, title in BINDING_GROUPS.items():
            imgui.spacing()
            draw_colored_text(title, GOLD_COLOR)
            for name, binding in KEY_BINDINGS.items():
                if binding.group == group:
                    self._draw_key(ui, window, name)
        imgui.spacing()
        draw_colored_text("Mouse", GOLD_COLOR)
        for gesture, words in MOUSE_HELP:
            imgui.text(gesture)
            imgui.same_line((KEY_WIDTH_PX + RESET_WIDTH_PX + 20) * ui.scale)
            imgui.text_colored(DIM_COLOR, words)

    def _draw_key(self, ui: Any, window: WindowProtocol, name: str) -> None:
        """Draw a command's key, the button that resets it, what it does, and a conflict."""
        keys = "  ".join(display_key(key) for key in window.settings.keys[name]) or "no key"
        words = "Press a key ..." if self.waiting == name else keys
        wide = KEY_WIDTH_PX * ui.scale
        if draw_button(ui, words, f"key {name}", on=self.waiting == name, wide=wide):
            self._wait_for_key(window, name)
        imgui.same_line()
        defaults = "  ".join(map(display_key, KEY_BINDINGS[name].keys))
        if not _is_changed(window, name):
            imgui.dummy((RESET_WIDTH_PX * ui.scale, 0))
        elif draw_button(
            ui, ICONS["undo"], f"reset {name}", tip=f"Reset to {defaults}", wide=34 * ui.scale
        ):
            self._propose(window, name, KEY_BINDINGS[name].keys)
        imgui.same_line((KEY_WIDTH_PX + RESET_WIDTH_PX + 20) * ui.scale)
        imgui.text_wrapped(KEY_BINDINGS[name].words)
        if self._refusal[0] == name:
            draw_colored_text(f"{ICONS['warning']} {self._refusal[1]}", GOLD_COLOR)
        if self.taken is not None and self.taken.command == name:
            self._draw_taken(ui, window, self.taken)

    def _draw_taken(self, ui: Any, window: WindowProtocol, taken: TakenKey) -> None:
        """Draw which commands have a key already, and both ways out."""
        owners = ", ".join(KEY_BINDINGS[owner].words for owner in taken.owners)
        key = display_key(taken.key)
        draw_colored_text(f"{ICONS['warning']} {key} is already the key for: {owners}", GOLD_COLOR)
        ui.record_widget("taken key")
        if draw_button(ui, "Use it here instead", "take key", main=True):
            for owner in taken.owners:
                kept = tuple(key for key in window.settings.keys[owner] if key != taken.key)
                self.assign(window, owner, kept)
            self.assign(window, taken.command, (taken.key,))
        imgui.same_line()
        if draw_button(ui, "Leave it there", "leave key"):
            self.taken = None

    def _wait_for_key(self, window: WindowProtocol, name: str) -> None:
        self.stop_choosing(window)
        self.waiting = name
        window.choose_key(lambda key: self._on_key(window, name, key))

    def _on_key(self, window: WindowProtocol, name: str, key: str) -> None:
        """Give a pressed key to the waiting command. Escape stops waiting."""
        self.stop_choosing(window)
        if key == "escape" and name != "cancel":
            return
        try:
            self._propose(window, name, (parse_key(key),))
        except ValueError as error:
            self._refusal = (name, str(error))

    def _propose(self, window: WindowProtocol, name: str, keys: Keys) -> None:
        """Give keys to a command, or ask first if another command has one of them."""
        for key in keys:
            if owners := commands_with_key(window.settings, key, name):
                self.taken = TakenKey(name, key, owners)
                return
        self.assign(window, name, keys)

    def assign(self, window: WindowProtocol, name: str, keys: Keys) -> None:
        """Give keys to a command now, and save them."""
        self.taken = None
        settings = window.settings
        window.use_settings(replace(settings, keys={**settings.keys, name: keys}))
        try:
            save_key_setting(name, keys)
        except SettingsError as error:
            window.notices.show_error(error)


def _is_changed(window: WindowProtocol, name: str) -> bool:
    return window.settings.keys[name] != KEY_BINDINGS[name].keys
