"""The help panel: the current screen's keys, the mouse and a rules search."""

from __future__ import annotations

from imgui_bundle import imgui

from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.rules_search import RulesSearch
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.settings import (
    BINDING_GROUPS,
    KEY_BINDINGS,
    MOUSE_HELP,
    Settings,
    display_key,
)
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    open_dialog,
    scroll_by_keys,
)

COLUMN_WIDTH_PX, KEY_WIDTH_PX = 374.0, 148.0
"""Width of a column of keys, and of the keys in it."""


def draw_help_panel(
    ui: ImGuiPanda, settings: Settings, screen: Screen, search: RulesSearch
) -> None:
    """Draw the current screen's keys, the mouse help and the rules search."""
    columns = _group_columns(set(screen.commands()))
    width, height = ui.io.display_size.x, ui.io.display_size.y
    wide = min(max(480.0, COLUMN_WIDTH_PX * len(columns)) * ui.scale, width - 20)
    with open_dialog(ui, "keys", most=(wide, height - 20)):
        scroll_by_keys()
        search.draw(ui, screen.rules_name)
        if draw_button(ui, "Open the guide", "open guide"):
            screen.window.help = False
            screen.window.guide.open_page(screen.guide_topic)
        draw_bold_text(ui, "Mouse and keys")
        if screen.window.make_start_screen is not None and screen.name != "start":
            imgui.same_line(imgui.get_content_region_avail().x - 140 * ui.scale)
            if draw_button(ui, "Start screen", "to start"):
                screen.window.help = False
                screen.window.go_to_start()
        if screen.table is not None and screen.name != "start":
            key = ui.key_for_command("photo")
            if draw_button(ui, f"{ICONS['camera']} Photo mode  ({key})", "photo mode"):
                screen.window.photo_mode.enter()
        imgui.columns(len(columns), "keys", False)
        for key, words in MOUSE_HELP:
            _draw_key_row(ui, key, words)
        for number, groups in enumerate(columns):
            if number:
                imgui.next_column()
            for group, names in groups:
                imgui.dummy((0, 4))
                imgui.text_colored(DIM_COLOR, BINDING_GROUPS[group])
                for name in names:
                    keys = "  ".join(display_key(key) for key in settings.keys[name][:2])
                    _draw_key_row(ui, keys or "no key", KEY_BINDINGS[name].words)
        imgui.columns(1)
        draw_dim_text(
            f"Settings on the start screen changes keys. {ui.key_for_command('cancel')} closes this list."
        )
        ui.record_widget("keys")


def _group_columns(command_names: set[str]) -> list[list[tuple[str, list[str]]]]:
    """Return the key groups of this screen in columns, with related groups together."""
    columns: list[list[tuple[str, list[str]]]] = []
    for together in (("view",), ("tools", "game"), ("window", "replay", "board")):
        rows = [
            (
                g,
                [
                    n
                    for n, b in KEY_BINDINGS.items()
                    if b.group == g and (n in command_names or g in ("view", "window"))
                ],
            )
            for g in together
        ]
        if filled := [(group, names) for group, names in rows if names]:
            columns.append(filled)
    return columns


def _draw_key_row(ui: ImGuiPanda, key: str, words: str) -> None:
    imgui.text_colored(GOLD_COLOR, key)
    imgui.same_line(KEY_WIDTH_PX * ui.scale)
    imgui.text_wrapped(words)
