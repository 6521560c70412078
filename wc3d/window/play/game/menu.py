"""What lies over the table: the menu, the score, and the cover that hides all while the screen is passed on."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.view_models import ScoreTable
from wc3d.window.shell.settings_panel import draw_pace
from wc3d.window.shell.widgets import DIM, GOLD, button, heading, pack, panel, was_entered


@dataclass
class Menu:
    """The menu: the name typed for a copy, and whether "concede" was pressed once."""

    copy_name: str = ""
    sure: str = ""

    def draw(
        self, ui: Any, where_saved: str, press: Callable[[str], object], *, save_copy: Callable[[], object], concede: bool,
        leave: bool, pace: float, set_pace: Callable[[float], object],
    ) -> None:  # fmt: skip
        """Draw it. `where_saved` says where the game is kept; `concede` and `leave` say what is possible."""
        width, height = ui.io.display_size.x, ui.io.display_size.y
        wide = 320 * ui.scale
        with panel("menu", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
            heading(ui, "Menu")
            imgui.text_wrapped(where_saved)
            imgui.separator()
            imgui.text_colored(DIM, "Save a copy as")
            imgui.set_next_item_width(190 * ui.scale)
            _, self.copy_name = imgui.input_text("##copy", self.copy_name)
            entered = was_entered()
            ui.mark("copy name")
            imgui.same_line()
            if button(ui, ICONS["save"] + " Save", "save copy", enabled=bool(self.copy_name)) or (entered and self.copy_name):
                save_copy()
            imgui.separator()
            draw_pace(ui, pace, set_pace)
            imgui.separator()
            if concede:
                sure = self.sure == "concede"
                words = ICONS["flag"] + (" Click again to concede" if sure else " Concede")
                if button(ui, words, "concede", wide=-1.0, on=sure):
                    press("concede")
            if leave and button(ui, ICONS["back"] + " Leave the game (it is saved)", "leave", wide=-1.0):
                press("leave")
            if button(ui, f"Back to the game  ({ui.key('cancel')})", "close menu", wide=-1.0):
                press("close menu")


def draw_cover(ui: Any, player_name: str, press: Callable[[str], object]) -> None:
    """Nothing but whom the screen is to be given to."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((0, 0), (width, height), pack((14, 17, 22), 0.97))
    with panel("cover", (width / 2, height / 2), corner=(0.5, 0.5)):
        heading(ui, f"Pass the screen to {player_name}", 24)
        imgui.text_colored(GOLD, "The next screen shows their cards.")
        imgui.dummy((0, 8))
        if button(ui, f"{ICONS['person']} I am {player_name}  ({ui.key('end')})", "sit down", on=True):
            press("sit down")


LOOK = imgui.TableFlags_.borders_inner.value | imgui.TableFlags_.sizing_fixed_fit.value


def draw_score(ui: Any, table: ScoreTable, ending: str, middle: float) -> bool:
    """Draw the table of points and what is said below it, around this pixel; False once it is closed. `ending` says how the
    game ended, if it did."""
    with panel("score", (middle, ui.io.display_size.y / 2), corner=(0.5, 0.5)):
        title = f"{ending}: {table.title[:1].lower()}{table.title[1:]}" if ending else table.title
        heading(ui, f"{ICONS['star']} {title}")
        if imgui.begin_table("points", len(table.heads), LOOK):
            for head in table.heads:
                imgui.table_next_column()
                imgui.text_colored(DIM, head)
            for row in table.rows:
                _row(row)
            imgui.end_table()
        for number, section in enumerate(table.sections):
            if section.heading:
                imgui.separator()
                heading(ui, section.title, 15)
            if not number:
                ui.mark("mission")
            for line in section.rows:
                if line.waits:
                    imgui.text_colored(DIM, line.words)
                else:
                    imgui.text(line.words)
        return not button(ui, f"Close  ({ui.key('cancel')})", "close score")


def _row(row: tuple[str, ...]) -> None:
    """A player's points; the sum, last but one, stands out."""
    for number, words in enumerate(row):
        imgui.table_next_column()
        if number == len(row) - 2 and number:
            imgui.text_colored(GOLD, words)
        else:
            imgui.text(words)
