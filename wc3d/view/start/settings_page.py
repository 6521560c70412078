"""The settings on the start screen: where their file is, and every key."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.evidence.icons import ICONS
from wc3d.view.window.panels import DIM, FLAGS, GOLD, button, facts, heading, panel
from wc3d.view.window.settings import BINDINGS, GROUPS, Settings, folder, key_name

WIDE = 600.0


def draw_settings(
    ui: Any, settings: Settings, write: Callable[[], object], begin_tour: Callable[[], object], back: Callable[[], object]
) -> None:
    """Where the settings are, and what they are now."""
    path = folder() / "settings.toml"
    there = os.path.exists(path)
    size = WIDE * ui.scale, min(640 * ui.scale, ui.io.display_size.y - 40)
    with panel("settings", (24 * ui.scale, ui.io.display_size.y / 2), size, corner=(0, 0.5), flags=FLAGS.no_scrollbar):
        heading(ui, f"{ICONS['gear']} Settings", 22)
        imgui.text_wrapped(f"{path}" + ("" if there else " (not there yet: everything is as usual)"))
        ui.mark("settings path")
        imgui.text_colored(imgui.ImVec4(*DIM), "A text file: change it with any editor; it is read when the window is opened.")
        shown = settings.display
        scale = f"{shown.scale:g}" if shown.scale else f"as the screen has it ({ui.wanted:g})"
        scale += f": here {ui.scale:.2g}, so that all has room in this window" if ui.scale < ui.wanted else ""
        rows = (("quality", shown.quality), ("scale of text", scale), ("first tour", "yes" if shown.tour else "no"))
        facts(rows, 130 * ui.scale)
        tip = "there is one already" if there else "every key and setting as it is now, ready to be changed"
        if button(ui, f"{ICONS['save']} Write a settings file with all keys", "write settings", enabled=not there, tip=tip):
            write()
        imgui.same_line()
        if button(ui, "Show the tour", "tour"):
            begin_tour()
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            back()
        imgui.begin_child("keys")
        for group, title in GROUPS.items():
            imgui.text_colored(imgui.ImVec4(*GOLD), title)
            for name, binding in BINDINGS.items():
                if binding.group == group:
                    _key(ui, name, "  ".join(key_name(key) for key in settings.keys[name]) or "no key", binding.words)
        imgui.end_child()


def _key(ui: Any, name: str, keys: str, words: str) -> None:
    imgui.text(keys)
    imgui.same_line(120 * ui.scale)
    imgui.text_colored(imgui.ImVec4(*DIM), name)
    imgui.same_line(240 * ui.scale)
    imgui.text_wrapped(words)
