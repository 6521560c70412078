"""Overlays: the menu, and the cover that hides the game during a handover."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.shell.settings_panel import draw_pace_setting
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    focus_button,
    is_enter_pressed,
    open_dialog,
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
        judge: bool,
        pace: float,
        set_pace: Callable[[float], object],
    ) -> None:
        """Draw the menu; `concede`, `leave` and `judge` enable their buttons, `is_saved` is said there."""
        wide = min(320 * ui.scale, ui.io.display_size.x - 20)
        with open_dialog(ui, "menu", (wide, 0)):
            draw_bold_text(ui, "Menu")
            imgui.text_wrapped(where_saved)
            imgui.separator()
            imgui.text_colored(DIM_COLOR, "Save a copy as")
            imgui.set_next_item_width(0.6 * wide)
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
            tip = "Ask the judge about the table as it stands. The game goes on as you left it."
            judge_text = f"{ICONS['scale']} Judge this position"
            if judge and draw_button(ui, judge_text, "judge position", wide=-1.0, tip=tip):
                press("judge")
            photo_text = f"{ICONS['camera']} Photo mode  ({ui.key_for_command('photo')})"
            if draw_button(ui, photo_text, "photo mode", wide=-1.0):
                press("photo")
            if concede:
                sure = self.concede_confirmation == "concede"
                words = ICONS["flag"] + (" Click again to concede" if sure else " Concede")
                if draw_button(ui, words, "concede", wide=-1.0, main=sure):
                    press("concede")
            state = "it is saved" if is_saved else "it is not saved"
            leave_text = f"{ICONS['back']} Leave the game ({state})"
            if leave and draw_button(ui, leave_text, "leave", wide=-1.0):
                press("leave")
            if draw_button(
                ui, f"Back to the game  ({ui.key_for_command('cancel')})", "close menu", wide=-1.0
            ):
                press("close menu")
            focus_button()


def draw_handover_cover(ui: Any, player_name: str, press: Callable[[str], object]) -> None:
    """Draw only the name of the next player."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((0, 0), (width, height), pack_color((14, 17, 22), 0.97))
    wide = min(460 * ui.scale, width - 20)
    with open_panel("cover", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
        draw_bold_text(ui, f"Pass the screen to {player_name}", 24, wrapped=True)
        draw_colored_text("The next screen shows their cards.", GOLD_COLOR)
        imgui.dummy((0, 8))
        if draw_button(
            ui,
            f"{ICONS['person']} I am {player_name}  ({ui.key_for_command('end')})",
            "sit down",
            main=True,
            wide=-1.0,
        ):
            press("sit down")
