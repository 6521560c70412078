"""Overlays: the menu, the score, and the cover that hides the game during a handover."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import ScoreTable
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.settings_panel import draw_pace_setting
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    draw_bold_text,
    draw_button,
    is_enter_pressed,
    open_panel,
    pack_color,
)


@dataclass
class GameMenu:
    """The menu: the typed name of a copy, and the pending confirmation of a concession."""

    copy_name: str = ""
    concede_confirmation: str = ""

    def draw(
        self,
        ui: Any,
        where_saved: str,
        press: Callable[[str], object],
        *,
        is_saved: bool,
        save_copy: Callable[[], object],
        concede: bool,
        leave: bool,
        pace: float,
        set_pace: Callable[[float], object],
    ) -> None:
        """Draw the menu; `concede` and `leave` enable their buttons, `is_saved` is said there."""
        width, height = ui.io.display_size.x, ui.io.display_size.y
        wide = 320 * ui.scale
        with open_panel("menu", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
            draw_bold_text(ui, "Menu")
            imgui.text_wrapped(where_saved)
            imgui.separator()
            imgui.text_colored(DIM_COLOR, "Save a copy as")
            imgui.set_next_item_width(190 * ui.scale)
            _, self.copy_name = imgui.input_text("##copy", self.copy_name)
            entered = is_enter_pressed()
            ui.record_widget("copy name")
            imgui.same_line()
            if draw_button(
                ui, ICONS["save"] + " Save", "save copy", enabled=bool(self.copy_name)
            ) or (entered and self.copy_name):
                save_copy()
            imgui.separator()
            draw_pace_setting(ui, pace, set_pace)
            imgui.separator()
            if concede:
                sure = self.concede_confirmation == "concede"
                words = ICONS["flag"] + (" Click again to concede" if sure else " Concede")
                if draw_button(ui, words, "concede", wide=-1.0, on=sure):
                    press("concede")
            state = "it is saved" if is_saved else "it is not saved"
            leave_text = f"{ICONS['back']} Leave the game ({state})"
            if leave and draw_button(ui, leave_text, "leave", wide=-1.0):
                press("leave")
            if draw_button(
                ui, f"Back to the game  ({ui.key_for_command('cancel')})", "close menu", wide=-1.0
            ):
                press("close menu")


def draw_handover_cover(ui: Any, player_name: str, press: Callable[[str], object]) -> None:
    """Draw only the name of the next player."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((0, 0), (width, height), pack_color((14, 17, 22), 0.97))
    with open_panel("cover", (width / 2, height / 2), corner=(0.5, 0.5)):
        draw_bold_text(ui, f"Pass the screen to {player_name}", 24)
        imgui.text_colored(GOLD_COLOR, "The next screen shows their cards.")
        imgui.dummy((0, 8))
        if draw_button(
            ui,
            f"{ICONS['person']} I am {player_name}  ({ui.key_for_command('end')})",
            "sit down",
            on=True,
        ):
            press("sit down")


SCORE_TABLE_FLAGS = imgui.TableFlags_.borders_inner.value | imgui.TableFlags_.sizing_fixed_fit.value


def draw_score_table(ui: Any, table: ScoreTable, ending: str, middle: float) -> bool:
    """Draw the score around the pixel `middle`. Return False once it is closed."""
    with open_panel("score", (middle, ui.io.display_size.y / 2), corner=(0.5, 0.5)):
        title = f"{ending}: {table.title[:1].lower()}{table.title[1:]}" if ending else table.title
        draw_bold_text(ui, f"{ICONS['star']} {title}")
        if imgui.begin_table("points", len(table.heads), SCORE_TABLE_FLAGS):
            for head in table.heads:
                imgui.table_next_column()
                imgui.text_colored(DIM_COLOR, head)
            for row in table.rows:
                _draw_points_row(row)
            imgui.end_table()
        for number, section in enumerate(table.sections):
            if section.has_heading:
                imgui.separator()
                draw_bold_text(ui, section.title, 15)
            if not number:
                ui.record_widget("mission")
            for line in section.rows:
                if line.is_inactive:
                    imgui.text_colored(DIM_COLOR, line.words)
                else:
                    imgui.text(line.words)
        return not draw_button(ui, f"Close  ({ui.key_for_command('cancel')})", "close score")


def _draw_points_row(row: tuple[str, ...]) -> None:
    """Draw a player's points, with the total (the next to last column) emphasized."""
    for number, words in enumerate(row):
        imgui.table_next_column()
        if number == len(row) - 2 and number:
            imgui.text_colored(GOLD_COLOR, words)
        else:
            imgui.text(words)
